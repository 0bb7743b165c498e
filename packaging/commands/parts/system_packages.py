"""The system's packages that Qt and the tests need, on Debian and its like."""

import ctypes
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence

from commands.parts.messages import say

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
# What the tests need that open pages, and run their player alone.
BROWSERS = {"chromium": "chromium", "firefox-esr": "firefox-esr", "node": "nodejs"}
# What the test needs that unpacks the portable folder.
UNPACKING = {"unzip": "unzip"}
# What looks at a Debian package.
VALIDATORS = {"lintian": "lintian", "desktop-file-validate": "desktop-file-utils", "appstreamcli": "appstream"}


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
    """Install what is missing if this user may and, at a terminal, agrees; else print the line that does.

    True if all is there.
    """
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
    say(f"Qt, the tests or pip need {', '.join(packages)}, missing on this system; apt-get installs that.")
    if sys.stdin.isatty() and os.environ.get("CI") != "true" and not agreed():
        say("nothing was installed; please run: " + " && ".join(map(shlex.join, lines)))
        return False
    return all(apt(line) for line in lines)


def agreed() -> bool:
    """Whether the user at the terminal says yes."""
    print("kpgui: Install now? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def apt(line: Sequence[str]) -> bool:
    """Run apt-get without a word, unless it fails."""
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    # Another apt may be at work, as on a machine that has just started.
    patient = [*line, "-o", "DPkg::Lock::Timeout=120"]
    done = subprocess.run(patient, env=environ, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        say(f"this failed: {shlex.join(line)}\n{done.stderr.strip()}")
    return done.returncode == 0
