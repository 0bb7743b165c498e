"""Lines: their pens and paths, samples of them, and what a legend says of them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from kpgui.drawing.symbols import Symbol
from kpgui.language import _
from kpgui.model.arrays import Floats


def line_pen(
    colour: str, width: float, dash: Sequence[float] = (), cap: Qt.PenCapStyle = Qt.PenCapStyle.FlatCap
) -> QPen:
    """dash: lengths of strokes and gaps in turn; none for a solid line."""
    pen = QPen(QColor(colour), width, Qt.PenStyle.SolidLine, cap, Qt.PenJoinStyle.RoundJoin)
    if dash:
        pen.setDashPattern([length / width for length in dash])
    return pen


def path_of(curve: Floats) -> QPainterPath:
    """The path of polylines (k, 2) separated by NaN rows."""
    path = QPainterPath()
    breaks = np.flatnonzero(np.isnan(curve[:, 0]))
    for piece in np.split(curve, breaks):
        line = piece[~np.isnan(piece[:, 0])]
        if len(line) > 1:
            path.addPolygon(QPolygonF([QPointF(x, y) for x, y in line.tolist()]))
    return path


def line_sample(pen: QPen, length: float) -> Symbol:
    """A piece of a line."""
    return _lines(pen, [QLineF(-length / 2, 0, length / 2, 0)])


def hatched_sample(pen: QPen, length: float) -> Symbol:
    """A piece of a hatched band with its edges."""
    half, step = length / 2, length / 5
    edges = [QLineF(-half, y, half, y) for y in (-step, step)]
    return _lines(pen, edges + [QLineF(x * step - half, -step, (x + 2) * step - half, step) for x in range(4)])


def _lines(pen: QPen, lines: list[QLineF]) -> Symbol:
    def draw(painter: QPainter, centre: QPointF) -> None:
        painter.setPen(pen)
        painter.drawLines([line.translated(centre) for line in lines])

    return draw


SAMPLE = 22.0
"""Width of the widest sample on the canvas, in logical pixels."""


class LegendEntry(NamedTuple):
    """One line of a legend. width: of the sample.

    drawn: whether there is any on the canvas now; else there is no such line. look: tells symbols apart that a layer
    has for the same words in one palette.
    """

    text: str
    symbol: Symbol
    drawn: bool = True
    look: object = None
    width: float = SAMPLE


def boundary_entry(f: str, pen: QPen, *, drawn: bool = True, width: float = SAMPLE) -> LegendEntry:
    """f: what the function is called."""
    return LegendEntry(_("boundary: {symbol} = 0").format(symbol=f), line_sample(pen, width), drawn, width=width)


def ties_entry(f: str, pen: QPen, *, drawn: bool = True, width: float = SAMPLE) -> LegendEntry:
    text = _("region of ties: {symbol} = 0").format(symbol=f)
    return LegendEntry(text, hatched_sample(pen, width), drawn, width=width)


def margins_entry(f: str, margin: str, pen: QPen, *, drawn: bool = True, width: float = SAMPLE) -> LegendEntry:
    text = _("margins: {symbol} = ±{margin}").format(symbol=f, margin=margin)
    return LegendEntry(text, line_sample(pen, width), drawn, width=width)
