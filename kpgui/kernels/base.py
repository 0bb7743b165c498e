"""The kernel interface, and the verdict on whether a kernel is positive semidefinite."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from math import exp, inf, log
from typing import Any, ClassVar, NamedTuple, TypeVar

import numpy as np

from kpgui.kernels.numerics import BOUND_ROUNDING, BernsteinEllipse, Rounded
from kpgui.language import _, sentence
from kpgui.model.arrays import Exacts, Floats
from kpgui.model.dataset import positions_of
from kpgui.model.errors import LONGEST_QUOTE, KpguiError, short
from kpgui.model.param import Declared, shown


class Validity(NamedTuple):
    """guaranteed: positive semidefinite on any points. why: one sentence, the rule or the part that breaks it."""

    guaranteed: bool
    why: str


QUOTED_COORDINATES = 4
"""Coordinates of a point that a message quotes."""

LEAF_EFFORT = 4
"""The `effort` of a leaf, in operations on arrays."""

MOST_DIGITS = 20_000
"""Most binary digits of an exact value: one of these takes 0.1 to 0.2 ms to compute."""

DIGITS_AS_COSTLY = 1000
"""Number of further digits that cost as much as a short rational number costs in all."""


Factor = TypeVar("Factor")
"""Anything with `*`: an array of floats or of exact numbers, or a `Rounded`."""


class Kernel(ABC):
    """A kernel: a leaf, declared in a file of its own, or a combination of kernels made by the algebra.

    A subclass implements `values` and `diagonal_values`, and bounds their errors in `rounded`, `rounded_diagonal` and
    `rounded_bound`. `separable` with `factor`, `degree`, `log_growth_bound` and `unnormalised` with
    `norms` are promises about its structure that the field relies on (see
    `kpgui.engine.evaluators.terms`).

    Properties that follow from the structure are cached: in nested kernels, asking each part twice would double the
    time with every level.
    """

    noun: ClassVar[str] = ""
    """What a combination of kernels is called in a sentence, as in "a sum"."""

    @cached_property
    def separable(self) -> bool:
        """Whether K(x, z) in the plane is a product of one factor for each axis."""
        return False

    @cached_property
    def bound(self) -> float:
        """An upper bound of |K| over all points; inf when it is unbounded, or may overflow while it is computed."""
        return inf

    @cached_property
    def bounded(self) -> bool:
        return self.bound < inf

    @cached_property
    def strictly_positive_definite(self) -> bool:
        """Whether it is known to be positive definite on any distinct points, and so separates them for any labels."""
        return False

    @property
    @abstractmethod
    def psd_reason(self) -> str:
        """Why it is positive semidefinite, to follow "Positive semidefinite: "; "" for a kernel that is not."""

    @property
    def parts(self) -> "tuple[Kernel, ...]":
        """The kernels that it is made of; none for a leaf."""
        return ()

    @cached_property
    def leaves(self) -> tuple[Any, ...]:
        """The leaves in it, from left to right, or itself; the cost of its values depends on how many there are."""
        return tuple(leaf for part in self.parts for leaf in part.leaves) or (self,)

    operations = 0
    """The number of algebra operations in it."""

    @cached_property
    def indefinite_reason(self) -> str | None:
        """Why it need not be positive semidefinite, naming the part responsible; None if it is guaranteed to be."""
        return next((indefinite_reason for part in self.parts if (indefinite_reason := part.indefinite_reason)), None)

    known_indefinite = False
    """Whether `indefinite_reason` proves that it is not positive semidefinite."""

    @property
    def validity(self) -> Validity:
        """Whether it is guaranteed to be positive semidefinite, and by which rule, or why not.

        Not cached: kernels are shared, and the sentence is in the language that is set.
        """
        indefinite_reason = self.indefinite_reason
        if indefinite_reason is None:
            return Validity(True, _("Positive semidefinite: {reason}.").format(reason=_(self.psd_reason)))
        inherited = any(part.indefinite_reason == indefinite_reason for part in self.parts)
        then = _("; no rule covers {noun} of it").format(noun=_(self.noun)) if inherited else ""
        if self.known_indefinite:
            return Validity(False, sentence(indefinite_reason))
        return Validity(False, _("Not guaranteed: {reason}{then}.").format(reason=indefinite_reason, then=then))

    @abstractmethod
    def values(self, X: Floats, Z: Floats) -> Floats:
        """K of every row of X with every row of Z, (len(X), len(Z)); X and Z are float64 of equal width."""

    @abstractmethod
    def diagonal_values(self, X: Floats) -> Floats:
        """K(x, x) for every row of X, (len(X),)."""

    def rounded(self, X: Floats, Z: Floats) -> Rounded:
        """`values` with error bounds, inf where none is known."""
        values = self.values(X, Z)
        return Rounded(values, np.full(values.shape, inf))

    def rounded_diagonal(self, X: Floats) -> Rounded:
        """`diagonal_values` with error bounds."""
        values = self.diagonal_values(X)
        return Rounded(values, np.full(values.shape, inf))

    def rounded_bound(self, points: Floats) -> Rounded:
        """An upper bound of |K| for any two of these points, whose error bounds the error of each such value."""
        return Rounded(np.float64(self.bound), inf)

    def value_error(self, X: Floats, Z: Floats) -> Floats:
        """Bounds of |computed − exact| for `values`, (len(X), len(Z)), the coordinates being taken as exact.

        They hold whichever subset of the points is evaluated together. inf where nothing is known; exactly 0 where the
        arithmetic is exact, as for inner products of integers.
        """
        with np.errstate(all="ignore"):
            return _known(self.rounded(X, Z))

    def split(self, X: Floats, Z: Floats) -> tuple[Floats, Rounded] | None:
        """`values` as sums of two: one without errors, and a rest with smaller ones; None if there are none such."""
        return None

    def diagonal_error(self, X: Floats) -> Floats:
        """Bounds of |computed − exact| for `diagonal_values`, (len(X),)."""
        with np.errstate(all="ignore"):
            return _known(self.rounded_diagonal(X))

    def magnitude(self, points: Floats) -> tuple[float, float]:
        """Upper bounds of |K| and of the error of its computed value, for any two of these points (n, d)."""
        with np.errstate(all="ignore"):
            largest = self.rounded_bound(points)
            error = float(_known(Rounded(np.asarray(largest.values), np.asarray(BOUND_ROUNDING * largest.error))))
            size = float(BOUND_ROUNDING * largest.size) if error < inf else (1 + 2**-20) * self.bound  # a rounded bound
            return size, error

    def relative_error(self, points: Floats) -> float:
        """A bound of the relative error of the value for any two of these points; inf if there is none.

        It does not cover values below `FAINTEST`, which underflow. Finite only for kernels that are nowhere negative.
        """
        return inf

    def norm_error(self, d: int) -> float:
        """A bound of the error of a value at points with d coordinates, relative to √(K(x, x)·K(z, z)).

        It leaves underflow aside. By the Cauchy-Schwarz inequality it is finite for polynomials without negative
        coefficients; inf for other kernels.
        """
        return inf

    @cached_property
    def digits(self) -> int | None:
        """For a polynomial kernel: about how many binary digits an exact value has. None for others."""
        return None

    @cached_property
    def rational(self) -> bool:
        """Whether `exact_values` exist: it is a polynomial whose values have few enough digits."""
        return self.digits is not None and self.digits <= MOST_DIGITS

    @cached_property
    def effort(self) -> int:
        """About how many operations on arrays `rounded` takes."""
        return LEAF_EFFORT

    @cached_property
    def exact_cost(self) -> int:
        """The cost of an exact value, relative to that of an exact inner product."""
        return len(self.leaves) * (1 + (self.digits or 0) // DIGITS_AS_COSTLY)

    def exact_values(self, X: Exacts, Z: Exacts) -> Exacts:
        """K without rounding, (len(X), len(Z)), as int and Fraction.

        X, Z: exact coordinates, see `kpgui.kernels.numerics.exact_numbers`. Raises NotImplementedError for a
        kernel that is not rational.
        """
        raise NotImplementedError(f"{self} is not rational")

    @cached_property
    def degree(self) -> int | None:
        """The degree of K(·, z) as a polynomial in each coordinate; None if it is not a polynomial."""
        return None

    def columns(self, points: Floats, accuracy: float) -> Callable[[int], Floats] | None:
        """A faster way to compute K(xᵢ, x) for all points x, (n,), to within `accuracy`; None if there is none."""
        return None

    def log_growth_bound(self, ellipse: BernsteinEllipse) -> float:
        """The log of a bound on how much |K(·, z)| grows as one coordinate leaves the real axis, inside the ellipse.

        inf where K is not analytic inside the ellipse, or nothing is known: the field is then computed pixel by pixel.
        """
        degree = self.degree
        return inf if degree is None else degree * log(ellipse.rho)

    def max_deviation(self, ellipse: BernsteinEllipse) -> float:
        """A bound of how much K(·, z) anywhere inside the ellipse differs from its value somewhere on the interval."""
        log_growth_bound, bound = self.log_growth_bound(ellipse), self.bound
        return bound * (exp(log_growth_bound) + 1) if bound < inf and log_growth_bound < 10 else inf

    def factor(self, x: Floats, z: Floats) -> Floats:
        """For a separable kernel: one axis' factor, (len(x), len(z)), from that axis' coordinates."""
        raise NotImplementedError(f"{self} is not separable")

    @cached_property
    def unnormalised(self) -> "Kernel | None":
        """For a kernel that is U(x, z)/(u(x) u(z)): the kernel U. The divisors u are its `norms`."""
        return None

    def norms(self, X: Floats) -> Floats:
        """The divisor u for every row of X, (len(X),): 1 if the kernel is not normalised, inf where K counts as 0."""
        return np.ones(len(X))

    def terms(self) -> "Terms":
        """The kernel as a weighted sum of kernels, expanded where that makes a field cheaper."""
        return ((1.0, self),)

    def gram(self, X: Any, Z: Any) -> Floats:
        """K of every row of X with every row of Z: float64 (len(X), len(Z)).

        Raises KpguiError when the shapes do not fit, a coordinate is not a finite number, or a value is too large for a
        float64.
        """
        X, Z = _rows(X), _rows(Z)
        if X.shape[1] != Z.shape[1]:
            raise KpguiError(
                _("Points with {one} and {other} coordinates cannot be compared.").format(
                    one=X.shape[1], other=Z.shape[1]
                )
            )
        with np.errstate(over="ignore", invalid="ignore"):
            values = self.values(X, Z)
        if not self.bounded and not np.isfinite(values).all():
            row, column = np.argwhere(~np.isfinite(values))[0]
            raise self._overflow(X[row], Z[column])
        return values

    def diagonal(self, X: Any) -> Floats:
        """K(x, x) for every row of X: float64 (len(X),). Raises KpguiError when a value is too large for a float64."""
        X = _rows(X)
        with np.errstate(over="ignore", invalid="ignore"):
            values = self.diagonal_values(X)
        if not self.bounded and not np.isfinite(values).all():
            row = int(np.argmin(np.isfinite(values)))
            raise self._overflow(X[row], X[row])
        return values

    def _overflow(self, x: Floats, z: Floats) -> KpguiError:
        where = (
            _("between the points {x} and {z}").format(x=_shown(x), z=_shown(z))
            if (x != z).any()
            else _("at the point {x}").format(x=_shown(x))
        )
        return KpguiError(
            _("{kernel} is too large to compute {where}; scale the data or the kernel down.").format(
                kernel=self.quoted, where=where
            )
        )

    def undefined_at(self, X: Floats) -> int | None:
        """The index of the first row of X at which K is undefined; None when there is none.

        The cosine is undefined at the origin, for example. There it counts as 0, so that f can be drawn everywhere;
        but nothing can be learned from such a point.
        """
        return min((row for part in self.parts if (row := part.undefined_at(X)) is not None), default=None)

    def check(self, points: Floats) -> None:
        """Raises KpguiError naming the first of these points (n, d) at which the kernel is undefined."""
        row = self.undefined_at(points)
        if row is not None:
            at = _("point {row}, {point}").format(row=row + 1, point=_shown(points[row]))
            raise KpguiError(_("{kernel} has no value at {at}; move or delete it.").format(kernel=self.quoted, at=at))

    @property
    def quoted(self) -> str:
        """The expression of the kernel, cut when it is too long for a message."""
        return short(str(self), LONGEST_QUOTE)


Terms = tuple[tuple[float, Kernel], ...]
"""Kernels with their weights."""


class Leaf(Kernel, Declared):
    """A named kernel, declared in a file of its own and registered in `kpgui.kernels.KERNELS`."""

    formula: ClassVar[str]


def _rows(X: Any) -> Floats:
    """`positions_of`, without its copy if X already is finite float64 (n, d)."""
    ready = isinstance(X, np.ndarray) and X.dtype == np.float64 and X.ndim == 2 and X.shape[1]
    return X if ready and np.isfinite(X).all() else positions_of(X)


def _shown(point: Floats) -> str:
    return (
        "("
        + ", ".join(map(shown, point[:QUOTED_COORDINATES].tolist()))
        + ", …" * (len(point) > QUOTED_COORDINATES)
        + ")"
    )


def _known(rounded: Rounded) -> Floats:
    """The error bounds, inf where a value has overflowed or a bound is NaN."""
    return np.where(np.isfinite(rounded.values) & (rounded.error >= 0), rounded.error, inf)


def power(base: Factor, exponent: int) -> Factor:
    """base ** exponent for an integer exponent ≥ 1, by repeated squaring (`**` is 20 times slower on arrays)."""
    square: Any = base
    result: Any = None
    while exponent:
        if exponent & 1:
            result = square if result is None else result * square
        exponent >>= 1
        if exponent:
            square = square * square
    return result
