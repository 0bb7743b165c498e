"""What learners compute in a step, written as formulas with their numbers in them."""

from typing import Any

import numpy as np

from kpgui.model.number import MINUS, indexed, shown


def factor(number: float) -> str:
    """A number as a factor or after a minus sign: in parentheses if it is negative.

    >>> factor(0.5), factor(-1)
    ('0.5', '(−1)')
    """
    text = shown(number)
    return f"({text})" if text.startswith(MINUS) else text


def x(i: int) -> str:
    """
    >>> x(2)
    'x₃'
    """
    return indexed("x", i + 1)


def similarity(state: Any, i: int, j: int) -> float:
    """K of two points, by their indices."""
    return float(state.problem.block(np.array([i]), np.array([j]))[0, 0])


def growth(state: Any, i: int, eta: float | None = None, bias: bool = False, f: str = "f") -> str:
    """By how much a perceptron's update raises y·f at its own point: η·K(x, x), or η·(K(x, x) + 1) with a bias.

    eta: None for a learner without one.
    """
    name, value = f"K({x(i)}, {x(i)})", similarity(state, i, i)
    symbol, number = ("", "") if eta is None else ("η·", f"{shown(eta)}·")
    rule, numbers = (f"{name} + 1", f"{shown(value)} + 1") if bias else (name, shown(value))
    if bias and eta is not None:
        rule, numbers = f"({rule})", f"({numbers})"
    total = shown((1.0 if eta is None else eta) * (value + bias))
    middle = f" = {number}{numbers}" if bias or eta is not None else ""
    return f"{indexed('y', i + 1)}·{f}({x(i)}) += {symbol}{rule}{middle} = {total}"
