"""A part of the field of a vote."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar, NamedTuple

import numpy as np

from kpgui.engine.votes.hypotheses import Hypotheses
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats, Ints
from kpgui.model.votes import Votes


class Voters(NamedTuple):
    """Some voters in their order: Σ signs·K(places, ·) up to each, beside which it has its bias; and their weights.

    first: how many there were before. points: (k,) which points these are at; places: (k, 2) where. pending: the last
    of them is the last of all, whose weight is 0 and whose signs will be asked for.
    """

    first: int
    points: Ints
    places: Floats
    signs: Floats
    biases: Floats
    weights: Floats
    pending: bool


class Part(ABC):
    """A rectangle of pixels, and what is known of the votes there."""

    VOTERS: ClassVar[int] = 64
    """Voters that are taken in at once, at most, in a millisecond or two."""

    def __init__(
        self, kernel: Kernel, hypotheses: Hypotheses, up: slice, across: slice, xs: Floats, ys: Floats
    ) -> None:
        self.kernel, self.hypotheses, self.up, self.across = kernel, hypotheses, up, across
        self.xs, self.ys = xs[across], ys[up]
        self.steps = step_of(xs), step_of(ys)
        self._known = 0
        self._pending = False
        self._work: Iterator[None] = iter(())

    def follow(self, votes: Votes, places: Floats) -> Iterator[None]:
        """Take in the voters that are new, pausing after each few. places: (k, 2) where each of them lies.

        The last voter has not retired, and may get more votes.
        """
        yield from self.settle(last=False)  # what was called off
        known = self._known
        if self._pending and known < len(votes.points):
            self.retire(float(votes.counts[known - 1]))
        while known < len(votes.points):
            new = slice(known, min(len(votes.points), known + self.at_once(known)))
            self._pending = new.stop == len(votes.points)
            weights = votes.counts[new].astype(np.float64)
            if self._pending:
                weights[-1] = 0.0
            biases = self.hypotheses.biases[new]
            self.take(Voters(known, votes.points[new], places[new], votes.signs[new], biases, weights, self._pending))
            self._known = known = new.stop
            yield
            yield from self.settle(last=False)
        yield from self.settle(last=True)

    def at_once(self, known: int) -> int:
        """How many voters are taken in next, after so many."""
        return self.VOTERS

    @abstractmethod
    def take(self, voters: Voters) -> None:
        """Add Σ weight·sgn(v) of further voters."""

    def settle(self, last: bool) -> Iterator[None]:
        """See to what was put off, if it is much or the last: what `take` left as work to be done piece by piece."""
        for _ in self._work:  # no `yield from`, which would end what is called off
            yield

    @abstractmethod
    def retire(self, count: float) -> None:
        """Add the votes of the voter that was the last of all, and got so many."""

    @abstractmethod
    def ballots(self, count: float) -> Floats:
        """Σ c_k·sgn(v_k) of all voters at the pixels; the last one has so many votes by now."""


def step_of(centres: Floats) -> float:
    """From pixel to pixel; 0 where there is only one."""
    return float(centres[1] - centres[0]) if len(centres) > 1 else 0.0
