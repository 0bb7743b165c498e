"""The program as a stranger has it: a process with a real window, and a hand on mouse and keyboard."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import kpgui

REMEDY = "`python3 packaging/dev.py system` installs what it needs"
MISSING = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]

PROGRAM = [os.environ["KPGUI_PROGRAM"]] if "KPGUI_PROGRAM" in os.environ else [sys.executable, "-m", "kpgui"]
"""What is tested: the program of this checkout, or a packaged one."""

MIDDLE = 660, 370
"""Somewhere near the middle of the canvas of a window that fills the screen."""


def wait_until(holds: Callable[[], object], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)  # nothing but a look from outside tells how far another process is


class Desk:
    """The program on its display, and a hand on mouse and keyboard."""

    def __init__(self, display: str, folder: Path, *arguments: str, under: Sequence[str] = ()) -> None:
        """folder: for its settings. under: a command that starts and watches it."""
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY")},
            "DISPLAY": display,
            "KPGUI_SETTINGS": str(folder / "settings.ini"),
        }
        self.process = subprocess.Popen(
            [*under, *PROGRAM, *arguments],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            wait_until(self.has_focus)
            wait_until(lambda: all(Path(each).name in self.title() for each in arguments))
        except AssertionError:
            self.process.kill()
            self.process.communicate(timeout=240)
            raise

    def has_focus(self) -> bool:
        """Whether there is one window that keys go to. It is given them: there is no window manager to do that."""
        windows = self.windows()
        if len(windows) == 1 and self.xdotool("getwindowfocus").split() != windows:
            self.xdotool("windowfocus", windows[0])
        return len(windows) == 1 and self.xdotool("getwindowfocus").split() == windows

    def title(self) -> str:
        """Of the window; it has the name of the file once that is open."""
        return self.xdotool("getwindowfocus", "getwindowname")

    def windows(self) -> list[str]:
        """What is on the screen."""
        return self.xdotool("search", "--onlyvisible", "--name", "kpgui").split()

    def xdotool(self, *arguments: str) -> str:
        done = subprocess.run(
            ["xdotool", *arguments], env=self.environment, capture_output=True, text=True, timeout=240
        )
        return done.stdout

    def click(self, dx: int, dy: int, button: int) -> None:
        x, y = MIDDLE[0] + dx, MIDDLE[1] + dy
        self.xdotool("mousemove", "--sync", str(x), str(y), "click", str(button))

    def drag(self, *places: tuple[int, int], button: int = 1) -> None:
        """Press at the first place, move to each of the others, release at the last.

        The pointer rests at each: a busy window is told of the last of several places only.
        """
        (dx, dy), *rest = places
        self.xdotool("mousemove", "--sync", str(MIDDLE[0] + dx), str(MIDDLE[1] + dy), "mousedown", str(button))
        for x, y in rest:
            self.xdotool("mousemove", "--sync", str(MIDDLE[0] + x), str(MIDDLE[1] + y), "sleep", "0.15")
        self.xdotool("mouseup", str(button))

    def key(self, *keys: str) -> None:
        self.xdotool("key", *keys)

    def close(self) -> tuple[int, str]:
        """Ctrl+Q; the exit code and what was printed."""
        self.key("ctrl+q")
        out, errors = self.process.communicate(timeout=240)
        return self.process.returncode, out + errors


def saved(desk: Desk, path: Path, holds: Callable[[kpgui.Session], bool]) -> kpgui.Session:
    """Save with Ctrl+S until the file holds that."""

    def saves() -> bool:
        desk.key("ctrl+s")
        return holds(kpgui.load(path))

    wait_until(saves)
    return kpgui.load(path)
