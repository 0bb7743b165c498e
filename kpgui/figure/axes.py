"""The frame of the plot, its ticks and the names of the axes."""

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from kpgui.figure.layout import Layout
from kpgui.present.palette import Palette


def draw_axes(painter: QPainter, palette: Palette, layout: Layout) -> None:
    """Frame, ticks outwards, labels and titles."""
    unit, plot = layout.unit, layout.plot
    painter.setBrush(QBrush())
    painter.setPen(QPen(QColor(palette.muted), 0.8 * unit))
    painter.drawRect(QRectF(plot.left, plot.top, plot.width, plot.height))
    _draw_across(painter, palette, layout)
    _draw_up(painter, palette, layout)


def _draw_across(painter: QPainter, palette: Palette, layout: Layout) -> None:
    unit, plot, view, type_ = layout.unit, layout.plot, layout.view, layout.letterings
    baseline = plot.bottom + 7 * unit + type_.tick.ascent
    for value, label in zip(layout.across.values, layout.across.labels, strict=True):
        x = plot.left + (value - view.xmin) / (view.xmax - view.xmin) * plot.width
        painter.setPen(QPen(QColor(palette.muted), 0.8 * unit))
        painter.drawLine(QLineF(x, plot.bottom, x, plot.bottom + 3.5 * unit))
        type_.tick.draw(painter, label, x, baseline, palette.text, align=0.5)
    if not layout.x_name:
        return
    title = type_.label.elided(layout.across.title(layout.x_name), plot.width)
    below = baseline + type_.label.line
    type_.label.draw(painter, title, (plot.left + plot.right) / 2, below, palette.text, align=0.5)


def _draw_up(painter: QPainter, palette: Palette, layout: Layout) -> None:
    unit, plot, view, type_ = layout.unit, layout.plot, layout.view, layout.letterings
    for value, label in zip(layout.up.values, layout.up.labels, strict=True):
        y = plot.bottom - (value - view.ymin) / (view.ymax - view.ymin) * plot.height
        painter.setPen(QPen(QColor(palette.muted), 0.8 * unit))
        painter.drawLine(QLineF(plot.left - 3.5 * unit, y, plot.left, y))
        below = y + type_.tick.ascent / 2
        type_.tick.draw(painter, label, plot.left - 6.5 * unit, below, palette.text, align=1)
    if not layout.y_name:
        return
    title = type_.label.elided(layout.up.title(layout.y_name), plot.height)
    middle = (plot.top + plot.bottom) / 2
    turned = -90.0 if len(title) > 1 else 0.0
    x = layout.y_title + (type_.label.ascent / 2 if turned else 0.0)
    shift = 0.0 if turned else type_.label.ascent / 2
    type_.label.draw(painter, title, x, middle + shift, palette.text, align=0.5, turn=turned)
