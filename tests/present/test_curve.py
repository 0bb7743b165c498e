"""The mistake curve for a small plot."""

import numpy as np

from kpgui.present.curve import MOST, mistake_curve


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
    assert len(heights) <= MOST
    assert heights.max() == 99
    assert edges[-1] == 10_001.5
    assert np.all(np.diff(edges) > 0)
