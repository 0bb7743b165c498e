"""The raster: f at the pixel centres of a rectangle, as the weighted sum of the fields of the kernel's terms."""

from collections.abc import Generator, Iterator
from functools import singledispatchmethod
from math import isfinite

import numpy as np

from kpgui.engine.evaluators.choice import terms_of
from kpgui.engine.evaluators.terms import (
    EXACT_VALUES,
    EXACT_VECTORS,
    PIECE_PIXELS,
    PIECE_VALUES,
    SIGN_SAFETY,
    Piece,
    along,
    centres,
    certain_of,
    rounding_of,
)
from kpgui.engine.exact import DistinctPoints, exact_scores
from kpgui.engine.votes.votes import VoteField
from kpgui.kernels import Kernel
from kpgui.language import _, later
from kpgui.model.arrays import Bools, Floats
from kpgui.model.errors import KpguiError
from kpgui.model.expansion import Expansion, Votes
from kpgui.model.session import View

ACCURACY = 5e-9
"""The allowed error, relative to the largest |f|."""

LEAST_PRODUCT = 1e-300
"""Below this, products may be subnormal, and rounding errors are no longer relative."""

TOO_LARGE = later("f is too large to compute in this rectangle; zoom in or scale the data down.")


class Raster:
    """Computes f at the pixels of one rectangle, for one kernel and the distinct points of one dataset.

    Caches what does not depend on the coefficients, so that a field during training costs little more than a matrix
    product. Where |f| is so small that an interpolated value may have the wrong sign, f is recomputed exactly; else
    the boundary would break into specks. The same holds where the error is too large, as may happen when terms cancel.
    """

    def __init__(self, kernel: Kernel, distinct: DistinctPoints, view: View, nx: int, ny: int) -> None:
        self.view, self.nx, self.ny = view, nx, ny
        self._kernel, self._distinct = kernel, distinct
        self._terms = terms_of(kernel, distinct.points, view, nx, ny) if len(distinct.points) else []
        self._votes: VoteField | None = None

    def values(self, expansion: Expansion) -> Floats:
        """Returns f at the pixel centres, (ny, nx), row 0 at ymin. Raises KpguiError when f overflows float64 there."""
        out = np.empty((self.ny, self.nx))
        for __ in self.fill(expansion, out):
            pass
        return out

    def _vote_field(self) -> VoteField:
        if self._votes is None:
            self._votes = VoteField(self._kernel, self._distinct, self.view, self.nx, self.ny)
        return self._votes

    @singledispatchmethod
    def fill(self, expansion: Expansion, out: Floats) -> Iterator[None]:
        """Computes f into `out` (ny, nx), row 0 at ymin, pausing after each two milliseconds or so of work.

        Raises KpguiError when f overflows float64 at a pixel.
        """
        yield from self._fill(self._distinct.merged(expansion.bracket), out)
        if expansion.unit != 1:
            yield from self._multiply(out, expansion.unit)

    @fill.register(Votes)
    def _fill_votes(self, votes: Votes, out: Floats) -> Iterator[None]:
        return self._vote_field().fill(votes, out)

    def _fill(self, expansion: Expansion, out: Floats) -> Iterator[None]:
        """Computes f into `out` for an expansion whose unit is 1: multiplying by a unit would round coefficients."""
        height = max(1, PIECE_VALUES // self.nx)
        for start in range(0, self.ny, height):
            out[start : start + height] = expansion.bias
            yield
        if not len(expansion.support):
            return
        for weight, each in self._terms:
            pieces = each.shares(expansion)
            while _added(pieces, weight, out):
                yield
        yield from self._sharpen(expansion, out)

    def _multiply(self, out: Floats, unit: float) -> Iterator[None]:
        """Multiplies the field by the unit, in place. Raises KpguiError when a value is too large."""
        for rows in self._slabs():
            with np.errstate(over="ignore"):
                out[rows] *= unit
            if unit > 1 and not np.isfinite(out[rows]).all():
                raise KpguiError(_(TOO_LARGE))
            yield

    def _error_in(self, rows: slice) -> float | Floats:
        return sum((abs(weight) * each.error_in(rows) for weight, each in self._terms), 0.0)

    def _reached(self, out: Floats, largest: float, worst: float) -> Generator[None, None, float]:
        """Returns a lower bound of the largest |f|. largest: of the computed |f|. worst: of their errors."""
        if 2 * SIGN_SAFETY * worst <= largest:
            return largest / 2
        reached = 0.0
        for rows in self._slabs():
            reached = max(reached, float((np.abs(out[rows]) - SIGN_SAFETY * self._error_in(rows)).max()))
            yield
        return reached

    def _slabs(self) -> Iterator[slice]:
        """Yields slices of a few rows, so that arrays over their pixels stay in the cache."""
        height = max(1, PIECE_PIXELS // self.nx)
        return (slice(start, start + height) for start in range(0, self.ny, height))

    def _sharpen(self, expansion: Expansion, out: Floats) -> Iterator[None]:
        """Recomputes pixels exactly where the error leaves the sign in doubt, or exceeds what is allowed.

        Raises KpguiError when a value is too large.
        """
        largest, least = 0.0, []
        for rows in self._slabs():
            sizes = np.abs(out[rows])
            largest = max(largest, float(sizes.max()))
            least.append(float(sizes.min()))
            if not isfinite(largest + least[-1]):
                raise KpguiError(_(TOO_LARGE))
            yield
        worst = sum((abs(weight) * each.worst for weight, each in self._terms), 0.0)
        reached = yield from self._reached(out, largest, worst)
        allowed, certain = ACCURACY * reached, certain_of(expansion)
        if worst <= allowed and certain * worst < min(least):
            return
        hidden = np.zeros(out.shape, bool)
        for rows, smallest in zip(self._slabs(), least, strict=True):
            if worst > allowed or smallest <= certain * worst:
                error = self._error_in(rows)
                hidden[rows] = ((np.abs(out[rows]) <= certain * error) | (error > allowed)) & (error > 0)
            yield
        if hidden.any():
            sizes = yield from self._by_definition(expansion, out, hidden)
            yield from self._decide_near_zero(expansion, out, sizes)

    def _by_definition(self, expansion: Expansion, out: Floats, where: Bools) -> Generator[None, None, Floats]:
        """Recomputes f at some pixels from kernel values. Returns Σ |β K| there, and 0 at the others, (ny, nx)."""
        vectors, beta = self._distinct.points[expansion.support], expansion.beta[expansion.support]
        xs, ys = self._centres
        sizes = np.zeros_like(out)
        width = max(1, PIECE_VALUES // (len(vectors) * len(self._kernel.leaves)))
        for row in np.flatnonzero(where.any(axis=1)):
            columns = np.flatnonzero(where[row])
            for first in range(0, len(columns), width):
                some = columns[first : first + width]
                values, sizes[row, some] = along(self._kernel, xs[some], ys[row], vectors, beta)
                out[row, some] = values + expansion.bias
                yield
        return sizes

    def _decide_near_zero(self, expansion: Expansion, out: Floats, sizes: Floats) -> Iterator[None]:
        """Recomputes the pixels where |f| is within the rounding error of a sum. sizes: Σ |β K| (ny, nx).

        There f is computed by `exact_scores`. If these pixels are too many, f is taken to be 0 at all of them: they are
        then mostly regions in which the terms cancel, as those of a Laplacian kernel do.
        """
        with np.errstate(over="ignore"):  # smaller sizes could be subnormal: slow
            doubtful = np.abs(out) / (certain_of(expansion) * rounding_of(len(expansion.support))) <= sizes
        yield
        vectors, beta = self._distinct.points[expansion.support], expansion.beta[expansion.support]
        xs, ys = self._centres
        rows, columns = np.nonzero(sizes)
        if self._kernel.degree is not None and len(rows) * len(vectors) <= EXACT_VALUES:  # within x·z terms may cancel
            errors = self._kernel.value_error(np.column_stack([xs[columns], ys[rows]]), vectors) @ np.abs(beta)
            doubtful[rows, columns] |= np.abs(out[rows, columns]) <= errors
        rows, columns = np.nonzero(doubtful & (sizes > LEAST_PRODUCT))
        out[doubtful & (sizes > 0)] = 0
        if len(rows) * len(vectors) <= EXACT_VALUES and len(vectors) <= EXACT_VECTORS:
            positions = np.column_stack([xs[columns], ys[rows]])
            step = max(1, EXACT_VECTORS // len(vectors))
            for first in range(0, len(rows), step):
                some = slice(first, first + step)
                scores = exact_scores(self._kernel, vectors, beta, expansion.bias, positions[some], expansion.roundings)
                out[rows[some], columns[some]] = scores
                yield

    @property
    def _centres(self) -> tuple[Floats, Floats]:
        """The x and the y coordinates of the pixel centres, (nx,) and (ny,)."""
        view = self.view
        return centres(view.xmin, view.xmax, self.nx), centres(view.ymin, view.ymax, self.ny)


def _added(pieces: Iterator[Piece], weight: float, out: Floats) -> bool:
    """Adds the next piece to the field. Returns whether there was one. Overflow is detected once all are added."""
    with np.errstate(over="ignore", invalid="ignore"):  # not around a yield: other code must not inherit it
        piece = next(pieces, None)
        if piece is None:
            return False
        row, column, share = piece
        if weight != 1:
            share *= weight
        out[row : row + share.shape[0], column : column + share.shape[1]] += share
    return True
