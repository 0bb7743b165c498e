"""The view box: which rectangle of the plane is visible, and how zooming and panning change it.

Units are equally long on both axes, so that circles look like circles and an RBF kernel reaches as far as it
seems to, unless the user lets the axes apart, or a rectangle is so narrow that equal units would squeeze it to
a thread.
"""

import math
from dataclasses import astuple

import pyqtgraph as pg

from kpgui.model.session import View
from kpgui.ui.canvas.mapping import Mapping

SQUEEZE = 10.0
"""How many times longer one side of a rectangle may be than the other for units to be equal."""

FARTHEST = 1e12
"""No coordinate beyond this is brought into view."""

FINEST = 1e-9
"""The smallest visible span, relative to its coordinates: doubles can still tell the pixels apart."""


class CanvasViewBox(pg.ViewBox):
    """pyqtgraph's view box without its mouse handling, menu and automatic ranges."""

    def __init__(self) -> None:
        super().__init__(lockAspect=True, enableMouse=False, enableMenu=False, defaultPadding=0.0)
        self.disableAutoRange()
        self._equal = True

    @property
    def equal(self) -> bool:
        """Whether units are equally long on both axes, wherever that is possible."""
        return self._equal

    def set_equal(self, equal: bool) -> None:
        """Keep units equally long, or let both axes have any range. What was visible stays so."""
        if equal != self._equal:
            self._equal = equal
            self.show_view(self.visible_view)

    @property
    def visible_view(self) -> View:
        (xmin, xmax), (ymin, ymax) = self.viewRange()
        return View(xmin, xmax, ymin, ymax)

    @property
    def mapping(self) -> Mapping:
        return Mapping(self.visible_view, max(1.0, self.width()), max(1.0, self.height()))

    def show_view(self, view: View) -> None:
        """Show at least this rectangle, centred. A rectangle without width or height gets some."""
        xmin, xmax = _proper(view.xmin, view.xmax)
        ymin, ymax = _proper(view.ymin, view.ymax)
        self.setAspectLocked(self._equal and 1 / SQUEEZE <= (xmax - xmin) / (ymax - ymin) <= SQUEEZE)
        self.setRange(xRange=(xmin, xmax), yRange=(ymin, ymax), padding=0)

    def zoom(self, factor: float, x: float, y: float) -> None:
        """Make the visible rectangle `factor` times as large; (x, y) of the plane stays where it is."""
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
        """Shift what is visible by so many pixels."""
        view, mapping = self.visible_view, self.mapping
        dx, dy = right / mapping.across, down / mapping.up
        self._go(View(view.xmin - dx, view.xmax - dx, view.ymin + dy, view.ymax + dy))

    def _go(self, view: View) -> None:
        """Show exactly this rectangle, unless it leaves the range in which doubles can be told apart."""
        edges = astuple(view)
        span = min(view.xmax - view.xmin, view.ymax - view.ymin)
        farthest = max(abs(edge) for edge in edges)
        if farthest <= FARTHEST and span >= FINEST * max(farthest, FINEST):
            self.setRange(xRange=edges[:2], yRange=edges[2:], padding=0)


def _proper(low: float, high: float) -> tuple[float, float]:
    """An interval that can be shown: finite, ascending, not empty, within the farthest coordinates."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return -1.0, 1.0
    low, high = sorted(max(-FARTHEST, min(edge, FARTHEST)) for edge in (low, high))
    if high - low >= FINEST * max(abs(low), abs(high), FINEST):
        return low, high
    room = max(1.0, FINEST * abs(low))
    return low - room, high + room
