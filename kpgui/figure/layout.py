"""Layout of a picture: the positions of its parts, in points."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isclose, sqrt

import numpy as np

from kpgui.drawing.lettering import Lettering
from kpgui.figure.style import Style
from kpgui.geometry.scales import Axis, ticks
from kpgui.model.arrays import Floats
from kpgui.model.session import View

REFERENCE = (500.0, 350.0)
"""Width and height in points at which type and lines have their nominal sizes."""

EDGE = 13.0
"""Width of the picture's border, in nominal points."""

LABEL = 8.8
"""Size of labels in nominal points; that of other text is in proportion."""

LEADING = 1.35
"""Height of a line of the legend, in lines of its type."""

COLUMN_GAP = 18.0
"""Between the plot and a legend right of it, in nominal points."""

SQUEEZE = 2.5
"""Units are equally long on both axes, unless that would shrink a side of the plot by more than this factor."""


@dataclass(frozen=True)
class Rectangle:
    """left, top, right, bottom in points; y grows downwards."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


@dataclass(frozen=True)
class Letterings:
    """The typefaces of a picture in their sizes; unit: size of one nominal point of type."""

    unit: float
    title: Lettering
    caption: Lettering
    label: Lettering
    tick: Lettering

    @classmethod
    def of(cls, unit: float) -> "Letterings":
        return cls(
            unit=unit,
            title=Lettering(12.5 * unit, bold=True),
            caption=Lettering(9 * unit),
            label=Lettering(LABEL * unit),
            tick=Lettering(8.5 * unit),
        )


@dataclass(frozen=True)
class Layout:
    """The plot's rectangle with room around it for heading, ticks, colour bar and legend.

    unit: size of one nominal point of a line in this picture, and of type, unless its size is given. area: the space
    available to the plot. top, legend_top: where heading and legend begin; both stay between left and right. y_title: x
    of the centre of the y axis title. legend_left: of a legend right of the plot, None for one below it.
    x_name, y_name: the names of the axes, "" for one that is not named here. bar: the ticks of the colour bar, None
    without one.
    """

    unit: float
    view: View
    area: Rectangle
    plot: Rectangle
    across: Axis
    up: Axis
    letterings: Letterings
    top: float
    legend_top: float
    left: float
    right: float
    y_title: float
    legend_left: float | None = None
    x_name: str = "x"
    y_name: str = "y"
    bar: Axis | None = None

    @classmethod
    def of(
        cls,
        view: View,
        width: float,
        height: float,
        legend_lines: int,
        style: Style = Style(),  # noqa: B008 - frozen
        heading: float | None = None,
        peak: float | None = None,
        type_unit: float = 0.0,
        column: float = 0.0,
        names: Sequence[str] = ("x", "y"),
    ) -> "Layout":
        """The layout that fits everything into width × height points; the plot, centred, shows exactly the view.

        heading: height of the heading, None for a line of title and one of caption. peak: |f| at the ends of the
        colour bar, None without one. type_unit: that of type, 0 for that of lines. column: width of a legend right of
        the plot, 0 for one below it.
        """
        unit = unit_for(width, height)
        letterings = Letterings.of(type_unit or unit)
        label, tick = letterings.label, letterings.tick
        edge = EDGE * unit
        head = letterings.title.line + letterings.caption.line + 6 * unit if heading is None else heading
        if peak is not None:
            head = max(head, label.line + 4 * unit)  # the bar's name is above it
        foot = (7 * unit + tick.line if style.ticks else 0.0) + (label.line if style.axes else 0.0)
        foot += 4 * unit if style.legend and legend_lines else 0.0
        top, bottom = edge + head, height - edge - foot - legend_lines * LEADING * label.line
        up = ticks(view.ymin, view.ymax, ticks_for(bottom - top, 30 * letterings.unit))
        widest = max((tick.width(each) for each in up.labels), default=0.0)
        beside = (widest + 8 * unit if style.ticks else 2 * unit) + (label.line if style.axes else 0.0)
        bar = None if peak is None else ticks(-peak, peak, ticks_for(bottom - top, 30 * letterings.unit))
        behind = 0.0 if bar is None else (12 + 9 + 6.5) * unit + max(map(tick.width, bar.labels), default=0.0)
        bar_width = behind
        behind += column + COLUMN_GAP * unit if column else 0.0
        for _ in range(2):  # the last label across can be wider than what is right of the plot
            area = Rectangle(edge + beside, top, max(edge + beside + 1, width - edge - behind), max(top + 1, bottom))
            plot = _equal_units(area, view)
            across = ticks(view.xmin, view.xmax, ticks_for(plot.width, 46 * letterings.unit))
            if style.ticks and across.values:
                share = (view.xmax - across.values[-1]) / (view.xmax - view.xmin)
                over = tick.width(across.labels[-1]) / 2 - share * plot.width
                behind = max(behind, over - (width - edge - behind - plot.right))
        return cls(
            unit=unit,
            view=view,
            area=area,
            plot=plot,
            across=across,
            up=up,
            letterings=letterings,
            top=plot.top - head,
            legend_top=plot.top if column else plot.bottom + foot,
            legend_left=plot.right + bar_width + COLUMN_GAP * unit if column else None,
            left=edge,
            right=width - edge,
            y_title=plot.left - beside + label.line / 2,
            x_name=names[0] if style.axes else "",
            y_name=names[1] if style.axes else "",
            bar=bar,
        )

    @property
    def equal_units(self) -> bool:
        """Whether units are equally long on both axes."""
        view, plot = self.view, self.plot
        across, up = plot.width / (view.xmax - view.xmin), plot.height / (view.ymax - view.ymin)
        return isclose(across, up, rel_tol=1e-6)

    @property
    def scale(self) -> float:
        """Points on the paper to a unit of the view, on the axis that has fewer."""
        view, plot = self.view, self.plot
        return min(plot.width / (view.xmax - view.xmin), plot.height / (view.ymax - view.ymin))

    def place(self, points: Floats) -> Floats:
        """Points (k, 2) of the plane on the paper, in points; NaN stays NaN."""
        view, plot = self.view, self.plot
        placed = np.empty((len(points), 2))
        placed[:, 0] = plot.left + (points[:, 0] - view.xmin) * (plot.width / (view.xmax - view.xmin))
        placed[:, 1] = plot.bottom - (points[:, 1] - view.ymin) * (plot.height / (view.ymax - view.ymin))
        return placed


def ticks_for(length: float, apart: float) -> int:
    """The most ticks of an axis of this length, with labels so far apart."""
    return max(3, min(10, int(length / apart)))


def unit_for(width: float, height: float) -> float:
    """The `unit` of a layout: proportional to the size of a small picture, to its square root for a large one."""
    scale = min(width / REFERENCE[0], height / REFERENCE[1])
    return scale if scale < 1 else sqrt(scale)


def _equal_units(area: Rectangle, view: View) -> Rectangle:
    """The largest centred rectangle of the area in which units are equally long on both axes."""
    stretch = (view.xmax - view.xmin) / (view.ymax - view.ymin) * area.height / area.width
    if not 1 / SQUEEZE <= stretch <= SQUEEZE:
        return area
    across = area.width * (1 - min(1.0, stretch)) / 2
    down = area.height * (1 - min(1.0, 1 / stretch)) / 2
    return Rectangle(area.left + across, area.top + down, area.right - across, area.bottom - down)
