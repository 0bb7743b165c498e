"""On a small screen, or with large text, the window and its dialogs fit on the screen, and nothing in them is cut."""

import json
import os
import subprocess
import sys

import pytest

PROGRAM = """
import json, sys
from PySide6.QtWidgets import QApplication
application = QApplication([])
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QCheckBox, QComboBox, QDialog, QLabel, QPushButton, QToolButton, QWidget
)
from kpgui.app import create_window
from kpgui.ui.window import view_menu
from kpgui.model.edits import Replace
from kpgui.ui.actions.actions import FIRST_TOOLS, MORE_TOOLS, SEPARATOR, TOOL_BAR
from tests.strategies import noisy_moons

view_menu.system_scale = lambda: float(sys.argv[1])
FRAME = 40
room = application.primaryScreen().availableSize()
window = create_window()
window.show()
new = window.size()
window.resize(room.width(), room.height() - FRAME)
window.document.edit(Replace(noisy_moons(40)), "draw")
window.commands["train.step"].trigger()
problems = []

def tell(place, *what):
    problems.append(f"{place}: " + " ".join(map(str, what)))

def look(place, root):
    for _ in range(100):  # until all is laid out, however busy the machine is
        QTest.qWait(20)
        found = cut(root)
        if not found:
            return
    problems.extend(f"{place}: {each}" for each in found)

def cut(root):
    # What is seen, but not whole.
    found = []
    for each in root.findChildren(QWidget):
        if not each.isVisible() or each.visibleRegion().isEmpty():
            continue
        told = f"{type(each).__name__} {each.objectName()}"
        short = each.width() < each.minimumSizeHint().width()
        if type(each) is QLabel and each.text() and not each.wordWrap() and short:
            found.append(f"{told} {each.text()!r}")
        elif each.objectName() == "qt_toolbar_ext_button" and each.parent().objectName() != "tool_strip":
            found.append(f"a button for what {each.parent().objectName()} has no room for")
        elif isinstance(each, QPushButton | QCheckBox | QComboBox) and short:
            found.append(told)
    return found

def fits(place, each, frame):
    least = each.minimumSizeHint()
    if least.width() > room.width() or least.height() + frame > room.height():
        tell(place, "does not fit", least.toTuple(), room.toTuple())
    if each.width() > room.width() or each.height() + frame > room.height():
        tell(place, "is too large", each.size().toTuple(), room.toTuple())

if new.height() + FRAME > room.height():
    tell("new window", "is too large", new.toTuple())
look("window", window)
fits("window", window, FRAME)
if window.canvas.width() < 0.35 * room.width():
    tell("window", "canvas", window.canvas.size().toTuple())
for name in ("train.run", "train.to_end", "train.live", "run.keep_ghost", *TOOL_BAR.split(), *FIRST_TOOLS.split()):
    if name == SEPARATOR:
        continue
    shown = [b for b in window.findChildren(QToolButton) if b.defaultAction() is window.commands[name]]
    if not any(each.visibleRegion().boundingRect().contains(each.rect()) for each in shown):
        tell("window", "hidden or cut:", name)
for tool in f"{FIRST_TOOLS} {MORE_TOOLS}".split():
    window.commands[tool].trigger()
    look(tool, window)
for name in ("file.export_figure", "file.export_animation", "view.axes", "help.guide"):
    window.commands[name].trigger()
    (dialog,) = [each for each in application.topLevelWidgets() if isinstance(each, QDialog) and each.isVisible()]
    look(name, dialog)
    fits(name, dialog, FRAME)
    dialog.close()
    QTest.qWait(20)
sheet = window.findChild(QWidget, "sheet.keys")
window.commands["help.keys"].trigger()
if sheet.fitted()[1] < 0.5:
    tell("keys", "are too small", sheet.fitted()[1])
window.document.undo_stack.setClean()
window.autosave.commit()
window.close()
print(json.dumps(problems))
sys.stdout.flush()
"""


@pytest.fixture
def problems(tmp_path):
    """What is cut or has no room on a screen of this size, in pixels, with everything, or text, so often as large."""

    def found(width, height, factor, text=1.0):
        path = tmp_path / "screen.json"
        screen = {"name": "screen", "x": 0, "y": 0, "width": width, "height": height, "logicalDpi": 96, "dpr": 1}
        path.write_text(json.dumps({"screens": [screen]}))
        own = {
            "KPGUI_SETTINGS": str(tmp_path / "settings.ini"),
            "KPGUI_STATE": str(tmp_path / "state"),
            "QT_SCALE_FACTOR": str(factor),
            "QT_QPA_PLATFORM": f"offscreen:configfile={path}",
        }
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(text)],
            env={**os.environ, **own},
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-500:]
        return json.loads(done.stdout.splitlines()[-1])

    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height", "factor"),
    [(1366, 768, 1), (1366, 768, 1.5), (1366, 768, 2), (1920, 1080, 1.5), (1920, 1080, 2), (1920, 1200, 2)],
)
def test_nothing_is_cut_and_all_fits(problems, width, height, factor):
    assert problems(width, height, factor) == []


@pytest.mark.slow
@pytest.mark.parametrize("text", [1.5, 2.0])
def test_nothing_is_cut_with_larger_text_of_the_system(problems, text):
    assert problems(1366, 768, 1, text) == []
