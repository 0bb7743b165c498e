"""Subsamples: seeded, of the right size, in order, and with the shares of the whole."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kpgui.model.dataset import Dataset
from kpgui.model.sampling import subsample


def dataset_of(kinds):
    """Points whose x is their place; kinds are (label, held out)."""
    points = [[float(i), 0.0] for i in range(len(kinds))]
    return Dataset.of(points, [label for label, _ in kinds], [out for _, out in kinds])


kinds = st.lists(st.tuples(st.sampled_from([-1, 1]), st.booleans()), min_size=1, max_size=60)


@given(kinds=kinds, count=st.integers(1, 70), seed=st.integers(0, 5))
def test_a_sample_has_its_size_its_order_and_the_points_of_the_whole(kinds, count, seed):
    whole = dataset_of(kinds)
    sample = subsample(whole, count, seed)
    assert len(sample) == min(count, len(whole))
    places = sample.points[:, 0].astype(int)
    assert np.all(np.diff(places) > 0)
    assert np.array_equal(sample.ids, whole.ids[places])
    assert np.array_equal(sample.labels, whole.labels[places])
    assert np.array_equal(sample.held_out, whole.held_out[places])
    assert subsample(whole, count, seed) == sample


@given(kinds=kinds, count=st.integers(4, 60))
def test_every_kind_of_point_keeps_its_share(kinds, count):
    whole = dataset_of(kinds)
    sample = subsample(whole, count, 0)
    for label in (-1, 1):
        for out in (False, True):
            there = np.count_nonzero((whole.labels == label) & (whole.held_out == out))
            taken = np.count_nonzero((sample.labels == label) & (sample.held_out == out))
            assert taken >= min(1, there)
            # A kind with less than a point gets one all the same, at the cost of the others.
            assert abs(taken - there * min(1, count / len(whole))) < 3


def test_another_seed_draws_other_points():
    whole = dataset_of([(1, False), (-1, False)] * 200)
    assert subsample(whole, 50, 0) != subsample(whole, 50, 1)
