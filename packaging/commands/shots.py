"""Make the pictures of the window in README and docs anew, or say which are not up to date (--check)."""

from collections.abc import Sequence

from commands.parts.programs import become, prepared_for_tests
from commands.parts.virtual_environment import ROOT

USAGE = "[--check]"


def main(arguments: Sequence[str]) -> int:
    python = prepared_for_tests()
    script = ROOT / "packaging" / "shots" / "__main__.py"
    return 1 if python is None else become(python, [str(script), *arguments])
