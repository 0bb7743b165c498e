"""Kernels: one file each, the algebra that combines them, and the expressions that name them."""

from functools import lru_cache

from kpgui.kernels.algebra.expression import read_kernel
from kpgui.kernels.base import Kernel, Leaf
from kpgui.kernels.cosine import Cosine
from kpgui.kernels.exponential import Exponential
from kpgui.kernels.laplacian import Laplacian
from kpgui.kernels.linear import Linear
from kpgui.kernels.matern32 import Matern32
from kpgui.kernels.matern52 import Matern52
from kpgui.kernels.periodic import Periodic
from kpgui.kernels.polynomial import Polynomial
from kpgui.kernels.rational_quadratic import RationalQuadratic
from kpgui.kernels.rbf import RBF
from kpgui.kernels.sigmoid import Sigmoid
from kpgui.model.registry import Registry

KERNELS: Registry[type[Leaf]] = Registry(
    "kernel",
    (
        Linear,
        Polynomial,
        RBF,
        Laplacian,
        Exponential,
        Matern32,
        Matern52,
        RationalQuadratic,
        Sigmoid,
        Cosine,
        Periodic,
    ),
)

OPERATORS = (
    ("K1 + K2", "sum"),
    ("K1 - K2", "difference; not guaranteed to be positive semidefinite"),
    ("K1 * K2", "product"),
    ("0.3*K", "multiple by a number ≥ 0"),
    ("K**3", "whole power"),
    ("exp(K)", "exponential"),
    ("normalized(K)", "K(x, z) / √(K(x, x) K(z, z))"),
)
"""The operations of the kernel algebra: syntax and meaning, for help texts."""


def kernel(text: str) -> Kernel:
    """The kernel of an expression, as in `kernel("rbf(sigma=0.5) + 0.3*poly(degree=2, c=1)")`.

    Raises KpguiError naming the position and the nearest known name, or the parameter that is out of range.

    >>> str(kernel("rbf + 0.3*poly(degree=2)"))
    'rbf(sigma=1) + 0.3*poly(degree=2, gamma=1, c=1)'
    """
    return _read(text)


@lru_cache
def _read(text: str) -> Kernel:
    """Cached: kernels are frozen, and the same session's kernel is asked for again and again."""
    return read_kernel(text, KERNELS)
