"""A part of the field of a vote."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats
from kpgui.model.votes import Votes


class Part(ABC):
    """A rectangle of pixels, and what is known of the voters there.

    retired: Σ c_k·sgn(v_k) of all voters but the last. signs: those of the last.
    """

    VOTERS: ClassVar[int] = 64
    """Voters that are taken in at once, in a millisecond or two."""

    def __init__(self, kernel: Kernel, up: slice, across: slice, xs: Floats, ys: Floats) -> None:
        self.kernel, self.up, self.across = kernel, up, across
        self.xs, self.ys = xs[across], ys[up]
        self.forget()

    def forget(self) -> None:
        """Begin again with no voter."""
        self.retired: Floats = np.zeros((len(self.ys), len(self.xs)))
        self.signs: Floats = np.zeros_like(self.retired)
        self._known = 0

    def follow(self, votes: Votes, places: Floats) -> Iterator[None]:
        """Take in the voters that are new, pausing after each few. places: (k, 2) where each of them lies."""
        while self._known < len(votes.points):
            if self._known:
                self.retired += float(votes.counts[self._known - 1]) * self.signs
            new = slice(self._known, min(len(votes.points), self._known + self.VOTERS))
            weights = votes.counts[new].astype(np.float64)
            weights[-1] = 0.0  # the last has not retired
            self.take(places[new], votes.signs[new], weights, float(votes.biased))
            self._known = new.stop
            yield

    @abstractmethod
    def take(self, places: Floats, signs: Floats, weights: Floats, bias: float) -> None:
        """Add Σ weight·sgn(v) of further voters v_k = v_{k−1} + sign·(K + bias) to `retired`; `signs` of the last."""

    def ballots(self, votes: Votes) -> Floats:
        """Σ c_k·sgn(v_k) of all voters, the last one with the votes that it has by now."""
        return self.retired + float(votes.counts[-1]) * self.signs if self._known else self.retired
