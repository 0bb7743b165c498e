"""The plot of a variation: a curve, a map or a histogram, with a pointer for mouse and keyboard."""

from itertools import pairwise

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from kpgui.geometry.palette import Palette, blend
from kpgui.geometry.scales import ticks
from kpgui.model.param import shown
from kpgui.ui.instruments.vary.charts import Chart, Curve, Grid, Histogram, Series
from kpgui.ui.look.scale import hold, scaled, write_small

LEFT, TOP, RIGHT, BOTTOM, ROW = 44, 8, 10, 36, 15
"""Margins around the chart, for ticks and titles, and the height of a row of the legend, in pixels at usual size."""

BAND = 56
"""Opacity of the band between mean − deviation and mean + deviation, of 255."""

ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}
CENTRE, RIGHTWARDS = Qt.AlignmentFlag.AlignCenter, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class ChartPlot(QWidget):
    """A chart. The pointer is at one of its values, cells or bins; arrow keys move it, a click or Enter chooses.

    pointed: the index at the pointer, None for none. chosen: the index that was chosen.
    """

    pointed = Signal(object)
    chosen = Signal(int)

    def __init__(self, name: str, palette: Palette, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        hold(self, least_height=170)
        self._colours = palette
        self._chart: Chart | None = None
        self._pointer: int | None = None

    def sizeHint(self) -> QSize:
        return QSize(200, scaled(220))

    @property
    def chart(self) -> Chart | None:
        return self._chart

    def set_palette(self, palette: Palette) -> None:
        """Draws in these colours."""
        self._colours = palette
        self.update()

    def show_chart(self, chart: Chart | None) -> None:
        """Shows this; the pointer stays if there is as much to point at as before."""
        if type(chart) is not type(self._chart) or isinstance(chart, Histogram):
            self._point_to(None)
        self._chart = chart
        self.update()

    def area(self) -> QRectF:
        """Where the chart is in the widget, without its axes."""
        chart, rows = self._chart, 0
        if isinstance(chart, Curve):
            rows = len(chart.series)
        elif isinstance(chart, Histogram):
            rows = len(chart.uprights)
        left, top = scaled(LEFT), scaled(TOP) + rows * scaled(ROW)
        if isinstance(chart, Grid):
            left = 8 + max(self.fontMetrics().horizontalAdvance(each) for each in chart.rows)
            top += scaled(ROW)
        return QRectF(left, top, self.width() - left - scaled(RIGHT), self.height() - top - scaled(BOTTOM))

    # What the user does.

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_to(self._at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self._at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and found is not None:
            self.chosen.emit(found)

    def leaveEvent(self, event: QEvent) -> None:
        self._point_to(None)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._point_to(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        """Keeps its keys from the actions of the window that have them too."""
        own = isinstance(event, QKeyEvent) and (event.key() in ARROWS or self._enters(event))
        if own and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._chart is not None and event.key() in ARROWS:
            self._point_to(self._chart.moved(self._pointer, *ARROWS[Qt.Key(event.key())]))
        elif self._enters(event):
            if self._pointer is not None:
                self.chosen.emit(self._pointer)
        else:
            super().keyPressEvent(event)

    @staticmethod
    def _enters(event: QKeyEvent) -> bool:
        return event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)

    def _at(self, position: QPointF) -> int | None:
        area = self.area()
        if self._chart is None or not area.isValid():
            return None
        x, y = (position.x() - area.left()) / area.width(), (area.bottom() - position.y()) / area.height()
        return self._chart.at(x, y)

    def _point_to(self, index: int | None) -> None:
        if index != self._pointer:
            self._pointer = index
            self.update()
            self.pointed.emit(index)

    # Painting.

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        write_small(painter)
        area, chart = self.area(), self._chart
        if isinstance(chart, Curve):
            self._paint_curve(painter, area, chart)
        elif isinstance(chart, Grid):
            self._paint_grid(painter, area, chart)
        elif isinstance(chart, Histogram):
            self._paint_histogram(painter, area, chart)
        if self.hasFocus():
            painter.setPen(QPen(QColor(self._colours.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def _paint_curve(self, painter: QPainter, area: QRectF, chart: Curve) -> None:
        self._paint_heights(painter, area, chart.top)
        x = area.left() + chart.places * area.width()
        self._paint_labels(painter, area, x.tolist(), chart.labels, chart.title)
        for row, series in enumerate(chart.series):
            self._paint_legend(painter, row, series.name, self._pen(series))
            self._paint_series(painter, area, x, series, chart.top)
        first = chart.series[0].heights
        for index in chart.ringed:
            painter.setPen(QPen(QColor(self._colours.text), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(x[index], area.bottom() - first[index] / chart.top * area.height()), 6, 6)
        if chart.now is not None:
            self._paint_upright(painter, area, x[chart.now], QPen(QColor(self._colours.muted), 1))
        if self._pointer is not None and self._pointer < len(x):
            pen = QPen(QColor(self._colours.text), 1, Qt.PenStyle.DotLine)
            self._paint_upright(painter, area, x[self._pointer], pen)

    def _paint_series(self, painter: QPainter, area: QRectF, x: np.ndarray, series: Series, top: float) -> None:
        known = np.isfinite(series.heights)
        order = np.flatnonzero(known)[np.argsort(x[known], kind="stable")]
        scale = area.height() / top

        def path(heights: np.ndarray) -> list[QPointF]:
            return [QPointF(x[k], area.bottom() - max(0.0, heights[k]) * scale) for k in order]

        if series.spread is not None:
            fill = QColor(getattr(self._colours, series.colour))
            fill.setAlpha(BAND)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            band = path(series.heights + series.spread) + path(series.heights - series.spread)[::-1]
            painter.drawPolygon(QPolygonF(band))
        painter.setPen(self._pen(series))
        painter.setBrush(QColor(getattr(self._colours, series.colour)))
        line = path(series.heights)
        painter.drawPolyline(QPolygonF(line))
        painter.setPen(Qt.PenStyle.NoPen)
        for each in line:
            painter.drawEllipse(each, 2.5, 2.5)

    def _paint_grid(self, painter: QPainter, area: QRectF, chart: Grid) -> None:
        rows, columns = chart.cells.shape
        wide, high = area.width() / columns, area.height() / rows
        known = chart.cells[np.isfinite(chart.cells)]
        low, span = (known.min(), known.max() - known.min() or 1.0) if len(known) else (0.0, 1.0)
        for index, value in enumerate(chart.cells.ravel().tolist()):
            row, column = divmod(index, columns)
            cell = QRectF(area.left() + column * wide, area.bottom() - (row + 1) * high, wide, high)
            if np.isfinite(value):
                shade = blend(self._colours.canvas, self._colours.negative_field, 1 - (value - low) / span)
                painter.fillRect(cell.adjusted(0.5, 0.5, -0.5, -0.5), QColor(shade))
                painter.setPen(QColor(self._colours.text))
                text = shown(value, 2 if value < 10 else 3)
                if painter.fontMetrics().horizontalAdvance(text) < wide - 2:
                    painter.drawText(cell, CENTRE, text)
            self._frame_cell(painter, cell, index, chart)
        painter.setPen(QColor(self._colours.muted))
        for row, label in enumerate(chart.rows):
            place = QRectF(0, area.bottom() - (row + 1) * high, area.left() - 6, high)
            if high > scaled(10) or row % 2 == 0:
                painter.drawText(place, RIGHTWARDS, label)
        painter.drawText(
            QRectF(2, 0, self.width(), scaled(ROW) + scaled(TOP)), Qt.AlignmentFlag.AlignLeft, chart.upright
        )
        middles = [area.left() + (column + 0.5) * wide for column in range(columns)]
        self._paint_labels(painter, area, middles, chart.columns, chart.title)

    def _frame_cell(self, painter: QPainter, cell: QRectF, index: int, chart: Grid) -> None:
        colours = self._colours
        for found, colour, width, style in (
            (index == chart.now, colours.muted, 2.0, Qt.PenStyle.SolidLine),
            (index in chart.ringed, colours.text, 2.0, Qt.PenStyle.SolidLine),
            (index == self._pointer, colours.text, 1.0, Qt.PenStyle.DotLine),
        ):
            if found:
                painter.setPen(QPen(QColor(colour), width, style))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(cell.adjusted(2, 2, -2, -2))

    def _paint_histogram(self, painter: QPainter, area: QRectF, chart: Histogram) -> None:
        counts = chart.counts
        top = 1.08 * max(1, counts.max())
        self._paint_heights(painter, area, top)
        edges = area.left() + np.linspace(0, area.width(), len(chart.edges))
        painter.setPen(Qt.PenStyle.NoPen)
        for bin_, ((left, right), count) in enumerate(zip(pairwise(edges.tolist()), counts.tolist(), strict=True)):
            painter.setBrush(QColor(self._colours.accent if bin_ == self._pointer else self._colours.negative_field))
            height = count / top * area.height()
            painter.drawRect(QRectF(left + 0.5, area.bottom() - height, max(1.0, right - left - 1), height))
        axis = ticks(float(chart.edges[0]), float(chart.edges[-1]), 5)
        x = [area.left() + chart.place(each) * area.width() for each in axis.values]
        self._paint_labels(painter, area, x, axis.labels, axis.title(chart.title))
        for row, (name, value, colour) in enumerate(chart.uprights):
            pen = QPen(
                QColor(getattr(self._colours, colour)), 2, Qt.PenStyle.DashLine if row else Qt.PenStyle.SolidLine
            )
            self._paint_legend(painter, row, name, pen)
            if np.isfinite(value):
                self._paint_upright(painter, area, area.left() + chart.place(value) * area.width(), pen)

    def _pen(self, series: Series) -> QPen:
        style = Qt.PenStyle.DashLine if series.dashed else Qt.PenStyle.SolidLine
        return QPen(QColor(getattr(self._colours, series.colour)), 1.5, style)

    @staticmethod
    def _paint_upright(painter: QPainter, area: QRectF, x: float, pen: QPen) -> None:
        painter.setPen(pen)
        painter.drawLine(QPointF(round(x) + 0.5, area.top()), QPointF(round(x) + 0.5, area.bottom()))

    def _paint_legend(self, painter: QPainter, row: int, name: str, pen: QPen) -> None:
        y = scaled(TOP) + scaled(ROW) * row - 2
        painter.setPen(pen)
        painter.drawLine(QPointF(4, y + scaled(ROW) / 2), QPointF(scaled(22), y + scaled(ROW) / 2))
        room = QRectF(scaled(28), y, self.width() - scaled(38), scaled(ROW))
        painter.setPen(QColor(self._colours.text))
        fitted = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, fitted)

    def _paint_heights(self, painter: QPainter, area: QRectF, top: float) -> None:
        """The upright axis, from 0."""
        axis = ticks(0, top, 4)
        for value, label in zip(axis.values, axis.labels, strict=True):
            y = area.bottom() - value / top * area.height()
            painter.setPen(QColor(self._colours.grid))
            painter.drawLine(QPointF(area.left(), round(y)), QPointF(area.right(), round(y)))
            painter.setPen(QColor(self._colours.muted))
            painter.drawText(QRectF(0, y - scaled(8), area.left() - scaled(6), scaled(16)), RIGHTWARDS, label)

    def _paint_labels(
        self, painter: QPainter, area: QRectF, x: list[float], labels: tuple[str, ...], title: str
    ) -> None:
        """The labels below the chart as far as there is room, and its title."""
        painter.setPen(QColor(self._colours.muted))
        free = 0.0
        for k in np.argsort(x, kind="stable").tolist():
            width = painter.fontMetrics().horizontalAdvance(labels[k]) + 2
            place = QRectF(min(x[k] - width / 2, self.width() - width), area.bottom() + scaled(3), width, scaled(14))
            if place.left() >= free:
                painter.drawText(place, CENTRE, labels[k])
                free = place.right() + 6
        painter.drawText(QRectF(area.left(), area.bottom() + scaled(18), area.width(), scaled(15)), CENTRE, title)
