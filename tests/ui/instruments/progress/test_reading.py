"""The mistakes per epoch, and the confusion matrices."""

from dataclasses import replace

import numpy as np
import pytest

from kpgui import api
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
from kpgui.ui.instruments.progress.reading import MOST_BARS, confusion, epoch_bars
from tests.strategies import noisy_moons
from tests.ui.instruments.moments import moment_of


def test_no_epoch_has_no_bar():
    bars = epoch_bars(np.zeros(0, np.int64), 0, 4, 0)
    assert bars.starts.tolist() == [0]
    assert len(bars.most) == 0


def test_few_epochs_have_a_bar_each():
    bars = epoch_bars(np.array([5, 3, 0]), 7, 8, 80)
    assert bars.starts.tolist() == [7, 8, 9, 10]
    assert bars.most.tolist() == [5, 3, 0]


def test_many_epochs_are_thinned_out_and_no_peak_is_lost():
    mistakes = np.ones(10_001, np.int64)
    mistakes[7777] = 99
    bars = epoch_bars(mistakes, 0, 100, 1_000_100)
    assert len(bars.most) <= MOST_BARS
    assert bars.most.max() == 99
    assert bars.starts[-1] == 10_001
    assert np.all(np.diff(bars.starts) > 0)


def framed(session, steps):
    """The frame after so many steps, as the trainer sends it."""
    return replace(moment_of(session, steps).frame, ids=session.dataset.ids)


@pytest.mark.parametrize("held_out", [False, True])
def test_the_confusion_matrix_counts_every_point_once_where_f_puts_it(held_out):
    dataset = noisy_moons(50, noise=0.4)
    dataset = Dataset.of(dataset.points, dataset.labels, np.arange(50) % 3 == 0 if held_out else None)
    session = Session(dataset, "rbf(sigma=0.5)", "kernel_perceptron(epochs=9)")
    frame = framed(session, 60)
    says = np.sign(api.train(session, steps=60).decision(dataset.points))
    found = confusion(frame, dataset)
    for matrix, part in zip(found, (~dataset.held_out, dataset.held_out), strict=True):
        for row, true in enumerate((1, -1)):
            of_class = part & (dataset.labels == true)
            assert matrix[row].tolist() == [int((says[of_class] == f).sum()) for f in (1, -1)]


def test_there_is_no_confusion_matrix_before_the_first_step_or_for_other_points():
    session = Session(noisy_moons(20))
    assert confusion(None, session.dataset) is None
    assert confusion(framed(session, 0), session.dataset) is None
    assert confusion(framed(session, 1), noisy_moons(21)) is None
