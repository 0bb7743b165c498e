"""A dataset with a kernel: the columns of the Gram matrix that a learner asks for, and decision values."""

from collections.abc import Callable
from functools import cached_property, singledispatch
from math import inf
from time import perf_counter

import numpy as np

from kpgui.engine.exact import TINY, DistinctPoints, exact_scores
from kpgui.engine.run.columns import CACHE_BYTES, SharedColumns
from kpgui.engine.votes.exact_votes import exact_votes
from kpgui.kernels import Kernel
from kpgui.language import _
from kpgui.learners.base import bound
from kpgui.model.arrays import EPSILON, Bools, Floats, Ints
from kpgui.model.conventions import USUAL, Conventions
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.expansion import Anchor, Expansion, Votes, finite

WHOLE_GRAM_POINTS, WHOLE_GRAM_COLUMNS = 256, 16
"""Of up to so many points the whole Gram matrix is computed once so many columns, or a quarter of all, are cached: it
costs as much as thirty columns one by one."""

PIECE = 8192
"""Kernel values computed at once: more would not fit the processor's cache, and need fresh pages each time."""

EXACT_OVERHEAD = 1000
"""The fixed cost of one exact score, in kernel values."""


class Problem:
    """A dataset with a kernel and the order in which its points are presented.

    Columns of the Gram matrix are computed when first asked for and cached while they fit in `memory` bytes, or in what
    the machine has: a perceptron needs only those of its support vectors. shared: where columns of other runs are, and
    those of this one will be; its memory counts then.

    Raises KpguiError when the kernel has no value at one of the points.
    """

    def __init__(
        self,
        dataset: Dataset,
        kernel: Kernel,
        order: str = "dataset",
        seed: int = 0,
        memory: int = CACHE_BYTES,
        conventions: Conventions = USUAL,
        shared: SharedColumns | None = None,
    ) -> None:
        kernel.check(dataset.points)
        self.dataset = dataset
        self.n = len(dataset)
        self.kernel = kernel
        self.order = order
        self.seed = seed
        self.exact_work = 0
        """The cost so far, in kernel values, of exact scores: of those that are within their rounding error of 0."""
        self.evaluated = 0
        """The kernel values asked for so far, without those of exact scores: the same whether or not they are cached
        elsewhere."""
        self._shares = shared is not None
        shared = SharedColumns(memory) if shared is None else shared
        self._known = shared.of(kernel, dataset)
        self.labels: Floats = dataset.labels.astype(np.float64)
        self._signs = (-self.labels, self.labels)
        self._columns: dict[int, Floats] = {}
        self._room = self._known.room
        self._first = conventions.first
        self._presented = presented(dataset, order == "reversed", conventions)

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
        if self._known.whole is not None:
            return self._known.whole
        points = self.dataset.points
        matrix = np.empty((self.n, self.n))
        height = max(1, PIECE // max(1, self.n))
        for start in range(0, self.n, height):
            matrix[start : start + height] = self.kernel.gram(points[start : start + height], points)
        self._known.whole = matrix
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
            self._known.clear()
            self.__dict__.pop("gram", None)
            return self._compute(i)

    def _compute(self, i: int) -> Floats:
        self.evaluated += self.n
        sign = self._signs[int(self.labels[i] > 0)]
        if self.n <= WHOLE_GRAM_POINTS and len(self._columns) >= min(WHOLE_GRAM_COLUMNS, self.n // 4):
            column = self._columns[i] = self.gram[i] * sign
            return column
        known = self._known.get(i)
        column = self._column(i) * sign if known is None else known
        if len(self._columns) < self._room:
            self._columns[i] = column
            if known is None:
                self._known.put(i, column)
        return column

    def _column(self, i: int) -> Floats:
        """Returns K(x, xᵢ) for every point x, (n,)."""
        column, point = np.empty(self.n), self.points[i : i + 1]
        with np.errstate(over="ignore", invalid="ignore"):
            for start in range(0, self.n, PIECE):
                some = slice(start, start + PIECE)
                column[some] = self.kernel.values(point, self._by_axis[some])[0]
        if not self.kernel.bounded and not np.isfinite(column).all():
            self.kernel.gram(point, self.points)  # raises the error that names the two points
        return column

    def _plain_column(self, i: int) -> Floats:
        """Returns the same, from the columns of other runs if it is there, and kept for them."""
        sign, known = self._signs[int(self.labels[i] > 0)], self._known.get(i)
        if known is not None:
            return known * sign
        column = self._column(i)
        if self._shares:
            self._known.put(i, column * sign)
        return column

    def columns(self, accuracy: float) -> Callable[[int], Floats]:
        """Returns a function of i that computes K(x, xᵢ) for every point x, (n,), within `accuracy`, without caching.

        That function raises KpguiError when a value overflows.
        """
        return self._counting(
            self.kernel.columns(self.points, accuracy)
            or (self._plain_column if self.n > WHOLE_GRAM_POINTS else self.gram.__getitem__)
        )

    def _counting(self, column: Callable[[int], Floats]) -> Callable[[int], Floats]:
        def counted(i: int) -> Floats:
            self.evaluated += self.n
            return column(i)

        return counted

    def derived(self, accuracy: float) -> dict[int, Floats] | None:
        """Returns what runs with shared columns computed from `columns(accuracy)`, by point; None without."""
        return self._known.derived if self._shares and self.kernel.columns(self.points, accuracy) is None else None

    def block(self, rows: Ints, columns: Ints) -> Floats:
        """Returns a block of the Gram matrix, (len(rows), len(columns)). Raises KpguiError when a value overflows."""
        self.evaluated += len(rows) * len(columns)
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
        anchor: Anchor | None = None,
    ) -> Floats:
        """Returns Σ cⱼ·K(xⱼ, x) + b at these points, (len(rows),), correct in sign; see `exact_scores`.

        roundings: its coefficient_error. slack: scores of at most this size become 0. undecided: see there. anchor: a
        further term.
        """
        self.exact_work += len(rows) * (EXACT_OVERHEAD + int(np.count_nonzero(coefficients)))
        # Rounded coefficients of coinciding points do not cancel exactly: merging them would hide their errors.
        distinct, merged = self._distinct if not roundings else (self.points, None)
        if merged is not None:
            coefficients = np.bincount(merged, coefficients, len(distinct)).astype(np.float64, copy=False)
        points, support = self.dataset.points, np.flatnonzero(coefficients)
        vectors, factors = distinct[support], coefficients[support]
        if anchor is not None:
            vectors, factors = np.vstack([vectors, anchor.place]), np.append(factors, anchor.term)
        if not len(factors):
            return np.full(len(rows), bias)
        f = exact_scores(self.kernel, vectors, factors, bias, points[rows], roundings, undecided)
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
        return _from(self._presented[order], self._first)


def presented(dataset: Dataset, backwards: bool, conventions: Conventions) -> Ints:
    """Returns the points that an epoch presents, in order, if nothing shuffles them."""
    if not conventions.orders:
        return dataset.training[::-1] if backwards else dataset.training
    order = np.array(conventions.order or np.arange(len(dataset)))
    order = _from(order[::-1] if backwards else order, conventions.first)
    return order[~dataset.held_out[order]]


def _from(points: Ints, first: int | None) -> Ints:
    """Returns the points from this one on, then those before it; as they are if it is not among them."""
    at = np.flatnonzero(points == (-1 if first is None else first))
    return np.roll(points, -int(at[0])) if len(at) else points


VALUES, EXACT_VALUES = 1 << 17, 1 << 11
"""Kernel values in one piece of work of about a millisecond, in float64 and where they are summed exactly."""

BLOCK = 1 << 20
"""Kernel values held at once: 8 MB."""


def decision(expansion: Expansion, kernel: Kernel, points: Floats, Z: Floats) -> Floats:
    """Returns f at each row of Z, (m,), correct in sign: 0 where it is 0 or cannot be distinguished from 0.

    points: (n, d), those of the dataset. Raises KpguiError when f overflows float64 at some row.
    """
    points, expansion = expansion.places(points), expansion.plain
    terms, unsure = _by_definition(expansion, kernel, points, Z)
    if unsure.any():
        terms[unsure] = _exactly(expansion, kernel, points, Z[unsure])
    with np.errstate(over="ignore", under="ignore"):
        f = expansion.unit * terms
    return finite(np.where((f == 0) & (terms != 0), np.copysign(TINY, terms), f), kernel)


@singledispatch
def _by_definition(expansion: Expansion, kernel: Kernel, points: Floats, Z: Floats) -> tuple[Floats, Bools]:
    """Returns f / unit at each row of Z, (m,), in float64, and where rounding may have decided its sign, (m,)."""
    vectors, terms = points[expansion.support], expansion.terms[expansion.support]
    f = np.full(len(Z), expansion.constant)
    height = max(1, BLOCK // max(1, len(vectors)))
    with np.errstate(over="ignore", invalid="ignore"):
        for start in range(0, len(Z) if len(vectors) else 0, height):
            f[start : start + height] += kernel.gram(Z[start : start + height], vectors) @ terms
        size, error = kernel.magnitude(np.vstack([vectors, Z])) if len(f) else (0.0, 0.0)
        roundings = (len(terms) + 3 + expansion.roundings) * EPSILON
        doubt = float(np.abs(terms).sum()) * (error + roundings * size) + roundings * abs(expansion.constant)
        doubt += expansion.slack
    return f, ~(np.abs(f) > bound(doubt))


@_by_definition.register(Votes)
def _votes_by_definition(votes: Votes, kernel: Kernel, points: Floats, Z: Floats) -> tuple[Floats, Bools]:
    return exact_votes(votes, kernel, points, Z), np.zeros(len(Z), bool)


def _exactly(expansion: Expansion, kernel: Kernel, points: Floats, Z: Floats) -> Floats:
    """Returns Σ terms·K + constant at each row of Z, (m,), correct in sign."""
    vectors, terms = points[expansion.support], expansion.terms[expansion.support]
    if not expansion.roundings:  # then opposite terms of coinciding points cancel exactly
        vectors, index = np.unique(vectors, axis=0, return_inverse=True)
        terms = np.bincount(index, terms, len(vectors)).astype(np.float64, copy=False)
        vectors, terms = vectors[terms != 0], terms[terms != 0]
    f = exact_scores(kernel, vectors, terms, expansion.constant, Z, expansion.roundings)
    f[np.abs(f) <= expansion.slack] = 0.0
    return f


class Scoring:
    """Computes y·f(x) for points of a problem by the definition of f, up to a positive factor, correct in sign.

    signed: (n,), the values so far, completed in place. rows: the points that are still to be scored.
    """

    def __init__(self, problem: Problem, expansion: Expansion, signed: Floats, rows: Ints) -> None:
        self.signed = signed
        self._problem, self._expansion, self._rows = problem, expansion, rows
        self._done, self._unsure = 0, np.zeros(problem.n, bool)
        terms = expansion.kernel_values
        self._height = max(1, VALUES // max(1, terms))
        self._exact_height = max(1, EXACT_VALUES // max(1, terms))

    @property
    def done(self) -> bool:
        return self._done >= len(self._rows) and not self._unsure.any()

    def go_on(self, deadline: float = inf) -> bool:
        """Scores further points until the deadline. Returns whether all are scored."""
        problem, expansion = self._problem, self._expansion
        while not self.done:
            exactly = self._done >= len(self._rows)
            if exactly:
                some = np.flatnonzero(self._unsure)[: self._exact_height]
                terms = expansion.terms, expansion.constant, expansion.roundings, expansion.slack
                f = problem.score(some, *terms, anchor=expansion.anchor)
                self._unsure[some] = False
            else:
                some = self._rows[self._done : self._done + self._height]
                f = self._first(problem.points[some], some)
                self._done += len(some)
            self.signed[some] = problem.labels[some] * f
            if perf_counter() > deadline:
                break
        return self.done

    def _first(self, Z: Floats, some: Ints) -> Floats:
        problem, expansion = self._problem, self._expansion
        places = expansion.places(problem.points)
        f, self._unsure[some] = _by_definition(expansion.plain, problem.kernel, places, Z)
        return f
