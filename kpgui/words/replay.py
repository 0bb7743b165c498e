"""What the screen says about a run that is replayed to the step at which it was saved."""

from typing import TYPE_CHECKING

from kpgui.language import _
from kpgui.model.frame import Frame, Status
from kpgui.model.session import Reached
from kpgui.words.counters import grouped, plural
from kpgui.words.enablement import ENDED

if TYPE_CHECKING:
    from kpgui.api import Model


def under_way(saved: Reached, frame: Frame) -> bool:
    """Whether the replay has further steps to make."""
    return frame.counters.step < saved.step and frame.status not in ENDED


def progress_text(saved: Reached, frame: Frame) -> str:
    """How far the replay is, and how to leave it."""
    step = _("step {step} of {saved}").format(step=grouped(frame.counters.step), saved=grouped(saved.step))
    return _("Replaying the saved run: {step}. R stops here, End goes on to the end.").format(step=step)


def difference_text(saved: Reached, frame: "Frame | Model") -> str:
    """In which way the replayed run is not the one that was saved; "" if it is, as far as its counters tell."""
    counters = frame.counters
    if frame.status is Status.FAILED:
        return ""  # it says itself what went wrong
    if counters.step < saved.step:
        return _(
            "The run ends at step {step} now; it was saved at step {saved}, perhaps by another version of kpgui."
        ).format(step=grouped(counters.step), saved=grouped(saved.step))
    if (counters.mistakes, counters.updates) != (saved.mistakes, saved.updates):
        now, then = (
            _("{mistakes} and {updates}").format(
                mistakes=plural(each.mistakes, "{n} mistake", "{n} mistakes"),
                updates=plural(each.updates, "{n} update", "{n} updates"),
            )
            for each in (counters, saved)
        )
        return _("The run differs from the one that was saved: {now} at this step, then {then}.").format(
            now=now, then=then
        )
    return ""
