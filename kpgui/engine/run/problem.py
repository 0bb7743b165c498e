"""A dataset with a kernel, and those columns of the Gram matrix that a learner asks for."""

from collections.abc import Callable
from functools import cached_property

import numpy as np

from kpgui.engine.exact import DistinctPoints, exact_scores
from kpgui.kernels import Kernel
from kpgui.language import _
from kpgui.model.arrays import Floats, Ints
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError

WHOLE_GRAM_POINTS, WHOLE_GRAM_COLUMNS = 256, 16
"""Of up to so many points the whole Gram matrix is computed once so many columns, or a quarter of all, are cached: it
costs as much as thirty columns one by one."""

CACHE_BYTES = 384 << 20
"""Bytes for cached columns; further columns are recomputed each time."""

PIECE = 8192
"""Kernel values computed at once: more would not fit the processor's cache, and need fresh pages each time."""

EXACT_OVERHEAD = 1000
"""The fixed cost of one exact score, in kernel values."""


class Problem:
    """A dataset with a kernel and the order in which its points are presented.

    Columns of the Gram matrix are computed when first asked for and cached while they fit in `memory` bytes, or in what
    the machine has: a perceptron needs only those of its support vectors.

    Raises KpguiError when the kernel has no value at one of the points.
    """

    def __init__(
        self, dataset: Dataset, kernel: Kernel, order: str = "dataset", seed: int = 0, memory: int = CACHE_BYTES
    ) -> None:
        kernel.check(dataset.points)
        self.dataset = dataset
        self.kernel = kernel
        self.order = order
        self.seed = seed
        self.exact_work = 0
        """The cost so far, in kernel values, of exact scores: of those that are within their rounding error of 0."""
        self.labels: Floats = dataset.labels.astype(np.float64)
        self._signs = (-self.labels, self.labels)
        self._columns: dict[int, Floats] = {}
        self._room = memory // (8 * max(1, self.n))
        self._presented: Ints = dataset.training[::-1] if order == "reversed" else dataset.training

    @property
    def n(self) -> int:
        return len(self.dataset)

    @property
    def points(self) -> Floats:
        return self.dataset.points

    @cached_property
    def _by_axis(self) -> Floats:
        """The points in Fortran order: each coordinate is contiguous in memory."""
        return np.asfortranarray(self.points)

    @cached_property
    def gram(self) -> Floats:
        """The whole Gram matrix, (n, n). Raises KpguiError when a value overflows or the matrix would not fit."""
        if self.n > self._room:
            raise KpguiError(
                _("The Gram matrix of {n} points needs {size:.1f} GB; take fewer points.").format(
                    n=self.n, size=8e-09 * self.n**2
                )
            )
        points = self.dataset.points
        matrix = np.empty((self.n, self.n))
        height = max(1, PIECE // max(1, self.n))
        for start in range(0, self.n, height):
            matrix[start : start + height] = self.kernel.gram(points[start : start + height], points)
        return matrix

    def signed_column(self, i: int) -> Floats:
        """Returns yᵢ·y·K(x, xᵢ) for every point (x, y), (n,). Raises KpguiError when a value overflows."""
        column = self._columns.get(i)
        if column is not None:
            return column
        try:
            return self._compute(i)
        except MemoryError:
            # The cache took what was left; half of it is for the rest of the program from now on.
            self._room = len(self._columns) // 2
            self._columns.clear()
            self.__dict__.pop("gram", None)
            return self._compute(i)

    def _compute(self, i: int) -> Floats:
        column = self._column(i) * self._signs[int(self.labels[i] > 0)]
        if len(self._columns) < self._room:
            self._columns[i] = column
        return column

    def _column(self, i: int) -> Floats:
        """Returns K(x, xᵢ) for every point x, (n,), not to be written to."""
        if self.n <= WHOLE_GRAM_POINTS and len(self._columns) >= min(WHOLE_GRAM_COLUMNS, self.n // 4):
            return self.gram[i]
        column, point = np.empty(self.n), self.points[i : i + 1]
        with np.errstate(over="ignore", invalid="ignore"):
            for start in range(0, self.n, PIECE):
                some = slice(start, start + PIECE)
                column[some] = self.kernel.values(point, self._by_axis[some])[0]
        if not self.kernel.bounded and not np.isfinite(column).all():
            self.kernel.gram(point, self.points)  # raises the error that names the two points
        return column

    def columns(self, accuracy: float) -> Callable[[int], Floats]:
        """Returns a function of i that computes K(x, xᵢ) for every point x, (n,), within `accuracy`, without caching.

        That function raises KpguiError when a value overflows.
        """
        return self.kernel.columns(self.points, accuracy) or (
            self._column if self.n > WHOLE_GRAM_POINTS else self.gram.__getitem__
        )

    def block(self, rows: Ints, columns: Ints) -> Floats:
        """Returns a block of the Gram matrix, (len(rows), len(columns)). Raises KpguiError when a value overflows."""
        values = self.kernel.values if self.kernel.bounded else self.kernel.gram
        return values(self.dataset.points[rows], self.dataset.points[columns])

    def diagonal(self) -> Floats:
        """Returns K(x, x) of every point, (n,)."""
        return self.kernel.diagonal(self.dataset.points)

    @cached_property
    def magnitude(self) -> tuple[float, float]:
        """Upper bounds of |K| for any two of the points, and of the error of a computed value."""
        return self.kernel.magnitude(self.dataset.points)

    def value_errors(self, i: int) -> Floats:
        """Returns a bound on the error of each value of K(x, xᵢ), (n,)."""
        return self.kernel.value_error(self.dataset.points[i : i + 1], self.dataset.points)[0]

    @property
    def exact(self) -> bool:
        """Whether exact scores decide every sign: the kernel is a rational inner product in a feature space."""
        return self.kernel.rational and self.kernel.indefinite_reason is None

    @cached_property
    def _distinct(self) -> tuple[Floats, Ints | None]:
        """The distinct points (k, d), and the index among them of each point, (n,); None if all differ."""
        distinct = DistinctPoints(self.dataset.points)
        return distinct.points, None if len(distinct.points) == self.n else distinct.of(np.arange(self.n))

    @cached_property
    def relative_error(self) -> float:
        """A bound on the relative error of values of K; inf if there is none."""
        return self.kernel.relative_error(self.dataset.points)

    def score(
        self,
        rows: Ints,
        coefficients: Floats,
        bias: float = 0.0,
        roundings: float = 0.0,
        slack: float = 0.0,
        undecided: float = 0.0,
    ) -> Floats:
        """Returns Σ cⱼ·K(xⱼ, x) + b at these points, (len(rows),), correct in sign; see `exact_scores`.

        roundings: its coefficient_error. slack: scores of at most this size become 0. undecided: see there.
        """
        self.exact_work += len(rows) * (EXACT_OVERHEAD + int(np.count_nonzero(coefficients)))
        # Rounded coefficients of coinciding points do not cancel exactly: merging them would hide their errors.
        distinct, merged = self._distinct if not roundings else (self.points, None)
        if merged is not None:
            coefficients = np.bincount(merged, coefficients, len(distinct)).astype(np.float64, copy=False)
        points, support = self.dataset.points, np.flatnonzero(coefficients)
        if not len(support):
            return np.full(len(rows), bias)
        terms = distinct[support], coefficients[support], bias
        f = exact_scores(self.kernel, *terms, points[rows], roundings, undecided)
        f[np.abs(f) <= slack] = 0.0
        return f

    def score_of(
        self, row: int, points: Ints, coefficients: Floats, bias: float, roundings: float, slack: float
    ) -> float:
        """Returns the same at one point for k given terms, at a cost that does not depend on the dataset's size."""
        vectors = self.dataset.points
        f = exact_scores(self.kernel, vectors[points], coefficients, bias, vectors[row : row + 1], roundings).item()
        return 0.0 if abs(f) <= slack else f

    def presentation(self, epoch: int) -> Ints:
        """Returns the indices of the points that this epoch (0-based) presents, in order.

        A function of the seed and the epoch alone, so that any epoch can be presented again.
        """
        if self.order == "shuffled_once":
            return self._shuffled(0)
        if self.order == "shuffled_each_epoch":
            return self._shuffled(epoch)
        return self._presented

    def _shuffled(self, epoch: int) -> Ints:
        order = np.random.default_rng([self.seed, epoch]).permutation(len(self._presented))
        return self._presented[order]
