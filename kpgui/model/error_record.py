"""The points on the wrong side of the boundary after each step of a run, as far as that is known."""

from dataclasses import dataclass

from kpgui.model.arrays import Ints


@dataclass(frozen=True, eq=False)
class ErrorRecord:
    """How many of the points trained on, and of those held out, are on the wrong side: after steps[k] steps, (k,).

    steps: ascending from 0, where f = 0 classifies no point. every: 0 if the counts hold until the next of the steps,
    otherwise the steps are samples, so far apart. known: the step up to which this is known. problem: a sentence that
    says why it is not going to be known further, or "". Arrays are read-only views that the run shares.
    """

    steps: Ints
    training: Ints
    held_out: Ints
    known: int
    every: int = 0
    problem: str = ""
