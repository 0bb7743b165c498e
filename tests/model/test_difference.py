"""What differs between two datasets."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kpgui.model.dataset import Dataset, difference
from kpgui.model.edits import HoldOut, Move, Relabel, Remove, add, apply
from tests.model.test_edits import edits_of
from tests.strategies import datasets


def rows(dataset, without):
    kept = np.setdiff1d(np.arange(len(dataset)), without)
    return [(*dataset.points[i], dataset.labels[i], dataset.held_out[i], dataset.ids[i]) for i in kept]


@given(st.data(), datasets(held_out=True))
def test_what_is_not_named_is_the_same_and_in_the_same_order(data, before):
    after = before
    for _ in range(data.draw(st.integers(1, 2))):
        after, _ = apply(after, data.draw(edits_of(after)))
    found = difference(before, after)
    if found is not None:
        gone, come = found
        assert rows(before, gone) == rows(after, come)


@given(st.data(), datasets(min_size=1))
def test_only_what_an_edit_changed_is_named(data, before):
    some = np.array(data.draw(st.lists(st.sampled_from(before.ids.tolist()), unique=True, min_size=1)))
    flipped, _ = apply(before, Relabel(some, -before.labels[before.index_of(some)]))
    assert [each.tolist() for each in difference(before, flipped)] == [sorted(some.tolist())] * 2
    removed, _ = apply(before, Remove(some))
    assert [each.tolist() for each in difference(before, removed)] == [sorted(some.tolist()), []]
    more, _ = apply(before, add(before, np.zeros((2, 2)), np.array([1, -1])))
    assert [each.tolist() for each in difference(before, more)] == [[], [len(before), len(before) + 1]]


def test_another_dataset_is_not_compared_point_by_point():
    one = Dataset.of([[0, 0], [1, 1]], [1, -1])
    assert difference(one, Dataset.of([[0, 0], [1, 2]], [1, -1])) is None
    assert difference(one, Dataset.of([[0, 0], [1, 1]], [1, -1], ids=[1, 0])) is None
    assert difference(one, Dataset.of([[0], [1]], [1, -1])) is None


@given(st.data())
def test_whatever_happened_since_what_is_named_is_what_comparing_all_points_finds(data):
    """Of a thousand points some are edited again and again, some back to what they were; undone edits are edits too."""
    rng = np.random.default_rng(data.draw(st.integers(0, 1000)))
    places, signs = rng.integers(-1, 2, (1000, 2)).astype(float), rng.choice([-1, 1], 1000)
    datasets = [Dataset.of(places, signs)]
    for _ in range(data.draw(st.integers(1, 6))):
        before = datasets[-1]
        ids = np.array(data.draw(st.lists(st.integers(0, 15), unique=True, min_size=1, max_size=15)))
        pick = rng.permutation(1000)[: len(ids)]
        edits = Move(ids, places[pick]), Relabel(ids, before.labels[pick]), HoldOut(ids, pick > 500)
        after, inverse = apply(before, data.draw(st.sampled_from(edits)))
        datasets.append(after)
        if data.draw(st.booleans()):
            datasets.append(apply(after, inverse)[0])
    for before in datasets:
        unlike = (before.points != datasets[-1].points).any(axis=1) | (before.labels != datasets[-1].labels)
        unlike |= before.held_out != datasets[-1].held_out
        gone, come = difference(before, datasets[-1])
        assert gone.tolist() == come.tolist() == np.flatnonzero(unlike).tolist()
