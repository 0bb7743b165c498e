"""Mapping of a file's class names to the labels −1 and +1."""

from collections.abc import Sequence
from math import isfinite
from typing import Any

from kpgui.formats.tabular.choices import Choices
from kpgui.formats.tabular.report import ClassCount
from kpgui.language import _
from kpgui.model.errors import KpguiError, short
from kpgui.model.param import grouped

MISSING = frozenset({"", "?", "na", "nan", "n/a", "null"})
"""Cells that stand for a missing value, in lower case."""

MINUS = ("-", "\N{MINUS SIGN}")
SIGNS = dict.fromkeys(MINUS, "+") | {"+": "-"}
"""Sort keys of bare signs, which put − before +; as characters + comes first."""

MOST_CLASSES, LONGEST_NAME, LONGEST_LABEL = 5, 15, 1000
"""Most classes that a message lists, most characters of each, and most characters of a label in a file."""


class ManyClasses(KpguiError):
    """Error for more than two classes without a choice of two. found: the classes, in words, without the advice."""

    def __init__(self, where: str, names: Sequence[str]) -> None:
        self.found = _("{n} classes ({names}) where two are needed").format(n=grouped(len(names)), names=_listed(names))
        example, other = short(names[0], LONGEST_NAME), short(names[1], LONGEST_NAME)
        super().__init__(
            _(
                "{where} has {found}; say which one is +1 (--positive {example}), or which two to keep "
                "(--positive {example} --negative {other}), or which other column has the labels "
                "(--label-column NAME)."
            ).format(where=where, found=self.found, example=example, other=other)
        )


def label_problem(cell: str) -> str:
    """Why a cell cannot be a label; "" if it can."""
    name = cell.strip()
    if name.lower() in MISSING:
        return _("the label is missing; correct it or delete the row")
    if len(name) > LONGEST_LABEL:
        return _("the label has more than {most} characters; shorten it or delete the row").format(most=LONGEST_LABEL)
    try:
        finite = isfinite(_number(name))
    except ValueError:
        finite = True
    return (
        "" if finite else _("the label is {name}, not a class; correct it or delete the row").format(name=short(name))
    )


def classes_of(cells: Sequence[str], counts: Sequence[int]) -> tuple[list[ClassCount], list[int]]:
    """The classes in order, and the index of the class of each of these distinct cells, which have these counts.

    Cells are compared as numbers if all are numbers, so that 1, 1.0 and +1 are one class, otherwise as text.
    """
    keys: list[Any]  # all numbers, or all text
    try:
        keys = [_number(cell.strip()) for cell in cells]
    except ValueError:
        keys = [cell.strip() for cell in cells]
    order = sorted(set(keys), key=lambda key: SIGNS.get(key, key))
    place = {key: k for k, key in enumerate(order)}
    found = [place[key] for key in keys]
    totals = [0] * len(order)
    for k, count in zip(found, counts, strict=True):
        totals[k] += count
    return [ClassCount(_name(key), total) for key, total in zip(order, totals, strict=True)], found


def signed(classes: Sequence[ClassCount], choices: Choices, where: str) -> list[ClassCount]:
    """The classes with their labels: −1, +1, or 0 if they are left out.

    Without a choice, the smaller of two numbers is −1, so that −1/+1, 0/1 and 1/2 are as expected, as are the bare
    signs − and +; of two names the first in the alphabet is −1. A single class is −1 if it is a minus sign, a negative
    number or 0, otherwise +1.

    Raises KpguiError when there are more than two classes and no choice, or a chosen class does not exist.

    >>> [each.sign for each in signed([ClassCount("ham", 1), ClassCount("spam", 1)], Choices(), "mail.csv")]
    [-1, 1]
    """
    names = [each.name for each in classes]
    positive = None if choices.positive is None else _place(choices.positive, names, where)
    negative = None if choices.negative is None else _place(choices.negative, names, where)
    if positive is not None and positive == negative:
        raise KpguiError(
            _("The class {name!r} cannot be both +1 and −1; choose two classes.").format(name=short(names[positive]))
        )
    if positive is None and negative is None:
        signs = [-1, 1] if len(names) == 2 else [_lone(classes, where)]
    else:
        rest = 0 if None not in (positive, negative) else 1 if positive is None else -1
        signs = [1 if k == positive else -1 if k == negative else rest for k in range(len(names))]
    return [ClassCount(each.name, each.count, sign) for each, sign in zip(classes, signs, strict=True)]


def _place(wanted: str, names: Sequence[str], where: str) -> int:
    """The index of the class of this name, or of the same number. Raises KpguiError."""
    if wanted.strip() in names:
        return names.index(wanted.strip())
    try:
        values = [_number(name) for name in names]
        return values.index(_number(wanted.strip()))
    except ValueError:
        raise KpguiError(
            _("{where} has no class {wanted!r}; its classes are {names}.").format(
                where=where, wanted=short(wanted), names=_listed(names)
            )
        ) from None


def _lone(classes: Sequence[ClassCount], where: str) -> int:
    """The sign of a single class. Raises ManyClasses when there are several."""
    names = [each.name for each in classes]
    if len(names) > 1:
        raise ManyClasses(where, names)
    try:
        return -1 if names[0] in MINUS or _number(names[0]) <= 0 else 1
    except ValueError:
        return 1


def _listed(names: Sequence[str]) -> str:
    return ", ".join([short(name, LONGEST_NAME) for name in names[:MOST_CLASSES]] + ["…"] * (len(names) > MOST_CLASSES))


def _name(key: float | str) -> str:
    """The name of a class; numbers without a needless decimal point."""
    if isinstance(key, str):
        return key
    return str(int(key)) if key.is_integer() and abs(key) < 1e15 else repr(key)


def _number(name: str) -> float:
    if "_" in name:  # Python's float accepts 1_000
        raise ValueError
    return float(name.replace("\N{MINUS SIGN}", "-"))
