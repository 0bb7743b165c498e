"""The plot of a variation: a chart with a pointer for mouse and keyboard."""

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from kpgui.geometry.palette import Palette, blend
from kpgui.geometry.scales import ticks
from kpgui.model.arrays import Floats
from kpgui.model.param import shown
from kpgui.ui.instruments import axes
from kpgui.ui.instruments.vary.chart import Chart, Series
from kpgui.ui.look.scale import hold, scaled, write_small

BAND = 56
"""Opacity of the band of the spread, of 255."""

ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}
ENTER = Qt.Key.Key_Return, Qt.Key.Key_Enter


class ChartPlot(QWidget):
    """A chart. The pointer is at one of its values or cells; arrow keys move it, a click or Enter chooses.

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
        self.pointer: int | None = None
        self.chart: Chart | None = None

    def sizeHint(self) -> QSize:
        return QSize(200, scaled(220))

    def set_palette(self, palette: Palette) -> None:
        """Draws in these colours."""
        self._colours = palette
        self.update()

    def show_chart(self, chart: Chart | None) -> None:
        """Shows this; the pointer stays where the values are the same."""
        before, self.chart = self.chart, chart
        if before is None or chart is None or (before.labels, before.rows) != (chart.labels, chart.rows):
            self._point_to(None)
        self.update()

    def area(self) -> QRectF:
        """Where the chart is in the widget, without its axes."""
        left, rows = scaled(axes.LEFT), 1
        if self.chart is not None and self.chart.rows:
            widest = max(map(self.fontMetrics().horizontalAdvance, self.chart.rows))
            left = scaled(8) + min(widest, self.width() // 3)
        elif self.chart is not None:
            rows = len(self.chart.series) + len(self.chart.uprights)
        top = scaled(axes.TOP) + rows * scaled(axes.ROW)
        return QRectF(left, top, self.width() - left - scaled(axes.RIGHT), self.height() - top - scaled(axes.BOTTOM))

    # What the user does.

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_to(self._at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self._at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and found is not None:
            self.chosen.emit(found)

    def leaveEvent(self, event: QEvent) -> None:
        self._point_to(None)

    def event(self, event: QEvent) -> bool:
        """Keeps its keys from the actions of the window that have them too."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(event.key() in (*ARROWS, *ENTER))
            return event.isAccepted()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.chart is not None and event.key() in ARROWS:
            self._point_to(self.chart.moved(self.pointer, *ARROWS[Qt.Key(event.key())]))
        elif event.key() in ENTER and self.pointer is not None:
            self.chosen.emit(self.pointer)
        else:
            super().keyPressEvent(event)

    def _at(self, position: QPointF) -> int | None:
        area = self.area()
        x, y = (position.x() - area.left()) / area.width(), (area.bottom() - position.y()) / area.height()
        return None if self.chart is None else self.chart.at(x, y)

    def _point_to(self, index: int | None) -> None:
        if index != self.pointer:
            self.pointer = index
            self.update()
            self.pointed.emit(index)

    # Painting.

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        write_small(painter)
        if self.chart is not None:
            self._paint_chart(painter, self.area(), self.chart)
        if self.hasFocus():
            painter.setPen(QColor(self._colours.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _paint_chart(self, painter: QPainter, area: QRectF, chart: Chart) -> None:
        order = np.argsort(chart.places, kind="stable")
        x = area.left() + chart.places * area.width()
        labels = [chart.labels[k] for k in order]
        axes.paint_labels(painter, area, self._colours, zip(x[order].tolist(), labels, strict=True), chart.title)
        if chart.rows:
            self._paint_cells(painter, area, chart)
            return
        axis, scale = ticks(0, chart.top, 4), area.height() / chart.top
        heights = (area.bottom() - scale * np.array(axis.values)).tolist()
        axes.paint_heights(painter, area, self._colours, zip(heights, axis.labels, strict=True))
        for row, series in enumerate(chart.series):
            pen = QPen(self._colour(series.colour), 1.5, Qt.PenStyle.DashLine if row else Qt.PenStyle.SolidLine)
            axes.paint_legend(painter, row, series.name, pen, self._colour("text"), self.width())
            if chart.bars:
                self._paint_bars(painter, area, x, scale * series.heights)
            else:
                self._paint_line(painter, x, area.bottom() - scale * series.heights, scale, series, pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for index, colour in chart.marks:
            painter.setPen(QPen(self._colour(colour), 1.5))
            painter.drawEllipse(QPointF(x[index], area.bottom() - scale * chart.series[0].heights[index]), 6, 6)
        for row, (name, place, colour) in enumerate(chart.uprights, len(chart.series)):
            pen = QPen(self._colour(colour), 1.5)
            axes.paint_legend(painter, row, name, pen, self._colour("text"), self.width())
            if np.isfinite(place):
                painter.setPen(pen)
                axes.paint_upright(painter, area, area.left() + place * area.width())
        if self.pointer is not None and not chart.bars:
            painter.setPen(QPen(self._colour("text"), 1, Qt.PenStyle.DotLine))
            axes.paint_upright(painter, area, x[self.pointer])

    def _paint_bars(self, painter: QPainter, area: QRectF, x: Floats, heights: Floats) -> None:
        half = max(1.0, 0.5 * area.width() / len(x) - 0.5)
        for k, height in enumerate(heights.tolist()):
            fill = self._colour("accent" if k == self.pointer else "negative_field")
            painter.fillRect(QRectF(x[k] - half, area.bottom() - height, 2 * half, height), fill)

    def _paint_line(self, painter: QPainter, x: Floats, y: Floats, scale: float, series: Series, pen: QPen) -> None:
        """A line through what is known, with the band of its spread."""
        order = np.flatnonzero(np.isfinite(y))
        order = order[np.argsort(x[order], kind="stable")]

        def path(heights: Floats) -> list[QPointF]:
            return [QPointF(x[k], heights[k]) for k in order]

        if series.spread is not None:
            fill = self._colour(series.colour)
            fill.setAlpha(BAND)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            lowest = np.minimum(y + scale * series.spread, self.area().bottom())
            painter.drawPolygon(QPolygonF(path(y - scale * series.spread) + path(lowest)[::-1]))
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF(path(y)))
        painter.setPen(QPen(self._colour(series.colour), 5, c=Qt.PenCapStyle.RoundCap))
        painter.drawPoints(QPolygonF(path(y)))

    def _paint_cells(self, painter: QPainter, area: QRectF, chart: Chart) -> None:
        cells = chart.series[0].heights
        wide, high = area.width() / len(chart.labels), area.height() / len(chart.rows)
        known = cells[np.isfinite(cells)]
        low, span = (known.min(), np.ptp(known) or 1.0) if len(known) else (0.0, 1.0)
        frames = [*chart.marks, *([(self.pointer, "accent")] if self.pointer is not None else [])]
        for index, value in enumerate(cells.tolist()):
            row, column = divmod(index, len(chart.labels))
            cell = QRectF(area.left() + column * wide, area.bottom() - (row + 1) * high, wide, high)
            if np.isfinite(value):
                shade = blend(self._colours.canvas, self._colours.negative_field, 1 - (value - low) / span)
                painter.fillRect(cell.adjusted(0.5, 0.5, -0.5, -0.5), QColor(shade))
                painter.setPen(self._colour("text"))
                if painter.fontMetrics().horizontalAdvance(text := shown(value, 3)) < wide:
                    painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, text)
            for colour in (colour for at, colour in frames if at == index):
                painter.setPen(QPen(self._colour(colour), 2))
                painter.drawRect(cell.adjusted(2, 2, -2, -2))
        painter.setPen(self._colour("muted"))
        for row, label in enumerate(chart.rows):
            if high > scaled(10) or row % 2 == 0:
                place = QRectF(0, area.bottom() - (row + 1) * high, area.left() - scaled(6), high)
                fitted = painter.fontMetrics().elidedText(label, Qt.TextElideMode.ElideMiddle, int(place.width()))
                painter.drawText(place, axes.BESIDE, fitted)
        name = painter.fontMetrics().elidedText(chart.series[0].name, Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(QPointF(scaled(axes.EDGE), scaled(axes.TOP + axes.ROW) - 6), name)

    def _colour(self, name: str) -> QColor:
        return QColor(getattr(self._colours, name))
