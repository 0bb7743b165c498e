"""The symbols of points, the marks around them, and lines: the same on the canvas and in figures.

Sizes are in the painter's units. Radii are those of a disc: a square has the same area.
"""

from collections.abc import Callable, Sequence
from math import pi, sqrt
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF

from kpgui.drawing.lettering import load_fonts
from kpgui.drawing.parts import tint
from kpgui.geometry.palette import Palette
from kpgui.language import _
from kpgui.model.arrays import Floats, Ints
from kpgui.model.dataset import Dataset
from kpgui.model.explanation import Outcome

Symbol = Callable[[QPainter, QPointF], None]
"""Draws one symbol around a place."""

SQUARE = sqrt(pi) / 2
"""Half the side of a square with the area of the unit disc."""

OUTLINE, HOLLOW = 0.16, 0.31
"""Width of the line around a point, and of the one that is all there is of a held-out point, in radii."""

AROUND = 1.9
"""Reach of a diamond in radii, so that its edges pass close by the corners of a square."""

DIAMOND = 0.3
"""Width of its line in radii; the casing in the canvas's colour is twice as wide."""

EDGE = 1.0
"""Width of the dark lines along marks of the selection."""

DIAGONALS = tuple((x * 0.5**0.5, y * 0.5**0.5) for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1)))
RAYS = {
    Outcome.MISTAKE: DIAGONALS,
    Outcome.CORRECT: ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)),
    Outcome.UPDATE: (),
}
"""Directions of the short lines at the mark of a step."""

STEP, INNER, OUTER = 0.3, 0.8, 1.9
"""Width of the mark's line, and where these lines begin and end, in radii of the mark."""

DASH, GAP = 0.54, 0.36
"""Lengths of dashes and gaps of a broken ring, in its radii."""


def around(size: float) -> float:
    """The diameter of a circle that goes through the edges of a diamond around a point of this diameter."""
    return AROUND * size * 0.5**0.5


def points(palette: Palette, radius: float, lines: tuple[float, float] | None = None) -> list[Symbol]:
    """Discs for +1, squares for −1; first both filled, then both hollow (held out).

    lines: the widths of the line around a filled and of that of a hollow one, None for the usual ones.
    """
    outline, hollow = lines or (OUTLINE * radius, HOLLOW * radius)
    filled = ((palette.positive, palette.outline), (palette.negative, palette.outline))
    empty = ((palette.canvas, palette.positive), (palette.canvas, palette.negative))
    return [
        _point(fill, QPen(QColor(edge), width), radius, disc)
        for pairs, width in ((filled, outline), (empty, hollow))
        for (fill, edge), disc in zip(pairs, (True, False), strict=True)
    ]


def set_aside(palette: Palette, radius: float) -> Symbol:
    """A grey triangle: a point of a class that is neither +1 nor −1."""
    pen = QPen(QColor(palette.canvas), OUTLINE * radius)
    corners = [QPointF(x, y) * 1.2 * radius for x, y in ((0, -1), (0.866, 0.5), (-0.866, 0.5))]

    def draw(painter: QPainter, centre: QPointF) -> None:
        painter.setPen(pen)
        painter.setBrush(tint(palette.muted, 0.7))
        painter.drawPolygon(QPolygonF([centre + corner for corner in corners]))

    return draw


def kinds(dataset: Dataset) -> Ints:
    """The index in `points` of the symbol of each point, (n,)."""
    return (dataset.labels < 0) + 2 * dataset.held_out


def _point(fill: str, pen: QPen, radius: float, disc: bool) -> Symbol:
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    inner = radius - pen.widthF() / 2
    half = SQUARE * inner

    def draw(painter: QPainter, centre: QPointF) -> None:
        painter.setBrush(QColor(fill))
        painter.setPen(pen)
        if disc:
            painter.drawEllipse(centre, inner, inner)
        else:
            painter.drawRect(QRectF(centre.x() - half, centre.y() - half, 2 * half, 2 * half))

    return draw


def ring(colour: str, diameter: float, width: float, opacity: float = 1.0) -> Symbol:
    """A circle of this outer diameter."""
    return _circle(QPen(tint(colour, opacity), width), (diameter - width) / 2)


def selection_ring(palette: Palette, diameter: float, width: float) -> Symbol:
    """A circle of this outer diameter in the colour of the selection, between two lines that set it off any field."""
    edge = ring(palette.selection_edge, diameter + 2 * EDGE, width + 2 * EDGE)
    return stacked(edge, ring(palette.selection, diameter, width))


def stacked(*symbols: Symbol) -> Symbol:
    """The symbols on top of each other, the first at the bottom."""

    def draw(painter: QPainter, centre: QPointF) -> None:
        for symbol in symbols:
            symbol(painter, centre)

    return draw


def side_by_side(symbols: Sequence[Symbol], apart: float) -> Symbol:
    """The symbols in a row around the place, their centres so far apart."""
    first = -(len(symbols) - 1) / 2

    def draw(painter: QPainter, centre: QPointF) -> None:
        for number, symbol in enumerate(symbols):
            symbol(painter, centre + QPointF((first + number) * apart, 0))

    return draw


def step_mark(palette: Palette, outcome: Outcome, radius: float, *, halo: bool = False) -> Symbol:
    """A cross-hair around a correct point, an × around a mistake, a broken ring where f changed without one.

    halo: whether an edge in the canvas's colour sets it off what it lies on.
    """
    colours = {Outcome.MISTAKE: palette.flash, Outcome.CORRECT: palette.examined, Outcome.UPDATE: palette.text}
    marks = [_rayed(QPen(QColor(colours[outcome]), STEP * radius), radius, outcome)]
    if halo:
        marks.insert(0, _rayed(QPen(QColor(palette.canvas), 2 * STEP * radius), radius, outcome))
    return stacked(*marks)


def _rayed(pen: QPen, radius: float, outcome: Outcome) -> Symbol:
    rays = [(QPointF(x, y) * INNER * radius, QPointF(x, y) * OUTER * radius) for x, y in RAYS[outcome]]
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    circle = _circle(pen, radius) if rays else _dashed_circle(pen, radius, DASH * radius, GAP * radius)

    def draw(painter: QPainter, centre: QPointF) -> None:
        circle(painter, centre)
        painter.drawLines([QLineF(centre + start, centre + end) for start, end in rays])

    return draw


def forgotten(palette: Palette, radius: float, unit: float = 1.0) -> Symbol:
    """A half transparent disc that fades a point, and a dotted circle around it. unit: of their widths and lengths."""
    dots = _dashed_circle(QPen(QColor(palette.support), 1.2 * unit), radius + 2.5 * unit, 1.8 * unit, 2.4 * unit)

    def draw(painter: QPainter, centre: QPointF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tint(palette.canvas, 0.6))
        painter.drawEllipse(centre, radius + unit, radius + unit)
        dots(painter, centre)

    return draw


def diamond(palette: Palette, radius: float, thinnest: float = 0.0) -> Symbol:
    """A diamond around a point on the wrong side; a casing lifts it off the field.

    thinnest: the least width of its line; one that would be thinner has no room for a casing.
    """
    width = DIAMOND * radius
    lines = [(palette.danger, max(width, thinnest))]
    if width >= thinnest:
        lines.insert(0, (palette.canvas, 2 * width))
    pens = [QPen(QColor(colour), wide) for colour, wide in lines]
    for pen in pens:
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    corners = [QPointF(x, y) * AROUND * radius for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1))]

    def draw(painter: QPainter, centre: QPointF) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen in pens:
            painter.setPen(pen)
            painter.drawPolygon(QPolygonF([centre + corner for corner in corners]))

    return draw


def asked_place(palette: Palette, radius: float) -> Symbol:
    """A question mark in a circle, set off what it lies on by an edge in the canvas's colour."""
    font = QFont(load_fonts())
    font.setPixelSize(round(1.5 * radius))
    font.setWeight(QFont.Weight.Bold)
    mark = QPainterPath()
    mark.addText(QPointF(), font, "?")
    mark.translate(-mark.boundingRect().center())
    disc = stacked(ring(palette.canvas, 2 * radius + 3, 5.5), ring(palette.accent, 2 * radius, 2.5))

    def draw(painter: QPainter, centre: QPointF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        disc(painter, centre)
        placed = mark.translated(centre)
        painter.strokePath(placed, QPen(QColor(palette.canvas), 3.0))
        painter.fillPath(placed, QColor(palette.accent))

    return draw


def _circle(pen: QPen, radius: float) -> Symbol:
    def draw(painter: QPainter, centre: QPointF) -> None:
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, radius, radius)

    return draw


def _dashed_circle(pen: QPen, radius: float, dash: float, gap: float) -> Symbol:
    """A circle in a whole number of dashes of about this length, so that no side is the heavier."""
    length = 2 * pi * radius
    stretch = length / (dash + gap) / round(length / (dash + gap)) / pen.widthF()
    pen.setDashPattern([dash * stretch, gap * stretch])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return _circle(pen, radius)


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
