"""The program as a stranger has it: a process with a real window, clicked and typed at from outside."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QLibraryInfo

import kpgui

REMEDY = "`python3 packaging/dev.py system` installs what it needs"
MISSING = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]

pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"{' and '.join(MISSING)} not found: {REMEDY}")

SCREEN = "1280x800x24"
MIDDLE = 660, 370
"""Somewhere near the middle of the canvas of a window that fills the screen."""


def wait_until(holds: Callable[[], object], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)  # nothing but a look from outside tells how far another process is


def missing_library(plugin: Path) -> str:
    """What the system's loader says of a library that this one needs and that is not there; "" if it loads."""
    code = "import ctypes, sys; ctypes.CDLL(sys.argv[1])"
    done = subprocess.run([sys.executable, "-c", code, str(plugin)], capture_output=True, text=True)
    return done.stderr.strip().rpartition("\n")[2].removeprefix("OSError: ")


@pytest.fixture(scope="module")
def libraries() -> None:
    """What Qt loads to open a window; a test is skipped where that is incomplete."""
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


class Desk:
    """The program on its display, and a hand on mouse and keyboard."""

    def __init__(self, display: str, folder: Path, *arguments: str) -> None:
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY")},
            "DISPLAY": display,
            "KPGUI_SETTINGS": str(folder / "settings.ini"),
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kpgui", *arguments],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            wait_until(self.has_focus)
        except AssertionError:
            self.process.kill()
            self.process.communicate(timeout=20)
            raise

    def has_focus(self) -> bool:
        """Whether there is one window that keys go to. It is given them: there is no window manager to do that."""
        windows = self.windows()
        if len(windows) == 1 and self.xdotool("getwindowfocus").split() != windows:
            self.xdotool("windowfocus", windows[0])
        return len(windows) == 1 and self.xdotool("getwindowfocus").split() == windows

    def windows(self) -> list[str]:
        """What is on the screen."""
        return self.xdotool("search", "--onlyvisible", "--name", "kpgui").split()

    def xdotool(self, *arguments: str) -> str:
        done = subprocess.run(["xdotool", *arguments], env=self.environment, capture_output=True, text=True, timeout=20)
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
        out, errors = self.process.communicate(timeout=20)
        return self.process.returncode, out + errors


def test_xor_is_clicked_trained_saved_and_read_back(display, tmp_path):
    path = tmp_path / "xor.kpgui"
    kpgui.save(kpgui.Session(kernel="poly(degree=2, c=1)"), path)
    desk = Desk(display, tmp_path, str(path))
    try:
        desk.click(-120, -120, 3)
        desk.click(120, -120, 1)
        desk.click(-120, 120, 1)
        desk.click(120, 120, 3)
        desk.key("End")
        desk.key("ctrl+s")
        wait_until(lambda: len(kpgui.load(path).dataset) == 4)
        code, printed = desk.close()
    finally:
        desk.process.kill()
        desk.process.wait(10)
    assert (code, printed) == (0, "")
    points, labels = kpgui.load(path).dataset.points, kpgui.load(path).dataset.labels
    assert labels.tolist() == [-1, 1, 1, -1]
    left, right, top, bottom = points[[0, 2], 0], points[[1, 3], 0], points[:2, 1], points[2:, 1]
    assert (left < right).all()
    assert (top > bottom).all()
    assert abs(left[0] - left[1]) < 0.05 * (right - left)[0]
    assert kpgui.fit(points, labels, "poly(degree=2, c=1)").converged
    assert json.loads(path.read_text())["format"] == "kpgui"


def test_unsaved_points_are_asked_about_and_can_be_kept(display, tmp_path):
    path = tmp_path / "one.kpgui"
    kpgui.save(kpgui.Session(), path)
    desk = Desk(display, tmp_path, str(path))
    try:
        desk.click(0, 0, 1)
        desk.key("ctrl+q")
        wait_until(lambda: len(desk.xdotool("search", "--onlyvisible", "--name", ".").split()) > 1)
        desk.key("Return")
        out, errors = desk.process.communicate(timeout=20)
    finally:
        desk.process.kill()
        desk.process.wait(10)
    assert (desk.process.returncode, out + errors) == (0, "")
    assert len(kpgui.load(path).dataset) == 1


def saved(desk: Desk, path: Path, holds: Callable[[kpgui.Session], bool]) -> kpgui.Session:
    """Save with Ctrl+S until the file holds that."""

    def saves() -> bool:
        desk.key("ctrl+s")
        return holds(kpgui.load(path))

    wait_until(saves)
    return kpgui.load(path)


def test_points_are_sprayed_and_a_stroke_is_undone_at_once(display, tmp_path):
    path = tmp_path / "sprayed.kpgui"
    kpgui.save(kpgui.Session(), path)
    desk = Desk(display, tmp_path, str(path))
    try:
        desk.key("p")
        desk.drag((-150, -80), (-100, -80), (-50, -80), (0, -80))
        first = saved(desk, path, lambda session: len(session.dataset) > 8).dataset
        desk.drag((-150, 100), (0, 100), button=3)
        both = saved(desk, path, lambda session: len(session.dataset) > len(first)).dataset
        desk.key("ctrl+z")
        again = saved(desk, path, lambda session: len(session.dataset) < len(both)).dataset
        code, printed = desk.close()
    finally:
        desk.process.kill()
        desk.process.wait(10)
    assert (code, printed) == (0, "")
    assert len(first) == 8 + 150 * 8 // 60
    assert set(first.labels.tolist()) == {1}
    assert set(both.labels[len(first) :].tolist()) == {-1}
    assert again == first
    width, height = first.points.max(axis=0) - first.points.min(axis=0)
    assert width > 2 * height, "along the way of the pointer"


def test_a_lasso_and_an_eraser_take_away_what_they_touch(display, tmp_path):
    path = tmp_path / "erased.kpgui"
    kpgui.save(kpgui.Session(), path)
    desk = Desk(display, tmp_path, str(path))
    try:
        desk.key("i")
        desk.drag((-120, 0), (0, 0), (120, 0))
        line = saved(desk, path, lambda session: len(session.dataset) == 12).dataset
        desk.key("e")
        desk.drag((40, -60), (40, 60))
        erased = saved(desk, path, lambda session: len(session.dataset) < 12).dataset
        desk.key("q")
        desk.drag((-140, -30), (-60, -30), (-60, 30), (-140, 30))
        desk.key("Delete")
        left = saved(desk, path, lambda session: len(session.dataset) < len(erased)).dataset
        code, printed = desk.close()
    finally:
        desk.process.kill()
        desk.process.wait(10)
    assert (code, printed) == (0, "")
    # The line is 240 pixels long, a point every 21.8; the eraser reaches 14 to both sides of 40.
    x = 240 * (line.points[:, 0] - line.points[0, 0]) / (line.points[-1, 0] - line.points[0, 0]) - 120
    kept = abs(x - 40) > 14
    assert erased.points.tolist() == line.points[kept].tolist()
    assert left.points.tolist() == line.points[kept & (x > -60)].tolist()


def test_a_selection_is_stretched_and_turned_by_its_handles(display, tmp_path):
    path = tmp_path / "turned.kpgui"
    kpgui.save(kpgui.Session(), path)
    desk = Desk(display, tmp_path, str(path))
    try:
        for dx, dy in ((-100, -100), (100, -100), (-100, 100), (100, 100)):
            desk.click(dx, dy, 1)
        square = saved(desk, path, lambda session: len(session.dataset) == 4).dataset.points
        desk.key("s", "ctrl+a")
        desk.drag((116, 0), (150, 3), (216, 5))
        wide = saved(desk, path, lambda session: changed(session, square)).dataset.points
        desk.xdotool("keydown", "shift")
        desk.drag((50, -142), (150, -100), (190, 10))
        desk.xdotool("keyup", "shift")
        turned = saved(desk, path, lambda session: changed(session, wide)).dataset.points
        desk.key("ctrl+z")
        again = saved(desk, path, lambda session: changed(session, turned)).dataset.points
        code, printed = desk.close()
    finally:
        desk.process.kill()
        desk.process.wait(10)
    assert (code, printed) == (0, "")
    unit = (square[1, 0] - square[0, 0]) / 200
    assert wide[[0, 2]].tolist() == square[[0, 2]].tolist(), "the left edge stays"
    np.testing.assert_allclose(wide[[1, 3]], square[[1, 3]] + (100 * unit, 0), atol=1e-9)
    # A quarter turn clockwise, about the middle.
    middle = wide.mean(axis=0)
    x, y = (wide - middle).T
    np.testing.assert_allclose(turned, middle + np.column_stack([y, -x]), atol=1e-9)
    assert again.tolist() == wide.tolist()


def changed(session: kpgui.Session, before: np.ndarray) -> bool:
    return not np.array_equal(session.dataset.points, before)
