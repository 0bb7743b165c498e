"""What a kernel is: K(x, z), a similarity of two points, and what its structure lets us do faster."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property, reduce
from itertools import product
from math import exp, inf, log
from typing import Any, ClassVar, TypeVar

import numpy as np

from kpgui.kernels.numerics.ellipse import BernsteinEllipse
from kpgui.kernels.numerics.rounding import ROOM, Rounded
from kpgui.kernels.validity import Validity
from kpgui.model.arrays import Exacts, Floats
from kpgui.model.dataset import positions_of
from kpgui.model.errors import KpguiError
from kpgui.model.number import shown
from kpgui.model.param import Declared
from kpgui.model.quoting import SHOWN, short

MOST_PRODUCTS = 8
"""A kernel that is a longer sum of products is quicker in another way."""

QUOTED = 4
"""Coordinates of a point that a sentence says."""

LEAF_EFFORT = 4
"""Operations on arrays for a kernel with a name."""

MOST_DIGITS = 20_000
"""Of a rational number that takes a tenth of a millisecond or two to compute."""

DIGITS_AS_COSTLY = 1000
"""So many digits more cost as much as to compute a rational number at all."""


Factor = TypeVar("Factor")
"""What can be multiplied by its own kind: arrays, with their errors or exact."""


class Kernel(ABC):
    """A kernel: leaves are declared in one file each, the algebra joins them.

    What follows from its structure is a cached_property: kernels are frozen, and a nest of them in which each asked its
    parts twice would take twice as long with each level.

    A subclass gives `values` and `diagonal_values`, and how far these may be off: `rounded`, `rounded_diagonal` and
    `rounded_bound`. `separable` with `factor`, `additive` with `addend`, `degree`,
    `log_growth_bound` and `unnormalised` with `norms` are promises about its structure that the field uses (see
    `kpgui.engine.evaluators.terms`).
    """

    noun: ClassVar[str] = ""
    """For a kernel made of kernels: what it is of them, "a sum"."""

    @cached_property
    def separable(self) -> bool:
        """In the plane, K(x, z) is a product of one factor for each axis."""
        return False

    @cached_property
    def additive(self) -> bool:
        """In the plane, K(x, z) is a sum of one addend for each axis."""
        return False

    @cached_property
    def bound(self) -> float:
        """What |K| never exceeds, whatever the points; inf when it may be any size, or overflow on the way."""
        return inf

    @cached_property
    def bounded(self) -> bool:
        return self.bound < inf

    @cached_property
    def strictly_positive_definite(self) -> bool:
        """Known to be positive definite on any distinct points: it separates them whatever their labels are."""
        return False

    @property
    @abstractmethod
    def psd_reason(self) -> str:
        """Why it is positive semidefinite if it is, after "Positive semidefinite: "."""

    @property
    def parts(self) -> "tuple[Kernel, ...]":
        """The kernels that it is made of."""
        return ()

    @cached_property
    def leaves(self) -> int:
        """How many kernels with a name are in it, each of which costs as much as one."""
        return sum(part.leaves for part in self.parts) or 1

    operations = 0
    """How many operations it is made by."""

    @cached_property
    def indefinite_reason(self) -> str | None:
        """The part that need not be positive semidefinite, and why; None where there is no such part."""
        return next((indefinite_reason for part in self.parts if (indefinite_reason := part.indefinite_reason)), None)

    @cached_property
    def validity(self) -> Validity:
        """Whether it is guaranteed to be positive semidefinite, and by which rule or why not."""
        indefinite_reason = self.indefinite_reason
        if indefinite_reason is None:
            return Validity(True, f"Positive semidefinite: {self.psd_reason}.")
        inherited = any(part.indefinite_reason == indefinite_reason for part in self.parts)
        then = f"; no rule covers {self.noun} of it" if inherited else ""
        return Validity(False, f"Not guaranteed: {indefinite_reason}{then}.")

    @abstractmethod
    def values(self, X: Floats, Z: Floats) -> Floats:
        """K of every row of X with every row of Z, (len(X), len(Z)); X and Z are float64 of equal width."""

    @abstractmethod
    def diagonal_values(self, X: Floats) -> Floats:
        """K(x, x) for every row of X, (len(X),)."""

    def rounded(self, X: Floats, Z: Floats) -> Rounded:
        """`values` with their error, inf where nothing is known of it."""
        values = self.values(X, Z)
        return Rounded(values, np.full(values.shape, inf))

    def rounded_diagonal(self, X: Floats) -> Rounded:
        """`diagonal_values` with their error."""
        values = self.diagonal_values(X)
        return Rounded(values, np.full(values.shape, inf))

    def rounded_bound(self, points: Floats) -> Rounded:
        """A number that |K| does not exceed for any two of these points, with at least the error of any value of it."""
        return Rounded(np.float64(self.bound), inf)

    def value_error(self, X: Floats, Z: Floats) -> Floats:
        """What `values` may be off from K at the real numbers that the coordinates are, (len(X), len(Z)).

        At most, for whatever part of the points they are computed; inf where nothing is known. Exactly 0 where the
        arithmetic is exact, as for inner products of whole numbers.
        """
        with np.errstate(all="ignore"):
            return _known(self.rounded(X, Z))

    def diagonal_error(self, X: Floats) -> Floats:
        """What `diagonal_values` may be off, (len(X),)."""
        with np.errstate(all="ignore"):
            return _known(self.rounded_diagonal(X))

    def magnitude(self, points: Floats) -> tuple[float, float]:
        """At least |K| for any two of these points (n, d), and at least what its computed value may be off."""
        with np.errstate(all="ignore"):
            largest = self.rounded_bound(points)
            error = float(_known(Rounded(np.asarray(largest.values), np.asarray(ROOM * largest.error))))
            size = float(ROOM * largest.size) if error < inf else (1 + 2**-20) * self.bound  # itself rounded
            return size, error

    def relative_error(self, points: Floats) -> float:
        """What a value for two of these points may be off, at most, as a share of it; inf where no share is enough.

        Values below `FAINTEST` aside, which underflow. Finite only for kernels that are nowhere negative.
        """
        return inf

    def norm_error(self, d: int) -> float:
        """What a value at points with d coordinates may be off as a share of √(K(x, x)·K(z, z)), underflow aside.

        By the inequality of Cauchy and Schwarz, finite for polynomials without negative coefficients; inf for others.
        """
        return inf

    @cached_property
    def digits(self) -> int | None:
        """Of a polynomial whose coefficients are doubles about how many binary digits an exact value has, else None."""
        return None

    @cached_property
    def rational(self) -> bool:
        """Whether it is such a polynomial, and one with so few digits that there are `exact_values`."""
        return self.digits is not None and self.digits <= MOST_DIGITS

    @cached_property
    def effort(self) -> int:
        """About how many operations on arrays it takes to compute values with their error."""
        return LEAF_EFFORT

    @cached_property
    def exact_cost(self) -> int:
        """What an exact value costs, in those of an inner product."""
        return self.leaves * (1 + (self.digits or 0) // DIGITS_AS_COSTLY)

    def exact_values(self, X: Exacts, Z: Exacts) -> Exacts:
        """K without rounding, (len(X), len(Z)).

        X, Z: exact coordinates, see `kpgui.kernels.numerics.rounding.exact_numbers`. Raises NotImplementedError for a
        kernel that is not rational.
        """
        raise NotImplementedError(f"{self} is not rational")

    @cached_property
    def degree(self) -> int | None:
        """The degree of K(·, z) as a polynomial in each coordinate, or None if it is none."""
        return None

    def columns(self, points: Floats, accuracy: float) -> Callable[[int], Floats] | None:
        """A faster way to K(x_i, x) for all points x, (n,), off by no more than `accuracy`; None if there is none."""
        return None

    def log_growth_bound(self, ellipse: BernsteinEllipse) -> float:
        """How K(·, z) grows when one coordinate leaves the real axis: at most e^growth times what it is there.

        inf where it is not analytic inside the ellipse.
        """
        degree = self.degree
        return inf if degree is None else degree * log(ellipse.rho)

    @cached_property
    def growth_is_declared(self) -> bool:
        """Whether `log_growth_bound` is given, by it and its parts: then inf means that it is not analytic there.

        Of a kernel that leaves it out nothing is known, and the field measures how many nodes do, which takes longer.
        """
        own = self.degree is not None or type(self).log_growth_bound is not Kernel.log_growth_bound
        return own and all(part.growth_is_declared for part in self.parts)

    def max_deviation(self, ellipse: BernsteinEllipse) -> float:
        """How much K(·, z) differs at most, anywhere inside, from what it is somewhere on the interval."""
        log_growth_bound, bound = self.log_growth_bound(ellipse), self.bound
        return bound * (exp(log_growth_bound) + 1) if bound < inf and log_growth_bound < 10 else inf

    def factor(self, x: Floats, z: Floats) -> Floats:
        """For a separable kernel: one axis' factor, (len(x), len(z)), from that axis' coordinates."""
        raise NotImplementedError(f"{self} is not separable")

    @cached_property
    def rank(self) -> int | None:
        """In the plane, K(x, z) is a sum of so many products of a factor for each axis; None if of none or too many."""
        return 1 if self.separable else 2 if self.additive else None

    def factors(self, axis: int, x: Floats, z: Floats) -> list[Floats]:
        """For a kernel with a rank: the factors of one axis, (len(x), len(z)) each, from that axis' coordinates."""
        if self.separable:
            return [self.factor(x, z)]
        addend = self.addend(x, z)
        return [np.ones_like(addend), addend] if axis else [addend, np.ones_like(addend)]

    def log_range(self, x: Floats, z: Floats) -> float:
        """For a separable kernel: the largest |log factor| that could overflow or vanish while K itself does not."""
        return 0.0

    def addend(self, x: Floats, z: Floats) -> Floats:
        """For an additive kernel: one axis' addend, (len(x), len(z)), from that axis' coordinates."""
        raise NotImplementedError(f"{self} is not additive")

    @cached_property
    def unnormalised(self) -> "Kernel | None":
        """For a kernel that is U(x, z)/(u(x) u(z)): the kernel U. The divisors u are its `norms`."""
        return None

    def norms(self, X: Floats) -> Floats:
        """The divisor u for every row of X, (len(X),): 1 when the kernel is not normalised, inf where it is 0."""
        return np.ones(len(X))

    def terms(self) -> "Terms":
        """The kernel as a weighted sum of kernels that are not sums."""
        return ((1.0, self),)

    def gram(self, X: Any, Z: Any) -> Floats:
        """K of every row of X with every row of Z: float64 (len(X), len(Z)).

        Raises KpguiError when the shapes do not fit, a coordinate is no finite number, or a value is too large for a
        float64.
        """
        X, Z = _rows(X), _rows(Z)
        if X.shape[1] != Z.shape[1]:
            raise KpguiError(f"Points with {X.shape[1]} and {Z.shape[1]} coordinates cannot be compared.")
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
        where = f"between the points {_shown(x)} and {_shown(z)}" if (x != z).any() else f"at the point {_shown(x)}"
        return KpguiError(f"{self.quoted} is too large to compute {where}; scale the data or the kernel down.")

    def undefined_at(self, X: Floats) -> int | None:
        """The first row of X at which K has no value, None when there is none.

        Cosine has none at the origin, for example. There it counts as 0, so that f can be drawn everywhere; but
        nothing can be learned from such a point.
        """
        return min((row for part in self.parts if (row := part.undefined_at(X)) is not None), default=None)

    def check(self, points: Floats) -> None:
        """Raise KpguiError that names the first of these points (n, d) at which the kernel has no value."""
        row = self.undefined_at(points)
        if row is not None:
            at = f"point {row + 1}, {_shown(points[row])}"
            raise KpguiError(f"{self.quoted} has no value at {at}; move or delete it.")

    @property
    def quoted(self) -> str:
        """Its expression, cut when it is too long for a sentence."""
        return short(str(self), SHOWN)


Terms = tuple[tuple[float, Kernel], ...]
"""Kernels with their weights."""


class Leaf(Kernel, Declared):
    """A kernel with a name, declared in a file of its own; `rule` is a class attribute."""

    formula: ClassVar[str]


def _rows(X: Any) -> Floats:
    """`positions_of`, without its copy where there is nothing to do."""
    ready = isinstance(X, np.ndarray) and X.dtype == np.float64 and X.ndim == 2 and X.shape[1]
    return X if ready and np.isfinite(X).all() else positions_of(X)


def _shown(point: Floats) -> str:
    return "(" + ", ".join(map(shown, point[:QUOTED].tolist())) + ", …" * (len(point) > QUOTED) + ")"


def _known(rounded: Rounded) -> Floats:
    """Its error, inf where a value has overflowed."""
    return np.where(np.isfinite(rounded.values) & (rounded.error >= 0), rounded.error, inf)


def useful_rank(rank: int | None) -> int | None:
    return rank if rank is not None and rank <= MOST_PRODUCTS else None


def powers_of_sum(factors: list[Floats], exponent: int) -> list[Floats]:
    """The factors of a power: of each of the products that a power of a sum of products is multiplied out into."""
    return [reduce(np.multiply, chosen) for chosen in product(factors, repeat=exponent)]


def power(base: Factor, exponent: int) -> Factor:
    """base ** exponent for a whole exponent ≥ 1, by repeated squaring (`**` is 20 times slower on arrays)."""
    square: Any = base
    result: Any = None
    while exponent:
        if exponent & 1:
            result = square if result is None else result * square
        exponent >>= 1
        if exponent:
            square = square * square
    return result
