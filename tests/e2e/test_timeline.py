"""The timeline: a run is gone through by drag, wheel and keys."""

from math import inf

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from kpgui import api
from kpgui.geometry.palette import PALETTES
from kpgui.model.edits import Replace, Setting
from kpgui.model.session import Session
from kpgui.ui.instruments.timeline.bar import EDGE
from tests.engine.test_skipping import mistaken_steps
from tests.geometry.test_palette import contrast
from tests.strategies import noisy_moons
from tests.ui.canvas.stage import CTRL, LEFT, NONE, SHIFT

KEY = Qt.Key


class Strip:
    """The timeline of a window, and a hand on it."""

    def __init__(self, desk):
        self.desk = desk
        self.widget = desk.find(QWidget, "timeline")

    def at(self, share):
        width = self.widget.width() - 2 * EDGE
        return QPoint(round(EDGE + share * width), self.widget.height() // 2)

    def drag(self, *shares):
        QTest.mousePress(self.widget, LEFT, NONE, self.at(shares[0]))
        for share in shares[1:]:
            QTest.mouseMove(self.widget, self.at(share))
        QTest.mouseRelease(self.widget, LEFT, NONE, self.at(shares[-1]))

    def key(self, key, modifiers=NONE):
        QTest.keyClick(self.widget, key, modifiers)

    def wheel(self, notches, modifiers=NONE):
        place = QPointF(self.at(0.5))
        turn = QPoint(0, 120 * notches)
        event = QWheelEvent(
            place,
            QPointF(self.widget.mapToGlobal(self.at(0.5))),
            QPoint(),
            turn,
            Qt.MouseButton.NoButton,
            modifiers,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(self.widget, event)

    def wait_for(self, step):
        self.desk.wait(lambda: self.desk.frame.counters.step == step and self.widget.value() == step)


@pytest.fixture
def strip(desk):
    desk.window.document.edit(Replace(noisy_moons(50, noise=0.4)), "draw")
    desk.window.document.edit(Setting("kernel", "rbf(sigma=0.5)"), "kernel")
    desk.window.document.edit(Setting("learner", "kernel_perceptron(epochs=6)"), "learner")
    desk.train_to_end()
    strip = Strip(desk)
    strip.wait_for(300)
    return strip


def test_it_is_as_long_as_the_run(strip):
    assert (strip.widget.minimum(), strip.widget.maximum()) == (0, 300)


def test_dragging_shows_each_step_as_it_was(strip):
    strip.drag(0.9, 0.7, 0.5)
    strip.wait_for(150)
    assert strip.desk.frame.expansion.beta.tolist() == api.train(strip.desk.session, 150).expansion.beta.tolist()
    assert strip.desk.frame.head == 300
    assert strip.desk.text("counter.step") == "150"


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_what_is_left_of_the_run_is_seen_on_every_ground(strip, palette):
    strip.drag(0.5)
    strip.wait_for(round(0.5 * strip.widget.maximum()))
    strip.desk.window.theme.apply(palette.name)
    groove = strip.widget.grab().toImage().pixelColor(strip.at(0.8)).name()
    assert contrast(groove, palette.panel) >= 3
    assert contrast(groove, palette.window) >= 3


def test_keys_go_by_steps_mistakes_and_epochs(strip):
    mistakes = mistaken_steps(strip.desk.session, 300)
    strip.widget.setFocus()
    strip.key(KEY.Key_Home)
    strip.wait_for(0)
    for step in mistakes[:3]:
        strip.key(KEY.Key_Right, CTRL)
        strip.wait_for(step)
    strip.key(KEY.Key_Left)
    strip.wait_for(mistakes[2] - 1)
    strip.key(KEY.Key_PageUp)
    strip.wait_for(50)
    strip.key(KEY.Key_End)
    strip.wait_for(300)


def test_the_wheel_goes_by_steps_mistakes_and_epochs(strip):
    mistakes = [step for step in mistaken_steps(strip.desk.session, 300) if step < 300]
    strip.wheel(-2)
    strip.wait_for(298)
    strip.wheel(-1, CTRL)
    strip.wait_for([step for step in mistakes if step < 298][-1])
    strip.wheel(-1, SHIFT)
    strip.wait_for(250 if mistakes[-1] > 250 else strip.widget.value())


def test_the_menu_goes_by_mistakes_and_epochs(strip):
    strip.drag(0.0)
    strip.wait_for(0)
    strip.desk.trigger("train.next_mistake")
    strip.wait_for(1)
    strip.desk.trigger("train.next_epoch")
    strip.wait_for(50)
    strip.desk.trigger("train.last_epoch")
    strip.wait_for(0)


def test_mistakes_are_marked_where_they_were(strip):
    mistakes = np.array(mistaken_steps(strip.desk.session, 300)) - 1
    strip.desk.wait(lambda: strip.widget._marks is not None and strip.widget._marks.mistakes == len(mistakes))
    marks = strip.widget._marks
    filled = np.flatnonzero(marks.counts)
    assert marks.counts.sum() == len(mistakes)
    assert np.abs((filled + 0.5) / len(marks.counts) * 300 - np.unique(mistakes)).max() <= 1
    flash = strip.desk.window.theme.palette.flash
    image = strip.widget.grab().toImage()
    column = round(EDGE + (image.width() - 2 * EDGE) * (filled[0] + 0.5) / len(marks.counts))
    assert flash in {image.pixelColor(x, 4).name() for x in range(column - 2, column + 3)}


def test_a_run_goes_on_from_where_it_was_put(strip):
    strip.drag(0.5)
    strip.wait_for(150)
    strip.desk.trigger("train.run")
    strip.wait_for(300)


def test_during_a_run_a_drag_pauses_it_there(strip):
    strip.desk.window.document.edit(Setting("kernel", "linear()"), "kernel")
    strip.desk.window.document.edit(Setting("learner", "kernel_perceptron(epochs=1000000)"), "learner")
    strip.desk.window.training.set_pace(inf)
    strip.desk.trigger("train.run")
    strip.desk.wait(lambda: strip.desk.frame.head > 5000)
    strip.drag(0.5, 0.25)
    strip.desk.wait(lambda: not strip.desk.window.training.playing)
    strip.desk.wait(lambda: strip.desk.frame.counters.step == strip.widget.value() < strip.desk.frame.head)


def test_during_a_run_a_press_on_the_handle_itself_pauses_it_there(strip):
    strip.desk.window.document.edit(Setting("kernel", "linear()"), "kernel")
    strip.desk.window.document.edit(Setting("learner", "kernel_perceptron(epochs=1000000)"), "learner")
    strip.desk.window.training.set_pace(1.0)
    strip.desk.trigger("train.run")
    strip.desk.wait(lambda: strip.desk.window.training.playing and strip.desk.frame.counters.step == 1)
    at = strip.at(strip.widget.value() / strip.widget.maximum())
    QTest.mouseClick(strip.widget, LEFT, NONE, at)
    strip.desk.wait(lambda: not strip.desk.window.training.playing)
    step = strip.widget.value()
    QTest.qWait(50)
    assert strip.desk.frame.counters.step == strip.widget.value() == step


def test_a_press_on_the_handle_at_the_end_of_a_run_changes_nothing(strip):
    before = strip.desk.frame.status, strip.desk.find(QAction, "train.run").isEnabled()
    QTest.mouseClick(strip.widget, LEFT, NONE, strip.at(1.0))
    QTest.qWait(100)
    assert (strip.desk.frame.status, strip.desk.find(QAction, "train.run").isEnabled()) == before
    assert strip.desk.frame.counters.step == 300


def test_another_run_begins_with_an_empty_strip(strip):
    strip.desk.window.document.edit(Replace(Session().dataset), "clear")
    strip.drag(0.5)
    strip.wait_for(150)
    strip.desk.window.training.reset()
    strip.desk.wait(lambda: strip.widget.maximum() == 0)
    assert strip.widget.value() == 0
