"""Folds: every point that is trained on is held out once, and never trained on then."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kpgui.analysis.comparing import folds, without
from kpgui.model.conventions import Conventions
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session
from tests.strategies import datasets

seeds = st.integers(0, 2**53)


@given(datasets(min_size=2, held_out=True), st.integers(2, 12), seeds)
def test_folds_are_disjoint_stratified_and_hold_out_every_point_once(dataset, k, seed):
    assume(k <= len(dataset.training))
    found = folds(dataset, k, seed)
    assert len(found) == k
    assert sorted(np.concatenate(found).tolist()) == dataset.training.tolist()
    for some in (found, *([fold[dataset.labels[fold] == label] for fold in found] for label in (-1, 1))):
        sizes = [len(fold) for fold in some]
        assert max(sizes) - min(sizes) <= 1


@given(datasets(min_size=2, held_out=True), st.integers(2, 5), seeds)
def test_nothing_held_out_is_trained_on(dataset, k, seed):
    assume(k <= len(dataset.training))
    session = Session(dataset, conventions=Conventions(alpha=(1,) * len(dataset)))
    for fold in folds(dataset, k, seed):
        reduced = without(session, fold)
        assert {*reduced.dataset.training.tolist()} == {*dataset.training.tolist()} - {*fold.tolist()}
        assert not np.array(reduced.conventions.alpha or [0] * len(dataset))[fold].any()
        assert replace(reduced, dataset=dataset, conventions=session.conventions) == session
        assert reduced.dataset.points is dataset.points


@given(datasets(min_size=4), seeds)
def test_a_seed_always_gives_the_same_folds(dataset, seed):
    for one, other in zip(folds(dataset, 3, seed), folds(dataset, 3, seed), strict=True):
        assert one.tolist() == other.tolist()


def test_other_seeds_give_other_folds():
    dataset = Dataset.of(np.arange(40.0).reshape(20, 2), [-1, 1] * 10)
    assert len({str(folds(dataset, 2, seed)) for seed in range(20)}) > 10


@pytest.mark.parametrize("k", [-1, 1, 5])
def test_no_fold_may_be_empty(k):
    dataset = Dataset.of([[0, 0], [1, 0], [0, 1], [1, 1], [2, 2]], [-1, 1, 1, -1, 1], [0, 0, 0, 0, 1])
    with pytest.raises(KpguiError, match="as are trained on, which are 4"):
        folds(dataset, k, 0)
    assert folds(dataset, 0, 0) == ()
