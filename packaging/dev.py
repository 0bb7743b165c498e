"""Set up, start, test and check kpgui on a machine that has only Python.

    python3 packaging/dev.py run [arguments of kpgui]
    python3 packaging/dev.py test [arguments of pytest]
    python3 packaging/dev.py bench [--write] [suites] [--help]
    python3 packaging/dev.py kills [--write] [how many (200)] [how many at a time (4)]
    python3 packaging/dev.py fuzz [seconds (60)] [--help]
    python3 packaging/dev.py lint
    python3 packaging/dev.py peers
    python3 packaging/dev.py system

All but `system` make what they need in .venv (or $KPGUI_VENV), once. `kills` ends the program at random moments
by kill −9 or a signal and says what was lost; `fuzz` looks for files, expressions and the like that it does not answer
well. `peers` only installs the programs that exchange files with ours in some tests and are too large to ask of
everyone (Orange: 1.4 GB); without them `test` skips those. `system` only installs the system packages (of Linux), and
those of the tests that click on a real window.
"""

import contextlib
import ctypes
import hashlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

# This file keeps to a syntax that an old Python reads, so that it gets here and says so.
if sys.version_info < (3, 11):  # noqa: UP036  # an old one may have been called
    sys.exit("kpgui: Python 3.11 or newer is needed, and this is " + sys.version.split()[0])

import tomllib

ROOT = Path(__file__).resolve().parent.parent
CHECKS = (["ruff", "check"], ["ruff", "format", "--check"], ["mypy"], ["lint-imports", "--no-logo"])
EVERY_CORE = ["-n", "auto", "--dist", "worksteal"]
REAL_WINDOW = "tests/blackbox"
"""Tests that click on a real window, in real time: they have the machine to themselves."""

# What Qt loads when it starts: the library and its Debian package.
QT = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libfontconfig.so.1": "libfontconfig1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
}
X11 = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
WAYLAND = {
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}
# What the tests need that click on a real window.
BLACK_BOX = {"Xvfb": "xvfb", "xauth": "xauth", "xdotool": "xdotool"}
# What the tests need that write down what the program asks of the system.
WATCHING = {"strace": "strace"}
# What the tests need that look at drawings.
DRAWINGS = {"rsvg-convert": "librsvg2-bin", "pdftocairo": "poppler-utils"}


def say(sentence: str) -> None:
    """Print to stderr: stdout belongs to the program, and another program may read it."""
    print("kpgui:", sentence, file=sys.stderr, flush=True)


# System packages


def qt_libraries(environ: Mapping[str, str]) -> dict[str, str]:
    """What Qt needs here; the display's libraries only where there is a display to open a window on."""
    if environ.get("QT_QPA_PLATFORM") == "offscreen":
        return QT
    return QT | (X11 if environ.get("DISPLAY") else {}) | (WAYLAND if environ.get("WAYLAND_DISPLAY") else {})


def loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def missing_packages(libraries: Mapping[str, str], programs: Mapping[str, str]) -> list[str]:
    """The Debian packages of what is not there."""
    if sys.platform != "linux":
        return []
    packages = [package for library, package in libraries.items() if not loads(library)]
    packages += [package for program, package in programs.items() if shutil.which(program) is None]
    if importlib.util.find_spec("ensurepip") is None:
        # Debian keeps this part of Python in a package of its own; without it a venv gets no pip.
        packages.append(f"python{sys.version_info[0]}.{sys.version_info[1]}-venv")
    return packages


def apt_lines(packages: Sequence[str], as_root: bool) -> list[list[str]]:
    sudo = [] if as_root else ["sudo"]
    install = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    return [[*sudo, "apt-get", "update"], [*sudo, *install]]


def provide(libraries: Mapping[str, str], programs: Mapping[str, str] | None = None) -> bool:
    """Install what is missing if this user may, else print the line that does. True if all is there."""
    packages = missing_packages(libraries, programs or {})
    if not packages:
        return True
    as_root = os.geteuid() == 0
    lines = apt_lines(packages, as_root)
    if shutil.which("apt-get") is None:
        say(f"please install what Debian calls {', '.join(packages)}; it is missing here.")
        return False
    if not as_root and not (shutil.which("sudo") and sys.stdin.isatty()):
        say("system packages are missing; please run: " + " && ".join(map(shlex.join, lines)))
        return False
    say("installing " + " ".join(packages))
    return all(apt(line) for line in lines)


def apt(line: Sequence[str]) -> bool:
    """Run apt-get without a word, unless it fails."""
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    # Another apt may be at work, as on a machine that has just started.
    patient = [*line, "-o", "DPkg::Lock::Timeout=120"]
    done = subprocess.run(patient, env=environ, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        say(f"this failed: {shlex.join(line)}\n{done.stderr.strip()}")
    return done.returncode == 0


# The virtual environment


def venv_folder(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("KPGUI_VENV") or ROOT / ".venv").absolute()


def peers_folder(environ: Mapping[str, str]) -> Path:
    """A venv of their own: they ask for other versions, and Orange does not start beside PySide6."""
    return venv_folder(environ) / "peers"


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
    """The venv, with what `group` needs: "run" for the program alone, "dev" for the tests and checks too.

    "peers" is a venv of its own.
    """
    folder = peers_folder(os.environ) if group == "peers" else venv_folder(os.environ)
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
    program = [] if group == "peers" else ["--editable", str(ROOT)]
    others = [] if group == "run" else requirements(group)
    pip_install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    carry_out(
        [*pip_install, *program, *others],
        "pip could not install what is needed; the reason is above.",
    )
    # As pip does with all that it does not install to be edited: where Python may not write what it has compiled
    # (PYTHONDONTWRITEBYTECODE, another user's folder), every start would do it anew.
    subprocess.call([python, "-m", "compileall", "-qq", str(ROOT / "kpgui")], stdout=subprocess.DEVNULL)


# The commands


def become(program: str, arguments: Sequence[str]) -> int:
    """Start the program in this one's place, so that signals and the exit code are its own."""
    if os.name == "posix":
        os.execv(program, [program, *arguments])
    return subprocess.call([program, *arguments])


def run(arguments: Sequence[str]) -> int:
    # Whatever could not be installed has been said; `kpgui train` does without it.
    provide(qt_libraries(os.environ))
    return become(venv_program(set_up("run"), "python"), ["-m", "kpgui", *arguments])


def test(arguments: Sequence[str]) -> int:
    """All tests on all cores; whoever names some says on how many (`-n`) as well."""
    if all(shutil.which(program) for program in BLACK_BOX):
        # Whatever could not be installed has been said; the tests that click on a real window are skipped then.
        provide(X11)
    if arguments:
        return run_tests("pytest", arguments)
    python = prepared_for_tests()
    if python is None:
        return 1
    parts = [*EVERY_CORE, f"--ignore={REAL_WINDOW}"], [REAL_WINDOW]
    return max([subprocess.call([python, "-m", "pytest", *part]) for part in parts])


def run_tests(module: str, arguments: Sequence[str]) -> int:
    """Become a module of the tests, with the libraries and the venv that it needs."""
    python = prepared_for_tests()
    return 1 if python is None else become(python, ["-m", module, *arguments])


def prepared_for_tests() -> str | None:
    """The venv's Python, in the project's folder and with what the tests need; None when libraries are missing."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if not provide(qt_libraries(os.environ)):
        return None
    folder = set_up("dev")
    peers = peers_folder(os.environ)
    if (peers / "kpgui.stamp").exists():
        os.environ["KPGUI_PEERS"] = venv_program(peers, "python")
    os.chdir(ROOT)
    return venv_program(folder, "python")


def lint() -> int:
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


def main(arguments: Sequence[str]) -> int:
    command, *rest = arguments or ["--help"]
    if command in ("-h", "--help"):
        print(__doc__.strip())
        return 0
    if command == "run":
        return run(rest)
    if command == "test":
        return test(rest)
    if command == "bench":
        return run_tests("tests.bench", rest)
    if command == "kills":
        return run_tests("tests.kills", rest)
    if command == "fuzz":
        return run_tests("tests.fuzz", rest)
    if command == "lint" and not rest:
        return lint()
    if command == "peers" and not rest:
        provide({})
        set_up("peers")
        return 0
    if command == "system" and not rest:
        return 0 if provide({**QT, **X11, **WAYLAND}, BLACK_BOX | WATCHING | DRAWINGS) else 1
    say(
        f"what is {shlex.join(arguments)!r}? There is: run, test, bench, kills, fuzz, lint, peers, system (see --help)."
    )
    return 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        say("interrupted")
        sys.exit(130)
