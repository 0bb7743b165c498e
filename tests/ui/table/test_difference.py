"""What a table has to show anew."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kpgui.model.dataset import Dataset
from kpgui.model.edits import apply
from kpgui.ui.table.difference import difference, runs
from tests.model.test_edits import edits_of
from tests.strategies import datasets


def rows_of(dataset):
    columns = dataset.ids, dataset.points.tolist(), dataset.labels, dataset.held_out
    return [(int(a), tuple(b), int(c), bool(d)) for a, b, c, d in zip(*columns, strict=True)]


@given(st.data(), datasets(held_out=True))
def test_carrying_the_difference_out_on_a_copy_of_the_rows_gives_the_rows_after(data, before):
    after, _ = apply(before, data.draw(edits_of(before)))
    found = difference(before, after)
    rows, wanted = rows_of(before), rows_of(after)
    rows[found.at : found.at + found.gone] = wanted[found.at : found.at + found.come]
    assert len(rows) == len(wanted)
    unlike = [k for k in range(len(rows)) if rows[k] != wanted[k]]
    assert found.changed.tolist() == unlike


def test_only_what_is_shared_by_both_is_compared():
    before = Dataset.of([[0, 0], [1, 1]], [1, -1])
    assert difference(before, before)[:3] == (0, 0, 0)
    assert not len(difference(before, before).changed)


@given(st.sets(st.integers(0, 60)))
def test_runs_put_together_are_the_rows(rows):
    found = runs(np.array(sorted(rows), np.int64))
    assert [row for first, last in found for row in range(first, last + 1)] == sorted(rows)
    assert all(later[0] > earlier[1] + 1 for earlier, later in pairwise(found))
