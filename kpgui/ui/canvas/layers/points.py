"""The points: discs and squares."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from kpgui.model.arrays import Floats
from kpgui.model.dataset import Dataset
from kpgui.model.difference import difference
from kpgui.present.palette import Palette
from kpgui.ui.canvas import symbols
from kpgui.ui.canvas.layers.marks import MarksLayer
from kpgui.ui.canvas.sprites import Sheet, Sprites

MANY = 400
"""From so many points on, copying a picture of all of them is cheaper than painting each one."""

WIDELY = 0.5
"""Share of the points from which on, when they change, all are painted without looking where."""

ALIGNED = 4.0
"""Boxes have edges at multiples of this, which are whole device pixels on screens of 1.25, 1.5 or 1.75 as well."""


class PointsLayer(MarksLayer):
    """Moving a point only puts pictures elsewhere; which one each point has is chosen when labels change."""

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self._picture: tuple[float, QPixmap] | None = None
        self.chosen = 0
        """How often the pictures of all points were chosen."""

    def sheet(self, size: float) -> Sheet:
        return Sheet(size + 4, symbols.points(self.palette, size))

    def show_dataset(self, dataset: Dataset) -> None:
        before, placed = self.dataset, self._sprites.pixels
        if dataset.labels is not before.labels or dataset.held_out is not before.held_out:
            kinds = (dataset.labels < 0) + 2 * dataset.held_out
            self._sprites.choose(kinds if dataset.d == 2 else kinds[:0])
            self.chosen += 1
        known = dataset.d == 2 and symbols.diameter(len(dataset)) == self._size
        changed = difference(before, dataset) if known else None
        if changed is None or len(changed[1]) > WIDELY * len(dataset):
            self._stale = True
            super().show_dataset(dataset)
            return
        self.dataset = dataset
        self._sprites.place(self._pixels())
        gone, come = changed
        self._renew(np.concatenate([placed[gone], self._sprites.pixels[come]]))

    def recolour(self, palette: Palette) -> None:
        super().recolour(palette)
        self._picture = None

    def draw(self, painter: QPainter, density: float) -> None:
        if len(self._sprites) < MANY:
            super().draw(painter, density)
            return
        if self._picture is None or self._picture[0] != density:
            self._picture = density, self._painted(density)
        painter.drawPixmap(0, 0, self._picture[1])

    def _put(self) -> None:
        super()._put()
        self._picture = None

    def _renew(self, spots: Floats) -> None:
        """Paint anew only where points came, went or changed, at these pixels (k, 2)."""
        if not len(spots):
            return
        reach = self._size + 4
        low = ALIGNED * np.floor((spots.min(axis=0) - reach) / ALIGNED)
        high = ALIGNED * np.ceil((spots.max(axis=0) + reach) / ALIGNED)
        box = QRectF(QPointF(*low), QPointF(*high)).intersected(self.boundingRect())
        if box.isEmpty():
            return  # out of sight
        if len(self._sprites) < MANY:
            self._picture = None
        elif self._picture is not None:
            pixels = self._sprites.pixels
            near = ((pixels > low - reach) & (pixels < high + reach)).all(axis=1)
            self._patch(*self._picture, box, self._sprites.part(np.flatnonzero(near)))
        self.update(box)

    def _patch(self, density: float, picture: QPixmap, box: QRectF, points: Sprites) -> None:
        painter = QPainter(picture)
        painter.setClipRect(box)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.fillRect(box, Qt.GlobalColor.transparent)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        points.paint(painter, self._sheet, density)
        painter.end()

    def _pixels(self) -> Floats:
        return self.mapping.to_pixels(self.dataset.points) if self.dataset.d == 2 else np.zeros((0, 2))

    def _painted(self, density: float) -> QPixmap:
        """All points on a transparent picture of the canvas."""
        size = self.boundingRect().size() * density
        pixmap = QPixmap(max(1, round(size.width())), max(1, round(size.height())))
        pixmap.setDevicePixelRatio(density)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        super().draw(painter, density)
        painter.end()
        return pixmap
