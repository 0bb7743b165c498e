"""A small plot of mistakes per epoch. Painted directly, so that it costs little during a run."""

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QTransform
from PySide6.QtWidgets import QSizePolicy, QWidget

from kpgui.geometry.palette import Palette
from kpgui.geometry.scales import Axis, ticks
from kpgui.language import _
from kpgui.model.arrays import Floats
from kpgui.ui.instruments.progress.reading import MistakeCurve
from kpgui.ui.look.scale import scaled, write_small

LEFT, TOP, RIGHT, BOTTOM = 36, 8, 8, 36
"""Margins around the curve, for ticks and titles, in pixels with type of usual size."""

LEAST_EPOCHS, LEAST_MISTAKES = 5, 4
"""Smallest ranges of the two axes."""


class MistakePlot(QWidget):
    """A step curve over the epochs, with the area below it filled."""

    def __init__(self, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("progress.plot")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._colours = palette
        self._steps = QPainterPath()
        self._across, self._up = Axis(), Axis()
        self._left, self._right, self._top = 0.5, 1.0, 1.0
        self.show_curve(MistakeCurve.of(np.zeros(0, np.int64), 0))

    def sizeHint(self) -> QSize:
        return QSize(200, scaled(168))

    def set_palette(self, palette: Palette) -> None:
        """Draws in these colours."""
        self._colours = palette
        self.update()

    def show_curve(self, curve: MistakeCurve) -> None:
        """Shows the mistakes of the last epochs."""
        edges, heights = curve.edges, curve.heights
        corners = _outline(edges, heights)
        self._steps = pg.arrayToQPath(corners[:, 0], corners[:, 1]) if len(heights) else QPainterPath()
        self._left, self._right = float(edges[0]), max(float(edges[-1]), LEAST_EPOCHS + 0.5)
        self._top = max(float(heights.max(initial=0)), LEAST_MISTAKES) * 1.08
        self._across, self._up = _whole(ticks(self._left + 0.5, self._right, 5)), _whole(ticks(0, self._top, 4))
        self.setAccessibleName(
            _("Mistakes per epoch: {epochs} epochs, {last} mistakes in the last").format(
                epochs=curve.epochs, last=curve.last
            )
        )
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        left, top, right, bottom = map(scaled, (LEFT, TOP, RIGHT, BOTTOM))
        area = QRectF(left, top, self.width() - left - right, self.height() - top - bottom)
        painter = QPainter(self)
        write_small(painter)
        self._paint_axes(painter, area)
        painter.setTransform(self._onto(area))
        fill = QColor(self._colours.flash)
        fill.setAlpha(56)
        painter.fillPath(self._steps, fill)
        pen = QPen(QColor(self._colours.flash), 1.5)
        pen.setCosmetic(True)
        painter.strokePath(self._steps, pen)

    def _onto(self, area: QRectF) -> QTransform:
        """The transform from epochs and mistakes to pixels."""
        across, up = area.width() / (self._right - self._left), -area.height() / self._top
        return QTransform(across, 0, 0, up, area.left() - self._left * across, area.bottom())

    def _paint_axes(self, painter: QPainter, area: QRectF) -> None:
        line, text = QColor(self._colours.grid), QColor(self._colours.muted)
        painter.setPen(line)
        for value in self._up.values:
            height = round(area.bottom() - value * area.height() / self._top)
            painter.drawLine(QPointF(area.left(), height), QPointF(area.right(), height))
        painter.setPen(text)
        for value, label in zip(self._up.values, self._up.labels, strict=True):
            y = area.bottom() - value * area.height() / self._top
            place = QRectF(0, y - scaled(8), scaled(LEFT - 8), scaled(16))
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, label)
        for value, label in zip(self._across.values, self._across.labels, strict=True):
            x = area.left() + (value - self._left) * area.width() / (self._right - self._left)
            width = painter.fontMetrics().horizontalAdvance(label) + 2
            place = QRectF(min(x - width / 2, self.width() - width), area.bottom() + scaled(4), width, scaled(16))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, label)
        title = QRectF(area.left(), area.bottom() + scaled(20), area.width(), scaled(16))
        painter.drawText(title, Qt.AlignmentFlag.AlignCenter, self._across.title(_("epoch")))


def _outline(edges: Floats, heights: Floats) -> Floats:
    """The corners of the steps, from the base line and back to it, (2k + 2, 2)."""
    x = np.repeat(edges, 2)
    y = np.concatenate([[0.0], np.repeat(heights, 2), [0.0]])
    return np.column_stack([x, y])


def _whole(axis: Axis) -> Axis:
    """The axis without ticks that are not whole numbers."""
    kept = [k for k, value in enumerate(axis.values) if float(value).is_integer()]
    values = tuple(axis.values[k] for k in kept)
    return Axis(values, tuple(axis.labels[k] for k in kept), axis.exponent, axis.offset)
