"""Polynomial kernels in terms of their monomials: K(x, z) = Σ a_m xᵐ zᵐ, with exact coefficients.

Every kernel that the algebra makes of linear and polynomial ones has this form, with one coefficient a_m for each
monomial xᵐ, since (xᵐ zᵐ)(xᵏ zᵏ) = xᵐ⁺ᵏ zᵐ⁺ᵏ. Hence √a_m xᵐ are the coordinates of φ(x), and such a kernel separates
what polynomials in its monomials separate.
"""

from collections import defaultdict
from fractions import Fraction
from math import comb, factorial, prod
from typing import NamedTuple

from kpgui.kernels import Cosine, Kernel, Linear, Polynomial
from kpgui.kernels.algebra.normalized import Normalized
from kpgui.kernels.algebra.powers import Power
from kpgui.kernels.algebra.sums_and_products import Difference, Product, Scaled, Sum
from kpgui.kernels.parts.explicit import Explicit

MOST_MONOMIALS = 150
"""Most monomials of a kernel: beyond that neither exact arithmetic nor a search in feature space is quick."""

MOST_DEGREE, MOST_BITS = 200, 20_000
"""Largest degree of a monomial, and bits of a coefficient: powers of powers may have few monomials but huge ones."""

Monomial = tuple[int, ...]
"""The exponent of each coordinate."""

Coefficients = dict[Monomial, Fraction]
"""The coefficient a_m > 0 of each monomial."""


class Monomials(NamedTuple):
    """A kernel U(x, z) / √(N(x, x) N(z, z)), plus 1 if `biased`, with U and N as polynomials.

    coefficients: those of U. norm: those of N, None for N = 1.
    """

    coefficients: Coefficients
    norm: Coefficients | None = None
    biased: bool = False

    def plus_one(self, d: int) -> "Monomials":
        """The kernel K + 1, which stands for K with a bias, over points with d coordinates."""
        if self.norm is not None:
            return self._replace(biased=True)
        return Monomials(_sum(self.coefficients, {(0,) * d: Fraction(1)}))


def in_monomials(kernel: Kernel, d: int) -> Monomials | None:
    """The monomials of a kernel over points with d coordinates; None if it is not a polynomial or has too many."""
    match kernel:
        case Linear():
            return _checked(Monomials(_homogeneous(d, 1))) if d <= MOST_MONOMIALS else None
        case Cosine():
            return _normalised(in_monomials(Linear(), d))
        case Polynomial():
            return (
                _checked(Monomials(_polynomial(kernel, d)))
                if comb(d + kernel.degree, d) <= 2 * MOST_MONOMIALS
                else None
            )
        case Explicit():
            return _of_map(kernel.map.key, d)
        case Scaled():
            return _scaled(kernel, in_monomials(kernel.kernel, d))
        case Power():
            return _power(in_monomials(kernel.kernel, d), kernel.exponent)
        case Normalized():
            return _normalised(in_monomials(kernel.kernel, d))
        case Sum() | Difference() | Product():
            left, right = in_monomials(kernel.left, d), in_monomials(kernel.right, d)
            if left is None or right is None:
                return None
            if isinstance(kernel, Product):
                return _times(left, right)
            return _joined(left, right, -1 if isinstance(kernel, Difference) else 1)
    return None


def _of_map(key: str, d: int) -> Monomials | None:
    """The kernel of an explicit feature map."""
    match key:
        case "identity":
            return in_monomials(Linear(), d)
        case "squares":
            if 2 * d > MOST_MONOMIALS:
                return None
            squares = {tuple(2 * power for power in monomial): Fraction(1) for monomial in _homogeneous(d, 1)}
            return Monomials(_homogeneous(d, 1) | squares)
        case "quadratic":
            return in_monomials(Polynomial(degree=2, c=0.0), d)
        case "full_quadratic":
            return in_monomials(Polynomial(degree=2, c=1.0), d)
    return None


def _polynomial(kernel: Polynomial, d: int) -> Coefficients:
    """(γ x·z + c)ⁿ = Σ_k C(n, k) γᵏ cⁿ⁻ᵏ (x·z)ᵏ."""
    gamma, c, degree = Fraction(kernel.gamma), Fraction(kernel.c), kernel.degree
    result: Coefficients = {}
    for k in range(degree + 1) if c else [degree]:
        factor = comb(degree, k) * gamma**k * c ** (degree - k)
        result |= {monomial: factor * times for monomial, times in _homogeneous(d, k).items()}
    return result


def _homogeneous(d: int, k: int) -> Coefficients:
    """(x·z)ᵏ, by the multinomial theorem."""
    return {m: Fraction(factorial(k) // prod(map(factorial, m))) for m in _exponents(d, k)}


def _exponents(d: int, k: int) -> list[Monomial]:
    if d == 1:
        return [(k,)]
    return [(first, *rest) for first in range(k, -1, -1) for rest in _exponents(d - 1, k - first)]


def _normalised(inner: Monomials | None) -> Monomials | None:
    """U(x, z)/√(U(x, x) U(z, z)): any earlier divisor of U cancels out."""
    return None if inner is None else Monomials(inner.coefficients, inner.coefficients)


def _scaled(kernel: Scaled, inner: Monomials | None) -> Monomials | None:
    if inner is None:
        return None
    weight = Fraction(kernel.weight)
    return _checked(Monomials({m: weight * a for m, a in inner.coefficients.items()} if weight else {}, inner.norm))


def _joined(left: Monomials, right: Monomials, sign: int) -> Monomials | None:
    if left.norm != right.norm:
        return None
    joined = _sum(left.coefficients, {m: sign * a for m, a in right.coefficients.items()})
    return _checked(Monomials(joined, left.norm)) if min(joined.values(), default=0) >= 0 else None


def _sum(left: Coefficients, right: Coefficients) -> Coefficients:
    joined = {m: left.get(m, Fraction(0)) + right.get(m, Fraction(0)) for m in left | right}
    return {m: a for m, a in joined.items() if a}


def _times(left: Monomials, right: Monomials) -> Monomials | None:
    coefficients = _product(left.coefficients, right.coefficients)
    if len(coefficients) > MOST_MONOMIALS:
        return None
    norm = _product(left.norm, right.norm) if left.norm and right.norm else left.norm or right.norm
    return _checked(Monomials(coefficients, norm))


def _product(left: Coefficients, right: Coefficients) -> Coefficients:
    """The product, left incomplete beyond `MOST_MONOMIALS` monomials: with a_m > 0 none of them cancels later."""
    result: defaultdict[Monomial, Fraction] = defaultdict(Fraction)
    for one, a in left.items():
        for other, b in right.items():
            result[tuple(map(int.__add__, one, other))] += a * b
        if len(result) > MOST_MONOMIALS:
            break
    return dict(result)


def _power(inner: Monomials | None, exponent: int) -> Monomials | None:
    result = inner
    for _ in range(exponent - 1):
        result = None if result is None or inner is None else _times(result, inner)
    return result


def _checked(found: Monomials) -> Monomials | None:
    return found if all(map(_is_short, (found.coefficients, found.norm or {}))) else None


def _is_short(found: Coefficients) -> bool:
    return (
        len(found) <= MOST_MONOMIALS
        and max(map(sum, found), default=0) <= MOST_DEGREE
        and max((a.numerator.bit_length() + a.denominator.bit_length() for a in found.values()), default=0) <= MOST_BITS
    )
