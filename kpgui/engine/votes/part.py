"""Base class of the parts of a voted field."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar, NamedTuple

import numpy as np

from kpgui.engine.votes.hypotheses import Hypotheses
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats, Ints
from kpgui.model.votes import Votes


class Voters(NamedTuple):
    """A batch of k consecutive voters.

    The hypothesis of each is the sum of signs·K(positions, ·) over all voters up to it, plus its bias.
    first: the number of voters before the batch. points: the points of the dataset that made them, (k,).
    positions: their coordinates, (k, 2). signs, biases, weights: (k,); a weight is a number of votes.
    pending: whether the batch ends with the last voter of all, which may still gain votes: its weight is 0 for now, and
    its signs are kept.
    """

    first: int
    points: Ints
    positions: Floats
    signs: Floats
    biases: Floats
    weights: Floats
    pending: bool


class Part(ABC):
    """Vote counts at the pixels of a rectangle, updated as voters are added.

    Subclasses differ in how they find the signs of the hypotheses there.
    """

    VOTERS: ClassVar[int]
    """The largest batch of voters."""

    def __init__(
        self, kernel: Kernel, hypotheses: Hypotheses, up: slice, across: slice, xs: Floats, ys: Floats
    ) -> None:
        """up, across: the rows and columns of the rectangle. xs, ys: the pixel centres of the whole field."""
        self.kernel, self.hypotheses, self.up, self.across = kernel, hypotheses, up, across
        self.xs, self.ys = xs[across], ys[up]
        self._known = 0
        self._pending = False
        self._work: Iterator[None] = iter(())

    def update(self, votes: Votes, positions: Floats) -> Iterator[None]:
        """Adds the new voters, pausing after each piece of work. positions: of all voters, (k, 2).

        An update that is cancelled is finished by the next one. The number of votes of the last voter may still grow.
        """
        yield from self._finish()
        known = self._known
        if self._pending and known < len(votes.points):
            self.close_last(float(votes.counts[known - 1]))
        while known < len(votes.points):
            new = slice(known, min(len(votes.points), known + self.batch_size(known)))
            self._pending = new.stop == len(votes.points)
            weights = votes.counts[new].astype(np.float64)
            if self._pending:
                weights[-1] = 0.0
            biases = self.hypotheses.biases[new]
            voters = Voters(known, votes.points[new], positions[new], votes.signs[new], biases, weights, self._pending)
            self._work, self._known = self.add(voters), new.stop
            known = new.stop
            yield from self._finish()

    def _finish(self) -> Iterator[None]:
        """Finishes the current batch."""
        for _ in self._work:  # `yield from` would close the work when this is closed
            yield

    def batch_size(self, known: int) -> int:
        """Returns the size of the next batch, after `known` voters."""
        return self.VOTERS

    @abstractmethod
    def add(self, voters: Voters) -> Iterator[None]:
        """Adds Σ weight·sgn(v) of a batch at every pixel, pausing after each piece of work."""

    @abstractmethod
    def close_last(self, count: float) -> None:
        """Adds the votes of the voter that was the last one so far: its number of votes is final now."""

    @abstractmethod
    def tally(self, count: float) -> Floats:
        """Returns Σ c_k·sgn(v_k) of all voters at the pixels, (ny, nx). count: the votes of the last voter so far."""
