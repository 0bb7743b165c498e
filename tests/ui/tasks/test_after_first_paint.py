import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from kpgui.app import create_window
from kpgui.ui.tasks import AfterFirstPaint


class Asked(QObject):
    """Counts how often it was asked."""

    def __init__(self):
        super().__init__()
        self.times = 0

    def ask(self):
        self.times += 1


@pytest.fixture
def watched(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


def test_it_waits_for_the_painting_and_asks_once(watched, qtbot):
    later, asked = AfterFirstPaint(watched, watched), Asked()
    later.do(asked.ask)
    qtbot.wait(20)
    assert asked.times == 0
    with qtbot.waitExposed(watched):
        watched.show()
    qtbot.waitUntil(lambda: asked.times == 1)
    watched.repaint()
    qtbot.wait(20)
    assert asked.times == 1


def test_then_it_asks_at_once(watched, qtbot):
    later, first, second = AfterFirstPaint(watched, watched), Asked(), Asked()
    later.do(first.ask)
    watched.show()
    qtbot.waitUntil(lambda: first.times == 1)
    later.do(second.ask)
    assert second.times == 1


def test_who_is_gone_is_not_asked(watched, qtbot):
    later, asked, other = AfterFirstPaint(watched, watched), Asked(), Asked()
    later.do(asked.ask)
    later.do(other.ask)
    asked.deleteLater()
    watched.show()
    qtbot.waitUntil(lambda: other.times == 1)
    assert asked.times == 0


@pytest.fixture
def unseen(qtbot):
    """A window that was never painted."""
    window = create_window()
    yield window
    window.close()


def test_what_is_folded_away_is_there_when_it_is_wanted_before_the_painting(unseen):
    learner = unseen.findChild(QWidget, "panel.learner")
    fold = next(each for each in learner.findChildren(QPushButton) if "more" in each.text())
    fold.click()
    assert not learner.findChild(QWidget, "param.learner.decay").isHidden()
    unseen.findChild(QPushButton, "data.hold_out.fold").click()
    assert not unseen.findChild(QPushButton, "data.hold_out").isHidden()


def test_a_closed_panel_is_there_when_it_is_wanted_before_the_painting(unseen):
    unseen.commands["view.points"].trigger()
    assert not unseen.findChild(QLineEdit, "points.typed").isHidden()


def test_all_is_there_when_the_window_was_painted(unseen, qtbot):
    unseen.show()
    for name in ("panel.points", "panel.history", "param.learner.decay", "param.data.balance", "data.hold_out"):
        qtbot.waitUntil(lambda name=name: unseen.findChild(QWidget, name) is not None)
        assert not unseen.findChild(QWidget, name).isVisible()


def test_a_window_that_is_closed_first_starts_nothing(unseen, qtbot):
    unseen.show()
    unseen.canvas.viewport().repaint()
    unseen.close()
    qtbot.wait(50)
    assert unseen.training.frame is None
    assert unseen.findChild(QWidget, "panel.points") is None
