"""The mark on the point examined last, as on the canvas: its shape says what the learner found."""

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from kpgui.model.explanation import Outcome
from kpgui.present.palette import Palette

COLOURS = {Outcome.MISTAKE: "flash", Outcome.CORRECT: "examined", Outcome.UPDATE: "text"}

RAYS = {
    Outcome.MISTAKE: [(x * 0.5**0.5, y * 0.5**0.5) for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1))],
    Outcome.CORRECT: [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)],
    Outcome.UPDATE: [],
}


def draw_examined(painter: QPainter, centre: QPointF, outcome: Outcome, palette: Palette, radius: float) -> None:
    """A cross-hair around a correct point, an × around a mistake, a broken ring where f changed without one."""
    pen = QPen(QColor(getattr(palette, COLOURS[outcome])), 0.3 * radius)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    rays = [QLineF(QPointF(x, y) * 0.8 * radius, QPointF(x, y) * 1.9 * radius) for x, y in RAYS[outcome]]
    if not rays:
        pen.setDashPattern([1.8, 1.2])
    painter.save()
    painter.translate(centre)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)
    painter.drawEllipse(QPointF(0, 0), radius, radius)
    painter.drawLines(rays)
    painter.restore()
