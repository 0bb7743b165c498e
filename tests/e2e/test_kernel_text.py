"""The kernel as text: followed while it is typed, one undo a visit, marked where it is wrong."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QLabel, QLineEdit, QWidget

from kpgui.ui.setup.kernel_tree import PAUSE

BEFORE = "rbf(sigma=1)"


@pytest.fixture
def line(desk):
    return desk.find(QLineEdit, "param.kernel.expression")


def begin(line, text):
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text)


def refusals(desk):
    labels = desk.find(QWidget, "setup.area").findChildren(QLabel)
    return [label.text() for label in labels if label.property("role") == "wrong" and label.isVisible()]


def count(desk):
    return desk.window.document.undo_stack.count()


def test_return_builds_the_tree(desk, line):
    begin(line, "rbf(sigma=1) + 0.5*linear()")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert desk.session.kernel == line.text() == "rbf(sigma=1) + 0.5*linear()"
    assert desk.find(QDoubleSpinBox, "param.kernel.2.weight").value() == 0.5
    assert desk.window.canvas.hasFocus()


def test_leaving_the_line_takes_it_too(desk, line):
    begin(line, "poly(degree=3)")
    desk.find(QComboBox, "param.kernel.kernel").setFocus()
    assert desk.session.kernel == line.text() == "poly(degree=3, gamma=1, c=1)"


def test_the_tree_follows_when_the_typing_pauses_and_the_text_is_left_alone(desk, line):
    begin(line, "rbf+linear")
    assert desk.session.kernel == BEFORE
    desk.wait(lambda: desk.session.kernel == "rbf(sigma=1) + linear()")
    assert desk.find(QComboBox, "param.kernel.2.kernel").currentData() == "linear"
    assert line.text() == "rbf+linear"
    assert line.cursorPosition() == len("rbf+linear")


def test_a_visit_is_one_undo_however_often_the_typing_paused(desk, line):
    begin(line, "linear")
    desk.wait(lambda: desk.session.kernel == "linear()")
    QTest.keyClicks(line, "*rbf")
    desk.wait(lambda: desk.session.kernel == "linear() * rbf(sigma=1)")
    QTest.keyClicks(line, "+poly")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert desk.session.kernel == line.text() == "linear() * rbf(sigma=1) + poly(degree=2, gamma=1, c=1)"
    assert count(desk) == 1
    desk.trigger("edit.undo")
    assert desk.session.kernel == line.text() == BEFORE
    desk.trigger("edit.redo")
    assert line.text() == "linear() * rbf(sigma=1) + poly(degree=2, gamma=1, c=1)"


def test_two_visits_are_two_undos(desk, line):
    for text in ("linear", "poly"):
        begin(line, text)
        QTest.keyClick(line, Qt.Key.Key_Return)
    assert count(desk) == 2
    desk.trigger("edit.undo")
    assert line.text() == "linear()"


@pytest.mark.parametrize("paused", [False, True])
def test_a_text_that_ends_wrong_leaves_the_session_as_it_was(desk, line, paused):
    begin(line, "linear")
    if paused:
        desk.wait(lambda: desk.session.kernel == "linear()")
    QTest.keyClicks(line, " + lin")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert desk.session.kernel == BEFORE
    assert not desk.window.document.undo_stack.canUndo()
    assert not desk.window.document.undo_stack.canRedo()
    assert line.text() == "linear + lin"
    assert refusals(desk) == ["Position 10: there is no kernel named 'lin'; the nearest name is 'linear'."]


@pytest.mark.parametrize("paused", [False, True])
def test_escape_drops_what_was_typed(desk, line, paused):
    begin(line, "linear")
    if paused:
        desk.wait(lambda: desk.session.kernel == "linear()")
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert desk.session.kernel == line.text() == BEFORE
    assert not desk.window.document.undo_stack.canUndo()


def test_a_wrong_text_is_told_when_the_typing_pauses_and_not_at_every_key(desk, line):
    begin(line, "rbf(sigma=")
    assert refusals(desk) == []
    desk.wait(lambda: refusals(desk) == ['Position 11: expected a number, "text", true or false, found the end.'])
    QTest.keyClicks(line, "2)")
    assert refusals(desk) == []
    desk.wait(lambda: desk.session.kernel == "rbf(sigma=2)")


def marked_columns(line, colour):
    """Where the line is painted in a colour inside its frame, in pixels from its left edge."""
    image = line.grab(QRect(3, 3, line.width() - 6, line.height() - 6)).toImage()
    red, green, blue, _ = QColor(colour).getRgb()

    def close(x, y):
        pixel = image.pixelColor(x, y)
        return abs(pixel.red() - red) + abs(pixel.green() - green) + abs(pixel.blue() - blue) < 60

    return [x + 3 for x in range(image.width()) if any(close(x, y) for y in range(image.height()))]


@pytest.mark.parametrize(("text", "marked"), [("rbf + lin + poly", "lin"), ("rbf + poly(degree=2", "")])
def test_the_place_that_is_wrong_is_underlined_and_the_cursor_is_there(desk, line, text, marked):
    danger = desk.window.theme.palette.danger
    assert marked_columns(line, danger) == []
    begin(line, text)
    QTest.keyClick(line, Qt.Key.Key_Return)
    columns = marked_columns(line, danger)
    before = text.partition(marked)[0] if marked else text
    left = line.fontMetrics().horizontalAdvance(before)
    width = line.fontMetrics().horizontalAdvance(marked) if marked else 9
    assert abs(columns[0] - left - 8) <= 6
    assert abs(columns[-1] - columns[0] - width) <= 5
    assert line.cursorPosition() == len(before + marked)
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert marked_columns(line, danger) == []


def test_the_mark_stays_under_its_word_when_a_long_text_is_scrolled(desk, line):
    begin(line, " + ".join(["linear()"] * 12) + " + rbg")
    QTest.keyClick(line, Qt.Key.Key_Return)
    columns = marked_columns(line, desk.window.theme.palette.danger)
    assert columns[0] > line.width() / 2
    line.setCursorPosition(0)
    assert marked_columns(line, desk.window.theme.palette.danger) == []


def test_the_tree_takes_over_from_a_wrong_text(desk, line):
    begin(line, "rbf +")
    QTest.keyClick(line, Qt.Key.Key_Return)
    desk.type("param.kernel.sigma", "2")
    assert line.text() == desk.session.kernel == "rbf(sigma=2)"
    assert refusals(desk) == []


def test_a_text_set_by_a_script_is_taken_with_return(desk, line):
    line.setText("linear()")
    line.setFocus()
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert desk.session.kernel == "linear()"


def test_looking_again_takes_nothing_twice(desk, line, qtbot):
    begin(line, "linear")
    QTest.keyClick(line, Qt.Key.Key_Return)
    QTest.keyClick(line, Qt.Key.Key_Return)
    qtbot.wait(PAUSE + 50)
    assert count(desk) == 1
