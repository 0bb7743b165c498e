"""The timeline in words."""

from kpgui.language import _
from kpgui.model.number import grouped
from kpgui.ui.instruments.timeline.reading import RunMarksValue
from kpgui.words.counters import plural


def place_text(step: int, marks: RunMarksValue | None) -> str:
    """What is at a step of the run, for a tooltip.

    >>> place_text(0, None), place_text(123, None)
    ('Start', 'After step 123')
    """
    if step == 0:
        return _("Start")
    told = _("After step {step}").format(step=grouped(step))
    if marks is None or not marks.epoch_length:
        return told
    return _("{told}, epoch {epoch}").format(told=told, epoch=grouped(-(-step // marks.epoch_length)))


def spoken(step: int, head: int, marks: RunMarksValue | None) -> str:
    """The state of the timeline, for screen readers."""
    mistakes = "" if marks is None else ", " + plural(marks.mistakes, "{n} mistake", "{n} mistakes")
    return _("Step {step} of {head}{mistakes}").format(step=grouped(step), head=grouped(head), mistakes=mistakes)
