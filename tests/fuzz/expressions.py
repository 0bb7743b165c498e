"""Expressions of kernels, learners and formulas, from their grammar: deep, wide, mixed, and with something wrong."""

import random
from collections.abc import Callable

from kpgui.kernels import KERNELS
from kpgui.learners import LEARNERS
from kpgui.model.arithmetic import FUNCTIONS, NAMES
from kpgui.model.param import Declared, Param

VALUES = ("0", "1", "2", "3", "0.5", "1e-3", "7", "50", "1e3", "1e9", "1e308", "5e-324", "1e-300", "-1", "1e999",
          "true", '"x"', "123456789012345678", "0.1")  # fmt: skip
PLAIN = ("1", "2", "0.5", "3")

DEEP = ("exp({})", "normalized({})", "({})**1", "({})**2", "2*({})", "({} + linear())", "(linear() * {})", "exp({})**2",
        "normalized(exp({}))", "exp({} + linear())", "(rbf() - {})", "({})", "exp(2*{})")  # fmt: skip
WIDE = ("{}", "({} + {})", "({} - {})", "exp({})", "({} + 1*{})**2", "normalized({})")
"""What is put around itself, and what is joined with itself."""


def named(member: type[Declared], rng: random.Random) -> str:
    """A kernel or learner with some of its parameters, mostly of values that are allowed."""
    given = [each for each in member.params() if rng.random() < 0.4]
    return f"{member.key}({', '.join(f'{each.name}={_value(each, rng)}' for each in given)})"


def _value(each: Param, rng: random.Random) -> str:
    if each.choices and rng.random() < 0.9:
        return f'"{rng.choice(each.choices)}"'
    if each.scale == "flag":
        return rng.choice(("true", "false"))
    return rng.choice(PLAIN if rng.random() < 0.7 else VALUES)


def _leaf(rng: random.Random) -> str:
    member = rng.choice(KERNELS.members)
    return f"{member.key}()" if rng.random() < 0.5 else named(member, rng)


def _wrap(text: str, rng: random.Random) -> str:
    exponent = rng.choice((1, 1, 2, 3, 7, 50))
    forms = (
        "exp({})",
        "normalized({})",
        f"({{}})**{exponent}",
        f"{rng.choice(PLAIN)}*({{}})",
        f"({{}})*{rng.choice(VALUES)}",
    )
    return rng.choice(forms).format(text)


def _join(texts: list[str], rng: random.Random) -> str:
    sign = rng.choice(("+", "*", "*", "-"))
    return f" {sign} ".join(f"({text})" for text in texts)


def _tree(rng: random.Random, size: int) -> str:
    """A kernel of about so many nodes."""
    if size <= 1:
        return _leaf(rng)
    if rng.random() < 0.4:
        return _wrap(_tree(rng, size - 1), rng)
    parts = rng.choice((2, 2, 3))
    return _join([_tree(rng, (size - 1) // parts) for _ in range(parts)], rng)


def _deep(rng: random.Random) -> str:
    """The same operation around itself, as deep as may be, or deeper."""
    depth = rng.choice((5, 20, 24, 30, 45, 48, 60))
    form = rng.choice(DEEP)
    text = _leaf(rng)
    for _ in range(depth):
        text = form.format(text)
    return text


def _wide(rng: random.Random) -> str:
    """The same part joined with itself, as often as may be, or oftener."""
    count = rng.choice((3, 9, 12, 20, 30, 60, 62))
    part = rng.choice(WIDE).format(*(_leaf(rng) for _ in range(2)))
    return rng.choice((" * ", " * ", " + ", " - ")).join([part] * count)


def _random_tree(rng: random.Random) -> str:
    return _tree(rng, rng.choice((1, 3, 8, 25, 60)))


def kernel_text(rng: random.Random) -> str:
    return _spoilt(rng.choice((_random_tree, _random_tree, _deep, _wide))(rng), rng)


def learner_text(rng: random.Random) -> str:
    return _spoilt(named(rng.choice(LEARNERS.members), rng), rng)


def formula_text(rng: random.Random) -> str:
    made: tuple[Callable[[], str], ...] = (
        lambda: _arithmetic(rng, rng.choice((1, 5, 20))) + rng.choice(("", " > ", " < ")) + _arithmetic(rng, 3),
        lambda: rng.choice(("-", "+", "(", "sin(", "2**", "x**", "min(x, ")) * rng.choice((10, 60, 500)) + "x",
        lambda: rng.choice((" + ", "**", " / ", "^-")).join(
            [rng.choice(("x", "y", "2", "sin(x)"))] * rng.choice((10, 62))
        ),
    )
    return _spoilt(rng.choice(made)(), rng)


def _arithmetic(rng: random.Random, size: int) -> str:
    if size <= 1:
        return rng.choice(("x", "y", "pi", "e", *VALUES[:13]))
    if rng.random() < 0.4:
        inside = [_arithmetic(rng, size // 2) for _ in range(rng.choice((1, 1, 2)))]
        return f"{rng.choice(tuple(FUNCTIONS))}({', '.join(inside)})"
    left, right = (_arithmetic(rng, size // 2) for _ in range(2))
    return f"({left}){rng.choice(('+', '-', '*', '/', '**', '^'))}({right})"


def _spoilt(text: str, rng: random.Random) -> str:
    """Mostly as it is; sometimes with something put in, cut out or repeated."""
    if rng.random() < 0.8:
        return text
    a, b = sorted(rng.randrange(len(text) + 1) for _ in range(2))
    words = ("(", ")", ",", "=", "**", "-", "é", "\0", "\n", '"', "'", "1e400", " ", "rbf", "sigma", "²", "_", *NAMES)
    middle = rng.choice(("", rng.choice(words), rng.choice(words) * rng.choice((50, 3000, 100_000)), text[a:b] * 3))
    return text[:a] + middle + text[rng.choice((a, b)) :]
