"""Importing points: what a file leaves open is asked, shown, and remembered."""

import csv
import io

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QTableView,
)

from kpgui.app import create_window
from tests.e2e.desk import Desk

FLOWERS = """\
length,width,petal,species
5.1,3.5,1.4,setosa
4.9,3.0,1.3,setosa
7.0,3.2,4.7,versicolor
6.4,3.1,4.5,versicolor
6.3,3.3,6.0,virginica
5.8,2.7,5.1,virginica
"""
PLAIN = "x,y,label\n1,2,1\n3,4,-1\n"


class Form:
    """The import dialog that is open, and someone at its fields."""

    def __init__(self, desk):
        self._desk = desk
        desk.wait(lambda: self.dialog(desk) is not None)
        self.window = self.dialog(desk)

    @staticmethod
    def dialog(desk):
        return next((each for each in desk.window.findChildren(QDialog, "dialog.import") if each.isVisible()), None)

    def find(self, kind, name):
        return self.window.findChild(kind, f"import.{name}")

    def pick(self, name, text):
        """Choose by typing how the entry begins."""
        field = self.find(QComboBox, name)
        field.setFocus()
        QTest.qWait(QApplication.keyboardInputInterval() + 50)  # or it would go on with what was typed before
        QTest.keyClicks(field, text)
        assert field.currentText().startswith(text)

    def tick(self, name):
        field = self.find(QCheckBox, name)
        QTest.mouseClick(field, Qt.MouseButton.LeftButton, pos=QPoint(8, field.height() // 2))

    def options(self, name):
        field = self.find(QComboBox, name)
        return [field.itemText(i) for i in range(field.count())]

    def chosen(self, name):
        return self.find(QComboBox, name).currentText()

    @property
    def problem(self):
        return self.find(QLabel, "problem").text()

    def titles(self):
        model = self.find(QTableView, "table").model()
        return [model.headerData(k, Qt.Orientation.Horizontal) for k in range(model.columnCount())]

    def cells(self):
        model = self.find(QTableView, "table").model()
        rows, columns = range(model.rowCount()), range(model.columnCount())
        return [[model.data(model.index(i, k)) for k in columns] for i in rows]

    def open(self):
        button = self.find(QPushButton, "open")
        assert button.isEnabled()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def cancel(self):
        QTest.keyClick(self.window, Qt.Key.Key_Escape)


@pytest.fixture
def written(tmp_path):
    def write(text, name="points.csv"):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return path

    return write


def test_a_clear_file_opens_without_a_question(desk, written):
    assert desk.window.opening.open_path(written(PLAIN))
    assert len(desk.session.dataset) == 2
    assert Form.dialog(desk) is None


def test_columns_and_classes_that_the_file_leaves_open_are_asked(desk, written):
    desk.window.opening.open_path(written(FLOWERS))
    form = Form(desk)
    assert len(desk.session.dataset) == 0
    assert form.options("x") == ["length", "width", "petal"]
    assert form.options("positive") == ["setosa (2)", "versicolor (2)", "virginica (2)"]
    form.pick("x", "width")
    form.pick("y", "petal")
    form.pick("positive", "virginica")
    form.pick("negative", "setosa")
    assert form.titles() == ["length\n–", "width\nx", "petal\ny", "species\nlabel"]
    assert form.cells() == list(csv.reader(io.StringIO(FLOWERS)))[1:]
    form.open()
    desk.wait(lambda: len(desk.session.dataset) > 0)
    assert desk.session.dataset.points.tolist() == [[3.5, 1.4], [3.0, 1.3], [3.3, 6.0], [2.7, 5.1]]
    assert desk.session.dataset.labels.tolist() == [-1, -1, 1, 1]
    assert "2 rows of other classes (versicolor) are not trained on" in desk.window.statusBar().currentMessage()
    assert not desk.window.document.modified


@pytest.mark.parametrize(("name", "column"), [("x", "width"), ("y", "length")])
def test_x_and_y_change_places_when_one_takes_the_column_of_the_other(desk, written, name, column):
    desk.window.opening.open_path(written(FLOWERS))
    form = Form(desk)
    assert (form.chosen("x"), form.chosen("y")) == ("length", "width")
    form.pick(name, column)
    desk.wait(lambda: (form.chosen("x"), form.chosen("y")) == ("width", "length"))
    assert form.problem == ""
    assert form.titles() == ["length\ny", "width\nx", "petal\n–", "species\nlabel"]


def test_a_last_column_that_is_no_label_is_asked_about(desk, written):
    path = written("".join(f"{k % 2},{k / 7},{k / 3}\n" for k in range(1500)))
    desk.window.opening.open_path(path)
    form = Form(desk)
    assert "hardly a label" in form.problem
    form.pick("label", "column 1")
    desk.wait(lambda: form.problem == "")
    form.open()
    desk.wait(lambda: len(desk.session.dataset) == 1500)
    assert desk.session.dataset.points[1].tolist() == [1 / 7, 1 / 3]
    assert desk.session.dataset.labels[:2].tolist() == [-1, 1]


def test_one_class_against_all_others_is_what_is_proposed(desk, written):
    desk.window.opening.open_path(written(FLOWERS))
    form = Form(desk)
    assert [form.chosen(name) for name in ("x", "y", "label")] == ["length", "width", "species"]
    assert form.chosen("negative") == "All other classes"
    form.open()
    desk.wait(lambda: len(desk.session.dataset) == 6)
    assert desk.session.dataset.labels.tolist() == [1, 1, -1, -1, -1, -1]


def choose_versicolor(desk, path):
    """Open the flowers, with this class as +1."""
    desk.window.opening.open_path(path)
    form = Form(desk)
    form.pick("positive", "versicolor")
    form.open()
    desk.wait(lambda: len(desk.session.dataset) == 6)


def test_the_choice_is_remembered_for_the_file_also_by_the_next_window(desk, written, qtbot, monkeypatch):
    path = written(FLOWERS)
    choose_versicolor(desk, path)
    expected = desk.session.dataset
    desk.window.close()
    window = create_window()
    window.show()
    again = Desk(window, qtbot, monkeypatch)
    window.opening.open_path(path)
    assert Form.dialog(again) is None
    assert again.session.dataset == expected
    window.close()


@pytest.mark.parametrize(
    "text",
    [
        "a,b\n1,1\n2,-1\n",
        "x,y,label\n1,2,1\n3,4,-1\n",
        "length,width,petal,species\n1,2,3,cow\n4,5,6,dog\n",
        "length;width;petal;species\n1;2;3;setosa\n4;5;6;dog\n",
    ],
    ids=["fewer columns", "other columns", "other classes", "another separator"],
)
def test_a_remembered_choice_that_does_not_fit_the_file_any_more_is_asked_anew(desk, written, text):
    path = written(FLOWERS)
    choose_versicolor(desk, path)
    path.write_text(text)
    assert desk.window.opening.open_path(path)
    assert Form(desk).find(QTableView, "table").model().rowCount() == 2
    assert desk.problem() == ""


def test_a_remembered_column_is_known_by_its_name(desk, written):
    path = written(FLOWERS)
    choose_versicolor(desk, path)
    expected = desk.session.dataset
    lines = FLOWERS.splitlines()
    path.write_text("\n".join(["number," + lines[0]] + [f"{k},{line}" for k, line in enumerate(lines[1:])]))
    desk.window.opening.new()
    desk.window.opening.open_path(path)
    desk.wait(lambda: len(desk.session.dataset) == 6)
    assert desk.session.dataset == expected


def test_import_asks_also_about_a_clear_file_and_knows_the_last_choice(desk, written):
    path = written(PLAIN)
    desk.choose_file(path)
    desk.trigger("file.import")
    form = Form(desk)
    form.tick("standardise")
    form.open()
    desk.wait(lambda: len(desk.session.dataset) == 2)
    assert desk.session.dataset.points.tolist() == [[-1, -1], [1, 1]]
    desk.trigger("file.import")
    assert Form(desk).find(QCheckBox, "standardise").isChecked()


def test_which_of_two_classes_is_positive_can_be_turned_round(desk, written):
    desk.choose_file(written("x,y,kind\n1,2,cat\n3,4,dog\n"))
    desk.trigger("file.import")
    form = Form(desk)
    assert (form.chosen("positive"), form.chosen("negative")) == ("dog (1)", "cat (1)")
    form.pick("positive", "cat")
    assert form.chosen("negative") == "dog (1)"
    form.open()
    desk.wait(lambda: len(desk.session.dataset) == 2)
    assert desk.session.dataset.labels.tolist() == [1, -1]


def test_cancelling_leaves_everything_as_it_was(desk, hand, written):
    hand.click(0.5, 0.5)
    desk.window.document.undo_stack.setClean()
    before = desk.session
    desk.window.opening.open_path(written(FLOWERS))
    Form(desk).cancel()
    assert Form.dialog(desk) is None
    assert desk.session is before


def test_rows_that_cannot_be_read_are_listed_and_left_out_only_when_that_is_wanted(desk, written):
    path = written("x,y,label\n1,2,1\n3,oops,-1\n5,6,-1\n7,,1\n")
    assert not desk.window.opening.open_path(path)
    assert "line 3" in desk.problem()
    desk.choose_file(path)
    desk.trigger("file.import")
    form = Form(desk)
    assert not form.find(QPushButton, "open").isEnabled()
    assert "line 3" in form.problem
    lines = form.find(QPlainTextEdit, "skipped").toPlainText().splitlines()
    assert [line.split(":")[0] for line in lines] == ["Line 3", "Line 5"]
    form.tick("skip")
    assert form.problem == ""
    form.open()
    desk.wait(lambda: len(desk.session.dataset) == 2)
    assert desk.session.dataset.points.tolist() == [[1, 2], [5, 6]]
    assert ".csv · 2 rows were skipped" in desk.window.statusBar().currentMessage()


def test_another_separator_takes_the_file_apart_anew(desk, written):
    desk.choose_file(written("1;2,5;1\n3;4,5;-1\n", "points.txt"))
    desk.trigger("file.import")
    form = Form(desk)
    assert form.chosen("delimiter") == "Semicolon"
    form.pick("delimiter", "Comma")
    assert [title.split("\n")[0] for title in form.titles()] == ["1;2", "5;1"]
    assert not form.find(QPushButton, "open").isEnabled()
    form.pick("delimiter", "Semicolon")
    form.open()
    desk.wait(lambda: len(desk.session.dataset) == 2)
    assert desk.session.dataset.points.tolist() == [[1, 2.5], [3, 4.5]]


def test_a_header_can_be_denied(desk, written):
    desk.choose_file(written("a,b,c\n1,2,1\n3,4,-1\n"))
    desk.trigger("file.import")
    form = Form(desk)
    form.tick("header")
    assert form.cells()[0] == ["a", "b", "c"]
    assert not form.find(QPushButton, "open").isEnabled()
    form.tick("header")
    form.open()
    desk.wait(lambda: len(desk.session.dataset) == 2)


def test_the_picture_shows_the_classes_as_chosen(desk, written):
    desk.window.opening.open_path(written(FLOWERS))
    form = Form(desk)
    before = form.find(QLabel, "picture").pixmap().toImage()
    form.pick("positive", "virginica")
    assert form.find(QLabel, "picture").pixmap().toImage() != before


def test_another_label_column_brings_its_classes(desk, written):
    desk.window.opening.open_path(written("x,y,colour,shape\n1,2,red,round\n3,4,blue,square\n5,6,green,round\n"))
    form = Form(desk)
    form.pick("label", "shape")
    assert form.options("positive") == ["round (2)", "square (1)"]
    form.open()
    desk.wait(lambda: len(desk.session.dataset) == 3)
    assert desk.session.dataset.labels.tolist() == [-1, 1, -1]


def many(count):
    rng = np.random.default_rng(3)
    points, labels = rng.normal(size=(count, 2)).round(3), np.where(np.arange(count) % 4 == 0, 1, -1)
    rows = "".join(f"{x},{y},{label}\n" for (x, y), label in zip(points.tolist(), labels.tolist(), strict=True))
    return points, "x,y,label\n" + rows


def sample_dialog(desk):
    def found():
        return [each for each in desk.window.findChildren(QDialog, "dialog.sample") if each.isVisible()]

    desk.wait(lambda: bool(found()))
    return found()[0]


@pytest.mark.parametrize("count", [20_000, 20_001])
def test_of_a_large_file_a_sample_is_offered(desk, written, count):
    points, text = many(count)
    path = written(text)
    desk.window.opening.open_path(path)
    if count == 20_000:
        assert len(desk.session.dataset) == count
        return
    dialog = sample_dialog(desk)
    QTest.mouseClick(dialog.findChild(QPushButton, "sample.open"), Qt.MouseButton.LeftButton)
    desk.wait(lambda: len(desk.session.dataset) == 5000)
    dataset = desk.session.dataset
    assert {tuple(point) for point in dataset.points.tolist()} <= {tuple(point) for point in points.tolist()}
    assert np.count_nonzero(dataset.labels > 0) == 1250
    desk.window.opening.open_path(path)
    QTest.keyClick(sample_dialog(desk), Qt.Key.Key_Return)
    desk.wait(lambda: desk.session.dataset is not dataset)
    assert desk.session.dataset == dataset


def test_all_points_of_a_large_file_can_be_kept(desk, written):
    points, text = many(20_001)
    desk.window.opening.open_path(written(text))
    dialog = sample_dialog(desk)
    QTest.mouseClick(dialog.findChild(QRadioButton, "sample.all"), Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    QTest.mouseClick(dialog.findChild(QPushButton, "sample.open"), Qt.MouseButton.LeftButton)
    desk.wait(lambda: len(desk.session.dataset) == 20_001)
    assert np.array_equal(desk.session.dataset.points, points)


def test_a_large_file_can_be_left_closed(desk, written):
    before = desk.session
    desk.window.opening.open_path(written(many(20_001)[1]))
    QTest.keyClick(sample_dialog(desk), Qt.Key.Key_Escape)
    QApplication.processEvents()
    assert desk.session is before
