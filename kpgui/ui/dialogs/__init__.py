"""Dialogs, and what several of them have in common: their size and place."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtWidgets import QDialog, QWidget

from kpgui.model.arrays import Floats
from kpgui.ui.canvas import Canvas
from kpgui.ui.look.scale import EDGE, LOOSE, scaled

MARGINS = EDGE, EDGE, EDGE, EDGE
"""Those of a dialog in pixels: left, top, right and bottom."""

FRAME = QSize(16, 48)
"""Pixels that a window manager may add around a window."""


class Dialog(QDialog):
    """A dialog that is deleted when it is closed.

    size: in pixels as it is with type of usual size, or as much of it as its screen has; by default what it needs.
    """

    def __init__(self, name: str, title: str, parent: QWidget, size: QSize | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if size is not None:
            room = parent.screen().availableSize() - FRAME
            self.resize(QSize(scaled(size.width()), scaled(size.height())).boundedTo(room))


def put_beside(dialog: QDialog, canvas: Canvas, points: Floats) -> None:
    """Moves a dialog to the corner of the canvas where it covers the points (k, 2) least, preferably right."""
    mapping = canvas.mapping
    pixels = np.clip(mapping.to_pixels(points), 0, (mapping.width, mapping.height))
    taken = QRectF(QPointF(*pixels.min(axis=0).tolist()), QPointF(*pixels.max(axis=0).tolist()))
    dialog.adjustSize()
    width, height = dialog.width() / mapping.unit, dialog.height() / mapping.unit
    right, bottom = mapping.width - width - LOOSE, mapping.height - height - LOOSE
    corners = [QRectF(x, y, width, height) for x in (right, LOOSE) for y in (LOOSE, bottom)]
    best = min(corners, key=lambda corner: _area(corner & taken))
    dialog.move(canvas.global_at(best.x(), best.y()))


def _area(rectangle: QRectF) -> float:
    return rectangle.width() * rectangle.height()
