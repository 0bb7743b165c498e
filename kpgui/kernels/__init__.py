"""Kernels: one file each, the algebra that combines them, and the expressions that name them."""

from functools import lru_cache

from kpgui.kernels.algebra.normalized import Normalized
from kpgui.kernels.algebra.powers import MAX_EXPONENT, Exp, Power
from kpgui.kernels.algebra.sums_and_products import Difference, Product, Scaled, Sum
from kpgui.kernels.base import Kernel, Leaf
from kpgui.kernels.cosine import Cosine
from kpgui.kernels.exponential import Exponential
from kpgui.kernels.laplacian import Laplacian
from kpgui.kernels.linear import Linear
from kpgui.kernels.matern import Matern32, Matern52
from kpgui.kernels.periodic import Periodic
from kpgui.kernels.polynomial import Polynomial
from kpgui.kernels.rational_quadratic import RationalQuadratic
from kpgui.kernels.rbf import RBF
from kpgui.kernels.sigmoid import Sigmoid
from kpgui.language import _
from kpgui.model.expression import Call, ExpressionError, Number, Operation, Tree, parse
from kpgui.model.registry import Registry, build

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

WRAPPERS: dict[str, type[Exp] | type[Normalized]] = {Exp.key: Exp, Normalized.key: Normalized}
"""The operations written as a function of one kernel."""

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
    found = _part(text, parse(text))
    if isinstance(found, float):
        raise ExpressionError(text, 0, _("expected a kernel, as in rbf(sigma=0.5), found only a number"))
    return found


def _part(text: str, tree: Tree) -> Kernel | float:
    if isinstance(tree, Number):
        return float(tree.value)
    if isinstance(tree, Call):
        if tree.name in WRAPPERS:
            return _wrap(text, tree)
        return build(text, tree, KERNELS, also=tuple(WRAPPERS))
    return _operate(text, tree)


def _wrap(text: str, call: Call) -> Kernel:
    if len(call.inner) != 1 or call.named:
        raise ExpressionError(
            text, call.at, _("{name} takes one kernel, as in {name}(linear())").format(name=call.name)
        )
    inner = _part(text, call.inner[0])
    if isinstance(inner, float):
        raise ExpressionError(
            text, call.inner[0].at, _("expected a kernel inside {name}(…), found only a number").format(name=call.name)
        )
    return WRAPPERS[call.name](inner)


def _operate(text: str, tree: Operation) -> Kernel | float:
    left, right = _part(text, tree.left), _part(text, tree.right)
    if tree.operator == "**":
        if isinstance(left, float):
            raise ExpressionError(text, tree.at, _("only a kernel can be raised to a power"))
        assert isinstance(right, float)
        if not right.is_integer() or not 1 <= right <= MAX_EXPONENT:
            raise ExpressionError(
                text,
                tree.at,
                _("the power of a kernel is a whole number from 1 to {most}").format(most=MAX_EXPONENT),
            )
        return Power(left, int(right))
    if tree.operator == "*":
        if isinstance(left, float) and isinstance(right, float):
            return left * right
        if isinstance(left, Kernel) and isinstance(right, Kernel):
            return Product(left, right)
        weight, kernel = (left, right) if isinstance(left, float) else (right, left)
        assert isinstance(weight, float)
        assert isinstance(kernel, Kernel)
        return Scaled(weight, kernel)
    if isinstance(left, float) or isinstance(right, float):
        problem = _("{operator!r} joins two kernels; a number can only multiply a kernel").format(
            operator=tree.operator
        )
        raise ExpressionError(text, tree.at, problem)
    return Sum(left, right) if tree.operator == "+" else Difference(left, right)
