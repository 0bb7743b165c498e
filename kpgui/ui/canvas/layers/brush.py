"""The brush: a circle around the pointer that shows its reach."""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.stage import Stage

ROOM = 3.0
"""Pixels by which lines extend beyond the circle."""


class BrushLayer(Layer):
    """The circle of the brush. A move repaints only its old and new box, not the canvas."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._circle: QRectF | None = None

    @property
    def circle(self) -> QRectF | None:
        """The circle's bounding box in logical pixels; None if it is hidden."""
        return self._circle

    def show_circle(self, middle: QPointF | None, radius: float) -> None:
        """Shows the circle around this pixel; None or a radius of 0 hides it."""
        circle = None
        if middle is not None and radius:
            circle = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
        if circle == self._circle:
            return
        for each in (self._circle, circle):
            if each is not None:
                self.update(each.adjusted(-ROOM, -ROOM, ROOM, ROOM))
        self._circle = circle

    def draw(self, painter: QPainter, density: float) -> None:
        if self._circle is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # Two lines, one of which contrasts with whatever is below.
        for colour, width in ((self.palette.canvas, 3.0), (self.palette.text, 1.25)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawEllipse(self._circle)
