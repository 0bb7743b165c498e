"""What a voter adds, sign·K(z, ·), as a polynomial on every patch of a part of the picture."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from kpgui.engine import chebyshev
from kpgui.engine.patches import SIDE, Basis
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats, Singles

ROUNDING = 1e-13
"""What the sums may be off, relative to the sum of the sizes of all that was added."""

BETWEEN = 10.0
"""How much larger than at its nodes a polynomial of degree 10 in x and in y may be between them, at most."""

TINY = 1e-100
"""Factors are divided by no smaller ones."""


class Batch(NamedTuple):
    """Terms of some voters, as coefficients (len(basis), patches).

    size: at least the sum of the sizes of their values, (patches,). largest: of all numbers that they are computed
    from. total: their sum. each: one by one in single precision, all in the same memory.
    """

    size: Floats
    largest: float
    total: Floats
    each: Iterator[Singles]


class PatchTerms(ABC):
    """error: how far all of them together may be off, on each patch (patches,).

    They may all be multiplied by a positive number that depends on the pixel: a bias, where there is one, by `scale`.
    """

    def __init__(self, basis: Basis, patches: int) -> None:
        self.basis = basis
        self.error = np.zeros(patches)
        self.scale = 1.0

    @abstractmethod
    def of(self, places: Floats, signs: Floats, bias: float) -> "Batch":
        """Those of some voters, whose kernel has a bias besides; adds to the error."""


class Factored(PatchTerms):
    """Of a smooth separable kernel: the products of the polynomials that fit its factors best.

    The factors are divided by those of a `near` place, which changes no sign: far from all points hypotheses fall so
    steeply that no polynomial follows them, but they fall alike.
    """

    def __init__(self, basis: Basis, kernel: Kernel, near: Floats | None, xs: Floats, ys: Floats) -> None:
        super().__init__(basis, len(xs) // SIDE * (len(ys) // SIDE))
        self._kernel, self._xs, self._ys = kernel, xs, ys
        self._by_x, self._by_y = (
            _reference(kernel, None if near is None else near[:, axis], pixels) for axis, pixels in enumerate((xs, ys))
        )

    def of(self, places: Floats, signs: Floats, bias: float) -> Batch:
        across, beyond_x, most_x = self._lines(places[:, 0], self._xs, self._by_x)
        up, beyond_y, most_y = self._lines(places[:, 1], self._ys, self._by_y)
        size = most_y.T @ most_x
        largest = max(float(most.max()) for most in (size, most_x, most_y))
        error = most_y.T @ beyond_x + beyond_y.T @ (most_x + beyond_x) + ROUNDING * size
        above = np.abs(across)
        for i in range(1, self.basis.degree + 1):  # the products of a higher degree than the basis has
            error += np.abs(up[:, i]).T @ above[:, self.basis.degree + 1 - i :].sum(axis=1)
        self.error += error.ravel()
        up *= signs[:, None, None]
        up, across = up[:, self.basis.rows], across[:, self.basis.columns]
        total = np.matmul(up.transpose(1, 2, 0), across.transpose(1, 0, 2))
        return Batch(size.ravel(), largest, total.reshape(len(self.basis), -1), self._each(up, across))

    def _each(self, up: Floats, across: Floats) -> Iterator[Singles]:
        up, across = up.astype(np.float32), across.astype(np.float32)
        term = np.empty((*up.shape[1:], across.shape[2]), np.float32)
        for k in range(len(up)):
            yield np.multiply(up[k, :, :, None], across[k, :, None, :], out=term).reshape(len(self.basis), -1)

    def _lines(self, places: Floats, pixels: Floats, reference: Floats) -> tuple[Floats, Floats, Floats]:
        """The coefficients (k, degree + 1, patches), how far they are off and the largest values, (k, patches)."""
        factors = self._kernel.factor(places, pixels)
        factors *= reference
        lines = factors.reshape(-1, SIDE)
        coefficients = lines @ self.basis.to_coefficients
        beyond = coefficients @ self.basis.to_pixels.T
        beyond -= lines
        shape = len(places), len(pixels) // SIDE
        largest = np.abs(lines).max(axis=1).reshape(shape)
        return (
            coefficients.reshape(*shape, -1).transpose(0, 2, 1),
            np.abs(beyond, out=beyond).max(axis=1).reshape(shape),
            largest,
        )


def _reference(kernel: Kernel, near: Floats | None, pixels: Floats) -> Floats:
    """1 / the factor of the place next to the middle of each patch, at its pixels; 1 where that is too small."""
    reference = np.ones(len(pixels))
    if near is None:
        return reference
    for first in range(0, len(pixels), SIDE):
        patch = pixels[first : first + SIDE]
        nearest = near[np.abs(near - patch.mean()).argmin()]
        factors = kernel.factor(np.array([nearest]), patch)[0]
        if factors.min() > TINY:
            reference[first : first + SIDE] = 1 / factors
    return reference


class Polynomial(PatchTerms):
    """Of a kernel that is a polynomial: its values at a few nodes, and constant matrices from there."""

    def __init__(self, basis: Basis, kernel: Kernel, xs: Floats, ys: Floats) -> None:
        super().__init__(basis, len(xs) // SIDE * (len(ys) // SIDE))
        count = basis.degree + 1
        nodes_x, nodes_y = (chebyshev.nodes_of_pixels(pixels, count) for pixels in (xs, ys))
        self._kernel = kernel
        self._nodes = np.column_stack([np.tile(nodes_x, count), np.repeat(nodes_y, count)])
        self._across, self._up = (self._to_lines(len(pixels), count) for pixels in (xs, ys))
        self._scaled = False

    def of(self, places: Floats, signs: Floats, bias: float) -> Batch:
        values = self._kernel.gram(places, self._nodes)
        largest = max(float(np.abs(values).max()), bias)
        if not self._scaled and largest:  # linear ones are 0 for points at the origin
            self.scale, self._scaled = 1 / max(largest, TINY), True
        values *= self.scale
        self.error += ROUNDING * BETWEEN * float(np.abs(values).max(axis=1).sum())
        values *= signs[:, None]
        terms = np.array([self._coefficients(one) for one in values.reshape(len(signs), self._up.shape[2], -1)])
        size = np.abs(terms).sum(axis=(0, 1))
        return Batch(size, float(size.max()), terms.sum(axis=0), (term.astype(np.float32) for term in terms))

    def _coefficients(self, values: Floats) -> Floats:
        """From values at the nodes."""
        along = self._across @ values.T
        product: Floats = self._up[self.basis.rows] @ along.transpose(0, 2, 1)[self.basis.columns]
        return product.reshape(len(self.basis), -1)

    def _to_lines(self, pixels: int, count: int) -> Floats:
        """From the nodes of a side to the coefficients of each of its patches, (degree + 1, patches, count)."""
        at_pixels = chebyshev.from_nodes_to_pixels(count, pixels).reshape(-1, SIDE, count)
        return np.einsum("psn,sd->dpn", at_pixels, self.basis.to_coefficients)
