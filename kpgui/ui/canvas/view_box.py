"""The view of the plane that pans and zooms, and its two axes of fixed size.

Units are equally long on both axes, so that circles look like circles and an RBF kernel like a round bell, unless the
user decouples the axes, or a rectangle is so narrow that it could not be seen at equal units.
"""

import math
from dataclasses import astuple
from functools import lru_cache
from typing import Any

import pyqtgraph as pg

from kpgui.geometry.palette import Palette
from kpgui.geometry.scales import Axis, ticks
from kpgui.model.session import View
from kpgui.ui.canvas.mapping import Mapping
from kpgui.ui.look.scale import window_font

LEFT_WIDTH = 54
BOTTOM_HEIGHT = 26

APART = 72
"""Fewest pixels between two ticks; the same on both axes, so that equal units make a square grid."""


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
    """pyqtgraph's view box without its mouse handling, menu and automatic ranges."""

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
    def mapping(self) -> Mapping:
        width, height = (max(1.0, each / self.unit) for each in (self.width(), self.height()))
        return Mapping(self.visible_view, width, height, self.unit)

    def show_view(self, view: View) -> None:
        """Shows at least this rectangle, centred; one without width or height is enlarged."""
        xmin, xmax = _proper(view.xmin, view.xmax)
        ymin, ymax = _proper(view.ymin, view.ymax)
        self.setAspectLocked(self._equal and 1 / SQUEEZE <= (xmax - xmin) / (ymax - ymin) <= SQUEEZE)
        self.setRange(xRange=(xmin, xmax), yRange=(ymin, ymax), padding=0)

    def keep(self) -> None:
        """Makes all that is visible now, not only what was asked for, stay visible in a canvas of another shape."""
        (xmin, xmax), (ymin, ymax) = self.viewRange()
        self.setRange(xRange=(xmin, xmax), yRange=(ymin, ymax), padding=0)

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


def _proper(low: float, high: float) -> tuple[float, float]:
    """The interval made showable: finite, ascending, not empty, within the limits."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return -1.0, 1.0
    low, high = sorted(max(-FARTHEST, min(edge, FARTHEST)) for edge in (low, high))
    if high - low >= FINEST * max(abs(low), abs(high), FINEST):
        return low, high
    room = max(1.0, FINEST * abs(low))
    return low - room, high + room
