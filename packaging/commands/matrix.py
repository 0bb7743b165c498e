"""Run the tests with every Python that is supported and here, with the oldest and the newest libraries.

    python3 packaging/dev.py matrix                     all that there are
    python3 packaging/dev.py matrix 3.12 3.13           these alone
    python3 packaging/dev.py matrix -- tests/model -q   with other arguments of pytest

Pythons are looked for on the PATH and in pyenv's folder. Libraries are wheels alone, as users have them. Oldest are the
lowest versions that pyproject.toml allows, of what it names; what those need in turn is as new as they let it be.
"""

import os
import subprocess
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from commands.parts.messages import say
from commands.parts.system_packages import provide, qt_libraries
from commands.parts.virtual_environment import ROOT, answer, group_folder, set_up, venv_program

USAGE = "[3.11 3.12 ...] [-- arguments of pytest]"
RESOLUTIONS = {"oldest": "lowest-direct", "newest": "highest"}
SOURCES = ["argparse-manpage", "liac-arff"]
"""Packages that have no wheel; they are of Python alone."""

USUAL = ["-q", "-n", "auto", "--dist", "worksteal", "--ignore=tests/blackbox", "--ignore=tests/packaging"]


def main(arguments: Sequence[str]) -> int:
    names, told = split(arguments)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if not provide(qt_libraries(os.environ)):
        return 1
    uv = venv_program(set_up("build"), "uv")
    os.chdir(ROOT)
    results = []
    for name in names or supported():
        python = next(pythons(name), None)
        for libraries in RESOLUTIONS:
            outcome = tried(uv, name, python, libraries, told or USUAL) if python else "is not on this machine"
            results.append((f"Python {name} with the {libraries} libraries", outcome))
            say(": ".join(results[-1]))
    print("\n".join(f"{what:38} {outcome}" for what, outcome in results))
    return int(any(outcome.startswith("failed") for _, outcome in results))


def split(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """The versions of Python, and what is for pytest."""
    given = list(arguments)
    at = given.index("--") if "--" in given else len(given)
    return given[:at], given[at + 1 :]


def supported() -> list[str]:
    """The versions of Python that the package says it runs on."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    last = [each.rpartition(" ")[2] for each in project["classifiers"] if each.startswith("Programming Language ::")]
    return [each for each in last if each.startswith("3.")]


def pythons(name: str) -> Iterator[str]:
    """The Pythons of this version here. What stands on the PATH may be a shim with nothing behind it."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    inside = sorted(pyenv.glob(f"versions/{name}.*/bin/python"), key=lambda path: path.parts[-3])
    for each in (f"python{name}", *map(str, reversed(inside))):
        if answer(each, "import sys; print('%d.%d' % sys.version_info[:2])") == f"{name}\n":
            yield each


def tried(uv: str, name: str, python: str, libraries: str, arguments: Sequence[str]) -> str:
    """Installs the libraries in a venv, runs the tests there and says how that went."""
    folder = group_folder("build", os.environ) / "matrix" / f"{name}-{libraries}"
    inside = venv_program(folder, "python")
    binary = ["--only-binary", ":all:", *(f"--no-binary={each}" for each in SOURCES)]
    wanted = ["--resolution", RESOLUTIONS[libraries], "-r", "pyproject.toml", "--group", "dev"]
    for command in (
        [uv, "venv", "-q", "--clear", "--python", python, str(folder)],
        [uv, "pip", "install", "-q", "--python", inside, *binary, *wanted],
        [uv, "pip", "install", "-q", "--python", inside, "--no-deps", "--editable", "."],
    ):
        if subprocess.call(command) != 0:
            return "failed: the libraries could not be installed; the reason is above"
    last = ""
    with subprocess.Popen([inside, "-P", "-m", "pytest", *arguments], stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
            last = line.strip("= \n") or last
    return last if process.returncode == 0 else f"failed: {last}"
