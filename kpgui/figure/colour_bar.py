"""The colour bar: the values of f that the colours of the field stand for."""

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from kpgui.figure.field import image_of
from kpgui.figure.layout import Layout
from kpgui.figure.parts import part
from kpgui.figure.scene import Scene

WIDTH, APART = 9.0, 12.0
"""Width of the bar, and of the space between plot and bar, in nominal points."""


def draw_colour_bar(painter: QPainter, scene: Scene, layout: Layout) -> None:
    """Draws the bar right of the plot, as high as it, from −peak to peak, with ticks and the name f."""
    unit, plot, bar = layout.unit, layout.plot, layout.bar
    if bar is None:
        return
    left = plot.right + APART * unit
    place = QRectF(left, plot.top, WIDTH * unit, plot.height)
    with part(painter, "colour-bar", "values of f"):
        painter.drawImage(place, image_of(scene.palette, scene.style.field, np.arange(1, 256, dtype=np.uint8)[:, None]))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(scene.palette.muted), 0.8 * unit))
        painter.drawRect(place)
        lettering = layout.letterings.tick
        for value, label in zip(bar.values, bar.labels, strict=True):
            y = plot.bottom - (value + scene.peak) / (2 * scene.peak) * plot.height
            painter.setPen(QPen(QColor(scene.palette.muted), 0.8 * unit))
            painter.drawLine(QLineF(place.right(), y, place.right() + 3.5 * unit, y))
            lettering.draw(painter, label, place.right() + 6.5 * unit, y + lettering.ascent / 2, scene.palette.text)
        above = plot.top - 5 * unit
        name = layout.letterings.label
        name.draw(painter, bar.title(scene.symbol), place.center().x(), above, scene.palette.text, align=0.5)
