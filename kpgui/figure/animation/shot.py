"""One moment of a run, with everything that its frame shows."""

from dataclasses import dataclass
from typing import NamedTuple

from kpgui.engine.run.run import Run
from kpgui.language import _, later
from kpgui.model.expansion import Expansion
from kpgui.model.explanation import Explanation
from kpgui.model.frame import Counters, Status
from kpgui.model.number import grouped
from kpgui.words.step_sentence import explained

START = later("Before the first step: no point has been examined, and f is 0 everywhere.")

ENDS = {
    Status.CONVERGED: later("converged"),
    Status.LIMIT: later("not converged"),
    Status.STANDSTILL: later("not converged"),
}


class Count(NamedTuple):
    """A counter: its name, its value, and the widest value that it may have in the animation."""

    name: str
    value: str
    widest: str


@dataclass(frozen=True, eq=False)
class Shot:
    """The run as it was after `counters.step` steps; an `Outcome` for a scene."""

    expansion: Expansion
    counters: Counters
    status: Status | None
    margin: float
    explanation: Explanation | None

    @classmethod
    def of(cls, run: Run, step: int) -> "Shot":
        run.seek(step)
        return cls(run.expansion(), run.counters(most=0), run.outcome, run.margin, run.explain())

    @property
    def sentence(self) -> str:
        """What the step before this moment did."""
        return _(START) if self.explanation is None else explained(self.explanation)

    @property
    def end(self) -> str:
        """How the run ended, if this is its end."""
        return _(ENDS.get(self.status, "")) if self.status else ""


def counts(shot: Shot, last: Shot, trained: int, held_out: int) -> list[Count]:
    """The counters of a moment. last: the end of the animation, where the numbers are the largest.

    trained, held_out: how many points there are of each.
    """
    now, end = shot.counters, last.counters
    pairs = [(_("step"), now.step, end.step)]
    if end.epoch:
        pairs += [(_("epoch"), now.epoch, end.epoch), (_("mistakes"), now.mistakes, end.mistakes)]
    else:
        pairs += [(_("updates"), now.updates, end.updates)]
    found = [Count(name, grouped(value), grouped(most)) for name, value, most in pairs]
    found.append(_share(_("training error"), now.errors, trained, begun=now.step > 0))
    if held_out:
        found.append(_share(_("held-out error"), now.held_out_errors, held_out, begun=now.step > 0))
    return found


def _share(name: str, wrong: int, of: int, begun: bool) -> Count:
    """A share with as many decimals in every frame, enough that one point of so many is not 0 %."""
    decimals = max(1, len(str(of)) - 2)
    return Count(name, f"{100 * wrong / max(1, of):.{decimals}f} %" if begun else "–", f"{100:.{decimals}f} %")
