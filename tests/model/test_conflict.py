"""Opposite labels on one place."""

import numpy as np

from kpgui.model.conflict import conflict
from kpgui.model.dataset import Dataset


def test_the_first_conflict_is_found_wherever_it_is():
    points = np.array([[0, 0], [5, 5], [0, 0], [5, 5], [0, 0]])
    assert conflict(Dataset.of(points, [1, 1, 1, -1, 1])) == (1, 3)
    assert conflict(Dataset.of(points, [1, 1, 1, 1, 1])) is None
    assert conflict(Dataset.of(points, [1, 1, -1, -1, 1])) == (0, 2)


def test_a_held_out_twin_is_no_conflict():
    assert conflict(Dataset.of([[0, 0], [0, 0]], [1, -1], held_out=[False, True])) is None
