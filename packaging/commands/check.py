"""Look at what `build` has made: the wheel in a clean environment, the app elsewhere, its zip, the Debian package."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from commands.build import wheel, wheel_file
from commands.parts.debian import METAINFO, package_file
from commands.parts.messages import say
from commands.parts.packages import DIST, carried_out, clean_environment, tool
from commands.parts.portable import portable_file
from commands.parts.programs import prepared_for_tests
from commands.parts.system_packages import BLACK_BOX, UNPACKING, VALIDATORS, X11, provide
from commands.parts.virtual_environment import venv_program, write_requirements

USAGE = "[wheel] [app] [portable] [deb]"
USUAL = ("wheel", "app")
"""What is looked at when nothing is named."""

LARGEST_APP = 170
"""Megabytes of 2**20 bytes that the app may have on the disk."""

LARGEST_DEB = 50
"""The same of the Debian package."""


def main(arguments: Sequence[str]) -> int:
    checks = {"wheel": check_wheel, "app": check_app, "portable": check_portable, "deb": check_deb}
    if set(arguments) - set(checks):
        say(f"what is {' '.join(arguments)!r}? There is: {', '.join(checks)}.")
        return 2
    failed = [name for name in arguments or USUAL if not checks[name]()]
    if failed:
        say(f"failed: {', '.join(failed)}")
    return int(bool(failed))


def check_wheel() -> bool:
    """The wheel is what it says, is made the same twice, and works where nothing else is installed."""
    first = sorted(DIST.glob("kpgui-*.whl")) + sorted(DIST.glob("kpgui-*.tar.gz"))
    if wheel_file() not in first:
        say(f"{wheel_file()} is not there; `build wheel` makes it")
        return False
    before = {path.name: path.read_bytes() for path in first}
    if not wheel() or any((DIST / name).read_bytes() != content for name, content in before.items()):
        say("the wheel is not the same when it is made again, or is not that of these sources; remove dist")
        return False
    looked_at = carried_out([tool("twine"), "check", "--strict", *map(str, first)])
    looked_at &= carried_out([tool("check-wheel-contents"), str(wheel_file())])
    environment = clean_environment("clean", [str(wheel_file()), "-c", write_requirements("run", DIST)])
    if environment is None:
        return False
    return looked_at and black_box(venv_program(environment, "kpgui"))


def check_app() -> bool:
    """The app is small, finds all its libraries, and passes the tests that click on a real window."""
    folder = DIST / "kpgui"
    if not folder.is_dir():
        say(f"{folder} is not there; `build app` makes it")
        return False
    files = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    size = sum(path.stat().st_size for path in files) / 2**20
    lost = [line for path in files if ".so" in path.name for line in lost_libraries(path)]
    say(f"dist/kpgui has {size:.0f} MB, and {len(lost)} libraries are not found")
    print(*lost, sep="\n", end="\n" * bool(lost))
    with tempfile.TemporaryDirectory(prefix="kpgui ") as place:
        copy = Path(shutil.copytree(folder, Path(place, "another folder"), symlinks=True))
        return size <= LARGEST_APP and not lost and black_box(str(copy / "kpgui"))


def check_portable() -> bool:
    """The zip is unpacked and used by somebody without rights, and leaves no trace outside of its folder."""
    if not portable_file().exists():
        say(f"{portable_file()} is not there; `build portable` makes it")
        return False
    if not provide({}, BLACK_BOX | UNPACKING):
        return False
    with tempfile.TemporaryDirectory(prefix="kpgui ") as place:
        Path(place).chmod(0o755)
        os.environ["KPGUI_PORTABLE"] = str(portable_file())
        passed = black_box(str(Path(place, "stick", "kpgui", "kpgui")), "tests/blackbox/test_portable.py", "-s")
        del os.environ["KPGUI_PORTABLE"]  # for the other checks
        return passed


def check_deb() -> bool:
    """The Debian package is small, and Debian's and the desktop's own programs find nothing wrong with it."""
    package, share = package_file(), DIST / "deb" / "usr" / "share"
    if not package.exists():
        say(f"{package} is not there; `build deb` makes it")
        return False
    if not provide({}, VALIDATORS):
        return False
    size = package.stat().st_size / 2**20
    say(f"{package.name} has {size:.1f} MB")
    commands = (
        ["lintian", "--fail-on", "error,warning", str(package)],
        ["desktop-file-validate", str(share / "applications" / "kpgui.desktop")],
        ["appstreamcli", "validate", "--no-net", str(share / "metainfo" / METAINFO)],
    )
    failed = [command for command in commands if not carried_out(command)]
    return size <= LARGEST_DEB and not failed


def lost_libraries(path: Path) -> list[str]:
    """What a library needs and the system's loader does not find."""
    done = subprocess.run(["ldd", str(path)], capture_output=True, text=True)
    return [f"{path.name}: {line.strip()}" for line in done.stdout.splitlines() if "not found" in line]


def black_box(program: str, *tests: str) -> bool:
    """The tests from outside, or some of them, of this program instead of the checkout."""
    provide(X11)
    python = prepared_for_tests()
    if python is None:
        return False
    command = [python, "-P", "-m", "pytest", "-q", *(tests or ("tests/blackbox",))]
    return carried_out(command, {**os.environ, "KPGUI_PROGRAM": program})
