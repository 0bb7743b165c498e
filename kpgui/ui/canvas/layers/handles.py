"""The frame around the selection, with the handles that scale and rotate it."""

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from kpgui.geometry.shapes import TURN, Handle, Position, frame, handle_at, handles
from kpgui.model.arrays import Ints
from kpgui.model.dataset import Dataset
from kpgui.model.transform import Box, box
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.view_box import Mapping

SIZE = 9.0
"""Size of a handle in logical pixels."""

ROOM = 2.0
"""Pixels by which lines extend beyond a handle."""

FAR = 1e5
"""Largest pixel coordinate drawn exactly; painters do not support more."""

NO_IDS: Ints = np.zeros(0, np.int64)


class HandlesLayer(Layer):
    """The frame and the handles, shown around two or more selected points while the tool allows them.

    lit: the handle under the pointer or being dragged.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.lit: Handle | None = None
        self._allowed = False
        self._ids = NO_IDS
        self._around: Box | None = None
        self._box: Box | None = None
        self.positions: dict[Handle, Position] = {}
        """The handles' positions in logical pixels; empty if there is no frame."""
        self._degrees = 0.0

    def at(self, x: float, y: float) -> Handle | None:
        """The handle at a pixel; None if there is none."""
        return handle_at(self.positions, x, y)

    def allow(self, allowed: bool) -> None:
        """Sets whether handles are shown, and ends `turn`."""
        if self._degrees:
            self._degrees = 0.0
            self.update()
        self._allowed = allowed
        self._follow()

    def light(self, handle: Handle | None) -> None:
        """Highlights this handle."""
        if handle != self.lit:
            for each in (self.lit, handle):
                if each in self.positions:
                    self.update(_square(self.positions[each]).adjusted(-ROOM, -ROOM, ROOM, ROOM))
            self.lit = handle

    def turn(self, degrees: float) -> None:
        """Shows the current frame rotated counter-clockwise about its centre, until `allow` is called."""
        self._degrees = degrees
        self.update()

    def show_dataset(self, dataset: Dataset) -> None:
        """Forgets the selection; `show_selection` follows with the ids that are left."""
        super().show_dataset(dataset)
        self._ids, self._around = NO_IDS, None

    def show_selection(self, ids: Ints) -> None:
        self._ids, self._around = ids, None
        if not self._degrees:
            self._follow()

    def arrange(self, mapping: Mapping) -> None:
        super().arrange(mapping)
        self._follow()

    def _follow(self) -> None:
        """Fits the frame around the current positions of the points."""
        around, positions = None, {}
        if self._allowed and len(self._ids) > 1 and self.dataset.d == 2:
            if self._around is None:
                self._around = box(self.dataset.points[self.dataset.index_of(self._ids)])
            # y grows downwards on the screen.
            (left, bottom), (right, top) = self._around
            around = box(self.mapping.to_pixels(np.array([[left, top], [right, bottom]])))
            positions = handles(around, self.mapping.width, self.mapping.height)
        if positions != self.positions:
            self._box, self.positions = around, positions
            self.update()

    def draw(self, painter: QPainter, density: float) -> None:
        if self._box is None or not self.positions:
            return
        low, high = np.clip(frame(self._box), -FAR, FAR)
        around = QRectF(QPointF(*low.tolist()), QPointF(*high.tolist()))
        painter.save()
        if self._degrees:
            middle = QPointF(*self._box.centre.tolist())
            painter.translate(middle)
            painter.rotate(-self._degrees)
            painter.translate(-middle)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        else:
            around = QRectF(_crisp(around.topLeft()), _crisp(around.bottomRight()))
        x, y = np.clip(self.positions[TURN], -FAR, FAR).tolist()
        stem = QLineF(x, y, x, around.top() if y < around.center().y() else around.bottom())
        # Two lines, one of which contrasts with whatever is below.
        for colour, width in ((self.palette.selection_edge, 3.0), (self.palette.selection, 1.0)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawRect(around)
            painter.drawLine(stem)
        self._draw_handles(painter)
        painter.restore()

    def _draw_handles(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        near = {handle: position for handle, position in self.positions.items() if max(map(abs, position)) < FAR}
        for handle, position in near.items():
            square = _square(position)
            painter.setBrush(QColor(self.palette.selection if handle == self.lit else self.palette.canvas))
            for colour, width in ((self.palette.selection_edge, 3.5), (self.palette.selection, 1.5)):
                painter.setPen(QPen(QColor(colour), width))
                if handle == TURN:
                    painter.drawEllipse(square.adjusted(-1, -1, 1, 1))
                else:
                    painter.drawRect(square)


def _square(position: Position) -> QRectF:
    square = QRectF(0, 0, SIZE, SIZE)
    square.moveCenter(_crisp(QPointF(*position)))
    return square


def _crisp(position: QPointF) -> QPointF:
    """The centre of the pixel, on which a line of width 1 is sharp."""
    return QPointF(int(position.x()) + 0.5, int(position.y()) + 0.5)
