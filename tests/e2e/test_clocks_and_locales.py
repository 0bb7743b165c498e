"""A clock that jumps, and a language that writes decimal commas: neither changes what is kept in files."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton

from kpgui.ui.dialogs.messages import Notice

YEAR = 365 * 86400.0


@pytest.mark.slow
@pytest.mark.parametrize("jump", [-YEAR, YEAR, -60 * YEAR])
def test_a_clock_that_jumps_stops_neither_the_copies_nor_the_offer(desk, hand, start, tmp_path, monkeypatch, jump):
    store, now = tmp_path / "state" / "recovery", time.time()
    window = desk.window
    window.autosave._writer._period = 0.02
    hand.click(0.5, 0.5)
    desk.wait(lambda: store.exists() and any(store.glob("*.copy")))
    (copy,) = store.glob("*.copy")
    before = copy.read_bytes()
    monkeypatch.setattr("time.time", lambda: now + jump)
    hand.click(-0.5, 0.5)
    desk.wait(lambda: copy.read_bytes() != before)
    window.autosave.close(keep=True)
    monkeypatch.setattr("time.time", lambda: now)
    again = start()
    again.wait(lambda: any(each.isVisible() for each in again.window.findChildren(Notice)))
    (notice,) = again.window.findChildren(Notice)
    assert notice.sentence.endswith(" (2 points) were kept.")
    next(each for each in notice.findChildren(QPushButton) if each.text() == "Recover").click()
    assert len(again.session.dataset) == 2
    window.document.undo_stack.setClean()
    again.window.document.undo_stack.setClean()


TYPED = """
import locale, sys
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from kpgui.app import create_window

application = QApplication([])
assert locale.setlocale(locale.LC_ALL, "") == "de_DE.UTF-8"
window = create_window()
window.show()
field = window.findChild(QWidget, "param.kernel.sigma")
field.setFocus()
field.selectAll()
QTest.keyClicks(field, "0,25")
QTest.keyClick(field, Qt.Key.Key_Return)
shown = field.text()
application.clipboard().setText("1,5;2\\n-0,5;1,25\\n")
window.commands["edit.paste"].trigger()
while window.reading.busy:
    window.reading.wait()
window.findChild(QWidget, "data.generate").click()
from kpgui import api
api.save(window.document.session, sys.argv[1])
print(shown)
window.document.undo_stack.setClean()
window.close()
"""


@pytest.fixture
def german(tmp_path):
    """The environment of someone in Germany, on a machine that may have no German."""
    compiler = shutil.which("localedef")
    made = compiler and subprocess.run(
        [compiler, "-i", "de_DE", "-f", "UTF-8", tmp_path / "de_DE.UTF-8"], capture_output=True, timeout=240
    )
    if not made or made.returncode:
        pytest.skip("localedef has no sources of locales here: install the package locales")
    return {"LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8", "LOCPATH": str(tmp_path), "PYTHONPATH": str(Path.cwd())}


def ran(environ, *command):
    done = subprocess.run(
        [sys.executable, *map(str, command)], capture_output=True, text=True, env={**os.environ, **environ}, timeout=240
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_a_decimal_comma_may_be_typed_and_is_shown_and_kept_as_a_point(german, tmp_path):
    path = tmp_path / "saved.kpgui"
    assert ran(german, "-c", TYPED, path).strip() == "0.25"
    saved = json.loads(path.read_text("utf-8"))
    assert saved["kernel"] == "rbf(sigma=0.25)"
    assert all(isinstance(value, float) for row in saved["points"] for value in row[:2])


def test_the_command_line_writes_and_reads_the_same_bytes(german, tmp_path):
    written = []
    for number, environ in enumerate(({"LC_ALL": "C.UTF-8"}, german)):
        points, session = tmp_path / f"{number}.csv", tmp_path / f"{number}.kpgui"
        ran(environ, "-m", "kpgui", "generate", "moons", "-o", points, "--n", "30", "--noise", "0.25")
        ran(environ, "-m", "kpgui", "convert", points, session)
        trained = json.loads(ran(environ, "-m", "kpgui", "train", points, "--kernel", "rbf(sigma=0.5)", "--json"))
        trained.pop("seconds")
        written.append((points.read_bytes(), session.read_bytes(), trained))
    assert written[0] == written[1]
