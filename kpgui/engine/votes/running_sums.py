"""The votes at the pixels of a rectangle, from running sums: each hypothesis is the one before it and one more term."""

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator
from math import inf, nan
from typing import ClassVar, NamedTuple

import numpy as np

from kpgui.engine.evaluators.terms import pixels_of
from kpgui.engine.votes.exact_votes import Hypotheses
from kpgui.kernels import Kernel
from kpgui.kernels.base import LEAF_EFFORT
from kpgui.kernels.numerics import TINY
from kpgui.model.arrays import EPSILON, Floats, Ints
from kpgui.model.expansion import FAINT, ballots, vote_of

MOST_VALUES = 1 << 25
"""The most kernel values that one field may compute for signs in doubt; the rest keep those of float64."""

MOST_EXACT_VALUES = 1 << 23
"""The most kernel values that one field may sum exactly, which takes seconds; of the rest, sums that float64 cannot
tell from 0 are undecided."""

VALUES_PER_SIGN = 16
"""The work on one sign in doubt beside its kernel values, in kernel values."""

PIECE = 1 << 14
"""Kernel values for signs in doubt in one piece of work."""

RESIDUE = 8 * EPSILON
"""Where float64 has the last word, a hypothesis of k terms that is √k times this small beside its last term is taken to
be 0."""

EXACT_TOTAL = float(1 << 24)
"""Sums of votes are exact in single precision up to this total."""

ONE_MARGIN_RATIO = 1e3
"""If margins differ by less than this factor, the largest is used for all."""

BLOCK = 32
"""Voters whose hypotheses at the pixels of a tile stay in the cache, and points whose kernel values are computed at
once, to bound the memory for intermediate arrays."""


class RoundedHypotheses(Hypotheses):
    """Hypotheses as float64 sums: how near 0 a sum leaves its sign in doubt, and the exact signs of those that are.

    The error of a kernel value at a pixel is at most relative·|K| + absolute; relative is 0 where no such bound exists.
    """

    def __init__(self, kernel: Kernel, vectors: Floats, corners: Floats) -> None:
        """corners: of a rectangle with all pixels in it, (4, 2)."""
        super().__init__(kernel, vectors)
        self._values = MOST_VALUES * LEAF_EFFORT // kernel.effort
        self._exact_values = MOST_EXACT_VALUES
        everywhere, terms = np.vstack([vectors, corners]), kernel.terms()
        weight, part = terms[0] if len(terms) == 1 else (1.0, kernel)  # a positive factor changes no relative error
        relative = part.relative_error(everywhere)
        if relative < inf and weight >= 0:  # twice, as the product of per-axis factors is rounded once more
            self.relative, self.absolute = 2 * relative + 8 * EPSILON, 4 * TINY * max(1.0, weight)
        else:
            self.relative, self.absolute = 0.0, 2 * kernel.magnitude(everywhere)[1]

    def doubt(self, sizes: Floats, count: Ints | int, errors: Floats | float) -> Floats:
        """Returns bounds on the errors of sums of `count` kernel values, in the shape of `sizes`.

        sizes: the sums of their absolute values. errors: the sums of their absolute errors.
        """
        doubt: Floats = ((count + 8) * EPSILON + self.relative) * sizes + errors
        return doubt

    @property
    def exhausted(self) -> bool:
        """Whether float64 has the last word from now on, as for points that the kernel cannot tell apart anywhere."""
        return self._values <= 0

    def residue(self, k: int, terms: Floats) -> Floats:
        """Returns what is taken to be 0 where float64 has the last word. terms: the last ones of about k, any shape."""
        return RESIDUE * k**0.5 * np.abs(terms)

    def signs_of(
        self, voters: Ints, values: Floats, sizes: Floats, errors: Floats | float, positions: Floats
    ) -> Generator[None, None, Floats]:
        """Returns sgn(v_k) for pairs of a hypothesis k and a position, (m,), pausing after each piece of work.

        values: v_k there. sizes, errors: see `doubt`, (m,). positions: (m, 2). An undecided sign is NaN.
        """
        signs, count = np.sign(values), voters + 1
        faint = sizes <= FAINT * count
        signs[faint] = np.sign(self.biases[voters[faint]])
        unsure = np.flatnonzero(~faint & ~(np.abs(values) > 2 * self.doubt(sizes, count, errors)))
        unsure = unsure[np.argsort(voters[unsure], kind="stable")]
        length = max(1, PIECE // max(1, len(self.vectors)))
        for of_one in np.split(unsure, np.flatnonzero(np.diff(voters[unsure])) + 1):
            for first in range(0, len(of_one), length):
                if self.exhausted:
                    return signs
                some = of_one[first : first + length]
                self._values -= len(some) * (VALUES_PER_SIGN + len(self.vectors))
                signs[some] = self._scored(int(voters[some[0]]), positions[some])
                yield
        return signs

    @np.errstate(over="ignore", invalid="ignore")
    def _scored(self, k: int, Z: Floats) -> Floats:
        """Returns sgn(v_k) at each row of Z, (m,), from its coefficients, which cancel exactly where terms cancel."""
        coefficients = self.coefficients(k)
        used = np.flatnonzero(coefficients)
        vectors, coefficients = self.vectors[used], coefficients[used]
        values, weights = self.kernel.gram(Z, vectors), np.abs(coefficients)
        f, sizes = values @ coefficients + self.biases[k], np.abs(values) @ weights
        errors = weights.sum() * self.absolute if self.relative else self.kernel.value_error(Z, vectors) @ weights
        signs = np.sign(f)
        doubtful = np.flatnonzero(~(np.abs(f) > 2 * self.doubt(sizes, len(used), errors)))
        signs[doubtful] = nan if len(used) else 0.0
        if len(used):
            some = doubtful[: max(0, self._exact_values // len(used))]
            self._exact_values -= len(some) * len(used)
            signs[some] = self.exact_signs(k, Z[some])
        return signs


class Voters(NamedTuple):
    """A batch of k consecutive voters: their hypotheses are numbered from `first` on.

    rows: the vector that each added, (k,). signs, biases, weights: (k,); a weight is a number of votes.
    """

    first: int
    rows: Ints
    signs: Floats
    biases: Floats
    weights: Floats

    @property
    def stop(self) -> int:
        return self.first + len(self.rows)


class RunningSums(ABC):
    """Σ c_k·sgn(v_k) at the pixels of a rectangle, to which voters are added in batches.

    The last voter may still gain votes: its signs are kept, and one vote of it is counted until it is no longer last.
    Subclasses differ in how many of the sums they compute.
    """

    VOTERS: ClassVar[int]
    """The largest batch of voters."""

    MULTIPLE: ClassVar[int] = 1
    """Pixels along each axis are padded to a multiple of this."""

    def __init__(self, hypotheses: RoundedHypotheses, xs: Floats, ys: Floats) -> None:
        """xs, ys: the pixel centres along the axes."""
        self.hypotheses = hypotheses
        self._shown = slice(len(ys)), slice(len(xs))
        self.xs, self.ys = (np.pad(each, (0, -len(each) % self.MULTIPLE), "edge") for each in (xs, ys))
        self._ballots = np.zeros((2, len(self.ys), len(self.xs)))
        self._known = 0
        self._last: Floats | None = None
        self._work: Iterator[None] = iter(())

    def update(self, counts: Floats) -> Iterator[None]:
        """Adds the voters that are new, pausing after each piece of work. counts: the votes of each voter, (k,).

        An update that is cancelled is finished by the next one.
        """
        yield from self._finish()
        while self._known < len(counts):
            first = self._known
            if self._last is not None:
                self._ballots += (counts[first - 1] - 1) * self._last
                self._last = None
            stop = max(first + 1, min(len(counts) - 1, first + self.batch_size(first)))
            batch, of = slice(first, stop), self.hypotheses
            voters = Voters(first, of.rows[batch], of.signs[batch], of.biases[batch], counts[batch])
            self._work, self._known = self.add(voters) if stop < len(counts) else self._add_last(voters), stop
            yield from self._finish()

    def _finish(self) -> Iterator[None]:
        """Finishes the current batch."""
        for _ in self._work:  # `yield from` would close the work when this is closed
            yield

    def _add_last(self, voter: Voters) -> Iterator[None]:
        before = self.ballots()
        yield from self.add(voter._replace(weights=np.ones(1)))
        self._last = self.ballots() - before

    def tally(self, count: float) -> Floats:
        """Returns Σ c_k·sgn(v_k) of all voters at the pixels, (ny, nx). count: the votes of the last voter so far."""
        cast = self.ballots()
        if self._last is not None:
            cast += (count - 1) * self._last
        return vote_of(cast)[self._shown]

    def ballots(self) -> Floats:
        """Returns the ballots counted so far at the padded pixels, (2, …), as a copy."""
        return self._ballots.copy()

    def batch_size(self, known: int) -> int:
        """Returns the size of the next batch, after `known` voters."""
        return self.VOTERS

    @abstractmethod
    def add(self, voters: Voters) -> Iterator[None]:
        """Adds Σ weight·sgn(v) of a batch at every pixel, pausing after each piece of work."""

    def _count(self, values: Floats, margins: Floats, weights: Floats) -> tuple[Floats, Ints, Ints]:
        """Returns Σ weights·sgn(values), (m,), and the rows and columns of the values that were left out.

        values: (k, m), of which those within the margins of 0, and NaN, are left out. margins: (m,) or (k, m).
        weights: (k,). None is left out where float64 has the last word.
        """
        if margins.max() < ONE_MARGIN_RATIO * margins.min():  # comparing with a number is twice as fast
            margins = margins.max(keepdims=True)
        signs = (values > margins).view(np.int8) - (values < -margins).view(np.int8)
        number = np.float32 if weights.sum() < EXACT_TOTAL else np.float64
        votes = (weights.astype(number) @ signs.astype(number)).astype(np.float64)
        certain = np.count_nonzero(signs) == signs.size
        left_out = np.zeros(0, np.int64) if certain or self.hypotheses.exhausted else np.flatnonzero(signs == 0)
        rows, columns = np.divmod(left_out, signs.shape[1])
        voting = weights[rows] > 0
        return votes, rows[voting], columns[voting]

    def _add_signs(self, voters: Voters, signs: Floats, rows: Ints, pixels: Ints) -> None:
        """Adds the votes of hypotheses, by their rows in the batch, at pixels that are numbered row by row."""
        for cast, more in zip(self._ballots.reshape(2, -1), voters.weights[rows] * ballots(signs), strict=True):
            np.add.at(cast, pixels, more)


class DirectSums(RunningSums):
    """Computes every hypothesis at every pixel of a tile, for any kernel."""

    VOTERS = 1024

    def __init__(self, hypotheses: RoundedHypotheses, xs: Floats, ys: Floats) -> None:
        super().__init__(hypotheses, xs, ys)
        self._pixels = pixels_of(self.xs, self.ys)
        with np.errstate(over="ignore", invalid="ignore"):
            norms = hypotheses.kernel.norm_error(2) * np.sqrt(hypotheses.kernel.diagonal_values(self._pixels))
        self._error_norms = norms if np.isfinite(norms).all() else None
        self._values, self._sizes, self._errors = np.zeros((3, len(self._pixels)))

    def add(self, voters: Voters) -> Iterator[None]:
        # Most points are the point of several voters, and computing a kernel value costs more than adding it.
        points, which = np.unique(voters.rows, return_inverse=True)
        terms, sizes = yield from self._kernel_values(points, _often(which, len(points)))
        margins = 2 * self.hypotheses.doubt(sizes[1:], voters.stop, self._errors) + FAINT * voters.stop
        room = np.empty((BLOCK, len(self._pixels)))
        for block, first in enumerate(range(0, len(which), BLOCK)):
            few = slice(first, first + BLOCK)
            values = self._summed(terms, which[few], voters.signs[few], room)
            if voters.biases.any():
                values += voters.biases[few, None]
            exhausted = self.hypotheses.exhausted
            margin = self.hypotheses.residue(voters.stop, terms[which[few]]) if exhausted else margins[block]
            votes, rows, columns = self._count(values, margin, voters.weights[few])
            self._ballots[0] += votes.reshape(self._ballots.shape[1:])
            yield
            if len(rows):
                there, at = voters.first + first + rows, self._pixels[columns]
                upto = _sizes_up_to(sizes[block], terms, which[few], rows, columns)
                doubtful = values[rows, columns]
                signs = yield from self.hypotheses.signs_of(there, doubtful, upto, self._errors[columns], at)
                self._add_signs(voters, signs, first + rows, columns)

    def _kernel_values(self, points: Ints, often: Floats) -> Generator[None, None, tuple[Floats, Floats]]:
        """Returns K of some vectors and all pixels, (points, pixels), and the sums of |terms|, (1 + blocks, pixels).

        The sums are those before the batch and after each of its blocks. often: how often these add each point.
        """
        vectors, pixels = self.hypotheses.vectors[points], len(self._pixels)
        terms, sizes = np.empty((len(points), pixels)), np.zeros((1 + len(often), pixels))
        sizes[0] = self._sizes
        for first in range(0, len(points), BLOCK):
            some = slice(first, first + BLOCK)
            terms[some] = self.hypotheses.kernel.gram(vectors[some], self._pixels)
            _add_sizes(sizes[1:], often[:, some], terms[some])
            self._errors += self._errors_of(vectors[some], often[:, some].sum(axis=0))
            yield
        sizes = np.cumsum(sizes, axis=0)
        self._sizes = sizes[-1]
        return terms, sizes

    @np.errstate(over="ignore", invalid="ignore")
    def _errors_of(self, vectors: Floats, often: Floats) -> Floats | float:
        """Returns bounds on the sums of the errors of kernel values at each pixel that are not relative to |K|."""
        kernel, hypotheses = self.hypotheses.kernel, self.hypotheses
        if hypotheses.relative:
            return float(often.sum()) * hypotheses.absolute
        if self._error_norms is not None:  # by the Cauchy-Schwarz inequality
            bound: Floats = self._error_norms * (often @ np.sqrt(kernel.diagonal_values(vectors)))
            return bound
        errors: Floats = often @ kernel.value_error(vectors, self._pixels)
        return errors

    @np.errstate(over="ignore", invalid="ignore")
    def _summed(self, terms: Floats, which: Ints, signs: Floats, room: Floats) -> Floats:
        """Returns the values of the hypotheses without their biases, (k, pixels). which: each voter's row of terms."""
        sums, before = room[: len(which)], self._values
        for row, sign, after in zip(which.tolist(), signs.tolist(), sums, strict=True):
            before = (np.add if sign > 0 else np.subtract)(before, terms[row], out=after)
        self._values = before.copy()
        return sums


def _often(which: Ints, points: int) -> Floats:
    """Returns how often each block of voters adds each point, (blocks, points)."""
    often = np.zeros((-(-len(which) // BLOCK), points))
    np.add.at(often, (np.arange(len(which)) // BLOCK, which), 1.0)
    return often


@np.errstate(over="ignore", invalid="ignore")
def _add_sizes(sizes: Floats, often: Floats, terms: Floats) -> None:
    """Adds |terms| (points, pixels) to the sums of each block of voters, (blocks, pixels)."""
    sizes += often @ np.abs(terms)


@np.errstate(over="ignore", invalid="ignore")
def _sizes_up_to(before: Floats, terms: Floats, which: Ints, rows: Ints, columns: Ints) -> Floats:
    """Returns the sums of |terms| up to some voters of a block at some pixels, (m,). before: before the block."""
    there, at = np.unique(columns, return_inverse=True)
    sizes: Floats = np.cumsum(np.abs(terms[np.ix_(which, there)]), axis=0)[rows, at] + before[columns]
    return sizes
