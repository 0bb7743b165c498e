"""The dialog of pictures at small multiples: what varies, the preview, the saved figure."""

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDialog, QLabel, QLineEdit, QProgressBar, QPushButton, QToolButton

from kpgui.model.edits import Setting


@pytest.fixture
def moons(desk):
    desk.find(object, "data.generate").click()
    return desk


class Sheet:
    """The dialog, with someone in front of it."""

    def __init__(self, desk):
        self._desk = desk
        desk.wait(lambda: desk.frame is not None and len(desk.frame.expansion.beta) == len(desk.session.dataset))
        desk.trigger("file.export_figure")
        self.dialog = desk.find(QDialog, "dialog.picture")
        QTest.mouseClick(self.dialog.findChild(QToolButton, "picture.kind.multiples"), Qt.MouseButton.LeftButton)

    def part(self, kind, name):
        return self.dialog.findChild(kind, name if "picture." in name else f"multiples.{name}")

    def choose(self, line, title, values=None):
        box = self.part(QComboBox, line)
        box.setCurrentIndex(box.findText(title))
        box.activated.emit(box.currentIndex())
        if values is not None:
            field = self.part(QLineEdit, f"{line}.values")
            field.setText(values)
            field.textEdited.emit(values)

    def go_to(self, name, title):
        """Choose with the arrow key."""
        box = self.part(QComboBox, name)
        box.setFocus()
        while box.currentText() != title:
            before = box.currentIndex()
            QTest.keyClick(box, Qt.Key.Key_Down)
            assert box.currentIndex() == before + 1

    def wait_for_figure(self):
        self._desk.wait(lambda: self.part(QPushButton, "picture.save").isEnabled())

    @property
    def preview(self):
        return self.part(QLabel, "picture.preview").pixmap().toImage()

    @property
    def problem(self):
        return self.part(QLabel, "picture.problem").text()


@pytest.mark.slow
def test_a_preview_comes_by_itself_and_follows_what_is_chosen(moons):
    sheet = Sheet(moons)
    assert sheet.part(QComboBox, "rows").currentText() == "Kernel: sigma (σ)"
    assert sheet.part(QLineEdit, "rows.values").text() == "0.3, 1, 3"
    sheet.wait_for_figure()
    three = sheet.preview
    assert three.width() > three.height()  # in a row
    sheet.choose("columns", "Learner", "kernel_perceptron(), svm(C=1)")
    moons.wait(lambda: sheet.preview.size() != three.size())
    assert sheet.preview.width() < sheet.preview.height()
    assert sheet.problem == ""


def test_the_figure_is_saved_as_it_is_seen(moons, tmp_path):
    sheet = Sheet(moons)
    sheet.choose("rows", "Place in the run", "0, epoch:1, end")
    sheet.wait_for_figure()
    moons.choose_file(tmp_path / "figure")
    sheet.part(QPushButton, "picture.save").click()
    saved, seen = QImage(str(tmp_path / "figure.png")), sheet.preview
    assert saved.width() > 2 * seen.width()
    assert saved.width() / saved.height() == pytest.approx(seen.width() / seen.height(), rel=0.02)
    assert moons.problem() == ""
    assert sheet.dialog.isVisible()
    for kind, start in (("SVG drawing (*.svg)", b"<?xml"), ("PDF document (*.pdf)", b"%PDF-")):
        moons.choose_file(tmp_path / "figure", kind)
        sheet.part(QPushButton, "picture.save").click()
        assert (tmp_path / f"figure.{kind[:3].lower()}").read_bytes().startswith(start)
    moons.choose_file(tmp_path / "figure.csv")
    sheet.part(QPushButton, "picture.save").click()
    assert moons.problem().endswith("figure.csv: the name must end in .png or .svg or .pdf.")


def test_a_figure_of_other_values_is_not_saved_any_more(moons):
    sheet = Sheet(moons)
    sheet.wait_for_figure()
    sheet.choose("rows", "Kernel: sigma (σ)", "0.3, 3")
    assert not sheet.part(QPushButton, "picture.save").isEnabled()
    sheet.wait_for_figure()


def test_it_fits_where_it_is_shown(moons, tmp_path):
    sheet = Sheet(moons)
    sheet.go_to("size", "Slide 16:9")
    sheet.wait_for_figure()
    moons.wait(lambda: sheet.preview.width() / sheet.preview.height() == pytest.approx(16 / 9, rel=0.01))
    moons.choose_file(tmp_path / "slide.png")
    QTest.mouseClick(sheet.part(QPushButton, "picture.save"), Qt.MouseButton.LeftButton)
    assert QImage(str(tmp_path / "slide.png")).size().toTuple() == (1920, 1080)


def test_the_choices_are_remembered_as_far_as_they_can_be_made(moons, start):
    sheet = Sheet(moons)
    sheet.choose("rows", "Kernel: sigma (σ)", "0.2, 0.4")
    sheet.choose("columns", "Run: seed")
    sheet.go_to("size", "Square")
    sheet.go_to("theme", "Print")
    sheet.dialog.close()
    moons.wait(lambda: moons.window.findChild(QDialog, "dialog.picture") is None)
    moons.window.document.undo_stack.setClean()
    moons.window.close()
    again = start()
    again.find(object, "data.generate").click()
    sheet = Sheet(again)
    made = [sheet.part(QComboBox, name).currentText() for name in ("rows", "columns", "size", "theme")]
    assert made == ["Kernel: sigma (σ)", "Run: seed", "Square", "Print"]
    assert sheet.part(QLineEdit, "rows.values").text() == "0.2, 0.4"
    assert sheet.part(QLineEdit, "columns.values").text() == "0, 1, 2"
    sheet.dialog.close()
    again.wait(lambda: again.window.findChild(QDialog, "dialog.picture") is None)
    again.window.document.edit(Setting("kernel", "linear()"), "kernel")
    sheet = Sheet(again)
    assert sheet.part(QComboBox, "rows").currentIndex() == 0
    assert sheet.part(QLineEdit, "rows.values").text() != "0.2, 0.4"
    assert sheet.part(QComboBox, "columns").currentText() == "Run: seed"


def test_a_wrong_value_is_said_and_nothing_can_be_saved(moons):
    sheet = Sheet(moons)
    sheet.wait_for_figure()
    sheet.choose("rows", "Kernel: sigma (σ)", "0.3, 0")
    moons.wait(lambda: sheet.problem == "rbf: sigma must be a number above 0, not 0.")
    assert not sheet.part(QPushButton, "picture.save").isEnabled()
    sheet.choose("rows", "Kernel: sigma (σ)", "0.3, 3")
    sheet.wait_for_figure()
    assert sheet.problem == ""


def test_what_takes_long_ends_with_another_kind(moons):
    moons.window.document.edit(Setting("learner", "norma(epochs=100000, nu=0.5)"), "learner")
    sheet = Sheet(moons)
    share = sheet.part(QProgressBar, "picture.share")
    moons.wait(share.isVisible)
    assert not sheet.part(QPushButton, "picture.save").isEnabled()
    QTest.mouseClick(sheet.dialog.findChild(QToolButton, "picture.kind.still"), Qt.MouseButton.LeftButton)
    sheet.wait_for_figure()
    assert not share.isVisible()
    assert sheet.dialog.page.key == "still"
    sheet.dialog.close()


def test_a_second_dialog_takes_the_place_of_the_first(moons):
    first = Sheet(moons).dialog
    moons.trigger("file.export_figure")
    assert not first.isVisible()
    moons.wait(lambda: len(moons.window.findChildren(QDialog, "dialog.picture")) == 1)
    assert moons.find(QDialog, "dialog.picture").isVisible()


def test_closing_the_window_ends_the_training_and_the_dialog(moons):
    moons.window.document.edit(Setting("learner", "norma(epochs=100000, nu=0.5)"), "learner")
    sheet = Sheet(moons)
    moons.wait(sheet.part(QProgressBar, "picture.share").isVisible)
    moons.window.document.undo_stack.setClean()
    moons.window.close()
    assert not sheet.dialog.isVisible()
    assert "kpgui preview" not in {thread.name for thread in threading.enumerate()}


def test_without_points_there_is_nothing_to_vary(desk):
    desk.wait(lambda: desk.frame is not None)
    desk.trigger("file.export_figure")
    kind = desk.find(QToolButton, "picture.kind.multiples")
    assert not kind.isEnabled()
    assert kind.toolTip() == "There are no points to train on yet."
