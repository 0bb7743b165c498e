"""What is under everything else: f as colours, and the grid."""

import math

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from kpgui.drawing.parts import image_of, tint
from kpgui.geometry.palette import Palette
from kpgui.geometry.scales import Axis
from kpgui.model.dataset import Dataset
from kpgui.model.errors import short
from kpgui.model.frame import FieldImage, Frame
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.view_box import Mapping

FADED = 0.4
"""Opacity of the field of an outdated run."""


class FieldLayer(Layer):
    """The field as one image, made when a field arrives, and painted with smooth scaling.

    It is drawn at the view it was computed for, so that it stays in place during zooming until a new one arrives.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._field: FieldImage | None = None
        self._image = QImage()
        self._place = QRectF()
        self.shown = 0
        """The number of fields shown so far."""

    def show_frame(self, frame: Frame) -> None:
        if frame.field is not None and frame.field is not self._field:
            self._field = frame.field
            self.shown += 1
            self._refresh()

    def set_shown(self, shown: bool) -> None:
        """Shows or hides the colours; hidden ones are not made from the bytes.

        The trainer makes the bytes nevertheless: the boundary comes from the same values of f, of which they are a
        small part of the work, and with very many support vectors f under the pointer is read from them.
        """
        super().set_shown(shown)
        self._refresh()

    def show_outdated(self, old: str) -> None:
        self.setOpacity(FADED if old else 1)

    def recolour(self, palette: Palette) -> None:
        super().recolour(palette)
        self._refresh()

    def arrange(self, mapping: Mapping) -> None:
        super().arrange(mapping)
        self._put()

    def draw(self, painter: QPainter, density: float) -> None:
        if self._field is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(self._place, self._image)

    def _refresh(self) -> None:
        self._image = QImage()
        if self._field is not None and self.isVisible():
            # Painting from colour indices is four times as slow.
            indexed = image_of(self.palette, self._field.pixels)
            self._image = indexed.convertToFormat(QImage.Format.Format_RGB32)
        self._put()
        self.update()

    def _put(self) -> None:
        if self._field is None:
            return
        view = self._field.view
        corners = np.array([[view.xmin, view.ymax], [view.xmax, view.ymin]])
        (left, top), (right, bottom) = self.mapping.to_pixels(corners)
        self._place = QRectF(left, top, right - left, bottom - top)


FINE_OPACITY = 0.22
OPACITY = 0.45
ZERO_OPACITY = 0.9


class GridLayer(Layer):
    """Thin lines at the ticks of the axes, those through 0 a little stronger.

    In the corners is what the axis labels leave out, such as a power of ten.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._lines: list[QLineF] = []
        self._zero: list[QLineF] = []
        self._fine: list[QLineF] = []
        self.titles = "", ""
        self._lined = True

    def set_shown(self, shown: bool) -> None:
        """Shows or hides the lines; without what the axis labels leave out, these would be wrong."""
        self._lined = shown
        self.update()

    def arrange(self, mapping: Mapping) -> None:
        super().arrange(mapping)
        view, width, height = mapping.view, mapping.width, mapping.height
        xs, ys = mapping.ticks
        lines: dict[bool, list[QLineF]] = {True: [], False: []}
        for value in xs.values:
            x = _crisp((value - view.xmin) * mapping.across)
            lines[value == 0].append(QLineF(x, 0, x, height))
        for value in ys.values:
            y = _crisp((view.ymax - value) * mapping.up)
            lines[value == 0].append(QLineF(0, y, width, y))
        self._lines, self._zero = lines[False], lines[True]
        self._fine = self._fine_lines(mapping) if self.stage.snaps else []
        self.titles = axis_titles(self.dataset, xs, ys)

    def show_dataset(self, dataset: Dataset) -> None:
        renamed = dataset.columns != self.dataset.columns
        super().show_dataset(dataset)
        if renamed:
            self.arrange(self.mapping)
            self.update()

    def draw(self, painter: QPainter, density: float) -> None:
        if self._lined:
            self._draw_lines(painter, density)
        across, up = self.titles
        painter.setPen(QColor(self.palette.muted))
        room = self.boundingRect().adjusted(8, 6, -8, -6)
        if across:
            painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom, across)
        if up:
            painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, up)

    def _draw_lines(self, painter: QPainter, density: float) -> None:
        """Whole device pixels wide: at 1.25 of them to a logical one, lines would be one or two wide in turn."""
        width = max(1, int(density)) / density
        for lines, opacity in ((self._fine, FINE_OPACITY), (self._lines, OPACITY), (self._zero, ZERO_OPACITY)):
            painter.setPen(QPen(tint(self.palette.grid, opacity), width))
            painter.drawLines(lines)

    def _fine_lines(self, mapping: Mapping) -> list[QLineF]:
        """The finer lines to which points snap, including those at the ticks."""
        view, (across, up) = mapping.view, self.stage.steps
        xs = _multiples(across, view.xmin, view.xmax)
        ys = _multiples(up, view.ymin, view.ymax)
        upright = [_crisp((x - view.xmin) * mapping.across) for x in xs]
        level = [_crisp((view.ymax - y) * mapping.up) for y in ys]
        return [
            *(QLineF(x, 0, x, mapping.height) for x in upright),
            *(QLineF(0, y, mapping.width, y) for y in level),
        ]


def axis_titles(dataset: Dataset, xs: Axis, ys: Axis) -> tuple[str, str]:
    """What stands at the ends of the axes: names that a file gave, and what the labels of the ticks leave out."""
    across, up, *__ = *dataset.columns, "", ""
    return _title(across, "x", xs), _title(up, "y", ys)


def _multiples(step: float, low: float, high: float) -> list[float]:
    """The multiples of a step from low to high; none for a step of 0."""
    return [n * step for n in range(math.ceil(low / step), math.floor(high / step) + 1)] if step else []


def _crisp(pixel: float) -> float:
    """The centre of the pixel, on which a line of width 1 is sharp."""
    return int(pixel) + 0.5


def _title(name: str, usual: str, axis: Axis) -> str:
    """A name that a file gave; x and y only with what the labels leave out."""
    return axis.title(short(name, 40) or usual) if name or axis.exponent or axis.offset else ""
