"""The analysis panel."""

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel, QProgressBar, QPushButton

from kpgui import api
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Setting
from kpgui.ui.instruments.analysis.panel import HINT, STALE
from kpgui.ui.instruments.analysis.words import lines, meaning
from tests.strategies import noisy_moons


@pytest.fixture
def panel(desk):
    desk.trigger("view.analysis")
    return desk


def press(desk):
    QTest.mouseClick(desk.find(QPushButton, "analysis.start"), Qt.MouseButton.LeftButton)


def analyse(desk):
    """Press the button and wait for the answer, which on a busy machine does not come at once."""
    press(desk)
    desk.wait(lambda: desk.find(QPushButton, "analysis.start").text() != "Cancel")


def facts(desk):
    """What is shown, by its title."""
    QApplication.processEvents()  # a layout shows what is new in it a moment later
    shown = [label for label in desk.find(QDockWidget, "dock.analysis").findChildren(QLabel) if not label.isHidden()]
    return {label.objectName().removeprefix("analysis."): label.text() for label in shown}


def draw_xor(hand):
    for x, y in ((-1, 1), (1, -1)):
        hand.click(x, y)
    for x, y in ((-1, -1), (1, 1)):
        hand.click(x, y, Qt.MouseButton.RightButton)


def test_it_is_hidden_until_it_is_asked_for_and_says_what_it_is_for(desk):
    assert not desk.find(QDockWidget, "dock.analysis").isVisible()
    desk.trigger("view.analysis")
    assert desk.find(QDockWidget, "dock.analysis").isVisible()
    assert desk.text("analysis.meaning") == HINT


def test_it_finds_what_the_functions_find(panel, hand):
    draw_xor(hand)
    panel.find(QPushButton, "analysis.start").setFocus()
    QTest.keyClick(panel.find(QPushButton, "analysis.start"), Qt.Key.Key_Return)
    found, trial = api.analyse(panel.session)
    told = lines(found, trial)
    del told["data"]
    assert told.items() <= facts(panel).items()
    assert facts(panel)["meaning"] == meaning(found)
    assert facts(panel)["margin γ"] != "none: not separable"


@pytest.mark.parametrize("learner", ["kernel_perceptron(bias=true)", "svm()"])
def test_the_bias_of_the_learner_counts(panel, learner):
    ray = Dataset.of([[1, 1], [2, 2]], [1, -1])  # a hand would miss it by the width of a hair, and separate them
    panel.window.document.open_session(api.Session(ray, "linear()"), None)
    analyse(panel)
    assert panel.text("analysis.meaning").startswith("Not separable by this kernel without a bias")
    panel.window.document.edit(Setting("learner", learner), "learner")
    analyse(panel)
    assert panel.text("analysis.meaning").startswith("Separable by this kernel with a bias")


def test_a_change_makes_it_one_of_before_until_it_is_asked_again_or_undone(panel, hand):
    draw_xor(hand)
    analyse(panel)
    assert "stale" not in facts(panel)
    hand.click(0.5, 0.5)
    assert "stale" in facts(panel)
    panel.trigger("edit.undo")
    assert "stale" not in facts(panel)
    panel.window.document.edit(Setting("kernel", "linear()"), "kernel")
    assert "stale" in facts(panel)
    analyse(panel)
    assert "stale" not in facts(panel)
    assert facts(panel)["margin γ"] == "none: not separable"


def test_a_kernel_that_overflows_is_a_sentence(panel, hand):
    draw_xor(hand)
    panel.window.document.edit(Setting("kernel", "exp(1000*linear())"), "kernel")
    analyse(panel)
    assert "too large" in panel.text("analysis.meaning")
    assert "margin γ" not in facts(panel)
    assert "stale" not in facts(panel)
    panel.type("param.kernel.expression", "linear()")
    assert facts(panel)["stale"] == STALE
    panel.trigger("edit.undo")
    assert "stale" not in facts(panel)


def test_without_points_it_says_so(panel):
    analyse(panel)
    assert panel.text("analysis.meaning") == "There is no point to analyse."


@pytest.fixture
def long(panel, monkeypatch):
    """A question that takes seconds, on its way."""
    monkeypatch.setattr("kpgui.ui.tasks.PATIENCE", 0.01)
    panel.window.document.open_session(api.Session(noisy_moons(3000, noise=0.4), "rbf(sigma=0.1)"), None)
    press(panel)
    assert panel.find(QPushButton, "analysis.start").text() == "Cancel"
    assert panel.find(QProgressBar, "analysis.busy").isVisible()
    return panel


def working():
    return any(thread.name == "kpgui analysis" for thread in threading.enumerate())


def test_it_can_be_cancelled_and_leaves_what_was_there(long):
    press(long)
    assert long.find(QPushButton, "analysis.start").text() == "Analyse"
    assert not long.find(QProgressBar, "analysis.busy").isVisible()
    assert long.text("analysis.meaning") == HINT
    long.wait(lambda: not working())


def test_an_edit_that_makes_another_question_of_it_cancels_it(long):
    long.window.document.edit(Setting("kernel", "linear()"), "kernel")
    assert long.find(QPushButton, "analysis.start").text() == "Analyse"
    assert long.text("analysis.meaning") == HINT
    long.wait(lambda: not working())


def test_looking_elsewhere_does_not_cancel_it(long):
    long.window.canvas.fit_view()
    long.trigger("view.theme_dark")
    assert long.find(QPushButton, "analysis.start").text() == "Cancel"


def test_the_window_lives_while_it_works_and_can_be_closed(long, hand):
    hand.click(-2.7, -1.7)
    assert len(long.session.dataset) == 3001
    long.window.document.undo_stack.undo()
    long.window.close()
    long.wait(lambda: not working())
