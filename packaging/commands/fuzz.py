"""Look for files, expressions and the like that the program does not answer well."""

from collections.abc import Sequence

from commands.parts.programs import run_tests

USAGE = "[seconds (60)] [--help]"


def main(arguments: Sequence[str]) -> int:
    return run_tests("tests.fuzz", arguments)
