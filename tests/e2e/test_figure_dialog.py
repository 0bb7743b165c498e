"""The dialog of pictures at a still: choices, presets, sets with names, a preview, saving, and the clipboard."""

import threading
import time
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QImageReader
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QLabel,
    QMessageBox,
    QPushButton,
    QToolButton,
    QWidget,
)

from kpgui import api
from kpgui.figure.style import PRESETS, Style
from kpgui.model.edits import Replace
from kpgui.model.errors import KpguiError
from kpgui.model.frame import Status
from kpgui.ui.dialogs import still
from kpgui.ui.dialogs.page import Preview
from kpgui.ui.dialogs.still import GROUPS, NOTHING
from tests.strategies import noisy_moons


class Sheet:
    """The dialog that is open, and what is done in it."""

    def __init__(self, desk):
        desk.trigger("file.export_figure")
        self._desk = desk
        self.dialog = desk.find(QDialog, "dialog.picture")
        self.wait_for_preview()

    def part(self, kind, name):
        found = self.dialog.findChild(kind, name)
        assert found is not None, name
        return found

    @property
    def preview(self):
        return self.part(Preview, "picture.preview").image

    @property
    def size(self):
        return self.part(QLabel, "picture.summary").text()

    @property
    def problem(self):
        return self.part(QLabel, "picture.problem").text()

    def wait_for_preview(self):
        """Until there is a preview of the style that is chosen now."""
        self._desk.wait(lambda: not self.dialog._draw_soon.pending and not self.dialog._looking.busy)
        assert self.preview is not None

    def click(self, name):
        QTest.mouseClick(self.part(QPushButton, name), Qt.MouseButton.LeftButton)

    def tick(self, name):
        box = self.part(QCheckBox, f"param.figure.{name}")
        box.click()
        self.wait_for_preview()

    def choose(self, name, text):
        box = self.part(QComboBox, name)
        at = box.findText(text)
        assert at >= 0, text
        box.setCurrentIndex(at)
        box.activated.emit(at)
        self.wait_for_preview()

    def save(self, path):
        self._desk.choose_file(path)
        if path.exists():
            self._desk.answer(QMessageBox.StandardButton.Yes)
        self.click("picture.save")
        assert self._desk.problem() == ""

    def close(self):
        QTest.keyClick(self.dialog, Qt.Key.Key_Escape)
        self._desk.wait(lambda: self._desk.window.findChild(QDialog, "dialog.picture") is None)


@pytest.fixture
def moons(desk):
    desk.window.document.edit(Replace(noisy_moons(60, noise=0.3)), "moons")
    desk.wait_for(Status.READY)
    desk.train_to_end()
    return desk


def test_every_choice_of_a_style_is_in_one_group_of_the_form():
    assert sorted(name for _, names in GROUPS for name in names) == sorted(each.name for each in Style.params())


def test_what_is_saved_is_what_the_preview_shows(moons, tmp_path):
    sheet = Sheet(moons)
    for change in (
        lambda: None, lambda: sheet.tick("grid"), lambda: sheet.choose("param.figure.theme", "Dark"),
        lambda: sheet.choose("figure.set", "Square"),
    ):  # fmt: skip
        change()
        sheet.save(tmp_path / "picture.png")
        saved, seen = QImage(str(tmp_path / "picture.png")), sheet.preview
        assert sheet.size.startswith(f"{saved.width()} × {saved.height()} pixels: ")
        assert seen.width() / seen.height() == pytest.approx(saved.width() / saved.height(), rel=0.01)
        fitted = saved.scaled(seen.size(), mode=Qt.TransformationMode.SmoothTransformation)
        assert difference(fitted, seen) < 0.03


def difference(one, other):
    """The mean difference of two images of the same size, as a share."""
    pixels = [bytes(each.convertToFormat(QImage.Format.Format_Grayscale8).constBits()) for each in (one, other)]
    assert len(pixels[0]) == len(pixels[1])
    return sum(abs(a - b) for a, b in zip(*pixels, strict=True)) / 255 / len(pixels[0])


def test_that_it_was_copied_or_saved_is_said_in_the_dialog_until_the_next_choice(moons, tmp_path):
    sheet = Sheet(moons)
    extent, before = sheet.size.split(". ")
    sheet.click("picture.copy")
    assert sheet.size == f"{extent}. Copied the picture, as PNG and SVG"
    sheet.save(tmp_path / "picture.png")
    assert sheet.size == f"{extent}. Saved picture.png"
    sheet.tick("grid")
    assert sheet.size == f"{extent}. {before}"


@pytest.mark.parametrize(("kind", "start"), [("svg", b"<?xml"), ("pdf", b"%PDF-"), ("png", b"\x89PNG")])
def test_it_is_saved_as_each_kind_of_drawing_which_opens_as_its_session(moons, tmp_path, kind, start):
    Sheet(moons).save(tmp_path / f"picture.{kind}")
    assert (tmp_path / f"picture.{kind}").read_bytes().startswith(start)
    assert api.load(tmp_path / f"picture.{kind}").dataset.points.tolist() == moons.session.dataset.points.tolist()


def test_its_foremost_button_looks_like_that(moons):
    sheet, accent = Sheet(moons), moons.window.theme.palette.accent
    filled = {name: sheet.part(QPushButton, name).grab().toImage() for name in ("picture.save", "picture.copy")}
    assert filled["picture.save"].pixelColor(20, 6).name() == accent
    assert filled["picture.copy"].pixelColor(20, 6).name() != accent


def test_the_session_is_left_out_on_request_and_the_dialog_says_which(moons, tmp_path):
    sheet = Sheet(moons)
    assert sheet.size.endswith("The file also carries the 60 points and the session.")
    sheet.tick("embed")
    assert "carries" not in sheet.size
    sheet.save(tmp_path / "bare.png")
    with pytest.raises(KpguiError, match="without a kpgui session"):
        api.load(tmp_path / "bare.png")


def test_another_kind_of_file_is_refused_in_a_sentence(moons, tmp_path):
    sheet = Sheet(moons)
    moons.choose_file(tmp_path / "picture.tex")
    sheet.click("picture.save")
    assert moons.problem().endswith("picture.tex: the name must end in .png or .svg or .pdf.")
    assert not [*tmp_path.glob("picture*")]


@pytest.mark.parametrize("preset", PRESETS.members, ids=lambda each: each.key)
def test_a_preset_sets_its_choices_and_leaves_the_others(moons, preset):
    sheet = Sheet(moons)
    sheet.tick("legend")
    sheet.choose("figure.set", preset.title)
    style = sheet.dialog.page.chosen
    assert preset.applied(style) == style
    assert not style.legend


def test_choices_are_remembered_and_given_up_for_what_the_canvas_shows(moons, start):
    sheet = Sheet(moons)
    sheet.choose("param.figure.theme", "Print")
    sheet.tick("colour_bar")
    sheet.close()
    moons.trigger("view.margins")
    moons.window.document.undo_stack.setClean()
    moons.window.close()
    again = start()
    again.window.document.edit(Replace(noisy_moons(60, noise=0.3)), "moons")
    again.wait_for(Status.READY)
    sheet = Sheet(again)
    style = sheet.dialog.page.chosen
    assert (style.theme, style.colour_bar, style.margins) == ("print", True, "none")
    sheet.click("figure.reset")
    style = sheet.dialog.page.chosen
    assert (style.theme, style.colour_bar, style.margins) == ("light", False, "none")
    sheet.close()
    sheet = Sheet(again)  # that they were given up is remembered, too
    assert sheet.dialog.page.chosen == sheet.dialog.page._usual
    assert sheet.part(QComboBox, "figure.set").currentText() == "For what?"


def test_it_opens_as_a_slide_and_then_with_what_was_chosen_last(moons):
    sheet = Sheet(moons)
    assert sheet.size.startswith("1920 × 1080 pixels: ")
    for title in ("Slide 16:9", "Square"):
        assert sheet.part(QComboBox, "figure.set").currentText() == title
        sheet.choose("figure.set", "Square")
        sheet.close()
        sheet = Sheet(moons)


def test_the_name_that_is_proposed_for_a_file_is_enough(moons, monkeypatch, tmp_path):
    proposed = []

    def ask(parent, title, path, *__):
        proposed.append(Path(path))
        return path, ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    monkeypatch.setattr(type(moons.window.settings), "start_folder", tmp_path)
    Sheet(moons).click("picture.save")
    moons.wait(lambda: proposed[0].exists())
    assert proposed[0].suffix == ".png"


def test_choices_that_cannot_be_together_are_refused_and_the_style_stays(moons):
    sheet = Sheet(moons)
    moons.type("param.figure.width", "20000")
    moons.type("param.figure.height", "20000")
    assert sheet.problem == "A picture of 20000 × 20000 pixels cannot be made; it has at most 100 million."
    assert (sheet.dialog.page.chosen.width, sheet.dialog.page.chosen.height) == (20000, 1080)


@pytest.mark.parametrize("stored", [{"theme": "pink"}, {"nonsense": 1}, {"width": "wide"}])
def test_stored_choices_that_are_not_valid_are_ignored(moons, stored):
    moons.window.settings.figure = stored
    sheet = Sheet(moons)
    assert sheet.dialog.page.chosen == sheet.dialog.page._usual


def test_there_is_no_dialog_of_nothing(desk):
    desk.window.training._frame = None
    desk.trigger("file.export_figure")
    assert desk.problem() == NOTHING
    assert desk.window.findChild(QDialog, "dialog.picture") is None


def test_where_the_run_has_nothing_to_show_small_multiples_can_still_be_made(moons):
    moons.window.training._frame = None
    moons.trigger("file.export_figure")
    dialog = moons.find(QDialog, "dialog.picture")
    assert dialog.page.key == "multiples"
    assert not moons.find(QToolButton, "picture.kind.still").isEnabled()


def test_a_picture_is_copied_as_png_and_svg_without_the_session(moons, tmp_path):
    sheet = Sheet(moons)
    sheet.choose("param.figure.theme", "Dark")
    sheet.close()
    moons.trigger("file.copy_figure")
    data = QApplication.clipboard().mimeData()
    (tmp_path / "pasted.png").write_bytes(data.data("image/png").data())
    (tmp_path / "pasted.svg").write_bytes(data.data("image/svg+xml").data())
    with Image.open(tmp_path / "pasted.png") as pasted:
        assert pasted.size == (1920, 1080)
        assert pasted.info["dpi"] == pytest.approx((144, 144), abs=0.1)
        assert sum(pasted.convert("RGB").getpixel((0, 0))) < 100
    assert data.imageData().size() == QImage(str(tmp_path / "pasted.png")).size()
    for name in ("pasted.png", "pasted.svg"):
        with pytest.raises(KpguiError, match="without a kpgui session"):
            api.load(tmp_path / name)
    assert moons.window.status.currentMessage() == "Copied the picture, as PNG and SVG"


@pytest.mark.parametrize("saved", [False, True])
def test_where_nothing_was_chosen_what_is_copied_is_the_slide_that_would_be_saved(moons, tmp_path, saved):
    if saved:
        sheet = Sheet(moons)
        sheet.save(tmp_path / "picture.png")
        sheet.close()
    moons.trigger("file.copy_figure")
    assert QApplication.clipboard().image().size().toTuple() == (1920, 1080)
    style = moons.window.workbench.style()
    assert style == PRESETS.find("slide").applied(style)


def test_the_button_copies_what_the_preview_shows(moons):
    sheet = Sheet(moons)
    sheet.choose("figure.set", "Slide 16:9")
    sheet.click("picture.copy")
    assert QApplication.clipboard().image().width() == 1920


def test_a_picture_larger_than_qt_reads_is_copied(moons):
    """That is 256 MB; the largest picture has 400 MB."""
    sheet = Sheet(moons)
    sheet.choose("figure.set", "Slide 16:9")
    usual = QImageReader.allocationLimit()
    QImageReader.setAllocationLimit(1)
    try:
        sheet.click("picture.copy")
    finally:
        QImageReader.setAllocationLimit(usual)
    assert QApplication.clipboard().mimeData().imageData().size().toTuple() == (1920, 1080)


def test_in_a_larger_dialog_the_preview_is_drawn_larger(moons):
    sheet = Sheet(moons)
    sheet.choose("figure.set", "Slide 16:9")
    before = sheet.preview.width()
    sheet.dialog.resize(sheet.dialog.width() + 400, sheet.dialog.height() + 300)
    moons.wait(lambda: sheet.preview.width() > before + 100)


def test_previews_that_take_long_are_drawn_one_after_the_other(moons, monkeypatch):
    """None can be stopped while it is painted: many at once would slow the window down, and its closing."""
    sheet = Sheet(moons)
    real, at_once, most = still.drawn, [], []

    def slow(*arguments):
        at_once.append(None)
        most.append(len(at_once))
        time.sleep(0.5)
        at_once.pop()
        return real(*arguments)

    monkeypatch.setattr(still, "drawn", slow)
    for dpi in (100, 120, 140, 160):
        moons.type("param.figure.dpi", str(dpi))
        QTest.qWait(200)
    sheet.wait_for_preview()
    assert max(most) == 1
    assert sheet.size.startswith("1920 × 1080 pixels: 30.5 × 17.1 cm at 160 dpi.")


def test_the_size_that_is_said_is_that_of_the_preview(moons, monkeypatch):
    sheet = Sheet(moons)
    real, go = still.drawn, threading.Event()

    def held(*arguments):
        go.wait(10)
        return real(*arguments)

    monkeypatch.setattr(still, "drawn", held)
    moons.type("param.figure.dpi", "300")
    moons.wait(lambda: sheet.dialog._looking.busy)
    moons.type("param.figure.dpi", "100")
    said = []
    monkeypatch.setattr(sheet.dialog, "say", lambda _: said.append(sheet.dialog.page.extent))
    go.set()
    sheet.wait_for_preview()
    assert [each.split(": ")[1] for each in said] == ["16.3 × 9.1 cm at 300 dpi.", "48.8 × 27.4 cm at 100 dpi."]


def test_fields_are_spoken_by_their_labels_alone(moons):
    sheet = Sheet(moons)
    fields = [each for each in sheet.dialog.findChildren(QWidget) if each.objectName().startswith("param.figure.")]
    names = [field.accessibleName() for field in fields]
    assert len(names) > 10
    assert "Width" in names
    assert not any(name.lower().startswith("figure") for name in names)
