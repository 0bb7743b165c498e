"""Construction of a kernel from an expression such as `rbf(sigma=0.5) + 0.3*poly(degree=2)`."""

from kpgui.kernels.algebra.exponentiated import Exp
from kpgui.kernels.algebra.normalized import Normalized
from kpgui.kernels.algebra.powers import MAX_EXPONENT, Power
from kpgui.kernels.algebra.sums_and_products import Difference, Product, Scaled, Sum
from kpgui.kernels.base import Kernel, Leaf
from kpgui.language import _
from kpgui.model.expression import Call, ExpressionError, Number, Operation, Tree, parse
from kpgui.model.registry import Registry, build

WRAPPERS: dict[str, type[Exp] | type[Normalized]] = {Exp.key: Exp, Normalized.key: Normalized}
"""The operations written as a function of one kernel."""


def read_kernel(text: str, registry: Registry[type[Leaf]]) -> Kernel:
    """The kernel that `text` describes.

    Raises ExpressionError (position, what was expected, the nearest name) or KpguiError (a parameter out of range).
    """
    kernel = _read(text, parse(text), registry)
    if isinstance(kernel, float):
        raise ExpressionError(text, 0, _("expected a kernel, as in rbf(sigma=0.5), found only a number"))
    return kernel


def _read(text: str, tree: Tree, registry: Registry[type[Leaf]]) -> Kernel | float:
    if isinstance(tree, Number):
        return float(tree.value)
    if isinstance(tree, Call):
        if tree.name in WRAPPERS:
            return _wrap(text, tree, registry)
        return build(text, tree, registry, also=tuple(WRAPPERS))
    return _operate(text, tree, registry)


def _wrap(text: str, call: Call, registry: Registry[type[Leaf]]) -> Kernel:
    if len(call.inner) != 1 or call.named:
        raise ExpressionError(
            text, call.at, _("{name} takes one kernel, as in {name}(linear())").format(name=call.name)
        )
    inner = _read(text, call.inner[0], registry)
    if isinstance(inner, float):
        raise ExpressionError(
            text, call.inner[0].at, _("expected a kernel inside {name}(…), found only a number").format(name=call.name)
        )
    return WRAPPERS[call.name](inner)


def _operate(text: str, tree: Operation, registry: Registry[type[Leaf]]) -> Kernel | float:
    left, right = _read(text, tree.left, registry), _read(text, tree.right, registry)
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
