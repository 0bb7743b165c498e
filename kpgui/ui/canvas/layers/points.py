"""The points: discs and squares."""

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from kpgui.model.arrays import Floats
from kpgui.model.dataset import Dataset
from kpgui.present.palette import Palette
from kpgui.ui.canvas import symbols
from kpgui.ui.canvas.layers.marks import MarksLayer
from kpgui.ui.canvas.sprites import Sheet

MANY = 400
"""From so many points on, copying a picture of all of them is cheaper than painting each one."""


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
        before = self.dataset
        if dataset.labels is not before.labels or dataset.held_out is not before.held_out:
            kinds = (dataset.labels < 0) + 2 * dataset.held_out
            self._sprites.choose(kinds if dataset.d == 2 else kinds[:0])
            self.chosen += 1
        super().show_dataset(dataset)

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
