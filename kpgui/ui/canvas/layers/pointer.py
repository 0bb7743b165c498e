"""The halo of the pointer in presentation mode, for those who sit too far away to see an arrow."""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.stage import Stage

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
