"""Progress and the counters keep still: what stands on the screen stays in its place when numbers come and change."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from kpgui.model.edits import HoldOut, Replace, Setting
from tests.strategies import noisy_moons

STILL = "progress.verdict", "progress.support", "progress.guarantee"


@pytest.fixture
def moons(desk):
    desk.window.document.edit(Replace(noisy_moons(40, noise=0.4)), "draw")
    return desk


def places(desk, names):
    """Where these widgets are, from the top left of the window."""
    return {name: desk.find(QWidget, name).mapTo(desk.window, QPoint(0, 0)).toTuple() for name in names}


@pytest.mark.parametrize("learner", ["kernel_perceptron(epochs=30)", "svm()", "norma(nu=0.2, epochs=3)"])
def test_nothing_moves_in_progress_from_before_the_run_to_its_end(moons, learner):
    moons.window.document.edit(Setting("learner", learner), "learner")
    moons.wait(lambda: moons.text("progress.support") == "No support vectors yet.")
    QTest.qWait(60)  # until the panel is laid out for this learner
    seen = {tuple(places(moons, STILL).items())}
    moons.trigger("train.step")
    moons.wait(lambda: "support vectors." in moons.text("progress.support"))
    seen.add(tuple(places(moons, STILL).items()))
    moons.train_to_end()
    moons.wait(lambda: moons.text("progress.guarantee") != "")
    seen.add(tuple(places(moons, STILL).items()))
    assert len(seen) == 1


def test_the_counters_stay_where_they_are_when_points_are_held_out(moons):
    names = [f"counter.{name}" for name in ("epoch", "step", "mistakes", "updates", "errors")]
    moons.train_to_end()
    before = places(moons, names)
    assert not moons.find(QLabel, "counter.held_out").isVisible()
    moons.window.document.edit(HoldOut(moons.session.dataset.ids[::4], np.ones(10, bool)), "hold out")
    moons.train_to_end()
    moons.wait(moons.find(QLabel, "counter.held_out").isVisible)
    assert places(moons, names) == before
