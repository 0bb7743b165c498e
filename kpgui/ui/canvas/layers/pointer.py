"""What is drawn around the pointer: the reach of a brush, a selection being made, and a halo."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from kpgui.drawing.parts import tint
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.stage import Stage

ROOM = 3.0
"""Pixels by which lines extend beyond the circle."""


class BrushLayer(Layer):
    """The circle of the brush. A move repaints only its old and new box, not the canvas."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.circle: QRectF | None = None
        """The circle's bounding box in logical pixels; None if it is hidden."""

    def show_circle(self, middle: QPointF | None, radius: float) -> None:
        """Shows the circle around this pixel; None or a radius of 0 hides it."""
        circle = None
        if middle is not None and radius:
            circle = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
        if circle == self.circle:
            return
        for each in (self.circle, circle):
            if each is not None:
                self.update(each.adjusted(-ROOM, -ROOM, ROOM, ROOM))
        self.circle = circle

    def draw(self, painter: QPainter, density: float) -> None:
        if self.circle is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # Two lines, one of which contrasts with whatever is below.
        for colour, width in ((self.palette.canvas, 3.0), (self.palette.text, 1.25)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawEllipse(self.circle)


FILL = 0.2
"""Opacity inside the shape."""


class BandLayer(Layer):
    """The shape drawn around points to select them: a rectangle or a loop."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.rectangle: QRectF | None = None
        """In logical pixels; None when nothing is being selected."""
        self.loop: QPolygonF | None = None
        """In logical pixels; None when no loop is being drawn."""

    def surround(self, corners: Sequence[QPointF]) -> None:
        """Shows a loop through these pixels, closed by a straight line."""
        self.loop = QPolygonF(corners)
        self.update()

    def stretch(self, rectangle: QRectF) -> None:
        self.rectangle = rectangle
        self.update()

    def drop(self) -> None:
        self.rectangle = self.loop = None
        self.update()

    def draw(self, painter: QPainter, density: float) -> None:
        fill = tint(self.palette.selection, FILL)
        # Two lines, one of which contrasts with whatever is below.
        edges = ((self.palette.selection_edge, 3.0, fill), (self.palette.selection, 1.0, Qt.GlobalColor.transparent))
        for colour, width, brush in edges:
            painter.setPen(QPen(QColor(colour), width))
            painter.setBrush(brush)
            if self.rectangle is not None:
                painter.drawRect(self.rectangle)
            if self.loop is not None:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.drawPolygon(self.loop)


RADIUS, WIDTH = 17.0, 2.0
"""Of its ring: wider than the marks of a point, so that it is not taken for one."""

GROUND, EDGE = 0.16, 0.55
"""Opacity of the disc and of its ring: what is below stays legible."""


class HaloLayer(Layer):
    """The halo in presentation mode, for those who sit too far away to see an arrow.

    A faint disc around the pointer while that is on the canvas. A move repaints only its old and new place.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.middle: QPointF | None = None
        """The pixel of its centre; None while the pointer is elsewhere."""
        self.hide()
        stage.focus.place_changed.connect(self.follow)

    def follow(self, place: tuple[float, float] | None) -> None:
        """Moves to a place of the plane; None hides it."""
        view, mapping = self.mapping.view, self.mapping
        middle = None
        if place is not None:
            middle = QPointF((place[0] - view.xmin) * mapping.across, (view.ymax - place[1]) * mapping.up)
        for each in (self.middle, middle):
            if each is not None:
                self.update(_around(each, RADIUS + WIDTH + 1))
        self.middle = middle

    def draw(self, painter: QPainter, density: float) -> None:
        if self.middle is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(tint(self.palette.selection, GROUND))
        for colour, width in ((self.palette.canvas, 2 * WIDTH), (self.palette.accent, WIDTH)):
            painter.setPen(QPen(tint(colour, EDGE), width))
            painter.drawEllipse(self.middle, RADIUS, RADIUS)
            painter.setBrush(Qt.BrushStyle.NoBrush)


def _around(middle: QPointF, radius: float) -> QRectF:
    return QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
