"""The frame around the selection, and the handles that scale and turn it."""

from collections.abc import Mapping as Pairs

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from kpgui.model.arrays import Ints
from kpgui.model.dataset import Dataset
from kpgui.model.transform import Box, box
from kpgui.present.handles import TURN, Handle, Position, frame, handle_at, handles
from kpgui.present.palette import Palette
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.mapping import Mapping

SIZE = 9.0
"""Of a handle, in logical pixels."""

ROOM = 2.0
"""Pixels that lines reach beyond a handle."""

FAR = 1e5
"""Pixels beyond which nothing is drawn exactly: painters are not made for more."""

NOBODY: Ints = np.zeros(0, np.int64)


class HandlesLayer(Layer):
    """Shown around two or more points while they are allowed.

    lit: the handle under the pointer or in the hand.
    """

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self.lit: Handle | None = None
        self._allowed = False
        self._ids = NOBODY
        self._around: Box | None = None
        self._box: Box | None = None
        self._places: dict[Handle, Position] = {}
        self._degrees = 0.0

    @property
    def places(self) -> Pairs[Handle, Position]:
        """Where the handles are, in logical pixels; none when there is no frame."""
        return self._places

    def at(self, x: float, y: float) -> Handle | None:
        """The handle around a pixel."""
        return handle_at(self._places, x, y)

    def allow(self, allowed: bool) -> None:
        """Whether there is something that handles can be used with."""
        if self._degrees:
            self._degrees = 0.0
            self.update()
        self._allowed = allowed
        self._follow()

    def light(self, handle: Handle | None) -> None:
        """Show that this handle is meant."""
        if handle != self.lit:
            for each in (self.lit, handle):
                if each in self._places:
                    self.update(_square(self._places[each]).adjusted(-ROOM, -ROOM, ROOM, ROOM))
            self.lit = handle

    def turn(self, degrees: float) -> None:
        """Show the frame as it is now, turned counter-clockwise about its middle, until `allow` is called again."""
        self._degrees = degrees
        self.update()

    def show_dataset(self, dataset: Dataset) -> None:
        """Which ids are left is told afterwards, by `show_selection`."""
        super().show_dataset(dataset)
        self._ids, self._around = NOBODY, None

    def show_selection(self, ids: Ints) -> None:
        self._ids, self._around = ids, None
        if not self._degrees:
            self._follow()

    def arrange(self, mapping: Mapping) -> None:
        super().arrange(mapping)
        self._follow()

    def _follow(self) -> None:
        """Put the frame around the points where they are now."""
        around, places = None, {}
        if self._allowed and len(self._ids) > 1 and self.dataset.d == 2:
            if self._around is None:
                self._around = box(self.dataset.points[self.dataset.index_of(self._ids)])
            # Up is down on the screen.
            (left, bottom), (right, top) = self._around
            around = box(self.mapping.to_pixels(np.array([[left, top], [right, bottom]])))
            places = handles(around, self.mapping.width, self.mapping.height)
        if places != self._places:
            self._box, self._places = around, places
            self.update()

    def draw(self, painter: QPainter, density: float) -> None:
        if self._box is None or not self._places:
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
        x, y = np.clip(self._places[TURN], -FAR, FAR).tolist()
        stem = QLineF(x, y, x, around.top() if y < around.center().y() else around.bottom())
        # Two lines, one of which stands out from whatever is below.
        for colour, width in ((self.palette.canvas, 3.0), (self.palette.accent, 1.0)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawRect(around)
            painter.drawLine(stem)
        self._draw_handles(painter)
        painter.restore()

    def _draw_handles(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        near = {handle: place for handle, place in self._places.items() if max(map(abs, place)) < FAR}
        for handle, place in near.items():
            square = _square(place)
            painter.setPen(QPen(QColor(self.palette.accent), 1.5))
            painter.setBrush(QColor(self.palette.accent if handle == self.lit else self.palette.canvas))
            if handle == TURN:
                painter.drawEllipse(square.adjusted(-1, -1, 1, 1))
            else:
                painter.drawRect(square)


def _square(place: Position) -> QRectF:
    square = QRectF(0, 0, SIZE, SIZE)
    square.moveCenter(_crisp(QPointF(*place)))
    return square


def _crisp(place: QPointF) -> QPointF:
    """The middle of a pixel, which a line of width 1 fills."""
    return QPointF(int(place.x()) + 0.5, int(place.y()) + 0.5)
