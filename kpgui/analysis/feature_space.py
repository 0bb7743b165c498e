"""The vectors yᵢφ(xᵢ) of a polynomial kernel: in float64 with error bounds, and in integers."""

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from math import frexp, inf, isqrt, ldexp, prod, sqrt
from typing import TypeVar

import numpy as np

from kpgui.analysis.certificate import Integers
from kpgui.analysis.gram import PIECE
from kpgui.kernels.monomials import Coefficients, Monomial, Monomials
from kpgui.model.arrays import EPSILON, Bools, Floats
from kpgui.model.cancel import Token

Number = TypeVar("Number", int, Fraction)

SAFE = 1e-290
"""Nonzero products below this may lose digits to underflow."""

MOST_EXACT_POINTS = 20
"""Most points whose K(x, x) is computed exactly to find the largest among those that float64 cannot tell apart."""

MOST_EXACT_TERMS = 30_000
"""Most terms of K(x, x) that are computed exactly."""


class FeatureVectors:
    """yᵢφ(xᵢ) for points X (n, d), n ≥ 1, with coordinates y√a_m xᵐ, divided by √N(x, x) if the kernel is normalised.

    These divisors are irrational, but separability does not depend on them, unless a bias adds a coordinate y that is
    not divided: then there are no exact vectors.

    vectors: (n, D), divided by `unit`, a power of 2, so that the longest is about 1. lengths: (n,) of these. relative:
    a bound of the relative error of each coordinate. sound: whether it holds; if something overflowed or underflowed,
    it does not and the vectors are useless. whole: whether `exact` exists. zero: (n,) whether φ(x) = 0 exactly. Raises
    Cancelled.
    """

    def __init__(self, form: Monomials, X: Floats, labels: Floats, token: Token) -> None:
        self._X, self._labels, self._form = X, labels, form
        self._monomials = list(form.coefficients)
        self.roots = [_root(a) for a in form.coefficients.values()]
        degree = max((sum(monomial) for monomial in self._monomials), default=0)
        norm = form.norm or {}
        self.relative = (degree + 4 + (degree + len(norm) + 8 if norm else 0)) * EPSILON
        self.whole = not form.biased
        vanishing = _vanishing(self._monomials, X, token)
        self.zero: Bools = vanishing & self.whole
        self.vectors, self.lengths = np.empty((len(X), len(self._monomials) + form.biased)), np.empty(len(X))
        height = max(1, PIECE // max(1, len(self._monomials)))
        pieces = [slice(start, start + height) for start in range(0, len(X), height)]
        safe = not norm or _smallest_factor(norm, X) > SAFE
        with np.errstate(all="ignore"):
            for some in pieces:
                token.check()
                vectors = _features(form.coefficients, X[some]) * labels[some, None]
                if norm:
                    divisors = _lengths(_features(norm, X[some]))
                    vectors /= np.where(vanishing[some], 1.0, divisors)[:, None]
                    safe = safe and bool((divisors[~vanishing[some]] > SAFE**0.5).all())
                if form.biased:
                    vectors = np.column_stack([vectors, labels[some]])
                self.vectors[some], self.lengths[some] = vectors, _lengths(vectors)
            longest = float(self.lengths.max())
            self.unit = 2.0 ** frexp(longest)[1] if SAFE**0.5 < longest < inf else 1.0
            for some in pieces:
                token.check()
                self.vectors[some] /= self.unit
                self.lengths[some] /= self.unit
        smallest = _smallest_factor(form.coefficients, X) / max(self.unit, 1.0)
        self.sound = safe and smallest > SAFE and SAFE**0.5 < longest < inf
        self._binary_places = [_binary_places(X[:, axis]) for axis in range(X.shape[1])]
        self._exact: dict[int, Integers] = {}

    def radius(self, token: Token) -> float:
        """R, the largest ‖φ(x)‖, rounded up; inf if that would take too long."""
        if self._form.norm == self._form.coefficients and not self._form.biased:
            return 0.0 if self.zero.all() else 1.0
        near = np.arange(len(self._X))
        if self.sound:
            share = 2 * (self.relative + (self.vectors.shape[1] + 4) * EPSILON)
            longest = float(self.lengths.max())
            near = np.flatnonzero(self.lengths >= (1 - 2 * share) * longest)
            if len(near) > MOST_EXACT_POINTS:
                return longest * (1 + share) * self.unit
        if len(near) * len(self._monomials) > MOST_EXACT_TERMS:
            return inf
        largest = 0.0
        for i in near.tolist():
            token.check()
            largest = max(largest, root_up(self.square(i)))
        return largest

    def square(self, i: int) -> Fraction:
        """K(xᵢ, xᵢ), exactly."""
        square = _at(self._form.coefficients, self._X[i])
        return (square / self._normaliser(i) if square else square) + self._form.biased

    def exact(self, i: int) -> Integers:
        """yᵢφ(xᵢ) without the factors √a_m, each coordinate times a power of 2 that makes it an integer."""
        known = self._exact.get(i)
        if known is None:
            x = [
                int(Fraction(value) * Fraction(2) ** places)
                for value, places in zip(self._X[i].tolist(), self._binary_places, strict=True)
            ]
            sign = int(self._labels[i])
            known = [sign * _monomial(x, monomial) for monomial in self._monomials]
            self._exact[i] = known
        return known

    def costs(self) -> Integers:
        """Integers proportional to about √a_m over those powers of 2, which weight the coordinates as in φ."""
        exponents = [
            _logarithm(a) // 2 - s for a, s in zip(self._form.coefficients.values(), self._shifts(), strict=True)
        ]
        least = min(exponents)
        return [2 ** (exponent - least) for exponent in exponents]

    def direction(self, w: Integers) -> Floats | None:
        """A w for the `exact` vectors converted to one for `vectors`, scaled to about 1; None for w = 0."""
        scaled = [Fraction(value) * Fraction(2) ** shift for value, shift in zip(w, self._shifts(), strict=True)]
        largest = max(map(abs, scaled))
        if not largest:
            return None
        top = _logarithm(largest)
        return np.array(
            [
                float(value / Fraction(2) ** top) / root if root else np.nan
                for value, root in zip(scaled, self.roots, strict=True)
            ]
        )

    def margin_of(self, w: Integers, products: list[int]) -> float:
        """A lower bound of γ: min p·w/‖w‖, rounded down, given the products p·w > 0 of all the `exact` vectors."""
        coefficients = self._form.coefficients.values()
        squared = sum(
            (Fraction(value) * Fraction(2) ** shift) ** 2 / a
            for value, shift, a in zip(w, self._shifts(), coefficients, strict=True)
        )
        if self._form.norm is None:
            return _root_down(Fraction(min(products)) ** 2 / squared)
        least = min(Fraction(product) ** 2 / self._normaliser(i) for i, product in enumerate(products))
        return _root_down(least / squared)

    def _normaliser(self, i: int) -> Fraction:
        norm = self._form.norm
        return Fraction(1) if norm is None else _at(norm, self._X[i])

    def _shifts(self) -> Integers:
        """The exponents of the powers of 2 in `exact`."""
        return [
            sum(power * places for power, places in zip(monomial, self._binary_places, strict=True))
            for monomial in self._monomials
        ]


def _features(coefficients: Coefficients, X: Floats) -> Floats:
    """√a_m xᵐ, (n, D), each with at most |m| + 2 roundings."""
    features = np.empty((len(X), len(coefficients)))
    for column, (monomial, a) in enumerate(coefficients.items()):
        factors = [X[:, axis] for axis, power in enumerate(monomial) for _ in range(power)]
        features[:, column] = reduce(np.multiply, factors, np.full(len(X), _root(a)))
    return features


def _lengths(vectors: Floats) -> Floats:
    return np.sqrt(np.einsum("ij,ij->i", vectors, vectors))


def _smallest_factor(coefficients: Coefficients, X: Floats) -> float:
    """A lower bound of every nonzero partial product of a feature's factors."""
    degree = max((sum(monomial) for monomial in coefficients), default=0)
    size = float(np.abs(X).min(where=X != 0, initial=1.0))
    return min(map(_root, coefficients.values()), default=1.0) * size**degree


def _vanishing(monomials: list[Monomial], X: Floats, token: Token) -> Bools:
    """Whether all monomials are 0 at each point, (n,)."""
    zero, present = np.ones(len(X), bool), X != 0
    for monomial in sorted(monomials):
        token.check()
        axes = [axis for axis, power in enumerate(monomial) if power]
        zero &= ~present[:, axes].all(axis=1)
        if not zero.any():
            break
    return zero


def _at(coefficients: Coefficients, x: Floats) -> Fraction:
    """Σ a_m x²ᵐ, exactly: the polynomial kernel at (x, x)."""
    exact = [Fraction(value) for value in x.tolist()]
    return sum((a * _monomial(exact, m) ** 2 for m, a in coefficients.items()), Fraction(0))


def _monomial(x: Sequence[Number], monomial: Monomial) -> Number | int:
    return prod(value**power if power > 1 else value for value, power in zip(x, monomial, strict=True) if power)


def _binary_places(coordinates: Floats) -> int:
    """The most binary places after the point of any coordinate; negative if all are multiples of a power of 2."""
    mantissas, exponents = np.frexp(coordinates[coordinates != 0])
    whole = np.abs(mantissas * 2.0**53).astype(np.int64)
    trailing = np.frexp((whole & -whole).astype(np.float64))[1] - 1
    return int((53 - exponents - trailing).max(initial=-1100)) if len(whole) else 0


def _logarithm(value: Fraction) -> int:
    """⌊log₂ value⌋ to within 1."""
    return abs(value.numerator).bit_length() - value.denominator.bit_length()


def _root(value: Fraction) -> float:
    """√value to within two roundings; 0 where it is too small for safe arithmetic, inf where it overflows."""
    half = _logarithm(value) // 2
    try:
        root = ldexp(sqrt(float(value / Fraction(4) ** half)), half)
    except OverflowError:
        return np.inf
    return root if root > SAFE**0.5 else 0.0


def _root_down(value: Fraction) -> float:
    """√value, rounded down."""
    half = _logarithm(value) // 2 - 60
    scaled = value / Fraction(4) ** half
    root = Fraction(isqrt(scaled.numerator // scaled.denominator)) * Fraction(2) ** half
    return _toward(root, -1)


def root_up(value: Fraction) -> float:
    """√value, rounded up; inf where that overflows."""
    if not value:
        return 0.0
    half = _logarithm(value) // 2 - 60
    scaled = value / Fraction(4) ** half
    ceiling = -(-scaled.numerator // scaled.denominator)
    root = isqrt(ceiling)
    return _toward(Fraction(root + (root * root < ceiling)) * Fraction(2) ** half, 1)


def _toward(value: Fraction, side: int) -> float:
    """The value rounded up to a float64 (side 1), or down (side −1)."""
    try:
        nearest = float(value)
    except OverflowError:
        return np.inf if side > 0 else float(np.finfo(np.float64).max)
    if (Fraction(nearest) - value) * side < 0:
        nearest = float(np.nextafter(nearest, side * np.inf))
    return nearest
