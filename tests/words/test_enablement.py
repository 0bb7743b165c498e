"""What can be used when."""

import pytest

from kpgui.model.expansion import Expansion
from kpgui.model.frame import Counters, Frame, Status
from kpgui.model.updates import Updates
from kpgui.words.enablement import Situation, enabled, reason, situation_of_run

ONWARD = {"train.step", "train.to_end", "train.next_mistake", "train.next_epoch"}


def frame(status, step, head):
    return Frame(1, status, head, -1, Counters(step=step), Expansion.of((), 0), Updates.none())


def usable(**what):
    return {name for name, on in enabled(Situation(**what)).items() if on}


def test_an_empty_canvas_offers_nothing_to_train_or_edit():
    assert usable() == set()


def test_points_can_be_trained_on_and_selected():
    assert usable(points=2, trained=2) == {"edit.select_all", *ONWARD, "train.run"}


def test_a_learner_without_epochs_has_none_to_go_by():
    names = usable(points=2, trained=2, begun=True, by_epochs=False)
    assert {"train.step", "train.step_back"} <= names
    assert not {"train.next_mistake", "train.last_mistake", "train.next_epoch", "train.last_epoch"} & names


def test_held_out_points_alone_cannot_be_trained_on():
    assert usable(points=2) == {"edit.select_all"}


def test_a_selection_can_be_deleted_and_relabelled():
    assert {"edit.delete", "edit.relabel"} <= usable(points=2, trained=2, selected=1)


def test_points_outside_the_plane_can_be_deleted_but_not_rotated():
    names = usable(points=5, trained=5, selected=5, planar=False)
    assert "edit.delete" in names
    assert usable(points=5, trained=5, selected=5) - names >= {"edit.transform", "edit.duplicate", "arrange.left"}


def test_at_the_end_run_begins_anew_but_there_is_no_next_step():
    names = usable(points=2, trained=2, begun=True, at_end=True)
    assert {"train.run", "train.reset", "train.step_back"} <= names
    assert not ONWARD & names


@pytest.mark.parametrize(
    "status, step, head, expected",
    [
        (Status.READY, 0, 0, (False, False)),
        (Status.RUNNING, 5, 5, (True, False)),
        (Status.CONVERGED, 8, 8, (True, True)),
        (Status.PAUSED, 3, 8, (True, False)),
        (Status.PAUSED, 0, 8, (False, False)),
        (Status.EMPTY, 0, 0, (False, True)),
        (Status.FAILED, 0, 0, (True, True)),
    ],
)
def test_where_a_run_is(status, step, head, expected):
    assert situation_of_run(frame(status, step, head)) == expected


def test_before_the_first_frame_nothing_has_begun():
    assert situation_of_run(None) == (False, False)


def test_an_animation_needs_a_run_of_points_in_the_plane():
    assert "file.export_animation" in usable(points=2, trained=2, ran=True)
    assert "file.export_animation" not in usable(points=2, trained=2, ran=True, planar=False)
    assert reason(Situation(ran=True)) == ""
    assert reason(Situation()) == "There is no run yet: step or run first."
    assert reason(Situation(ran=True, planar=False)) == "Only points with 2 coordinates can be drawn."
