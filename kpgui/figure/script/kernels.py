"""Kernels as Python source: one function for each leaf, and an expression of them."""

import re

from kpgui.kernels import Kernel, Leaf, kernel
from kpgui.kernels.algebra.normalized import Normalized
from kpgui.kernels.algebra.powers import Exp, Power
from kpgui.kernels.algebra.sums_and_products import SUMS, Difference, Product, Scaled, Sum
from kpgui.language import _
from kpgui.learners import learner
from kpgui.model.errors import KpguiError
from kpgui.model.param import Value, text_of
from kpgui.model.session import Session

WIDTH = 110
"""Longest line of an expression, unless a part of it is longer."""

DOT, SQUARED = "np.sum(x * z, axis=-1)", "np.sum((x - z) ** 2, axis=-1)"

LEAVES = {
    "linear": f"return {DOT}",
    "poly": f"return (gamma * {DOT} + c) ** degree",
    "rbf": f"return np.exp(-{SQUARED} / (2 * sigma**2))",
    "laplacian": "return np.exp(-np.sum(np.abs(x - z), axis=-1) / sigma)",
    "exponential": f"return np.exp(-np.sqrt({SQUARED}) / sigma)",
    "matern32": f"s = np.sqrt(3 * {SQUARED}) / length\nreturn (1 + s) * np.exp(-s)",
    "matern52": f"s = np.sqrt(5 * {SQUARED}) / length\nreturn (1 + s + s**2 / 3) * np.exp(-s)",
    "rational_quadratic": f"return (1 + {SQUARED} / (2 * alpha * length**2)) ** -float(alpha)",
    "sigmoid": f"return np.tanh(gamma * {DOT} + c)",
    "cosine": (
        "lengths = np.sqrt(np.sum(x**2, axis=-1)) * np.sqrt(np.sum(z**2, axis=-1))\n"
        f"return {DOT} / np.where(lengths > 0, lengths, np.inf)"
    ),
    "periodic": "return np.exp(-2 * np.sum(np.sin(np.pi * (x - z) / period) ** 2, axis=-1) / length**2)",
}
"""The bodies of the leaves' functions, for points along the last axis of x and z."""

MAPS = {
    "identity": "return x",
    "squares": "return np.concatenate([x, x**2], axis=-1)",
    "quadratic": "return (x[..., :, None] * x[..., None, :]).reshape(*x.shape[:-1], -1)",
    "full_quadratic": (
        "products = (x[..., :, None] * x[..., None, :]).reshape(*x.shape[:-1], -1)\n"
        "    return np.concatenate([np.ones_like(x[..., :1]), x, x, products], axis=-1)"
    ),
}
"""The bodies of `phi`, for points along the last axis."""

NORMALIZED = '''
def normalized(K, x, z):
    """K(x, z) / √(K(x, x) K(z, z)), 0 where that is undefined"""
    lengths = [np.sqrt(np.where(K(p, p) > 0, K(p, p), np.inf)) for p in (x, z)]
    return K(x, z) / lengths[0] / lengths[1]
'''

NORMALIZED_EXP = '''
def normalized_exp(K, x, z):
    """exp(K(x, z)) / √(exp(K(x, x)) exp(K(z, z))), by the exponents, since exp soon overflows"""
    return np.exp(K(x, z) - K(x, x) / 2 - K(z, z) / 2)
'''


def kernel_source(session: Session) -> str:
    """The function `kernel(x, z)` and what it uses. Raises KpguiError for a kernel of which no formula is known."""
    map_of = learner(session.learner).feature_map
    if map_of is None:
        return _source(kernel(session.kernel))
    phi = f'def phi(x):\n    """{map_of.formula}"""\n    {MAPS[map_of.key]}'
    return f'{phi}\n\n\ndef kernel(x, z):\n    """φ(x)·φ(z)"""\n    return np.sum(phi(x) * phi(z), axis=-1)'


def has_inner_products(session: Session) -> bool:
    """Whether part of the kernel is made from x·z, whose terms may cancel."""
    return any(DOT in LEAVES.get(leaf.key, "") for leaf in kernel(session.kernel).leaves)


def _source(kernel: Kernel) -> str:
    expression = _term(kernel)
    functions = [_function(each) for each in {type(leaf): leaf for leaf in kernel.leaves}.values()]
    functions += [text.strip("\n") for name, text in _HELPERS.items() if re.search(rf"\b{name}\(", expression)]
    if len(expression) > WIDTH:
        parts = re.split(r" (?=[+-] )", expression) if isinstance(kernel, SUMS) else [expression]
        expression = "(\n        " + "\n        ".join(parts) + "\n    )"
    whole = f'''
def kernel(x, z):
    """K(x, z) for points along the last axis of x and z."""
    return {expression}
'''
    return "\n\n\n".join([*functions, whole.strip("\n")])


_HELPERS = {"normalized": NORMALIZED, "normalized_exp": NORMALIZED_EXP}


def _function(leaf: Leaf) -> str:
    if leaf.key not in LEAVES:
        raise KpguiError(
            _("A script cannot be written: of the kernel {kernel} there is no formula in Python.").format(
                kernel=leaf.key
            )
        )
    parameters = "".join(f", {name}" for name in leaf.settings())
    body = LEAVES[leaf.key].replace("\n", "\n    ")
    return f'def {leaf.key}(x, z{parameters}):\n    """{leaf.formula}"""\n    {body}'


def _term(kernel: Kernel) -> str:
    match kernel:
        case Sum():
            return f"{_term(kernel.left)} + {_term(kernel.right)}"
        case Difference():
            return f"{_term(kernel.left)} - {_factor(kernel.right)}"
        case Product():
            return f"{_factor(kernel.left)} * {_factor(kernel.right)}"
        case Scaled():
            return f"{text_of(kernel.weight)} * {_factor(kernel.kernel)}"
        case Power():
            base = _term(kernel.kernel)
            return f"{base if _is_call(kernel.kernel) else f'({base})'} ** {kernel.exponent}"
        case Exp():
            return f"np.exp({_term(kernel.kernel)})"
        case Normalized():
            bare = kernel.unnormalised
            name, inner = ("normalized_exp", bare.kernel) if isinstance(bare, Exp) else ("normalized", bare)
            return f"{name}(lambda x, z: {_term(inner)}, x, z)"
        case Leaf():
            settings = "".join(f", {name}={literal(value)}" for name, value in kernel.settings().items())
            return f"{kernel.key}(x, z{settings})"
    raise KpguiError(
        _("A script cannot be written: of {kernel} there is no formula in Python.").format(kernel=_(kernel.noun))
    )


def _is_call(kernel: Kernel) -> bool:
    return isinstance(kernel, Leaf | Exp | Normalized)


def _factor(kernel: Kernel) -> str:
    return f"({_term(kernel)})" if isinstance(kernel, SUMS) else _term(kernel)


def literal(value: Value) -> str:
    """A value in Python; a whole number without its point, as in expressions."""
    return repr(int(value)) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else repr(value)
