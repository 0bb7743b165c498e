"""Edits of one stroke made one."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kpgui.model.edits import Insert, Move, Relabel, Remove, Setting, apply
from kpgui.model.merging import merged
from tests.model.test_edits import edits_of
from tests.strategies import datasets


def after(dataset, *edits):
    for edit in edits:
        dataset, _ = apply(dataset, edit)
    return dataset.points.tolist(), dataset.labels.tolist(), dataset.held_out.tolist(), dataset.ids.tolist()


@given(st.data(), datasets(held_out=True))
def test_merged_edits_do_what_they_do_in_a_row_and_so_do_their_inverses(data, start):
    first = data.draw(edits_of(start))
    middle, back_to_start = apply(start, first)
    second = data.draw(edits_of(middle).filter(lambda edit: type(edit) is type(first)))
    end, back_to_middle = apply(middle, second)
    assert after(start, merged(first, second)) == after(end)
    assert after(end, merged(back_to_middle, back_to_start)) == after(start)


@given(st.data(), datasets(min_size=1, held_out=True))
def test_points_taken_out_bit_by_bit_come_back_in_their_places_at_once(data, start):
    """As an eraser's stroke does."""
    end, inverse = start, None
    for _ in range(data.draw(st.integers(2, 5))):
        if not len(end):
            break
        gone = data.draw(st.lists(st.sampled_from(end.ids.tolist()), min_size=1, max_size=4, unique=True))
        end, back = apply(end, taking_out(gone))
        inverse = back if inverse is None else merged(back, inverse)
    assert isinstance(inverse, Insert)
    assert after(end, inverse) == after(start)


def taking_out(ids):
    return Remove(np.array(ids))


def test_edits_of_different_kinds_stay_apart():
    some = taking_out([0]).ids
    assert merged(Move(some, [[0.0, 0.0]]), Relabel(some, [1])) is None
    assert merged(Setting("kernel", "linear()"), Setting("seed", 1)) is None
