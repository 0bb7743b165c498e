"""Kernels: one file each, the algebra that joins them, and the expressions that name them."""

from kpgui.kernels.base import Kernel, Leaf
from kpgui.kernels.expression import read_kernel
from kpgui.kernels.linear import Linear
from kpgui.kernels.polynomial import Polynomial
from kpgui.kernels.rbf import RBF
from kpgui.model.registry import Registry

KERNELS: Registry[type[Leaf]] = Registry("kernel", (Linear, Polynomial, RBF))


def kernel(text: str) -> Kernel:
    """The kernel of an expression, as in `kernel("rbf(sigma=0.5) + 0.3*poly(degree=2, c=1)")`.

    Raises KpguiError naming the position and the nearest known name, or the parameter that is out of range.

    >>> str(kernel("rbf + 0.3*poly(degree=2)"))
    'rbf(sigma=1) + 0.3*poly(degree=2, gamma=1, c=1)'
    """
    return read_kernel(text, KERNELS)
