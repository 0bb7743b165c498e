"""The mistakes per epoch for a small plot."""

import numpy as np

from kpgui.model.reading import Focus
from kpgui.model.session import Session
from kpgui.ui.instruments.progress.reading import MOST_BARS, Mistakes, epoch_bars
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


def test_the_reading_is_the_bars_of_the_run_up_to_the_step_shown():
    session = Session(noisy_moons(50, noise=0.4), "rbf(sigma=0.5)", "kernel_perceptron(epochs=9)")
    moment = moment_of(session, 170)
    bars = Mistakes().read(moment, Focus())
    assert bars.starts.tolist() == [0, 1, 2, 3, 4]
    assert bars.most.tolist() == moment.frame.counters.per_epoch.tolist()
    assert (bars.length, bars.head) == (50, 170)
    assert bars.most.sum() == moment.frame.counters.mistakes
