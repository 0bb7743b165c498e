"""What every test gets: no display, settings of its own, no leftovers of Qt or threads."""

import errno
import io
import os
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import settings

# Before anything imports Qt.
if os.environ.setdefault("QT_QPA_PLATFORM", "offscreen") == "offscreen":
    # A screen like that of a laptop; the platform's own is 800 pixels wide, on which the window's panels are tabs.
    os.environ["QT_QPA_PLATFORM"] += f":configfile={Path(__file__).with_name('screen.json')}"
os.environ["PYQTGRAPH_QT_LIB"] = "PySide6"

pytest_plugins = ["tests.selecting"]

# How long one example takes says nothing on a busy machine. Most tests have examples of their own for each kernel and
# learner; for many more of them HYPOTHESIS_PROFILE is "thorough".
settings.register_profile("dev", deadline=None, max_examples=30)
settings.register_profile("ci", deadline=None, max_examples=30, derandomize=True, print_blob=True)
settings.register_profile("thorough", deadline=None, max_examples=500)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


def pytest_make_parametrize_id(val, argname):
    """Bytes stand in no test's name: an archive holds the time, and each process would name its test otherwise."""
    return argname if isinstance(val, bytes) else None


@pytest.fixture(autouse=True)
def own_settings(tmp_path, monkeypatch):
    """The user's settings and recovery files are neither read nor written."""
    monkeypatch.setenv("KPGUI_SETTINGS", str(tmp_path / "settings.ini"))
    monkeypatch.setenv("KPGUI_STATE", str(tmp_path / "state"))
    for kind in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))


@pytest.fixture(autouse=True)
def no_leaked_threads():
    """A test that leaves a thread running fails: the next one would share the machine with it."""
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + 2
    for thread in started_since(before):
        thread.join(max(0, deadline - time.monotonic()))
    leaked = started_since(before)
    if leaked:
        pytest.fail("still running after the test: " + ", ".join(thread.name for thread in leaked))


def started_since(before):
    # A thread of Qt's that once ran Python stays listed for ever as a dummy, which cannot be joined.
    return [
        thread
        for thread in threading.enumerate()
        if thread not in before and not isinstance(thread, threading._DummyThread)
    ]


@pytest.fixture(autouse=True)
def no_leaked_windows(no_leaked_threads):
    """Windows that a test leaves open are closed, before its threads are looked at."""
    yield
    if "PySide6.QtWidgets" in sys.modules:
        close_windows()


def close_windows():
    from PySide6.QtCore import QCoreApplication, QEvent, QTimer
    from PySide6.QtWidgets import QApplication, QMainWindow
    from shiboken6 import isValid

    if not isinstance(QCoreApplication.instance(), QApplication):
        return
    # A window with unsaved changes asks before it closes, and waits for the answer.
    answering = QTimer()
    answering.timeout.connect(discard_changes)
    answering.start(10)
    # First what is on its way out: with it go the lists of its choices, which are windows too.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    for window in QApplication.topLevelWidgets():
        if not isValid(window):  # it went with a window that was closed before it
            continue
        window.close()
        # Its own menus are pyqtgraph's to delete; a main window is nobody's, and the collector's order may crash.
        if isinstance(window, QMainWindow):
            window.deleteLater()
    answering.stop()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def discard_changes():
    from PySide6.QtWidgets import QApplication, QDialog, QMessageBox

    dialog = QApplication.activeModalWidget()
    if isinstance(dialog, QMessageBox) and dialog.button(QMessageBox.StandardButton.Discard):
        dialog.button(QMessageBox.StandardButton.Discard).click()
    elif isinstance(dialog, QDialog):
        dialog.reject()


@pytest.fixture
def shut(tmp_path, monkeypatch):
    """A folder that may not be searched: whatever is asked of a path in it is refused, also to the superuser."""
    folder = tmp_path / "shut"
    folder.mkdir()
    (folder / "old.csv").write_text("x,y,label\n1,2,1\n")
    folder.chmod(0)
    if os.name != "posix" or os.geteuid() == 0:
        for module, name in ((os, "stat"), (os, "lstat"), (os, "open"), (io, "open")):
            monkeypatch.setattr(module, name, refusing(getattr(module, name), str(folder) + os.sep))
    yield folder
    monkeypatch.undo()
    folder.chmod(0o700)


def refusing(real, inside):
    def call(path, *rest, **named):
        if not isinstance(path, int) and os.fsdecode(path).startswith(inside):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return real(path, *rest, **named)

    return call
