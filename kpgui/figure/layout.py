"""Layout of a picture: the positions of its parts, in points."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from kpgui.figure.lettering import Lettering
from kpgui.model.arrays import Floats
from kpgui.model.session import View
from kpgui.present.ticks import Axis, ticks

REFERENCE = (500.0, 350.0)
"""Width and height in points at which type and lines have their nominal sizes."""

EDGE = 13.0
"""Width of the picture's border, in nominal points."""

LEADING = 1.35
"""Height of a line of the legend, in lines of its type."""

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
    """The typefaces of a picture in their sizes."""

    title: Lettering
    caption: Lettering
    label: Lettering
    tick: Lettering

    @classmethod
    def of(cls, unit: float) -> "Letterings":
        return cls(
            title=Lettering(12.5 * unit, bold=True),
            caption=Lettering(9 * unit),
            label=Lettering(8.8 * unit),
            tick=Lettering(8.5 * unit),
        )


@dataclass(frozen=True)
class Layout:
    """The plot's rectangle with room around it for heading, ticks and legend.

    unit: size of one nominal point of type or line in this picture. area: the space available to the plot. top,
    legend_top: where heading and legend begin; both stay between left and right. y_title: x of the centre of the y
    axis title. x_name, y_name: the names of the axes, "" for one that is not named here.
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
    x_name: str = "x"
    y_name: str = "y"

    @classmethod
    def of(cls, view: View, width: float, height: float, legend_lines: int) -> "Layout":
        """The layout that fits everything into width × height points; the plot, centred, shows exactly the view."""
        unit = unit_for(width, height)
        letterings = Letterings.of(unit)
        edge = EDGE * unit
        head = letterings.title.line + letterings.caption.line + 6 * unit
        foot = 11 * unit + letterings.tick.line + letterings.label.line
        top, bottom = edge + head, height - edge - foot - legend_lines * LEADING * letterings.label.line
        up = ticks(view.ymin, view.ymax, ticks_for(bottom - top, 30 * unit))
        widest = max((letterings.tick.width(label) for label in up.labels), default=0.0)
        beside = letterings.label.line + widest + 8 * unit
        area = Rectangle(edge + beside, top, width - edge - 4 * unit, bottom)
        plot = _equal_units(area, view)
        return cls(
            unit=unit,
            view=view,
            area=area,
            plot=plot,
            across=ticks(view.xmin, view.xmax, ticks_for(plot.width, 46 * unit)),
            up=up,
            letterings=letterings,
            top=plot.top - head,
            legend_top=plot.bottom + foot,
            left=edge,
            right=width - edge,
            y_title=plot.left - beside + letterings.label.line / 2,
        )

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
