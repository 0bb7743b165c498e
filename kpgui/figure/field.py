"""The colours of the field, in the four styles, and the bar that says which values they stand for."""

from functools import lru_cache
from typing import Any

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from kpgui.drawing.parts import part
from kpgui.figure.layout import Layout
from kpgui.figure.scene import Scene
from kpgui.geometry.palette import Palette, field_colours

BANDS = 5
"""Bands of equal width from f = 0 to the peak."""


@lru_cache(maxsize=16)
def table_of(palette: Palette, kind: str) -> tuple[int, ...]:
    """The colours of a quantised field as 256 numbers 0xAARRGGBB; kind: that of `Style.field`, not "none"."""
    steps = np.arange(-128, 128)
    share = np.abs(steps)
    if kind == "banded":
        band = np.minimum((share - 1) * BANDS // 127, BANDS - 1)
        share = np.where(share > 0, 1 + band * 126 // (BANDS - 1), 0)
    elif kind == "classes":
        share = np.where(share > 0, 64, 0)
    colours = field_colours(palette)[128 + np.sign(steps) * np.minimum(share, 127)].astype(np.int64)
    return tuple((0xFF << 24 | colours[:, 0] << 16 | colours[:, 1] << 8 | colours[:, 2]).tolist())


def image_of(palette: Palette, kind: str, pixels: Any) -> QImage:
    """A quantised field, uint8 (ny, nx), in colours; row 0 of the pixels is the lowest."""
    shown = np.ascontiguousarray(pixels[::-1])
    height, width = shown.shape
    image = QImage(shown.data, width, height, width, QImage.Format.Format_Indexed8)
    image.setColorTable(table_of(palette, kind))
    return image.copy()


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
