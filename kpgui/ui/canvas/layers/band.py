"""The shape drawn around points to select them: a rectangle or a loop."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from kpgui.present.palette import Palette
from kpgui.ui.canvas.layers.base import Layer


class BandLayer(Layer):
    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
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
        fill = QColor(self.palette.accent)
        fill.setAlphaF(0.15)
        painter.setPen(QPen(QColor(self.palette.accent), 1))
        painter.setBrush(fill)
        if self._rectangle is not None:
            painter.drawRect(self._rectangle)
        if self._loop is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawPolygon(self._loop)
