"""The voted field of a polynomial kernel: every hypothesis is a polynomial on each patch of pixels."""

from collections.abc import Generator, Iterator
from itertools import pairwise
from math import prod
from typing import NamedTuple

import numpy as np

from kpgui.engine.votes.hypotheses import Hypotheses
from kpgui.engine.votes.part import Part, Voters
from kpgui.engine.votes.patch_terms import PatchBasis, PatchTerms, TermBatch
from kpgui.engine.votes.sign_sum import EXACT_TOTAL
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats, Ints, Singles

MAX_DEGREE = 10
"""At higher degrees there are so many coefficients that direct sums are faster."""

SIDE = 16
"""Pixels along each side of a patch."""

BLOCK_VALUES = 1 << 15
"""Values at pixels that are computed at once: few enough to stay in the cache."""

BLOCK_COEFFICIENTS = 1 << 18
"""Coefficients that are summed at once."""

BATCH_COEFFICIENTS = 2 * BLOCK_COEFFICIENTS
"""Coefficients of one batch of voters: a few milliseconds of work."""

MAX_DOUBTS = 1 << 14
"""Signs that are recomputed together, so that several share the terms at a pixel."""

PIECE = 1 << 17
"""Kernel values in one piece of that recomputation."""

UNIT_ROUNDOFF = 6e-8
"""Of single precision."""

LARGEST_SINGLE = 1e30
"""Above this, sums may overflow in single precision."""

MAX_CROSSED = 0.25
"""The share of (voter, patch) pairs that may be evaluated at their pixels; with more, direct sums are faster."""

MAX_RECOMPUTED = 0.05
"""The share of (voter, pixel) pairs that may be recomputed in double precision; with more, direct sums are faster."""

GRACE_VOTERS = 100
"""Added to the number of voters so far when these shares are judged, so that the first few do not decide."""


class PolynomialsUnsuitableError(Exception):
    """Raised if so many signs depend on rounding that direct sums are faster, or numbers overflow single precision."""


class PatchPolynomials(Part):
    """Sums the polynomial coefficients of the hypotheses on patches of pixels, in single precision.

    The coefficients show on which patches a hypothesis has one sign. On the patches that its boundary may cross, the
    polynomial is evaluated at the pixels; where a value is within its error bound of 0, the sign is recomputed.
    """

    def __init__(
        self, kernel: Kernel, hypotheses: Hypotheses, up: slice, across: slice, xs: Floats, ys: Floats
    ) -> None:
        super().__init__(kernel, hypotheses, up, across, xs, ys)
        assert kernel.degree is not None
        self._basis = basis = PatchBasis(kernel.degree, SIDE)
        self._xs = _extended(self.xs, float(xs[1] - xs[0]), basis.side)
        self._ys = _extended(self.ys, float(ys[1] - ys[0]), basis.side)
        self._terms = PatchTerms(basis, kernel, self._xs, self._ys)
        self._rows, self._columns = len(self._ys) // basis.side, len(self._xs) // basis.side
        patches = self._rows * self._columns
        self._sum = np.zeros((len(basis), patches))
        # The error of a polynomial's value, relative to the sum of |coefficients|: the coefficients, the values of the
        # basis, their products and the partial sums are rounded.
        self._rounding = UNIT_ROUNDOFF * (len(basis) + 2)
        self._margin = np.append(-1.0, np.full(len(basis) - 1, 1 + self._rounding)).astype(np.float32)
        of_one_row = self._terms.VOTERS * len(basis) * self._columns
        self._coefficients = np.empty((2, max(BLOCK_COEFFICIENTS, of_one_row)), np.float32)
        self._values, self._flags = np.empty((2, BLOCK_VALUES), np.float32), np.empty(BLOCK_VALUES, np.bool_)
        self._votes_of_patches, self._votes = np.zeros(patches), np.zeros((patches, basis.side**2))
        self._last = np.zeros_like(self._votes)
        self._doubts: list[_Doubts] = []
        self._seen = self._crossed = self._recomputed = 0

    @staticmethod
    def suits(kernel: Kernel) -> bool:
        """Whether the kernel is a polynomial of a low degree."""
        return not kernel.separable and kernel.degree is not None and kernel.degree <= MAX_DEGREE

    def batch_size(self, known: int) -> int:
        # Small at first: far from the first points, later terms and their error bounds exceed the first hypotheses.
        few = min(known, BATCH_COEFFICIENTS // self._sum.size)
        return min(self._terms.VOTERS, max(1, few))

    def close_last(self, count: float) -> None:
        self._votes += count * self._last

    def tally(self, count: float) -> Floats:
        votes = self._votes + count * self._last + self._votes_of_patches[:, None]
        side = self._basis.side
        image = votes.reshape(self._rows, self._columns, side, side).transpose(0, 2, 1, 3)
        return image.reshape(len(self._ys), len(self._xs))[: len(self.ys), : len(self.xs)]

    def add(self, voters: Voters) -> Iterator[None]:
        self._seen += len(voters.signs)
        batch = self._terms.of(voters)
        biases = voters.biases * self._terms.scale
        if not max(batch.largest, np.abs(biases).max()) < LARGEST_SINGLE:
            raise PolynomialsUnsuitableError
        height = max(1, BLOCK_COEFFICIENTS // (len(biases) * len(self._basis) * self._columns))
        for first in range(0, self._rows, height):
            crossing = self._count_on_patches(batch, voters, biases, slice(first, min(self._rows, first + height)))
            yield
            length = BLOCK_VALUES // self._basis.side**2
            for start in range(0, len(crossing.patches), length):
                self._count_at_pixels(crossing.some(slice(start, start + length)))
                yield
        if self._crossed > MAX_CROSSED * len(self._votes) * (self._seen + GRACE_VOTERS):
            raise PolynomialsUnsuitableError
        self._sum += batch.total
        if voters.pending or sum(len(doubts.voters) for doubts in self._doubts) > MAX_DOUBTS:
            yield from self._correct()
        if voters.pending:
            yield from self._evaluate_last(float(biases[-1]))

    def _count_on_patches(self, batch: TermBatch, voters: Voters, biases: Floats, rows: slice) -> "_Crossing":
        """Counts the votes on rows of patches by the signs of the first coefficients.

        Returns the hypotheses that may change their sign on a patch.

        biases: of the voters, in the scale of the terms.
        """
        patches = slice(rows.start * self._columns, rows.stop * self._columns)
        shape = len(voters.signs), patches.stop - patches.start, len(self._basis)
        sums, sizes = self._coefficients[:, : prod(shape)].reshape(2, *shape)
        added = batch.write(rows, sums, sizes)
        sums[0] += self._sum[:, patches].T
        for before, after in pairwise(sums):
            after += before
        rounded = np.zeros(shape[1], np.float32)  # the absolute values of all these sums, added up
        if biases.any():  # added last: a small term would be rounded away beside it
            rounded += np.abs(sums[:, :, 0]).sum(axis=0)
            sums[:, :, 0] += biases[:, None]
        self._votes_of_patches[patches] += voters.weights @ np.sign(sums[:, :, 0])
        flat = sums.reshape(-1, len(self._basis))
        reach = (np.abs(sums, out=sizes).reshape(flat.shape) @ self._margin).reshape(len(sums), -1)
        rounded += (reach + 2 * sizes[:, :, 0]).sum(axis=0)
        # Two factors, their product and each sum are rounded; so are reach and these bounds, hence the factor in front.
        errors = (1 + self._rounding) * (self._terms.error + UNIT_ROUNDOFF * (4 * added + 2 * rounded))
        crossed = np.flatnonzero(reach >= -errors)
        which, there = np.divmod(crossed, shape[1])
        order = np.argsort(there, kind="stable")  # patch by patch
        crossed, which, there = crossed[order], which[order], there[order]
        self._crossed += len(crossed)
        return _Crossing(
            patches.start + there, flat[crossed], errors[there], voters.first + which, voters.weights[which]
        )

    def _evaluate_last(self, bias: float) -> Iterator[None]:
        """Computes the signs of the last voter at all pixels."""
        error = (1 + self._rounding) * self._terms.error
        values = self._sum.T.astype(np.float32)
        values[:, 0] = self._sum[0] + bias
        self._last[:] = np.sign(values[:, :1])
        patches = np.flatnonzero(np.abs(values) @ self._margin >= -error)
        length = BLOCK_VALUES // self._basis.side**2
        for first in range(0, len(patches), length):
            some = patches[first : first + length]
            voters = np.full(len(some), self._seen - 1)
            last = _Crossing(some, values[some], np.full(len(some), error), voters, np.zeros(len(some)))
            above, doubts = self._above(last)
            yield
            above[doubts.rows, doubts.pixels] = (1 + (yield from self._recomputed_signs(doubts))) / 2
            self._last[some] = 2 * above - 1

    def _count_at_pixels(self, block: "_Crossing") -> None:
        """Adds Σ weight·(sgn(v) − sign of the first coefficient) at the pixels; the patches have counted the latter."""
        above, doubts = self._above(block)
        if len(doubts.voters):
            self._doubts.append(doubts)
        begins = np.append(True, block.patches[1:] != block.patches[:-1])
        firsts = np.flatnonzero(begins)
        shares = np.zeros((len(firsts), len(begins)), np.float32 if block.weights.sum() < EXACT_TOTAL else np.float64)
        shares[np.cumsum(begins) - 1, np.arange(len(begins))] = 2 * block.weights
        self._votes[block.patches[firsts]] += shares @ above
        self._votes_of_patches[block.patches[firsts]] -= np.add.reduceat(block.weights * (1 + block.middle), firsts)

    def _correct(self) -> Iterator[None]:
        """Recomputes the doubtful signs, and corrects their votes."""
        found, self._doubts = self._doubts, []
        if not found:
            return
        doubts = _Doubts(*(np.concatenate(arrays) for arrays in zip(*found, strict=True)))
        order = np.argsort(doubts.voters, kind="stable")  # early hypotheses have fewer terms
        length = max(1, PIECE // self._seen)
        for first in range(0, len(order), length):
            some = doubts.some(order[first : first + length])
            wrong = (yield from self._recomputed_signs(some)) - some.counted
            np.add.at(self._votes, (some.patches, some.pixels), some.weights * wrong)
            yield

    def _above(self, block: "_Crossing") -> "tuple[Singles, _Doubts]":
        """Returns (1 + sgn v) / 2 at the pixels, (m, side²), and the hypotheses whose sign is doubtful there."""
        shape = len(block.patches), self._basis.side**2
        values, above = self._values[:, : prod(shape)].reshape(2, *shape)
        flags = self._flags[: prod(shape)].reshape(shape)
        np.matmul(block.coefficients, self._basis.on_patch, out=values)
        np.copyto(above, np.greater(values, 0, out=flags))
        sizes = np.abs(block.coefficients).sum(axis=1)
        doubt = block.errors + self._rounding * sizes
        if not sizes.all():
            cancelled = sizes == 0
            cancelled[cancelled] = (block.errors[cancelled] == 0) | self.hypotheses.is_zero[block.voters[cancelled]]
            above[cancelled] = 0.5
            doubt[cancelled] = -1
        # A NumPy scalar would make the comparison double precision. A Python float is rounded, but not past any value.
        near = np.flatnonzero(np.less_equal(np.abs(values, out=values), float(doubt.max()), out=flags))
        rows, pixels = np.divmod(near, shape[1])
        doubtful = values[rows, pixels] <= doubt[rows]
        rows, pixels = rows[doubtful], pixels[doubtful]
        counted = 2 * above[rows, pixels].astype(np.float64) - 1
        return above, _Doubts(block.patches[rows], pixels, block.voters[rows], block.weights[rows], rows, counted)

    def _recomputed_signs(self, doubts: "_Doubts") -> Generator[None, None, Floats]:
        """Returns the signs that single precision leaves in doubt, (d,). Raises PolynomialsUnsuitableError."""
        if not len(doubts.voters):
            return doubts.counted
        spots = doubts.patches * self._basis.side**2 + doubts.pixels
        self._recomputed += len(np.unique(spots)) * (int(doubts.voters.max()) + 1)
        if self._recomputed > MAX_RECOMPUTED * self._votes.size * (self._seen + GRACE_VOTERS):
            raise PolynomialsUnsuitableError
        found = yield from self.hypotheses.signs_of(doubts.voters, spots, self._centres_of)
        return np.where(np.isnan(found), doubts.counted, found)

    def _centres_of(self, spots: Ints) -> Floats:
        """Returns the centres of pixels that are numbered patch by patch, (m, 2)."""
        side = self._basis.side
        patches, pixels = np.divmod(spots, side**2)
        (down, right), (up, across) = np.divmod(patches, self._columns), np.divmod(pixels, side)
        return np.column_stack([self._xs[right * side + across], self._ys[down * side + up]])


class _Crossing(NamedTuple):
    """Hypotheses that may change their sign on a patch, ordered by patch.

    patches: (m,). coefficients: of the polynomial there, (m, len(basis)). errors: bounds on its error at any pixel,
    without the rounding of its value, (m,). voters, weights: the voter and its number of votes, (m,).
    """

    patches: Ints
    coefficients: Singles
    errors: Floats
    voters: Ints
    weights: Floats

    @property
    def middle(self) -> Singles:
        """The sign of the first coefficient, (m,)."""
        middle: Singles = np.sign(self.coefficients[:, 0])
        return middle

    def some(self, which: slice) -> "_Crossing":
        return _Crossing(
            self.patches[which],
            self.coefficients[which],
            self.errors[which],
            self.voters[which],
            self.weights[which],
        )


class _Doubts(NamedTuple):
    """Hypotheses within their error bound of 0 at a pixel of a patch; (d,) each.

    rows: their rows in the block. counted: the sign that was counted for each.
    """

    patches: Ints
    pixels: Ints
    voters: Ints
    weights: Floats
    rows: Ints
    counted: Floats

    def some(self, which: Ints) -> "_Doubts":
        return _Doubts(
            self.patches[which],
            self.pixels[which],
            self.voters[which],
            self.weights[which],
            self.rows[which],
            self.counted[which],
        )


def _extended(centres: Floats, step: float, side: int) -> Floats:
    """Returns the pixel centres along an axis, continued beyond the last one until its patch is full."""
    missing = -len(centres) % side
    return np.concatenate([centres, centres[-1] + step * np.arange(1, missing + 1)])
