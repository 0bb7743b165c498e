"""The rubber band of a rectangle selection."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from kpgui.present.palette import Palette
from kpgui.ui.canvas.layers.base import Layer


class BandLayer(Layer):
    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self._rectangle: QRectF | None = None

    @property
    def rectangle(self) -> QRectF | None:
        """In logical pixels; None when nothing is being selected."""
        return self._rectangle

    def stretch(self, rectangle: QRectF) -> None:
        self._rectangle = rectangle
        self.update()

    def drop(self) -> None:
        self._rectangle = None
        self.update()

    def draw(self, painter: QPainter, density: float) -> None:
        if self._rectangle is None:
            return
        fill = QColor(self.palette.accent)
        fill.setAlphaF(0.15)
        painter.fillRect(self._rectangle, fill)
        painter.setPen(QPen(QColor(self.palette.accent), 1))
        painter.drawRect(self._rectangle)
