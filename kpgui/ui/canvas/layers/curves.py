"""Contour curves of the field: the boundary, the margins and the regions of ties."""

import numpy as np
from PySide6.QtGui import QPainter, QPen

from kpgui.drawing.symbols import LegendEntry, boundary_entry, line_pen, margins_entry, ties_entry
from kpgui.geometry.palette import blend
from kpgui.model.arrays import Floats
from kpgui.model.frame import FieldImage, Frame
from kpgui.model.param import shown
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.strokes import drawable, lengthened, strokes, visible
from kpgui.ui.canvas.view_box import Mapping

SEAM = 0.5
"""Pixels by which adjacent strokes overlap."""


FADED = 0.55
"""How far the colour of an outdated run's curve is from its own towards the canvas. Opacity would show the seams."""


class CurveLayer(Layer):
    """Base of the layers that draw curves f = constant, cut into short strokes when they arrive."""

    width = 1.0
    length = 3.5
    """Length of a stroke in logical pixels, short enough for curves to look round."""
    gap = 0.0

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._curve: Floats = np.zeros((0, 2))
        self._lines = drawable(np.zeros((0, 4)))
        self._outdated = False
        self._symbol = "f"
        """How the expansion calls f."""

    def show_frame(self, frame: Frame) -> None:
        if frame.field is not None:
            self._symbol = frame.expansion.symbol
            self._curve = self.curve_of(frame.field)
            self._cut()
            self.update()

    def curve_of(self, field: FieldImage) -> Floats:
        """The curve to draw: (k, 2) in the plane, NaN rows between polylines."""
        raise NotImplementedError

    def arrange(self, mapping: Mapping) -> None:
        super().arrange(mapping)
        self._cut()

    def show_outdated(self, old: str) -> None:
        self._outdated = bool(old)
        self.update()

    def colour(self) -> str:
        """The colour of the curve while the run is up to date, "#rrggbb"."""
        return self.palette.boundary

    def casing(self) -> float:
        """The width of the line in the colour of the canvas on either side, 0 for none."""
        return 0.0

    @property
    def shown_colour(self) -> str:
        """The colour of the curve as it is drawn now."""
        return blend(self.colour(), self.palette.canvas, FADED if self._outdated else 0.0)

    @property
    def pen(self) -> QPen:
        """The pen of the curve as it is drawn now, for the legend."""
        return line_pen(self.shown_colour, self.width, (self.length, self.gap) if self.gap else ())

    @property
    def in_sight(self) -> bool:
        """Whether any of the curve is on the canvas."""
        return len(self._lines) > 0

    def draw(self, painter: QPainter, density: float) -> None:
        if len(self._lines):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            lines, casing = self._lines.drawargs(), self.casing()
            if casing:
                painter.setPen(line_pen(self.palette.canvas, self.width + 2 * casing))
                painter.drawLines(*lines)
            painter.setPen(line_pen(self.shown_colour, self.width))
            painter.drawLines(*lines)

    def _cut(self) -> None:
        pixels = self.mapping.to_pixels(self._curve)
        lines = strokes(pixels, self.length, self.gap)
        if not self.gap:
            lines = lengthened(lines, SEAM)
        self._lines = drawable(visible(lines, self.mapping.width, self.mapping.height))


CASING = 2.0
"""Width in logical pixels of the casing on either side."""


class TiesLayer(CurveLayer):
    """The edges and the hatching of the regions where a vote is exactly 0: there is no curve f = 0 through them."""

    def curve_of(self, field: FieldImage) -> Floats:
        return field.ties

    def legend(self) -> tuple[LegendEntry, ...]:
        return (ties_entry(self._symbol, self.pen, drawn=self.in_sight),)


class BoundaryLayer(CurveLayer):
    """The curve f = 0. In a crowd it lies on the points, and has a casing to be seen there."""

    width = 2.5

    def casing(self) -> float:
        return CASING if self.crowding.over else 0.0

    def curve_of(self, field: FieldImage) -> Floats:
        return field.boundary

    def legend(self) -> tuple[LegendEntry, ...]:
        return (boundary_entry(self._symbol, self.pen, drawn=self.in_sight),)


class MarginsLayer(CurveLayer):
    """The curves f = ±1, or ± the learner's own margin, dashed."""

    width = 1.25
    length = 6.0
    gap = 4.0
    _margin = 1.0

    def colour(self) -> str:
        return self.palette.margin

    def show_frame(self, frame: Frame) -> None:
        if frame.field is not None:
            self._margin = frame.margin
        super().show_frame(frame)

    def curve_of(self, field: FieldImage) -> Floats:
        return np.vstack([field.positive_margin, [[np.nan, np.nan]], field.negative_margin])

    def legend(self) -> tuple[LegendEntry, ...]:
        return (margins_entry(self._symbol, shown(self._margin, 3), self.pen, drawn=self.in_sight),)
