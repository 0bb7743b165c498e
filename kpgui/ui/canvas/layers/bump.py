"""The bump of one support vector: curves of equal β·K(xᵢ, ·), and a card that names it."""

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from kpgui.model.reading import Failed
from kpgui.present.bump import bump_texts
from kpgui.present.palette import Palette
from kpgui.readings.bump import BumpValue
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.layers.card import draw_card

WIDTH = 1.75
"""Of the curves, in logical pixels."""

HALO, HALO_OPACITY = 2.0, 0.6
"""Room on each side of a curve in the colour of the canvas, so that it stands out from the field of its own class."""

RADIUS, LIFTED = 10.0, 44.0
"""Radius of the ring around the support vector, and by how much the card is lifted above that of an old run."""

FAINTEST = 0.45
"""Opacity of the curve of the lowest level; that of the peak is 1."""


class BumpLayer(Layer):
    """The curves are in the colour of the class that the support vector speaks for there."""

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self.value: BumpValue | Failed | None = None
        self._lift = 0.0
        self.hide()

    def show_outdated(self, old: str) -> None:
        self._lift = LIFTED if old else 0.0
        self.update()

    def show_bump(self, value: BumpValue | Failed | None) -> None:
        """Shows this bump, or why there is none; None shows nothing."""
        self.value = value
        self.setVisible(value is not None)
        self.update()

    def forget_run(self) -> None:
        self.show_bump(None)

    def draw(self, painter: QPainter, density: float) -> None:
        value = self.value
        if value is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(value, BumpValue):
            self._draw_curves(painter, value)
        draw_card(painter, self, bump_texts(value), self.palette.accent, below=True, lift=self._lift)

    def _draw_curves(self, painter: QPainter, value: BumpValue) -> None:
        halo = QColor(self.palette.canvas)
        halo.setAlphaF(HALO_OPACITY)
        for level, curve in value.curves:
            colour = QColor(self.palette.positive if level > 0 else self.palette.negative)
            colour.setAlphaF(FAINTEST + (1 - FAINTEST) * abs(level) / value.peak)
            pixels = self.mapping.to_pixels(curve)
            pieces = np.split(pixels, np.flatnonzero(np.isnan(pixels[:, 0])))
            lines = [QPolygonF([QPointF(x, y) for x, y in piece[~np.isnan(piece[:, 0])].tolist()]) for piece in pieces]
            for pen in (QPen(halo, WIDTH + 2 * HALO), QPen(colour, WIDTH)):
                painter.setPen(pen)
                for line in lines:
                    painter.drawPolyline(line)
        (x, y), *_ = self.mapping.to_pixels(value.place[None]).tolist()
        painter.setPen(QPen(QColor(self.palette.accent), 2))
        painter.drawEllipse(QPointF(x, y), RADIUS, RADIUS)
