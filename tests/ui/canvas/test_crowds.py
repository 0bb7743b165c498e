"""So many points that those which others hide are not painted: dragging one of them."""

import numpy as np
import pytest

from kpgui.model.dataset import Dataset
from kpgui.model.session import View
from kpgui.ui.canvas import sprites
from tests.ui.canvas.stage import Stage, away, show

N = 3000
VIEW = View(-2, 2, -1.5, 1.5)


def crowd(qtbot, dataset):
    stage = Stage(qtbot, dataset.points, dataset.labels, held_out=dataset.held_out)
    show(stage.canvas, VIEW)
    return stage


def picture(stage):
    return stage.canvas.grab().toImage()


def from_nothing(qtbot, stage):
    """The picture of a canvas that never showed anything else."""
    fresh = crowd(qtbot, stage.dataset)
    fresh.canvas.select(stage.canvas.selection)
    return picture(fresh)


@pytest.fixture
def dataset(monkeypatch):
    """Points that cover one another almost wholly, as those of a million do."""
    monkeypatch.setattr(sprites, "DENSE", N - 1)
    rng = np.random.default_rng(4)
    return Dataset.of(rng.normal(0, 0.12, (N, 2)), rng.choice([-1, 1], N), rng.random(N) < 0.2)


@pytest.mark.parametrize("steps", [1, 2, 9])
def test_a_dragged_point_leaves_the_picture_that_is_painted_from_nothing(qtbot, dataset, steps):
    stage = crowd(qtbot, dataset)
    before = picture(stage)
    place, pixel = stage.points[-1], stage.at(*stage.points[-1])
    stage.press(pixel)
    picture(stage)
    for k in range(1, steps + 1):
        stage.move(away(pixel, 200 * k // steps, 100 * k // steps))
        assert picture(stage) == from_nothing(qtbot, stage)
    stage.release(away(pixel, 200, 100))
    np.testing.assert_allclose(stage.points[-1] - place, [200 * stage.unit, -100 * stage.unit], atol=1e-9)
    assert (stage.points[:-1] == dataset.points[:-1]).all()
    assert picture(stage) == from_nothing(qtbot, stage)
    stage.undo.undo()
    assert stage.dataset == dataset
    stage.canvas.stage.clear_selection()
    assert picture(stage) == before


def test_points_that_go_out_of_sight_and_come_back_are_painted_as_if_it_were_for_the_first_time(qtbot, dataset):
    """With one of them out of sight all others are painted, also those that others hide."""
    stage = crowd(qtbot, dataset)
    picture(stage)
    pixel = stage.at(*stage.points[-1])
    stage.press(pixel)
    for right in (900, 100):
        stage.move(away(pixel, right, 0))
        assert picture(stage) == from_nothing(qtbot, stage)
    stage.release(away(pixel, 100, 0))


def test_a_selection_dragged_out_of_a_crowd_leaves_the_others_as_they_were(qtbot, dataset):
    stage = crowd(qtbot, dataset)
    picture(stage)
    some = np.append(np.arange(0, N - 1, 10), N - 1)
    stage.canvas.select(some)
    pixel = stage.at(*stage.points[-1])
    stage.press(pixel)
    stage.move(away(pixel, 150, -80))
    stage.release(away(pixel, 150, -80))
    assert picture(stage) == from_nothing(qtbot, stage)
    others = np.setdiff1d(np.arange(N), some)
    assert (stage.points[others] == dataset.points[others]).all()
    np.testing.assert_allclose(
        stage.points[some], dataset.points[some] + [150 * stage.unit, 80 * stage.unit], atol=1e-9
    )
