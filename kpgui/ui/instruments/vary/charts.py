"""The three charts of a variation: a curve, a map of cells, a histogram. Places are shares of the plot's area, from 0
to 1, rightwards and upwards.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kpgui.model.arrays import Floats, Ints

RATIO = 15
"""Values that differ by such a factor are on a logarithmic axis."""

EDGE = 0.03
"""Room beside the first and last value."""


class Series(NamedTuple):
    """A line of a curve: its heights (n,), nan where they are not known yet, and how far they spread, None if not.

    colour: a name of the palette. name: for the legend.
    """

    name: str
    colour: str
    heights: Floats
    spread: Floats | None = None
    dashed: bool = False


class Curve(NamedTuple):
    """Series over the values of a setting. ringed: values that stand out. now: the one that the session has.

    title: of the axis. labels: of the values, (n,), at these places.
    """

    title: str
    labels: tuple[str, ...]
    places: Floats
    series: tuple[Series, ...]
    ringed: tuple[int, ...] = ()
    now: int | None = None

    @property
    def top(self) -> float:
        """The height of the axis, so that all that is known is below it."""
        tops = [each.heights + (0 if each.spread is None else each.spread) for each in self.series]
        known = np.concatenate([*tops, [0.0]])
        return 1.08 * float(np.nanmax(known)) or 1.0

    def at(self, x: float, y: float) -> int | None:
        """The value that is nearest to a place."""
        return int(np.argmin(np.abs(self.places - x))) if len(self.places) else None

    def moved(self, index: int | None, right: int, up: int) -> int | None:
        """The value beside this one, in the direction of an arrow key."""
        order = np.argsort(self.places, kind="stable").tolist()
        at = -1 if index is None else order.index(index)
        return order[min(max(0, at + right), len(order) - 1)] if order else None


class Grid(NamedTuple):
    """A map of cells, (r, c), nan where they are not known yet; the first row is at the bottom."""

    title: str
    upright: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: Floats
    ringed: tuple[int, ...] = ()
    now: int | None = None

    def at(self, x: float, y: float) -> int | None:
        """The cell at a place."""
        rows, columns = self.cells.shape
        row, column = int(y * rows), int(x * columns)
        return row * columns + column if 0 <= row < rows and 0 <= column < columns and x >= 0 and y >= 0 else None

    def moved(self, index: int | None, right: int, up: int) -> int | None:
        """The cell beside this one, in the direction of an arrow key."""
        rows, columns = self.cells.shape
        row, column = (0, -right) if index is None else divmod(index, columns)
        return min(max(0, row + up), rows - 1) * columns + min(max(0, column + right), columns - 1)


@dataclass(frozen=True, eq=False)
class Histogram:
    """How many of the values (n,) are in each bin, between edges (m + 1,), and uprights with names at some values."""

    title: str
    edges: Floats
    bins: Ints
    uprights: tuple[tuple[str, float, str], ...] = ()

    @property
    def counts(self) -> Ints:
        return np.bincount(self.bins, minlength=len(self.edges) - 1)

    def at(self, x: float, y: float) -> int | None:
        """The bin at a place, of those that are not empty."""
        found = int(np.clip(x * (len(self.edges) - 1), 0, len(self.edges) - 2))
        return found if self.counts[found] else None

    def moved(self, index: int | None, right: int, up: int) -> int | None:
        """The next bin that is not empty, in the direction of an arrow key."""
        filled = np.flatnonzero(self.counts).tolist()
        at = -1 if index is None or index not in filled else filled.index(index)
        return filled[min(max(0, at + right), len(filled) - 1)] if filled else None

    def place(self, value: float) -> float:
        return float((value - self.edges[0]) / (self.edges[-1] - self.edges[0]))


Chart = Curve | Grid | Histogram


def places(texts: tuple[str, ...]) -> Floats:
    """Where values are on an axis: as numbers, logarithmic if they span much, or else one beside the other.

    >>> places(("linear()", "rbf()")).tolist()
    [0.25, 0.75]
    >>> places(("0.1", "1", "10")).tolist()
    [0.03, 0.5, 0.97]
    """
    try:
        values = np.array([float(each) for each in texts])
    except ValueError:
        values = np.zeros(0)
    low, high = (values.min(), values.max()) if len(values) else (0.0, 0.0)
    if low == high:
        return (np.arange(len(texts)) + 0.5) / max(1, len(texts))
    if low > 0 and high >= RATIO * low:
        values, low, high = np.log(values), np.log(low), np.log(high)
    return EDGE + (1 - 2 * EDGE) * (values - low) / (high - low)


def histogram(title: str, values: Floats, beside: tuple[tuple[str, float, str], ...], most: int) -> Histogram:
    """A histogram of values (n,) with at most so many bins, as wide as to hold what is marked beside them too."""
    known = [each for __, each, __ in beside if np.isfinite(each)]
    low, high = min([*values, *known]), max([*values, *known])
    whole = bool((values == np.round(values)).all())
    width = max((high - low) / most, 0.0) or 1.0
    if whole:
        width = float(np.ceil((high - low + 1) / most))
    count = max(1, int(np.ceil((high - low + whole) / width)))
    edges = low - 0.5 * whole + width * np.arange(count + 1)
    bins = np.clip(((values - edges[0]) / width).astype(np.int64), 0, count - 1)
    return Histogram(title, edges, bins, beside)
