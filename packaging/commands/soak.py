"""Use the real window at random for some minutes, and report what goes wrong or grows."""

from collections.abc import Sequence

from commands.parts.programs import run_tests

USAGE = "[--minutes N (1)] [--seed S (0)] [--help]"


def main(arguments: Sequence[str]) -> int:
    return run_tests("tests.soak", arguments)
