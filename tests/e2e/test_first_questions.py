"""What people ask first is answered in the window after three actions at most, by the mouse or by the keyboard."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QLabel, QMenu, QPushButton, QWidget

from kpgui import api
from kpgui.model.edits import HoldOut
from kpgui.words.examples import EXAMPLES
from tests.ui.canvas.stage import LEFT

KEY, CTRL, SHIFT = Qt.Key, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Hands:
    """Someone who counts actions: a click, a choice in a list or a key each is one."""

    def __init__(self, desk, qtbot):
        self.desk = desk
        self.count = 0
        self._qtbot = qtbot

    def _acts(self):
        self.count += 1
        QApplication.processEvents()

    def press(self, key, modifiers=Qt.KeyboardModifier.NoModifier, window=None):
        window = window or QApplication.activeWindow()
        QTest.keyClick(window.focusWidget() or window, key, modifiers)
        self._acts()

    def click(self, widget, at=None):
        QTest.mouseClick(widget, LEFT, pos=widget.rect().center() if at is None else at)
        self._acts()

    def menu(self, title, text):
        """Opens a menu and chooses an entry: two actions."""
        bar = self.desk.window.menuBar()
        action = next(each for each in bar.actions() if each.text().replace("&", "") == title)
        self.click(bar, bar.actionGeometry(action).center())
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        entry = next(each for each in menu.actions() if each.text().replace("&", "").partition("\t")[0] == text)
        self.click(menu, menu.actionGeometry(entry).center())

    def read(self, name, wanted):
        """Waits until a label that is seen says so."""

        def says():
            label = self.desk.window.findChild(QLabel, name)
            return label is not None and label.isVisible() and wanted in label.text()

        self.desk.wait(says)

    def dialog(self, name):
        self.desk.wait(lambda: self.desk.window.findChild(QDialog, name) is not None)
        return self.desk.window.findChild(QDialog, name)


@pytest.fixture(params=["mouse", "keyboard"])
def hands(request, desk, qtbot):
    hands = Hands(desk, qtbot)
    hands.by_mouse = request.param == "mouse"
    desk.window.activateWindow()
    desk.window.canvas.setFocus()
    return hands


def begin(hands, key):
    """The example with this key, at the end of its run."""
    session = next(each for each in EXAMPLES if each.key == key).session()
    hands.desk.window.document.open_session(session, None)
    hands.desk.train_to_end()
    return session


def bring(hands, title, key, modifiers=CTRL | SHIFT):
    """Shows a panel by the menu or by its key."""
    if hands.by_mouse:
        hands.menu("Panels", title)
    else:
        hands.press(key, modifiers)


def test_which_point_was_examined_and_why_its_alpha_grew(hands):
    begin(hands, "line")
    hands.desk.trigger("train.reset")
    hands.desk.trigger("train.step")
    hands.desk.wait(lambda: hands.desk.frame.counters.step == 1)
    bring(hands, "Why", KEY.Key_Y)
    hands.read("why.headline", "mistake")
    hands.read("why.formulas", "0 → 1")
    assert hands.count <= 3


def test_what_the_forgetron_forgot(hands):
    begin(hands, "forgetting")
    bring(hands, "Inside", KEY.Key_W)
    hands.read("inside.sentence", "forgot the oldest term, of point")
    assert hands.count <= 3


def test_who_looks_for_it_in_why_is_led_to_inside(hands):
    begin(hands, "forgetting")
    bring(hands, "Why", KEY.Key_Y)
    hands.click(hands.desk.find(QPushButton, "why.inside"))
    hands.read("inside.sentence", "forgot the oldest term, of point")


def test_which_prototype_has_most_votes(hands):
    begin(hands, "votes")
    bring(hands, "Inside", KEY.Key_W)
    hands.read("inside.sentence", "Most votes: prototype ")
    assert hands.count <= 3


def test_where_the_held_out_error_was_least(hands):
    session = begin(hands, "votes")
    points = session.dataset.ids[::5]
    hands.desk.window.document.edit(HoldOut(points, np.ones(len(points), bool)), "hold out")
    hands.desk.train_to_end()
    bring(hands, "Progress", KEY.Key_E)
    hands.read("progress.least", "Held out: least ")
    assert hands.count <= 3


def test_is_it_separable_and_with_how_many_mistakes_at_most(hands):
    begin(hands, "xor")
    bring(hands, "Can it be learned?", KEY.Key_A)
    if hands.by_mouse:
        hands.click(hands.desk.find(QPushButton, "analysis.start"))
    else:
        hands.press(KEY.Key_Return)
    hands.read("analysis.meaning", "a perceptron makes at most ")
    assert hands.count <= 3


def test_a_picture_of_16_to_9(hands, tmp_path):
    begin(hands, "line")
    hands.desk.choose_file(tmp_path / "wide.png")
    if hands.by_mouse:
        hands.click(
            hands.desk.window.findChild(QWidget, "tool_bar").widgetForAction(
                hands.desk.window.commands["file.export_figure"]
            )
        )
    else:
        hands.press(KEY.Key_E, CTRL)
    dialog = hands.dialog("dialog.picture")
    sets = dialog.findChild(QComboBox, "figure.set")
    assert sets.currentText() == "Slide 16:9"
    if hands.by_mouse:
        hands.click(dialog.findChild(QPushButton, "picture.save"))
    else:
        assert dialog.focusWidget() is sets
        hands.press(KEY.Key_S, Qt.KeyboardModifier.AltModifier)
    hands.desk.wait((tmp_path / "wide.png").exists)
    from PIL import Image

    hands.desk.wait(lambda: (tmp_path / "wide.png").stat().st_size > 0)
    with Image.open(tmp_path / "wide.png") as picture:
        assert picture.width * 9 == picture.height * 16
    assert hands.count <= 2  # with Enter for the name in the dialog of files they are three


def test_a_film(hands, tmp_path):
    begin(hands, "line")
    hands.desk.choose_file(tmp_path / "run.gif")
    if hands.by_mouse:
        hands.menu("File", "Film…")
    else:
        hands.press(KEY.Key_G, CTRL | SHIFT)
    dialog = hands.dialog("dialog.picture")
    hands.desk.wait(lambda: dialog.findChild(QPushButton, "picture.save").isEnabled())
    if hands.by_mouse:
        hands.click(dialog.findChild(QPushButton, "picture.save"))
    else:
        hands.press(KEY.Key_S, Qt.KeyboardModifier.AltModifier)
    hands.desk.wait(lambda: (tmp_path / "run.gif").exists() and not dialog.writing.busy)
    assert hands.count <= 3


def test_the_points_as_csv(hands, tmp_path):
    session = begin(hands, "line")
    path = tmp_path / "points.csv"
    hands.desk.choose_file(path)
    if hands.by_mouse:
        hands.menu("File", "Export data…")
        hands.click(hands.dialog("dialog.export").findChild(QPushButton, "export.save"))
    else:
        hands.press(KEY.Key_F, Qt.KeyboardModifier.AltModifier)
        menu = QApplication.activePopupWidget()
        QTest.keyClick(menu, KEY.Key_E)
        hands.count += 1
        dialog = hands.dialog("dialog.export")
        dialog.activateWindow()
        hands.desk.wait(lambda: dialog.focusWidget() is not None)
        hands.press(KEY.Key_Return, window=dialog)
    hands.desk.wait(path.exists)
    hands.desk.wait(lambda: path.stat().st_size > 0)
    assert np.array_equal(api.load(path).dataset.points, session.dataset.points)
    assert hands.count <= 3
