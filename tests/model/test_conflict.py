"""Opposite labels on one place."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kpgui.model.conflict import conflict
from kpgui.model.dataset import Dataset


def test_the_first_conflict_is_found_wherever_it_is():
    points = np.array([[0, 0], [5, 5], [0, 0], [5, 5], [0, 0]])
    assert conflict(Dataset.of(points, [1, 1, 1, -1, 1])) == (1, 3)
    assert conflict(Dataset.of(points, [1, 1, 1, 1, 1])) is None
    assert conflict(Dataset.of(points, [1, 1, -1, -1, 1])) == (0, 2)


def test_a_held_out_twin_is_no_conflict():
    assert conflict(Dataset.of([[0, 0], [0, 0]], [1, -1], held_out=[False, True])) is None


coordinates = st.sampled_from([0.0, -0.0, 1.0, -1.0, 1e308, -1e308, 1.7e308, 5e-324, 0.1, 0.1 + 1e-17])


@given(
    rows=st.lists(st.tuples(coordinates, coordinates, st.sampled_from([-1, 1]), st.booleans()), max_size=12),
)
def test_it_is_the_first_pair_by_the_definition(rows):
    dataset = Dataset.of(
        np.array([row[:2] for row in rows]).reshape(-1, 2), [row[2] for row in rows], [row[3] for row in rows]
    )
    found = conflict(dataset)
    pairs = [
        (i, j)
        for i, one in enumerate(rows)
        for j, other in enumerate(rows)
        if i < j and one[:2] == other[:2] and one[2] != other[2] and not one[3] and not other[3]
    ]
    assert (found is None) == (not pairs)
    assert found is None or found in pairs
