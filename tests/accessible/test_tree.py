"""What a screen reader is told of the window and its dialogs: every control has a name, and says what it is for."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QPushButton

from kpgui.app import create_window
from kpgui.generators import GENERATORS
from kpgui.model.session import Session
from kpgui.ui.forms.fields import ValueSlider
from kpgui.ui.window.dock_layout import PANELS
from tests.accessible.reader import Role, nodes
from tests.dialogs import DIALOGS, open_dialog

TEXTS = QPushButton, QCheckBox, QLabel
"""What shows a text that can say what it is for."""


@pytest.fixture
def window(qtbot):
    window = create_window(Session(dataset=GENERATORS.find("moons")().make()))
    window.resize(1280, 800)
    with qtbot.waitExposed(window):
        window.show()
    return window


def unnamed(widget):
    return [str(each) for each in nodes(widget) if each.used and not each.name.strip()]


def silent(widget):
    """Labels that show something, and of which nothing is said. An empty one keeps room for what may come."""
    labels = [each for each in nodes(widget) if isinstance(each.widget, QLabel) and not each.name.strip()]
    labels = [each for each in labels if not each.widget.objectName().startswith("qt_msgbox")]  # Qt's own decoration
    return [str(each) for each in labels if each.widget.text() or not each.widget.pixmap().isNull()]


def test_everything_in_a_new_window_has_a_name(window):
    assert unnamed(window) == []
    assert silent(window) == []


@pytest.mark.parametrize("panel", [each.key for each in PANELS])
def test_everything_in_a_panel_has_a_name_before_and_after_training(window, qtbot, panel):
    window.dock_layout.bring(panel)
    qtbot.wait(50)
    assert unnamed(window) == []
    window.canvas.select(window.document.session.dataset.ids[:1])
    for _ in range(3):
        window.commands["train.step"].trigger()
    qtbot.waitUntil(lambda: window.training.frame is not None and window.training.frame.counters.step == 3)
    qtbot.wait(150)
    assert unnamed(window) == []
    assert silent(window) == []


@pytest.mark.parametrize("action", DIALOGS)
def test_everything_in_a_dialog_has_a_name(window, qtbot, action):
    window.canvas.select_all()
    window.commands["train.step"].trigger()
    qtbot.waitUntil(lambda: window.training.frame is not None and window.training.frame.counters.step == 1)
    window.commands[action].trigger()
    qtbot.wait(100)
    dialog = open_dialog()
    assert unnamed(dialog) == []
    assert silent(dialog) == []
    dialog.close()


def test_the_name_of_a_button_is_short_and_its_description_says_more(window):
    run = next(each for each in nodes(window) if each.role == Role.Button and each.name == "Run")
    assert run.description == "Run or pause (R)"


def test_a_counter_says_what_it_counts_and_how_many(window, qtbot):
    window.commands["train.step"].trigger()
    qtbot.waitUntil(lambda: window.training.frame is not None and window.training.frame.counters.step == 1)
    names = [each.name for each in nodes(window)]
    assert "Step: 1" in names and "Mistakes: 1" in names


def test_a_slider_beside_a_field_is_left_to_the_mouse(window):
    sliders = window.findChildren(ValueSlider)
    assert sliders
    assert not [each for each in nodes(window) if isinstance(each.widget, ValueSlider)]
    assert not [each for each in sliders if each.focusPolicy() & Qt.FocusPolicy.TabFocus]


def test_the_pace_is_said_in_steps_a_second_not_as_a_position(window):
    slider = next(
        each for each in nodes(window) if each.widget is not None and each.widget.objectName() == "playback.pace"
    )
    before = slider.name
    assert before.startswith("Pace: ") and "steps/s" in before
    QTest.keyClick(slider.widget, Qt.Key.Key_PageUp)
    after = next(each for each in nodes(window) if each.widget is slider.widget).name
    assert after != before and after.startswith("Pace: ")


def test_the_keyboard_begins_at_the_canvas(window):
    """There one starts to work."""
    assert QApplication.focusWidget() is window.canvas


def unexplained(widget):
    """Controls that say nothing but a name. A button or a flag may, if its text is on it; so may parts of a table."""
    used = [each for each in nodes(widget) if each.used and each.widget is not None and not each.description.strip()]
    return [str(each) for each in used if not (isinstance(each.widget, TEXTS) and each.widget.text())]


@pytest.mark.parametrize("panel", [each.key for each in PANELS])
def test_everything_in_a_panel_says_what_it_is_for(window, qtbot, panel):
    window.dock_layout.bring(panel)
    window.commands["run.keep_ghost"].trigger()
    window.canvas.select(window.document.session.dataset.ids[:1])
    window.commands["train.step"].trigger()
    qtbot.waitUntil(lambda: window.training.frame is not None and window.training.frame.counters.step == 1)
    qtbot.wait(150)
    assert unexplained(window) == []


@pytest.mark.parametrize("action", DIALOGS)
def test_everything_in_a_dialog_says_what_it_is_for(window, qtbot, action):
    window.canvas.select_all()
    window.commands["train.step"].trigger()
    qtbot.waitUntil(lambda: window.training.frame is not None and window.training.frame.counters.step == 1)
    window.commands[action].trigger()
    qtbot.wait(100)
    dialog = open_dialog()
    assert unexplained(dialog) == []
    dialog.close()
