"""The mark on the point examined last, as on the canvas: its shape says what the learner found."""

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from kpgui.geometry.palette import Palette
from kpgui.model.explanation import Outcome

COLOURS = {Outcome.MISTAKE: "flash", Outcome.CORRECT: "examined", Outcome.UPDATE: "text"}

RAYS = {
    Outcome.MISTAKE: [(x * 0.5**0.5, y * 0.5**0.5) for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1))],
    Outcome.CORRECT: [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)],
    Outcome.UPDATE: [],
}


def draw_examined(
    painter: QPainter, centre: QPointF, outcome: Outcome, palette: Palette, radius: float, *, halo: bool = False
) -> None:
    """A cross-hair around a correct point, an × around a mistake, a broken ring where f changed without one.

    halo: whether an edge in the canvas's colour sets it off what it lies on.
    """
    painter.save()
    painter.translate(centre)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if halo:
        _draw(painter, outcome, radius, QPen(QColor(palette.canvas), 0.6 * radius))
    _draw(painter, outcome, radius, QPen(QColor(getattr(palette, COLOURS[outcome])), 0.3 * radius))
    painter.restore()


def _draw(painter: QPainter, outcome: Outcome, radius: float, pen: QPen) -> None:
    rays = [QLineF(QPointF(x, y) * 0.8 * radius, QPointF(x, y) * 1.9 * radius) for x, y in RAYS[outcome]]
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if not rays:
        pen.setDashPattern([0.54 * radius / pen.widthF(), 0.36 * radius / pen.widthF()])
    painter.setPen(pen)
    painter.drawEllipse(QPointF(0, 0), radius, radius)
    painter.drawLines(rays)
