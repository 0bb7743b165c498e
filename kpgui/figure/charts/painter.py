"""The painter of charts: lines with bands, bars, and cells, with their axes and legend."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen, QPolygonF

from kpgui.drawing.lettering import Lettering
from kpgui.figure.charts import axes
from kpgui.figure.charts.axes import Ink
from kpgui.figure.charts.chart import Chart, Series
from kpgui.geometry.palette import blend
from kpgui.geometry.scales import ticks
from kpgui.model.arrays import Floats
from kpgui.model.param import shown

BAND = 56
"""Opacity of the band of the spread, of 255."""


def area_of(chart: Chart | None, place: QRectF, unit: float) -> QRectF:
    """Where a chart is in its place, without its axes; unit: as of its `Ink`."""
    left, rows = axes.LEFT * unit, 1
    if chart is not None and chart.rows:
        widest = max(map(Lettering(axes.TYPE * unit, tabular=True).width, chart.rows))
        left = 10 * unit + min(widest, place.width() / 3)
    elif chart is not None:
        rows = len(chart.series) + len(chart.uprights)
    top = (axes.TOP + rows * axes.ROW) * unit
    return place.adjusted(left, top, -axes.RIGHT * unit, -axes.BOTTOM * unit)


def draw_chart(ink: Ink, place: QRectF, chart: Chart, pointer: int | None = None) -> None:
    """Draws a chart in its place. pointer: the index of a value, bar or cell that stands out."""
    area, painter, order = area_of(chart, place, ink.unit), ink.painter, np.argsort(chart.places, kind="stable")
    x = area.left() + chart.places * area.width()
    labels = [chart.labels[k] for k in order]
    axes.paint_labels(ink, area, zip(x[order].tolist(), labels, strict=True), chart.title)
    if chart.rows:
        _draw_cells(ink, place, area, chart, pointer)
        return
    axis, scale = ticks(0, chart.top, 4), area.height() / chart.top
    heights = (area.bottom() - scale * np.array(axis.values)).tolist()
    axes.paint_heights(ink, area, zip(heights, axis.labels, strict=True))
    for row, series in enumerate(chart.series):
        pen = ink.pen(series.colour, 1.5, Qt.PenStyle.DashLine if row else axes.SOLID)
        axes.paint_legend(ink, place, row, series.name, pen)
        if chart.bars:
            _draw_bars(ink, area, x, scale * series.heights, pointer)
        else:
            _draw_line(ink, area, x, scale, series, pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for index, colour in chart.marks:
        painter.setPen(ink.pen(colour, 1.5))
        y = area.bottom() - scale * chart.series[0].heights[index]
        painter.drawEllipse(QPointF(x[index], y), 6 * ink.unit, 6 * ink.unit)
    for row, (name, at, colour) in enumerate(chart.uprights, len(chart.series)):
        pen = ink.pen(colour, 1.5)
        axes.paint_legend(ink, place, row, name, pen)
        if np.isfinite(at):
            painter.setPen(pen)
            axes.paint_upright(ink, area, area.left() + at * area.width())
    if pointer is not None and not chart.bars:
        painter.setPen(ink.pen("text", kind=Qt.PenStyle.DotLine))
        axes.paint_upright(ink, area, x[pointer])


def _draw_bars(ink: Ink, area: QRectF, x: Floats, heights: Floats, pointer: int | None) -> None:
    half = max(ink.unit, 0.5 * area.width() / len(x) - 0.5 * ink.unit)
    for k, height in enumerate(heights.tolist()):
        fill = ink.colour("accent" if k == pointer else "negative_field")
        ink.painter.fillRect(QRectF(x[k] - half, area.bottom() - height, 2 * half, height), fill)


def _draw_line(ink: Ink, area: QRectF, x: Floats, scale: float, series: Series, pen: QPen) -> None:
    """A line through what is known, with the band of its spread."""
    painter, y = ink.painter, area.bottom() - scale * series.heights
    order = np.flatnonzero(np.isfinite(y))
    order = order[np.argsort(x[order], kind="stable")]

    def path(heights: Floats) -> list[QPointF]:
        return [QPointF(x[k], heights[k]) for k in order]

    if not len(order):
        return
    if series.spread is not None:
        fill = ink.colour(series.colour)
        fill.setAlpha(BAND)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        lowest = np.minimum(y + scale * series.spread, area.bottom())
        painter.drawPolygon(QPolygonF(path(y - scale * series.spread) + path(lowest)[::-1]))
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF(path(y)))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink.colour(series.colour))
    for each in path(y):
        painter.drawEllipse(each, 2.5 * ink.unit, 2.5 * ink.unit)


def _draw_cells(ink: Ink, place: QRectF, area: QRectF, chart: Chart, pointer: int | None) -> None:
    cells, painter, gap = chart.series[0].heights, ink.painter, ink.unit
    wide, high = area.width() / len(chart.labels), area.height() / len(chart.rows)
    known = cells[np.isfinite(cells)]
    low, span = (known.min(), np.ptp(known) or 1.0) if len(known) else (0.0, 1.0)
    frames = [*chart.marks, *([(pointer, "accent")] if pointer is not None else [])]
    for index, value in enumerate(cells.tolist()):
        row, column = divmod(index, len(chart.labels))
        cell = QRectF(area.left() + column * wide, area.bottom() - (row + 1) * high, wide, high)
        if np.isfinite(value):
            shade = blend(ink.palette.canvas, ink.palette.negative_field, 1 - (value - low) / span)
            painter.fillRect(cell.adjusted(gap / 2, gap / 2, -gap / 2, -gap / 2), QColor(shade))
            if ink.lettering.width(text := shown(value, 3)) < wide and high > axes.TYPE * ink.unit:
                ink.write(text, cell.center().x(), cell.center().y(), "text", align=0.5)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour in (colour for at, colour in frames if at == index):
            painter.setPen(ink.pen(colour, 2))
            painter.drawRect(cell.adjusted(2 * gap, 2 * gap, -2 * gap, -2 * gap))
    room = area.left() - place.left() - 6 * gap
    for row, label in enumerate(chart.rows):
        if high > 10 * ink.unit or row % 2 == 0:
            ink.write(label, place.left() + room, area.bottom() - (row + 0.5) * high, "muted", align=1, room=room)
    left = axes.EDGE * ink.unit
    middle = place.top() + (axes.TOP - 2 + axes.ROW / 2) * ink.unit
    ink.write(chart.series[0].name, place.left() + left, middle, "muted", room=place.width() - 2 * left)
