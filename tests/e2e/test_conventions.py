"""A textbook's conventions in the window: the fields below the run's, rows that are dragged, the table of the run."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDockWidget, QLabel, QPushButton, QTableView, QWidget

from kpgui.model.conventions import USUAL, Conventions
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Remove, Replace, Setting
from kpgui.model.frame import Status
from kpgui.ui.canvas.layers.points import PlacesLayer
from kpgui.ui.forms.widgets import Callout
from kpgui.ui.setup.sections import RunPanel
from tests.ui.canvas.stage import LEFT

LI_HANG = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, -1])
PRIMAL = 'perceptron(map="identity", bias=true)'


@pytest.fixture
def book(desk):
    """The textbook's points and learner in the window, with its conventions unfolded."""
    desk.window.document.edit(Replace(LI_HANG), "draw")
    desk.window.document.edit(Setting("learner", PRIMAL), "learner")
    panel = desk.find(RunPanel, "panel.run")
    fold = next(each for each in panel.findChildren(QPushButton) if each.text() == "Conventions of a textbook")
    desk.wait(lambda: fold.isEnabled())
    QTest.mouseClick(fold, LEFT)
    return desk


def choose(desk, name, value):
    field = desk.find(QComboBox, name)
    field.setCurrentIndex(field.findData(value))


def given(desk):
    return desk.session.conventions


def refused(desk):
    return [each.text() for each in desk.window.findChildren(Callout) if each.isVisible()]


def drag_row(view, place, onto):
    """Drag the header of the row at one place onto that of another."""
    header = view.verticalHeader()
    middle = [
        QPoint(header.width() // 2, header.sectionPosition(header.logicalIndex(k)) + header.sectionSize(0) // 2)
        for k in (place, onto)
    ]
    end = middle[1] + QPoint(0, 8 if onto > place else -8)
    QTest.mousePress(header.viewport(), LEFT, pos=middle[0])
    for step in range(1, 6):
        QTest.mouseMove(header.viewport(), middle[0] + (end - middle[0]) * step / 5)
    QTest.mouseRelease(header.viewport(), LEFT, pos=end)


def test_the_tie_rule_is_a_setting_like_others(book):
    choose(book, "param.run.tie", "+1")
    assert given(book) == Conventions.of({"tie": "+1"})
    book.trigger("train.step")
    book.wait(lambda: "f = 0 counts as +1: correct" in book.text("step.sentence"))
    formulas = [label.text() for label in book.find(QWidget, "panel.learner").findChildren(QLabel)]
    assert any("≠" in text for text in formulas)
    book.trigger("edit.undo")
    assert given(book) == USUAL
    assert not any("≠" in label.text() for label in book.find(QWidget, "panel.learner").findChildren(QLabel))
    assert book.find(QComboBox, "param.run.tie").currentData() == "mistake"


def test_a_run_with_other_conventions_is_an_old_one(book):
    book.train_to_end()
    book.type("param.run.first", "2")
    assert given(book).first == 1
    assert book.window.training.outdated == "conventions"
    book.train_to_end()
    assert book.frame.counters.alpha.tolist() == [0, 1, 3]


def test_a_start_is_typed(book):
    book.type("param.run.w", "1 -0.5")
    book.type("param.run.b", "2")
    assert given(book) == Conventions.of({"w": [1, -0.5], "b": 2})
    book.train_to_end()
    assert not book.frame.guarantee.holds
    book.type("param.run.w", "0 0")
    book.type("param.run.b", "0")
    book.type("param.run.alpha", "1, 0 2")
    assert given(book) == Conventions.of({"alpha": [1, 0, 2]})
    book.train_to_end()
    assert book.frame.counters.alpha.tolist() == [2, 0, 5]


@pytest.mark.parametrize(
    ("learner", "field", "text", "told"),
    [
        (PRIMAL, "alpha", "1 2", "alpha must have 3 numbers, not 2"),
        (PRIMAL, "alpha", "one", "Type numbers such as 1 0 2, not “one”"),
        (PRIMAL, "w", "1 2 3", "w must have 2 numbers, not 3"),
        (PRIMAL, "first", "4", "There are 3 points: type a number up to 3, or 0."),
        ("kernel_perceptron()", "w", "1 2", "Φ of an RBF has no coordinates to type"),
        ("svm()", "alpha", "1 0 0", "cannot start from an α"),
    ],
)
def test_what_cannot_be_is_said_beside_the_field(book, learner, field, text, told):
    book.window.document.edit(Setting("learner", learner), "learner")
    book.type(f"param.run.{field}", text)
    assert given(book) == USUAL
    assert any(told in sentence for sentence in refused(book))


def test_rows_are_dragged_to_an_order_by_hand(book):
    book.trigger("view.points")
    view = book.find(QTableView, "points.table")
    assert view.verticalHeader().isHidden()
    choose(book, "param.run.order", "by_hand")
    assert given(book).order == (0, 1, 2)
    book.wait(view.verticalHeader().isVisible)
    drag_row(view, 2, 0)
    assert given(book).order == (2, 0, 1)
    places = [view.model().headerData(row, Qt.Orientation.Vertical) for row in range(3)]
    assert places == [2, 3, 1]
    layer = book.window.canvas.stage.layer(PlacesLayer)
    assert layer.numbers == [(2, "1"), (0, "2"), (1, "3")]
    book.train_to_end()
    assert book.frame.counters.alpha.tolist() == [2, 0, 5]
    book.trigger("edit.undo")
    assert given(book).order == (0, 1, 2)
    assert [view.verticalHeader().visualIndex(row) for row in range(3)] == [0, 1, 2]
    choose(book, "param.run.order", "reversed")
    assert (book.session.order, given(book)) == ("reversed", USUAL)
    assert view.verticalHeader().isHidden()
    book.trigger("edit.undo")
    assert (book.session.order, given(book).order) == ("dataset", (0, 1, 2))


def test_rows_are_moved_to_an_order_by_hand_with_keys(book):
    book.trigger("view.points")
    view = book.find(QTableView, "points.table")
    choose(book, "param.run.order", "by_hand")
    book.wait(view.verticalHeader().isVisible)
    view.setFocus()
    view.setCurrentIndex(view.model().index(1, 1))
    QTest.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert given(book).order == (0, 2, 1)
    QTest.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)  # it is the last already
    QTest.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert given(book).order == (1, 0, 2)
    assert view.currentIndex().row() == 1
    QTest.keyClick(view, Qt.Key.Key_Up)
    assert given(book).order == (1, 0, 2)


def test_an_order_by_hand_follows_the_points(book):
    choose(book, "param.run.order", "by_hand")
    book.window.document.edit(Setting("conventions", Conventions.of({"order": [2, 0, 1]})), "order")
    book.trigger("view.points")
    view = book.find(QTableView, "points.table")
    book.window.document.edit(Remove(book.session.dataset.ids[:1]), "delete")
    assert given(book).order == (1, 0)
    assert [view.verticalHeader().visualIndex(row) for row in range(2)] == [1, 0]
    book.trigger("edit.undo")
    assert given(book).order == (2, 0, 1)
    assert [view.verticalHeader().visualIndex(row) for row in range(3)] == [1, 2, 0]
    book.find(QDockWidget, "dock.points").close()


def test_the_table_of_the_run_is_copied(book):
    book.train_to_end()
    QTest.mouseClick(book.find(QPushButton, "run.copy_table"), LEFT)
    book.wait(lambda: QApplication.clipboard().text().startswith("step\t"))
    rows = [row.split("\t") for row in QApplication.clipboard().text().splitlines()]
    assert rows[0] == ["step", "point", "label", "f", "w_1", "w_2", "b"]
    assert rows[1] == ["0", "", "", "", "0", "0", "0"]
    assert [row[1] for row in rows[2:]] == ["1", "3", "3", "3", "1", "3", "3"]
    assert rows[-1][4:] == ["1", "1", "-3"]


def test_a_learner_that_cannot_have_them_says_so_instead_of_a_run(book):
    choose(book, "param.run.tie", "-1")
    book.window.document.edit(Setting("learner", "svm()"), "learner")
    book.trigger("train.step")
    book.wait(lambda: book.frame is not None and book.frame.status is Status.FAILED)
    assert book.frame.problem.startswith("svm has no tie rule of its own; leave out the convention tie")
    book.window.document.edit(Setting("learner", "voted_perceptron()"), "learner")
    book.train_to_end()
    assert book.frame.status is Status.CONVERGED or book.frame.status is Status.LIMIT
