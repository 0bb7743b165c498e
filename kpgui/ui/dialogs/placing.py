"""Size of a dialog on a small screen, and the place of one that is about points on the canvas."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtWidgets import QDialog

from kpgui.model.arrays import Floats
from kpgui.ui.canvas import Canvas
from kpgui.ui.look.scale import scaled

ROOM = 12.0
"""Distance from the edges of the canvas in pixels."""

FRAME = QSize(16, 48)
"""Pixels that a window manager may add around a window."""


def resize_within(dialog: QDialog, width: int, height: int) -> None:
    """Gives a dialog this size, in pixels as it is with type of usual size, or as much of it as its screen has."""
    screen = (dialog.parentWidget() or dialog).screen()
    dialog.resize(QSize(scaled(width), scaled(height)).boundedTo(screen.availableSize() - FRAME))


def put_beside(dialog: QDialog, canvas: Canvas, points: Floats) -> None:
    """Moves a dialog to the corner of the canvas where it covers the points (k, 2) least, preferably right."""
    mapping = canvas.mapping
    pixels = np.clip(mapping.to_pixels(points), 0, (mapping.width, mapping.height))
    taken = QRectF(QPointF(*pixels.min(axis=0).tolist()), QPointF(*pixels.max(axis=0).tolist()))
    dialog.adjustSize()
    width, height = dialog.width() / mapping.unit, dialog.height() / mapping.unit
    right, bottom = mapping.width - width - ROOM, mapping.height - height - ROOM
    corners = [QRectF(x, y, width, height) for x in (right, ROOM) for y in (ROOM, bottom)]
    best = min(corners, key=lambda corner: _area(corner & taken))
    dialog.move(canvas.global_at(best.x(), best.y()))


def _area(rectangle: QRectF) -> float:
    return rectangle.width() * rectangle.height()
