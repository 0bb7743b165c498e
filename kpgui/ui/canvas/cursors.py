"""Mouse cursors over the handles of the selection."""

from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QCursor, QGuiApplication, QPainter, QPainterPath, QPen, QPixmap

from kpgui.geometry.handles import TURN, Handle

SIZE = 24
"""Size of the rotation cursor in logical pixels."""


def cursor_of(handle: Handle) -> QCursor:
    """The cursor of a handle: arrows in the directions in which it can be dragged."""
    if handle == TURN:
        return _turning()
    shapes = {
        (True, False): Qt.CursorShape.SizeHorCursor,
        (False, True): Qt.CursorShape.SizeVerCursor,
        (True, True): Qt.CursorShape.SizeFDiagCursor,
    }
    falls = handle.column == handle.row
    shape = shapes[bool(handle.column), bool(handle.row)]
    return QCursor(shape if falls or 0 in handle else Qt.CursorShape.SizeBDiagCursor)


@cache
def _turning() -> QCursor:
    """The rotation cursor, an arrow around a circle, dark with a light rim; systems do not provide one."""
    density = max(screen.devicePixelRatio() for screen in QGuiApplication.screens())
    pixmap = QPixmap(round(SIZE * density), round(SIZE * density))
    pixmap.setDevicePixelRatio(density)
    pixmap.fill(Qt.GlobalColor.transparent)
    circle = QRectF(4.5, 4.5, SIZE - 9, SIZE - 9)
    line = QPainterPath()
    line.arcMoveTo(circle, 75)
    line.arcTo(circle, 75, 275)
    right, middle = circle.right(), circle.center().y()
    tip = QPainterPath(QPointF(right - 4, middle + 1))
    tip.lineTo(right + 3, middle + 1)
    tip.lineTo(right - 0.5, middle - 5)
    tip.closeSubpath()
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for colour, wider in ((Qt.GlobalColor.white, 2.5), (Qt.GlobalColor.black, 0.0)):
        painter.setPen(QPen(colour, 2 + wider))
        painter.drawPath(line)
        painter.setPen(QPen(colour, 1 + wider))
        painter.fillPath(tip, colour)
        painter.drawPath(tip)
    painter.end()
    return QCursor(pixmap, SIZE // 2, SIZE // 2)
