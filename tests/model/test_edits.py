"""Every edit and its inverse."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kpgui.model.dataset import Dataset
from kpgui.model.edits import HoldOut, Insert, Move, Relabel, Remove, Replace, Setting, add, apply, change, merged
from kpgui.model.session import Session
from tests.strategies import datasets


@st.composite
def edits_of(draw, dataset: Dataset):
    some = draw(st.lists(st.sampled_from(dataset.ids.tolist()), unique=True)) if len(dataset) else []
    ids = np.array(some, np.int64)
    at = st.floats(-10, 10)
    coordinates = np.array(draw(st.lists(st.tuples(at, at), min_size=len(ids), max_size=len(ids)))).reshape(-1, 2)
    signs = np.array(draw(st.lists(st.sampled_from([-1, 1]), min_size=len(ids), max_size=len(ids))), np.int8)
    return draw(
        st.sampled_from(
            [
                Remove(ids),
                Move(ids, coordinates),
                Relabel(ids, signs),
                HoldOut(ids, signs > 0),
                Replace(Dataset.of([[1, 2]], [1])),
                add(dataset, coordinates, signs),
            ]
        )
    )


@given(st.data(), datasets(held_out=True))
def test_undoing_any_row_of_edits_gives_back_the_same_bits_and_ids(data, start):
    dataset, inverses = start, []
    for _ in range(data.draw(st.integers(1, 6))):
        dataset, inverse = apply(dataset, data.draw(edits_of(dataset)))
        inverses.append(inverse)
    redo = []
    end = dataset
    for inverse in reversed(inverses):
        dataset, again = apply(dataset, inverse)
        redo.append(again)
    assert dataset == start
    assert dataset.ids.tolist() == start.ids.tolist()
    for edit in reversed(redo):
        dataset, _ = apply(dataset, edit)
    assert dataset == end
    assert dataset.ids.tolist() == end.ids.tolist()


def test_adding_appends_with_ids_that_no_point_has():
    dataset = Dataset.of([[0, 0], [1, 1]], [1, -1], ids=[4, 1])
    after, inverse = apply(dataset, add(dataset, np.array([[5.0, 6.0]]), np.array([-1])))
    assert after.points[2].tolist() == [5, 6]
    assert after.ids.tolist() == [4, 1, 5]
    assert isinstance(inverse, Remove)


def test_a_setting_of_a_session_has_an_inverse_too():
    session = Session()
    after, inverse = change(session, Setting("kernel", "linear()"))
    assert after.kernel == "linear()"
    back, _ = change(after, inverse)
    assert back == session


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
