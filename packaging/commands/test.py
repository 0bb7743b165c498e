"""Run the tests: all, a quick look (--fast), what a change may have broken (--changed), or as pytest is told."""

import shutil
import subprocess
from collections.abc import Sequence

from commands.parts.programs import prepared_for_tests, run_tests
from commands.parts.system_packages import BLACK_BOX, X11, provide

USAGE = "[--fast | --changed | arguments of pytest]"
EVERY_CORE = ["-n", "auto", "--dist", "worksteal"]
REAL_WINDOW = "tests/blackbox"
"""Tests that click on a real window, in real time: they have the machine to themselves."""
BROWSERS = "tests/browsers"
"""Tests that open pages in real browsers: they are not part of all, and have to be named."""


def main(arguments: Sequence[str]) -> int:
    """All tests on all cores; whoever names some says on how many (`-n`) as well."""
    if all(shutil.which(program) for program in BLACK_BOX):
        # Whatever could not be installed has been said; the tests that click on a real window are skipped then.
        provide(X11)
    if arguments in (["--fast"], ["--changed"]):
        return run_tests("pytest", [*EVERY_CORE, *arguments])
    if arguments:
        return run_tests("pytest", arguments)
    python = prepared_for_tests()
    if python is None:
        return 1
    parts = [*EVERY_CORE, f"--ignore={REAL_WINDOW}", f"--ignore={BROWSERS}"], [REAL_WINDOW]
    return max([subprocess.call([python, "-P", "-m", "pytest", *part]) for part in parts])
