"""Formulas of kernels as they are written on a figure."""

import re

from kpgui.kernels import Kernel, Leaf
from kpgui.kernels.algebra.exponentiated import Exp
from kpgui.kernels.algebra.normalized import Normalized
from kpgui.kernels.algebra.powers import Power
from kpgui.kernels.algebra.sums_and_products import SUMS, Difference, Product, Scaled, Sum
from kpgui.model.number import MINUS, shown

GAP = ",  "
"""Between statements, as `kpgui.words.typesetting` reads them."""

SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def formula_of(kernel: Kernel) -> str:
    """The kernel as a formula for `kpgui.words.typesetting`.

    A leaf has letters, and the values of its parameters after it; in a composite, where a letter can have two values,
    the values stand in the formula.

    >>> from kpgui.kernels import kernel
    >>> formula_of(kernel("rbf(sigma=0.5)"))
    'K(x, z) = exp(−‖x − z‖² / (2σ²)),  σ = 0.5'
    >>> formula_of(kernel("rbf(sigma=0.5) + 0.3*poly(degree=2)"))
    'K(x, z) = exp(−‖x − z‖² / (2·0.5²)) + 0.3 · (x·z + 1)^2'
    """
    if isinstance(kernel, Leaf):
        values = [f"{letter} = {value}" for letter, value in _values(kernel).items()]
        return GAP.join([f"K(x, z) = {kernel.formula}", *values])
    where: list[str] = []
    return GAP.join([f"K(x, z) = {_written(kernel, where)}", *where])


def _values(leaf: Leaf) -> dict[str, str]:
    settings = leaf.settings()
    return {each.symbol or each.name: shown(float(settings[each.name])) for each in leaf.params()}


def _written(kernel: Kernel, where: list[str]) -> str:
    """The formula of a part; the statements that define its abbreviations are appended to `where`."""
    match kernel:
        case Sum():
            return f"{_written(kernel.left, where)} + {_written(kernel.right, where)}"
        case Difference():
            return f"{_written(kernel.left, where)} {MINUS} {_factor(kernel.right, where)}"
        case Product():
            return f"{_factor(kernel.left, where)} · {_factor(kernel.right, where)}"
        case Scaled():
            return f"{shown(kernel.weight)} · {_factor(kernel.kernel, where)}"
        case Power():
            return f"({_written(kernel.kernel, where)})^{kernel.exponent}"
        case Exp():
            return f"exp({_written(kernel.kernel, where)})"
        case Normalized():
            return f"normalized({_written(kernel.kernel, where)})"
    assert isinstance(kernel, Leaf)
    return _leaf(kernel, where)


def _factor(kernel: Kernel, where: list[str]) -> str:
    written = _written(kernel, where)
    return f"({written})" if isinstance(kernel, SUMS) else written


def _leaf(leaf: Leaf, where: list[str]) -> str:
    """The formula with numbers for letters; "s = …", which the next leaf can have as well, gets a number."""
    formula = leaf.formula
    for letter, value in _values(leaf).items():
        number = f"({value})" if value.startswith(MINUS) else value
        formula = re.sub(rf"(?<=[\dα-ωℓ]){letter}(?![A-Za-z])", f"·{number}", formula)
        formula = re.sub(rf"(?<![A-Za-z]){letter}(?![A-Za-z])", number, formula)
    formula = formula.replace("(1 x·z", "(x·z")
    head, *rest = re.split(r",\s{2,}", formula)
    if not rest:
        return head
    number = str(len(where) + 1).translate(SUBSCRIPTS)
    where.append(re.sub(r"^s\b", f"s{number}", rest[0]))
    return re.sub(r"(?<![A-Za-z])s(?![A-Za-z])", f"s{number}", head)
