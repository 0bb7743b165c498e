"""The legend: what the marks and lines in this picture mean, in lines under the plot."""

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from kpgui.drawing.lettering import Lettering
from kpgui.drawing.parts import part
from kpgui.drawing.symbols import (
    AROUND,
    LegendEntry,
    boundary_entry,
    margins_entry,
    set_aside,
    side_by_side,
    ties_entry,
)
from kpgui.figure.layout import LEADING, Layout
from kpgui.figure.plot import Marks, boundary_pen, margin_pen, ties_pen
from kpgui.figure.scene import Scene
from kpgui.geometry.rings import level
from kpgui.language import _
from kpgui.model.param import shown
from kpgui.words.counters import class_text

GAP, BETWEEN = 0.55, 1.45
"""Between a sample and its text, and between two entries of a line, in sizes of the type."""


def entries(scene: Scene, marks: Marks, unit: float) -> list[LegendEntry]:
    """The entries: both classes always, the others if the picture shows them."""
    points, radius, length = marks.points, marks.radius, 20 * unit
    found = [
        LegendEntry(class_text(scene.dataset, label), symbol, width=2 * radius)
        for label, symbol in zip((1, -1), points, strict=False)
    ]
    if scene.dataset.held_out.any():
        found.append(LegendEntry(_("held out"), side_by_side(points[2:], 2.4 * radius), width=4.4 * radius))
    if scene.dataset.multiclass is not None and len(scene.dataset.multiclass.aside):
        found.append(
            LegendEntry(_("other classes, not trained on"), set_aside(scene.palette, radius), width=2 * radius)
        )
    if (scene.alpha > 0).any():
        found.append(_support(scene, marks))
    if (scene.alpha < 0).any():
        found.append(LegendEntry(_("forgotten"), marks.forgotten, width=2.6 * radius))
    if len(scene.boundary):
        found.append(boundary_entry(scene.symbol, boundary_pen(scene, unit), width=length))
    if len(scene.ties):
        found.append(ties_entry(scene.symbol, ties_pen(scene, unit), width=length))
    if len(scene.positive_margin) or len(scene.negative_margin):
        found.append(margins_entry(scene.symbol, shown(scene.margin), margin_pen(scene, unit), width=length))
    if scene.wrong is not None and scene.wrong.any():
        found.append(LegendEntry(_("on the wrong side"), marks.diamond, width=2 * AROUND * radius))
    return found


def _support(scene: Scene, marks: Marks) -> LegendEntry:
    """One ring, or two when α differs: for the smallest and the largest α."""
    values = np.unique(scene.alpha[scene.alpha > 0])
    levels = level(values[[0, -1] if len(values) > 1 else [0]]).tolist()
    apart = 1.1 * marks.ring_size(levels[-1]).diameter
    return LegendEntry(
        scene.rings,
        side_by_side([marks.ring(each) for each in levels], apart),
        width=marks.ring_size(levels[-1]).diameter + (len(levels) - 1) * apart,
    )


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
    widest = max((entry.width for entry in found), default=0.0)
    return widest + GAP * lettering.size + 1.05 * max((lettering.width(entry.text) for entry in found), default=0.0)


def _filled(found: list[LegendEntry], lettering: Lettering, room: float) -> list[list[LegendEntry]]:
    lines: list[list[LegendEntry]] = [[]]
    used = 0.0
    for entry in found:
        width = _width(entry, lettering)
        if lines[-1] and used + width > room:
            lines.append([])
            used = 0.0
        lines[-1].append(entry)
        used += width + BETWEEN * lettering.size
    return lines


def draw_legend(painter: QPainter, scene: Scene, layout: Layout, lines: list[list[LegendEntry]]) -> None:
    """The lines under the plot, from its left edge on, or in a column right of it."""
    lettering, height = layout.letterings.label, layout.letterings.label.line * LEADING
    column = layout.legend_left is not None
    left = layout.plot.left if layout.legend_left is None else layout.legend_left
    widest = max((entry.width for line in lines for entry in line), default=0.0)
    with part(painter, "legend"):
        for row, line in enumerate(lines):
            x, middle = left, layout.legend_top + (row + 0.5) * height
            for entry in line:
                sample = widest if column else entry.width
                entry.symbol(painter, QPointF(x + sample / 2, middle))
                start = x + sample + GAP * lettering.size
                text = lettering.elided(entry.text, layout.right - start)
                lettering.draw(painter, text, start, middle + lettering.ascent / 2, scene.palette.text)
                x += _width(entry, lettering) + BETWEEN * lettering.size


def _width(entry: LegendEntry, lettering: Lettering) -> float:
    return entry.width + GAP * lettering.size + lettering.width(entry.text)
