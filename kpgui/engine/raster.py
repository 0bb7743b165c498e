"""The raster: f at the pixel centres of a rectangle. A kernel is a weighted sum of terms; their fields add up."""

from collections.abc import Iterator

import numpy as np

from kpgui.engine.places import Places
from kpgui.engine.terms import VALUES, Piece, Separable, along, centres, term
from kpgui.engine.votes import VoteField
from kpgui.kernels import Kernel
from kpgui.model.arrays import Bools, Floats
from kpgui.model.errors import KpguiError
from kpgui.model.expansion import Expansion
from kpgui.model.session import View
from kpgui.model.votes import Votes

CROSSING = 16
"""Pixels so near 0 that a boundary, which is steep, may have; more of them are a region where f is faint."""


class Raster:
    """f over the pixels of one rectangle, for one kernel and the places of one dataset.

    Keeps what does not depend on the coefficients, so that a field during training costs little more than a
    matrix product. Where |f| is so small that an interpolated value may have the wrong sign, it is computed
    again exactly: else the boundary breaks into specks. `interpolate` allows interpolation where there is
    another exact way, but a slower one.
    """

    def __init__(
        self, kernel: Kernel, places: Places, view: View, nx: int, ny: int, *, interpolate: bool = False
    ) -> None:
        self.view, self.nx, self.ny = view, nx, ny
        self._kernel, self._places = kernel, places
        self._terms = [
            (weight, term(part, places.points, view, nx, ny, interpolate)) for weight, part in kernel.terms() if weight
        ]
        self._votes: VoteField | None = None
        self._doubt = max((each.doubt for _, each in self._terms), default=0.0)

    def values(self, expansion: Expansion) -> Floats:
        """f at every pixel centre, float64 (ny, nx), row 0 at ymin. Raises KpguiError when f is too large there."""
        out = np.empty((self.ny, self.nx))
        for _ in self.fill(expansion, out):
            pass
        return out

    def fill(self, expansion: Expansion, out: Floats) -> Iterator[None]:
        """Compute f into `out` (ny, nx), row 0 at ymin, pausing after each two milliseconds or so of work."""
        if isinstance(expansion, Votes):
            if self._votes is None:
                self._votes = VoteField(self._kernel, self._places, self.view, self.nx, self.ny)
            yield from self._votes.fill(expansion, out)
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
        if self._doubt:
            yield from self._sharpen(expansion, out, self._doubt * largest)

    def _sharpen(self, expansion: Expansion, out: Floats, limit: float) -> Iterator[None]:
        """Compute the pixels with |f| ≤ limit again, exactly."""
        faint = np.abs(out) <= limit
        yield
        if np.count_nonzero(faint) <= CROSSING:
            return
        if all(part.separable or part.degree is not None for _, part in self._kernel.terms()) and self._any_separable:
            exact = np.empty_like(out)
            yield from Raster(self._kernel, self._places, self.view, self.nx, self.ny).fill(expansion, exact)
            np.copyto(out, exact, where=faint)
        else:
            yield from self._by_definition(expansion, out, faint)

    @property
    def _any_separable(self) -> bool:
        """Whether a separable term was interpolated."""
        return any(each.kernel.separable and not isinstance(each, Separable) for _, each in self._terms)

    def _by_definition(self, expansion: Expansion, out: Floats, where: Bools) -> Iterator[None]:
        vectors, beta = self._places.points[expansion.support], expansion.beta[expansion.support]
        xs, ys = centres(self.view.xmin, self.view.xmax, self.nx), centres(self.view.ymin, self.view.ymax, self.ny)
        width = max(1, VALUES // len(vectors))
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
        start, share = piece
        if weight != 1:
            share *= weight
        out[start : start + len(share)] += share
    return True
