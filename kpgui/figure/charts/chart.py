"""The chart of a variation: lines or bars over values, or a map. Places are shares of its area, from 0 to 1."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kpgui.model.arrays import Floats

RATIO = 15
"""Values that differ by such a factor are on a logarithmic axis."""

EDGE = 0.03
"""Room beside the first and the last value."""


class Series(NamedTuple):
    """Heights (n,), nan where not known, and how far they spread; the first series may be bars or cells.

    name: for the legend. colour: a name of the palette.
    """

    name: str
    colour: str
    heights: Floats
    spread: Floats | None = None


@dataclass(frozen=True, eq=False)
class Chart:
    """Series over values with these labels at these places, (n,); as bars if it has some, as cells if it has rows.

    title: of the axis. rows: labels from the bottom up; cells (rows · n) go row by row. bars: what is in each of them.
    marks: indices that stand out, with their colours. uprights: name, place, nan for none, and colour of upright lines.
    """

    title: str
    labels: tuple[str, ...]
    places: Floats
    series: tuple[Series, ...]
    rows: tuple[str, ...] = ()
    bars: tuple[tuple[int, ...], ...] = ()
    marks: tuple[tuple[int, str], ...] = ()
    uprights: tuple[tuple[str, float, str], ...] = ()

    @property
    def top(self) -> float:
        """The height of the axis, above all that is known."""
        tops = [each.heights + (0 if each.spread is None else each.spread) for each in self.series]
        return 1.08 * float(np.nanmax(np.concatenate([*tops, [0.0]]))) or 1.0

    def at(self, x: float, y: float) -> int:
        """The index of the value or cell that is nearest to a place."""
        row = min(max(0, int(y * len(self.rows))), max(0, len(self.rows) - 1))
        return row * len(self.labels) + int(np.argmin(np.abs(self.places - x)))

    def moved(self, index: int | None, right: int, up: int) -> int:
        """The index beside this one in the direction of an arrow key, the first one from None."""
        row, column = divmod(index, len(self.labels)) if index is not None else (0, -right)
        row, column = min(row + up, max(0, len(self.rows) - 1)), min(column + right, len(self.labels) - 1)
        return max(0, row) * len(self.labels) + max(0, column)


def places(texts: tuple[str, ...]) -> Floats:
    """Where values are on an axis: as numbers, logarithmic if they span much, or else one beside the other.

    >>> places(("linear()", "rbf()")).tolist(), places(("0.1", "1", "10")).tolist()
    ([0.25, 0.75], [0.03, 0.5, 0.97])
    """
    try:
        values = np.array([float(each) for each in texts])
    except ValueError:
        values = np.zeros(len(texts))
    if values.min() > 0 and values.max() >= RATIO * values.min():
        values = np.log(values)
    low, high = values.min(), values.max()
    if low == high:
        return (np.arange(len(texts)) + 0.5) / len(texts)
    return EDGE + (1 - 2 * EDGE) * (values - low) / (high - low)
