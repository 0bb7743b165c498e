"""Set up, start, test and check kpgui on a machine that has only Python.

All but `system` make what they need in .venv (or $KPGUI_VENV), once.
"""

import shlex
import sys
from importlib import import_module

# This file keeps to a syntax that an old Python reads, so that it gets here and says so.
if sys.version_info < (3, 11):  # noqa: UP036  # an old one may have been called
    sys.exit("kpgui: Python 3.11 or newer is needed, and this is " + sys.version.split()[0])

from collections.abc import Sequence

from commands import COMMANDS
from commands.parts.messages import say


def main(arguments: Sequence[str]) -> int:
    command, *rest = arguments or ["--help"]
    if command in ("-h", "--help"):
        print(overview())
        return 0
    if command in COMMANDS:
        module = import_module(f"commands.{command}")
        if module.USAGE or not rest:
            return int(module.main(rest))
    say(f"what is {shlex.join(arguments)!r}? There is: {', '.join(COMMANDS)} (see --help).")
    return 2


def overview() -> str:
    """The commands, each with what it takes and does."""
    lines = [(__doc__ or "").strip(), ""]
    for name in COMMANDS:
        module = import_module(f"commands.{name}")
        lines += [
            f"  python3 packaging/dev.py {name} {module.USAGE}".rstrip(),
            f"      {(module.__doc__ or '').splitlines()[0]}",
        ]
    return "\n".join(lines)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        say("interrupted")
        sys.exit(130)
