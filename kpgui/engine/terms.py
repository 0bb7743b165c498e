"""One term of a kernel on a raster, in the fastest way that its structure allows.

Every way gives its share of the field piece by piece, each about two milliseconds of work, so that a command never
waits.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator

import numpy as np

from kpgui.engine import chebyshev
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats, Ints
from kpgui.model.expansion import Expansion
from kpgui.model.session import View

PRODUCTS = 1 << 25
"""Multiplications in one piece of work."""

VALUES = 1 << 17
"""Kernel values in one piece of work."""

VECTORS = 256
"""Support vectors in one matrix product: more would leave too few rows, and too much fresh memory, for one piece."""

FACTORS = 1 << 25
"""Numbers that the kept factors of a separable term may be, 256 MB; beyond that they are computed each time."""

Piece = tuple[int, int, Floats]
"""A first row and column, and what is to be added from there on, (rows, columns); without rows only a pause."""

PAUSE: Piece = 0, 0, np.zeros((0, 0))

ROUNDING = 1e-15
"""What evaluating a polynomial at nodes may be off, for each degree and relative to its largest value."""


def pixels_of(xs: Floats, ys: Floats) -> Floats:
    """The places of a grid, (len(ys)·len(xs), 2), row by row."""
    return np.column_stack([np.tile(xs, len(ys)), np.repeat(ys, len(xs))])


def centres(low: float, high: float, count: int) -> Floats:
    """The centres of `count` equal pixels from low to high."""
    return low + (high - low) * (np.arange(count) + 0.5) / count


class Term(ABC):
    """A kernel that is no sum, over the pixels of a view, for points (n, 2)."""

    error: float | Floats = 0.0
    """About how far off the shares are when all are there: a number, or one for each pixel (ny, nx)."""

    rounding: float = 0.0
    """The same, where only rounding is to blame, which is no error as long as nothing is divided by small numbers."""

    def __init__(self, kernel: Kernel, points: Floats, view: View, nx: int, ny: int) -> None:
        self.kernel, self.points, self.view, self.nx, self.ny = kernel, points, view, nx, ny
        self.xs = centres(view.xmin, view.xmax, nx)
        self.ys = centres(view.ymin, view.ymax, ny)

    @abstractmethod
    def shares(self, expansion: Expansion) -> Iterator[Piece]:
        """The term's field, as pieces that add up to it."""

    def error_in(self, rows: slice, rounding: bool = False) -> float | Floats:
        """The error in some rows, and of mere rounding as well if that matters."""
        if isinstance(self.error, float):
            return max(self.error, self.rounding) if rounding else self.error
        return self.error[rows]


def product(left: Floats, right: Floats) -> Iterator[tuple[int, Floats]]:
    """left @ right, as first rows and the rows from there on: each is one piece of work."""
    inner, width = right.shape
    height = max(16, PRODUCTS // (width * max(64, inner)))  # where little is multiplied, fresh memory takes the time
    for start in range(0, len(left), height):
        yield start, left[start : start + height] @ right


class Separable(Term):
    """K = factor(x)·factor(y): the field is the matrix product (Ey β)ᵀ Ex, exact in its tails too.

    Of a kernel that is a sum of several such products it is one part.

    The factors of a point are computed when it first becomes a support vector, and kept while there is room.
    """

    def __init__(self, kernel: Kernel, points: Floats, view: View, nx: int, ny: int, part: int = 0) -> None:
        super().__init__(kernel, points, view, nx, ny)
        self._part = part
        self._kept: list[_Factors] = []
        self._is_kept = np.zeros(len(points), bool)
        self._room = FACTORS // (nx + ny)
        self._weighted = np.empty((min(VECTORS, len(points)), ny))

    def shares(self, expansion: Expansion) -> Iterator[Piece]:
        for factors in self._kept:
            yield from self._product(factors, expansion)
        new = expansion.support[~self._is_kept[expansion.support]]
        for first in range(0, len(new), VECTORS):
            factors = _Factors(new[first : first + VECTORS], self.nx, self.ny)
            yield from self._compute(factors)
            yield from self._product(factors, expansion)
            if len(factors.points) <= self._room:
                self._room -= len(factors.points)
                self._kept.append(factors)
                self._is_kept[factors.points] = True
        if len(self._kept) > 2 * (1 + int(self._is_kept.sum()) // VECTORS):
            self._kept = _joined(self._kept)

    def _compute(self, factors: "_Factors") -> Iterator[Piece]:
        count = max(1, VALUES // (self.nx + self.ny))
        for first in range(0, len(factors.points), count):
            some = slice(first, first + count)
            places = self.points[factors.points[some]]
            factors.ex[some] = self.kernel.factors(0, places[:, 0], self.xs)[self._part]
            factors.ey[some] = self.kernel.factors(1, places[:, 1], self.ys)[self._part]
            yield PAUSE

    def _product(self, factors: "_Factors", expansion: Expansion) -> Iterator[Piece]:
        weighted = self._weighted[: len(factors.points)]  # fresh memory each time would cost more than the product
        np.multiply(factors.ey, expansion.beta[factors.points, None], out=weighted)
        height = max(16, PRODUCTS // (len(factors.points) * self.nx))
        for start in range(0, self.ny, height):
            yield start, 0, weighted[:, start : start + height].T @ factors.ex


class _Factors:
    """The factors of some points: Ex (k, nx) and Ey (k, ny)."""

    def __init__(self, points: Ints, nx: int, ny: int) -> None:
        self.points = points
        self.ex, self.ey = np.empty((len(points), nx)), np.empty((len(points), ny))


def _joined(kept: list[_Factors]) -> list[_Factors]:
    """The same in few blocks: support vectors come a few at a time, and a product for each few is slow."""
    points = np.concatenate([each.points for each in kept])
    ex, ey = np.concatenate([each.ex for each in kept]), np.concatenate([each.ey for each in kept])
    joined = []
    for first in range(0, len(points), VECTORS):
        some = slice(first, first + VECTORS)
        block = _Factors(points[some], 0, 0)
        block.ex, block.ey = ex[some], ey[some]
        joined.append(block)
    return joined


class Interpolated(Term):
    """Exact values at Chebyshev nodes, and two constant matrices from there to the pixels."""

    def __init__(self, kernel: Kernel, points: Floats, view: View, nx: int, ny: int, counts: tuple[int, int]) -> None:
        super().__init__(kernel, points, view, nx, ny)
        across, up = counts
        self._to_x = chebyshev.from_nodes_to_pixels(across, nx)
        self._to_y = chebyshev.from_nodes_to_pixels(up, ny)
        self._node_xs = chebyshev.nodes(view.xmin, view.xmax, across)
        self._node_ys = chebyshev.nodes(view.ymin, view.ymax, up)

    def shares(self, expansion: Expansion) -> Iterator[Piece]:
        vectors, beta = self.points[expansion.support], expansion.beta[expansion.support]
        if self.kernel.separable:
            ex = self.kernel.factor(vectors[:, 0], self._node_xs)
            ey = self.kernel.factor(vectors[:, 1], self._node_ys)
            ey *= beta[:, None]
            coarse = ey.T @ ex
        else:
            coarse = np.empty((len(self._node_ys), len(self._node_xs)))
            for row, y in enumerate(self._node_ys):
                coarse[row] = along(self.kernel, self._node_xs, y, vectors, beta)
                yield PAUSE
        self._judge(coarse)
        right = coarse @ self._to_x.T
        for row, share in product(self._to_y, right):
            yield row, 0, share

    def _judge(self, coarse: Floats) -> None:
        """How far off the interpolant is. A polynomial is exact, and up to degree 3 its signs are."""
        degree = self.kernel.degree
        if degree is None:
            self.error = chebyshev.left_out(coarse)
        else:
            self.rounding = ROUNDING * (degree + 1) * float(np.abs(coarse).max())
            self.error = self.rounding if degree > 3 else 0.0


def along(kernel: Kernel, xs: Floats, y: float, vectors: Floats, beta: Floats) -> Floats:
    """Σ β K on the horizontal line at y."""
    return kernel.gram(np.column_stack([xs, np.full(len(xs), y)]), vectors) @ beta
