"""The legend: what the marks and lines in this picture mean, in lines under the plot."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QPainter, QPen

from kpgui.drawing.lettering import Lettering
from kpgui.drawing.parts import part
from kpgui.drawing.symbols import AROUND
from kpgui.figure.layout import LEADING, Layout
from kpgui.figure.lines import boundary_pen, margin_pen, ties_pen
from kpgui.figure.marks import Marks
from kpgui.figure.scene import Scene
from kpgui.geometry.rings import level
from kpgui.language import _
from kpgui.model.number import shown
from kpgui.words.counters import class_text


@dataclass(frozen=True)
class LegendEntry:
    """An entry: `draw(painter, x, y)` paints a sample, `sample` points wide, from x on, centred on y; text follows."""

    text: str
    sample: float
    draw: Callable[[QPainter, float, float], None]


def entries(scene: Scene, marks: Marks, unit: float) -> list[LegendEntry]:
    """The entries: both classes always, the others if the picture shows them."""
    found = [_class(marks, label, class_text(scene.dataset, label)) for label in (1, -1)]
    if scene.dataset.held_out.any():
        found.append(_held_out(marks))
    if scene.alpha.any():
        found.append(_support(scene, marks))
    length = 20 * unit
    if len(scene.boundary):
        text = _("boundary: {symbol} = 0").format(symbol=scene.symbol)
        found.append(LegendEntry(text, length, _line(boundary_pen(scene, unit), length)))
    if len(scene.ties):
        text = _("region of ties: {symbol} = 0").format(symbol=scene.symbol)
        found.append(LegendEntry(text, length, _hatched(ties_pen(scene, unit), length)))
    if len(scene.positive_margin) or len(scene.negative_margin):
        text = _("margins: {symbol} = ±{margin}").format(symbol=scene.symbol, margin=shown(scene.margin))
        found.append(LegendEntry(text, length, _line(margin_pen(scene, unit), length)))
    if scene.wrong is not None and scene.wrong.any():
        found.append(_wrong(marks))
    return found


def arrange(found: list[LegendEntry], lettering: Lettering, room: float) -> list[list[LegendEntry]]:
    """The entries in as few lines as possible, of about equal length; only a line of one entry can be too wide."""
    attempts = (_filled(found, lettering, lettering.room(room) * share / 20) for share in range(8, 21))
    return min(attempts, key=len)


def is_whole(lines: list[list[LegendEntry]], layout: Layout) -> bool:
    """Whether every entry has room for all of its text."""
    lettering = layout.letterings.label
    room = lettering.room(layout.right - layout.plot.left)
    return layout.legend_left is not None or all(_width(entry, lettering) <= room for line in lines for entry in line)


def column_width(found: list[LegendEntry], lettering: Lettering) -> float:
    """The width of the entries one below the other, their texts aligned."""
    widest = max((entry.sample for entry in found), default=0.0)
    return widest + _gap(lettering) + 1.05 * max((lettering.width(entry.text) for entry in found), default=0.0)


def _filled(found: list[LegendEntry], lettering: Lettering, room: float) -> list[list[LegendEntry]]:
    lines: list[list[LegendEntry]] = [[]]
    used = 0.0
    for entry in found:
        width = _width(entry, lettering)
        if lines[-1] and used + width > room:
            lines.append([])
            used = 0.0
        lines[-1].append(entry)
        used += width + _between(lettering)
    return lines


def draw_legend(painter: QPainter, scene: Scene, layout: Layout, lines: list[list[LegendEntry]]) -> None:
    """The lines under the plot, from its left edge on."""
    with part(painter, "legend"):
        _draw_lines(painter, scene, layout, lines)


def _draw_lines(painter: QPainter, scene: Scene, layout: Layout, lines: list[list[LegendEntry]]) -> None:
    lettering, height = layout.letterings.label, layout.letterings.label.line * LEADING
    column = layout.legend_left is not None
    left = layout.plot.left if layout.legend_left is None else layout.legend_left
    widest = max((entry.sample for line in lines for entry in line), default=0.0)
    for row, line in enumerate(lines):
        x, middle = left, layout.legend_top + (row + 0.5) * height
        for entry in line:
            entry.draw(painter, x + (widest - entry.sample) / 2 if column else x, middle)
            start = x + (widest if column else entry.sample) + _gap(lettering)
            text = lettering.elided(entry.text, layout.right - start)
            lettering.draw(painter, text, start, middle + lettering.ascent / 2, scene.palette.text)
            x += _width(entry, lettering) + _between(lettering)


def _width(entry: LegendEntry, lettering: Lettering) -> float:
    return entry.sample + _gap(lettering) + lettering.width(entry.text)


def _gap(lettering: Lettering) -> float:
    return 0.55 * lettering.size


def _between(lettering: Lettering) -> float:
    return 1.45 * lettering.size


def _class(marks: Marks, label: int, text: str) -> LegendEntry:
    symbol = marks.points[label < 0]

    def draw(painter: QPainter, x: float, y: float) -> None:
        symbol(painter, QPointF(x + marks.radius, y))

    return LegendEntry(text, 2 * marks.radius, draw)


def _held_out(marks: Marks) -> LegendEntry:
    def draw(painter: QPainter, x: float, y: float) -> None:
        for symbol, along in zip(marks.points[2:], (1, 3.4), strict=True):
            symbol(painter, QPointF(x + along * marks.radius, y))

    return LegendEntry(_("held out"), 4.4 * marks.radius, draw)


def _support(scene: Scene, marks: Marks) -> LegendEntry:
    """One ring, or two when α differs: for the smallest and the largest α."""
    values = scene.alpha[scene.alpha > 0]
    low, high = level(np.array([values.min(), values.max()])).tolist()
    rings = [low] if values.min() == values.max() else [low, high]
    reach = marks.ring_size(high).diameter / 2

    def draw(painter: QPainter, x: float, y: float) -> None:
        for number, each in enumerate(rings):
            marks.ring(each)(painter, QPointF(x + reach + number * 2.2 * reach, y))

    return LegendEntry(scene.rings, 2 * reach + (len(rings) - 1) * 2.2 * reach, draw)


def _wrong(marks: Marks) -> LegendEntry:
    reach = AROUND * marks.radius

    def draw(painter: QPainter, x: float, y: float) -> None:
        marks.diamond(painter, QPointF(x + reach, y))

    return LegendEntry(_("on the wrong side"), 2 * reach, draw)


def _line(pen: QPen, length: float) -> Callable[[QPainter, float, float], None]:
    def draw(painter: QPainter, x: float, y: float) -> None:
        painter.setPen(pen)
        painter.drawLine(QLineF(x, y, x + length, y))

    return draw


def _hatched(pen: QPen, length: float) -> Callable[[QPainter, float, float], None]:
    def draw(painter: QPainter, x: float, y: float) -> None:
        half = length / 5
        painter.setPen(pen)
        for edge in (y - half, y + half):
            painter.drawLine(QLineF(x, edge, x + length, edge))
        for start in range(4):
            left = x + start * length / 5
            painter.drawLine(QLineF(left, y - half, left + 2 * half, y + half))

    return draw
