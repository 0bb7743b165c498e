"""The voted field of any kernel, by summing its values at every pixel."""

from collections.abc import Generator, Iterator

import numpy as np

from kpgui.engine.evaluators.terms import pixels_of
from kpgui.engine.votes.hypotheses import Hypotheses
from kpgui.engine.votes.part import Part, Voters
from kpgui.engine.votes.sign_sum import NearZero, SignSum
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats, Ints
from kpgui.model.votes import FAINT

CACHED_VOTERS = 64
"""Voters whose hypotheses at the pixels of a tile stay in the cache."""

ROWS = 64
"""Points whose kernel values are computed at once, to bound the memory for intermediate arrays."""


class DirectSums(Part):
    """Sums the hypotheses one by one at every pixel of a tile."""

    VOTERS = 2048

    def __init__(
        self, kernel: Kernel, hypotheses: Hypotheses, up: slice, across: slice, xs: Floats, ys: Floats
    ) -> None:
        super().__init__(kernel, hypotheses, up, across, xs, ys)
        self._pixels = pixels_of(self.xs, self.ys)
        self._accuracy = hypotheses.accuracy(self.xs, self.ys)
        self._values, self._sizes, self._errors, self._votes, self._last = np.zeros((5, len(self._pixels)))

    def close_last(self, count: float) -> None:
        self._votes += count * self._last

    def tally(self, count: float) -> Floats:
        votes: Floats = self._votes + count * self._last
        return votes.reshape(len(self.ys), len(self.xs))

    def add(self, voters: Voters) -> Iterator[None]:
        # Most points are the point of several voters, and computing a kernel value costs more than adding it.
        _, firsts, which = np.unique(voters.points, return_index=True, return_inverse=True)
        positions, often = voters.positions[firsts], np.bincount(which).astype(np.float64)
        terms = np.empty((len(positions), len(self._pixels)))
        for first in range(0, len(positions), ROWS):
            some = slice(first, first + ROWS)
            terms[some] = self.kernel.gram(positions[some], self._pixels)
            if not self._accuracy.relative:  # one bound for all pixels would exceed the values far from the points
                self._errors += often[some] @ self.kernel.value_error(positions[some], self._pixels)
            yield
        sizes = _RunningSizes(self._sizes, terms, which)
        self._sizes, count = sizes.upto(len(which)), voters.first + len(which)
        doubt = self._doubt(self._sizes, np.arange(len(self._pixels)), count) + FAINT * count
        room, sign_sum = np.empty((CACHED_VOTERS, len(self._pixels))), SignSum(CACHED_VOTERS * len(self._pixels))
        for first in range(0, len(which), CACHED_VOTERS):
            few = slice(first, first + CACHED_VOTERS)
            sums = self._summed(terms, which[few], voters.signs[few], room)
            votes, doubts = sign_sum.add_up(
                sums[:, :, None], voters.biases[few], voters.weights[few], doubt.max(keepdims=True), doubt.copy
            )
            self._votes += votes
            yield
            signs = yield from self._signs_of(doubts, voters.first, first, sizes, doubt)
            np.add.at(self._votes, doubts.columns, voters.weights[few][doubts.voters] * signs)
        if voters.pending:
            each, last = np.arange(len(self._pixels)), np.zeros(len(self._pixels), np.int64)
            doubts = NearZero(last, each, self._values + voters.biases[-1])
            self._last = yield from self._signs_of(doubts, voters.first, len(which) - 1, sizes, doubt)

    @np.errstate(over="ignore", invalid="ignore")
    def _summed(self, terms: Floats, which: Ints, signs: Floats, room: Floats) -> Floats:
        """Returns the values of the hypotheses without their biases, (k, pixels). which: each voter's row of terms."""
        sums, before = room[: len(which)], self._values
        for term, sign, after in zip(which, signs, sums, strict=True):
            before = (np.add if sign > 0 else np.subtract)(before, terms[term], out=after)
        self._values = before.copy()
        return sums

    def _doubt(self, sizes: Floats, pixels: Ints, count: int) -> Floats:
        """Returns error bounds of sums of `count` terms at some pixels, (m,). sizes: the sums of |terms|, (m,)."""
        if self._accuracy.relative:
            return self._accuracy.doubt(sizes, count)
        return self._accuracy.rounding(sizes, count) + self._errors[pixels]

    def _signs_of(
        self, doubts: NearZero, known: int, first: int, sizes: "_RunningSizes", doubt: Floats
    ) -> Generator[None, None, Floats]:
        """Returns the signs of some hypotheses, (d,); where a value is within its error bound of 0 they are recomputed.

        known: the number of voters before this batch. first: the voter of the batch that is number 0 in `doubts`.
        doubt: error bounds that hold for the whole batch, (pixels,).
        """
        signs = np.sign(doubts.values)
        unsure = np.flatnonzero(~(np.abs(doubts.values) > doubt[doubts.columns]))
        if len(unsure):
            _, pixels, values = doubts.some(unsure)
            voters = known + first + doubts.voters[unsure]
            there = sizes.at(first, doubts.voters[unsure], pixels)
            faint = there <= FAINT * (voters + 1)
            signs[unsure[faint]] = np.sign(self.hypotheses.biases[voters[faint]])
            left = ~faint & ~(np.abs(values) > self._doubt(there, pixels, int(voters.max()) + 1))
            if left.any():
                found = yield from self.hypotheses.signs_of(voters[left], pixels[left], self._pixels.__getitem__)
                signs[unsure[left]] = np.where(np.isnan(found), signs[unsure[left]], found)
        return signs


class _RunningSizes:
    """Running sums of the absolute values of a batch's terms, computed only at the pixels requested."""

    def __init__(self, before: Floats, terms: Floats, which: Ints) -> None:
        """before: the sums before the batch, (pixels,). terms: (points, pixels). which: each voter's row, (k,)."""
        self._sums, self._count = before, 0
        self._terms, self._which = np.abs(terms) if terms.min(initial=0.0) < 0 else terms, which

    @np.errstate(over="ignore", invalid="ignore")
    def upto(self, voter: int) -> Floats:
        """Returns the sums over all voters before this one, (pixels,)."""
        often = np.bincount(self._which[self._count : voter], minlength=len(self._terms))
        return self._sums + often.astype(np.float64) @ self._terms

    @np.errstate(over="ignore", invalid="ignore")
    def at(self, first: int, voters: Ints, pixels: Ints) -> Floats:
        """Returns the sums for pairs of a last voter and a pixel, (m,).

        voters: counted from `first`, which must not decrease from call to call.
        """
        self._sums, self._count = self.upto(first), first
        columns, which = np.unique(pixels, return_inverse=True)
        few = self._which[first : first + int(voters.max()) + 1]
        sizes: Floats = np.cumsum(self._terms[np.ix_(few, columns)], axis=0)[voters, which] + self._sums[pixels]
        return sizes
