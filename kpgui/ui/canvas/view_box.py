"""The view box: the visible rectangle of the plane, and how zooming and panning change it.

Units are equally long on both axes, so that circles look like circles and an RBF kernel like a round bell, unless the
user decouples the axes, or a rectangle is so narrow that it could not be seen at equal units.
"""

import math
from dataclasses import astuple

import pyqtgraph as pg

from kpgui.model.session import View
from kpgui.ui.canvas.mapping import Mapping

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
