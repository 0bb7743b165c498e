"""The frame of the plot, its ticks, their grid, the names of the axes, and the colour bar."""

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from kpgui.drawing.parts import image_of, part, tint
from kpgui.figure.layout import Layout
from kpgui.figure.scene import Scene
from kpgui.figure.style import Style
from kpgui.geometry.palette import Palette


def draw_axes(painter: QPainter, palette: Palette, layout: Layout, style: Style = Style()) -> None:  # noqa: B008 - frozen
    """Frame, ticks outwards, labels and names, as far as the style has them."""
    unit, plot = layout.unit, layout.plot
    with part(painter, "axes"):
        if style.axes:
            painter.setBrush(QBrush())
            painter.setPen(QPen(QColor(palette.muted), 0.8 * unit))
            painter.drawRect(QRectF(plot.left, plot.top, plot.width, plot.height))
        if style.ticks:
            _draw_ticks_across(painter, palette, layout)
            _draw_ticks_up(painter, palette, layout)
        _draw_names(painter, palette, layout, style)


def draw_grid(painter: QPainter, palette: Palette, layout: Layout) -> None:
    """Lines across the plot at the ticks, light on whatever they cross."""
    plot, view = layout.plot, layout.view
    with part(painter, "grid"):
        painter.setPen(QPen(tint(palette.muted, 0.35), 0.6 * layout.unit))
        for value in layout.across.values:
            x = plot.left + (value - view.xmin) / (view.xmax - view.xmin) * plot.width
            painter.drawLine(QLineF(x, plot.top, x, plot.bottom))
        for value in layout.up.values:
            y = plot.bottom - (value - view.ymin) / (view.ymax - view.ymin) * plot.height
            painter.drawLine(QLineF(plot.left, y, plot.right, y))


def _draw_ticks_across(painter: QPainter, palette: Palette, layout: Layout) -> None:
    unit, plot, view, type_ = layout.unit, layout.plot, layout.view, layout.letterings
    baseline = plot.bottom + 7 * unit + type_.tick.ascent
    for value, label in zip(layout.across.values, layout.across.labels, strict=True):
        x = plot.left + (value - view.xmin) / (view.xmax - view.xmin) * plot.width
        painter.setPen(QPen(QColor(palette.muted), 0.8 * unit))
        painter.drawLine(QLineF(x, plot.bottom, x, plot.bottom + 3.5 * unit))
        type_.tick.draw(painter, label, x, baseline, palette.text, align=0.5)


def _draw_ticks_up(painter: QPainter, palette: Palette, layout: Layout) -> None:
    unit, plot, view, type_ = layout.unit, layout.plot, layout.view, layout.letterings
    for value, label in zip(layout.up.values, layout.up.labels, strict=True):
        y = plot.bottom - (value - view.ymin) / (view.ymax - view.ymin) * plot.height
        painter.setPen(QPen(QColor(palette.muted), 0.8 * unit))
        painter.drawLine(QLineF(plot.left - 3.5 * unit, y, plot.left, y))
        below = y + type_.tick.ascent / 2
        type_.tick.draw(painter, label, plot.left - 6.5 * unit, below, palette.text, align=1)


def _draw_names(painter: QPainter, palette: Palette, layout: Layout, style: Style) -> None:
    """The names of the axes, with the factor that the ticks leave out."""
    unit, plot, label = layout.unit, layout.plot, layout.letterings.label
    if layout.x_name:
        title = label.elided(layout.across.title(layout.x_name) if style.ticks else layout.x_name, plot.width)
        ticks = 7 * unit + layout.letterings.tick.ascent if style.ticks else 0.0
        label.draw(
            painter, title, (plot.left + plot.right) / 2, plot.bottom + ticks + label.line, palette.text, align=0.5
        )
    if layout.y_name:
        title = label.elided(layout.up.title(layout.y_name) if style.ticks else layout.y_name, plot.height)
        middle = (plot.top + plot.bottom) / 2
        turned = -90.0 if len(title) > 1 else 0.0
        x = layout.y_title + (label.ascent / 2 if turned else 0.0)
        shift = 0.0 if turned else label.ascent / 2
        label.draw(painter, title, x, middle + shift, palette.text, align=0.5, turn=turned)


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
        values = np.arange(1, 256, dtype=np.uint8)[:, None]
        painter.drawImage(place, image_of(scene.palette, values, scene.style.field))
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
