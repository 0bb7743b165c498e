"""More than two classes: one against the others or another, and back, whatever was edited meanwhile."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui.model.dataset import Dataset
from kpgui.model.edits import Insert, Move, Relabel, Remove, add, apply
from kpgui.model.errors import KpguiError
from kpgui.model.multiclass import AllPoints, against, all_points, parted
from kpgui.model.transform import subsample

NAMES = ("ham", "spam", "eggs")
CODES = np.array([0, 2, 1, 1, 0, 2])
POINTS = np.column_stack([np.arange(6.0), CODES])  # the second coordinate is the class, so that edits can be followed


def made(positive, negative=None):
    every = AllPoints(POINTS, np.arange(6) == 3, CODES, np.arange(6))
    return parted(every, NAMES, positive, negative, ("a", "b"))


def rows(dataset):
    every = all_points(dataset, dataset.multiclass)
    return every.points.tolist(), every.held_out.tolist(), every.codes.tolist()


def test_one_class_stands_against_all_others():
    dataset = made(1)
    assert dataset.labels.tolist() == [-1, -1, 1, 1, -1, -1]
    assert dataset.classes == ("ham, eggs", "spam")
    assert dataset.columns == ("a", "b")
    assert not len(dataset.multiclass.aside)


def test_points_of_neither_class_are_kept_aside_and_not_among_those_learned_from():
    dataset = made(2, 0)
    assert dataset.points[:, 0].tolist() == [0, 1, 4, 5]
    assert dataset.labels.tolist() == [-1, 1, -1, 1]
    assert dataset.classes == ("ham", "eggs")
    assert dataset.multiclass.aside.points[:, 0].tolist() == [2, 3]
    assert len(dataset.drawn) == 6


@given(st.lists(st.sampled_from([(p, n) for p in range(3) for n in (None, 0, 1, 2) if n != p]), max_size=6))
def test_any_switches_and_back_give_the_points_of_the_file_in_their_order(switches):
    first = dataset = made(0)
    for positive, negative in switches:
        dataset = against(dataset, positive, negative)
        assert rows(dataset) == rows(first)
    again = against(dataset, 0)
    assert again == first
    assert again.ids.tolist() == first.ids.tolist()
    assert again.held_out.tolist() == first.held_out.tolist()


@given(st.data())
def test_class_and_point_stay_together_through_edits_and_undo(data):
    before = dataset = made(2, 0)
    inverses = []
    for __ in range(data.draw(st.integers(1, 6))):
        some = dataset.ids[: data.draw(st.integers(0, len(dataset)))]
        at = dataset.index_of(some)
        edits = {
            "remove": Remove(some),
            "move": Move(some, dataset.points[at] + [100.0, 0.0]),
            "add": add(dataset, np.array([[7.0, 0.0], [8.0, 2.0]]), np.array([-1, 1])),
        }
        dataset, inverse = apply(dataset, edits[data.draw(st.sampled_from(sorted(edits)))])
        inverses.append(inverse)
    other = against(dataset, 1)
    every = all_points(other, other.multiclass)
    assert every.points[:, 1].tolist() == every.codes.tolist()
    assert len(set(every.ids.tolist())) == len(every.ids) == len(dataset) + 2
    for inverse in inverses[::-1]:
        dataset, __ = apply(dataset, inverse)
    assert rows(dataset) == rows(before)


def test_a_point_with_another_label_is_of_that_class_and_undo_gives_it_back():
    dataset = made(2, 0)
    after, inverse = apply(dataset, Relabel(dataset.ids[:1], np.array([1], np.int8)))
    assert rows(after)[2] == [2, 2, 1, 1, 0, 2]
    assert rows(apply(after, inverse)[0])[2] == CODES.tolist()


def test_a_new_point_of_the_rest_is_of_its_first_class():
    dataset = made(0)
    after, inverse = apply(dataset, add(dataset, np.zeros((1, 2)), np.array([-1])))
    assert isinstance(inverse, Remove)
    assert NAMES[rows(after)[2][-1]] == "spam"


def test_all_points_of_two_classes_can_be_removed_and_others_drawn():
    dataset = made(2, 0)
    empty, inverse = apply(dataset, Remove(dataset.ids))
    assert isinstance(inverse, Insert)
    assert rows(empty)[0] == POINTS[2:4].tolist()
    drawn = apply(empty, add(empty, np.zeros((1, 2)), np.array([1])))[0]
    assert sorted(rows(against(drawn, 0))[2]) == [1, 1, 2]
    none = parted(AllPoints(np.zeros((0, 2)), np.zeros(0, bool), CODES[:0], CODES[:0]), NAMES, 0, None)
    one = apply(none, add(none, np.zeros((1, 2)), np.array([1])))[0]
    assert rows(one)[2] == [0]


def test_a_pickled_dataset_keeps_its_classes():
    again = pickle.loads(pickle.dumps(made(2, 0)))
    assert rows(again) == rows(made(0))
    assert (again.multiclass.positive, again.multiclass.negative) == (2, 0)


@pytest.mark.parametrize(
    ("names", "positive", "negative"),
    [(("a", "b"), 0, None), (("a", "a", "b"), 0, None), (("a", "", "b"), 0, None), (NAMES, 3, None), (NAMES, 1, 1),
     (NAMES, -1, None), (NAMES, 0, 9), (("a", "b", "c")[:2] * 2, 0, 1)],
)  # fmt: skip
def test_other_classes_are_refused(names, positive, negative):
    with pytest.raises(KpguiError, match="classes"):
        parted(AllPoints(POINTS, np.zeros(6, bool), CODES, np.arange(6)), names, positive, negative)


def test_a_dataset_of_two_classes_has_no_other():
    with pytest.raises(KpguiError, match="two classes only"):
        against(Dataset.of([[0, 0]], [1]), 0)


def test_a_sample_keeps_the_class_of_each_of_its_points():
    part = subsample(made(0), 4)
    every = all_points(against(part, 2), against(part, 2).multiclass)
    assert len(every.codes) == 4
    assert every.points[:, 1].tolist() == every.codes.tolist()
