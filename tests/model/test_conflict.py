"""Opposite labels on one place."""

from itertools import combinations

import numpy as np
from hypothesis import given

from kpgui.model.conflict import conflict
from kpgui.model.dataset import Dataset
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
