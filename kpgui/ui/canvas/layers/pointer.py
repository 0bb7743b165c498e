"""The halo of the pointer in presentation mode, for those who sit too far away to see an arrow."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

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


RADIUS, WIDTH = 17.0, 2.0
"""Of its ring: wider than the marks of a point, so that it is not taken for one."""

GROUND, EDGE = 0.16, 0.55
"""Opacity of the disc and of its ring: what is below stays legible."""


class HaloLayer(Layer):
    """A faint disc around the pointer while that is on the canvas. A move repaints only its old and new place."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._middle: QPointF | None = None
        self.hide()
        stage.focus.place_changed.connect(self.follow)

    @property
    def middle(self) -> QPointF | None:
        """The pixel of its centre; None while the pointer is elsewhere."""
        return self._middle

    def follow(self, place: tuple[float, float] | None) -> None:
        """Moves to a place of the plane; None hides it."""
        view, mapping = self.mapping.view, self.mapping
        middle = None
        if place is not None:
            middle = QPointF((place[0] - view.xmin) * mapping.across, (view.ymax - place[1]) * mapping.up)
        for each in (self._middle, middle):
            if each is not None:
                self.update(_around(each, RADIUS + WIDTH + 1))
        self._middle = middle

    def draw(self, painter: QPainter, density: float) -> None:
        if self._middle is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground, edge, dark = (QColor(c) for c in (self.palette.selection, self.palette.accent, self.palette.canvas))
        ground.setAlphaF(GROUND)
        edge.setAlphaF(EDGE)
        dark.setAlphaF(EDGE)
        painter.setBrush(ground)
        painter.setPen(QPen(dark, 2 * WIDTH))
        painter.drawEllipse(_around(self._middle, RADIUS))
        painter.setBrush(QColor(0, 0, 0, 0))
        painter.setPen(QPen(edge, WIDTH))
        painter.drawEllipse(_around(self._middle, RADIUS))


def _around(middle: QPointF, radius: float) -> QRectF:
    return QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
