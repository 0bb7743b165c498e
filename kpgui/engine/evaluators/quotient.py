"""A normalised kernel U(x, z)/(u(x) u(z)): the field of U with coefficients β/u, divided by u at the pixels."""

from collections.abc import Iterator

import numpy as np

from kpgui.engine.evaluators.terms import PAUSE, PIECE_VALUES, Piece, Term, pixels_of
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
