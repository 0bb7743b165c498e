"""End the program at random moments by kill −9 or a signal, and say what was lost."""

from collections.abc import Sequence

from commands.parts.programs import run_tests

USAGE = "[--write] [how many (200)] [how many at a time (4)]"


def main(arguments: Sequence[str]) -> int:
    return run_tests("tests.kills", arguments)
