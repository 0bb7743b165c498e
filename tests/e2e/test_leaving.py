"""Ended by the system: by a signal, at log-out, with its display. Nothing is asked, and nothing is lost."""

import os
import shutil
import signal
import subprocess
import sys

import pytest

from kpgui.recovery.lock import claim
from kpgui.recovery.store import orphans

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")

PROGRAM = """
import ctypes, signal, sys
signal.signal(signal.SIGHUP, signal.SIG_IGN if "nohup" in sys.argv else signal.SIG_DFL)
import kpgui.__main__
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtGui import QSessionManager
from PySide6.QtWidgets import QApplication
from kpgui import app
from kpgui.model.edits import Setting

memory = ctypes.create_string_buffer(64)
manager = shiboken6.wrapInstance(ctypes.addressof(memory), QSessionManager)  # only Qt can make a real one

real = app.create_window
def watched(session=None):
    window = real(session)
    application = QApplication.instance()
    def edit():
        QTimer.singleShot(100, say)
        window.document.edit(Setting("seed", 77), "seed")
        if "question" in sys.argv:
            QTimer.singleShot(0, window.opening.new)
        if "log-out" in sys.argv:
            application.commitDataRequest.emit(manager)
            QTimer.singleShot(0, quit)
        if "cancelled" in sys.argv:
            application.commitDataRequest.emit(manager)
            window.document.edit(Setting("seed", 78), "seed")
            window.close()
    def say():
        asked = QApplication.activeModalWidget()
        print("asked" if asked else "edited", flush=True)
    def quit():
        QCoreApplication.sendEvent(application, QEvent(QEvent.Type.Quit))
    QTimer.singleShot(200, edit)
    return window
app.create_window = watched
sys.exit(app.main(sys.argv[1] if sys.argv[1:] and sys.argv[1].endswith(".kpgui") else None))
"""
"""The program, a change in it, and what sys.argv says; then it prints whether a question is open."""


@pytest.fixture
def state(tmp_path):
    return tmp_path / "state"


@pytest.fixture
def program(state):
    """Starts the program, which makes its own copy after a minute only."""
    started = []

    def start(*words, **environ):
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "KPGUI_AUTOSAVE": "60", "KPGUI_STATE": str(state)} | environ,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def ended(process):
    """Its exit code, and what it said of errors."""
    _, said = process.communicate(timeout=240)
    return process.returncode, "Traceback" in said


def kept(state):
    return [orphan.copy.session.seed for orphan in orphans(state / "recovery")[0]]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("question", ["", "question"])
def test_a_signal_ends_it_with_the_last_change_kept_for_the_next_start(program, state, name, question):
    process = program(question)
    assert process.stdout.readline() == ("asked\n" if question else "edited\n")
    process.send_signal(getattr(signal, name))
    assert ended(process) == (0, False)
    assert kept(state) == [77]


@pytest.mark.slow
def test_ctrl_c_ends_it_while_a_question_is_open_before_the_window_is_ready(program, state, saved):
    _, lock = claim(state / "open", saved)
    process = program(str(saved))
    assert process.stdout.readline() == "asked\n"
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=240)
    assert process.returncode == 130
    assert said.endswith("kpgui: stopped.\n")
    lock.release()


def test_that_the_last_change_cannot_be_kept_is_said(program, state):
    state.parent.mkdir(exist_ok=True)
    state.write_text("a file in the place of the folder")
    process = program()
    process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=240)
    assert process.returncode == 1
    assert said.splitlines()[-1].startswith("kpgui: unsaved changes are lost: ")


def test_started_with_nohup_it_outlives_the_terminal(program, state):
    process = program("nohup")
    process.stdout.readline()
    process.send_signal(signal.SIGHUP)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.5)
    process.send_signal(signal.SIGTERM)
    assert ended(process) == (0, False)
    assert kept(state) == [77]


def test_at_log_out_nothing_is_asked_and_the_last_change_is_kept(program, state):
    process = program("log-out")
    assert ended(process) == (0, False)
    assert kept(state) == [77]


def test_when_somebody_works_on_after_a_log_out_was_cancelled_closing_asks_again(program, state):
    process = program("cancelled")
    assert process.stdout.readline() == "asked\n"
    process.kill()
    process.communicate()
    assert kept(state) == [77]


@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="`python3 packaging/dev.py system` installs Xvfb")
def test_when_the_x_server_dies_the_last_change_is_kept(program, state):
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "800x600x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as pipe:
        display = f":{pipe.readline().strip()}"
    try:
        process = program(QT_QPA_PLATFORM="xcb", DISPLAY=display)
        assert process.stdout.readline() == "edited\n"
    finally:
        server.kill()
        server.wait(10)
    assert ended(process) == (1, False)
    assert kept(state) == [77]


CRASHED = """
import os, sys
from pathlib import Path
from kpgui.recovery.lock import claim
claim(*map(Path, sys.argv[1:]))
os._exit(9)
"""


def test_the_next_start_clears_away_what_crashed_windows_had_open(tmp_path, monkeypatch, start):
    state = tmp_path / "state"
    monkeypatch.setenv("KPGUI_STATE", str(state))
    for number in range(3):
        command = [sys.executable, "-c", CRASHED, state / "open", tmp_path / f"{number}.kpgui"]
        subprocess.run(list(map(str, command)), check=False, timeout=240)
    assert len(list((state / "open").iterdir())) == 3
    desk = start()
    desk.wait(lambda: not list((state / "open").iterdir()))
