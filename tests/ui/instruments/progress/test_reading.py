"""The mistake curve for a small plot."""

import numpy as np

from kpgui.model.reading import Focus
from kpgui.model.session import Session
from kpgui.ui.instruments.progress.reading import MOST_BARS, Mistakes, mistake_curve
from tests.strategies import noisy_moons
from tests.ui.instruments.moments import moment_of


def test_no_epoch_has_no_bar():
    edges, heights = mistake_curve(np.zeros(0, np.int64))
    assert len(edges) == 1
    assert len(heights) == 0


def test_few_epochs_have_a_bar_each():
    edges, heights = mistake_curve(np.array([5, 3, 0]))
    assert edges.tolist() == [0.5, 1.5, 2.5, 3.5]
    assert heights.tolist() == [5, 3, 0]


def test_many_epochs_are_thinned_out_and_no_peak_is_lost():
    mistakes = np.ones(10_001, np.int64)
    mistakes[7777] = 99
    edges, heights = mistake_curve(mistakes)
    assert len(heights) <= MOST_BARS
    assert heights.max() == 99
    assert edges[-1] == 10_001.5
    assert np.all(np.diff(edges) > 0)


def test_the_reading_is_the_curve_of_the_run_up_to_the_step_shown():
    session = Session(noisy_moons(50, noise=0.4), "rbf(sigma=0.5)", "kernel_perceptron(epochs=9)")
    moment = moment_of(session, 170)
    curve = Mistakes().read(moment, Focus())
    assert curve.edges.tolist() == [0.5, 1.5, 2.5, 3.5, 4.5]
    assert curve.heights.tolist() == moment.frame.counters.per_epoch.tolist()
    assert (curve.epochs, curve.last) == (4, curve.heights[-1])
    assert curve.heights.sum() == moment.frame.counters.mistakes
