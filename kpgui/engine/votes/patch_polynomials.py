"""The field of a vote of a smooth kernel."""

from collections.abc import Iterator
from itertools import pairwise
from math import prod
from typing import NamedTuple

import numpy as np

from kpgui.engine.evaluators import chebyshev
from kpgui.engine.votes.deferred import Deferred, DeferredBlock
from kpgui.engine.votes.hypotheses import Hypotheses, finished
from kpgui.engine.votes.part import Part, Voters
from kpgui.engine.votes.patch_terms import ROUNDING, Batch, Factored, PatchTerms, PolynomialPatchTerms
from kpgui.engine.votes.patches import Basis
from kpgui.engine.votes.sign_sum import EXACT
from kpgui.engine.votes.squares import Bounds, Screen, VoterRun
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats, Ints, Singles
from kpgui.model.votes import FAINT

DEGREE = 10
"""Of a kernel that is a polynomial, at most; with more coefficients than that, other ways are faster."""

SIDE = 16
"""Of the patches for it."""

FITS = (16, 5, 1e-7), (8, 4, 1e-6)
"""For separable kernels: sides of patches, the degree of the polynomials that fit there, at most, and their tolerance.

Where none is enough, the other way is faster. The few signs that hang on more are worked out by the definition.
"""

AT_ONCE = 1 << 16
"""Values at pixels that are worked out at once: a quarter of a megabyte, which stays in the cache."""

NUMBERS = 1 << 18
"""Coefficients that are added up at once."""

PIECE = 2 * NUMBERS
"""That are added up in one piece of work, of four milliseconds or so."""

UNIT = 6e-8
"""The rounding of one operation in single precision."""

DOUBTS = 1 << 14
"""Signs that are looked at together, at least."""

VALUES = 1 << 17
"""Kernel values in one piece of work."""

SMALL, LARGE = 1e-36, 1e30
"""What is smaller than this may be lost in single precision, and sums of what is larger may overflow."""

BY_DEFINITION = 0.05
"""The share of all hypotheses at all pixels that may be worked out by the definition before another way is faster."""

TRIAL = 100
"""Voters that are taken in before this is judged."""


class TooDoubtfulError(Exception):
    """So many signs hang on the last bits that another way is faster, or numbers are too large for this one."""


class Mosaic(Part):
    """Patches of pixels on which every hypothesis is nearly a polynomial; these are added up one by one.

    The coefficients show on which patches a hypothesis has one sign. On the others, those that its boundary crosses,
    the polynomial is worked out at the pixels; and where it is within its error of 0, the hypothesis by its definition.
    """

    def __init__(
        self,
        kernel: Kernel,
        hypotheses: Hypotheses,
        up: slice,
        across: slice,
        xs: Floats,
        ys: Floats,
        near: Floats | None,
    ) -> None:
        super().__init__(kernel, hypotheses, up, across, xs, ys)
        basis = self.basis(kernel, self.steps)
        assert basis is not None
        self._basis = basis
        xs, ys = (
            _whole_squares(pixels, step, 2 * basis.side)
            for pixels, step in zip((self.xs, self.ys), self.steps, strict=True)
        )
        self._centres = xs, ys
        self._terms: PatchTerms = (
            Factored(basis, kernel, near, xs, ys) if kernel.separable else PolynomialPatchTerms(basis, kernel, xs, ys)
        )
        self._shape = len(ys) // basis.side, len(xs) // basis.side
        self._screen = Screen(*self._shape, lambda sizes: ROUNDING * sizes + FAINT)
        patches = len(self._terms.error)
        self._sum, self._sizes = np.zeros((2, len(basis), patches))
        # Of the values of a polynomial, relative to the sum of the sizes of its coefficients: these, the values of the
        # basis and their products are rounded, and the sums on the way.
        self._rounding = UNIT * (len(basis) + 2)
        self._margin = np.append(-1.0, np.full(len(basis) - 1, 1 + self._rounding)).astype(np.float32)
        self._room = np.empty((2, max(NUMBERS, self._terms.VOTERS * len(basis) * self._shape[1])), np.float32)
        self._pixel_room, self._flags = np.empty((2, AT_ONCE), np.float32), np.empty(AT_ONCE, np.bool_)
        self._ones = np.ones(len(basis), np.float32)
        self._on_patches, self._at_pixels = np.zeros(patches), np.zeros((patches, basis.side**2))
        self._last = _Last(np.zeros(patches), np.zeros(0, np.int64), np.zeros((0, basis.side**2), np.float32))
        self._heard = 0
        self._deferred = Deferred(patches, basis.side**2, len(basis))
        self._doubts: list[_Doubts] = []
        self._hidden: list[_Doubts] = []
        self._crossed = self._worked_out = 0
        self._looked_at = patches  # for the last voters

    @staticmethod
    def basis(kernel: Kernel, steps: tuple[float, float]) -> Basis | None:
        """Polynomials that are enough; None for a kernel that is not as smooth as that at this scale.

        steps: from pixel to pixel, across and up.
        """
        if not kernel.separable:
            return Basis(kernel.degree, SIDE) if kernel.degree is not None and kernel.degree <= DEGREE else None
        for side, most, tolerance in FITS:
            counts = [chebyshev.count(kernel, side * step, tolerance=tolerance) for step in steps]
            degrees = [count - 1 for count in counts if count is not None and count <= most + 1]
            if len(degrees) == len(counts):
                return Basis(max(degrees), side)
        return None

    def at_once(self, known: int) -> int:
        # Few at first: far from the first points, those that follow would be far larger, and so what they may be off.
        few = min(known, PIECE // (len(self._basis) * max(1, self._looked_at)))
        return min(self._terms.VOTERS, max(1, few))

    def retire(self, count: float) -> None:
        self._on_patches += count * self._last.middle
        self._at_pixels[self._last.patches] += np.multiply(self._last.beyond, count, dtype=np.float64)

    def ballots(self, count: float) -> Floats:
        on_patches = self._on_patches + count * self._last.middle
        on_patches += self._screen.votes().ravel()
        votes = self._at_pixels + on_patches[:, None]
        votes[self._last.patches] += np.multiply(self._last.beyond, count, dtype=np.float64)
        xs, ys = self._centres
        image = votes.reshape(*self._shape, self._basis.side, self._basis.side).transpose(0, 2, 1, 3)
        return image.reshape(len(ys), len(xs))[: len(self.ys), : len(self.xs)]

    def take(self, voters: Voters) -> None:
        self._heard += len(voters.signs)
        batch = self._terms.of(voters)
        biases = voters.biases * self._terms.scale
        if not max(batch.largest, np.abs(biases).max()) < LARGE:
            raise TooDoubtfulError
        patches = self._undecided(batch, VoterRun(voters.first, voters.signs, biases, voters.weights))
        self._looked_at = len(patches)
        columns = self._shape[1]
        length = max(1, NUMBERS // (len(biases) * len(self._basis) * columns)) * columns
        for first in range(0, len(patches), length):
            self._look(batch, voters, biases, patches[first : first + length])
        if self._crossed > self._terms.CROSSED * len(self._on_patches) * (self._heard + TRIAL):
            raise TooDoubtfulError
        self._sum += batch.total
        if voters.pending:
            self._keep_last(float(biases[-1]))

    def _undecided(self, batch: Batch, run: VoterRun) -> Ints:
        """Patches on which one of the voters may have either sign; the votes on the others are counted."""
        if batch.lines is None:
            return np.arange(len(self._on_patches))
        middle = self._sum[0]
        beyond = np.abs(self._sum[1:], out=self._sizes[1:]).sum(axis=0) + self._terms.error
        bounds = Bounds((middle - beyond).reshape(self._shape), (middle + beyond).reshape(self._shape))
        return self._screen.crossed(run, bounds, *batch.lines)

    def _look(self, batch: Batch, voters: Voters, biases: Floats, patches: Ints) -> None:
        """Count the votes on patches by the signs in their middles, and keep the voters that may cross one.

        biases: of the voters, in the scale of the terms.
        """
        shape = len(voters.signs), len(patches), len(self._basis)
        sums, sizes = self._room[:, : prod(shape)].reshape(2, *shape)
        added = batch.on(patches, sums, sizes)
        sums[0] += self._sum[:, patches].T
        for before, after in pairwise(sums):
            after += before
        rounded = np.zeros(len(patches), np.float32)  # the sizes of all these sums
        if biases.any():  # added last: a kernel that is faint beside it must not be lost
            rounded += np.abs(sums[:, :, 0]).sum(axis=0)
            sums[:, :, 0] += biases[:, None]
        self._on_patches[patches] += voters.weights @ np.sign(sums[:, :, 0])
        flat = sums.reshape(-1, len(self._basis))
        reach = (np.abs(sums, out=sizes).reshape(flat.shape) @ self._margin).reshape(len(sums), -1)
        rounded += (reach + 2 * sizes[:, :, 0]).sum(axis=0)
        # Two factors and their product are rounded, and each sum; once more for what reach and these bounds are off.
        errors = (1 + self._rounding) * (self._terms.error[patches] + UNIT * (4 * added + 2 * rounded))
        np.maximum(errors, SMALL, out=errors, where=errors > 0)
        crossed = np.flatnonzero(reach >= -errors)
        which, spots = np.divmod(crossed, len(patches))
        there = patches[spots]
        self._deferred.add(
            DeferredBlock(there, flat[crossed], errors[spots], voters.first + which, voters.weights[which])
        )
        self._crossed += len(crossed)

    def _keep_last(self, bias: float) -> None:
        errors = self._terms.error
        errors = (1 + self._rounding) * np.where(errors > 0, np.maximum(errors, SMALL), 0.0)
        values = self._sum.T.astype(np.float32)
        values[:, 0] = self._sum[0] + bias
        patches = np.flatnonzero(np.abs(values) @ self._margin >= -errors)
        beyond = np.zeros((len(patches), self._basis.side**2), np.float32)
        rows = AT_ONCE // beyond.shape[1]
        for first in range(0, len(patches), rows):
            some = patches[first : first + rows]
            voters = np.full(len(some), self._heard - 1)
            last = DeferredBlock(some, values[some], errors[some], voters, np.zeros(len(some)))
            above, doubts = self._above(last)
            if doubts is not None:
                signs_there = self._settled(doubts)
                above[doubts.rows, doubts.pixels] = (signs_there + 1) / 2
            beyond[first : first + rows] = 2 * above - (1 + last.middle)[:, None]
        self._last = _Last(np.sign(values[:, 0]).astype(np.float64), patches, beyond)

    def settle(self, last: bool) -> Iterator[None]:
        if last or self._deferred.many:
            self._deferred.sort()
        while self._deferred.sorted:
            self._count(self._deferred.take_out(AT_ONCE // self._basis.side**2))
            yield
            if sum(len(each.voters) for each in self._doubts) > DOUBTS:
                yield from self._put_right()
        yield from self._put_right()

    def _put_right(self) -> Iterator[None]:
        """See to what was found doubtful."""
        if self._doubts:
            whole, length = _Doubts.joined(self._doubts), max(1, VALUES // self._heard)
            whole = whole.some(np.argsort(whole.voters, kind="stable"))  # early voters add up fewer terms
            self._hidden += [whole.some(slice(k, k + length)) for k in range(0, len(whole.voters), length)]
            self._doubts.clear()
        while self._hidden:
            self._correct(self._hidden.pop())
            yield

    def _count(self, block: DeferredBlock) -> None:
        """Add to the votes at the pixels Σ weight·(sgn(v) − that in the middle), which the patch already has."""
        above, doubts = self._above(block)
        if doubts is not None:
            self._doubts.append(doubts)
        begins = np.append(True, block.patches[1:] != block.patches[:-1])
        firsts = np.flatnonzero(begins)
        twice = 2 * block.weights
        shares = np.zeros((len(firsts), len(begins)), np.float32 if block.weights.sum() < EXACT else np.float64)
        shares[np.cumsum(begins) - 1, np.arange(len(begins))] = twice
        self._at_pixels[block.patches[firsts]] += shares @ above
        self._on_patches[block.patches[firsts]] -= np.add.reduceat(block.weights * (1 + block.middle), firsts)

    def _correct(self, doubts: "_Doubts") -> None:
        """Put right the votes where the sign hung on rounding."""
        wrong = self._settled(doubts) - doubts.counted
        np.add.at(self._at_pixels, (doubts.patches, doubts.pixels), doubts.weights * wrong)

    def _above(self, block: DeferredBlock) -> "tuple[Singles, _Doubts | None]":
        """1 where a hypothesis is above 0, ½ where it is 0, 0 below, at the pixels (m, side²); and what is doubtful."""
        shape = len(block.patches), self._basis.side**2
        values, above = self._pixel_room[:, : prod(shape)].reshape(2, *shape)
        flags = self._flags[: prod(shape)].reshape(shape)
        np.matmul(block.coefficients, self._basis.on_patch, out=values)
        np.copyto(above, np.greater(values, 0, out=flags))
        sizes = np.abs(block.coefficients) @ self._ones
        doubt = block.errors + self._rounding * sizes
        if not sizes.all():
            cancelled = sizes == 0
            cancelled[cancelled] = (block.errors[cancelled] == 0) | self.hypotheses.nothing[block.voters[cancelled]]
            above[cancelled] = 0.5
            doubt[cancelled] = -1
        # A number of NumPy's would be compared with in double precision. Python's is rounded, but past no value.
        most = float(doubt.max())
        near = np.flatnonzero(np.less_equal(np.abs(values, out=values), most, out=flags))
        rows, pixels = np.divmod(near, values.shape[1])
        doubtful = values[rows, pixels] <= doubt[rows]
        if not doubtful.any():
            return above, None
        rows, pixels = rows[doubtful], pixels[doubtful]
        counted = 2 * above[rows, pixels].astype(np.float64) - 1
        return above, _Doubts(block.patches[rows], pixels, block.voters[rows], block.weights[rows], rows, counted)

    def _settled(self, doubts: "_Doubts") -> Floats:
        """The signs where polynomials do not tell, (d,). Raises TooDoubtfulError."""
        spots = doubts.patches * self._basis.side**2 + doubts.pixels
        self._worked_out += len(np.unique(spots)) * (int(doubts.voters.max()) + 1)
        if self._worked_out > BY_DEFINITION * self._at_pixels.size * (self._heard + TRIAL):
            raise TooDoubtfulError
        found = finished(self.hypotheses.signs_of(doubts.voters, spots, self._places_of))
        return np.where(np.isnan(found), doubts.counted, found)

    def _places_of(self, spots: Ints) -> Floats:
        """Where pixels lie that are counted patch by patch, (m, 2)."""
        side = self._basis.side
        patches, pixels = np.divmod(spots, side**2)
        down, right = np.divmod(patches, self._shape[1])
        up, across = np.divmod(pixels, side)
        xs, ys = self._centres
        return np.column_stack([xs[right * side + across], ys[down * side + up]])


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


class _Last(NamedTuple):
    """The voter that has not retired: its signs in the middle of each patch, and beyond at the pixels of some."""

    middle: Floats
    patches: Ints
    beyond: Singles


def _whole_squares(centres: Floats, step: float, side: int) -> Floats:
    """The centres of pixels along a side, and of some that follow until the last square is whole."""
    missing = -len(centres) % side
    return np.concatenate([centres, centres[-1] + step * np.arange(1, missing + 1)])
