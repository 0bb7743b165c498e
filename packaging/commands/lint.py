"""Run the checks: style, types, and which layer imports which."""

import os
import shlex
import subprocess
from collections.abc import Sequence

from commands.parts.messages import say
from commands.parts.system_packages import provide
from commands.parts.virtual_environment import ROOT, set_up, venv_program

USAGE = ""
CHECKS = (["ruff", "check"], ["ruff", "format", "--check"], ["mypy"], ["lint-imports", "--no-logo"])


def main(arguments: Sequence[str]) -> int:
    provide({})
    folder = set_up("dev")
    os.chdir(ROOT)
    failed = []
    for name, *arguments in CHECKS:
        say(shlex.join([name, *arguments]))
        if subprocess.call([venv_program(folder, name), *arguments]) != 0:
            failed.append(shlex.join([name, *arguments]))
    if failed:
        say("failed: " + ", ".join(failed))
    return 1 if failed else 0
