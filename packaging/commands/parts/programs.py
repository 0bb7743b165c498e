"""Programs of the virtual environment, started in this one's place."""

import os
import subprocess
from collections.abc import Sequence

from commands.parts.system_packages import provide, qt_libraries
from commands.parts.virtual_environment import ROOT, group_folder, set_up, venv_program


def become(program: str, arguments: Sequence[str]) -> int:
    """Start the program in this one's place, so that signals and the exit code are its own."""
    if os.name == "posix":
        os.execv(program, [program, *arguments])
    return subprocess.call([program, *arguments])


def run_tests(module: str, arguments: Sequence[str]) -> int:
    """Become a module of the tests, with the libraries and the venv that it needs."""
    python = prepared_for_tests()
    return 1 if python is None else become(python, ["-P", "-m", module, *arguments])


def prepared_for_tests() -> str | None:
    """The venv's Python, in the project's folder and with what the tests need; None when libraries are missing."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # As images of containers set it. Each process of a test would compile the program anew, and each run all the tests.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if not provide(qt_libraries(os.environ)):
        return None
    folder = set_up("dev")
    peers = group_folder("peers", os.environ)
    if any(peers.glob("kpgui-*.stamp")):
        os.environ["KPGUI_PEERS"] = venv_program(peers, "python")
    os.chdir(ROOT)
    return venv_program(folder, "python")
