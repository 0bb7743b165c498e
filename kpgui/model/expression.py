"""Expressions such as `rbf(sigma=0.5) + 0.3*poly(degree=2)`: parsed into a tree, never evaluated.

sum     = product { ( "+" | "-" ) product }
product = power { "*" power }
power   = atom [ "**" number ]
atom    = number | name [ "(" [ argument { "," argument } ] ")" ] | "(" sum ")"
argument = name "=" value | sum | number   value = number | "text" | true | false
"""

import re
from math import isfinite
from typing import ClassVar, NamedTuple

from kpgui.language import _, later
from kpgui.model.errors import KpguiError, around, quoted, short
from kpgui.model.param import Value

MAX_LENGTH = 10_000
MAX_OPERATIONS = 60
"""Operators and function calls in one expression."""

MAX_DEPTH = MAX_OPERATIONS
"""Nested brackets. Printing an expression adds at most one pair per operation, so that whatever is printed parses."""

OPERATIONS = later("at most {most} operators and functions")


class Number(NamedTuple):
    value: float | int
    at: int


class Call(NamedTuple):
    """`name(expression, …, named=value, …)`; the expressions are kernels, or numbers for the first parameters.

    named_at: the positions by parameter.
    """

    name: str
    named: dict[str, Value]
    inner: tuple["Tree", ...]
    at: int
    named_at: dict[str, int]


class Operation(NamedTuple):
    operator: str
    left: "Tree"
    right: "Tree"
    at: int


Tree = Number | Call | Operation

NUMBER = r"(?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)"
NAME = r"(?P<name>[A-Za-z_]\w*)"


class ExpressionError(KpguiError):
    """A malformed expression: `problem` says what is wrong, `at` is the 0-based position in the text."""

    def __init__(self, text: str, at: int, problem: str) -> None:
        super().__init__(f"Position {at + 1} of {quoted(around(text, at))}: {problem}.")
        self.at = at
        self.problem = problem


def parse(text: str) -> Tree:
    """The tree of an expression. Raises ExpressionError with the position and what was expected."""
    if len(text) > MAX_LENGTH:
        raise ExpressionError(
            text, MAX_LENGTH, _("an expression has at most {most} characters").format(most=MAX_LENGTH)
        )
    return _Parser(text).whole()


class Lexeme(NamedTuple):
    sort: str
    text: str
    at: int


class Reader:
    """Base of the recursive-descent parsers: splits a text into tokens by `pattern` and steps through them.

    The depth of brackets and the number of operations are limited.
    """

    pattern: ClassVar[re.Pattern[str]]

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = self._tokens()
        self.next = 0
        self.depth = 0
        self.operations = 0

    def _tokens(self) -> list[Lexeme]:
        found, at, end = [], 0, len(self.text.rstrip())
        while at < end:
            match = self.pattern.match(self.text, at)
            if not match:
                blank = len(self.text[at:]) - len(self.text[at:].lstrip())
                raise ExpressionError(
                    self.text, at + blank, _("{text!r} has no meaning here").format(text=self.text[at + blank])
                )
            sort = str(match.lastgroup)
            quote = sort in ("double", "single")
            found.append(Lexeme(sort, match.group(sort), match.start(sort) - quote))
            at = match.end()
        return [*found, Lexeme("end", _("the end"), end)]

    def unlike(self, expected: str) -> ExpressionError:
        token = self.tokens[self.next]
        if comma := self.decimal_comma(self.next, self.next + 1):
            return comma
        shown = token.text if token.sort == "end" else repr(short(token.text))
        return ExpressionError(
            self.text, token.at, _("expected {expected}, found {found}").format(expected=expected, found=shown)
        )

    def decimal_comma(self, first: int, stop: int) -> ExpressionError | None:
        """The error for the first of these tokens that is a comma between digits, as in 0,3; None without one.

        Two arguments could be meant, as in max(0,3): only to be asked where these cannot stand.
        """
        for k in range(max(first, 1), min(stop, len(self.tokens) - 1)):
            whole, comma, part = self.tokens[k - 1 : k + 2]
            touching = comma.at == whole.at + len(whole.text) and part.at == comma.at + 1
            if comma.text == "," and touching and whole.text.isdigit() and part.text.isdigit():
                decimal = short(f"{whole.text}.{part.text}")
                problem = _("decimals are written with a point, {decimal}; commas stand between arguments").format(
                    decimal=decimal
                )
                return ExpressionError(self.text, comma.at, problem)
        return None

    def take(self, symbol: str) -> bool:
        token = self.tokens[self.next]
        if token.sort == "symbol" and token.text == symbol:
            self.next += 1
            return True
        return False

    def need(self, symbol: str) -> None:
        if not self.take(symbol):
            raise self.unlike(repr(symbol))

    def operator(self, *symbols: str) -> Lexeme | None:
        """Takes and returns the next token if it is one of these operators; else returns None."""
        token = self.tokens[self.next]
        if token.sort != "symbol" or token.text not in symbols:
            return None
        self.next += 1
        self.count(token)
        return token

    def count(self, token: Lexeme) -> None:
        """Counts one more operation. Raises ExpressionError at this token when there are too many."""
        self.operations += 1
        if self.operations > MAX_OPERATIONS:
            raise ExpressionError(
                self.text,
                token.at,
                _("an expression has {operations}").format(operations=_(OPERATIONS).format(most=MAX_OPERATIONS)),
            )

    def deeper(self) -> None:
        """Enters one more pair of brackets. Raises ExpressionError when they are nested too deeply."""
        self.depth += 1
        if self.depth > MAX_DEPTH + 1:  # the whole has none around it
            raise self.unlike(_("at most {most} nested brackets").format(most=MAX_DEPTH))


class _Parser(Reader):
    pattern = re.compile(
        rf"\s*(?:{NUMBER}|{NAME}|\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<symbol>\*\*|[-+*(),=]))"
    )

    def whole(self) -> Tree:
        if comma := self.decimal_comma(0, len(self.tokens)):  # a number without a name is an argument of nothing
            raise comma
        tree = self.sum()
        if self.tokens[self.next].sort != "end":
            raise self.unlike(_("'+', '-', '*', '**' or the end"))
        return tree

    def sum(self) -> Tree:
        self.deeper()
        tree = self.product()
        while sign := self.operator("+", "-"):
            tree = Operation(sign.text, tree, self.product(), sign.at)
        self.depth -= 1
        return tree

    def product(self) -> Tree:
        tree = self.power()
        while sign := self.operator("*"):
            tree = Operation("*", tree, self.power(), sign.at)
        return tree

    def power(self) -> Tree:
        tree = self.atom()
        if sign := self.operator("**"):
            if self.tokens[self.next].sort != "number":
                raise self.unlike(_("a number"))
            return Operation("**", tree, self.number(), sign.at)
        return tree

    def atom(self) -> Tree:
        token = self.tokens[self.next]
        if token.sort == "number":
            return self.number()
        if token.sort == "name":
            return self.call()
        if self.take("("):
            tree = self.sum()
            self.need(")")
            return tree
        raise self.unlike(_("a name, a number or '('"))

    def number(self) -> Number:
        negative = self.take("-")
        token = self.tokens[self.next]
        if token.sort != "number":
            raise self.unlike(_("a number"))
        self.next += 1
        value = int(token.text) if token.text.isdigit() and len(token.text) <= 15 else float(token.text)
        if not isfinite(value):
            raise ExpressionError(self.text, token.at, _("the number is too large"))
        return Number(-value if negative else value, token.at)

    def call(self) -> Call:
        name = self.tokens[self.next]
        self.next += 1
        named: dict[str, Value] = {}
        named_at: dict[str, int] = {}
        inner: list[Tree] = []
        if self.take("(") and not self.take(")"):
            while True:
                self.argument(name, named, named_at, inner)
                if self.take(")"):
                    break
                if not self.take(","):
                    raise self.unlike(_("',' or ')'"))
        return Call(name.text, named, tuple(inner), name.at, named_at)

    def argument(self, function: Lexeme, named: dict[str, Value], named_at: dict[str, int], inner: list[Tree]) -> None:
        token, after = self.tokens[self.next], self.tokens[min(self.next + 1, len(self.tokens) - 1)]
        if not (token.sort == "name" and after.sort == "symbol" and after.text == "="):
            if not inner:
                self.count(function)
            inner.append(self.number() if (token.sort, token.text) == ("symbol", "-") else self.sum())
            return
        if token.text in named:
            raise ExpressionError(self.text, token.at, _("{text} is given twice").format(text=token.text))
        self.next += 2
        named[token.text], named_at[token.text] = self.value(), token.at

    def value(self) -> Value:
        token = self.tokens[self.next]
        if token.sort in ("double", "single"):
            self.next += 1
            return token.text
        if token.sort == "name" and token.text.lower() in ("true", "false"):
            self.next += 1
            return token.text.lower() == "true"
        if token.sort == "number" or (token.sort == "symbol" and token.text == "-"):
            return self.number().value
        raise self.unlike(_('a number, "text", true or false'))
