"""The mapping between the plane and the canvas's pixels, the view that pans and zooms, and its two axes of fixed size.

Units are equally long on both axes, so that circles look like circles and an RBF kernel like a round bell, unless the
user decouples the axes, or a rectangle is so narrow that it could not be seen at equal units.
"""

import math
from dataclasses import astuple
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Signal

from kpgui.geometry.palette import Palette
from kpgui.geometry.scales import Axis, ticks
from kpgui.model.arrays import Floats, Ints
from kpgui.model.session import View
from kpgui.ui.look.scale import window_font

LEFT_WIDTH = 54
BOTTOM_HEIGHT = 26

APART = 72
"""Fewest pixels between two ticks; the same on both axes, so that equal units make a square grid."""


class Mapping(NamedTuple):
    """The mapping of a view to width × height pixels, x to the right and y downwards.

    unit: logical pixels of the screen for one of these pixels. Everything on the canvas is measured in these, so that
    with a larger unit points, lines and type all grow alike.
    """

    view: View
    width: float
    height: float
    unit: float = 1.0

    @property
    def across(self) -> float:
        """Pixels for one unit of x."""
        return self.width / (self.view.xmax - self.view.xmin)

    @property
    def up(self) -> float:
        """Pixels for one unit of y."""
        return self.height / (self.view.ymax - self.view.ymin)

    def to_pixels(self, points: Floats) -> Floats:
        """Pixels (n, 2) of points of the plane, (n, 2); infinite where that overflows."""
        pixels = np.empty((2, len(points)))  # one coordinate after the other, five times as fast as in pairs
        with np.errstate(over="ignore"):
            for k, (origin, scale) in enumerate(((self.view.xmin, self.across), (self.view.ymax, -self.up))):
                np.subtract(points[:, k], origin, out=pixels[k])
                pixels[k] *= scale
        return pixels.T

    def from_pixels(self, pixels: Floats) -> Floats:
        """Positions in the plane, (n, 2), of pixels on the canvas or beyond its edge, (n, 2)."""
        return pixels / (self.across, -self.up) + (self.view.xmin, self.view.ymax)

    def to_plane(self, x: float, y: float) -> tuple[float, float]:
        """The position in the plane of a pixel."""
        return self.view.xmin + x / self.across, self.view.ymax - y / self.up

    @property
    def ticks(self) -> tuple[Axis, Axis]:
        """The ticks of the axes x and y."""
        view = self.view
        return ticks_along(view.xmin, view.xmax, self.width), ticks_along(view.ymin, view.ymax, self.height)

    def contains(self, x: float, y: float) -> bool:
        """Whether a pixel is on the canvas, edge included."""
        return 0 <= x <= self.width and 0 <= y <= self.height


@lru_cache(maxsize=8)
def ticks_along(low: float, high: float, pixels: float) -> Axis:
    """The ticks of an axis from low to high that is so many pixels long."""
    return ticks(low, high, max(2, int(pixels / APART)))


class CanvasAxis(pg.AxisItem):
    """An axis with the same ticks and labels as in figures, in the palette's colours."""

    def __init__(self, orientation: str, palette: Palette) -> None:
        super().__init__(orientation)
        self._labels: dict[float, str] = {}
        self._unit = 1.0
        # SI prefixes are for the title, which is not shown but would be laid out at every move of the view.
        self.enableAutoSIPrefix(False)
        self.setStyle(autoExpandTextSpace=False, autoReduceTextSpace=False)
        self.recolour(palette)
        self.set_unit(1.0)

    def set_unit(self, unit: float) -> None:
        """Makes it so many times as large as usual."""
        self._unit = unit
        self.setStyle(tickFont=window_font(unit), tickTextOffset=round(5 * unit), tickLength=round(-4 * unit))
        if self.orientation == "left":
            self.setWidth(round(LEFT_WIDTH * unit))
        else:
            self.setHeight(round(BOTTOM_HEIGHT * unit))

    def recolour(self, palette: Palette) -> None:
        self.setPen(pg.mkPen(palette.grid))
        self.setTextPen(pg.mkPen(palette.muted))

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:
        axis = ticks_along(minVal, maxVal, size / self._unit)
        self._labels = dict(zip(axis.values, axis.labels, strict=True))
        return [(1.0, list(axis.values))]

    def generateDrawSpecs(self, painter: Any) -> Any:
        """What is drawn; the topmost label is moved until it is whole."""
        specs = super().generateDrawSpecs(painter)
        for place, *__ in specs[2] if specs else ():
            place.moveTop(max(place.top(), 0.0))
        return specs

    def tickStrings(self, values: Any, scale: float, spacing: float) -> list[str]:
        return [self._labels[value] for value in values]


SQUEEZE = 10.0
"""Largest ratio of a rectangle's sides for which units are equal."""

FARTHEST = 1e12
"""Largest coordinate that is brought into view."""

FINEST = 1e-9
"""The smallest visible span relative to its coordinates, at which doubles still resolve the pixels."""


class CanvasViewBox(pg.ViewBox):
    """pyqtgraph's view box without its mouse handling, menu and automatic ranges.

    asked: another rectangle is to be visible. Not emitted when only the canvas has another shape.
    """

    asked = Signal()

    def __init__(self) -> None:
        super().__init__(lockAspect=True, enableMouse=False, enableMenu=False, defaultPadding=0.0)
        self.disableAutoRange()
        self._equal = True
        self.unit = 1.0
        """Logical pixels of the screen for one pixel of the mapping."""

    @property
    def equal(self) -> bool:
        """Whether units are equally long on both axes where possible."""
        return self._equal

    def set_equal(self, equal: bool) -> None:
        """Switches equal units. What was visible stays visible."""
        if equal != self._equal:
            self._equal = equal
            self.show_view(self.visible_view)

    @property
    def visible_view(self) -> View:
        (xmin, xmax), (ymin, ymax) = self.viewRange()
        return View(xmin, xmax, ymin, ymax)

    @property
    def asked_view(self) -> View:
        """The rectangle asked for, of which more may be visible."""
        (xmin, xmax), (ymin, ymax) = self.targetRange()
        return View(xmin, xmax, ymin, ymax)

    @property
    def mapping(self) -> Mapping:
        width, height = (max(1.0, each / self.unit) for each in (self.width(), self.height()))
        return Mapping(self.visible_view, width, height, self.unit)

    def show_view(self, view: View) -> None:
        """Shows at least this rectangle, centred; one without width or height is enlarged."""
        xmin, xmax = _proper(view.xmin, view.xmax)
        ymin, ymax = _proper(view.ymin, view.ymax)
        self.setAspectLocked(self._equal and 1 / SQUEEZE <= (xmax - xmin) / (ymax - ymin) <= SQUEEZE)
        self.setRange(xRange=(xmin, xmax), yRange=(ymin, ymax), padding=0)
        self.asked.emit()

    def keep(self, x: float, y: float) -> None:
        """Makes (x, y) of the plane stay visible in a canvas of another shape, with all that is visible now.

        What was asked for stays visible anyway; a place there changes nothing.
        """
        asked = self.asked_view
        if not (asked.xmin <= x <= asked.xmax and asked.ymin <= y <= asked.ymax):
            self.show_view(self.visible_view)

    def zoom(self, factor: float, x: float, y: float) -> None:
        """Makes the visible rectangle `factor` times as large; (x, y) of the plane stays where it is."""
        view = self.visible_view
        self._go(
            View(
                x + (view.xmin - x) * factor,
                x + (view.xmax - x) * factor,
                y + (view.ymin - y) * factor,
                y + (view.ymax - y) * factor,
            )
        )

    def pan(self, right: float, down: float) -> None:
        """Shifts the view by so many pixels."""
        view, mapping = self.visible_view, self.mapping
        dx, dy = right / mapping.across, down / mapping.up
        self._go(View(view.xmin - dx, view.xmax - dx, view.ymin + dy, view.ymax + dy))

    def _go(self, view: View) -> None:
        """Shows exactly this rectangle, unless it leaves the limits `FARTHEST` and `FINEST`."""
        edges = astuple(view)
        span = min(view.xmax - view.xmin, view.ymax - view.ymin)
        farthest = max(abs(edge) for edge in edges)
        if farthest <= FARTHEST and span >= FINEST * max(farthest, FINEST):
            self.setRange(xRange=edges[:2], yRange=edges[2:], padding=0)
            self.asked.emit()


def _proper(low: float, high: float) -> tuple[float, float]:
    """The interval made showable: finite, ascending, not empty, within the limits."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return -1.0, 1.0
    low, high = sorted(max(-FARTHEST, min(edge, FARTHEST)) for edge in (low, high))
    if high - low >= FINEST * max(abs(low), abs(high), FINEST):
        return low, high
    room = max(1.0, FINEST * abs(low))
    return low - room, high + room


NO_MAPPING = Mapping(View(), 1, 1)
"""The mapping of a canvas that has not been laid out yet."""


def nearest(pixels: Floats, x: float, y: float, radius: float) -> int | None:
    """Index of the pixel position, of (n, 2), nearest to (x, y) and within the radius; None if there is none.

    Of equally near ones the last, which is drawn on top.
    """
    reach = radius + 1  # to spare, for rounding
    near = inside(pixels, (x - reach, y - reach), (x + reach, y + reach))
    if not len(near):
        return None
    squares = ((pixels[near] - (x, y)) ** 2).sum(axis=1)
    best = len(squares) - 1 - int(np.argmin(squares[::-1]))
    return int(near[best]) if squares[best] <= radius**2 else None


def inside(pixels: Floats, corner: tuple[float, float], opposite: tuple[float, float]) -> Ints:
    """Indices of the pixel positions, of (n, 2), in the rectangle between two corners, edge included."""
    low, high = np.minimum(corner, opposite), np.maximum(corner, opposite)
    x, y = pixels.T
    beside = np.flatnonzero((x >= low[0]) & (x <= high[0]))
    return beside[(y[beside] >= low[1]) & (y[beside] <= high[1])]
