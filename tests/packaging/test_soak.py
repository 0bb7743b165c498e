"""`packaging/dev.py soak` finds what is planted, says the seed and the last actions, and does the same again."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.soak.actions import drawn
from tests.soak.measuring import ENOUGH, Measured, growth

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what it measures is that of Linux")

PLANTED = """
import os, sys, threading, warnings
from PySide6.QtCore import QTimer, qWarning
from tests.soak import __main__, actions

def raise_in_a_slot(kept=[]):
    kept.append(QTimer(singleShot=True, interval=0))
    kept[-1].timeout.connect(lambda: 1 / 0)
    kept[-1].start()

PLANTS = {
    "slot": raise_in_a_slot,
    "thread": lambda: threading.Thread(target=lambda: 1 / 0, name="planted").start(),
    "warning": lambda: qWarning("planted"),
    "crash": os.abort,
}

def plant(someone, chances):
    PLANTS[sys.argv[1]]()
    return "planted"

actions.Someone.hover_canvas = plant
sys.exit(__main__.main(sys.argv[2:]))
"""
"""With its own code in place of the program's: what is planted is done wherever the pointer would hover."""


def soaked(tmp_path, plant, seed, actions):
    places = {"HOME": "", "KPGUI_STATE": "state", "KPGUI_SETTINGS": "settings.ini"}
    environ = os.environ | {name: str(tmp_path / place) for name, place in places.items()}
    environ |= {"PYTHONPATH": str(Path.cwd()), "KPGUI_AUTOSAVE": "0.5"}
    words = [plant, "--seed", str(seed), "--actions", str(actions), "--inside", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-c", PLANTED, *words], capture_output=True, text=True, env=environ, timeout=240
    )
    return done.returncode, done.stdout, (tmp_path / "actions.log").read_text("utf-8")


def first(name, seed):
    """The number of the first action of this name."""
    return next(number for number in range(10_000) if drawn(seed, number)[0] == name)


SEED = next(seed for seed in range(100) if first("hover_canvas", seed) == 4)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plant", "said"),
    [
        ("slot", "exception"),
        ("thread", "exception in planted"),
        ("warning", "Qt: planted"),
    ],
)
def test_a_problem_is_told_with_the_seed_and_the_last_actions(tmp_path, plant, said):
    code, out, _ = soaked(tmp_path, plant, SEED, 5)
    assert code == 1
    assert f"FAILED at action 4 of seed {SEED}: {said}" in out
    assert f"\n3 {drawn(SEED, 3)[0]}: " in out
    assert f"dev.py soak --seed {SEED} --actions 5" in out


@pytest.mark.slow
def test_after_a_crash_the_log_ends_with_what_was_done(tmp_path):
    code, _, log = soaked(tmp_path, "crash", SEED, 5)
    assert code < 0
    assert log.splitlines()[-1] == "4 hover_canvas"


def test_nothing_is_found_where_nothing_is_wrong(tmp_path):
    code, out, _ = soaked(tmp_path, "", SEED, 4)
    assert (code, " 0 problems" in out) == (0, True)


def test_the_same_seed_gives_the_same_actions():
    one, other = ([(name, chances.random()) for name, chances in map(drawn, [7] * 50, range(50))] for _ in range(2))
    assert one == other
    assert one != [(name, chances.random()) for name, chances in map(drawn, [8] * 50, range(50))]


USUAL = Measured(0, 100 << 20, threads=4, files=10, top_level=29, widgets=600, objects=1200, python_blocks=400_000)


def series(**changed):
    return [USUAL._replace(**{name: value(k) for name, value in changed.items()}) for k in range(ENOUGH)]


def test_what_grows_is_told_and_what_is_made_once_is_not():
    assert growth(series()) == []
    assert growth(series(widgets=lambda k: 600 + 300 * (k > 1))) == []
    assert growth(series(memory=lambda k: (100 + 2 * k) << 20)) == []  # in no time
    slow = series(memory=lambda k: (100 + 2 * k) << 20, minutes=lambda k: 3.0 * k)
    assert growth(slow) == ["memory: 108.0 MB, later 129.0 MB (+19.4%)"]
    assert growth(series(memory=lambda k: (100 + 2 * min(k, 4)) << 20, minutes=lambda k: 3.0 * k)) == []
    assert growth(series(files=lambda k: 10 + k)) == ["files: at most 17, later at least 22"]
    assert growth(series(files=lambda k: 10 + k)[: ENOUGH - 1]) == []
