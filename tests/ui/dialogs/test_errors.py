"""Errors that nobody expected: a dialog from the window's thread, details kept, one at a time."""

import sys
import threading

import pytest
from PySide6.QtCore import Qt, QtMsgType, qInstallMessageHandler
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton

import kpgui
from kpgui.model.errors import KpguiError
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
    reporter.report_exception(*raised(ZeroDivisionError("by zero")))
    qtbot.waitUntil(lambda: len(boxes()) == 1)
    assert boxes()[0].text() == UNEXPECTED
    assert "ZeroDivisionError: by zero" in boxes()[0].detailedText()
    assert "ZeroDivisionError: by zero" in capsys.readouterr().err


def test_a_users_error_is_shown_as_its_sentence(reporter, qtbot, capsys):
    reporter.report_exception(*raised(KpguiError("sigma must be above 0.")))
    qtbot.waitUntil(lambda: len(boxes()) == 1)
    assert boxes()[0].text() == "sigma must be above 0."
    assert boxes()[0].detailedText() == ""
    assert capsys.readouterr().err == ""


def test_an_error_in_another_thread_is_shown_by_this_one(reporter, qtbot, capsys):
    thread = threading.Thread(target=lambda: reporter.report_exception(*raised(ValueError("elsewhere"))))
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: len(boxes()) == 1)


def test_a_flood_of_errors_is_one_dialog(reporter, qtbot, capsys):
    for k in range(20):
        reporter.report_exception(*raised(ValueError(str(k))))
    qtbot.waitUntil(lambda: len(boxes()) == 1)
    boxes()[0].close()
    qtbot.waitUntil(lambda: not boxes())
    reporter.report_exception(*raised(ValueError("later")))
    qtbot.waitUntil(lambda: len(boxes()) == 1)


def test_without_a_console_nothing_is_lost(reporter, qtbot, monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    reporter.report_exception(*raised(ValueError("silent")))
    qtbot.waitUntil(lambda: len(boxes()) == 1)


def test_qt_warnings_go_to_stderr_and_critical_messages_to_a_dialog(reporter, qtbot, capsys):
    reporter.report_message(QtMsgType.QtDebugMsg, None, "chatter")
    reporter.report_message(QtMsgType.QtWarningMsg, None, "odd")
    assert capsys.readouterr().err == "odd\n"
    assert not boxes()
    reporter.report_message(QtMsgType.QtCriticalMsg, None, "bad")
    qtbot.waitUntil(lambda: len(boxes()) == 1)
    assert boxes()[0].detailedText().endswith("\nbad")


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
    reporter.report_message(kind, None, message)
    assert told == [True] * ends
    assert capsys.readouterr().err == f"{message}\n"


def told(reporter, qtbot, error):
    """The box in which an exception is shown."""
    reporter.report_exception(*raised(error))
    qtbot.waitUntil(lambda: len(boxes()) == 1)
    return boxes()[0]


def test_the_report_names_versions_and_the_last_actions(reporter, qtbot, capsys):
    for number in range(30):
        reporter.note(f"edit.{number}")
    report = told(reporter, qtbot, ValueError("odd")).detailedText()
    assert f"kpgui {kpgui.__version__}\n" in report
    assert f"Python {sys.version.split()[0]}\n" in report
    assert "Last actions: edit.10, edit.11, " in report
    assert ", edit.29\n" in report


def test_the_report_names_files_and_no_folders(reporter, qtbot, capsys):
    report = told(reporter, qtbot, FileNotFoundError(2, "No such file", "/home/ann/my class/xor.kpgui")).detailedText()
    assert "xor.kpgui" in report
    assert "test_errors.py" in report
    assert not [line for line in report.splitlines() if "/home" in line or "my class" in line or "/work" in line]


def test_the_report_is_copied_and_the_dialog_stays_until_it_is_closed(reporter, qtbot, capsys):
    box = told(reporter, qtbot, ValueError("odd"))
    copying = box.findChild(QPushButton, "problem.copy")
    QTest.mouseClick(copying, Qt.MouseButton.LeftButton)
    assert QApplication.clipboard().text() == box.detailedText()
    assert boxes() == [box]
    QTest.keyClick(box, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not boxes())


@pytest.mark.parametrize("ending", ["close", "Ok"])
def test_a_copied_report_can_be_closed(reporter, qtbot, capsys, ending):
    box = told(reporter, qtbot, ValueError("odd"))
    QTest.mouseClick(box.findChild(QPushButton, "problem.copy"), Qt.MouseButton.LeftButton)
    if ending == "close":
        box.close()
    else:
        QTest.mouseClick(box.button(QMessageBox.StandardButton.Ok), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not boxes())


def test_the_session_is_kept_before_the_dialog_is_shown(reporter, qtbot, capsys):
    shown = []
    reporter.error_occurred.connect(lambda: shown.append(len(boxes())))
    told(reporter, qtbot, ValueError("odd"))
    reporter.report_exception(*raised(ValueError("again")))
    QApplication.processEvents()
    assert shown == [0]


def test_an_exception_that_ends_a_thread_is_shown(reporter, qtbot, capsys, monkeypatch):
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    before = qInstallMessageHandler(None)
    reporter.install()
    qInstallMessageHandler(before)
    thread = threading.Thread(target=lambda: [][1])
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: len(boxes()) == 1)
    assert "IndexError" in boxes()[0].detailedText()


def test_too_little_memory_is_a_sentence_and_no_bug(reporter, qtbot, capsys):
    box = told(reporter, qtbot, MemoryError())
    assert box.text() == "There is not enough memory for this; take fewer points."
    assert box.detailedText() == ""
