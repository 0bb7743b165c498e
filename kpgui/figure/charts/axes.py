"""What is around the curves of a chart: the labels of its axes, its legend, lines that stand upright."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import inf

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from kpgui.drawing.lettering import Lettering
from kpgui.geometry.palette import Palette

LEFT, TOP, RIGHT, BOTTOM, ROW, EDGE = 44, 8, 10, 34, 15, 4
"""Margins around the curves, for ticks and title, the height of a row of the legend and its left margin, in units."""

TYPE = 11
"""Size of type in units."""

SOLID = Qt.PenStyle.SolidLine


@dataclass(frozen=True)
class Ink:
    """What a chart is drawn with.

    unit: a pixel of the window with type of usual size, in those of the painter. sharp: whether upright and level lines
    are to be in the middle of the painter's pixels.
    """

    painter: QPainter
    palette: Palette
    unit: float
    sharp: bool = False

    @cached_property
    def lettering(self) -> Lettering:
        return Lettering(TYPE * self.unit, tabular=True)

    def colour(self, name: str) -> QColor:
        """A colour of the palette by its name."""
        return QColor(getattr(self.palette, name))

    def pen(self, colour: str | QColor, width: float = 1.0, kind: Qt.PenStyle = SOLID) -> QPen:
        """colour: or its name in the palette. width: in units."""
        return QPen(self.colour(colour) if isinstance(colour, str) else colour, width * self.unit, kind)

    def write(self, text: str, x: float, middle: float, colour: str, align: float = 0, room: float = inf) -> None:
        """Writes around this height; align as in `Lettering.draw`; text wider than its room is elided."""
        baseline = middle + self.lettering.ascent / 2
        text = text if room == inf else self.lettering.elided(text, room)
        self.lettering.draw(self.painter, text, x, baseline, getattr(self.palette, colour), align=align)

    def exact(self, place: float) -> float:
        """Where a line at this x or y is drawn."""
        return round(place) + 0.5 if self.sharp else place


def paint_heights(ink: Ink, area: QRectF, ticks: Iterable[tuple[float, str]]) -> None:
    """Grid lines at these y, with their labels to the left."""
    for y, label in ticks:
        ink.painter.setPen(ink.pen("grid"))
        ink.painter.drawLine(QLineF(area.left(), ink.exact(y), area.right(), ink.exact(y)))
        ink.write(label, area.left() - 6 * ink.unit, y, "muted", align=1)


def paint_labels(ink: Ink, area: QRectF, ticks: Iterable[tuple[float, str]], title: str) -> None:
    """Labels at these ascending x below the area, as far as there is room, and the title of the axis."""
    free, edge = area.left() - LEFT * ink.unit, area.right() + RIGHT * ink.unit
    for x, label in ticks:
        width = ink.lettering.width(label) + 2 * ink.unit
        left = min(x - width / 2, edge - width)
        if left >= free:  # the last label may have to keep clear of the edge
            ink.write(label, left + width / 2, area.bottom() + 10 * ink.unit, "muted", align=0.5)
            free = left + width + 6 * ink.unit
    ink.write(title, area.center().x(), area.bottom() + 25 * ink.unit, "muted", align=0.5, room=area.width())


def paint_legend(ink: Ink, place: QRectF, row: int, name: str, pen: QPen, colour: str = "text") -> None:
    """A row of the legend at the top of a chart: a piece of line and a name."""
    left, middle = place.left() + EDGE * ink.unit, place.top() + (TOP - 2 + ROW * (row + 0.5)) * ink.unit
    ink.painter.setPen(pen)
    ink.painter.drawLine(QLineF(left, middle, left + 18 * ink.unit, middle))
    left += 24 * ink.unit
    ink.write(name, left, middle, colour, room=place.right() - left - RIGHT * ink.unit)


def paint_upright(ink: Ink, area: QRectF, x: float) -> None:
    """A line over the height of the area."""
    ink.painter.drawLine(QLineF(ink.exact(x), area.top(), ink.exact(x), area.bottom()))
