"""Bugs of the program: told once, with a report; the session is safe, and the window goes on."""

import sys

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from kpgui.engine.run.run import Run
from kpgui.model.frame import Status
from kpgui.recovery.copy import unpacked
from kpgui.ui.dialogs.errors import ErrorReporter
from tests.e2e.desk import edit


@pytest.fixture(autouse=True)
def state(monkeypatch, tmp_path):
    """The folder of recovery copies, which are made after a minute only."""
    monkeypatch.setenv("KPGUI_AUTOSAVE", "60")
    return tmp_path / "state" / "recovery"


@pytest.fixture
def heard(desk, monkeypatch, qtbot, capsys):
    """The window as the program shows it: exceptions go to it, and not to pytest."""
    with qtbot.captureExceptions() as caught:
        monkeypatch.setattr(sys, "excepthook", desk.window.errors.report_exception)
        yield desk
    assert not caught


def boxes(desk):
    return [box for box in desk.window.findChildren(QMessageBox, "dialog.problem") if box.isVisible()]


def copies(state):
    return [unpacked(path.read_bytes()).session for path in state.glob("*.copy")] if state.exists() else []


def test_an_exception_in_a_slot_is_one_dialog_and_the_session_is_safe_at_once(heard, hand, state):
    hand.click(0.5, 0.5)
    heard.trigger("edit.select_all")
    assert copies(state) == []
    timer = QTimer(heard.window, interval=1)
    timer.timeout.connect(lambda: [][1])
    timer.start()
    heard.wait(lambda: len(boxes(heard)) == 1)
    timer.stop()
    assert [len(session.dataset) for session in copies(state)] == [1]
    report = boxes(heard)[0].detailedText()
    assert "IndexError: list index out of range" in report
    assert report.splitlines()[-0:][0].startswith("kpgui ")
    assert "Last actions: edit 'add a point', edit.select_all" in report


def test_after_a_dialog_about_a_bug_closing_asks_about_the_changes(heard, hand, state):
    hand.click(0.5, 0.5)
    heard.window.errors.report_exception(ValueError, ValueError("odd"), None)
    heard.wait(lambda: len(boxes(heard)) == 1)
    boxes(heard)[0].close()
    heard.answer(QMessageBox.StandardButton.Discard)
    heard.window.close()
    assert heard.asked == ["Save the changes to Untitled?"]
    assert copies(state) == []


def test_a_trainer_that_fails_is_told_with_a_report_and_trains_again(desk, hand, state, monkeypatch, capsys):
    hand.click(0.5, 0.5)
    desk.wait_for(Status.READY)
    with monkeypatch.context() as patch:
        patch.setattr(Run, "advance", lambda *_: [][1])
        desk.trigger("train.to_end")
        desk.wait(lambda: len(boxes(desk)) == 1)
    (box,) = boxes(desk)
    assert box.text().startswith("The run stopped on an unexpected error (IndexError")
    assert "kpgui " in box.detailedText()
    assert "engine/trainer.py" in box.detailedText()
    assert [len(session.dataset) for session in copies(state)] == [1]
    box.close()
    desk.trigger("train.reset")
    desk.train_to_end()


def test_a_run_without_enough_memory_says_so_and_is_begun_again(desk, hand, monkeypatch):
    hand.click(0.5, 0.5)
    desk.wait_for(Status.READY)

    def refuse(*_):
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(Run, "advance", refuse)
        desk.trigger("train.to_end")
        desk.wait(lambda: "not enough memory" in desk.window.status.currentMessage())
    assert boxes(desk) == []
    desk.trigger("train.reset")
    desk.train_to_end()


def test_a_report_is_made_before_any_window(qtbot, capsys):
    reporter = ErrorReporter()
    reporter.report_exception(ValueError, ValueError("odd"), None)
    qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), QMessageBox))
    QApplication.activeModalWidget().close()


def test_an_edit_is_named_in_a_report(heard):
    edit(heard, 7)
    heard.window.errors.report_exception(ValueError, ValueError("odd"), None)
    heard.wait(lambda: len(boxes(heard)) == 1)
    assert "Last actions: edit 'seed 0 → 7'" in boxes(heard)[0].detailedText()
