"""Formulas in x and y, such as `y > sin(3*x)`: parsed into a tree and evaluated over arrays, never run as a program.

rule    = sum [ ( ">" | "<" ) sum ]
sum     = product { ( "+" | "-" ) product }
product = signed { ( "*" | "/" ) signed }
signed  = ( "-" | "+" ) signed | power
power   = atom [ ( "**" | "^" ) signed ]
atom    = number | x | y | pi | e | function "(" sum { "," sum } ")" | "(" sum ")"

Operators bind as in Python: −x**2 is −(x**2), and 2**3**2 is 2**(3**2).
"""

import re
from collections.abc import Callable
from functools import reduce
from math import inf, isfinite
from typing import Any, NamedTuple

import numpy as np

from kpgui.language import _
from kpgui.model.arrays import Bools, Floats
from kpgui.model.errors import short
from kpgui.model.expression import NAME, NUMBER, ExpressionError, Lexeme, Reader
from kpgui.model.registry import nearest

MAX_LENGTH = 500

SYNTAX = "a formula in x and y, as in y > sin(3*x)"


class Function(NamedTuple):
    """A function and the least and greatest number of arguments it accepts."""

    value: Callable[..., Any]
    least: int = 1
    most: float = 1


def _smallest(*values: Any) -> Any:
    return reduce(np.minimum, values)


def _largest(*values: Any) -> Any:
    return reduce(np.maximum, values)


FUNCTIONS = {
    "sin": Function(np.sin),
    "cos": Function(np.cos),
    "tan": Function(np.tan),
    "exp": Function(np.exp),
    "log": Function(np.log),
    "sqrt": Function(np.sqrt),
    "abs": Function(np.abs),
    "sign": Function(np.sign),
    "min": Function(_smallest, 2, inf),
    "max": Function(_largest, 2, inf),
}
CONSTANTS = {"pi": np.pi, "e": np.e}
COORDINATES = ("x", "y")
NAMES = (*COORDINATES, *CONSTANTS, *FUNCTIONS)

_OPERATIONS: dict[str, Callable[..., Any]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.divide,
    "**": np.power,
    "^": np.power,
}

Plane = Callable[[Floats, Floats], Any]
"""A function over the plane: takes arrays x and y of one shape, returns values that broadcast to it."""


class Rule(NamedTuple):
    """A rule that splits the plane into two sides: `left > right`. Make one with `parse_rule`."""

    text: str
    left: Plane
    right: Plane

    def sides(self, points: Floats) -> Floats:
        """Returns +1 where the rule holds, −1 where it does not, NaN where it is undefined: (m,) for points (m, 2).

        It is undefined where a part of the formula is, as the logarithm of a negative number or 0/0.
        """
        x, y = points.T
        with np.errstate(all="ignore"):
            left, right = (np.broadcast_to(side(x, y), x.shape) for side in (self.left, self.right))
        undefined: Bools = np.isnan(left) | np.isnan(right)
        return np.where(undefined, np.nan, np.where(left > right, 1.0, -1.0))


def parse_rule(text: str) -> Rule:
    """The rule `left > right` or `left < right`; a formula g without a comparison means g > 0.

    Raises ExpressionError with the position, what was expected, and the nearest known name.
    """
    if len(text) > MAX_LENGTH:
        raise ExpressionError(text, MAX_LENGTH, _("a formula has at most {most} characters").format(most=MAX_LENGTH))
    return _FormulaParser(text).rule()


class _FormulaParser(Reader):
    """Recursive-descent parser that turns each subexpression into a function of x and y."""

    pattern = re.compile(rf"\s*(?:{NUMBER}|{NAME}|(?P<symbol>\*\*|[-+*/^(),<>]))")

    def rule(self) -> Rule:
        left, right = self.sum(), _constant(0.0)
        sign = self.operator(">", "<")
        if sign is not None:
            right = self.sum()
        if self.tokens[self.next].sort != "end":
            raise self.unlike(
                _("an operator or the end") if sign is not None else _("an operator, '>', '<' or the end")
            )
        return Rule(self.text, right, left) if sign is not None and sign.text == "<" else Rule(self.text, left, right)

    def sum(self) -> Plane:
        self.deeper()
        value = self.product()
        while sign := self.operator("+", "-"):
            value = _joined(sign, value, self.product())
        self.depth -= 1
        return value

    def product(self) -> Plane:
        value = self.signed()
        while sign := self.operator("*", "/"):
            value = _joined(sign, value, self.signed())
        return value

    def signed(self) -> Plane:
        sign = self.operator("-", "+")
        if sign is None:
            return self.power()
        value = self.signed()
        return value if sign.text == "+" else _applied(np.negative, (value,))

    def power(self) -> Plane:
        value = self.atom()
        if sign := self.operator("**", "^"):
            return _joined(sign, value, self.signed())
        return value

    def atom(self) -> Plane:
        token = self.tokens[self.next]
        if token.sort == "number":
            self.next += 1
            return self.number(token)
        if token.sort == "name":
            self.next += 1
            return self.named(token)
        if self.take("("):
            value = self.sum()
            self.need(")")
            return value
        raise self.unlike(_("a number, a name or '('"))

    def number(self, token: Lexeme) -> Plane:
        value = float(token.text)
        if not isfinite(value):
            raise ExpressionError(self.text, token.at, _("the number is too large"))
        return _constant(value)

    def named(self, token: Lexeme) -> Plane:
        if token.text in FUNCTIONS:
            return self.call(token)
        if token.text in COORDINATES:
            return _coordinate(COORDINATES.index(token.text))
        if token.text in CONSTANTS:
            return _constant(CONSTANTS[token.text])
        problem = _("there is nothing named {name!r}; {advice}").format(
            name=short(token.text), advice=nearest(token.text, NAMES)
        )
        raise ExpressionError(self.text, token.at, problem)

    def call(self, name: Lexeme) -> Plane:
        function = FUNCTIONS[name.text]
        self.count(name)
        self.need("(")
        first = self.next
        arguments = [self.sum()]
        while self.take(","):
            arguments.append(self.sum())
        if not self.take(")"):
            raise self.unlike(_("',' or ')'") if len(arguments) < function.most else "')'")
        if not function.least <= len(arguments) <= function.most:
            if len(arguments) > function.most and (comma := self.decimal_comma(first, self.next)):
                raise comma
            wanted = _("one argument") if function.most == 1 else _("two arguments or more")
            raise ExpressionError(
                self.text,
                name.at,
                _("{name} takes {wanted}, not {count}").format(name=name.text, wanted=wanted, count=len(arguments)),
            )
        return _applied(function.value, tuple(arguments))


def _constant(value: float) -> Plane:
    return lambda x, y: np.float64(value)


def _coordinate(index: int) -> Plane:
    return lambda x, y: (x, y)[index]


def _joined(sign: Lexeme, left: Plane, right: Plane) -> Plane:
    return _applied(_OPERATIONS[sign.text], (left, right))


def _applied(function: Callable[..., Any], parts: tuple[Plane, ...]) -> Plane:
    return lambda x, y: function(*(part(x, y) for part in parts))
