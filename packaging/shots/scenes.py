"""What the pictures show: each scene is played in a window of its own, with the same data every time."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QEventLoop
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QWidget

from kpgui.app import create_window
from kpgui.generators import generator
from kpgui.model.dataset import Dataset
from kpgui.model.frame import Status
from kpgui.model.session import Session, View
from kpgui.ui.dialogs.picture import PictureDialog
from kpgui.ui.window.main_window import MainWindow

ROOT = Path(__file__).resolve().parents[2]

STILL = 700
"""Milliseconds for which nothing changes once a picture is ready."""

ENDS = Status.CONVERGED, Status.LIMIT

PATIENCE = 20_000
"""Most milliseconds that anything may take."""

MOONS = "moons(n=200, noise=0.12, seed=1)"
FEW = Dataset.of(
    [
        [-1.6, 0.9],
        [-0.8, 1.3],
        [-0.2, 0.4],
        [-1.1, -0.2],
        [0.9, -0.4],
        [1.5, 0.6],
        [0.6, -1.2],
        [1.8, -0.9],
        [0.2, 1.1],
    ],
    [1, 1, 1, 1, -1, -1, -1, -1, -1],
)


class Shot(NamedTuple):
    """A picture. path: inside the project. scene: uses a window, and returns what is to be seen of it."""

    path: str
    scene: Callable[[MainWindow], QWidget]
    session: Session
    size: tuple[int, int] = (1024, 700)


def session_of(points: str | Dataset, kernel: str) -> Session:
    dataset = generator(points).make() if isinstance(points, str) else points
    return Session(dataset, kernel, view=View.around(dataset.points))


def wait_until(done: Callable[[], bool]) -> None:
    """Let the window work until something holds. Raises TimeoutError."""
    for _ in range(PATIENCE // 20):
        if done():
            return
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        QTest.qWait(20)
    raise TimeoutError("the window did not get there")


def settled(widget: QWidget) -> QImage:
    """What is seen of a widget when it no longer changes: pictures are computed in the background, mistakes fade."""
    before = QImage()
    while (now := widget.grab().toImage()) != before:
        before = now
        QTest.qWait(STILL)
    return now


def rests(window: MainWindow) -> bool:
    return window.training.frame is not None and window.training.frame.status in ENDS


def made(window: MainWindow, steps: int) -> bool:
    return window.training.frame is not None and window.training.frame.counters.step >= steps


def train(window: MainWindow) -> None:
    window.commands["train.to_end"].trigger()
    wait_until(partial(rests, window))


def step(window: MainWindow, steps: int) -> None:
    for number in range(1, steps + 1):
        window.commands["train.step"].trigger()
        wait_until(partial(made, window, number))


def whole_window(window: MainWindow) -> QWidget:
    train(window)
    return window


def panel(window: MainWindow, key: str, steps: int = 0) -> QWidget:
    """A panel after so many steps, or after the whole run."""
    window.dock_layout.bring(key)
    if steps:
        step(window, steps)
    else:
        train(window)
    return window


def pictures(window: MainWindow, kind: str, varied: str = "") -> QWidget:
    """The dialog of pictures at this kind, when its preview has a picture. varied: values of the first setting."""
    train(window)
    if varied:
        window.dock_layout.bring("vary")
        values = window.findChild(QLineEdit, "vary.rows.values")
        assert values is not None
        values.setText(varied)
    window.commands["file.export_figure"].trigger()
    shown = next(
        each for each in QApplication.topLevelWidgets() if isinstance(each, PictureDialog) and each.isVisible()
    )
    shown.show_kind(kind)
    shown.resize(840, 560)
    wait_until(lambda: shown.page.ready and shown.preview.image is not None)
    return shown


SHOTS = (
    Shot("packaging/screenshot.png", whole_window, session_of(MOONS, "rbf(sigma=0.5)"), (1280, 800)),
    Shot("docs/pictures/steps.png", partial(panel, key="progress", steps=6), session_of(FEW, "rbf(sigma=1)")),
    Shot("docs/pictures/why.png", partial(panel, key="why", steps=5), session_of(FEW, "rbf(sigma=1)")),
    Shot("docs/pictures/progress.png", partial(panel, key="progress"), session_of(MOONS, "rbf(sigma=0.5)")),
    Shot("docs/pictures/points.png", partial(panel, key="points"), session_of(FEW, "rbf(sigma=1)")),
    Shot(
        "docs/pictures/picture.png",
        partial(pictures, kind="still"),
        session_of(MOONS, "rbf(sigma=0.5)"),
    ),
    Shot(
        "docs/pictures/multiples.png",
        partial(pictures, kind="multiples", varied="0.2, 0.5, 2"),
        session_of(MOONS, "rbf(sigma=0.5)"),
    ),
)


def taken(shot: Shot) -> QImage:
    """The picture as it is now. An application must exist, with settings of nobody."""
    window = create_window(shot.session)
    window.resize(*shot.size)
    window.show()
    QApplication.processEvents()
    try:
        return settled(shot.scene(window))
    finally:
        for each in QApplication.topLevelWidgets():
            if isinstance(each, QDialog):
                each.close()
        window.document.undo_stack.setClean()
        window.close()
        window.deleteLater()
