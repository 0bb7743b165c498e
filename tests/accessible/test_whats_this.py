"""What's This: Shift+F1 and a click say what a thing is for."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialogButtonBox,
    QLineEdit,
    QSlider,
    QWhatsThis,
    QWidget,
)

from kpgui.ui.window.dock_layout import PANELS
from tests.dialogs import open_dialog

CONTROLS = QAbstractButton, QComboBox, QLineEdit, QSlider


@pytest.fixture(autouse=True)
def mode_ends():
    yield
    QWhatsThis.leaveWhatsThisMode()


def silent(window):
    """Controls that answer nothing, and neither does what they are in; buttons such as Close need not."""
    every = [each for each in window.findChildren(QWidget) if isinstance(each, CONTROLS) and each.isVisible()]
    every = [each for each in every if not isinstance(each.parentWidget(), QDialogButtonBox)]
    return [each.objectName() or type(each).__name__ for each in every if not answer(each)]


def answer(widget):
    while widget is not None and not widget.whatsThis() and not widget.isWindow():
        widget = widget.parentWidget()
    return widget.whatsThis() if widget is not None else ""


def bubble():
    return next(
        (each for each in QApplication.topLevelWidgets() if each.inherits("QWhatsThat") and each.isVisible()), None
    )


@pytest.mark.parametrize("panel", [each.key for each in PANELS])
def test_everything_in_the_window_answers(desk, panel):
    desk.window.dock_layout.bring(panel)
    desk.trigger("help.whats_this")
    assert QWhatsThis.inWhatsThisMode()
    assert silent(desk.window) == []


def test_a_click_on_a_field_shows_its_meaning_and_changes_nothing(desk):
    field = desk.find(QWidget, "param.learner.epochs")
    desk.trigger("help.whats_this")
    assert "Most passes over the dataset" in answer(field)
    QTest.mouseClick(field, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    desk.wait(lambda: bubble() is not None)
    assert not QWhatsThis.inWhatsThisMode()


def test_a_click_on_a_button_does_not_press_it(desk, hand):
    hand.click(0, 0)
    desk.trigger("help.whats_this")
    button = next(each for each in desk.window.playback.findChildren(QAbstractButton) if each.accessibleName() == "Run")
    assert "Run or pause (R)" in answer(button)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    desk.wait(lambda: bubble() is not None)
    assert not desk.window.training.playing


def test_in_a_dialog_the_key_asks_too(desk):
    desk.trigger("file.export_figure")
    dialog = open_dialog()
    desk.wait(lambda: QApplication.focusWidget() is not None and QApplication.focusWidget().window() is dialog)
    QTest.keyClick(dialog, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    assert QWhatsThis.inWhatsThisMode()
    assert silent(dialog) == []
    dialog.close()
