"""The dialog of pictures at small multiples: what varies, the preview, the saved figure."""

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDialog, QLabel, QProgressBar, QPushButton, QToolButton

from kpgui.model.edits import Setting


@pytest.fixture
def moons(desk):
    desk.find(object, "data.generate").click()
    return desk


def vary(desk, rows="", columns=""):
    """Choose in the panel Vary what varies: "title: values" for one direction or two."""
    desk.trigger("view.vary")
    for line, chosen in (("rows", rows), ("columns", columns)):
        title, __, values = chosen.rpartition(": ")
        if title:
            box = desk.find(QComboBox, f"vary.{line}")
            box.setFocus()
            QTest.keyClick(box, Qt.Key.Key_Home)
            while box.currentText() != title:
                QTest.keyClick(box, Qt.Key.Key_Down)
            desk.type(f"vary.{line}.values", values, enter=False)


class Sheet:
    """The dialog, with someone in front of it who has chosen in Vary what varies."""

    def __init__(self, desk, rows="", columns=""):
        self._desk = desk
        desk.wait(lambda: desk.frame is not None and len(desk.frame.expansion.beta) == len(desk.session.dataset))
        if rows:
            vary(desk, rows, columns)
            QTest.mouseClick(desk.find(QPushButton, "vary.multiples"), Qt.MouseButton.LeftButton)
            self.dialog = desk.find(QDialog, "dialog.picture")
        else:
            desk.trigger("file.export_figure")
            self.dialog = desk.find(QDialog, "dialog.picture")
            kind = self.dialog.findChild(QToolButton, "picture.kind.multiples")
            QTest.mouseClick(kind, Qt.MouseButton.LeftButton)

    def part(self, kind, name):
        return self.dialog.findChild(kind, name if "picture." in name else f"multiples.{name}")

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

    def close(self):
        self.dialog.close()
        self._desk.wait(lambda: self._desk.window.findChild(QDialog, "dialog.picture") is None)

    @property
    def preview(self):
        return self.part(QLabel, "picture.preview").pixmap().toImage()

    @property
    def problem(self):
        return self.part(QLabel, "picture.problem").text()


SIGMAS = "Kernel: sigma (σ): 0.3, 1, 3"


@pytest.mark.slow
def test_a_preview_comes_by_itself_and_is_of_what_vary_varies(moons):
    sheet = Sheet(moons, SIGMAS)
    assert sheet.part(QLabel, "varied").text().startswith(f"{SIGMAS}\n")
    sheet.wait_for_figure()
    three = sheet.preview
    assert three.width() > three.height()  # in a row
    assert [each.title for each in sheet.dialog.page.picture.figure.panels] == ["σ = 0.3", "σ = 1", "σ = 3"]
    sheet.close()
    sheet = Sheet(moons, SIGMAS, "Learner: kernel_perceptron(), svm(C=1)")
    sheet.wait_for_figure()
    assert sheet.preview.width() < sheet.preview.height()
    assert sheet.problem == ""


def test_before_anything_was_chosen_it_is_of_what_vary_proposes(moons):
    sheet = Sheet(moons)
    sheet.wait_for_figure()
    panels = sheet.dialog.page.picture.figure.panels
    assert [panels[0].title, panels[-1].title] == ["σ = 0.1", "σ = 10"]
    assert len(panels) == 12
    assert "Only 12 of 21 values have a panel." in sheet.part(QLabel, "varied").text()


def test_what_differs_in_figures_alone_is_shown_by_compare(moons):
    vary(moons, "Place in the run: 0, epoch:1, end")
    QTest.mouseClick(moons.find(QPushButton, "vary.start"), Qt.MouseButton.LeftButton)
    dialog = moons.find(QDialog, "dialog.picture")
    moons.wait(lambda: dialog.page.picture is not None)
    assert [each.title for each in dialog.page.picture.figure.panels] == ["at the start", "after 1 epoch", "at the end"]
    dialog.close()


def test_the_figure_is_saved_as_it_is_seen(moons, tmp_path):
    sheet = Sheet(moons, "Place in the run: 0, epoch:1, end")
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


def test_a_figure_in_another_theme_is_saved_once_it_is_there(moons):
    sheet = Sheet(moons, SIGMAS)
    sheet.wait_for_figure()
    sheet.go_to("theme", "Dark")
    assert not sheet.part(QPushButton, "picture.save").isEnabled()
    sheet.wait_for_figure()


def test_it_fits_where_it_is_shown(moons, tmp_path):
    sheet = Sheet(moons, SIGMAS)
    sheet.go_to("size", "Slide 16:9")
    sheet.wait_for_figure()
    moons.wait(lambda: sheet.preview.width() / sheet.preview.height() == pytest.approx(16 / 9, rel=0.01))
    moons.choose_file(tmp_path / "slide.png")
    QTest.mouseClick(sheet.part(QPushButton, "picture.save"), Qt.MouseButton.LeftButton)
    assert QImage(str(tmp_path / "slide.png")).size().toTuple() == (1920, 1080)


def test_size_and_theme_are_remembered(moons, start):
    sheet = Sheet(moons, SIGMAS)
    sheet.go_to("size", "Square")
    sheet.go_to("theme", "Print")
    sheet.close()
    moons.window.document.undo_stack.setClean()
    moons.window.close()
    again = start()
    again.find(object, "data.generate").click()
    sheet = Sheet(again, SIGMAS)
    assert [sheet.part(QComboBox, name).currentText() for name in ("size", "theme")] == ["Square", "Print"]
    sheet.dialog.close()


def test_a_wrong_value_is_said_and_nothing_can_be_saved(moons):
    sheet = Sheet(moons, "Kernel: sigma (σ): 0.3, 0")
    moons.wait(lambda: sheet.problem == "rbf: sigma must be a number above 0, not 0.")
    assert not sheet.part(QPushButton, "picture.save").isEnabled()
    sheet.close()
    sheet = Sheet(moons, "Kernel: sigma (σ): 0.3, 3")
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
