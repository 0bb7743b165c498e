"""Explicit feature maps φ, into coordinates in which a hyperplane may separate the classes."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from kpgui.model.arrays import Floats


class FeatureMap(NamedTuple):
    """A named feature map. phi: points (n, d) to features (n, D), for floats and for exact numbers.

    degree: the degree of φ(x)·φ(z) in each coordinate of x.
    """

    key: str
    formula: str
    degree: int
    phi: Callable[[Any], Any]


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


MAPS = {
    each.key: each
    for each in (
        FeatureMap("identity", "φ(x) = x", 1, _identity),
        FeatureMap("squares", "φ(x) = (xₐ, xₐ²) for every coordinate a", 2, _squares),
        FeatureMap("quadratic", "φ(x) = (xₐxᵦ) for all a, b", 2, _quadratic),
        FeatureMap("full_quadratic", "φ(x) = (1, xₐ, xₐ, xₐxᵦ) for all a, b", 2, _full_quadratic),
    )
}
