"""What voters add, sign·K(z, ·), as polynomials on every patch of a part of the picture."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar, NamedTuple

import numpy as np

from kpgui.engine.evaluators import chebyshev
from kpgui.engine.votes.part import Voters
from kpgui.engine.votes.patches import Basis
from kpgui.engine.votes.row_cache import RowCache
from kpgui.engine.votes.squares import Bounds, along
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats, Ints, Singles

ROUNDING = 1e-12
"""What kernel values and their sums may be off, relative to the sum of the sizes of all that was added."""

LOST = 1e-44
"""What coefficients of a factor, some of them too faint for single precision, may be off there, all together."""

BETWEEN = 10.0
"""How much larger than at its nodes a polynomial of degree 10 in x and in y may be between them, at most."""

TINY = 1e-100
"""Factors are divided by no smaller ones."""


class Batch(NamedTuple):
    """Terms of k voters, as polynomials.

    largest: of all numbers that they are computed from; single precision has to bear it. total: the coefficients of
    their sum, (len(basis), patches), until the next batch. on: writes those of each on some patches (m,) into its
    second argument, in single precision (k, m, len(basis)), and gives at least the sums of the sizes of all these,
    (m,); the third argument is for it to work in. lines: bounds of the factors up and across, where there are such.
    """

    largest: float
    total: Floats
    on: Callable[[Ints, Singles, Singles], Floats | Singles]
    lines: tuple[Bounds, Bounds] | None


class PatchTerms(ABC):
    """error: how far all of them together may be off, on each patch (patches,).

    They may all be multiplied by a positive number that depends on the pixel: a bias, where there is one, by `scale`.
    """

    VOTERS: ClassVar[int]
    """That are best taken in at once, in a millisecond or two."""

    CROSSED: ClassVar[float]
    """The share of patches, on the average, that may be worked out at their pixels before another way is faster."""

    def __init__(self, basis: Basis, xs: Floats, ys: Floats) -> None:
        self.basis = basis
        self.columns = len(xs) // basis.side
        self.error = np.zeros(self.columns * (len(ys) // basis.side))
        self.scale = 1.0

    @abstractmethod
    def of(self, voters: Voters) -> Batch:
        """Those of some voters, without the bias; adds to the error."""


class _Fit(NamedTuple):
    """The factors of k voters along one axis, on patches.

    low, high: their bounds, (k, patches). coefficients: (k, patches, degree + 1). off: the sum of the products of those
    up and across is how far the product of the fits may be off, (k, degree + 2, patches).
    """

    low: Floats
    high: Floats
    coefficients: Floats
    off: Floats

    @property
    def bounds(self) -> Bounds:
        return Bounds(self.low, self.high)


class Factored(PatchTerms):
    """Of a smooth separable kernel: the products of the polynomials that fit its factors best.

    The factors are divided by those of a `near` place, which changes no sign: far from all points hypotheses fall so
    steeply that no polynomial follows them, but they fall alike.
    """

    VOTERS, CROSSED = 24, 0.1

    def __init__(self, basis: Basis, kernel: Kernel, near: Floats | None, xs: Floats, ys: Floats) -> None:
        super().__init__(basis, xs, ys)
        self._kernel, self._xs, self._ys = kernel, xs, ys
        self._by_x, self._by_y = (
            self._reference(None if near is None else near[:, axis], pixels) for axis, pixels in enumerate((xs, ys))
        )
        self._kept = RowCache(self._fits)
        self._total = np.empty((len(basis), len(ys) // basis.side, len(xs) // basis.side))

    def of(self, voters: Voters) -> Batch:
        fits = self._kept.of(voters.points, voters.places)
        across, up = _Fit(*fits[: len(_Fit._fields)]), _Fit(*fits[len(_Fit._fields) :])
        of_x, of_y = (np.abs(fit.coefficients).sum(axis=2) for fit in (across, up))
        sizes = (of_y.T @ of_x).ravel()
        off_x, off_y = (fit.off.reshape(-1, fit.off.shape[2]) for fit in (across, up))
        self.error += (off_y.T @ off_x).ravel() + ROUNDING * sizes
        lost = LOST * np.add.outer(of_y.sum(axis=0), of_x.sum(axis=0)).ravel()  # one is faint, the other may be large
        self.error += np.where(sizes > 0, lost, 0)
        by_row = (up.coefficients * voters.signs[:, None, None])[:, :, self.basis.rows]
        by_column = across.coefficients[:, :, self.basis.columns]
        total = np.matmul(by_row.transpose(2, 1, 0), by_column.transpose(2, 0, 1), out=self._total)

        def on(patches: Ints, out: Singles, room: Singles) -> Floats | Singles:
            rows, columns = np.divmod(patches, self.columns)
            np.take(by_row.astype(np.float32), rows, axis=1, out=out, mode="clip")
            out *= np.take(by_column.astype(np.float32), columns, axis=1, out=room, mode="clip")
            some: Floats = sizes[patches]
            return some

        largest = float(max(sizes.max(), of_x.max(), of_y.max()))
        return Batch(largest, total.reshape(len(self.basis), -1), on, (up.bounds, across.bounds))

    def _fits(self, places: Floats) -> tuple[Floats, ...]:
        """The fits across and up."""
        across, up = self._fit(places[:, 0], self._xs, self._by_x), self._fit(places[:, 1], self._ys, self._by_y)
        # The basis leaves out p_i(y)·p_j(x) with i + j > degree.
        left_out = np.cumsum(_sizes(across)[:, :0:-1], axis=1)
        off_across = np.concatenate([left_out, across.off, across.off + across.bounds.size[:, None]], axis=1)
        off_up = np.concatenate([_sizes(up)[:, 1:], up.bounds.size[:, None], up.off], axis=1)
        return (*across._replace(off=off_across), *up._replace(off=off_up))

    def _fit(self, places: Floats, pixels: Floats, reference: Floats) -> _Fit:
        """The fit along an axis; off: how far it is off at most, (k, 1, patches)."""
        factors = self._kernel.factor(places, pixels)
        factors *= reference
        patches = factors.reshape(len(places), -1, self.basis.side)
        coefficients = patches @ self.basis.to_coefficients
        beyond = coefficients @ self.basis.to_pixels.T
        beyond -= patches
        off = np.abs(beyond, out=beyond).max(axis=2)[:, None]
        return _Fit(*along(factors, factors, self.basis.side), coefficients, off)

    def _reference(self, near: Floats | None, pixels: Floats) -> Floats:
        """1 / the factor of the place next to the middle of each patch, at its pixels; 1 where that is too small."""
        reference = np.ones(len(pixels))
        if near is None:
            return reference
        for first in range(0, len(pixels), self.basis.side):
            patch = pixels[first : first + self.basis.side]
            nearest = near[np.abs(near - patch.mean()).argmin()]
            factors = self._kernel.factor(np.array([nearest]), patch)[0]
            if factors.min() > TINY:
                reference[first : first + self.basis.side] = 1 / factors
        return reference


def _sizes(fit: _Fit) -> Floats:
    """Of the coefficients, (k, degree + 1, patches)."""
    return np.abs(fit.coefficients.transpose(0, 2, 1))


class PolynomialPatchTerms(PatchTerms):
    """Of a kernel that is a polynomial: its values at a few nodes, and constant matrices from there."""

    VOTERS, CROSSED = 16, 0.25

    def __init__(self, basis: Basis, kernel: Kernel, xs: Floats, ys: Floats) -> None:
        super().__init__(basis, xs, ys)
        count = basis.degree + 1
        nodes_x, nodes_y = (chebyshev.nodes_of_pixels(pixels, count) for pixels in (xs, ys))
        self._kernel = kernel
        self._nodes = np.column_stack([np.tile(nodes_x, count), np.repeat(nodes_y, count)])
        self._across, self._up = (self._to_lines(len(pixels), count) for pixels in (xs, ys))
        self._scaled = False

    def of(self, voters: Voters) -> Batch:
        signs = voters.signs
        values = self._kernel.gram(voters.places, self._nodes)
        largest = max(float(np.abs(values).max()), float(voters.biases.any()))
        if not self._scaled and largest:  # linear ones are 0 for points at the origin
            self.scale, self._scaled = 1 / max(largest, TINY), True
        values *= self.scale
        sizes = BETWEEN * np.abs(values).max(axis=1)
        self.error += ROUNDING * float(sizes.sum())
        values *= signs[:, None]
        along = np.matmul(values.reshape(len(signs), 1, self._up.shape[2], -1), self._across.transpose(0, 2, 1))
        total = np.matmul(self._up[self.basis.rows], along.sum(axis=0)[self.basis.columns])

        def on(patches: Ints, out: Singles, room: Singles) -> Floats | Singles:
            rows = slice(patches[0] // self.columns, patches[-1] // self.columns + 1)  # they come in whole rows
            coefficients = out.reshape(len(signs), -1, self.columns, len(self.basis))
            for degree in range(self.basis.degree + 1):  # of y
                those = np.flatnonzero(self.basis.rows == degree)
                by_x = along[:, : len(those)].transpose(0, 2, 1, 3).reshape(len(signs), self._up.shape[2], -1)
                terms = np.matmul(self._up[degree, rows], by_x).reshape(*coefficients.shape[:2], len(those), -1)
                coefficients[..., those[0] : those[-1] + 1] = terms.transpose(0, 1, 3, 2)
            return np.abs(out, out=room).sum(axis=(0, 2))

        return Batch(float(sizes.sum()), total.reshape(len(self.basis), -1), on, None)

    def _to_lines(self, pixels: int, count: int) -> Floats:
        """From the nodes of a side to the coefficients of each of its patches, (degree + 1, patches, count)."""
        at_pixels = chebyshev.from_nodes_to_pixels(count, pixels).reshape(-1, self.basis.side, count)
        return np.einsum("psn,sd->dpn", at_pixels, self.basis.to_coefficients)
