"""Contour curves of the field, cut into short strokes when they arrive."""

import numpy as np
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from kpgui.model.arrays import Floats
from kpgui.present.blend import blend
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.mapping import Mapping
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.strokes import lengthened, merged, strokes, visible

SEAM = 0.5
"""Pixels by which adjacent strokes overlap."""


FADED = 0.55
"""How far the colour of an outdated run's curve is from its own towards the canvas. Opacity would show the seams."""


class CurveLayer(Layer):
    """Base of the layers that draw curves f = constant."""

    width = 1.0
    length = 3.5
    """Length of a stroke in logical pixels, short enough for curves to look round."""
    gap = 0.0

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._curve: Floats = np.zeros((0, 2))
        self._lines = PrimitiveArray(QLineF, 4)
        self._outdated = False

    def show_curve(self, curve: Floats) -> None:
        """Draws this curve: (k, 2) in the plane, NaN rows between polylines."""
        self._curve = curve
        self._cut()
        self.update()

    def arrange(self, mapping: Mapping) -> None:
        super().arrange(mapping)
        self._cut()

    def show_outdated(self, old: str) -> None:
        self._outdated = bool(old)
        self.update()

    def colour(self) -> str:
        """The colour of the curve while the run is up to date, "#rrggbb"."""
        raise NotImplementedError

    def casing(self) -> float:
        """The width of the line in the colour of the canvas on either side, 0 for none."""
        return 0.0

    @property
    def shown_colour(self) -> str:
        """The colour of the curve as it is drawn now."""
        return blend(self.colour(), self.palette.canvas, FADED if self._outdated else 0.0)

    @property
    def in_sight(self) -> bool:
        """Whether any of the curve is on the canvas."""
        return len(self._lines) > 0

    def draw(self, painter: QPainter, density: float) -> None:
        if len(self._lines):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            lines, casing = self._lines.drawargs(), self.casing()
            if casing:
                painter.setPen(_pen(self.palette.canvas, self.width + 2 * casing))
                painter.drawLines(*lines)
            painter.setPen(_pen(self.shown_colour, self.width))
            painter.drawLines(*lines)

    def _cut(self) -> None:
        pixels = self.mapping.to_pixels(self._curve)
        lines = strokes(pixels, self.length, self.gap)
        if not self.gap:
            lines = lengthened(merged(lines), SEAM)
        lines = visible(lines, self.mapping.width, self.mapping.height)
        self._lines.resize(len(lines))
        if len(lines):
            self._lines.ndarray()[:] = lines


def _pen(colour: str, width: float) -> QPen:
    return QPen(QColor(colour), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
