"""The grid: thin lines at the ticks of the axes, the lines through 0 a little stronger."""

import math

from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from kpgui.model.dataset import Dataset
from kpgui.model.quoting import short
from kpgui.present.palette import Palette
from kpgui.present.snapping import fine_step
from kpgui.present.ticks import Axis
from kpgui.ui.canvas.axes import ticks_along
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.mapping import Mapping

FINE_OPACITY = 0.22
OPACITY = 0.45
ZERO_OPACITY = 0.9


class GridLayer(Layer):
    """The grid, with what the axis labels leave out, such as a power of ten, in the corners."""

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self._lines: list[QLineF] = []
        self._zero: list[QLineF] = []
        self._fine: list[QLineF] = []
        self.titles = "", ""
        self._lined = True
        self.fine = False
        """Whether the finer lines to which points snap are shown."""
        self.steps = 0.0, 0.0
        """Distances of the finer lines in x and in y; 0 if there are none."""

    def set_shown(self, shown: bool) -> None:
        """Shows or hides the lines; without what the axis labels leave out, these would be wrong."""
        self._lined = shown
        self.update()

    def set_fine(self, fine: bool) -> None:
        self.fine = fine
        self.arrange(self.mapping)

    def arrange(self, mapping: Mapping) -> None:
        super().arrange(mapping)
        view, width, height = mapping.view, mapping.width, mapping.height
        xs = ticks_along(view.xmin, view.xmax, width)
        ys = ticks_along(view.ymin, view.ymax, height)
        lines: dict[bool, list[QLineF]] = {True: [], False: []}
        for value in xs.values:
            x = _crisp((value - view.xmin) * mapping.across)
            lines[value == 0].append(QLineF(x, 0, x, height))
        for value in ys.values:
            y = _crisp((view.ymax - value) * mapping.up)
            lines[value == 0].append(QLineF(0, y, width, y))
        self._lines, self._zero = lines[False], lines[True]
        self.steps = fine_step(xs.values), fine_step(ys.values)
        self._fine = self._fine_lines(mapping) if self.fine else []
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
            colour = QColor(self.palette.grid)
            colour.setAlphaF(opacity)
            painter.setPen(QPen(colour, width))
            painter.drawLines(lines)

    def _fine_lines(self, mapping: Mapping) -> list[QLineF]:
        """The finer lines, including those at the ticks."""
        view, (across, up) = mapping.view, self.steps
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
