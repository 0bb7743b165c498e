"""Enablement of the actions, as a function of the state of the document and the run."""

from typing import NamedTuple

from kpgui.language import _
from kpgui.model.frame import Frame, Status

ENDED = (Status.CONVERGED, Status.LIMIT, Status.STANDSTILL, Status.EMPTY, Status.FAILED)

ARRANGING = tuple(
    f"arrange.{name}"
    for name in [
        "mirror_x",
        "mirror_y",
        "rotate_left",
        "rotate_right",
        "left",
        "centre",
        "right",
        "top",
        "middle",
        "bottom",
    ]
)
"""Actions that need at least two points: a single one has no extent to mirror, turn or align."""

DISTRIBUTING = ("arrange.distribute_x", "arrange.distribute_y")

ONWARDS, BACKWARDS = ("train.next_mistake", "train.next_epoch"), ("train.last_mistake", "train.last_epoch")
"""Actions for learners that examine points epoch by epoch."""


class Situation(NamedTuple):
    """The state that enablement depends on.

    points, trained, selected: the number of points, training points and selected points. planar: whether points have
    two coordinates. begun, at_end: see `situation_of_run`. ran: whether there is any step to go back or forward to.
    by_epochs: whether the learner has epochs and mistakes.
    """

    points: int = 0
    trained: int = 0
    selected: int = 0
    planar: bool = True
    can_undo: bool = False
    can_redo: bool = False
    begun: bool = False
    at_end: bool = False
    ran: bool = False
    by_epochs: bool = True


def situation_of_run(frame: Frame | None) -> tuple[bool, bool]:
    """(begun, at_end): whether any step is shown, and whether no further step can be made."""
    if frame is None:
        return False, False
    begun = frame.counters.step > 0
    return begun or frame.status is Status.FAILED, frame.status in ENDED and frame.counters.step >= frame.head


def enabled(situation: Situation) -> dict[str, bool]:
    """Whether each action is enabled, by its id; actions not listed always are.

    Run stays enabled at the end of a run, which it then starts anew.
    """
    trainable = situation.trained > 0
    selected = situation.selected > 0
    return {
        "edit.undo": situation.can_undo,
        "edit.redo": situation.can_redo,
        "edit.delete": selected,
        "edit.relabel": selected,
        "edit.hold_out": selected,
        "edit.copy": selected,
        "edit.cut": selected,
        "edit.duplicate": selected and situation.planar,
        **dict.fromkeys(("edit.transform", *ARRANGING), situation.selected > 1 and situation.planar),
        **dict.fromkeys(DISTRIBUTING, situation.selected > 2 and situation.planar),
        "edit.select_all": situation.points > 0,
        "train.run": trainable,
        "train.step": trainable and not situation.at_end,
        "train.step_back": situation.begun,
        **dict.fromkeys(ONWARDS, trainable and not situation.at_end and situation.by_epochs),
        **dict.fromkeys(BACKWARDS, situation.begun and situation.by_epochs),
        "train.reset": situation.begun,
        "train.to_end": trainable and not situation.at_end,
        "run.keep_ghost": situation.begun,
        "file.export_animation": situation.ran and situation.planar,
    }


EXPLAINED = ("file.export_animation",)
"""Actions whose tooltip says why they are disabled."""


def reason(situation: Situation) -> str:
    """Why there is no film to save; "" if there is one."""
    if not situation.planar:
        return _("Only points with 2 coordinates can be drawn.")
    return "" if situation.ran else _("There is no run yet: step or run first.")
