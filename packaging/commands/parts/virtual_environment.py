"""The virtual environments in which the program, its tests and its peers run."""

import contextlib
import hashlib
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

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
        done = subprocess.run([python, "-c", code], capture_output=True, text=True)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


def fingerprint(root: Path, python_version: str) -> str:
    """Changes when what is installed may no longer be what is wanted."""
    parts = [(root / "pyproject.toml").read_bytes(), bytes(root), python_version.encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def is_set_up(stamp: Path, wanted: str, group: str) -> bool:
    recorded = stamp.read_text().split() if stamp.exists() else []
    return recorded[:1] == [wanted] and group in recorded[1:]


def requirements(group: str) -> list[str]:
    """Of a dependency group in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return [str(requirement) for requirement in project["dependency-groups"][group]]


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
        stamp = folder / "kpgui.stamp"
        wanted = fingerprint(ROOT, version)
        if not is_set_up(stamp, wanted, group):
            # Without a stamp an interrupted installation is simply done again.
            stamp.unlink(missing_ok=True)
            install(python, group)
            stamp.write_text(f"{wanted} run dev" if group == "dev" else f"{wanted} {group}")
    return folder


def make_venv(folder: Path) -> None:
    say(f"making {folder}")
    # A venv whose Python has gone from the machine is made anew. A folder that is no venv is not emptied.
    clear = ["--clear"] if (folder / "pyvenv.cfg").exists() else []
    carry_out(
        [sys.executable, "-m", "venv", "--without-pip", *clear, str(folder)],
        f"no virtual environment could be made in {folder}; the reason is above.",
    )


def install(python: str, group: str) -> None:
    say("installing what it needs; this takes a minute, once")
    if answer(python, "import pip") is None:
        carry_out([python, "-m", "ensurepip"], "pip is missing, and ensurepip could not install it.")
    program = [] if group in APART else ["--editable", str(ROOT)]
    others = [] if group == "run" else requirements(group)
    pip_install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    carry_out(
        [*pip_install, *program, *others],
        "pip could not install what is needed; the reason is above.",
    )
    # As pip does with all that it does not install to be edited: where Python may not write what it has compiled
    # (PYTHONDONTWRITEBYTECODE, another user's folder), every start would do it anew.
    subprocess.call([python, "-m", "compileall", "-qq", str(ROOT / "kpgui")], stdout=subprocess.DEVNULL)
