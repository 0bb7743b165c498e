"""Fingers on the keys of a window, and whether keys do there what they should."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kpgui.model.edits import Replace
from kpgui.model.frame import Status
from tests.strategies import noisy_moons
from tests.ui.canvas.stage import LEFT

KEY = Qt.Key


def at_keyboard(desk, qtbot):
    """Yields the desk with twenty points, the canvas having the keyboard."""
    interval = QApplication.doubleClickInterval()
    QApplication.setDoubleClickInterval(1)  # so long an opened list takes no click
    desk.window.activateWindow()
    with qtbot.waitActive(desk.window):
        desk.window.canvas.setFocus()
    desk.window.resize(1280, 1000)
    desk.window.document.edit(Replace(noisy_moons(20)), "draw")
    desk.wait_for(Status.READY)
    yield desk
    QApplication.setDoubleClickInterval(interval)


def press(*keys):
    """Presses keys as the keyboard does: whoever has the focus gets them."""
    for key in keys:
        QTest.keyClick(QApplication.focusWidget(), key)
        QApplication.processEvents()


def click(widget, pos=None):
    QTest.mouseClick(widget, LEFT, pos=pos or widget.rect().center())
    QTest.qWait(1)


def runs(desk):
    """Whether R, and then Space, run and pause, in the window as it is. A run may be at its end before it is seen."""

    def state():
        return desk.window.training.playing, desk.frame.counters.step

    went = []
    for key in (KEY.Key_R, KEY.Key_Space):
        before = state()
        press(key)
        went.append(comes(lambda before=before: state() != before))
        if desk.window.training.playing:
            desk.window.training.toggle()
            comes(lambda: not desk.window.training.playing)
    return went == [True, True]


def comes(condition):
    """Whether something is so within a second."""
    for _ in range(100):
        if condition():
            return True
        QTest.qWait(10)
    return False


def choose(choice):
    """Chooses from a list with the mouse: another entry."""
    click(choice)
    QTest.qWait(5)
    view = choice.view()
    row = (choice.currentIndex() + 1) % choice.count()
    view.scrollTo(view.model().index(row, 0))
    QTest.mouseClick(view.viewport(), LEFT, pos=view.visualRect(view.model().index(row, 0)).center())
    QTest.qWait(20)
