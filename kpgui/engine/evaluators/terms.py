"""One term of a kernel on a raster, in the fastest way that its structure allows.

Every way gives its share of the field piece by piece, each about two milliseconds of work, so that a command never
waits.
"""

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator

import numpy as np

from kpgui.engine.evaluators import chebyshev
from kpgui.engine.exact.scores import exact_scores
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats, Ints
from kpgui.model.expansion import Expansion
from kpgui.model.session import View

PRODUCTS = 1 << 25
"""Multiplications in one piece of work."""

VALUES = 1 << 17
"""Kernel values in one piece of work."""

SHARE = 1 << 15
"""Pixels in one share, which then stay in the cache: fresh memory for more takes longer than small products."""

VECTORS = 256
"""Support vectors in one matrix product: more would leave too few rows, and too much fresh memory, for one piece."""

FACTORS = 1 << 25
"""Numbers that the kept factors of separable terms may be, 256 MB; beyond that they are computed each time."""

Piece = tuple[int, int, Floats]
"""A first row and column, and what is to be added from there on, (rows, columns); without rows only a pause."""

PAUSE: Piece = 0, 0, np.zeros((0, 0))

CERTAIN = 100.0
"""How many times its error |f| has to be for its sign to be trusted."""

EXACT_VALUES, EXACT_VECTORS = 1 << 15, 1 << 9
"""Kernel values that are computed in rationals at most, and support vectors at most so that one place is soon done."""

BLOCK = 4
"""Pixels along the side of a square for which one bound of rounding does."""


def rounding_of(vectors: float) -> float:
    """What a sum over so many support vectors may be off, relative to the sum of the sizes of its terms.

    A hundredth (`CERTAIN`) of what k roundings one upon another can be, k·2⁻⁵³ (Higham 2002, section 3.1), and no less
    than some of each term's own.
    """
    return max(1e-15, vectors * 1.2e-18)


def certain_of(expansion: Expansion) -> float:
    """How many times its error |f| has to be for its sign to be trusted, when the coefficients are rounded too.

    `roundings` count ε, which is two of the roundings by 2⁻⁵³ that `rounding_of` counts.
    """
    vectors = len(expansion.support)
    return CERTAIN * rounding_of(vectors + 2 * expansion.roundings) / rounding_of(vectors)


def pixels_of(xs: Floats, ys: Floats) -> Floats:
    """The positions of a grid, (len(ys)·len(xs), 2), row by row."""
    return np.column_stack([np.tile(xs, len(ys)), np.repeat(ys, len(xs))])


def centres(low: float, high: float, count: int) -> Floats:
    """The centres of `count` equal pixels from low to high."""
    extent, numbers = high - low, np.arange(count) + 0.5
    if extent > float(np.finfo(np.float64).max) / count:  # divided first, since the product overflows
        return low + extent * (numbers / count)
    return low + extent * numbers / count


def without_tiny(factors: Floats, least: float = float(np.finfo(np.float64).tiny)) -> Floats:
    """Factors with 0 for those smaller than `least`, in their own memory.

    Numbers that are not normalised make a matrix product take five times as long, and those of a narrow bell are many.
    """
    np.copyto(factors, 0.0, where=np.abs(factors) < least)
    return factors


class Term(ABC):
    """A kernel that is no sum, over the pixels of a view, for points (n, 2)."""

    error: float | Floats = 0.0
    """About how far off the shares are when all are there: a number, or one for each pixel (ny, nx)."""

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
        """The term's field, as pieces that add up to it."""

    def error_in(self, rows: slice) -> float | Floats:
        """The error in some rows."""
        return self.error if isinstance(self.error, float) else self.error[rows]


def product(left: Floats, right: Floats) -> Iterator[tuple[int, Floats]]:
    """left @ right, as first rows and the rows from there on: each is one piece of work."""
    inner, width = right.shape
    height = max(16, min(PRODUCTS // max(1, inner), SHARE) // width)
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

    def share_room(self, terms: int) -> None:
        """Keep no more factors than so many terms may together."""
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
        """That of rounding, from a bound of the sizes of the products in each block of pixels."""
        blocks = np.arange(self.ny)[rows] // BLOCK
        return self._sizes[blocks].repeat(BLOCK, axis=1)[:, : self.nx]

    def _compute(self, factors: "_Factors") -> Iterator[Piece]:
        count = max(1, VALUES // (self.nx + self.ny))
        for first in range(0, len(factors.points), count):
            some = slice(first, first + count)
            positions = self.points[factors.points[some]]
            factors.ex[some] = without_tiny(self.kernel.factors(0, positions[:, 0], self.xs)[self._part])
            factors.ey[some] = without_tiny(self.kernel.factors(1, positions[:, 1], self.ys)[self._part])
            yield PAUSE
        factors.bound()

    def _product(self, factors: "_Factors", expansion: Expansion) -> Iterator[Piece]:
        weighted = self._weighted[: len(factors.points)]  # fresh memory each time would cost more than the product
        np.multiply(factors.ey, expansion.beta[factors.points, None], out=weighted)
        height = max(16, PRODUCTS // (len(factors.points) * self.nx))
        for start in range(0, self.ny, height):
            yield start, 0, weighted[:, start : start + height].T @ factors.ex
        self._sizes += (factors.highest * np.abs(expansion.beta[factors.points, None])).T @ factors.widest


class _Factors:
    """The factors of some points: Ex (k, nx) and Ey (k, ny), and the largest sizes of each `BLOCK` of them."""

    def __init__(self, points: Ints, nx: int, ny: int) -> None:
        self.points = points
        self.ex, self.ey = np.empty((len(points), nx)), np.empty((len(points), ny))

    def bound(self) -> None:
        self.widest, self.highest = _largest(self.ex), _largest(self.ey)


def _largest(factors: Floats) -> Floats:
    """The largest size of each `BLOCK` factors (k, n) beside each other, (k, ⌈n / BLOCK⌉)."""
    largest = np.abs(factors[:, ::BLOCK])
    for start in range(1, BLOCK):
        sizes = np.abs(factors[:, start::BLOCK])
        np.maximum(largest[:, : sizes.shape[1]], sizes, out=largest[:, : sizes.shape[1]])
    return largest


def _joined(kept: list[_Factors]) -> list[_Factors]:
    """The same in few blocks: support vectors come a few at a time, and a product for each few is slow."""
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
    """Values at as many Chebyshev nodes as determine a polynomial, and two constant matrices to the pixels."""

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
        """Values at the nodes without rounding, where all may be 0: then f is 0 everywhere."""
        exact = np.zeros(shape)
        if exact.size * len(beta) * self.kernel.exact_cost > EXACT_VALUES or len(beta) > EXACT_VECTORS:
            return exact
        for row, y in enumerate(self._node_ys):
            for column, x in enumerate(self._node_xs):
                exact[row, column] = exact_scores(self.kernel, vectors, beta, 0.0, np.array([[x, y]]), roundings)[0]
                yield PAUSE
        return exact


def along(kernel: Kernel, xs: Floats, y: float, vectors: Floats, beta: Floats) -> tuple[Floats, Floats]:
    """Σ β K on the horizontal line at y, and Σ |β K|."""
    values = kernel.gram(np.column_stack([xs, np.full(len(xs), y)]), vectors)
    with np.errstate(over="ignore", invalid="ignore"):  # an infinite size is taken for no certainty
        return values @ beta, np.abs(values, out=values) @ np.abs(beta)
