"""The held-out split."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.model_selection import StratifiedShuffleSplit

from kpgui.model.errors import KpguiError
from kpgui.model.split import split

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
