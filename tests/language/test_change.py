"""Another language is chosen: the window takes its place in that language at once, and nothing of the work is lost."""

import json
import os
import subprocess
import sys

import pytest

from kpgui import api
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session

PROGRAM = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from kpgui import app
from kpgui.model.edits import Replace
from tests.strategies import noisy_moons

FILE, STATE = map(Path, sys.argv[1:])
said = []

def window():
    (found,) = [each for each in QApplication.topLevelWidgets() if each.objectName() == "main_window"]
    return found

def step():
    frame = window().training.frame
    return -1 if frame is None else frame.counters.step

def tell():
    here = window()
    said.append({
        "open": here.commands["file.open"].text(),
        "shown": here.isVisible(),
        "title": here.windowTitle(),
        "modified": here.isWindowModified(),
        "can undo": here.commands["edit.undo"].isEnabled(),
        "points": len(here.document.session.dataset),
        "step": step(),
        "copies": copied(),
        "claimed": any((STATE / "open").iterdir()),
    })

def copied():
    return any((STATE / "recovery").glob("*.copy"))

def script():
    while not len(window().document.session.dataset):
        yield
    window().document.edit(Replace(noisy_moons(40)), "draw")
    window().commands["train.step"].trigger()
    window().commands["train.step"].trigger()
    while step() < 2 or not copied():
        yield
    tell()
    window().commands["view.language_de"].trigger()
    while window().commands["file.open"].text() == said[0]["open"] or step() < 2 or not copied():
        yield
    tell()
    window().commands["edit.undo"].trigger()
    while len(window().document.session.dataset) > 2 or copied():
        yield
    tell()
    window().commands["view.language_en"].trigger()
    while window().commands["file.open"].text() != said[0]["open"] or step() < 0:
        yield
    tell()
    window().commands["file.new"].trigger()
    while window().document.path is not None:
        yield
    tell()
    window().commands["file.quit"].trigger()

steps, real = script(), app._application

def started():
    application = real()
    application.ticking = QTimer(interval=50)
    application.ticking.timeout.connect(lambda: next(steps, None))
    application.ticking.start()
    return application

app._application = started
code = app.main(str(FILE))
print(json.dumps([code, said]))
"""


QUIET = "This plugin does not support propagateSizeHints()\n"
"""What Qt says without a screen."""


@pytest.mark.slow
def test_the_window_comes_back_in_another_language_with_all_of_the_work(tmp_path, languages):
    path = tmp_path / "two.kpgui"
    api.save(Session(Dataset.of([[0, 0], [1, 1]], [1, -1])), path)
    own = {"KPGUI_SETTINGS": str(tmp_path / "settings.ini"), "KPGUI_STATE": str(tmp_path / "state")}
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(path), str(tmp_path / "state")],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", **own},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert not ended.stderr.replace(QUIET, "")
    code, (first, german, undone, english, new) = json.loads(ended.stdout)
    assert code == 0
    assert german == {**first, "open": "Ö&ffnen…"}
    assert first["modified"]
    assert first["claimed"]
    assert undone == {**german, "modified": False, "can undo": False, "points": 2, "copies": False}
    assert english == {**undone, "open": first["open"], "step": 0}
    assert (new["points"], new["claimed"]) == (0, False)
