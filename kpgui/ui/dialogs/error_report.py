"""The report of an unexpected error, for whoever can mend it: versions, last actions, traceback."""

import re
from collections.abc import Iterable, Mapping

PLACES = "site-packages", "dist-packages", "kpgui"
"""Folders from which on the path of a program's source says where it is, and nothing of whose machine it is on."""

_QUOTED = re.compile(r"""(?P<quote>["'])(?P<path>(?:[A-Za-z]:)?[\\/][^"'\n]*)(?P=quote)""")
_BARE = re.compile(r"""(?<![\w"'.:/\\-])(?P<path>(?:[A-Za-z]:)?[\\/][^\s"']+)""")


def error_report(details: str, versions: Mapping[str, str], actions: Iterable[str]) -> str:
    """The text that a user may send: of files only the names are in it, of folders nothing.

    details: a traceback, or what Qt said. actions: what was done before, the last one last.

    >>> print(error_report("ZeroDivisionError: division by zero", {"kpgui": "0.1.0"}, ["edit.undo", "train.run"]))
    kpgui 0.1.0
    Last actions: edit.undo, train.run
    <BLANKLINE>
    ZeroDivisionError: division by zero
    """
    head = [f"{name} {version}" for name, version in versions.items()]
    head.append(f"Last actions: {', '.join(map(without_folders, actions)) or 'none'}")
    return "\n".join([*head, "", without_folders(details).strip()])


def without_folders(text: str) -> str:
    """A text in which paths have lost their folders; those of Python sources begin at the package.

    >>> without_folders('File "/home/ann/kpgui/kpgui/ui/files.py", line 3: no /home/ann/class/xor.kpgui')
    'File "kpgui/ui/files.py", line 3: no xor.kpgui'
    """
    text = _QUOTED.sub(lambda found: f"{found['quote']}{_shortened(found['path'])}{found['quote']}", text)
    return _BARE.sub(lambda found: _shortened(found["path"]), text)


def _shortened(path: str) -> str:
    parts = [part for part in re.split(r"[\\/]", path) if part]
    if not parts:
        return path
    if not parts[-1].endswith(".py"):
        return parts[-1]
    starts = [number for number, part in enumerate(parts) if part in PLACES]
    return "/".join(parts[starts[-1] + (parts[starts[-1]] != "kpgui") :]) if starts else parts[-1]
