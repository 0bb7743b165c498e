"""Conventions that name points by their indices follow every edit of the points, and come back when it is undone."""

import numpy as np
import pytest

from kpgui.model.conventions import USUAL, Conventions
from kpgui.model.dataset import Dataset
from kpgui.model.edits import HoldOut, Move, Remove, Replace, Setting, add, change
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session

POINTS = Dataset.of([[0, 0], [1, 0], [2, 0], [3, 0]], [1, -1, 1, -1])
GIVEN = Conventions.of({"tie": "+1", "order": [3, 1, 0, 2], "first": 1, "alpha": [0, 2, 0, 1]})


def edited(edit, session=None):
    session = session or Session(POINTS, conventions=GIVEN)
    after, inverse = change(session, edit)
    back, __ = change(after, inverse)
    assert back.conventions == session.conventions
    return after.conventions


def test_points_that_go_take_their_numbers_with_them():
    assert edited(Remove(POINTS.ids[:1])) == Conventions.of(
        {"tie": "+1", "order": [2, 0, 1], "first": 0, "alpha": [2, 0, 1]}
    )
    assert edited(Remove(POINTS.ids[1:2])) == Conventions.of({"tie": "+1", "order": [2, 0, 1], "alpha": [0, 0, 1]})


def test_new_points_come_last_and_start_from_nothing():
    after = edited(add(POINTS, np.array([[9.0, 9.0]]), np.array([1])))
    assert after == Conventions.of({"tie": "+1", "order": [3, 1, 0, 2, 4], "first": 1, "alpha": [0, 2, 0, 1, 0]})


def test_other_points_leave_the_tie_rule_alone():
    fresh = Dataset.of([[5, 5]], [1]).renamed(100)
    assert edited(Replace(fresh)) == Conventions.of({"tie": "+1"})


def test_what_moves_no_point_in_the_list_changes_nothing():
    assert edited(Move(POINTS.ids[:1], np.array([[7.0, 7.0]]))) is GIVEN
    assert edited(HoldOut(POINTS.ids[:1], np.array([True]))) == GIVEN
    assert edited(Remove(POINTS.ids[:1]), Session(POINTS)) is USUAL


def test_a_point_that_is_trained_on_again_is_in_the_order():
    held = Dataset.of(POINTS.points, POINTS.labels, [False, True, False, False])
    session = Session(held, conventions=Conventions.of({"order": [3, 0, 2]}))
    after, __ = change(session, HoldOut(held.ids[1:2], np.array([False])))
    assert after.conventions.order == (3, 0, 2, 1)


def test_they_can_be_set_and_taken_back():
    assert edited(Setting("conventions", Conventions.of({"tie": "-1"}))).tie == "-1"


def test_what_says_nothing_is_as_usual():
    assert Conventions.of({"tie": "mistake", "order": [], "first": None, "alpha": [0, 0], "w": [0, 0], "b": 0}) == USUAL
    assert not USUAL
    assert Conventions.of({"first": 0})


@pytest.mark.parametrize(
    "given",
    [
        3, {"tie": ["+1"]}, {"order": "201"}, {"order": 3}, {"order": [0.5]}, {"order": [True]}, {"order": [-1]},
        {"alpha": [10**8]}, {"alpha": None}, {"w": ["1"]}, {"w": [1e200]}, {"b": None}, {"b": 10**400}, {"first": "0"},
        {"order": [10**400]},
    ],
)  # fmt: skip
def test_what_is_broken_is_refused_in_a_sentence(given):
    with pytest.raises(KpguiError, match=r"(must|once).*\.$"):
        Conventions.of(given)
