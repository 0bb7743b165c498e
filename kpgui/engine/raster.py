"""The raster: f at the pixel centres of a rectangle. A kernel is a weighted sum of terms; their fields add up."""

from collections.abc import Generator, Iterator

import numpy as np

from kpgui.engine.places import Places
from kpgui.engine.terms import VALUES, Interpolated, Piece, Separable, along, centres
from kpgui.engine.votes import VoteField
from kpgui.engine.ways import terms_of
from kpgui.kernels import Kernel
from kpgui.model.arrays import Bools, Floats
from kpgui.model.errors import KpguiError
from kpgui.model.expansion import Expansion
from kpgui.model.session import View
from kpgui.model.votes import Votes

CERTAIN = 100.0
"""How many times its error |f| has to be for its sign to be trusted."""

ACCURACY = 5e-9
"""The error that is allowed, relative to the largest |f|."""

ROUNDING = 1e-13
"""Of a sum, relative to the sum of the sizes of its terms, at most."""

FEW = 1 << 20
"""Kernel values that take less time than a whole field."""


class Raster:
    """f over the pixels of one rectangle, for one kernel and the places of one dataset.

    Keeps what does not depend on the coefficients, so that a field during training costs little more than a
    matrix product. Where |f| is so small that an interpolated value may have the wrong sign, it is computed
    again exactly: else the boundary breaks into specks. So it is where the error is too large, as it may be when
    terms cancel. `interpolate` allows interpolation where there is another exact way, but a slower one.
    """

    def __init__(
        self, kernel: Kernel, places: Places, view: View, nx: int, ny: int, *, interpolate: bool = False
    ) -> None:
        self.view, self.nx, self.ny = view, nx, ny
        self._kernel, self._places = kernel, places
        self._terms = terms_of(kernel, places.points, view, nx, ny, interpolate) if len(places.points) else []
        self._interpolate = interpolate
        self._may_cancel = kernel.kinked and all(isinstance(each, Separable) for _, each in self._terms)
        self._votes: VoteField | None = None

    def values(self, expansion: Expansion) -> Floats:
        """f at every pixel centre, float64 (ny, nx), row 0 at ymin. Raises KpguiError when f is too large there."""
        out = np.empty((self.ny, self.nx))
        for _ in self.fill(expansion, out):
            pass
        return out

    def _vote_field(self) -> VoteField:
        if self._votes is None:
            self._votes = VoteField(self._kernel, self._places, self.view, self.nx, self.ny)
        return self._votes

    def fill(self, expansion: Expansion, out: Floats) -> Iterator[None]:
        """Compute f into `out` (ny, nx), row 0 at ymin, pausing after each two milliseconds or so of work."""
        if isinstance(expansion, Votes):
            yield from self._vote_field().fill(expansion, out)
            return
        expansion = self._places.merged(expansion)
        height = max(1, VALUES // self.nx)
        for start in range(0, self.ny, height):
            out[start : start + height] = expansion.bias
            yield
        if not len(expansion.support):
            return
        for weight, each in self._terms:
            pieces = each.shares(expansion)
            while _added(pieces, weight, out):
                yield
        largest = max(float(out.max()), -float(out.min()))
        if not np.isfinite(largest):
            raise KpguiError("f is too large to compute in this rectangle; zoom in or scale the data down.")
        if self._may_cancel:
            yield from self._cancel(expansion, out)
        reached = yield from self._reached(out, largest)
        yield from self._sharpen(expansion, out, ACCURACY * reached)

    def _cancel(self, expansion: Expansion, out: Floats) -> Iterator[None]:
        """Make 0 what is only the rounding of the factors' products: else there are specks of boundary where f is 0."""
        sizes = np.full_like(out, abs(expansion.bias))
        for weight, each in self._terms:
            pieces = each.shares(Expansion.of(np.abs(expansion.beta), 0.0))
            while _added(pieces, abs(weight), sizes):
                yield
        height = max(1, VALUES // self.nx)
        for start in range(0, self.ny, height):
            rows = slice(start, start + height)
            out[rows][np.abs(out[rows]) <= ROUNDING * sizes[rows]] = 0
            yield

    def _error_in(self, rows: slice) -> float | Floats:
        return sum((abs(weight) * each.error_in(rows) for weight, each in self._terms), 0.0)

    def _reached(self, out: Floats, largest: float) -> Generator[None, None, float]:
        """What |f| surely is somewhere, when `largest` are the values: one that is mostly error says nothing of f."""
        if isinstance(self._error_in(slice(0, 1)), float):
            return largest
        reached, height = 0.0, max(1, VALUES // self.nx)
        for start in range(0, self.ny, height):
            rows = slice(start, start + height)
            reached = max(reached, float((np.abs(out[rows]) - CERTAIN * self._error_in(rows)).max()))
            yield
        return reached

    def _sharpen(self, expansion: Expansion, out: Floats, allowed: float) -> Iterator[None]:
        """Compute the pixels again, exactly, where the error hides the sign or is more than is allowed."""
        hidden = np.zeros(out.shape, bool)
        height = max(1, VALUES // self.nx)
        for start in range(0, self.ny, height):
            rows = slice(start, start + height)
            error = self._error_in(rows)
            if np.any(error):
                hidden[rows] = np.abs(out[rows]) <= CERTAIN * error
                if np.any(error > allowed):
                    hidden[rows] |= error > allowed
                if isinstance(error, np.ndarray):
                    hidden[rows] &= error > 0
                yield
        number = np.count_nonzero(hidden)
        if number * len(expansion.support) > FEW and self._another_way:
            exact = np.empty_like(out)
            yield from Raster(self._kernel, self._places, self.view, self.nx, self.ny).fill(expansion, exact)
            np.copyto(out, exact, where=hidden)
        elif number:
            yield from self._by_definition(expansion, out, hidden)

    @property
    def _another_way(self) -> bool:
        """Whether all that was interpolated for speed alone has a way that is exact in its tails too."""
        smooth = [each for _, each in self._terms if each.kernel.degree is None]
        return (
            self._interpolate
            and all(each.kernel.separable for each in smooth)
            and any(isinstance(each, Interpolated) for each in smooth)
        )

    def _by_definition(self, expansion: Expansion, out: Floats, where: Bools) -> Iterator[None]:
        vectors, beta = self._places.points[expansion.support], expansion.beta[expansion.support]
        xs, ys = centres(self.view.xmin, self.view.xmax, self.nx), centres(self.view.ymin, self.view.ymax, self.ny)
        width = max(1, VALUES // (len(vectors) * self._kernel.leaves))
        for row in np.flatnonzero(where.any(axis=1)):
            columns = np.flatnonzero(where[row])
            for first in range(0, len(columns), width):
                some = columns[first : first + width]
                out[row, some] = along(self._kernel, xs[some], ys[row], vectors, beta) + expansion.bias
                yield


def _added(pieces: Iterator[Piece], weight: float, out: Floats) -> bool:
    """Add the next piece to the field; whether there was one. An overflow is seen when all are together."""
    with np.errstate(over="ignore", invalid="ignore"):  # not around a yield: it belongs to this call alone
        piece = next(pieces, None)
        if piece is None:
            return False
        row, column, share = piece
        if weight != 1:
            share *= weight
        out[row : row + share.shape[0], column : column + share.shape[1]] += share
    return True
