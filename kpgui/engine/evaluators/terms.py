"""Terms: evaluators of the summands of a kernel on a raster, one for each structure that allows a fast one.

A term yields its share of the field in pieces of about two milliseconds of work, so that commands need not wait.
"""

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator

import numpy as np

from kpgui.engine.evaluators import chebyshev
from kpgui.engine.exact import exact_scores
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats, Ints
from kpgui.model.expansion import Expansion
from kpgui.model.session import View

PRODUCTS = 1 << 25
"""Multiplications in one piece of work."""

PIECE_VALUES = 1 << 17
"""Kernel values in one piece of work."""

PIECE_PIXELS = 1 << 15
"""Pixels in one piece, few enough to stay in the cache: allocating more takes longer than small products."""

VECTORS = 256
"""Support vectors in one matrix product: with more, a piece would have too few rows and allocate too much memory."""

FACTORS = 1 << 25
"""The most numbers, 256 MB, in cached factors of separable terms; beyond that factors are recomputed each time."""

Piece = tuple[int, int, Floats]
"""The first row and column, and the values to add from there on, (rows, columns); without rows only a pause."""

PAUSE: Piece = 0, 0, np.zeros((0, 0))

SIGN_SAFETY = 100.0
"""The sign of f is trusted where |f| exceeds the estimated error by this factor."""

EXACT_VALUES, EXACT_VECTORS = 1 << 15, 1 << 9
"""The most kernel values summed exactly, and the most support vectors, so that one pixel is quick."""

BLOCK = 4
"""Pixels along the side of a square that shares one bound on rounding errors."""


def rounding_of(vectors: float) -> float:
    """Returns the estimated error of a sum over this many support vectors, relative to the sum of |terms|.

    1 / `SIGN_SAFETY` of the worst case of k roundings, k·2⁻⁵³ (Higham 2002, section 3.1), and at least a few roundings
    of each term.
    """
    return max(1e-15, vectors * 1.2e-18)


def certain_of(expansion: Expansion) -> float:
    """Returns the factor, as `SIGN_SAFETY`, that also covers the roundings of the expansion's coefficients.

    `roundings` counts units of ε, each two of the roundings of 2⁻⁵³ that `rounding_of` counts.
    """
    vectors = len(expansion.support)
    return SIGN_SAFETY * rounding_of(vectors + 2 * expansion.roundings) / rounding_of(vectors)


def pixels_of(xs: Floats, ys: Floats) -> Floats:
    """Returns the positions of a grid, (len(ys)·len(xs), 2), row by row."""
    return np.column_stack([np.tile(xs, len(ys)), np.repeat(ys, len(xs))])


def centres(low: float, high: float, count: int) -> Floats:
    """Returns the centres of `count` equal pixels from low to high, (count,)."""
    extent, numbers = high - low, np.arange(count) + 0.5
    if extent > float(np.finfo(np.float64).max) / count:  # divided first, since the product overflows
        return low + extent * (numbers / count)
    return low + extent * numbers / count


def without_tiny(factors: Floats, least: float = float(np.finfo(np.float64).tiny)) -> Floats:
    """Sets factors smaller than `least` to 0, in place, and returns them.

    Subnormal numbers make a matrix product take five times as long, and a narrow kernel has many of them.
    """
    np.copyto(factors, 0.0, where=np.abs(factors) < least)
    return factors


class Term(ABC):
    """An evaluator of one summand of a kernel at the pixels of a view, for points (n, 2)."""

    error: float | Floats = 0.0
    """The estimated error once all pieces are yielded: a number, or one for each pixel, (ny, nx)."""

    @property
    def worst(self) -> float:
        """The largest error."""
        return float(np.max(self.error))

    def __init__(self, kernel: Kernel, points: Floats, view: View, nx: int, ny: int) -> None:
        self.kernel, self.points, self.view, self.nx, self.ny = kernel, points, view, nx, ny
        self.xs = centres(view.xmin, view.xmax, nx)
        self.ys = centres(view.ymin, view.ymax, ny)

    @abstractmethod
    def shares(self, expansion: Expansion) -> Iterator[Piece]:
        """Yields pieces that add up to the term's field."""

    def error_in(self, rows: slice) -> float | Floats:
        """Returns the estimated error in some rows."""
        return self.error if isinstance(self.error, float) else self.error[rows]


def product(left: Floats, right: Floats) -> Iterator[tuple[int, Floats]]:
    """Yields left @ right as (first row, rows from there on), each one piece of work."""
    inner, width = right.shape
    height = max(16, min(PRODUCTS // max(1, inner), PIECE_PIXELS) // width)
    for start in range(0, len(left), height):
        yield start, left[start : start + height] @ right


class Separable(Term):
    """K = factor(x)·factor(y): the field is the matrix product (Ey β)ᵀ Ex, relatively accurate also in the tails.

    The factors of a point are computed when it first becomes a support vector, and cached while there is room.
    """

    def __init__(self, kernel: Kernel, points: Floats, view: View, nx: int, ny: int) -> None:
        super().__init__(kernel, points, view, nx, ny)
        self._kept: list[_Factors] = []
        self._is_kept = np.zeros(len(points), bool)
        self._room = FACTORS // (nx + ny)
        self._weighted = np.empty((min(VECTORS, len(points)), ny))

    def share_room(self, terms: int) -> None:
        """Divides the room for cached factors equally among this many terms."""
        self._room //= terms

    def shares(self, expansion: Expansion) -> Iterator[Piece]:
        self._sizes = np.zeros((-(-self.ny // BLOCK), -(-self.nx // BLOCK)))
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
        self._sizes *= rounding_of(len(expansion.support))

    @property
    def worst(self) -> float:
        return float(self._sizes.max())

    def error_in(self, rows: slice) -> Floats:
        """Returns the rounding error, from a bound on |β K| summed in each block of pixels."""
        blocks = np.arange(self.ny)[rows] // BLOCK
        return self._sizes[blocks].repeat(BLOCK, axis=1)[:, : self.nx]

    def _compute(self, factors: "_Factors") -> Iterator[Piece]:
        count = max(1, PIECE_VALUES // (self.nx + self.ny))
        for first in range(0, len(factors.points), count):
            some = slice(first, first + count)
            positions = self.points[factors.points[some]]
            factors.ex[some] = without_tiny(self.kernel.factor(positions[:, 0], self.xs))
            factors.ey[some] = without_tiny(self.kernel.factor(positions[:, 1], self.ys))
            yield PAUSE
        factors.bound()

    def _product(self, factors: "_Factors", expansion: Expansion) -> Iterator[Piece]:
        weighted = self._weighted[: len(factors.points)]  # allocating it each time would cost more than the product
        np.multiply(factors.ey, expansion.beta[factors.points, None], out=weighted)
        height = max(16, PRODUCTS // (len(factors.points) * self.nx))
        for start in range(0, self.ny, height):
            yield start, 0, weighted[:, start : start + height].T @ factors.ex
        self._sizes += (factors.highest * np.abs(expansion.beta[factors.points, None])).T @ factors.widest


class _Factors:
    """The factors of some points: Ex (k, nx) and Ey (k, ny), and the largest absolute value in each `BLOCK` of them."""

    def __init__(self, points: Ints, nx: int, ny: int) -> None:
        self.points = points
        self.ex, self.ey = np.empty((len(points), nx)), np.empty((len(points), ny))

    def bound(self) -> None:
        self.widest, self.highest = _largest(self.ex), _largest(self.ey)


def _largest(factors: Floats) -> Floats:
    """Returns the largest absolute value of every `BLOCK` adjacent factors (k, n): (k, ⌈n / BLOCK⌉)."""
    largest = np.abs(factors[:, ::BLOCK])
    for start in range(1, BLOCK):
        sizes = np.abs(factors[:, start::BLOCK])
        np.maximum(largest[:, : sizes.shape[1]], sizes, out=largest[:, : sizes.shape[1]])
    return largest


def _joined(kept: list[_Factors]) -> list[_Factors]:
    """Returns the same factors in few large blocks: one product for each few support vectors would be slow."""
    points = np.concatenate([each.points for each in kept])
    ex, ey = np.concatenate([each.ex for each in kept]), np.concatenate([each.ey for each in kept])
    joined = []
    for first in range(0, len(points), VECTORS):
        some = slice(first, first + VECTORS)
        block = _Factors(points[some], 0, 0)
        block.ex, block.ey = ex[some], ey[some]
        block.bound()
        joined.append(block)
    return joined


class PolynomialTerm(Term):
    """A polynomial kernel: values at the Chebyshev nodes that determine f, and two constant matrices to the pixels."""

    def __init__(self, kernel: Kernel, points: Floats, view: View, nx: int, ny: int, degree: int) -> None:
        super().__init__(kernel, points, view, nx, ny)
        self._to_x = chebyshev.from_nodes_to_pixels(degree + 1, nx)
        self._to_y = chebyshev.from_nodes_to_pixels(degree + 1, ny)
        self._node_xs = chebyshev.nodes(view.xmin, view.xmax, degree + 1)
        self._node_ys = chebyshev.nodes(view.ymin, view.ymax, degree + 1)

    def shares(self, expansion: Expansion) -> Iterator[Piece]:
        vectors, beta = self.points[expansion.support], expansion.beta[expansion.support]
        coarse = np.empty((len(self._node_ys), len(self._node_xs)))
        sizes = np.empty_like(coarse)
        for row, y in enumerate(self._node_ys):
            coarse[row], sizes[row] = along(self.kernel, self._node_xs, y, vectors, beta)
            yield PAUSE
        rounding = rounding_of(len(vectors))
        if (np.abs(coarse) <= certain_of(expansion) * rounding * sizes).all():
            exact = yield from self._from_nothing(coarse.shape, vectors, beta, expansion.roundings)
            if not expansion.roundings or not exact.any():
                coarse, sizes, rounding = exact, np.abs(exact), rounding_of(1)
        self.error = chebyshev.amplified(coarse) * rounding * float(sizes.max())
        right = coarse @ self._to_x.T
        for row, share in product(self._to_y, right):
            yield row, 0, share

    def _from_nothing(
        self, shape: tuple[int, ...], vectors: Floats, beta: Floats, roundings: float
    ) -> Generator[Piece, None, Floats]:
        """Returns exact values at the nodes: if all are 0, f is 0 everywhere. Zeros if that would take too long."""
        exact = np.zeros(shape)
        if exact.size * len(beta) > EXACT_VALUES or len(beta) > EXACT_VECTORS:
            return exact
        nodes, step = pixels_of(self._node_xs, self._node_ys), max(1, EXACT_VECTORS // max(1, len(beta)))
        for first in range(0, exact.size, step):
            some = slice(first, first + step)
            exact.flat[some] = exact_scores(self.kernel, vectors, beta, 0.0, nodes[some], roundings)
            yield PAUSE
        return exact


def along(kernel: Kernel, xs: Floats, y: float, vectors: Floats, beta: Floats) -> tuple[Floats, Floats]:
    """Returns Σ β K on the horizontal line at y, (len(xs),), and Σ |β K|, (len(xs),)."""
    values = kernel.gram(np.column_stack([xs, np.full(len(xs), y)]), vectors)
    with np.errstate(over="ignore", invalid="ignore"):  # an infinite Σ |β K| makes the sign doubtful
        return values @ beta, np.abs(values, out=values) @ np.abs(beta)
