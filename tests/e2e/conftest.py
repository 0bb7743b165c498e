import pytest

from kpgui.app import create_window
from tests.e2e.desk import Desk
from tests.ui.canvas.stage import Hand


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """A small file has been read when the call that opens it returns, however busy the machine is."""
    monkeypatch.setattr("kpgui.ui.background.PATIENCE", 20.0)


@pytest.fixture
def window(qtbot):
    """An empty window on the screen; what it holds at the end is discarded."""
    window = create_window()
    with qtbot.waitExposed(window):
        window.show()
    return window


@pytest.fixture
def desk(window, qtbot, monkeypatch):
    return Desk(window, qtbot, monkeypatch)


@pytest.fixture
def hand(window):
    """A hand on the window's canvas."""
    return Hand(window.canvas)
