"""The choice of the evaluator that computes a kernel's field fastest; normalised kernels as quotients."""

from collections.abc import Iterator

import numpy as np

from kpgui.engine.evaluators.terms import PAUSE, PIECE_VALUES, Piece, PolynomialTerm, Separable, Term, pixels_of
from kpgui.engine.evaluators.tiles import Tiles
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats
from kpgui.model.expansion import Expansion
from kpgui.model.session import View

DIVISION = 1.0
"""Roundings that dividing a coefficient by a norm adds."""


class Quotient(Term):
    """The terms of U, each with its own evaluator, divided by u pixel by pixel.

    Where u is small U is too, but its rounding and interpolation errors are those of its largest values. So the errors
    are divided as well, and the raster recomputes the pixels where they matter.
    """

    def __init__(
        self, kernel: Kernel, points: Floats, view: View, nx: int, ny: int, terms: list[tuple[float, Term]]
    ) -> None:
        super().__init__(kernel, points, view, nx, ny)
        self._terms = terms
        self._norms_at_points = kernel.norms(points)
        self._norms: Floats | None = None

    def shares(self, expansion: Expansion) -> Iterator[Piece]:
        if self._norms is None:
            norms = np.empty((self.ny, self.nx))
            for start in range(0, self.ny, height := max(1, PIECE_VALUES // (8 * self.nx))):
                rows = slice(start, start + height)
                norms[rows] = self.kernel.norms(pixels_of(self.xs, self.ys[rows])).reshape(-1, self.nx)
                yield PAUSE
            self._norms = norms
        roundings = expansion.roundings + DIVISION
        of_unnormalised = Expansion.of(expansion.beta / self._norms_at_points, 0.0, roundings=roundings)
        for weight, term in self._terms:
            for row, column, share in term.shares(of_unnormalised):
                divisors = self._norms[row : row + share.shape[0], column : column + share.shape[1]]
                yield row, column, weight * share / divisors

    @property
    def worst(self) -> float:
        return float(np.max(self.error_in(slice(None))))

    def error_in(self, rows: slice) -> Floats:
        assert self._norms is not None
        inner: float | Floats = sum(abs(weight) * term.error_in(rows) for weight, term in self._terms)
        return inner / self._norms[rows]


NORMS = 1e-100, 1e100
"""The range of norms by which dividing cannot overflow."""


def terms_of(kernel: Kernel, points: Floats, view: View, nx: int, ny: int) -> list[tuple[float, Term]]:
    """Returns the terms of a kernel, each with its weight."""
    terms = [(weight, term) for weight, part in kernel.terms() if weight for term in _terms(part, points, view, nx, ny)]
    keeping = [term for _, term in terms if isinstance(term, Separable)]
    for term in keeping:
        term.share_room(len(keeping))
    return terms


def _terms(kernel: Kernel, points: Floats, view: View, nx: int, ny: int) -> list[Term]:
    """Returns the fastest terms for a kernel that is not a sum."""
    if kernel.degree is not None and max(kernel.degree + 1, 4) < min(nx, ny):
        return [PolynomialTerm(kernel, points, view, nx, ny, kernel.degree)]
    if kernel.separable:
        return [Separable(kernel, points, view, nx, ny)]
    if kernel.unnormalised is not None and _norms_are_safe(kernel, points, view):
        inner = terms_of(kernel.unnormalised, points, view, nx, ny)
        return [Quotient(kernel, points, view, nx, ny, inner)]
    return [Tiles(kernel, points, view, nx, ny)]


def _norms_are_safe(kernel: Kernel, points: Floats, view: View) -> bool:
    corners = np.array([(x, y) for x in (view.xmin, view.xmax) for y in (view.ymin, view.ymax)])
    with np.errstate(over="ignore", invalid="ignore"):
        norms = np.concatenate([kernel.norms(points), kernel.norms(corners)])
    return bool(((norms > NORMS[0]) & (norms < NORMS[1]) | np.isinf(norms)).all())
