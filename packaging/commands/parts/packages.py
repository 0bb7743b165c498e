"""Where packages are made, and from what."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from commands.parts.messages import say
from commands.parts.virtual_environment import ROOT, group_folder, set_up, venv_program

DIST = ROOT / "dist"
"""What has been built; not under version control."""


def version() -> str:
    """The one version number of all packages: that of `kpgui/__init__.py`."""
    found = re.search(r'^__version__ = "(.*)"$', (ROOT / "kpgui" / "__init__.py").read_text(encoding="utf-8"), re.M)
    if found is None:
        sys.exit('kpgui: kpgui/__init__.py has no line __version__ = "...".')
    return found[1]


def tool(name: str) -> str:
    """A program of the dependency group "build"."""
    return venv_program(set_up("build"), name)


def carried_out(command: Sequence[str], environment: Mapping[str, str] | None = None) -> bool:
    """Says what is done, does it in the project's folder, and returns whether it went well."""
    say(" ".join([Path(command[0]).name, *command[1:]]))
    return subprocess.call(command, env=environment, cwd=ROOT) == 0


def clean_environment(name: str, *installed: Sequence[str]) -> Path | None:
    """A new venv in the folder of the group "build", in which is installed what each of these arguments of
    `uv pip install` names, and nothing else; None if that fails."""
    folder = group_folder("build", os.environ) / name
    uv = tool("uv")
    shutil.rmtree(folder, ignore_errors=True)
    for command in (
        [uv, "venv", "-q", "--python", sys.executable, str(folder)],
        *([uv, "pip", "install", "-q", "--python", venv_program(folder, "python"), *each] for each in installed),
    ):
        if subprocess.call(command) != 0:
            return None
    return folder
