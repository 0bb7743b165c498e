"""The held-out split."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sklearn.model_selection import StratifiedShuffleSplit

from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.transform import split, subsample
from tests.strategies import datasets

labels_of = st.lists(st.sampled_from([-1, 1]), max_size=60).map(lambda signs: np.array(signs, np.int8))
shares = st.floats(0, 0.99)


@given(labels_of, shares, st.integers(0, 9), st.booleans())
def test_that_share_of_the_points_is_held_out_and_one_is_left(labels, share, seed, stratified):
    held_out = split(labels, share, seed, stratified)
    assert held_out.shape == labels.shape
    wanted = np.floor(len(labels) * share + 0.5)
    assert held_out.sum() == min(wanted, max(len(labels) - 1, 0))


@given(labels_of, shares, st.integers(0, 9))
def test_stratified_each_class_gives_its_share_to_within_one_point(labels, share, seed):
    held_out = split(labels, share, seed)
    for sign in (-1, 1):
        own = labels == sign
        exact = held_out.sum() * own.sum() / max(1, len(labels))
        assert abs(held_out[own].sum() - exact) <= 1


@pytest.mark.parametrize("positive", [20, 50, 90])
@pytest.mark.parametrize("share", [0.1, 0.25, 0.5])
def test_the_classes_are_counted_as_in_scikit_learn(positive, share):
    labels = np.where(np.arange(100) < positive, 1, -1)
    (_, theirs), *_ = StratifiedShuffleSplit(1, test_size=share, random_state=0).split(labels, labels)
    ours = split(labels, share)
    assert ours.sum() == len(theirs)
    assert abs(np.count_nonzero(labels[ours] > 0) - np.count_nonzero(labels[theirs] > 0)) <= 1


@given(labels_of, shares, shares, st.booleans())
def test_a_larger_share_holds_the_same_points_out_and_more(labels, one, other, stratified):
    few, many = (split(labels, share, 3, stratified) for share in sorted((one, other)))
    assert many[few].all()


def test_the_seed_alone_decides():
    labels = np.where(np.arange(200) % 2, 1, -1)
    assert np.array_equal(split(labels, seed=5), split(labels, seed=5))
    assert not np.array_equal(split(labels, seed=5), split(labels, seed=6))


def test_every_point_is_held_out_as_often_as_the_others():
    labels = np.where(np.arange(20) < 6, 1, -1)
    often = np.mean([split(labels, 0.25, seed) for seed in range(2000)], axis=0)
    assert np.allclose(often, 0.25, atol=0.06)


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ({"share": 1}, "split: share must be a number from 0 to 0.99, not 1."),
        ({"seed": -1}, "split: seed must be a whole number"),
        ({"stratified": "yes"}, "split: stratified must be true or false"),
    ],
)
def test_what_is_not_allowed_is_named(what, says):
    with pytest.raises(KpguiError, match=says):
        split(np.array([1, -1]), **what)


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
