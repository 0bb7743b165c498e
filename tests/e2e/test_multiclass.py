"""More than two classes in the window: the switch in *Data*, with undo, and the points of the others in grey."""

import threading

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QPushButton

from kpgui import api
from kpgui.geometry.palette import PALETTES
from kpgui.model.errors import KpguiError
from kpgui.model.multiclass import AllPoints, against, parted
from kpgui.model.session import Session, View
from kpgui.ui.canvas.layers.points import AsideLayer

NAMES = ("ham", "spam", "eggs")
POINTS = np.array([[-2.0, 0.0], [-1.5, 1.0], [0.0, 1.0], [0.5, 0.0], [2.0, 0.0], [2.5, 1.0]])
CODES = np.array([0, 0, 1, 1, 2, 2])


@pytest.fixture
def three(desk, tmp_path):
    """A window with the session of a file with three classes, the first against the rest."""
    dataset = parted(AllPoints(POINTS, np.zeros(6, bool), CODES, np.arange(6)), NAMES, 0, None)
    api.save(Session(dataset, view=View.around(POINTS)), tmp_path / "three.kpgui")
    desk.window.opening.open_path(tmp_path / "three.kpgui")
    desk.wait(lambda: len(desk.session.dataset) == 6)
    return desk


def switch(desk, side):
    return desk.find(QComboBox, f"data.class.{side}")


def press(desk, side, key):
    QTest.keyClick(switch(desk, side), key)


def shown(desk):
    return switch(desk, "positive").currentText(), switch(desk, "negative").currentText()


def test_the_switch_is_there_only_with_more_than_two_classes(desk, three):
    assert switch(three, "positive").isVisible()
    assert shown(three) == ("ham", "the rest")
    three.trigger("file.new")
    three.wait(lambda: not len(three.session.dataset))
    assert not switch(three, "positive").isVisible()


def test_another_class_against_the_rest_is_one_edit(three):
    press(three, "positive", Qt.Key.Key_Down)
    assert three.session.dataset.labels.tolist() == [-1, -1, 1, 1, -1, -1]
    assert shown(three) == ("spam", "the rest")
    assert three.window.document.undo_stack.undoText() == "spam against the rest"
    three.trigger("edit.undo")
    assert three.session.dataset.labels.tolist() == [1, 1, -1, -1, -1, -1]
    assert shown(three) == ("ham", "the rest")
    three.trigger("edit.redo")
    assert shown(three) == ("spam", "the rest")


def test_one_class_against_another_leaves_the_third_grey_until_it_is_switched_back(three, hand):
    aside, blue = hand.layer(AsideLayer), QColor(PALETTES["light"].negative).getRgb()[:3]
    assert colour(hand, POINTS[4]) == pytest.approx(blue, abs=2)
    press(three, "negative", Qt.Key.Key_Down)
    assert shown(three) == ("ham", "spam")
    assert three.session.dataset.points.tolist() == POINTS[:4].tolist()
    red, green, blue_part = colour(hand, POINTS[4])
    assert max(red, green, blue_part) - min(red, green, blue_part) < 30
    assert (aside.legend()[0].text, aside.legend()[0].drawn) == ("other classes, not trained on", True)
    press(three, "negative", Qt.Key.Key_Up)
    assert three.session.dataset.points.tolist() == POINTS.tolist()
    assert colour(hand, POINTS[4]) == pytest.approx(blue, abs=2)
    assert not aside.legend()[0].drawn


def test_many_points_are_parted_beside_the_window_unless_they_change(three, monkeypatch):
    going_on = threading.Event()
    monkeypatch.setattr("kpgui.ui.tasks.PATIENCE", 0.0)
    monkeypatch.setattr("kpgui.ui.setup.data.against", lambda *given: going_on.wait(10) and against(*given))
    press(three, "positive", Qt.Key.Key_Down)
    assert three.session.dataset.multiclass.positive == 0
    three.trigger("edit.select_all")
    three.trigger("edit.relabel")
    assert shown(three) == ("ham", "the rest")
    press(three, "positive", Qt.Key.Key_Down)
    going_on.set()
    three.wait(lambda: three.session.dataset.multiclass.positive == 1)
    assert shown(three) == ("spam", "the rest")


def colour(hand, point):
    """Red, green and blue of what is painted there, from 0 to 255."""
    return QColor(hand.colour_at(*point)).getRgb()[:3]


def test_a_class_chosen_against_itself_stands_against_the_rest(three):
    press(three, "negative", Qt.Key.Key_Down)
    press(three, "positive", Qt.Key.Key_Down)
    assert shown(three) == ("spam", "the rest")


def test_a_point_drawn_and_removed_keeps_to_its_class(three, hand):
    press(three, "negative", Qt.Key.Key_Down)
    dataset = three.session.dataset
    hand.click(0.0, 0.0)
    drawn = three.session.dataset
    assert len(drawn) == len(dataset) + 1
    whole = against(drawn, 2)
    assert NAMES[whole.multiclass.of(whole)[-1]] == "ham"
    assert whole.points[:-1].tolist() == POINTS.tolist()
    three.trigger("edit.undo")
    hand.take("erase")
    hand.click(*POINTS[0])
    assert against(three.session.dataset, 2).points.tolist() == POINTS[1:].tolist()
    three.trigger("edit.undo")
    three.trigger("edit.undo")
    assert three.session.dataset.points.tolist() == POINTS.tolist()


def test_what_is_saved_opens_with_the_same_choice(three, tmp_path):
    press(three, "negative", Qt.Key.Key_Down)
    three.trigger("file.save")
    three.wait(lambda: not three.window.document.modified)
    again = api.load(tmp_path / "three.kpgui").dataset
    assert (again.multiclass.positive, again.multiclass.negative) == (0, 1)
    assert against(again, 0).points.tolist() == POINTS.tolist()


def test_generated_points_have_two_classes_and_undo_brings_all_back(three):
    press(three, "negative", Qt.Key.Key_Down)
    QTest.mouseClick(three.find(QPushButton, "data.generate"), Qt.MouseButton.LeftButton)
    assert three.session.dataset.multiclass is None
    assert not switch(three, "positive").isVisible()
    three.trigger("edit.undo")
    assert shown(three) == ("ham", "spam")


def test_a_choice_that_cannot_be_made_is_said_and_the_lists_stay_as_they_were(three, monkeypatch):
    def refuse(*given):
        raise KpguiError("There is no such class.")

    said = []
    three.window.workbench.said.connect(said.append)
    monkeypatch.setattr("kpgui.ui.setup.data.against", refuse)
    press(three, "positive", Qt.Key.Key_Down)
    three.wait(lambda: said == ["There is no such class."])
    assert shown(three) == ("ham", "the rest")
