"""The window as a program, in a process of its own."""

import os
import signal
import subprocess
import sys
import time

import pytest

from kpgui import api
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")

SPY = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from kpgui import app

def look():
    window = next(w for w in QApplication.topLevelWidgets() if w.objectName() == "main_window")
    boxes = window.findChildren(QMessageBox)
    print(len(window.document.session.dataset), [box.text() for box in boxes], flush=True)

real = app.create_window
def watched(session=None):
    window = real(session)
    QTimer.singleShot(300, look)
    return window
app.create_window = watched
sys.exit(app.main(sys.argv[1] if len(sys.argv) > 1 else None))
"""

NOT_AT_THE_START = (
    "PIL",
    "contourpy",
    "difflib",
    "hashlib",
    "kpgui.api",
    "kpgui.engine.trainer",
    "kpgui.figure.painter",
    "kpgui.formats",
    "kpgui.recovery.lock",
    "kpgui.recovery.copy",
    "kpgui.recovery.store",
    "kpgui.recovery.fingerprint",
    "kpgui.ui.dialogs.import_points",
    "kpgui.ui.dialogs.import_points",
    "numpy.ma",
    "numpy.random",
    "threadpoolctl",
)
"""What only a run, a file, a picture, a dialog, a random choice or a mistake needs; the window would wait for it."""

LOADED = f"""
import sys
import pyqtgraph
from PySide6.QtWidgets import QApplication
before = set(sys.modules)
application = QApplication([])
from kpgui.app import create_window
window = create_window()
window.workbench.after_first_paint.stop()  # on a slow machine what comes after the painting could come now
window.show()
application.processEvents()
print([name for name in {NOT_AT_THE_START} if name in sys.modules.keys() - before])
window.close()
"""


def started(tmp_path, *arguments, code=SPY):
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "KPGUI_SETTINGS": str(tmp_path / "settings.ini")},
    )


def interrupted(process):
    """What it printed first, and how it ended when Ctrl+C was pressed."""
    line = process.stdout.readline()
    time.sleep(0.1)  # the other process is looked at from outside
    process.send_signal(signal.SIGINT)
    _, problems = process.communicate(timeout=240)
    return line.strip(), process.returncode, problems


@pytest.mark.slow
def test_ctrl_c_ends_it_cleanly(tmp_path):
    line, code, problems = interrupted(started(tmp_path))
    assert line == "0 []"
    assert code == 0
    assert "Traceback" not in problems


@pytest.mark.slow
def test_a_file_is_opened_at_the_start(tmp_path):
    path = tmp_path / "two.kpgui"
    api.save(Session(Dataset.of([[0, 0], [1, 1]], [1, -1])), path)
    line, code, _ = interrupted(started(tmp_path, path))
    assert line == "2 []"
    assert code == 0


@pytest.mark.slow
def test_a_bad_file_is_told_and_the_window_opens_empty(tmp_path):
    path = tmp_path / "bad.csv"
    path.write_text("x,y,label\n1,2,1\n1,oops,1\n", "utf-8")
    line, code, problems = interrupted(started(tmp_path, path))
    assert line.startswith("0 [")
    assert "line 3" in line
    assert code == 0
    assert "Traceback" not in problems


@pytest.mark.slow
@pytest.mark.parametrize(
    ("environ", "cause"),
    [
        ({"QT_QPA_PLATFORM": "nonsense"}, "nonsense"),
        ({"QT_QPA_PLATFORM": "nonsense", "DISPLAY": ":98765"}, "nonsense"),
        ({"QT_QPA_PLATFORM": "xcb"}, "there is no display"),
        ({"QT_QPA_PLATFORM": "wayland", "DISPLAY": "127.0.0.1:9765"}, "there is no display"),
        ({"QT_QPA_PLATFORM": "xcb", "DISPLAY": "127.0.0.1:9765"}, "127.0.0.1:9765"),
        ({"DISPLAY": "127.0.0.1:9765"}, "127.0.0.1:9765"),
    ],
)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
def test_where_qt_cannot_show_a_window_it_is_exit_code_2_and_a_sentence(tmp_path, environ, cause):
    without = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    without.pop("QT_QPA_PLATFORM", None)
    command = [sys.executable, "-m", "kpgui"]
    ended = subprocess.run(command, capture_output=True, text=True, env=without | environ, timeout=240, check=False)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert len(ended.stderr.splitlines()) == 1
    assert ended.stderr.startswith("kpgui: ")
    assert cause in ended.stderr


@pytest.mark.slow
def test_the_window_is_shown_before_anything_is_loaded_that_it_does_not_need_yet(tmp_path):
    loaded, problems = started(tmp_path, code=LOADED).communicate(timeout=240)
    assert loaded.strip() == "[]", problems
