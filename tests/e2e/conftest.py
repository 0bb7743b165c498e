import pytest
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QMessageBox, QPushButton

from kpgui import api
from kpgui.app import create_window
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Replace
from kpgui.model.session import Session
from kpgui.ui.look.scale import scale, set_scale
from tests.e2e.desk import Desk
from tests.e2e.points_table import FOUR, KEY, Table
from tests.e2e.slow_disk import SlowDisk
from tests.ui.canvas.stage import CTRL, SHIFT, Hand


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """A small file has been read when the call that opens it returns, however busy the machine is."""
    monkeypatch.setattr("kpgui.ui.tasks.PATIENCE", 20.0)


@pytest.fixture(autouse=True)
def usual_type_afterwards():
    """A window that was presenting or had larger type leaves none to the tests after it in this process."""
    yield
    if QApplication.instance() is not None and scale() != 1:
        set_scale(1.0)


@pytest.fixture
def window(qtbot):
    """An empty window on the screen; what it holds at the end is discarded."""
    window = create_window()
    with qtbot.waitExposed(window):
        window.show()
    return window


@pytest.fixture
def start(qtbot, monkeypatch):
    """The next start of the program, with whoever sits in front of it."""

    def start():
        window = create_window()
        with qtbot.waitExposed(window):
            window.show()
        return Desk(window, qtbot, monkeypatch)

    return start


@pytest.fixture
def desk(window, qtbot, monkeypatch):
    return Desk(window, qtbot, monkeypatch)


@pytest.fixture
def hand(window):
    """A hand on the window's canvas."""
    return Hand(window.canvas)


@pytest.fixture
def saved(tmp_path):
    """The file of a session with three points, in a folder of its own."""
    path = tmp_path / "folder" / "three.kpgui"
    path.parent.mkdir()
    api.save(Session(Dataset.of([[0, 0], [0.1, 0.2], [1 / 3, 5]], [1, -1, 1]), seed=9), path)
    return path


@pytest.fixture
def choose():
    """Press the button with this text in the next question; gives the list of the questions that came."""
    asked = []

    def choose(text):
        def look():
            box = QApplication.activeModalWidget()
            if not isinstance(box, QMessageBox):
                QTimer.singleShot(10, look)
                return
            asked.append(box.text())
            next(each for each in box.findChildren(QPushButton) if each.text().replace("&", "") == text).click()

        QTimer.singleShot(10, look)
        return asked

    return choose


@pytest.fixture
def disk(patience, monkeypatch):
    """A disk on which nothing is saved until it is told so, and a window that waits for no file."""
    disk = SlowDisk()
    monkeypatch.setattr("os.fsync", disk.sync)
    monkeypatch.setattr("kpgui.ui.tasks.PATIENCE", 0.05)
    yield disk
    disk.go()


@pytest.fixture
def three(desk, tmp_path):
    """A session file with three points, alone in its folder and open in the window."""
    path = tmp_path / "folder" / "three.kpgui"
    path.parent.mkdir()
    api.save(Session(Dataset.of([[-2, -1.5], [-2, 0.1], [-1.5, 1 / 3]], [1, -1, 1]), seed=9), path)
    desk.window.opening.open_path(path)
    desk.wait(lambda: desk.window.document.path == path)
    return path


@pytest.fixture
def table(desk, qtbot):
    desk.window.activateWindow()
    with qtbot.waitActive(desk.window):
        desk.window.canvas.setFocus()
    desk.window.document.edit(Replace(Dataset.of(FOUR, [-1, 1, 1, -1])), "draw")
    QTest.keyClick(desk.window, KEY.Key_T, CTRL | SHIFT)
    desk.wait(desk.find(QDockWidget, "dock.points").isVisible)
    return Table(desk)
