"""The regions where a vote is exactly 0: their edges and their hatching."""

import numpy as np

from kpgui.engine.messages import Viewport
from kpgui.engine.picture.display import Display
from kpgui.engine.picture.field import HATCHES, ties
from kpgui.engine.run.run import Run
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session, View

VIEW = View(0.0, 10.0, 0.0, 8.0)


def lines_of(curve):
    """The polylines between NaN rows."""
    return [line[~np.isnan(line[:, 0])] for line in np.split(curve, np.flatnonzero(np.isnan(curve[:, 0])))]


def with_zeros(rows, columns):
    values = np.ones((80, 100))
    values[rows, columns] = 0.0
    return values


def test_a_region_has_its_edge_and_hatching_within_it():
    edge, *hatching = lines_of(ties(with_zeros(slice(20, 40), slice(30, 70)), VIEW))
    assert (edge[0] == edge[-1]).all()
    assert np.abs(edge.min(axis=0) - (3.0, 2.0)).max() < 1e-9
    assert np.abs(edge.max(axis=0) - (7.0, 4.0)).max() < 1e-9
    assert 0.5 * 60 * HATCHES / 100 < len(hatching) < 2 * 60 * HATCHES / 100
    for line in hatching:
        assert line.min(axis=0)[0] > 3
        assert line.max(axis=0)[1] < 4


def test_a_hole_is_not_hatched():
    values = with_zeros(slice(20, 60), slice(30, 70))
    values[35:45, 45:55] = -1.0
    lines = lines_of(ties(values, VIEW))
    closed = [line for line in lines if len(line) > 2]
    assert len(closed) == 2
    for line in lines:
        middle = line.mean(axis=0) if len(line) == 2 else line[0]
        assert not (4.6 < middle[0] < 5.4 and 3.6 < middle[1] < 4.4)


def test_a_region_up_to_the_rim_ends_there():
    found = ties(with_zeros(slice(0, 80), slice(50, 100)), VIEW)
    assert np.nanmax(found[:, 0]) == 10
    assert np.nanmin(found[:, 1]) == 0


def test_a_single_row_of_zeros_is_a_curve_and_no_region():
    assert not len(ties(with_zeros(slice(20, 21), slice(None)), VIEW))


def test_a_display_has_the_ties_of_a_vote_and_of_nothing_else():
    """Left of the middle both prototypes are for +1, right of it one is for and one against."""
    for learner, tied in (("voted_perceptron(epochs=1)", True), ("kernel_perceptron(epochs=1)", False)):
        run = Run(Session(Dataset.of([[-1, 0], [1, 0]], [1, -1]), "rbf(sigma=1)", learner))
        display = Display()
        for steps in range(3):
            run.advance(steps - run.cursor)
            display.set_viewport(Viewport(View(), 120, 80))
            display.show(run.kernel, run.problem.points)
            image = next(image for image in display.fine(run.expansion(), 1.0) if image is not None)
            assert bool(len(image.ties)) == (tied and steps == 2)
        if tied:
            assert np.nanmin(image.ties[:, 0]) > -0.1
