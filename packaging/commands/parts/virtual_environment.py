"""The virtual environments in which the program, its tests and its peers run."""

import contextlib
import hashlib
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from commands.parts.locked import requirements
from commands.parts.messages import say

ROOT = Path(__file__).resolve().parents[3]


def venv_folder(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("KPGUI_VENV") or ROOT / ".venv").absolute()


APART = {
    "peers": "they ask for other versions, and Orange does not start beside PySide6",
    "build": "tools for packages, which few need",
}
"""Dependency groups with a venv of their own, and why."""


def group_folder(group: str, environ: Mapping[str, str]) -> Path:
    """The venv in which a dependency group is installed."""
    return venv_folder(environ) / group if group in APART else venv_folder(environ)


def venv_program(folder: Path, name: str) -> str:
    return str(folder / "Scripts" / f"{name}.exe" if os.name == "nt" else folder / "bin" / name)


@contextlib.contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
    """Hold the venv: a second start waits until the first has set it up."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "kpgui.lock").open("w") as lock:
        if sys.platform == "win32":
            import msvcrt

            held = False
            while not held:
                # It gives up after ten seconds.
                with contextlib.suppress(OSError):
                    msvcrt.locking(lock.fileno(), msvcrt.LK_LOCK, 1)
                    held = True
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def answer(python: str, code: str) -> str | None:
    """What the code prints; None if it, or that Python, does not work."""
    try:
        # Isolated: nothing in the current folder is imported.
        done = subprocess.run([python, "-I", "-c", code], capture_output=True, text=True)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


def write_requirements(group: str, folder: Path) -> str:
    """Writes what is locked for a group, as `pip install --no-deps --require-hashes -r` takes it; returns the path."""
    path = folder / f"kpgui-{group}.txt"
    lock = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))
    path.write_text("".join(f"{line}\n" for line in requirements(lock, group)), encoding="utf-8")
    return str(path)


def fingerprint(root: Path, python_version: str) -> str:
    """Changes when what is installed may no longer be what is wanted.

    Of pyproject.toml only the names of the programs count: the dependencies are in uv.lock.
    """
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    programs = json.dumps([project.get("scripts"), project.get("gui-scripts")])
    parts = [programs.encode(), (root / "uv.lock").read_bytes(), bytes(root), python_version.encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def installed_groups(stamp: Path) -> dict[str, str]:
    """The fingerprint with which each group was installed; "" if it may have changed since."""
    try:
        recorded = json.loads(stamp.read_text())
    except (OSError, ValueError):
        return {}
    return {str(group): str(each) for group, each in recorded.items()}


def carry_out(command: Sequence[str], failure: str) -> None:
    if subprocess.call(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) != 0:
        say(failure)
        sys.exit(1)


def set_up(group: str) -> Path:
    """The venv, with what `group` needs: "run" for the program alone, "dev" for tests and checks, or one of APART."""
    folder = group_folder(group, os.environ)
    python = venv_program(folder, "python")
    with one_at_a_time(folder):
        version = answer(python, "import sys; print(sys.version)")
        if version is None:
            make_venv(folder)
            version = answer(python, "import sys; print(sys.version)") or ""
        wanted = fingerprint(ROOT, version)
        # Another Python has its packages in another folder.
        stamp = folder / f"kpgui-{'.'.join(version.split('.')[:2])}.stamp"
        recorded = installed_groups(stamp)
        if recorded.get(group) != wanted:
            # An interrupted installation is simply done again; the names say what there is if it cannot be.
            unknown = dict.fromkeys(recorded, "")
            if unknown:
                stamp.write_text(json.dumps(unknown))
            if install(folder, group):
                installed = ("run", "dev") if group == "dev" else (group,)
                stamp.write_text(json.dumps(unknown | dict.fromkeys(installed, wanted)))
            elif group in recorded:
                say("pip could not install what has changed, see above; what was installed before is used.")
            else:
                say("pip could not install what is needed; the reason is above.")
                sys.exit(1)
    return folder


def make_venv(folder: Path) -> None:
    say(f"making {folder}")
    # A venv whose Python has gone from the machine is made anew. A folder that is no venv is not emptied.
    clear = ["--clear"] if (folder / "pyvenv.cfg").exists() else []
    carry_out(
        [sys.executable, "-P", "-m", "venv", "--without-pip", *clear, str(folder)],
        f"no virtual environment could be made in {folder}; the reason is above.",
    )


def install(folder: Path, group: str) -> bool:
    """Installs in a venv what a group needs. Returns whether that went well; if not, what was there before still is."""
    python = venv_program(folder, "python")
    say("installing what it needs; this takes a minute, once")
    if answer(python, "import pip") is None:
        # Unlike -P, -I is handed on to the Python that it starts.
        carry_out([python, "-I", "-m", "ensurepip"], "pip is missing, and ensurepip could not install it.")
    # Without build isolation, which fetches what a package is built with by no lock.
    options = ["--no-deps", "--no-build-isolation"]
    for each in ("backend", group):
        if not pip_install(python, *options, "--require-hashes", "-r", write_requirements(each, folder)):
            return False
    if group in APART:
        return True
    if not pip_install(python, *options, "--editable", str(ROOT)):
        return False
    # As pip does with all that it does not install to be edited: where Python may not write what it has compiled
    # (PYTHONDONTWRITEBYTECODE, another user's folder), every start would do it anew.
    subprocess.call([python, "-P", "-m", "compileall", "-qq", str(ROOT / "kpgui")], stdout=subprocess.DEVNULL)
    return True


def pip_install(python: str, *arguments: str) -> bool:
    """Runs pip, which shows at a terminal how it goes; elsewhere a line is printed for each file that it fetches."""
    command = [python, "-P", "-m", "pip", "install", "--disable-pip-version-check", *arguments]
    # Debian's pip would run setup.py of a package that has no pyproject.toml; the newest knows nothing else.
    environ = {**os.environ, "PIP_USE_PEP517": "1"}
    if sys.stderr.isatty():
        return subprocess.call(command, env=environ, stdin=subprocess.DEVNULL, stdout=sys.stderr) == 0
    with subprocess.Popen(
        command, env=environ, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, errors="replace"
    ) as process:
        for line in process.stdout or ():
            what, _, name = line.strip().partition(" ")
            if what == "Downloading" and ".metadata " not in name:
                say(f"downloading {name}")
    return process.returncode == 0
