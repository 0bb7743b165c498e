"""A display of the tests' own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLibraryInfo

from tests.blackbox.desk import MISSING, REMEDY

SCREEN = "1280x800x24"


def missing_library(plugin: Path) -> str:
    """What the system's loader says of a library that this one needs and that is not there; "" if it loads."""
    code = "import ctypes, sys; ctypes.CDLL(sys.argv[1])"
    done = subprocess.run([sys.executable, "-c", code, str(plugin)], capture_output=True, text=True)
    return done.stderr.strip().rpartition("\n")[2].removeprefix("OSError: ")


@pytest.fixture(scope="module")
def libraries() -> None:
    """What Qt loads to open a window; a test is skipped where that is incomplete."""
    if MISSING:
        pytest.skip(f"{' and '.join(MISSING)} not found: {REMEDY}")
    platforms = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms"
    if problem := missing_library(platforms / "libqxcb.so"):
        pytest.skip(f"{problem}: {REMEDY}")


@pytest.fixture
def display(libraries: None) -> Iterator[str]:
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", SCREEN, "-nolisten", "tcp", "-noreset"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as pipe:
        number = pipe.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait(10)
