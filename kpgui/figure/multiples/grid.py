"""Layout of small multiples: a grid of plots of one size, with a heading over all and a legend under all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, inf, sqrt

from kpgui.figure.layout import EDGE, LABEL, LEADING, REFERENCE, Layout, Letterings, Rectangle, ticks_for
from kpgui.figure.style import Style
from kpgui.geometry.scales import Axis, ticks
from kpgui.model.session import View

LEAST_CELL = (139.0, 150.0)
"""Width and height in points of a panel at which type has its nominal size; in a smaller one it is smaller."""

MARKED_PLOT = 330.0
"""Width in nominal points of a plot at which marks and lines have their nominal sizes."""

LEAST_MARKS = 0.5
"""The smallest share of their nominal sizes that marks and lines have."""

NARROWEST, STRIP = 4.0, 1.5
"""Largest ratio of a view's sides that its plots have too, and the shape of the plots of a narrower view."""

ROUNDS = 6

GAP, RISE = 14.0, 12.0
"""Between two plots beside each other, and between a plot and the panel below, in nominal points."""


@dataclass(frozen=True)
class Around:
    """What is around the panels: the heading's height in points, the legend's lines, |f| at the colour bar's ends.

    fact_lines: those of the facts above each plot.
    """

    style: Style = Style()  # noqa: RUF009 - frozen
    heading: float = 0.0
    legend_lines: int = 0
    peak: float | None = None
    names: Sequence[str] = ("x", "y")
    fact_lines: int = 1


@dataclass(frozen=True)
class GridLayout:
    """The layout of the whole, whose plot is the block of all panels, and of the panels in reading order."""

    whole: Layout
    panels: tuple[Layout, ...]

    @classmethod
    def of(cls, view: View, count: int, columns: int, width: float, height: float, around: Around) -> "GridLayout":
        """Fits `count` plots of the view into width × height points, in this many columns, 0 for the best number."""
        if columns:
            return _fitted(view, count, columns, width, height, around)
        found = (_fitted(view, count, each, width, height, around) for each in range(1, count + 1))
        return max(found, key=lambda each: each.panels[0].plot.width)


def natural_columns(count: int) -> int:
    """The columns of a figure that may have any height: three panels stand side by side, four in a square."""
    return count if count <= 3 else ceil(sqrt(count))


def natural_height(view: View, count: int, columns: int, width: float, around: Around) -> float:
    """The height in points at which the panels fill a figure of this width.

    The size of type depends on the height, and the height on that of type: a few rounds settle it.
    """
    rows, height = ceil(count / columns), inf
    for _ in range(ROUNDS):
        spaces = _Spaces.of(view, columns, rows, width, height, around)
        height = spaces.down(rows) + rows * spaces.cell_width(width, columns) / _shape(view)
    return height


@dataclass(frozen=True)
class _Spaces:
    """What is around the plots, in points.

    unit: size of a nominal point of a line. heading: above the panels. head: the lines above a plot. foot: labels below
    the lowest plots, and the legend. beside: labels left of the first column. behind: the colour bar.
    """

    unit: float
    letterings: Letterings
    heading: float
    head: float
    foot: float
    legend: float
    beside: float
    behind: float

    @classmethod
    def of(cls, view: View, columns: int, rows: int, width: float, height: float, around: Around) -> "_Spaces":
        style, scale = around.style, width / REFERENCE[0]
        most = min(width / columns / LEAST_CELL[0], height / (rows * LEAST_CELL[1] + 110))
        unit = min(scale if scale < 1 else sqrt(scale), most)
        letterings = Letterings.of(min(style.font_size / LABEL, most) if style.font_size else unit)
        label, tick = letterings.label, letterings.tick
        foot = (7 * unit + tick.line if style.ticks else 0.0) + (label.line if style.axes else 0.0)
        beside = (_widest(letterings, ticks(view.ymin, view.ymax)) + 8 * unit if style.ticks else 2 * unit) + (
            label.line if style.axes else 0.0
        )
        bar = None if around.peak is None else ticks(-around.peak, around.peak)
        return cls(
            unit=unit,
            letterings=letterings,
            heading=around.heading,
            head=label.line + (around.fact_lines * letterings.caption.line if style.counters else 0.0) + 3 * unit,
            foot=foot + (4 * unit if around.legend_lines else 0.0),
            legend=around.legend_lines * LEADING * label.line,
            beside=beside,
            behind=4 * unit if bar is None else (12 + 9 + 6.5) * unit + _widest(letterings, bar),
        )

    def across(self, columns: int) -> float:
        """The width of everything but the plots."""
        return (2 * EDGE + (columns - 1) * GAP) * self.unit + self.beside + self.behind

    def down(self, rows: int) -> float:
        """The height of everything but the plots."""
        return (2 * EDGE + (rows - 1) * RISE) * self.unit + self.heading + rows * self.head + self.foot + self.legend

    def cell_width(self, width: float, columns: int) -> float:
        return max(1.0, (width - self.across(columns)) / columns)

    def cell_height(self, height: float, rows: int) -> float:
        return max(1.0, (height - self.down(rows)) / rows)


def _widest(letterings: Letterings, axis: Axis) -> float:
    return max((letterings.tick.width(label) for label in axis.labels), default=0.0)


def _shape(view: View) -> float:
    """Width by height of every plot: units are equally long on both axes, unless the view is a narrow strip."""
    shape = (view.xmax - view.xmin) / (view.ymax - view.ymin)
    return shape if 1 / NARROWEST <= shape <= NARROWEST else STRIP


def _fitted(view: View, count: int, columns: int, width: float, height: float, around: Around) -> GridLayout:
    """The grid with so many columns, its block of panels centred."""
    rows = ceil(count / columns)
    spaces = _Spaces.of(view, columns, rows, width, height, around)
    unit, type_unit = spaces.unit, spaces.letterings.unit
    wide = min(spaces.cell_width(width, columns), _shape(view) * spaces.cell_height(height, rows))
    tall = wide / _shape(view)
    left = EDGE * unit + spaces.beside + max(0.0, width - columns * wide - spaces.across(columns)) / 2
    top = EDGE * unit + spaces.heading + max(0.0, height - rows * tall - spaces.down(rows)) / 2
    block = Rectangle(
        left,
        top,
        left + columns * wide + (columns - 1) * GAP * unit,
        top + rows * (spaces.head + tall) + (rows - 1) * RISE * unit,
    )
    up = ticks(view.ymin, view.ymax, ticks_for(tall, 22 * type_unit))
    numbers = _widest(spaces.letterings, up) + 8 * unit if around.style.ticks else 2 * unit
    peak, names = around.peak, around.style.axes
    whole = Layout(
        unit=unit,
        view=view,
        area=block,
        plot=block,
        across=ticks(view.xmin, view.xmax, ticks_for(wide, 36 * type_unit)),
        up=up,
        letterings=spaces.letterings,
        top=top - spaces.heading,
        legend_top=block.bottom + spaces.foot,
        left=EDGE * unit,
        right=width - EDGE * unit,
        y_title=left - numbers - spaces.letterings.label.line / 2,
        x_name=around.names[0] if names else "",
        y_name=around.names[1] if names else "",
        bar=None if peak is None else ticks(-peak, peak, ticks_for(block.height, 30 * type_unit)),
    )
    return GridLayout(whole, tuple(_panel(whole, spaces.head, wide, number, columns, count) for number in range(count)))


def _panel(whole: Layout, head: float, wide: float, number: int, columns: int, count: int) -> Layout:
    """The layout of one panel; labels stand left of the first of a row and under the last of a column only."""
    row, column = divmod(number, columns)
    tall = wide / _shape(whole.view)
    left = whole.plot.left + column * (wide + GAP * whole.unit)
    top = whole.plot.top + row * (head + tall + RISE * whole.unit) + head
    plot = Rectangle(left, top, left + wide, top + tall)
    lowest, first = number + columns >= count, column == 0
    return replace(
        whole,
        unit=whole.unit * max(LEAST_MARKS, min(1.0, wide / (MARKED_PLOT * whole.unit))),
        area=plot,
        plot=plot,
        across=whole.across if lowest else _unlabelled(whole.across),
        up=whole.up if first else _unlabelled(whole.up),
        x_name=whole.x_name if lowest else "",
        y_name=whole.y_name if first else "",
        top=top - head,
        left=left,
        right=plot.right,
    )


def _unlabelled(axis: Axis) -> Axis:
    return Axis(axis.values, ("",) * len(axis.values))
