"""The field of a vote of a smooth kernel."""

from typing import NamedTuple

import numpy as np

from kpgui.engine import chebyshev
from kpgui.engine.patch_terms import Factored, PatchTerms, Polynomial
from kpgui.engine.patches import SIDE, Basis
from kpgui.engine.vote_part import Part
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats, Ints

DEGREE = 10
"""Of the polynomials at most; with more coefficients than that, other ways are faster."""

TOLERANCE = 1e-7
"""Of the polynomials for one kernel: the few signs that hang on more are worked out by the definition."""

ROWS = 256
"""Hypotheses on a patch that are worked out at once: half a megabyte, which stays in the cache."""

SURE = 1 + 1e-12
"""For the rounding of a sum of coefficients."""

BY_DEFINITION = 0.05
"""The share of all hypotheses at all pixels that may be worked out by the definition before another way is faster."""

CROSSED = 0.25
"""And the share of patches, on the average, that may be worked out at their pixels."""

TRIAL = 100
"""Voters that are taken in before this is judged."""


class TooDoubtfulError(Exception):
    """So many signs hang on the last bits that another way is faster."""


class Mosaic(Part):
    """Patches of pixels on which every hypothesis is nearly a polynomial; these are added up one by one.

    The coefficients show on which patches a hypothesis has one sign. On the others, those that its boundary crosses,
    the polynomial is worked out at the pixels; and where it is within its error of 0, the hypothesis by its definition.
    """

    VOTERS = 16

    def __init__(self, kernel: Kernel, up: slice, across: slice, xs: Floats, ys: Floats, near: Floats | None) -> None:
        super().__init__(kernel, up, across, xs, ys)

        xs, ys = _whole_patches(self.xs), _whole_patches(self.ys)
        self._centres = xs, ys
        degree = self.degree(kernel, xs, ys)
        assert degree is not None
        self._basis = Basis(degree)
        self._terms: PatchTerms = (
            Factored(self._basis, kernel, near, xs, ys) if kernel.separable else Polynomial(self._basis, kernel, xs, ys)
        )
        patches = len(self._terms.error)
        self._sum = np.zeros((len(self._basis), patches))
        self._sizes, self._ones = np.empty_like(self._sum), np.ones(len(self._basis))
        self._on_patches, self._at_pixels = np.zeros(patches), np.zeros((patches, SIDE * SIDE))
        self._last = _Last(np.zeros(patches), np.zeros(0, np.int64), np.zeros((0, SIDE * SIDE)))
        self._places, self._signs = np.zeros((0, 2)), np.zeros(0)
        self._crossed = self._worked_out = 0

    @staticmethod
    def degree(kernel: Kernel, xs: Floats, ys: Floats) -> int | None:
        """Of the polynomials that are needed; None for a kernel that is not as smooth as that at this scale."""
        if min(len(xs), len(ys)) < SIDE:
            return None
        if not kernel.separable:
            degree = kernel.degree
        else:
            counts = [
                chebyshev.count(kernel, float(SIDE * (pixels[1] - pixels[0])), tolerance=TOLERANCE)
                for pixels in (xs, ys)
            ]
            degree = None if None in counts else max(count for count in counts if count) - 1
        return degree if degree is not None and degree <= DEGREE else None

    def retire(self, count: float) -> None:
        self._on_patches += count * self._last.sure
        self._at_pixels[self._last.patches] += count * self._last.signs

    def ballots(self, count: float) -> Floats:
        votes = self._at_pixels + (self._on_patches + count * self._last.sure)[:, None]
        votes[self._last.patches] += count * self._last.signs
        xs, ys = self._centres
        image = votes.reshape(len(ys) // SIDE, len(xs) // SIDE, SIDE, SIDE).transpose(0, 2, 1, 3)
        return image.reshape(len(ys), len(xs))[: len(self.ys), : len(self.xs)]

    def take(self, places: Floats, signs: Floats, weights: Floats, bias: float) -> None:
        known = len(self._signs)
        self._places, self._signs = np.concatenate([self._places, places]), np.concatenate([self._signs, signs])
        crossed, polynomials = [], []
        for k, term in enumerate(self._terms.each(places, signs)):
            self._sum += term
            self._sum[0] += bias * signs[k]
            sure, where = self._decide()
            self._on_patches += weights[k] * sure
            crossed.append(where)
            polynomials.append(self._sum[:, where])
        self._crossed += sum(len(where) for where in crossed)
        if self._crossed > CROSSED * len(self._on_patches) * (len(self._signs) + TRIAL):
            raise TooDoubtfulError
        last = polynomials.pop()
        signs_of_last = 2 * self._above(where, last.T, np.full(len(where), known + k), bias) - 1
        self._last = _Last(sure, where, signs_of_last)
        del crossed[-1]
        if crossed:
            voters = np.repeat(np.arange(len(crossed)), [len(each) for each in crossed])
            patches, coefficients = np.concatenate(crossed), np.concatenate(polynomials, axis=1)
            order = np.argsort(patches, kind="stable")
            for first in range(0, len(order), ROWS):
                some = order[first : first + ROWS]
                above = self._above(patches[some], coefficients[:, some].T, known + voters[some], bias)
                self._count(patches[some], above, weights[voters[some]])

    def _decide(self) -> tuple[Floats, Ints]:
        """The signs of the present hypothesis, 0 where its boundary may cross the patch, and those patches."""
        sizes = np.abs(self._sum, out=self._sizes)
        spread = self._ones @ sizes
        doubtful = 2 * sizes[0] <= SURE * spread + self._terms.error
        doubtful &= spread > 0
        where = np.flatnonzero(doubtful)
        sure = np.sign(self._sum[0])
        sure[where] = 0
        return sure, where

    def _count(self, patches: Ints, above: Floats, weights: Floats) -> None:
        """Add the votes Σ weight·sgn(v); patches in order."""
        starts = np.flatnonzero(np.diff(patches, prepend=-1))
        above *= 2 * weights[:, None]
        votes = np.add.reduceat(above, starts, axis=0)
        votes -= np.add.reduceat(weights, starts)[:, None]
        self._at_pixels[patches[starts]] += votes

    def _above(self, patches: Ints, coefficients: Floats, voters: Ints, bias: float) -> Floats:
        """1 where a hypothesis is above 0, ½ where it is 0 and 0 below, at the pixels of its patch."""
        values = coefficients @ self._basis.on_patch
        above = (values > 0).astype(np.float64)
        doubtful = np.abs(values, out=values) <= self._terms.error[patches, None]
        if doubtful.any():
            rows, pixels = np.nonzero(doubtful)
            signs = self._by_definition(patches[rows], pixels, voters[rows], bias)
            above[rows, pixels] = (signs + 1) / 2
        return above

    def _by_definition(self, patches: Ints, pixels: Ints, voters: Ints, bias: float) -> Floats:
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
        values += bias
        values *= self._signs[:latest, None]
        return np.sign(np.cumsum(values, axis=0)[voters, which])


class _Last(NamedTuple):
    """The voter that has not retired.

    sure (patches,): its sign on each patch, 0 where its boundary may cross it. patches: those, and signs (…, SIDE²) at
    their pixels.
    """

    sure: Floats
    patches: Ints
    signs: Floats


def _whole_patches(centres: Floats) -> Floats:
    """The centres of pixels, and of some that follow until the last patch is whole."""
    step = centres[1] - centres[0]
    missing = -len(centres) % SIDE
    return np.concatenate([centres, centres[-1] + step * np.arange(1, missing + 1)])
