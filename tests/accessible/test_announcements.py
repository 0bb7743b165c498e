"""What a screen reader says by itself while one trains, and how it describes the canvas."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QAccessible

from kpgui.generators import GENERATORS
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Replace
from kpgui.model.frame import Status
from kpgui.words.step_sentence import boundary_sentence

GAP = [[np.nan, np.nan]]


@pytest.fixture
def heard(desk):
    """What is announced, with a screen reader there."""
    QAccessible.setActive(True)
    said = []
    desk.window.announcer.announced.connect(said.append)
    yield said
    QAccessible.setActive(False)


@pytest.fixture
def moons(desk):
    desk.window.document.edit(Replace(GENERATORS.find("moons")(n=60, noise=0.05).make()), "draw")
    return desk


def test_each_step_by_hand_is_announced_with_its_sentence(moons, heard):
    moons.trigger("train.step")
    moons.wait_for(Status.PAUSED, 1)
    moons.wait(lambda: any(each.startswith("Step 1 · point 1") for each in heard))
    moons.trigger("train.step")
    moons.wait(lambda: any(each.startswith("Step 2 ") for each in heard))
    assert sum(each.startswith("Step 1 ") for each in heard) == 1


def test_the_end_of_a_run_is_announced(moons, heard):
    moons.trigger("train.to_end")
    moons.wait(lambda: any(each.startswith("Converged: epoch ") for each in heard))
    assert sum(each.startswith("Converged") for each in heard) == 1


def test_a_run_that_goes_on_tells_its_mistakes_and_not_every_step(moons, heard, monkeypatch):
    monkeypatch.setattr("kpgui.ui.window.hover_card.APART", 0.0)
    moons.window.document.edit(Replace(GENERATORS.find("moons")(n=60, noise=0.6).make()), "draw")
    moons.window.playback.faster()
    moons.trigger("train.run")
    moons.wait(lambda: any(each.startswith("Epoch ") and "mistake" in each for each in heard))
    assert not [each for each in heard if each.startswith("Step ")]


def test_messages_of_the_status_bar_are_announced(desk, heard):
    desk.trigger("tool.lasso")
    assert any(each.startswith("Lasso: ") for each in heard)


def test_without_a_screen_reader_nothing_is_announced(moons):
    said = []
    moons.window.announcer.announced.connect(said.append)
    moons.trigger("train.to_end")
    moons.wait_for(Status.CONVERGED)
    assert said == []


def test_the_canvas_describes_points_boundary_and_mistakes(desk):
    desk.window.document.edit(
        Replace(Dataset.of([[0, 0], [0.1, 0], [2, 0], [-2, 0], [0, 2], [0, -2]], [1, 1, -1, -1, -1, -1])), "draw"
    )
    canvas = desk.window.canvas
    assert canvas.accessibleName() == "Canvas with 6 points"
    assert canvas.accessibleDescription() == "Discs: 2 of class +1. Squares: 4 of class −1."
    desk.trigger("train.to_end")
    desk.wait_for(Status.CONVERGED)
    desk.wait(lambda: "boundary" in canvas.accessibleDescription())
    assert canvas.accessibleDescription() == (
        "Discs: 2 of class +1. Squares: 4 of class −1. The boundary is a closed curve. 0 mistakes in the last epoch. "
        "0 points on the wrong side of it now."
    )
    desk.trigger("train.reset")
    desk.wait(lambda: canvas.accessibleDescription() == "Discs: 2 of class +1. Squares: 4 of class −1.")


def test_a_frame_that_only_brings_late_numbers_leaves_the_boundary_described(moons):
    """What instruments read may come in a frame of its own, without a picture."""
    canvas = moons.window.canvas
    moons.trigger("train.to_end")
    moons.wait_for(Status.CONVERGED)
    moons.wait(lambda: "The boundary is" in canvas.accessibleDescription())
    before = canvas.accessibleDescription()
    canvas.show_frame(replace(moons.frame, field=None))
    assert canvas.accessibleDescription() == before


RING = [[0, 0], [1, 0], [0, 1], [0, 0]]
LINE = [[-3, 0], [3, 1]]


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (np.zeros((0, 2)), "No boundary is in view."),
        (RING, "The boundary is a closed curve."),
        (LINE, "The boundary is a curve across the view."),
        (RING + GAP + LINE, "The boundary consists of 2 curves in view, 1 of them closed."),
        (RING + GAP + LINE + GAP + RING, "The boundary consists of 3 curves in view, 2 of them closed."),
    ],
)
def test_the_form_of_a_boundary_in_words(lines, sentence):
    assert boundary_sentence(np.array(lines, np.float64)) == sentence
