"""The field of a vote of a kernel that is not separable."""

import numpy as np

from kpgui.engine import chebyshev
from kpgui.engine.vote_part import Part
from kpgui.kernels import Kernel
from kpgui.model.arrays import Bools, Floats

DOUBT = 1e-9
"""Of the largest coefficient: a hypothesis that comes nearer to 0 may have either sign."""


class Tile(Part):
    """A square of pixels. The hypotheses are added up one by one, at every pixel, or for a polynomial at its nodes.

    There the Chebyshev coefficients show which hypotheses have one sign on the whole tile, and only the others are
    worked out at the pixels.
    """

    VOTERS = 256

    def __init__(self, kernel: Kernel, up: slice, across: slice, xs: Floats, ys: Floats) -> None:
        nodes = None if kernel.degree is None else kernel.degree + 1
        pixels = min(len(xs[across]), len(ys[up]))
        self._sides = _Sides(xs[across], ys[up], nodes) if nodes and 2 * nodes <= pixels else None
        super().__init__(kernel, up, across, xs, ys)

    def forget(self) -> None:
        super().forget()
        xs, ys = (self.xs, self.ys) if self._sides is None else (self._sides.xs, self._sides.ys)
        self._plane = np.column_stack([np.tile(xs, len(ys)), np.repeat(ys, len(xs))])
        self._last = np.zeros((len(ys), len(xs)))

    def take(self, places: Floats, signs: Floats, weights: Floats, bias: float) -> None:
        changes = self.kernel.gram(self._plane, places)
        if bias:
            changes += bias
        changes *= signs
        changes[:, 0] += self._last.ravel()
        hypotheses = np.cumsum(changes, axis=1, out=changes).reshape(*self._last.shape, len(signs))
        self._last = hypotheses[..., -1].copy()
        if self._sides is None:
            self.retired += np.sign(hypotheses) @ weights
            self.signs = np.sign(self._last)
        else:
            self.retired += self._count(self._sides, hypotheses, weights)
            self.signs = np.sign(self._sides.at_pixels(self._last[..., None])[..., 0])

    def _count(self, sides: "_Sides", hypotheses: Floats, weights: Floats) -> Floats:
        """Σ weight·sgn(v) at the pixels."""
        middle, doubtful = sides.decide(hypotheses)
        decided = float(weights[~doubtful] @ np.sign(middle[~doubtful]))
        return decided + np.sign(sides.at_pixels(hypotheses[..., doubtful])) @ weights[doubtful]


class _Sides:
    """The nodes of a tile, and the constant matrices from there to the pixels and to the coefficients."""

    def __init__(self, xs: Floats, ys: Floats, count: int) -> None:
        self.xs, self.ys = _nodes(xs, count), _nodes(ys, count)
        self._to_x = chebyshev.from_nodes_to_pixels(count, len(xs))
        self._to_y = chebyshev.from_nodes_to_pixels(count, len(ys))
        self._to_coefficients = chebyshev.from_nodes_to_coefficients(count)

    def decide(self, hypotheses: Floats) -> tuple[Floats, Bools]:
        """The middle of each hypothesis on the tile, and whether its sign may differ somewhere on it: both (k,)."""
        to = self._to_coefficients
        coefficients = np.matmul(to, _along_first(to, hypotheses))
        middle = coefficients[0, 0].copy()
        np.abs(coefficients, out=coefficients)
        spread = coefficients.sum(axis=(0, 1))
        doubtful = 2 * np.abs(middle) <= (1 + DOUBT) * spread
        doubtful &= spread > 0
        return middle, doubtful

    def at_pixels(self, hypotheses: Floats) -> Floats:
        """From the nodes to the pixels, (ny, nx, k)."""
        return np.matmul(self._to_x, _along_first(self._to_y, hypotheses))


def _nodes(pixels: Floats, count: int) -> Floats:
    half = (pixels[-1] - pixels[0]) / max(1, len(pixels) - 1) / 2
    return chebyshev.nodes(pixels[0] - half, pixels[-1] + half, count)


def _along_first(matrix: Floats, values: Floats) -> Floats:
    """The matrix (m, p) times the first axis of values (p, q, k)."""
    product = matrix @ values.reshape(len(values), -1)
    return product.reshape(len(matrix), *values.shape[1:])
