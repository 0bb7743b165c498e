"""Presentation mode: what the audience sees, what the keys do, and that everything is as before afterwards."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel, QPushButton, QToolBar, QWidget

from kpgui.model.edits import HoldOut, Replace, Setting
from kpgui.model.explanation import Outcome
from kpgui.model.frame import Status
from kpgui.model.session import Session
from kpgui.ui.actions.actions import ENTRIES
from kpgui.ui.canvas.layers.pointer import HaloLayer
from kpgui.ui.look.scale import window_font
from kpgui.ui.session.settings import encoded, load_settings
from kpgui.ui.window.dock_layout import VERSION, panel_entries
from tests.strategies import noisy_moons

KEY = Qt.Key


@pytest.fixture
def ready(desk, qtbot):
    desk.window.activateWindow()
    with qtbot.waitActive(desk.window):
        desk.window.canvas.setFocus()
    desk.window.document.edit(Replace(noisy_moons(40)), "draw")
    desk.wait_for(Status.READY)
    return desk


def press(key):
    """Presses a key as the keyboard does: whoever has the focus gets it."""
    QTest.keyClick(QApplication.focusWidget(), key)


def layout(window):
    """Where everything is: the window, its state, each dock with its size, the bars, the theme."""
    parts = [*window.findChildren(QDockWidget), *window.findChildren(QToolBar), window.menuBar(), window.statusBar()]
    return (
        window.geometry(),
        window.windowState(),
        window.theme.palette.name,
        {part.objectName(): (part.isHidden(), part.geometry()) for part in parts if not part.isHidden()},
        window.canvas.view,
        window.canvas.size(),
    )


def shown_beside_the_canvas(window):
    parts = [*window.findChildren(QDockWidget), *window.findChildren(QToolBar), window.menuBar(), window.statusBar()]
    return {part.objectName() for part in parts if part.isVisible()}


def counters(desk):
    return desk.find(QWidget, "presentation.counters").findChildren(QLabel)


@pytest.mark.parametrize("key", [KEY.Key_F11, KEY.Key_Escape])
def test_everything_returns_as_it_was(ready, key):
    window = ready.window
    ready.trigger("view.progress")
    window.resize(1150, 760)
    ready.find(QDockWidget, "dock.setup").setFloating(False)
    window.resizeDocks([ready.find(QDockWidget, "dock.setup")], [333], Qt.Orientation.Horizontal)
    QTest.qWait(50)
    before = layout(window)
    press(KEY.Key_F11)
    assert window.isFullScreen()
    ready.wait(lambda: window.size() == window.screen().size())
    press(key)
    assert not window.isFullScreen()
    ready.wait(lambda: layout(window) == before)


def test_a_panel_that_floats_floats_again_and_one_shown_meanwhile_is_gone(ready):
    progress, inside = (ready.find(QDockWidget, f"dock.{key}") for key in ("progress", "inside"))
    ready.trigger("view.progress")
    progress.setFloating(True)
    press(KEY.Key_F11)
    assert not progress.isVisible()
    ready.trigger("view.inside")
    assert inside.isVisible()
    ready.trigger("view.presentation")
    ready.wait(lambda: progress.isVisible() and progress.isFloating())
    ready.wait(lambda: not inside.isVisible())


def test_only_canvas_sentence_and_counters_are_left(ready):
    press(KEY.Key_F11)
    window = ready.window
    assert not shown_beside_the_canvas(window)
    assert window.canvas.isVisible()
    assert ready.find(QLabel, "step.sentence").isVisible()
    assert ready.find(QWidget, "presentation.counters").isVisible()
    ready.wait(lambda: window.canvas.height() > 0.8 * window.height())
    press(KEY.Key_F11)
    assert not ready.find(QWidget, "presentation.counters").isVisible()


def test_a_panel_opened_on_the_stage_has_large_type_and_leaves_the_sentence_room(ready):
    scale, sentence = ready.window.theme.scale, ready.find(QLabel, "step.sentence")
    press(KEY.Key_F11)
    ready.wait(lambda: ready.window.size() == ready.window.screen().size())
    ready.trigger("view.vary")
    ready.wait(lambda: ready.find(QDockWidget, "dock.vary").isVisible())
    caption = ready.find(QPushButton, "vary.start")
    assert caption.fontMetrics().height() > 1.2 * QFontMetrics(window_font(scale)).height()
    strip = ready.find(QWidget, "presentation.strip")
    ready.wait(lambda: sentence.width() >= 0.4 * strip.width())
    press(KEY.Key_F11)
    assert ready.window.theme.scale == scale


def test_keys_act_though_menus_are_gone(ready):
    press(KEY.Key_F11)
    press(KEY.Key_Period)
    ready.wait_for(Status.PAUSED, 1)
    press(KEY.Key_Period)
    ready.wait_for(Status.PAUSED, 2)
    numbers = dict(name.split(": ") for label in counters(ready) if (name := label.accessibleName()))
    assert numbers["Step"] == "2"
    assert numbers["Epoch"] == "1"
    press(KEY.Key_Comma)
    ready.wait(lambda: ready.frame.counters.step == 1)
    assert ready.text("step.sentence").startswith("Step 1")


def test_escape_first_ends_what_is_going_on_on_the_canvas(ready):
    press(KEY.Key_F11)
    ready.trigger("edit.select_all")
    press(KEY.Key_Escape)
    assert ready.window.isFullScreen()
    assert not len(ready.window.canvas.selection)
    press(KEY.Key_Escape)
    assert not ready.window.isFullScreen()


def test_type_and_marks_are_as_large_as_the_screen_allows(ready):
    window, sentence = ready.window, ready.find(QLabel, "step.sentence")
    usual = sentence.font().pointSizeF()
    press(KEY.Key_F11)
    assert window.canvas.mapping.unit == pytest.approx(max(1.0, window.screen().size().height() / 430))
    assert sentence.font().pointSizeF() == pytest.approx(usual * window.canvas.mapping.unit)
    press(KEY.Key_F11)
    assert window.canvas.mapping.unit == 1
    assert sentence.font().pointSizeF() == usual


def test_a_halo_follows_the_pointer_while_it_presents(ready, hand):
    halo = hand.layer(HaloLayer)
    hand.hover(hand.at(0, 0))
    assert not halo.isVisible()
    press(KEY.Key_F11)
    QTest.qWait(20)
    hand.hover(hand.at(0.5, 0.25))
    assert halo.isVisible()
    x, y = ready.window.canvas.mapping.to_plane(halo.middle.x(), halo.middle.y())
    assert (x, y) == pytest.approx((0.5, 0.25), abs=2 * hand.unit)
    hand.canvas.leaveEvent(None)
    assert halo.middle is None
    press(KEY.Key_F11)
    assert not halo.isVisible()


@pytest.mark.parametrize("presenting", [False, True])
def test_the_sheet_has_every_key_and_any_key_ends_it(ready, presenting):
    if presenting:
        press(KEY.Key_F11)
    sheet = ready.find(QWidget, "sheet.keys")
    QTest.keyClick(ready.window.canvas, "?")
    assert sheet.isVisible()
    assert sheet.size() == ready.window.size()
    with_keys = [entry for entry in (*ENTRIES, *panel_entries()) if entry.keys]
    assert len(sheet.texts) == len(with_keys)
    assert "R  Run" in sheet.texts
    press(KEY.Key_Escape)
    assert not sheet.isVisible()
    assert ready.window.isFullScreen() == presenting
    assert ready.window.canvas.hasFocus()


def test_the_sheet_ends_when_what_had_the_keyboard_before_is_gone(ready):
    """The field of a learner's setting goes with the learner, as when a file that was being read is opened."""
    ready.find(QWidget, "param.learner.eta").setFocus()
    ready.trigger("help.keys")
    sheet = ready.find(QWidget, "sheet.keys")
    ready.window.document.open_session(Session(learner="svm"), None)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QTest.mouseClick(sheet, Qt.MouseButton.LeftButton)
    assert not sheet.isVisible()


def test_a_plain_key_on_the_sheet_starts_nothing(ready):
    QTest.keyClick(ready.window.canvas, "?")
    press(KEY.Key_R)
    assert ready.frame.counters.step == 0
    assert not ready.find(QWidget, "sheet.keys").isVisible()


def test_closed_while_presenting_the_next_start_is_a_window_as_before(ready, start):
    window = ready.window
    ready.trigger("view.inside")
    QTest.qWait(50)
    geometry, state = encoded(window.saveGeometry()), encoded(window.saveState(VERSION))
    docks = shown_beside_the_canvas(window)
    press(KEY.Key_F11)
    QTest.qWait(50)
    window.autosave.commit()
    window.close()
    kept = load_settings()
    assert (kept.geometry, kept.state) == (geometry, state)
    again = start().window
    assert not again.isFullScreen()
    assert shown_beside_the_canvas(again) == docks
    assert again.canvas.mapping.unit == 1


def test_entering_again_at_once_loses_nothing(ready):
    before = layout(ready.window)
    for _ in range(5):
        press(KEY.Key_F11)
    press(KEY.Key_F11)
    ready.wait(lambda: layout(ready.window) == before)


def shown_text(desk, name):
    label = desk.find(QLabel, name)
    return label.text() if label.isVisible() else ""


def test_it_names_kernel_and_learner_and_held_out_errors(ready):
    press(KEY.Key_F11)
    assert shown_text(ready, "presentation.title") == "Kernel perceptron · RBF σ = 1"
    assert "Held-out errors" not in [each.text() for each in counters(ready) if each.isVisible()]
    dataset = ready.session.dataset
    ready.window.document.edit(HoldOut(dataset.ids[:10], np.ones(10, bool)), "hold out")
    ready.window.document.edit(Setting("kernel", "linear() + 0.5*rbf()"), "kernel")
    ready.trigger("train.step")
    ready.wait(lambda: ready.frame.counters.step == 1)
    assert shown_text(ready, "presentation.title") == "Kernel perceptron · Linear + 0.5 · RBF (σ = 1)"
    said = {name.split(": ")[0]: name.split(": ")[1] for each in counters(ready) if (name := each.accessibleName())}
    assert said["Held-out errors"] == str(ready.frame.counters.held_out_errors)
    press(KEY.Key_F11)
    assert shown_text(ready, "presentation.title") == ""


def test_of_an_svm_it_shows_no_epochs_and_mistakes(ready):
    ready.window.document.edit(Setting("learner", "svm"), "learner")
    press(KEY.Key_F11)
    ready.trigger("train.step")
    ready.wait(lambda: ready.frame.counters.step == 1)
    shown = [each.text() for each in counters(ready) if each.isVisible()]
    assert "Step" in shown
    assert not {"Epoch", "Mistakes"} & set(shown)


def test_it_says_once_how_to_leave(ready):
    ready.find(QWidget, "presentation.strip").findChild(QTimer).setInterval(300)
    press(KEY.Key_F11)
    assert shown_text(ready, "presentation.leaving") == "Esc leaves, ? shows the keys"
    ready.wait(lambda: shown_text(ready, "presentation.leaving") == "")
    assert ready.window.isFullScreen()


def test_a_presenters_remote_goes_from_mistake_to_mistake(ready):
    press(KEY.Key_F11)
    steps = [0]
    for _ in range(4):
        press(KEY.Key_PageDown)
        ready.wait(lambda: ready.frame.counters.step > steps[-1])
        steps.append(ready.frame.counters.step)
        assert ready.frame.explanation.outcome is Outcome.MISTAKE
    for step in steps[-2::-1]:
        press(KEY.Key_PageUp)
        ready.wait(lambda step=step: ready.frame.counters.step == step)
    press(KEY.Key_Period)
    ready.wait(lambda: ready.frame.counters.step == 1)


def test_for_a_learner_without_mistakes_the_remote_goes_by_steps(ready):
    ready.window.document.edit(Setting("learner", "svm"), "learner")
    ready.wait_for(Status.READY)
    press(KEY.Key_F11)
    for step in (1, 2, 3):
        press(KEY.Key_PageDown)
        ready.wait(lambda step=step: ready.frame.counters.step == step)
    press(KEY.Key_PageUp)
    ready.wait(lambda: ready.frame.counters.step == 2)


@pytest.mark.parametrize("back", [KEY.Key_B, KEY.Key_PageDown])
def test_b_makes_the_screen_black_and_any_key_brings_it_back(ready, back):
    press(KEY.Key_F11)
    press(KEY.Key_B)
    black = ready.find(QWidget, "presentation.blank")
    assert black.isVisible()
    ready.wait(lambda: black.size() == ready.window.size())
    assert ready.window.grab().toImage().pixelColor(300, 300).name() == "#000000"
    press(back)
    assert not black.isVisible()
    assert ready.frame.counters.step == 0
    assert ready.window.canvas.tool == "draw"
    assert ready.window.canvas.hasFocus()
    press(KEY.Key_F11)
    press(KEY.Key_B)
    assert not black.isVisible()
    assert ready.window.canvas.tool == "blob"


PROGRAM = """
import json, sys
from PySide6.QtWidgets import QApplication, QDockWidget
application = QApplication([])
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from kpgui.app import create_window
window = create_window()
window.show()
if "maximised" in sys.argv:
    window.showMaximized()
told = []
for _ in range(3):
    QTest.qWait(100)
    docks = {dock.objectName(): dock.width() for dock in window.findChildren(QDockWidget) if dock.isVisible()}
    state = "full screen" if window.isFullScreen() else "maximised" if window.isMaximized() else "normal"
    told.append([window.screen().name(), state, window.width(), window.height(), docks])
    window.commands["view.presentation"].trigger()
print(json.dumps(told))
sys.stdout.flush()
window.close()
"""


@pytest.fixture
def told(tmp_path):
    """What a program says of its window, on these screens: before, during and after a presentation."""

    def run(*screens, arguments=()):
        usual = {"y": 0, "height": 800, "logicalDpi": 96, "dpr": 1}
        path = tmp_path / "screens.json"
        path.write_text(json.dumps({"screens": [{**usual, **screen} for screen in screens]}))
        own = {"KPGUI_SETTINGS": str(tmp_path / "settings.ini"), "KPGUI_STATE": str(tmp_path / "state")}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, *arguments],
            env={**os.environ, **own, "QT_QPA_PLATFORM": f"offscreen:configfile={path}"},
            capture_output=True,
            text=True,
            timeout=240,
            check=True,
        )
        return json.loads(done.stdout.splitlines()[-1])

    return run


LAPTOP = {"name": "laptop", "x": 0, "width": 1600}
PROJECTOR = {"name": "projector", "x": 1600, "width": 1280}


@pytest.mark.parametrize("arguments", [(), ("maximised",)])
@pytest.mark.parametrize("screens", [(LAPTOP,), (LAPTOP, PROJECTOR)], ids=["one screen", "two screens"])
def test_it_presents_on_the_second_screen_if_there_is_one_and_returns(told, screens, arguments):
    before, presenting, after = told(*screens, arguments=arguments)
    assert before[0] == "laptop"
    assert before[1] == (arguments or ("normal",))[0]
    assert presenting == [screens[-1]["name"], "full screen", screens[-1]["width"], 800, {}]
    assert after == before
