"""The hypotheses of a voted perceptron, and their signs where rounding errors leave doubt."""

from collections.abc import Callable, Generator
from math import inf
from typing import NamedTuple

import numpy as np

from kpgui.engine.exact.scores import exact_scores
from kpgui.kernels import Kernel
from kpgui.kernels.base import LEAF_EFFORT
from kpgui.kernels.numerics.rounding import TINY
from kpgui.model.arrays import EPSILON, Bools, Floats, Ints
from kpgui.model.votes import FAINT

VALUES = 1 << 17
"""Kernel values in one piece of work, of a millisecond or two."""

MANY_PIXELS = 32
"""At this many pixels or more, a hypothesis is cheaper to score by itself than in running sums with others."""

MOST_EXACT_SCORES = 1 << 16
"""The most scores that one field may compute exactly, which takes seconds; further ones within rounding error of 0 are
taken to be 0."""

MOST_VALUES = 1 << 25
"""The most values of a simple kernel that one field may compute for doubtful signs; the rest keep those of float64."""

PAIR = 16
"""The work on one doubtful sign beside its kernel values, in kernel values."""


class Accuracy(NamedTuple):
    """Error bounds of computed kernel values at the pixels: relative·|K| + absolute.

    relative: 0 where there is no bound relative to |K|.
    """

    relative: float
    absolute: float

    @classmethod
    def of(cls, kernel: Kernel, points: Floats, corners: Floats) -> "Accuracy":
        """Returns bounds for points (n, 2) with all pixels between these corners (4, 2).

        A positive factor of the kernel does not change a relative error. Twice the kernel's bound, as the product of
        per-axis factors is rounded once more.
        """
        everywhere, terms = np.vstack([points, corners]), kernel.terms()
        weight, part = terms[0] if len(terms) == 1 else (1.0, kernel)
        relative = part.relative_error(everywhere)
        if relative < inf and weight >= 0:
            return cls(2 * relative + 8 * EPSILON, 4 * TINY * max(1.0, weight))
        return cls(0.0, 2 * kernel.magnitude(everywhere)[1])

    def rounding(self, sizes: Floats, count: int) -> Floats:
        """Returns bounds on the rounding errors of sums of `count` terms, (m,). sizes: the sums of |terms|, (m,)."""
        rounding: Floats = (count + 8) * EPSILON * sizes
        return rounding

    def doubt(self, sizes: Floats, count: int) -> Floats:
        """Returns bounds on the errors of such sums, (m,), including the errors of the terms."""
        doubt: Floats = self.rounding(sizes, count) + self.relative * sizes + count * self.absolute
        return doubt


class Hypotheses:
    """The hypotheses v_k = v_{k−1} + signs[k]·(K(x_k, ·) + bias) so far.

    biases: the bias of each, (k,). is_zero: which of them are 0 everywhere, (k,), since the terms of coinciding points
    with opposite labels cancel.
    """

    def __init__(self, kernel: Kernel, points: Floats) -> None:
        """points: all that may become voters, (n, 2)."""
        self._kernel, self._points = kernel, points
        self._row_of: dict[int, int] = {}
        self._vectors = np.zeros((0, 2))
        self._rows, self._signs = np.zeros(0, np.int64), np.zeros(0)
        self._exactly, self._values = MOST_EXACT_SCORES // kernel.exact_cost, MOST_VALUES * LEAF_EFFORT // kernel.effort
        self.biases = np.zeros(0)
        self.is_zero: Bools = np.zeros(0, bool)

    def __len__(self) -> int:
        return len(self._signs)

    def add(self, points: Ints, positions: Floats, signs: Floats, bias: float) -> None:
        """Appends hypotheses. points: indices of the voters' distinct points, (k,). positions: their coordinates."""
        net, coefficients, is_zero = float(self._signs.sum()), self._coefficients(len(self)), []
        used, rows, new = int(np.count_nonzero(coefficients)), [], []
        sums = dict(enumerate(coefficients.tolist()))
        for k, (point, sign) in enumerate(zip(points.tolist(), signs.tolist(), strict=True)):
            row = self._row_of.setdefault(point, len(self._row_of))
            before = sums.get(row)
            if before is None:
                new.append(k)
            sums[row] = after = (before or 0.0) + sign
            used += (after != 0) - bool(before)
            rows.append(row)
            is_zero.append(not used)
        self._vectors = np.vstack([self._vectors, positions[new]])
        self._rows, self._signs = np.append(self._rows, np.array(rows, np.int64)), np.append(self._signs, signs)
        self.biases = np.append(self.biases, bias * (net + np.cumsum(signs)))
        self.is_zero = np.append(self.is_zero, np.array(is_zero, bool))

    def accuracy(self, xs: Floats, ys: Floats) -> Accuracy:
        """Returns the accuracy of kernel values at the pixels with these centres."""
        corners = np.array([(x, y) for x in xs[[0, -1]] for y in ys[[0, -1]]])
        return Accuracy.of(self._kernel, self._points, corners)

    def signs_of(
        self, voters: Ints, pixels: Ints, centres_of: Callable[[Ints], Floats]
    ) -> Generator[None, None, Floats]:
        """Returns sgn(v_k) for pairs of a voter k and a pixel, (m,) each; NaN for those that would take too long.

        Pauses after each piece of work. centres_of: returns the centres of pixels, (m, 2), from their numbers.
        """
        signs = np.full(len(voters), np.nan)
        signs[self.is_zero[voters]] = 0.0
        left = np.flatnonzero(~self.is_zero[voters])
        few = []
        for pairs in self._alike(voters, left):
            if len(pairs) < MANY_PIXELS:
                few.append(pairs)
                continue
            length = max(1, VALUES // (1 + len(self._vectors)))
            for first in range(0, len(pairs), length):
                some = pairs[first : first + length]
                if self._may_take(len(some) * (PAIR + len(self._vectors))):
                    signs[some] = self._scored(int(voters[some[0]]), centres_of(pixels[some]))
                    yield
        left = np.concatenate(few) if few else left[:0]
        left = left[np.argsort(voters[left], kind="stable")]  # early voters add up fewer terms
        length = max(1, VALUES // max(1, len(self)))
        for first in range(0, len(left), length):
            some = left[first : first + length]
            if self._may_take(len(some) * (PAIR + len(self))):
                signs[some] = self._summed(voters[some], pixels[some], centres_of)
                yield
        return signs

    def _may_take(self, values: int) -> bool:
        """Deducts kernel values from the number that may still be computed. Returns whether that sufficed."""
        self._values -= values
        return not self.exhausted

    @property
    def exhausted(self) -> bool:
        """Whether signs are those of float64 from now on, as for points that the kernel cannot tell apart anywhere."""
        return self._values <= 0

    def _coefficients(self, stop: int) -> Floats:
        """Returns the coefficients of hypothesis stop − 1: the sum of the signs at each distinct point."""
        sums = np.bincount(self._rows[:stop], self._signs[:stop], len(self._vectors))
        return sums.astype(np.float64, copy=False)

    def _alike(self, voters: Ints, pairs: Ints) -> list[Ints]:
        """Groups the pairs by their hypotheses: those with equal coefficients are the same function."""
        distinct, which = np.unique(voters[pairs], return_inverse=True)
        group_of: dict[bytes, int] = {}
        groups = [group_of.setdefault(self._coefficients(k + 1).tobytes(), len(group_of)) for k in distinct.tolist()]
        of_pairs = np.array(groups, np.int64)[which]
        order = np.argsort(of_pairs, kind="stable")
        return np.split(pairs[order], np.flatnonzero(np.diff(of_pairs[order])) + 1) if len(pairs) else []

    @np.errstate(over="ignore", invalid="ignore")
    def _summed(self, voters: Ints, pixels: Ints, centres_of: Callable[[Ints], Floats]) -> Floats:
        """Returns the signs of some pairs from running sums; those in doubt are scored one by one."""
        latest = int(voters.max()) + 1
        rows = self._rows[:latest]
        vectors = self._vectors[: int(rows.max()) + 1]
        at, which = np.unique(pixels, return_inverse=True)
        positions = centres_of(at)
        values = self._kernel.gram(vectors, positions)
        terms = values[rows]
        sizes = np.cumsum(np.abs(terms), axis=0)[voters, which]
        terms *= self._signs[:latest, None]
        f, biases = np.cumsum(terms, axis=0)[voters, which], self.biases[voters]
        doubt = np.bincount(rows).astype(np.float64) @ self._kernel.value_error(vectors, positions)
        doubt = doubt[which] + (latest + 4) * EPSILON * sizes
        faint = sizes <= FAINT * (voters + 1)
        signs = np.sign(np.where(faint, 0.0, f) + biases)
        for k in np.flatnonzero(~faint & ~(np.abs(f + biases) > (1 + 2 * latest * EPSILON) * doubt)).tolist():
            signs[k] = self._scored(int(voters[k]), positions[which[k]][None])[0]
        return signs

    @np.errstate(over="ignore", invalid="ignore")
    def _scored(self, voter: int, positions: Floats) -> Floats:
        """Returns the signs of one hypothesis at some positions, (m,), exact where float64 leaves doubt."""
        coefficients = self._coefficients(voter + 1)
        used, bias = np.flatnonzero(coefficients), float(self.biases[voter])
        coefficients, vectors = coefficients[used], self._vectors[used]
        sizes, values = np.abs(coefficients), self._kernel.gram(positions, vectors)
        size = np.abs(values) @ sizes
        doubt = self._kernel.value_error(positions, vectors) @ sizes + (len(used) + 4) * EPSILON * size
        f = values @ coefficients + bias
        faint = np.flatnonzero(size <= FAINT * (voter + 1))
        faint = faint[self._sizes(voter, positions[faint]) <= FAINT * (voter + 1)]
        f[faint], doubt[faint] = bias, -1.0
        doubtful = np.flatnonzero(~(np.abs(f) > (1 + 2 * len(used) * EPSILON) * doubt))
        f[doubtful] = 0.0
        some = doubtful[: self._exactly]
        if len(some):
            self._exactly -= len(some)
            f[some] = exact_scores(self._kernel, vectors, coefficients, bias, positions[some])
        return np.sign(f)

    @np.errstate(over="ignore", invalid="ignore")
    def _sizes(self, voter: int, positions: Floats) -> Floats:
        """Returns the sums of the absolute values of all terms of one hypothesis, (m,)."""
        often = np.bincount(self._rows[: voter + 1], minlength=len(self._vectors)).astype(np.float64)
        used = np.flatnonzero(often)
        sizes: Floats = np.abs(self._kernel.gram(positions, self._vectors[used])) @ often[used]
        return sizes
