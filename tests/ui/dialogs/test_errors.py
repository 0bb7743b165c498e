"""Errors that nobody expected: a dialog from the window's thread, details kept, one at a time."""

import sys
import threading

import pytest
from PySide6.QtCore import Qt, QtMsgType
from PySide6.QtWidgets import QApplication, QMessageBox

from kpgui.model.errors import KpguiError
from kpgui.ui.dialogs import errors
from kpgui.ui.dialogs.errors import UNEXPECTED, ErrorReporter


@pytest.fixture
def reporter(qapp):
    return ErrorReporter()


def boxes():
    return [box for box in QApplication.topLevelWidgets() if isinstance(box, QMessageBox) and box.isVisible()]


def raised(error):
    try:
        raise error
    except type(error):
        return sys.exc_info()


def test_an_exception_is_shown_with_its_traceback_and_goes_to_stderr(reporter, qtbot, capsys):
    reporter.hear_exception(*raised(ZeroDivisionError("by zero")))
    qtbot.waitUntil(lambda: len(boxes()) == 1)
    assert boxes()[0].text() == UNEXPECTED
    assert "ZeroDivisionError: by zero" in boxes()[0].detailedText()
    assert "ZeroDivisionError: by zero" in capsys.readouterr().err


def test_a_users_error_is_shown_as_its_sentence(reporter, qtbot, capsys):
    reporter.hear_exception(*raised(KpguiError("sigma must be above 0.")))
    qtbot.waitUntil(lambda: len(boxes()) == 1)
    assert boxes()[0].text() == "sigma must be above 0."
    assert boxes()[0].detailedText() == ""
    assert capsys.readouterr().err == ""


def test_an_error_in_another_thread_is_shown_by_this_one(reporter, qtbot, capsys):
    thread = threading.Thread(target=lambda: reporter.hear_exception(*raised(ValueError("elsewhere"))))
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: len(boxes()) == 1)


def test_a_flood_of_errors_is_one_dialog(reporter, qtbot, capsys):
    for k in range(20):
        reporter.hear_exception(*raised(ValueError(str(k))))
    qtbot.waitUntil(lambda: len(boxes()) == 1)
    boxes()[0].close()
    qtbot.waitUntil(lambda: not boxes())
    reporter.hear_exception(*raised(ValueError("later")))
    qtbot.waitUntil(lambda: len(boxes()) == 1)


def test_without_a_console_nothing_is_lost(reporter, qtbot, monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    reporter.hear_exception(*raised(ValueError("silent")))
    qtbot.waitUntil(lambda: len(boxes()) == 1)


def test_qt_warnings_go_to_stderr_and_critical_messages_to_a_dialog(reporter, qtbot, capsys):
    reporter.hear_qt(QtMsgType.QtDebugMsg, None, "chatter")
    reporter.hear_qt(QtMsgType.QtWarningMsg, None, "odd")
    assert capsys.readouterr().err == "odd\n"
    assert not boxes()
    reporter.hear_qt(QtMsgType.QtCriticalMsg, None, "bad")
    qtbot.waitUntil(lambda: len(boxes()) == 1)
    assert boxes()[0].detailedText().strip() == "bad"


@pytest.mark.parametrize(
    ("kind", "message", "ends"),
    [
        (QtMsgType.QtWarningMsg, "The X11 connection broke (error 1). Did the X11 server die?", True),
        (QtMsgType.QtWarningMsg, "The Wayland connection broke. Did the Wayland compositor die?", True),
        (QtMsgType.QtFatalMsg, "Cannot go on", True),
        (QtMsgType.QtWarningMsg, "odd", False),
    ],
)
def test_before_qt_ends_the_process_it_is_told(reporter, capsys, kind, message, ends):
    told = []
    reporter.doomed.connect(lambda: told.append(True), Qt.ConnectionType.DirectConnection)
    reporter.hear_qt(kind, None, message)
    assert told == [True] * ends
    assert capsys.readouterr().err == f"{message}\n"


def test_a_fatal_message_of_another_thread_is_told_in_that_of_the_window_before_the_process_ends(
    reporter, qtbot, capsys
):
    told, before_the_end = [], []
    reporter.doomed.connect(lambda: told.append(threading.current_thread()), Qt.ConnectionType.DirectConnection)

    def end():
        reporter.hear_qt(QtMsgType.QtFatalMsg, None, "Cannot go on")
        before_the_end.extend(told)

    thread = threading.Thread(target=end)
    thread.start()
    qtbot.waitUntil(lambda: not thread.is_alive())
    assert before_the_end == [threading.main_thread()]


def test_a_window_that_does_not_answer_is_not_waited_for_when_the_process_ends(reporter, qtbot, capsys, monkeypatch):
    monkeypatch.setattr(errors, "LAST_WORDS", 0.01)
    told = []
    reporter.doomed.connect(lambda: told.append(threading.current_thread()), Qt.ConnectionType.DirectConnection)
    thread = threading.Thread(target=reporter.hear_qt, args=(QtMsgType.QtFatalMsg, None, "Cannot go on"))
    thread.start()
    thread.join(20)  # without the event loop
    assert not thread.is_alive()
    assert told == []
    qtbot.waitUntil(lambda: bool(told))
    assert told == [threading.main_thread()]
