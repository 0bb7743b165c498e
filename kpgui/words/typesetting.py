"""Formulas as trees of fractions, roots, exponents and brackets, and where a line of text may not break.

Kernels and operations declare their formulas as one line of text, such as `exp(−‖x − z‖² / (2σ²))`, as lists,
tooltips and screen readers show them. Where a formula is shown large, the tree says how it is drawn.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile

FENCES = {"(": ")", "‖": "‖"}
"""Brackets that grow with what is in them: each opening one with its closing one."""

RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻ᵀ", "0123456789−T")

_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹⁻ᵀ]+)|(?P<word>[A-Za-z]{2,})|"
    r"(?P<variable>[^\W\d_ΠΣ][₀-₉ₐ-ₜ]*)|(?P<large>[ΠΣ∏∑][₀-₉ₐ-ₜ]*)|(?P<other>.)"
)
_ENDS = set("+−=<>≤≥,;:ΠΣ∏∑")
"""First characters of what ends the numerator of a fraction, seen from its bar to the left."""


@dataclass(frozen=True)
class Text:
    """Letters on the line; variable: whether they name a variable, which is set in italics."""

    text: str
    variable: bool = False


@dataclass(frozen=True)
class Raised:
    """A base with its exponent."""

    base: "Node"
    exponent: "Row"


@dataclass(frozen=True)
class Fraction:
    above: "Row"
    below: "Row"


@dataclass(frozen=True)
class Root:
    body: "Row"


@dataclass(frozen=True)
class Fence:
    """A bracketed part."""

    opening: str
    body: "Row"


@dataclass(frozen=True)
class Row:
    """Parts side by side."""

    parts: tuple["Node", ...]


Node = Text | Raised | Fraction | Root | Fence | Row

SPACE = Text(" ")


def statements(formula: str) -> tuple[Row, ...]:
    """The statements of a formula, which are two or more blanks apart.

    A formula with an unmatched bracket is returned as it is, as text.

    >>> [len(row.parts) for row in statements("(1 + s) exp(−s),  s = 2")]
    [5, 5]
    """
    try:
        return tuple(_Reader(part).whole() for part in re.split(r" {2,}", formula))
    except _UnmatchedError:
        return (Row((Text(formula),)),)


def joined(rows: Iterable[Row], apart: Text) -> Row:
    """The statements on one line, with this text between them."""
    return Row(tuple(part for row in rows for part in (apart, *row.parts))[1:])


class _UnmatchedError(Exception):
    """A bracket without its partner."""


class _Reader:
    """A recursive-descent reader of one statement."""

    def __init__(self, text: str) -> None:
        self._tokens = [(str(found.lastgroup), found.group()) for found in _TOKEN.finditer(text)]
        self._at = 0

    def whole(self) -> Row:
        row = self._row(lambda token: False)
        if self._at < len(self._tokens):
            raise _UnmatchedError
        return row

    def _next(self) -> str:
        return self._tokens[self._at][1] if self._at < len(self._tokens) else ""

    def _skip_space(self) -> None:
        while self._next().isspace():
            self._at += 1

    def _row(self, ends: Callable[[str], bool]) -> Row:
        parts: list[Node] = []
        while self._next() and not ends(self._next()) and self._next() != ")":
            if self._next().isspace():
                self._at += 1
                parts.append(SPACE)
            elif self._next() == "/":
                self._at += 1
                _divide(parts, self._divisor)
            else:
                parts.append(self._factor())
        return Row(tuple(parts))

    def _divisor(self) -> Node:
        """A factor, with its argument if it is a function."""
        self._skip_space()
        node = self._factor()
        return Row((node, self._factor())) if self._next() == "(" and not isinstance(node, Fence) else node

    def _factor(self) -> Node:
        """An atom with its exponents."""
        node = self._atom()
        while True:
            if self._at < len(self._tokens) and self._tokens[self._at][0] == "raised":
                node = Raised(node, Row((Text(self._next().translate(RAISED)),)))
                self._at += 1
            elif self._next() == "^":
                self._at += 1
                node = Raised(node, Row(tuple(self._exponent())))
            else:
                return node

    def _exponent(self) -> Iterator[Node]:
        if self._next() in ("−", "+"):
            yield self._atom()
        yield self._atom()

    def _atom(self) -> Node:
        if self._at == len(self._tokens):
            raise _UnmatchedError
        kind, text = self._tokens[self._at]
        self._at += 1
        if text in FENCES:
            closing = FENCES[text]
            body = self._row(lambda token: token == closing)
            if self._next() != closing:
                raise _UnmatchedError
            self._at += 1
            return Fence(text, body)
        if text == "√":
            return Root(_bare(self._atom()))
        return Text(text, kind == "variable")


def _divide(parts: list[Node], divisor: Callable[[], Node]) -> None:
    """Replaces the product at the end of the parts by its fraction over what follows the bar."""
    below = divisor()
    product = list(takewhile(lambda part: not (isinstance(part, Text) and part.text[:1] in _ENDS), reversed(parts)))
    del parts[len(parts) - len(product) :]
    above = product[::-1]
    while above and above[0] == SPACE:
        parts.append(above.pop(0))
    while above and above[-1] == SPACE:
        above.pop()
    parts.append(Fraction(Row(tuple(above)), _bare(below)))


def _bare(node: Node) -> Row:
    """A part without its parentheses, which a bar or a root makes superfluous."""
    return node.body if isinstance(node, Fence) and node.opening == "(" else Row((node,))


STAYS = "\N{NO-BREAK SPACE}"

LONGEST = 24
"""Most characters that are kept on one line; the narrowest panel has room for about 30."""

_RULES = (
    (re.compile(r" ([→=≤≥<>×]) "), f"{STAYS}\\1{STAYS}"),  # f = 1.01, α₃ 0 → 1
    (re.compile(r"(?<=[₀-₉bρ]) (?=[−\d])"), STAYS),
    (re.compile(r"(?<=\d) (?=[%×]|of\b|points?\b|steps?\b|epochs?\b|mistakes?\b)"), STAYS),
    (re.compile(r"(?<=:) (?=[−+]?\d)"), STAYS),  # Largest α: 3
    (re.compile(r"(?<=\bof) (?=[−+\d])"), STAYS),  # 100 of −1
    (re.compile(r"(?:(?<=\bclass)|(?<=\bpoint)|(?<=\bepoch)) (?=[−+\d])"), STAYS),
)


def kept_together(text: str) -> str:
    """The text with no-break spaces where a line that ends there would be hard to read.

    >>> kept_together("Wrong side now: 3 of 40 (7.5 %).").replace(STAYS, "_")
    'Wrong side now:_3_of_40 (7.5_%).'
    """
    for pattern, replacement in _RULES:
        text = pattern.sub(replacement, text)
    runs = text.split(" ")
    return " ".join(run if len(run) <= LONGEST else run.replace(STAYS, " ") for run in runs)
