"""Opposite labels on one place."""

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kpgui.model.dataset import Dataset, conflict, conflict_after
from kpgui.model.edits import HoldOut, Move, Relabel, Remove, add, apply
from tests.strategies import datasets, small_integers


def test_the_first_conflict_is_found_wherever_it_is():
    points = np.array([[0, 0], [5, 5], [0, 0], [5, 5], [0, 0]])
    assert conflict(Dataset.of(points, [1, 1, 1, -1, 1])) == (1, 3)
    assert conflict(Dataset.of(points, [1, 1, 1, 1, 1])) is None
    assert conflict(Dataset.of(points, [1, 1, -1, -1, 1])) == (0, 2)
    assert conflict(Dataset.of(points, [1, 1, -1, 1, -1])) == (0, 2)


def test_a_held_out_twin_is_no_conflict():
    assert conflict(Dataset.of([[0, 0], [0, 0]], [1, -1], held_out=[False, True])) is None


@given(datasets(elements=small_integers.map(float), held_out=True))
def test_it_is_the_first_of_all_pairs_that_meet_the_definition(dataset):
    pairs = combinations(dataset.training.tolist(), 2)
    points, labels = dataset.points.tolist(), dataset.labels.tolist()
    wanted = next(((i, j) for i, j in pairs if points[i] == points[j] and labels[i] != labels[j]), None)
    assert conflict(dataset) == wanted


@st.composite
def some_edit(draw, dataset):
    """One that often makes conflicts or takes some away."""
    ids = np.array(draw(st.lists(st.sampled_from(dataset.ids.tolist()), unique=True, max_size=12)), np.int64)
    k = len(ids)
    places = np.array(draw(st.lists(st.tuples(small_integers, small_integers), min_size=k, max_size=k)), float)
    signs = np.array(draw(st.lists(st.sampled_from([-1, 1]), min_size=k, max_size=k)), np.int8)
    more = add(dataset, places.reshape(-1, 2), signs)
    return draw(
        st.sampled_from(
            [Move(ids, places.reshape(-1, 2)), Relabel(ids, signs), HoldOut(ids, signs > 0), Remove(ids), more]
        )
    )


@given(st.data(), datasets(min_size=1, elements=small_integers.map(float), held_out=True))
def test_what_is_known_of_a_dataset_before_some_edits_leads_to_the_same_conflict(data, before):
    after = before
    for _ in range(data.draw(st.integers(0, 3))):
        if len(after):
            after, _ = apply(after, data.draw(some_edit(after)))
    assert conflict_after(before, conflict(before), after) == conflict(after)
