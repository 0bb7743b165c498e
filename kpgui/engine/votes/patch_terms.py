"""Terms of a polynomial kernel as polynomials on patches of pixels."""

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np

from kpgui.engine.evaluators import chebyshev
from kpgui.engine.votes.part import Voters
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats, Ints, Singles

ROUNDING = 1e-12
"""The error of kernel values and their sums, relative to the sum of the absolute values of all terms."""

RATIO_TO_NODES = 10.0
"""A bound on the ratio of a polynomial's maximum to its maximum at the nodes, for degree 10 in x and in y."""

LEAST_SINGLE = 1e-36
"""Below this, numbers lose digits in single precision."""

TINY = 1e-100
"""The smallest number by which terms are divided."""


class PatchBasis:
    """Polynomials of a total degree on patches of side × side pixels: products p_i(y)·p_j(x), i + j ≤ degree.

    The p are orthogonal on equally spaced pixels (Gram 1883), with |p| ≤ 1 there; the first is 1. So the values of a
    polynomial differ from its first coefficient by at most the sum of the absolute values of the others.
    """

    def __init__(self, degree: int, side: int) -> None:
        self.degree, self.side = degree, side
        pairs = [(i, j) for i in range(degree + 1) for j in range(degree + 1) if i + j <= degree]
        self.rows: Ints = np.array([i for i, _ in pairs])
        self.columns: Ints = np.array([j for _, j in pairs])
        orthogonal = np.linalg.qr(np.polynomial.legendre.legvander(np.linspace(-1, 1, side), degree))[0]
        orthogonal *= np.sign(orthogonal[-1])
        largest = np.abs(orthogonal).max(axis=0)
        self.to_pixels: Floats = orthogonal / largest
        """(side, degree + 1): the values of the p."""
        self.to_coefficients: Floats = orthogonal * largest
        """(side, degree + 1): maps values on a line of pixels to coefficients, by least squares."""

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def on_patch(self) -> Singles:
        """The values of every product, (len(self), side·side), row by row."""
        up, across = self.to_pixels[:, self.rows].T, self.to_pixels[:, self.columns].T
        return (up[:, :, None] * across[:, None, :]).reshape(len(self), -1).astype(np.float32)


class TermBatch(NamedTuple):
    """The terms of k voters.

    largest: a bound on the absolute value of all coefficients. total: the coefficients of the sum of the terms,
    (len(basis), patches). write(rows, out, buffer): writes the coefficients of each term on some rows of patches (m
    patches) into `out`, single precision (k, m, len(basis)), overwrites `buffer`, of the same shape, and returns the
    sums of the absolute values of these coefficients, (m,).
    """

    largest: float
    total: Floats
    write: Callable[[slice, Singles, Singles], Singles]


class PatchTerms:
    """Computes the coefficients of scale·sign·K(z, ·) on every patch, from values at a few nodes by constant matrices.

    scale: a positive number, determined by the first terms that are not 0; the caller multiplies biases by it as well.
    error: a bound on the error at any pixel of the sum of all terms so far.
    """

    VOTERS = 16
    """The largest batch."""

    def __init__(self, basis: PatchBasis, kernel: Kernel, xs: Floats, ys: Floats) -> None:
        """xs, ys: the pixel centres along the axes, a multiple of the patches' side each."""
        self.basis, self.scale, self.error = basis, 1.0, 0.0
        count = basis.degree + 1
        nodes_x, nodes_y = (chebyshev.nodes_of_pixels(pixels, count) for pixels in (xs, ys))
        self._kernel, self._columns = kernel, len(xs) // basis.side
        self._nodes = np.column_stack([np.tile(nodes_x, count), np.repeat(nodes_y, count)])
        self._across, self._up = (self._to_coefficients(len(pixels), count) for pixels in (xs, ys))
        self._scaled = False

    def of(self, voters: Voters) -> TermBatch:
        """Returns the terms of some voters, without biases; adds to `error`."""
        signs, count = voters.signs, self.basis.degree + 1
        values = self._kernel.gram(voters.positions, self._nodes)
        largest = max(float(np.abs(values).max()), float(voters.biases.any()))
        if not self._scaled and largest:  # a linear kernel is 0 for points at the origin
            self.scale, self._scaled = 1 / max(largest, TINY), True
        values *= self.scale
        size = RATIO_TO_NODES * float(np.abs(values).max(axis=1).sum())
        self.error += ROUNDING * size + (LEAST_SINGLE if size else 0.0)
        values *= signs[:, None]
        along = np.matmul(values.reshape(len(signs), 1, count, count), self._across.transpose(0, 2, 1))
        total = np.matmul(self._up[self.basis.rows], along.sum(axis=0)[self.basis.columns])

        def write(rows: slice, out: Singles, buffer: Singles) -> Singles:
            coefficients = out.reshape(len(signs), -1, self._columns, len(self.basis))
            for degree in range(count):  # of y
                those = np.flatnonzero(self.basis.rows == degree)
                by_x = along[:, : len(those)].transpose(0, 2, 1, 3).reshape(len(signs), count, -1)
                terms = np.matmul(self._up[degree, rows], by_x).reshape(*coefficients.shape[:2], len(those), -1)
                coefficients[..., those[0] : those[-1] + 1] = terms.transpose(0, 1, 3, 2)
            sizes: Singles = np.abs(out, out=buffer).sum(axis=(0, 2))
            return sizes

        return TermBatch(size, total.reshape(len(self.basis), -1), write)

    def _to_coefficients(self, pixels: int, count: int) -> Floats:
        """Returns matrices from values at an axis' nodes to coefficients per patch, (degree + 1, patches, count)."""
        at_pixels = chebyshev.from_nodes_to_pixels(count, pixels).reshape(-1, self.basis.side, count)
        return np.einsum("psn,sd->dpn", at_pixels, self.basis.to_coefficients)
