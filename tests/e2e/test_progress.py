"""Progress keeps still: what stands on the screen stays in its place when numbers come and change."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from kpgui.model.edits import Replace, Setting
from tests.strategies import noisy_moons

STILL = "progress.verdict", "progress.support"


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
