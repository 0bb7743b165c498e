"""Small squares of pixels, patches, and polynomials on them."""

from functools import cached_property

import numpy as np

from kpgui.model.arrays import Floats, Ints, Singles


class Basis:
    """Polynomials of a total degree on patches of side × side pixels: products p_i(y)·p_j(x), i + j ≤ degree.

    The p are orthogonal on equally spaced pixels (Gram 1883) and at most 1 there in size; the first is 1. So the values
    of a polynomial differ from its first coefficient by at most the sum of the others' sizes.
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
        """(side, degree + 1): from values on a line of pixels to their coefficients, by least squares."""

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def on_patch(self) -> Singles:
        """The values of every product, (len(self), side·side), row by row."""
        up, across = self.to_pixels[:, self.rows].T, self.to_pixels[:, self.columns].T
        return (up[:, :, None] * across[:, None, :]).reshape(len(self), -1).astype(np.float32)
