"""Make the pictures of the window in README and docs anew, or say which are not up to date (--check).

With --sheets=FOLDER make contact sheets instead: every panel, dialog and menu in each look, or in the looks named.
"""

from collections.abc import Sequence

from commands.parts.programs import become, prepared_for_tests
from commands.parts.virtual_environment import ROOT

USAGE = "[--check | --sheets=FOLDER [LOOK ...]]"


def main(arguments: Sequence[str]) -> int:
    python = prepared_for_tests()
    script = ROOT / "packaging" / "shots" / ("contact.py" if arguments and arguments[0] != "--check" else "__main__.py")
    return 1 if python is None else become(python, [str(script), *arguments])
