"""Coordinates of feature space: of polynomials and maps by name, of any other kernel from its Gram matrix."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, factorial, isqrt, prod, sqrt

import numpy as np

from kpgui.analysis.gram import gram_spectrum
from kpgui.engine.run.run import effective_kernel
from kpgui.kernels import Kernel, Linear, Polynomial
from kpgui.kernels.algebra.explicit import Explicit
from kpgui.model.arrays import Floats, Ints, frozen
from kpgui.model.errors import Token
from kpgui.model.expansion import FeatureMap
from kpgui.model.param import indexed, raised, shown
from kpgui.model.session import Session

MOST_FEATURES = 128
"""Most features that are named; the coordinates of a kernel with more come from its Gram matrix."""

MOST_AXES = 8
"""Axes of a Gram matrix that are offered, the largest first."""

WORK = 4_000_000
"""Kernel values, of the points in the picture with all points, that a reading may take."""


BLOCK = 4096
"""Support vectors whose features are held at once."""


@dataclass(frozen=True, eq=False)
class Features:
    """Orthogonal coordinates (k, D) of points (k, d) by name, without the constant ones, which only move the plane.

    units (D,): what is drawn, and named, is the coordinate divided by its unit. constant: the sum of the squares of the
    constant coordinates. on_line: whether the points lie on a line, so that these are the powers of one coordinate.
    """

    names: tuple[str, ...]
    coordinates: Callable[[Floats], Floats]
    units: Floats
    constant: float
    on_line: bool = False

    def weights(self, points: Floats, beta: Floats) -> Floats:
        """w = Σ βᵢ φ(xᵢ), (D,)."""
        support, w = np.flatnonzero(beta), np.zeros(len(self.names))
        for start in range(0, len(support), BLOCK):
            some = support[start : start + BLOCK]
            w += beta[some] @ self.coordinates(points[some])
        return w


def features(kernel: Kernel, points: Floats) -> Features | None:
    """The named features of a kernel over these points (n, d); None if it has none, or too many."""
    if isinstance(kernel, Explicit):
        return mapped(kernel.map, points.shape[1])
    if isinstance(kernel, Linear):
        return _polynomial(1, 1.0, 0.0, points.shape[1])
    if not isinstance(kernel, Polynomial):
        return None
    moving = np.flatnonzero((points != points[:1]).any(axis=0))
    if points.shape[1] == 2 and len(moving) == 1 and kernel.degree > 1:
        axis = int(moving[0])
        c = kernel.c + kernel.gamma * float(points[0, 1 - axis]) ** 2  # (γ·x·z + γ·y² + c)^d
        return _on_line(_polynomial(kernel.degree, kernel.gamma, c, 1, "xy"[axis]), axis)
    return _polynomial(kernel.degree, kernel.gamma, kernel.c, points.shape[1])


def mapped(chosen: FeatureMap, d: int) -> Features | None:
    """The features of a map. One that occurs m times, as x₁x₂ and x₂x₁ do, is a coordinate √m times as long."""
    probe = np.random.default_rng(0).normal(size=(2, d))  # at which different monomials have different values
    values = chosen.phi(probe)
    __, first, times = np.unique(values[0], return_index=True, return_counts=True)
    varies = values[0, first] != values[1, first]
    order = np.argsort(first[varies])
    kept, times = first[varies][order], times[varies][order]
    if len(kept) > MOST_FEATURES:
        return None
    names = (_factor(m) + chosen.monomial(j, d) for j, m in zip(kept.tolist(), times.tolist(), strict=True))
    constant = float((values[0, values[0] == values[1]] ** 2).sum())
    return Features(tuple(names), lambda X: chosen.phi(X)[:, kept] * np.sqrt(times), np.ones(len(kept)), constant)


def _polynomial(degree: int, gamma: float, c: float, d: int, name: str = "") -> Features | None:
    """The monomials of (γ x·z + c)^degree, each √ its multinomial coefficient long, the highest first."""
    if comb(d + degree, d) - 1 > MOST_FEATURES:
        return None
    letters = [name] if name else ["x", "y"][:d] if d <= 2 else [indexed("x", k + 1) for k in range(d)]
    totals = range(degree, 0, -1) if c else (degree,)
    chosen = [each for total in totals for each in combinations_with_replacement(range(d), total)]
    powers = np.array([[each.count(axis) for axis in range(d)] for each in chosen])
    with np.errstate(over="ignore"):
        squares = np.array([_coefficient(degree, each) for each in powers.tolist()])
        squares *= np.float64(gamma) ** powers.sum(axis=1) * np.float64(c) ** (degree - powers.sum(axis=1))
        scale = np.sqrt(squares)
    named = (
        "".join(x if p == 1 else raised(x, p) for x, p in zip(letters, each, strict=True) if p)
        for each in powers.tolist()
    )
    names = tuple(_factor(square) + each for square, each in zip(squares.tolist(), named, strict=True))

    def coordinates(points: Floats) -> Floats:
        found = np.tile(scale, (len(points), 1))
        with np.errstate(over="ignore", invalid="ignore"):
            for axis in range(d):
                found *= points[:, axis, None] ** powers[:, axis]
        return found

    return Features(names, coordinates, np.ones(len(names)), c**degree)


def _on_line(found: Features | None, axis: int) -> Features | None:
    """The same for points in the plane of which this coordinate alone varies, drawn as its powers: (x, x²)."""
    if found is None:
        return None
    units = found.coordinates(np.ones((1, 1)))[0][::-1]
    names = tuple(name.rpartition("·")[2] for name in found.names[::-1])
    return Features(names, lambda points: found.coordinates(points[:, [axis]])[:, ::-1], units, found.constant, True)


def _coefficient(degree: int, powers: list[int]) -> float:
    """degree! / (Π powers! · (degree − Σ powers)!)."""
    return factorial(degree) / (prod(map(factorial, powers)) * factorial(degree - sum(powers)))


def _factor(square: float) -> str:
    """A factor by its square: "√2·", "" for 1.

    >>> _factor(2.0), _factor(4.0), _factor(1.0), _factor(0.5)
    ('√2·', '2·', '', '0.707·')
    """
    if square == 1:
        return ""
    if square != round(square) or square > 10**6:
        return f"{shown(sqrt(square), 3)}·"
    root = isqrt(round(square))
    return f"{root}·" if root**2 == square else f"√{round(square)}·"


def sample(kinds: Ints, most: int) -> Ints:
    """Indices of all points, or of about `most` with the same share of every kind (n,), evenly in their order."""
    if len(kinds) <= most:
        return np.arange(len(kinds))
    groups = [np.flatnonzero(kinds == kind) for kind in np.unique(kinds)]
    counts = [max(1, most * len(group) // len(kinds)) for group in groups]
    chosen = [
        group[np.linspace(0, len(group) - 1, count).astype(np.int64)]
        for group, count in zip(groups, counts, strict=True)
    ]
    return np.sort(np.concatenate(chosen))


@dataclass(frozen=True, eq=False)
class Basis:
    """The largest axes of Φ = U·D^½, where K = U·D·Uᵀ is the Gram matrix of a kernel over points (n, d).

    rows (k,): the points in the matrix. coordinates (k, q): columns of Φ. values (q,): their eigenvalues, of whose sum
    over all axes, the trace of K, `trace` is the value. Arrays are read-only.
    """

    kernel: Kernel
    points: Floats
    rows: Ints
    coordinates: Floats
    values: Floats
    trace: float

    def is_of(self, session: Session) -> bool:
        """Whether it belongs to the points and the kernel of this session."""
        return self.kernel == effective_kernel(session) and np.array_equal(self.points, session.dataset.points)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(indexed("φ", k + 1) for k in range(len(self.values)))


def basis(session: Session, rows: Ints, token: Token) -> Basis:
    """The axes of a session's kernel over some of its points. Takes up to a second for 1000 of them.

    Raises KpguiError where the matrix is not positive semidefinite or a value overflows, Cancelled.
    """
    kernel, points = effective_kernel(session), session.dataset.points
    found = gram_spectrum(kernel, points[rows], token=token)
    some = min(MOST_AXES, max(3, found.rank), len(rows))
    return Basis(
        kernel,
        points,
        rows,
        frozen(found.features()[:, :some], np.float64),
        frozen(np.maximum(found.values[:some], 0.0), np.float64),
        float(np.maximum(found.values, 0.0).sum()),
    )
