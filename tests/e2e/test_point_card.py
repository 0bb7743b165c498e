"""The card of a point: with a real pointer and real keys, in a window with a run."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView

from kpgui.model.dataset import Dataset
from kpgui.model.edits import Move, Replace, Setting
from kpgui.model.frame import Status
from kpgui.model.param import shown
from kpgui.ui.canvas.layers.cards import PointCardLayer
from tests.strategies import noisy_moons
from tests.ui.canvas.stage import Hand


@pytest.fixture
def four(desk):
    desk.window.document.edit(Replace(Dataset.of([[1, 0], [1, 1], [-1, 0], [-1, 1]], [1, 1, -1, 1])), "four")
    desk.window.document.edit(Setting("kernel", "linear()"), "kernel")
    desk.wait_for(Status.READY)
    return desk


@pytest.fixture
def table(four):
    four.trigger("view.points")
    table = four.find(QTableView, "points.table")
    table.setFocus()
    table.setCurrentIndex(table.model().index(0, 0))
    return table


@pytest.fixture
def hand(four):
    return Hand(four.window.canvas)


def card(desk):
    return desk.window.canvas.stage.layer(PointCardLayer).card


def box(desk):
    return desk.window.canvas.stage.layer(PointCardLayer).box


def rest_on(desk, hand, x, y):
    hand.hover(hand.at(x, y))
    desk.wait(lambda: card(desk) is not None)


def test_it_comes_where_the_pointer_rests_and_goes_when_it_leaves(four, hand):
    hand.hover(hand.at(1, 1))
    assert card(four) is None, "not yet"
    four.wait(lambda: card(four) is not None)
    assert card(four).title == "Point 2: class +1"
    assert card(four).where == "x = 1   y = 1"
    assert card(four).rows == ()
    hand.hover(hand.at(0.3, 0.5))
    assert card(four) is None
    rest_on(four, hand, -1, 0)
    assert card(four).title == "Point 3: class −1"
    QApplication.sendEvent(hand.canvas, QEvent(QEvent.Type.Leave))
    assert card(four) is None


def test_a_pointer_that_only_passes_brings_no_card(four, hand, qtbot):
    for x, y in ((1, 1), (0.5, 0.5), (-1, 0), (0.2, 0.4)):
        hand.hover(hand.at(x, y))
        qtbot.wait(60)
    qtbot.wait(400)
    assert card(four) is None


def test_it_follows_the_run(four, hand):
    rest_on(four, hand, 1, 0)
    QTest.keyClick(hand.canvas, Qt.Key.Key_Period)
    four.wait(lambda: card(four) is not None and card(four).rows != ())
    beta = four.frame.expansion.beta
    f = float(four.session.dataset.points[0] @ (beta @ four.session.dataset.points))
    assert dict(card(four).rows) == {"α": "1", "β": "1", "f": shown(f), "y·f": shown(f)}
    assert not card(four).wrong
    QTest.keyClick(hand.canvas, Qt.Key.Key_Home)
    four.wait(lambda: card(four).rows == ())


def test_its_size_holds_while_the_numbers_run(desk, qtbot):
    desk.window.document.edit(Replace(noisy_moons(150, noise=0.4)), "moons")
    desk.window.document.edit(Setting("learner", "kernel_perceptron(epochs=1000000)"), "long")
    desk.wait_for(Status.READY)
    hand = Hand(desk.window.canvas)
    QTest.keyClick(hand.canvas, Qt.Key.Key_R)
    desk.wait(lambda: desk.frame.counters.step > 0)
    rest_on(desk, hand, *desk.session.dataset.points[0].tolist())
    sizes, said = set(), set()
    for _ in range(15):
        qtbot.wait(60)
        sizes.add(box(desk).getRect())
        said.add(card(desk).rows)
    assert len(sizes) == 1
    assert 1 < len(said) < 15, "at a rate that can be read"
    QTest.keyClick(hand.canvas, Qt.Key.Key_R)


def test_it_stays_inside_the_canvas_and_off_its_point(four, hand):
    canvas = four.window.canvas
    width, height = canvas.mapping.width, canvas.mapping.height
    corners = np.array([[4, 4], [width - 4, 4], [4, height - 4], [width - 4, height - 4.0]])
    four.window.document.edit(Replace(Dataset.of(canvas.mapping.from_pixels(corners), [1, -1, 1, -1])), "corners")
    for x, y in four.session.dataset.points.tolist():
        rest_on(four, hand, x, y)
        pixel = canvas.mapping.to_pixels(np.array([[x, y]]))[0]
        around = box(four)
        assert around.left() >= 0
        assert around.top() >= 0
        assert around.right() <= width
        assert around.bottom() <= height
        assert not around.contains(*pixel)
        hand.hover(hand.at(0, 0))


def test_a_click_on_the_card_adds_a_point_and_a_drag_takes_it_away(four, hand):
    rest_on(four, hand, 1, 1)
    canvas = four.window.canvas
    below = canvas.mapFromScene(canvas.view_box.mapToScene(box(four).center()))
    hand.press(below)
    hand.release(below)
    assert len(hand.dataset) == 5
    rest_on(four, hand, -1, 1)
    start = hand.at(-1, 1)
    hand.press(start)
    hand.move(start + QPoint(30, 0))
    assert card(four) is None
    hand.release(start + QPoint(30, 0))


def test_an_edit_from_elsewhere_is_followed_and_a_deleted_point_has_no_card(four, hand):
    rest_on(four, hand, -1, 0)
    four.window.document.edit(Move(np.array([four.session.dataset.ids[2]]), np.array([[-1.0, 0.01]])), "move")
    assert card(four).where == "x = −1   y = 0.01"
    four.window.document.edit(Replace(Dataset.of([[5, 5]], [1])), "others")
    assert card(four) is None


def test_keys_in_the_table_win_over_a_pointer_that_lies_on_the_canvas_until_it_moves(four, hand, table):
    rest_on(four, hand, 1, 1)
    QTest.keyClick(table, Qt.Key.Key_Down)
    QTest.keyClick(table, Qt.Key.Key_Down)
    four.wait(lambda: card(four) is not None and card(four).title == "Point 3: class −1")
    hand.hover(hand.at(1, 1) + QPoint(1, 0))
    four.wait(lambda: card(four) is not None and card(four).title == "Point 2: class +1")


def test_a_point_selected_by_keys_in_the_table_has_its_card(four, hand, table):
    QTest.keyClick(table, Qt.Key.Key_Down)
    four.wait(lambda: card(four) is not None)
    assert card(four).title == "Point 2: class +1"
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert card(four) is None
    four.wait(lambda: card(four) is not None)
    assert card(four).title == "Point 3: class −1"
    hand.hover(hand.at(0, 0))
    assert card(four) is None


def test_it_is_switched_off_in_the_view_menu(four, hand, qtbot):
    rest_on(four, hand, 1, 1)
    four.find(QAction, "view.card").trigger()
    assert card(four) is None
    assert not four.window.canvas.focus.hover_followed
    hand.hover(hand.at(0, 0))
    hand.hover(hand.at(1, 1))
    qtbot.wait(400)
    assert card(four) is None
    four.find(QAction, "view.card").trigger()
    hand.hover(hand.at(0, 0))
    rest_on(four, hand, 1, 1)


def test_the_card_of_a_selected_point_goes_when_the_pointer_leaves_the_canvas(four, hand):
    rest_on(four, hand, 1, 1)
    hand.click(1, 1)  # selects it
    four.wait(lambda: card(four) is not None)
    QApplication.sendEvent(hand.canvas, QEvent(QEvent.Type.Leave))
    assert card(four) is None
    QTest.qWait(400)
    assert card(four) is None


def test_escape_ends_the_card_of_a_point_that_was_selected_by_keys(four, table):
    QTest.keyClick(table, Qt.Key.Key_Down)
    four.wait(lambda: card(four) is not None)
    four.window.canvas.setFocus()
    QTest.keyClick(four.window.canvas, Qt.Key.Key_Escape)
    assert card(four) is None


def test_escape_ends_the_card_under_a_pointer_that_rests_until_it_comes_again(four, hand):
    rest_on(four, hand, 1, 1)
    QTest.keyClick(hand.canvas, Qt.Key.Key_Escape)
    assert card(four) is None
    hand.hover(hand.at(1, 1) + QPoint(1, 0))
    QTest.qWait(400)
    assert card(four) is None
    hand.hover(hand.at(0.3, 0.5))
    rest_on(four, hand, 1, 1)


def test_a_click_elsewhere_ends_the_card(four, hand):
    rest_on(four, hand, 1, 1)
    hand.click(1, 1)
    hand.hover(hand.at(0.2, 0.4))
    hand.click(0.2, 0.4)
    QTest.qWait(400)
    assert card(four) is None or card(four).title != "Point 2: class +1"
