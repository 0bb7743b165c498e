"""A part of the field of a vote."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats
from kpgui.model.votes import Votes


class Part(ABC):
    """A rectangle of pixels, and what is known of the votes there."""

    VOTERS: ClassVar[int] = 64
    """Voters that are taken in at once, in a millisecond or two."""

    def __init__(self, kernel: Kernel, up: slice, across: slice, xs: Floats, ys: Floats) -> None:
        self.kernel, self.up, self.across = kernel, up, across
        self.xs, self.ys = xs[across], ys[up]
        self._known = 0

    def follow(self, votes: Votes, places: Floats) -> Iterator[None]:
        """Take in the voters that are new, pausing after each few. places: (k, 2) where each of them lies."""
        known = self._known
        while known < len(votes.points):
            if known:
                self.retire(float(votes.counts[known - 1]))
            new = slice(known, min(len(votes.points), known + self.VOTERS))
            weights = votes.counts[new].astype(np.float64)
            weights[-1] = 0.0  # the last has not retired
            self.take(places[new], votes.signs[new], weights, float(votes.biased))
            self._known = known = new.stop
            yield
            yield from self.settle(last=False)
        yield from self.settle(last=True)

    @abstractmethod
    def take(self, places: Floats, signs: Floats, weights: Floats, bias: float) -> None:
        """Add Σ weight·sgn(v) of further voters v_k = v_{k−1} + sign·(K + bias); see to the last one's signs."""

    def settle(self, last: bool) -> Iterator[None]:
        """See to what was put off, if it is much or the last."""
        yield from ()

    @abstractmethod
    def retire(self, count: float) -> None:
        """Add the votes of the last voter, that has so many."""

    @abstractmethod
    def ballots(self, count: float) -> Floats:
        """Σ c_k·sgn(v_k) of all voters at the pixels; the last one has so many votes by now."""


class PixelPart(Part):
    """Of which every pixel is kept. retired: the votes of all voters but the last. signs: those of the last."""

    def __init__(self, kernel: Kernel, up: slice, across: slice, xs: Floats, ys: Floats) -> None:
        super().__init__(kernel, up, across, xs, ys)
        self.retired: Floats = np.zeros((len(self.ys), len(self.xs)))
        self.signs: Floats = np.zeros_like(self.retired)

    def retire(self, count: float) -> None:
        self.retired += count * self.signs

    def ballots(self, count: float) -> Floats:
        return self.retired + count * self.signs
