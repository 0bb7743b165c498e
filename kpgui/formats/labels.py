"""From the labels of a file, whatever they are called there, to −1 and +1."""

from collections.abc import Sequence
from math import isfinite

import numpy as np

from kpgui.model.arrays import Labels
from kpgui.model.errors import KpguiError

MISSING = frozenset({"", "?", "na", "nan", "n/a", "null"})
"""What stands for a missing value, in lower case."""

SHOWN = 5


def signs(cells: Sequence[str], where: str, lines: Sequence[int]) -> Labels:
    """The labels (n,) int8 in {−1, +1} of n cells; lines[i] is the line of cell i, for messages.

    Of two numbers the smaller one is −1: −1/+1, 0/1 and 1/2 come out as expected. Of two names the first in
    the alphabet is −1. A class that is alone is −1 when it is a negative number or 0, otherwise +1.

    Raises KpguiError when a label is missing or not finite, or when there are more than two classes.

    >>> signs(["spam", "ham"], "mail.csv", [1, 2]).tolist()
    [1, -1]
    """
    names = {cell: cell.strip() for cell in set(cells)}
    bad = {cell for cell, name in names.items() if name.lower() in MISSING or _is_infinite(name)}
    if bad:
        i = next(i for i, cell in enumerate(cells) if cell in bad)
        found = "missing" if cells[i].strip().lower() in MISSING else f"{cells[i].strip()}, not a class"
        raise KpguiError(f"{where}, line {lines[i]}: the label is {found}; correct it or delete the row.")
    classes = _classes(names)
    sign_of = dict(zip(classes, (-1, 1), strict=True)) if len(classes) == 2 else _lone(classes, where)
    by_cell = {cell: sign_of[_value(name, classes)] for cell, name in names.items()}
    return np.fromiter(map(by_cell.__getitem__, cells), np.int8, len(cells))


def _classes(names: dict[str, str]) -> list[float] | list[str]:
    """The classes in order: as numbers when all are, so that 1, 1.0 and +1 are one class."""
    try:
        return sorted({_number(name) for name in names.values()})
    except ValueError:
        return sorted(set(names.values()))


def _value(name: str, classes: list[float] | list[str]) -> float | str:
    return name if isinstance(classes[0], str) else _number(name)


def _lone(classes: list[float] | list[str], where: str) -> dict[float | str, int]:
    """The sign of the only class there is. Raises KpguiError when there are too many."""
    if len(classes) > 1:
        shown = [each[:40] if isinstance(each, str) else f"{each:g}" for each in classes[:SHOWN]]
        shown += ["…"] * (len(classes) > SHOWN)
        raise KpguiError(
            f"{where} has {len(classes)} classes ({', '.join(shown)}) where two are needed; "
            "keep the rows of two classes, or name the right column 'label' in a header line."
        )
    only = classes[0]
    return {only: -1 if isinstance(only, float) and only <= 0 else 1}


def _number(name: str) -> float:
    if "_" in name:  # Python's float takes 1_000
        raise ValueError
    return float(name)


def _is_infinite(name: str) -> bool:
    try:
        return not isfinite(_number(name))
    except ValueError:
        return False
