"""In every look of the window nothing is cut, nothing covers anything else, and the canvas has its share."""

import subprocess
import sys

import pytest

pytest.importorskip("PIL")

from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from shots.looks import LOOKS, problems
from shots.scenes import ROOT

SCRIPT = ROOT / "packaging" / "shots" / "contact.py"


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.name)
def test_nothing_is_cut_or_covered(look):
    """To look at it: `python3 packaging/dev.py shots --sheets=FOLDER`, followed by the name of the look."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), look.name], capture_output=True, text=True, timeout=240, check=False
    )
    assert (done.stdout, done.returncode) == ("", 0), done.stderr[-500:]


@pytest.mark.slow
def test_a_sheet_is_written(tmp_path):
    command = [sys.executable, str(SCRIPT), f"--sheets={tmp_path}", "small"]
    assert subprocess.run(command, capture_output=True, timeout=240, check=False).returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["small.png"]


@pytest.fixture
def box(qtbot):
    """A widget with a label, and a button below it."""
    box = QWidget()
    qtbot.addWidget(box)
    column = QVBoxLayout(box)
    column.addWidget(QLabel("a text of some length"))
    column.addWidget(QPushButton("and a button"))
    with qtbot.waitExposed(box):
        box.show()
    return box


def test_a_text_that_is_cut_is_found(box):
    assert problems(box) == []
    box.findChild(QLabel).setMaximumWidth(20)
    assert problems(box) == ["QLabel  is cut: 'a text of some length'"]


def test_what_covers_something_else_is_found(box):
    box.findChild(QPushButton).move(box.findChild(QLabel).pos())
    assert problems(box) == ["QLabel and QPushButton overlap"]
