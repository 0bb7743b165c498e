"""The shape drawn around points to select them: a rectangle or a loop."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.stage import Stage

FILL = 0.2
"""Opacity inside the shape."""


class BandLayer(Layer):
    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._rectangle: QRectF | None = None
        self._loop: QPolygonF | None = None

    @property
    def rectangle(self) -> QRectF | None:
        """In logical pixels; None when nothing is being selected."""
        return self._rectangle

    @property
    def loop(self) -> QPolygonF | None:
        """In logical pixels; None when no loop is being drawn."""
        return self._loop

    def surround(self, corners: Sequence[QPointF]) -> None:
        """Shows a loop through these pixels, closed by a straight line."""
        self._loop = QPolygonF(corners)
        self.update()

    def stretch(self, rectangle: QRectF) -> None:
        self._rectangle = rectangle
        self.update()

    def drop(self) -> None:
        self._rectangle = self._loop = None
        self.update()

    def draw(self, painter: QPainter, density: float) -> None:
        fill = QColor(self.palette.selection)
        fill.setAlphaF(FILL)
        # Two lines, one of which contrasts with whatever is below.
        edges = ((self.palette.selection_edge, 3.0, fill), (self.palette.selection, 1.0, Qt.GlobalColor.transparent))
        for colour, width, brush in edges:
            painter.setPen(QPen(QColor(colour), width))
            painter.setBrush(brush)
            if self._rectangle is not None:
                painter.drawRect(self._rectangle)
            if self._loop is not None:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.drawPolygon(self._loop)
