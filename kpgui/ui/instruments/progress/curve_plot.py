"""A small plot of lines over the steps of a run, with a crosshair. Painted directly, so that it costs little."""

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QTransform
from PySide6.QtWidgets import QSizePolicy, QWidget

from kpgui.figure.charts import axes
from kpgui.figure.charts.axes import Ink
from kpgui.geometry.palette import Palette
from kpgui.geometry.scales import log_ticks, ticks
from kpgui.language import _
from kpgui.model.arrays import Floats, Ints, frozen
from kpgui.ui.instruments.progress.words import LEAST_COUNT, LEAST_EPOCHS, LEAST_STEPS, PlotLine
from kpgui.ui.look.scale import hold, scale, scaled

GROUND = 48
"""Opacity of the area below a filled line, of 255."""


class CurvePlot(QWidget):
    """Lines over steps. The pointer is at the nearest of the `steps` that it is given; a click chooses that one.

    pointed: the step at the pointer, or None. chosen: the step that was clicked.
    """

    pointed = Signal(object)
    chosen = Signal(int)

    def __init__(self, name: str, palette: Palette, parent: QWidget | None = None, unit: str = "") -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        hold(self, least_height=104)
        self.setMouseTracking(True)
        self._colours = palette
        self._unit = unit
        self._pointer: int | None = None
        self.clear()

    def sizeHint(self) -> QSize:
        return QSize(200, scaled(150))

    @property
    def pointer(self) -> int | None:
        """The step at the pointer."""
        return self._pointer

    def set_palette(self, palette: Palette) -> None:
        """Draws in these colours."""
        self._colours = palette
        self.update()

    def set_pointer(self, step: int | None) -> None:
        """Shows the crosshair at this step."""
        if step != self._pointer:
            self._pointer = step
            self.update()

    def show_lines(
        self, lines: tuple[PlotLine, ...], steps: Ints, cursor: int, epoch: int = 0, least: float = 0.0
    ) -> None:
        """Shows these lines, and the step that the window shows. steps: those that the pointer can be at, ascending.

        epoch: the steps of an epoch, if the axis counts epochs. least: the lowest height of a logarithmic axis, which
        is also that of all below it; 0 for a linear one.
        """
        self._epoch, self._least = epoch, least
        self._lines: tuple[tuple[PlotLine, QPainterPath], ...] = tuple(
            (line, pg.arrayToQPath(line.corners[:, 0].copy(), self._rise(line.corners[:, 1])))
            if len(line.corners)
            else (line, QPainterPath())
            for line in lines
        )
        self._steps, self._cursor = steps, cursor
        ends, heights = np.vstack([np.zeros((1, 2)), *(line.corners for line in lines)]).max(axis=0).tolist()
        self._right = max(LEAST_EPOCHS * epoch or LEAST_STEPS, float(steps[-1]), ends)
        highest = max(LEAST_COUNT, heights, 2 * least)
        self._top = 1.08 * float(self._rise(np.array(highest)))
        self._across = ticks(0, self._right / max(1, epoch), 3)
        self._up = log_ticks(least, highest) if least else ticks(0, self._top, 4)
        self.update()

    def _rise(self, heights: Floats) -> Floats:
        """How far up these heights are on the axis, in its units."""
        return np.log10(np.maximum(heights, self._least) / self._least) if self._least else heights.copy()

    def clear(self) -> None:
        """Shows nothing."""
        self.show_lines((), frozen((0,), np.int64), 0)

    def step_at(self, x: float) -> int:
        """The step of those known that is nearest to this place."""
        area = self._area()
        wanted = (x - area.left()) / max(1.0, area.width()) * self._right
        after = int(np.searchsorted(self._steps, wanted))
        near = self._steps[max(0, after - 1) : after + 1]
        return int(near[np.argmin(np.abs(near - wanted))])

    # What the user does.

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_to(self.step_at(event.position().x()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(self.step_at(event.position().x()))

    def leaveEvent(self, event: QEvent) -> None:
        self._point_to(None)

    def _point_to(self, step: int | None) -> None:
        if step != self._pointer:
            self.set_pointer(step)
            self.pointed.emit(step)

    # Painting.

    def _legend_rows(self) -> list[PlotLine]:
        return [line for line, __ in self._lines if line.name]

    def _area(self) -> QRectF:
        left, right = scaled(axes.LEFT), scaled(axes.RIGHT)
        top = scaled(axes.TOP) + scaled(axes.ROW) * len(self._legend_rows())
        return QRectF(left, top, self.width() - left - right, self.height() - top - scaled(axes.BOTTOM))

    def paintEvent(self, event: QPaintEvent) -> None:
        area = self._area()
        across, up = area.width() / self._right, -area.height() / self._top
        painter = QPainter(self)
        ink = Ink(painter, self._colours, scale(), True)
        self._paint_axes(ink, area)
        painter.setPen(QPen(QColor(self._colours.muted), 1))
        axes.paint_upright(ink, area, area.left() + self._cursor * across)
        painter.save()
        painter.setClipRect(area.adjusted(0, -1, 1, 1))
        # The path is mapped, not the painter: lines keep their width, also in a picture that is larger than the screen.
        place = QTransform(across, 0, 0, up, area.left(), area.bottom())
        for line, path in self._lines:
            self._paint_line(painter, line, place.map(path), place)
        painter.restore()
        if self._pointer is not None:
            painter.setPen(QPen(QColor(self._colours.text), 1, Qt.PenStyle.DotLine))
            axes.paint_upright(ink, area, area.left() + self._pointer * across)
        self._paint_legend(ink)

    def _paint_line(self, painter: QPainter, line: PlotLine, path: QPainterPath, place: QTransform) -> None:
        colour = self._colour(line)
        if line.filled and len(line.corners):
            ground = QPainterPath(path)
            ground.lineTo(place.map(QPointF(line.corners[-1, 0], 0.0)))
            ground.lineTo(place.map(QPointF(line.corners[0, 0], 0.0)))
            fill = QColor(colour)
            fill.setAlpha(GROUND)
            painter.fillPath(ground, fill)
        painter.strokePath(path, self._pen(line))

    def _colour(self, line: PlotLine) -> QColor:
        colour = QColor(getattr(self._colours, line.colour))
        colour.setAlphaF(line.opacity)
        return colour

    def _pen(self, line: PlotLine) -> QPen:
        pen = QPen(self._colour(line), 1.5 if line.opacity == 1 else 1.0)
        pen.setStyle(Qt.PenStyle.DashLine if line.dashed else Qt.PenStyle.SolidLine)
        return pen

    def _paint_legend(self, ink: Ink) -> None:
        for row, line in enumerate(self._legend_rows()):
            colour = "text" if line.opacity == 1 else "muted"
            axes.paint_legend(ink, QRectF(self.rect()), row, line.name, self._pen(line), colour)

    def _paint_axes(self, ink: Ink, area: QRectF) -> None:
        up, across = self._up, self._across
        heights = area.bottom() - self._rise(np.array(up.values)) * area.height() / self._top
        axes.paint_heights(ink, area, zip(heights.tolist(), up.labels, strict=True))
        places = area.left() + np.array(across.values) * max(1, self._epoch) * area.width() / self._right
        title = across.title(_("epoch") if self._epoch else _("step")) + (f" · {self._unit}" if self._unit else "")
        axes.paint_labels(ink, area, zip(places.tolist(), across.labels, strict=True), title)
