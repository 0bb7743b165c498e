"""What was learned: the kernel expansion f(z) = Σ βᵢ K(xᵢ, z) + b, votes of several, and explicit feature maps φ."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np

from kpgui.language import _, later
from kpgui.model.arrays import Floats, Ints, frozen
from kpgui.model.errors import KpguiError
from kpgui.model.param import indexed

_BLOCK = 4_000_000
"""Most kernel values held at once: 32 MB."""


class Similarity(Protocol):
    """The part of a kernel's interface that an expansion uses."""

    @property
    def quoted(self) -> str: ...

    def gram(self, X: Any, Z: Any) -> Floats: ...


class Anchor(NamedTuple):
    """A term at a place that is no point of the dataset, by which f starts from w: term·K(place, ·)."""

    place: tuple[float, ...]
    term: float


@dataclass(frozen=True, eq=False)
class Expansion:
    """Coefficients β (n,), one for each point of the dataset, and the bias b. Read-only.

    f = unit·(Σ termsᵢ K(xᵢ, ·) + constant). terms and constant are exact even where β = unit·terms and b are rounded:
    multiplying by a learning rate must not turn a tie into a nonzero score. Where the learner's own arithmetic rounds,
    roundings bounds the error of each term, relative and in units of ε, and slack the absolute error of the bracket
    in addition to that. symbol: what f is called on the screen, where a learner has more than one. anchor: a further
    term in the bracket.
    """

    beta: Floats
    bias: float
    terms: Floats
    constant: float
    unit: float = 1.0
    roundings: float = 0.0
    slack: float = 0.0
    symbol: str = "f"
    anchor: Anchor | None = None

    @classmethod
    def of(
        cls,
        terms: Any,
        constant: float,
        unit: float = 1.0,
        roundings: float = 0.0,
        slack: float = 0.0,
        symbol: str = "f",
        anchor: Anchor | None = None,
    ) -> "Expansion":
        exact = frozen(terms, np.float64)
        beta = exact if unit == 1 else frozen(unit * exact, np.float64)
        exactly = exact, float(constant), float(unit)
        return cls(beta, float(unit * constant), *exactly, float(roundings), float(slack), symbol, anchor)

    @property
    def bracket(self) -> "Expansion":
        """Σ terms·K + constant, that is f/unit, which has the sign of f exactly."""
        if self.unit == 1:
            return self
        return Expansion.of(self.terms, self.constant, roundings=self.roundings, anchor=self.anchor)

    @property
    def plain(self) -> "Expansion":
        """The same f with the anchor among its terms, over `places`."""
        if self.anchor is None:
            return self
        rest = self.constant, self.unit, self.roundings, self.slack, self.symbol
        return Expansion.of(np.append(self.terms, self.anchor.term), *rest)

    def places(self, points: Floats) -> Floats:
        """The points (n, d) of the dataset and then the place of the anchor, if there is one."""
        return points if self.anchor is None else np.vstack([points, self.anchor.place])

    @cached_property
    def support(self) -> Ints:
        """Indices of the support vectors, the points with β ≠ 0."""
        return frozen(np.flatnonzero(self.beta), np.int64)

    def same_as(self, other: "Expansion") -> bool:
        """Whether the other one has the same coefficients and bias."""
        return self.bias == other.bias and np.array_equal(self.beta, other.beta)

    def follows(self, alpha: Any) -> bool:
        """Whether |β| is α (n,) times one factor, so that α tells the size of the coefficients, too.

        It is not where f forgets or averages, or where updates are of different sizes: there α only counts.
        """
        sizes = np.abs(self.beta)
        most, largest = np.max(alpha, initial=0), np.max(sizes, initial=0)
        if not (most and largest):
            return bool(most == largest)
        return bool(np.allclose(sizes / largest, alpha / most, rtol=1e-9, atol=0))

    additive: ClassVar[bool] = True
    """Whether f is a sum over β, so that it follows when a few of the β change."""

    @property
    def voters(self) -> int:
        """How many hypotheses vote; 0 where f is a sum."""
        return 0

    @property
    def kernel_values(self) -> int:
        """Kernel values that f at one place takes."""
        return len(self.support)

    def decision(self, kernel: Similarity, points: Floats, Z: Floats) -> Floats:
        """f at each row of Z, (m,) float64, by the definition and in blocks of bounded size.

        Raises KpguiError when f is too large for a float64 somewhere.
        """
        points, whole = self.places(points), self.plain
        vectors, beta = points[whole.support], whole.beta[whole.support]
        rows = max(1, _BLOCK // max(1, len(vectors)))
        values = np.full(len(Z), self.bias)
        if len(vectors):
            for start in range(0, len(Z), rows):
                with np.errstate(over="ignore", invalid="ignore"):
                    values[start : start + rows] += kernel.gram(Z[start : start + rows], vectors) @ beta
        return finite(values, kernel)


def finite(values: Floats, kernel: Similarity) -> Floats:
    """These values of f. Raises KpguiError when one of them is too large for a float64."""
    if not np.isfinite(values).all():
        raise KpguiError(
            _("f is too large to compute with {kernel}; scale the data or the kernel down.").format(
                kernel=kernel.quoted
            )
        )
    return values


BLOCK = 1 << 20
"""Most hypothesis values held at once: 8 MB."""

FAINT = 2.0**-1022
"""Where the kernel values of its points are on average no larger than this, a hypothesis is taken to equal its bias,
or 0 without one: the values have underflowed."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Votes(Expansion):
    """The hypotheses in the order in which they were made; beta and bias are those of the last one.

    v_k = v_{k−1} + signs[k]·K(points[k], ·), plus signs[k] if biased, has counts[k] votes. Arrays (k,), read-only.
    total: Σ c_k. A v_k that is 0 everywhere abstains: its votes are part of total, although its counts[k] is 0.
    """

    points: Ints
    signs: Floats
    counts: Ints
    biased: bool
    total: int

    @classmethod
    def voted(
        cls, beta: Any, bias: float, points: Any, signs: Any, counts: Any, biased: bool, total: int | None = None
    ) -> "Votes":
        last, votes = frozen(beta, np.float64), frozen(counts, np.int64)
        return cls(
            last,
            float(bias),
            last,
            float(bias),
            symbol="vote",
            points=frozen(points, np.int64),
            signs=frozen(signs, np.float64),
            counts=votes,
            biased=biased,
            total=int(votes.sum()) if total is None else total,
        )

    additive: ClassVar[bool] = False

    def hypothesis(self, k: int) -> Expansion:
        """The hypothesis with the 0-based number k by itself: the sum of the first k + 1 mistakes."""
        signs, points = self.signs[: k + 1], self.points[: k + 1]
        return Expansion.of(np.bincount(points, signs, len(self.beta)), float(signs.sum()) if self.biased else 0.0)

    @property
    def last(self) -> Expansion:
        """The last hypothesis by itself."""
        return Expansion.of(self.beta, self.bias)

    @property
    def mean(self) -> Expansion:
        """The mean of the hypotheses, weighed by their votes: Σ c_k·v_k(z) / Σ c_k."""
        if not self.total:
            return self.last
        later = np.cumsum(self.counts[::-1])[::-1] * self.signs  # a mistake is part of all later hypotheses
        terms = np.bincount(self.points, later, len(self.beta))
        return Expansion.of(terms, float(later.sum()) if self.biased else 0.0, 1 / self.total)

    @property
    def voters(self) -> int:
        return len(self.points)

    @property
    def kernel_values(self) -> int:
        return len(self.points)

    def decision(self, kernel: Similarity, points: Floats, Z: Floats) -> Floats:
        """The vote at each row of Z, (m,) float64 in [−1, 1]; 0 before the first mistake."""
        votes = np.zeros(len(Z))
        if not self.total:
            return votes
        distinct, voters = np.unique(self.points, return_inverse=True)
        width = max(1, BLOCK // len(distinct))
        for start in range(0, len(Z), width):
            rows = slice(start, start + width)
            with np.errstate(over="ignore", invalid="ignore"):
                values = kernel.gram(points[distinct], Z[rows])
            for first, hypotheses in self.hypotheses(values, voters):
                counts = self.counts[first : first + len(hypotheses)].astype(np.float64)
                votes[rows] += counts @ np.sign(hypotheses)
        votes /= self.total
        return finite(votes, kernel)

    def hypotheses(self, values: Floats, voters: Ints) -> Iterator[tuple[int, Floats]]:
        """The values v_k at m positions, in blocks of hypotheses: yields the first k and v, (block, m).

        values: K (u, m) of the distinct points with a mistake and the positions. voters: (k,) the row in `values` of
        each mistake. Summed one by one in the order of the mistakes, as the learner does, so that ties stay ties.
        """
        return running_sums(values, voters, self.signs, float(self.biased))


def running_sums(values: Floats, voters: Ints, signs: Floats, constant: float) -> Iterator[tuple[int, Floats]]:
    """Σ signs[j]·(values[voters[j]] + constant) over j ≤ k, in blocks: yields the first k and the sums (block, m)."""
    last = np.zeros(values.shape[1])
    height = max(1, BLOCK // max(1, values.shape[1]))
    for first in range(0, len(voters), height):
        some = slice(first, first + height)
        changes = values[voters[some]]
        if constant:
            changes += constant
        changes *= signs[some, None]
        changes[0] += last
        np.cumsum(changes, axis=0, out=changes)
        last = changes[-1].copy()
        yield first, changes


def ballots(signs: Floats) -> Floats:
    """Signs (…), NaN where one is undecided, as ballots (2, …): for and against, and undecided. They can be added."""
    return np.stack([np.nan_to_num(signs), np.isnan(signs)])


def vote_of(cast: Floats) -> Floats:
    """The vote that ballots (2, …) add up to, (…): 0 where those that are undecided could turn its sign."""
    votes, undecided = cast
    return np.where(np.abs(votes) > undecided, votes, 0.0)


@dataclass(frozen=True, eq=False)
class Answers:
    """The answers at a moment. count: number of hypotheses.

    vote: None if the hypotheses are too many to be asked, or the record of the first ones is dropped.
    """

    count: int
    last: Expansion
    vote: Votes | None
    mean: Expansion


class FeatureMap(NamedTuple):
    """A named feature map. phi: points (n, d) to features (n, D), for floats and for exact numbers.

    degree: the degree of φ(x)·φ(z) in each coordinate of x. monomial: the name of the j-th feature of points with d
    coordinates, from j and d.
    """

    key: str
    formula: str
    degree: int
    phi: Callable[[Any], Any]
    monomial: Callable[[int, int], str]


def _identity(X: Floats) -> Floats:
    return X


def _squares(X: Floats) -> Floats:
    return np.hstack([X, X * X])


def _quadratic(X: Floats) -> Floats:
    """All products of two coordinates, in both orders: √2·x₁x₂ once would be inexact, since √2·√2 ≠ 2 in floats."""
    return (X[:, :, None] * X[:, None, :]).reshape(len(X), X.shape[1] ** 2)


def _full_quadratic(X: Floats) -> Floats:
    """1, each coordinate twice, and all products of two: φ(x)·φ(z) = (x·z + 1)²."""
    return np.hstack([np.ones((len(X), 1), X.dtype), X, X, _quadratic(X)])


def _coordinate(j: int, d: int) -> str:
    return indexed("x", j + 1)


def _coordinate_or_square(j: int, d: int) -> str:
    return _coordinate(j % d, d) + "²" * (j >= d)


def _product(j: int, d: int) -> str:
    one, other = divmod(j, d)
    return _coordinate(one, d) + ("²" if one == other else _coordinate(other, d))


def _one_or_coordinate_or_product(j: int, d: int) -> str:
    if j == 0:
        return "1"
    return _coordinate((j - 1) % d, d) if j <= 2 * d else _product(j - 1 - 2 * d, d)


MAPS = {
    each.key: each
    for each in (
        FeatureMap("identity", "φ(x) = x", 1, _identity, _coordinate),
        FeatureMap("squares", later("φ(x) = (xₐ, xₐ²) for every coordinate a"), 2, _squares, _coordinate_or_square),
        FeatureMap("quadratic", later("φ(x) = (xₐxᵦ) for all a, b"), 2, _quadratic, _product),
        FeatureMap(
            "full_quadratic",
            later("φ(x) = (1, xₐ, xₐ, xₐxᵦ) for all a, b"),
            2,
            _full_quadratic,
            _one_or_coordinate_or_product,
        ),
    )
}
