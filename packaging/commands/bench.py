"""Time what has to be fast, and compare it with its limits."""

from collections.abc import Sequence

from commands.parts.programs import run_tests

USAGE = "[--write] [suites] [--help]"


def main(arguments: Sequence[str]) -> int:
    return run_tests("tests.bench", arguments)
