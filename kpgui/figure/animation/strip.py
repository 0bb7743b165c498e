"""The strip below the picture of a frame: the counters in columns, and the sentence about the step."""

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QColor, QPainter, QPen

from kpgui.drawing.lettering import SNUG, Lettering
from kpgui.drawing.symbols import step_mark
from kpgui.figure.animation.recording import Count, Shot
from kpgui.figure.layout import EDGE, LABEL, unit_for
from kpgui.figure.style import Style
from kpgui.geometry.palette import PALETTES
from kpgui.words.typesetting import kept_together

LINES, SENTENCE, BESIDE, NARROW = 2, 850.0, 50.0, 420.0
"""Least lines for the sentence, what the longest ones take of them, and what is beside them, in nominal points.

A strip narrower than the last begins further left.
"""

LARGEST = 2.0
"""Most that type may be larger than usual: the strip must leave room for the picture."""

LEADING = 1.4
GAP, SPACE = 4.0, 14.0
"""Nominal points between a counter's name and its value, and between two counters."""


class Strip:
    """The strip of frames of one size, in points. Nothing in it moves from one frame to the next."""

    def __init__(
        self, style: Style, width: float, height: float, counters: Sequence[Count] = (), end: str = ""
    ) -> None:
        """width, height: of the whole frame. counters, end: those of the last frame, for which there is room in all."""
        self._palette, self._width = PALETTES[style.theme], width
        usual = unit_for(width, height)
        self._unit = unit = min(style.font_size / LABEL or usual, LARGEST * usual)
        self._number = Lettering(9.5 * unit, bold=True, tabular=True)
        self._text = Lettering(9.2 * unit)
        self._lines = max(LINES, ceil(SENTENCE / (width / unit - BESIDE)))
        self._places, self._counters_width = self._placed([*map(self._count_width, counters), self._number.width(end)])

    def _count_width(self, each: Count) -> float:
        return self._text.width(each.name) + GAP * self._unit + self._number.width(each.widest)

    def _placed(self, widths: Sequence[float]) -> tuple[list[tuple[float, int]], float]:
        """Where counters of these widths begin, as distance from the left and row, and the width of the widest row."""
        places, widest, x, row = [], 0.0, 0.0, 0
        for width in widths:
            if x and x + width > SNUG * (self._width - 2 * EDGE * self._unit):
                x, row = 0.0, row + 1
            places.append((x, row))
            widest = max(widest, x + width)
            x += width + SPACE * self._unit
        return places, widest

    @property
    def height(self) -> float:
        """In points."""
        return (self._lines + 1 + self._places[-1][1]) * self._line + 1.5 * EDGE * self._unit

    @property
    def _line(self) -> float:
        return LEADING * self._text.size

    def draw(self, painter: QPainter, shot: Shot, counters: list[Count], top: float, plot_left: float) -> None:
        """Draws it below `top`, aligned with the plot, or from further left where that leaves too little room."""
        edge, unit = EDGE * self._unit, self._unit
        room = max(NARROW * unit, self._counters_width / SNUG)
        start = plot_left if self._width - edge - plot_left >= room else edge
        painter.setPen(QPen(QColor(self._palette.grid), 0.8 * unit))
        painter.drawLine(QLineF(edge, top, self._width - edge, top))
        baseline = top + 0.65 * edge + self._number.ascent
        self._draw_counters(painter, counters, shot.end, start, baseline)
        baseline += self._places[-1][1] * self._line
        left = start + 2.2 * self._text.size
        baseline += 0.15 * edge
        if shot.explanation is not None:
            middle = QPointF(start + 0.75 * self._text.size, baseline + self._line - self._text.ascent / 2)
            mark = step_mark(self._palette, shot.explanation.outcome, 0.42 * self._text.size)
            mark(painter, middle)
        for line in self._text.broken(kept_together(shot.sentence), self._width - edge - left, self._lines):
            baseline += self._line
            self._text.draw(painter, line, left, baseline, self._palette.text)

    def _draw_counters(self, painter: QPainter, counters: list[Count], end: str, x: float, baseline: float) -> None:
        for each, (left, row) in zip(counters, self._places, strict=False):
            y = baseline + row * self._line
            self._text.draw(painter, each.name, x + left, y, self._palette.muted)
            right = x + left + self._count_width(each)  # aligned right, so that digits keep their places
            self._number.draw(painter, each.value, right, y, self._palette.text, align=1)
        left, row = self._places[-1]
        self._number.draw(painter, end, x + left, baseline + row * self._line, self._palette.text)
