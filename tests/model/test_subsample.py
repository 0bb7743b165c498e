"""A part of a dataset that stands for the whole."""

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from kpgui.model.dataset import Dataset
from kpgui.model.subsample import subsample
from tests.strategies import datasets

LARGE = Dataset.of(
    np.arange(20_000).reshape(-1, 2), np.where(np.arange(10_000) % 10, 1, -1), np.arange(10_000) % 4 == 0
)


@example(Dataset.of(np.zeros((7, 2)), [-1, 1, 1, 1, 1, 1, 1], np.arange(7) == 1), 3, 0)
@given(datasets(max_size=40, held_out=True), st.integers(1, 40), st.integers(0, 5))
def test_keeps_shares_order_and_ids(dataset, n, seed):
    part = subsample(dataset, n, seed)
    assert len(part) == min(n, len(dataset))
    places = dataset.index_of(part.ids)
    assert (np.diff(places) > 0).all()
    assert np.array_equal(dataset.points[places], part.points)
    assert np.array_equal(dataset.labels[places], part.labels)
    assert np.array_equal(dataset.held_out[places], part.held_out)
    groups = [(label, out) for label in (-1, 1) for out in (False, True)]
    sizes, kept = (
        [int(((each.labels == label) & (each.held_out == out)).sum()) for label, out in groups]
        for each in (dataset, part)
    )
    shares = [n * size / len(dataset) if len(dataset) > n else size for size in sizes]
    small = sum(0 < share < 1 for share in shares)
    for size, share, count in zip(sizes, shares, kept, strict=True):
        assert abs(count - share) <= 1 + small, "a group too small for a share of its own takes one from another"
        assert count or not size or n < 4


def test_the_same_seed_gives_the_same_points_and_another_seed_others():
    assert subsample(LARGE, 500, 1) == subsample(LARGE, 500, 1)
    assert subsample(LARGE, 500, 1) != subsample(LARGE, 500, 2)


def test_shares_are_kept_to_a_point():
    part = subsample(LARGE, 1000)
    assert int((part.labels < 0).sum()) in (99, 100, 101)
    assert int(part.held_out.sum()) in (249, 250, 251)


def test_every_point_is_drawn_equally_often():
    counts = np.zeros(40)
    dataset = Dataset.of(np.arange(80).reshape(-1, 2), [1, -1] * 20)
    for seed in range(400):
        counts[subsample(dataset, 10, seed).ids] += 1
    assert counts.sum() == 4000
    assert abs(counts - 100).max() < 45  # five standard deviations of a binomial(400, 1/4)
