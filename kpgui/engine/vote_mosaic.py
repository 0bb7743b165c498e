"""The field of a vote of a smooth kernel."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from kpgui.engine import chebyshev
from kpgui.engine.patch_terms import Factored, PatchTerms, Polynomial
from kpgui.engine.patches import SIDE, Basis
from kpgui.engine.vote_part import Part, Voters
from kpgui.kernels import Kernel
from kpgui.model.arrays import Bools, Floats, Ints, Singles

DEGREE = 10
"""Of a kernel that is a polynomial, at most; with more coefficients than that, other ways are faster."""

FITTED = 5
"""Of the polynomials that fit a separable kernel, for which there is a fast other way."""

TOLERANCE = 1e-7
"""Of the polynomials for one kernel: the few signs that hang on more are worked out by the definition."""

ROWS = 256
"""Hypotheses on a patch that are worked out at once: a quarter of a megabyte, which stays in the cache."""

MANY = 1 << 13
"""Of these that are put off, so that those of one patch come together."""

UNIT = 6e-8
"""The rounding of one operation in single precision."""

ADDING = 12 * UNIT
"""The rounding of the coefficients when the terms of a batch are added up, relative to the sizes of these."""

DOUBTS = 1 << 14
"""Signs that are looked at together, at least."""

VALUES = 1 << 17
"""Kernel values in one piece of work."""

FAINT, LARGE = 1e-36, 1e30
"""What is smaller than this may be lost in single precision, and sums of what is larger may overflow."""

LAST_BITS = 1e-15
"""What the definition may be off for each time that it adds a bias of 1."""

EXACT = float(1 << 23)
"""Sums of fewer votes than this, and halves of them, are exact in single precision."""

BY_DEFINITION = 0.05
"""The share of all hypotheses at all pixels that may be worked out by the definition before another way is faster."""

CROSSED = 0.25
"""And the share of patches, on the average, that may be worked out at their pixels."""

TRIAL = 100
"""Voters that are taken in before this is judged."""


class TooDoubtfulError(Exception):
    """So many signs hang on the last bits that another way is faster, or numbers are too large for this one."""


class Mosaic(Part):
    """Patches of pixels on which every hypothesis is nearly a polynomial; these are added up one by one.

    The coefficients show on which patches a hypothesis has one sign. On the others, those that its boundary crosses,
    the polynomial is worked out at the pixels; and where it is within its error of 0, the hypothesis by its definition.
    """

    VOTERS = 16

    def __init__(self, kernel: Kernel, up: slice, across: slice, xs: Floats, ys: Floats, near: Floats | None) -> None:
        super().__init__(kernel, up, across, xs, ys)

        xs, ys = (_whole_patches(pixels, step) for pixels, step in zip((self.xs, self.ys), self.steps, strict=True))
        self._centres = xs, ys
        degree = self.degree(kernel, self.steps)
        assert degree is not None
        self._basis = Basis(degree)
        self._terms: PatchTerms = (
            Factored(self._basis, kernel, near, xs, ys) if kernel.separable else Polynomial(self._basis, kernel, xs, ys)
        )
        patches = len(self._terms.error)
        self._sum = np.zeros((len(self._basis), patches))
        # Of a polynomial in single precision, relative to the sum of the sizes of its coefficients.
        self._rounding = UNIT * (len(self._basis) + self.VOTERS + 4)
        self._sizes = np.empty(self._sum.shape, np.float32)
        self._margin = np.append(-1.0, np.full(len(self._basis) - 1, 1 + self._rounding)).astype(np.float32)
        self._on_patches, self._at_pixels = np.zeros(patches), np.zeros((patches, SIDE * SIDE))
        self._last = _Last(np.zeros(patches), np.zeros(0, np.int64), np.zeros((0, SIDE * SIDE), np.float32))
        self._places, self._signs = np.zeros((0, 2)), np.zeros(0)
        self._crossings: list[_Crossing] = []
        self._blocks: list[_Block] = []
        self._doubts: list[_Doubts] = []
        self._hidden: list[_Doubts] = []
        self._crossed = self._worked_out = 0
        self._bias = self._net = 0.0  # the bias of a voter is that of K times the sum of the signs so far

    @staticmethod
    def degree(kernel: Kernel, steps: tuple[float, float]) -> int | None:
        """Of the polynomials that are needed; None for a kernel that is not as smooth as that at this scale.

        steps: from pixel to pixel, across and up.
        """
        if not kernel.separable:
            degree, most = kernel.degree, DEGREE
        else:
            most = FITTED
            counts = [chebyshev.count(kernel, SIDE * step, tolerance=TOLERANCE) for step in steps]
            degree = None if None in counts else max(count for count in counts if count) - 1
        return degree if degree is not None and degree <= most else None

    def retire(self, count: float) -> None:
        self._on_patches += count * self._last.middle
        self._at_pixels[self._last.patches] += np.multiply(self._last.beyond, count, dtype=np.float64)

    def ballots(self, count: float) -> Floats:
        votes = self._at_pixels + (self._on_patches + count * self._last.middle)[:, None]
        votes[self._last.patches] += np.multiply(self._last.beyond, count, dtype=np.float64)
        xs, ys = self._centres
        image = votes.reshape(len(ys) // SIDE, len(xs) // SIDE, SIDE, SIDE).transpose(0, 2, 1, 3)
        return image.reshape(len(ys), len(xs))[: len(self.ys), : len(self.xs)]

    def take(self, voters: Voters) -> None:
        _, places, signs, bias, weights, pending = voters
        self._bias = bias
        known = len(self._signs)
        self._places, self._signs = np.concatenate([self._places, places]), np.concatenate([self._signs, signs])
        middle = np.empty((len(signs), len(self._on_patches)))
        batch = self._terms.of(places, signs, bias)
        offset = bias * self._terms.scale
        if not max(batch.largest, offset) < LARGE:
            raise TooDoubtfulError
        errors = self._terms.error + ADDING * batch.size
        errors += LAST_BITS * offset * len(self._signs)
        np.maximum(errors, FAINT, out=errors, where=errors > 0)
        offsets = offset * (self._net + np.cumsum(signs))
        sums = self._sum.astype(np.float32)
        for k, term in enumerate(batch.each):
            sums += term
            if bias:  # a kernel that is faint beside it must not be lost
                without = sums[0].copy()
                sums[0] += offsets[k]
            np.sign(sums[0], out=middle[k])
            patches = np.flatnonzero(self._margin @ np.abs(sums, out=self._sizes) >= -errors)
            self._crossings.append(_Crossing(known + k, weights[k], patches, sums[:, patches], errors[patches]))
            self._crossed += len(patches)
            if bias:
                sums[0] = without
        self._sum += batch.total
        self._net += signs.sum()
        self._on_patches += weights @ middle
        if self._crossed > CROSSED * len(self._on_patches) * (len(self._signs) + TRIAL):
            raise TooDoubtfulError
        if pending:
            self._keep_last(middle[-1])

    def _keep_last(self, middle: Floats) -> None:
        last = _Crossing.joined([self._crossings.pop()])
        above, doubts = self._above(last)
        if len(doubts.voters):
            signs_there = self._by_definition(doubts.patches, doubts.pixels, doubts.voters)
            above[doubts.rows, doubts.pixels] = (signs_there + 1) / 2
        self._last = _Last(middle, last.patches, 2 * above - (1 + last.middle).astype(np.float32)[:, None])

    def settle(self, last: bool) -> Iterator[None]:
        if last or sum(len(each.patches) for each in self._crossings) > MANY:
            self._sort()
        while self._blocks:
            self._count(self._blocks.pop())
            yield
            if sum(len(each.voters) for each in self._doubts) > DOUBTS:
                yield from self._put_right()
        yield from self._put_right()

    def _put_right(self) -> Iterator[None]:
        """See to what was found doubtful."""
        if self._doubts:
            whole, length = _Doubts.joined(self._doubts), max(1, VALUES // len(self._signs))
            whole = whole.some(np.argsort(whole.voters, kind="stable"))  # early voters add up fewer terms
            self._hidden += [whole.some(slice(k, k + length)) for k in range(0, len(whole.voters), length)]
            self._doubts.clear()
        while self._hidden:
            self._correct(self._hidden.pop())
            yield

    def _sort(self) -> None:
        """Bring together what crosses the same patch, in blocks."""
        if not self._crossings:
            return
        whole = _Crossing.joined(self._crossings)
        whole = whole.some(np.argsort(whole.patches, kind="stable"))
        self._blocks += [whole.some(slice(first, first + ROWS)) for first in range(0, len(whole.patches), ROWS)]
        self._crossings.clear()

    def _count(self, block: "_Block") -> None:
        """Add to the votes at the pixels Σ weight·(sgn(v) − that in the middle), which the patch already has."""
        above, doubts = self._above(block)
        if len(doubts.voters):
            self._doubts.append(doubts)
        begins = np.diff(block.patches, prepend=-1) != 0
        patches, which = block.patches[begins], np.cumsum(begins) - 1
        shares = np.zeros((len(patches), len(which)), np.float32 if block.weights.sum() < EXACT else np.float64)
        shares[which, np.arange(len(which))] = block.weights
        votes = (2 * shares) @ above
        votes -= (shares @ (1 + block.middle))[:, None]
        self._at_pixels[patches] += votes

    def _correct(self, doubts: "_Doubts") -> None:
        """Put right the votes where the sign hung on rounding."""
        wrong = self._by_definition(doubts.patches, doubts.pixels, doubts.voters) - doubts.counted
        np.add.at(self._at_pixels, (doubts.patches, doubts.pixels), doubts.weights * wrong)

    def _above(self, block: "_Block") -> "tuple[Singles, _Doubts]":
        """1 where a hypothesis is above 0, ½ where it is 0, 0 below, at the pixels (m, SIDE²); and what is doubtful."""
        values = block.coefficients.T @ self._basis.on_patch
        above = (values > 0).astype(np.float32)
        sizes = np.abs(block.coefficients).sum(axis=0)
        doubt = (block.errors + self._rounding * sizes).astype(np.float32)
        cancelled = sizes == 0
        cancelled[cancelled] = (block.errors[cancelled] == 0) | self._vanish(block.voters[cancelled])
        above[cancelled] = 0.5
        doubt[cancelled] = -1
        rows, pixels = np.divmod(np.flatnonzero(np.abs(values, out=values) <= doubt[:, None]), SIDE**2)
        counted = 2 * above[rows, pixels].astype(np.float64) - 1
        return above, _Doubts(block.patches[rows], pixels, block.voters[rows], block.weights[rows], rows, counted)

    def _vanish(self, voters: Ints) -> Bools:
        """Whether these are 0 everywhere, having learned from contradictory twins only."""
        if not len(voters):
            return np.zeros(0, np.bool_)
        voters, which = np.unique(voters, return_inverse=True)
        latest = voters[-1] + 1
        places = np.unique(self._places[:latest], axis=0, return_inverse=True)[1].ravel()
        signs = self._signs[:latest]
        vanish = [not np.bincount(places[: voter + 1], signs[: voter + 1]).any() for voter in voters]
        return np.array(vanish)[which]

    def _by_definition(self, patches: Ints, pixels: Ints, voters: Ints) -> Floats:
        """sgn(v) of one voter each at one pixel of a patch each. Raises TooDoubtfulError."""
        latest = int(voters.max()) + 1
        spots, which = np.unique(patches * SIDE**2 + pixels, return_inverse=True)
        self._worked_out += len(spots) * latest
        if self._worked_out > BY_DEFINITION * self._at_pixels.size * (latest + TRIAL):
            raise TooDoubtfulError
        xs, ys = self._centres
        down, right = np.divmod(spots // SIDE**2, len(xs) // SIDE)
        up, across = np.divmod(spots % SIDE**2, SIDE)
        at = np.column_stack([xs[right * SIDE + across], ys[down * SIDE + up]])
        values = self.kernel.gram(self._places[:latest], at)
        values += self._bias
        values *= self._signs[:latest, None]
        return np.sign(np.cumsum(values, axis=0)[voters, which])


class _Block(NamedTuple):
    """Some hypotheses on a patch each: patch, polynomial (len(basis), m), how far it may be off, voter and votes."""

    patches: Ints
    coefficients: Singles
    errors: Floats
    voters: Ints
    weights: Floats

    @property
    def middle(self) -> Floats:
        """The sign of the first coefficient, (m,)."""
        middle: Floats = np.sign(self.coefficients[0])
        return middle

    def some(self, which: Ints | slice) -> "_Block":
        return _Block(
            self.patches[which],
            self.coefficients[:, which],
            self.errors[which],
            self.voters[which],
            self.weights[which],
        )


class _Doubts(NamedTuple):
    """Hypotheses nearly 0 at a pixel of a patch, in which row of the block, and the sign that was counted: (d,)."""

    patches: Ints
    pixels: Ints
    voters: Ints
    weights: Floats
    rows: Ints
    counted: Floats

    @classmethod
    def joined(cls, several: "list[_Doubts]") -> "_Doubts":
        return cls(
            np.concatenate([each.patches for each in several]),
            np.concatenate([each.pixels for each in several]),
            np.concatenate([each.voters for each in several]),
            np.concatenate([each.weights for each in several]),
            np.concatenate([each.rows for each in several]),
            np.concatenate([each.counted for each in several]),
        )

    def some(self, which: Ints | slice) -> "_Doubts":
        return _Doubts(
            self.patches[which],
            self.pixels[which],
            self.voters[which],
            self.weights[which],
            self.rows[which],
            self.counted[which],
        )


class _Crossing(NamedTuple):
    """A voter whose boundary may cross these patches (m,), its polynomials (len(basis), m) and how far they are off."""

    voter: int
    weight: float
    patches: Ints
    coefficients: Singles
    errors: Floats

    @staticmethod
    def joined(several: "list[_Crossing]") -> _Block:
        counts = [len(each.patches) for each in several]
        return _Block(
            np.concatenate([each.patches for each in several]),
            np.concatenate([each.coefficients for each in several], axis=1),
            np.concatenate([each.errors for each in several]),
            np.repeat([each.voter for each in several], counts),
            np.repeat([each.weight for each in several], counts),
        )


class _Last(NamedTuple):
    """The voter that has not retired: its signs in the middle of each patch, and beyond at the pixels of some."""

    middle: Floats
    patches: Ints
    beyond: Singles


def _whole_patches(centres: Floats, step: float) -> Floats:
    """The centres of pixels along a side, and of some that follow until the last patch is whole."""
    missing = -len(centres) % SIDE
    return np.concatenate([centres, centres[-1] + step * np.arange(1, missing + 1)])
