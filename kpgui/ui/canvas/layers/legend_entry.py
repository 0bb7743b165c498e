"""What a layer tells the legend of the canvas: a sample of what it draws, and what that means."""

from typing import NamedTuple

from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from kpgui.ui.canvas.sprites import Symbol

SAMPLE = 22.0
"""Width of the widest sample in logical pixels."""

SIZE = 8.0
"""Diameter of a point in a sample."""


class LegendEntry(NamedTuple):
    """One line of the legend. drawn: whether there is any on the canvas now; else there is no such line.

    look: tells symbols apart that a layer has for the same words in one palette.
    A layer gives all entries that it may ever have, always in the same order, so that each keeps its place.
    """

    text: str
    symbol: Symbol
    drawn: bool
    look: object = None


def line_sample(colour: str, width: float, dash: float = 0.0, gap: float = 0.0) -> Symbol:
    """A piece of a line; with a gap it is dashed, both lengths in logical pixels."""

    def draw(painter: QPainter) -> None:
        pen = QPen(QColor(colour), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
        if gap:
            pen.setDashPattern([dash / width, gap / width])
        painter.setPen(pen)
        painter.drawLine(QLineF(-SAMPLE / 2, 0, SAMPLE / 2, 0))

    return draw


def hatched_sample(colour: str, width: float) -> Symbol:
    """A piece of a hatched band with its edges."""

    def draw(painter: QPainter) -> None:
        painter.setPen(QPen(QColor(colour), width))
        half, step = SAMPLE / 2, SAMPLE / 5
        painter.drawLines([QLineF(-half, y, half, y) for y in (-step, step)])
        painter.drawLines([QLineF(x * step - half, -step, (x + 2) * step - half, step) for x in range(4)])

    return draw
