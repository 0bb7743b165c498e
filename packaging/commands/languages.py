"""Collect the texts, bring the catalogues of the languages up to date, and say what is missing."""

from collections.abc import Sequence

from commands.parts.programs import become, prepared_for_tests
from commands.parts.virtual_environment import ROOT

USAGE = "[--check]"


def main(arguments: Sequence[str]) -> int:
    python = prepared_for_tests()
    script = ROOT / "packaging" / "languages" / "refresh.py"
    return 1 if python is None else become(python, [str(script), *arguments])
