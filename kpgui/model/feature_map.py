"""Explicit feature maps φ, into coordinates in which a hyperplane may separate the classes."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from kpgui.language import later
from kpgui.model.arrays import Floats
from kpgui.model.param import indexed


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
