"""Compiles the catalogues: `kpgui.po`, which translators write, to `kpgui.mo`, which gettext reads.

With the standard library alone: the wheel is built and the window started from a checkout without Babel.
"""

import ast
import re
import struct
from collections.abc import Iterator
from pathlib import Path

LANGUAGES = Path("resources", "languages")

FUZZY = re.compile(r"^#,.*\bfuzzy\b", re.MULTILINE)
"""Guessed from a similar text, and not looked at yet."""


def compile_catalogues(root: Path) -> list[Path]:
    """Compiles what has changed under `root`, the project's folder. Returns all compiled catalogues."""
    compiled = []
    for source in sorted((root / LANGUAGES).glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if not target.is_file() or target.stat().st_mtime < source.stat().st_mtime:
            target.write_bytes(compiled_catalogue(source.read_text(encoding="utf-8")))
        compiled.append(target)
    return compiled


def compiled_catalogue(text: str) -> bytes:
    """A catalogue in the format of GNU gettext's `.mo`, the same bytes for the same text.

    https://www.gnu.org/software/gettext/manual/html_node/MO-Files.html
    """
    messages = {key.encode(): value.encode() for key, value in read_messages(text).items()}
    keys = sorted(messages)
    start = 7 * 4
    offset = start + 16 * len(keys)
    tables: list[list[int]] = [[], []]
    strings = b""
    for table, each in ((0, keys), (1, [messages[key] for key in keys])):
        for string in each:
            tables[table] += [len(string), offset + len(strings)]
            strings += string + b"\0"
    header = struct.pack("<7I", 0x950412DE, 0, len(keys), start, start + 8 * len(keys), 0, 0)
    return header + struct.pack(f"<{4 * len(keys)}I", *tables[0], *tables[1]) + strings


def read_messages(text: str) -> dict[str, str]:
    """The translated messages of a `.po`: key and translation, plurals joined by NUL as in a `.mo`.

    Left out is what is not translated, marked as fuzzy or obsolete.
    """
    found = {}
    for entry in text.split("\n\n"):
        strings = dict(_strings(entry.splitlines()))
        forms = [strings[key] for key in strings if key.startswith("msgstr")]
        if "msgid" in strings and all(forms) and not FUZZY.search(entry):
            key = strings["msgid"] + ("\0" + strings["msgid_plural"] if "msgid_plural" in strings else "")
            found[key] = "\0".join(forms)
    return found


def _strings(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Keywords and their strings; a string may go on over several lines."""
    keyword, value = "", ""
    for line in lines:
        if line.startswith("#"):
            continue
        if not line.startswith('"'):
            if keyword:
                yield keyword, value
            keyword, _, line = line.partition(" ")
            value = ""
        value += ast.literal_eval(line)
    if keyword:
        yield keyword, value
