"""Layout and drawing of formulas: fractions with bars, roots, raised exponents, and brackets that grow."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from kpgui.words.typesetting import FENCES, Fence, Fraction, Node, Raised, Root, Row, Text

Draw = Callable[[QPainter, float, float], None]
"""Draws a box with its left end at x and its baseline at y."""

EXPONENT = 0.72
"""Size of an exponent in that of its base."""

PART = 0.88
"""Size of the parts of a fraction in that of what is around it."""

SMALLEST = 7.0
"""Smallest size of letters, in pixels."""

GAP = 2.0
"""Pixels between a fraction's bar and its parts, in a font of usual size."""

USUAL = 16.0
"""The largest pixel size for which such distances are meant; they grow with a larger font."""


@dataclass(frozen=True)
class FormulaBox:
    """A laid out part of a formula. ascent and descent: pixels above and below its baseline."""

    width: float
    ascent: float
    descent: float
    draw: Draw

    @property
    def height(self) -> float:
        return self.ascent + self.descent


def boxed(node: Node, font: QFont, inline: bool = False) -> FormulaBox:
    """Lays out a part in a font; inline: fractions are written with a slash, as inside of others."""
    match node:
        case Text():
            return _letters(node.text, font, node.variable)
        case Row():
            return _row([boxed(part, font, inline) for part in node.parts], font)
        case Raised():
            return _raised(
                boxed(node.base, font, inline), boxed(node.exponent, _sized(font, EXPONENT), inline=True), font
            )
        case Fence():
            return _fenced(boxed(node.body, font, inline), node.opening, font)
        case Root():
            return _root(boxed(node.body, font, inline), font)
        case Fraction():
            if inline:
                below = node.below if len(node.below.parts) == 1 else Fence("(", node.below)
                return boxed(Row((*node.above.parts, Text("/"), below)), font, inline=True)
            parts = _sized(font, PART)
            return _fraction(boxed(node.above, parts, inline=True), boxed(node.below, parts, inline=True), font)


def elided(row: Row, font: QFont, room: float) -> FormulaBox:
    """Lays out as many parts as fit into the room, in pixels, with an ellipsis for the rest."""
    boxes, dots = [boxed(part, font) for part in row.parts], _letters(" …", font, variable=False)
    ends = list(accumulate(box.width for box in boxes))
    if not ends or ends[-1] <= room:
        return _row(boxes, font)
    return _row([*boxes[: sum(end + dots.width <= room for end in ends)], dots], font)


def _sized(font: QFont, share: float) -> QFont:
    sized = QFont(font)
    sized.setPixelSize(round(max(SMALLEST, share * font.pixelSize())))
    return sized


def _letters(text: str, font: QFont, variable: bool) -> FormulaBox:
    drawn = QFont(font)
    drawn.setItalic(variable)
    metrics = QFontMetricsF(drawn)

    def draw(painter: QPainter, x: float, y: float) -> None:
        painter.setFont(drawn)
        painter.drawText(QPointF(x, y), text)

    return FormulaBox(metrics.horizontalAdvance(text), metrics.ascent(), metrics.descent(), draw)


def _row(boxes: list[FormulaBox], font: QFont) -> FormulaBox:
    starts = [0.0, *accumulate(box.width for box in boxes)]

    def draw(painter: QPainter, x: float, y: float) -> None:
        for start, box in zip(starts, boxes, strict=False):
            box.draw(painter, x + start, y)

    metrics = QFontMetricsF(font)
    ascent = max((box.ascent for box in boxes), default=metrics.ascent())
    descent = max((box.descent for box in boxes), default=metrics.descent())
    return FormulaBox(starts[-1], ascent, descent, draw)


def _raised(base: FormulaBox, exponent: FormulaBox, font: QFont) -> FormulaBox:
    apart = 0.5 * _growth(font)
    rise = max(0.42 * base.ascent, base.ascent - 0.62 * exponent.ascent)

    def draw(painter: QPainter, x: float, y: float) -> None:
        base.draw(painter, x, y)
        exponent.draw(painter, x + base.width + apart, y - rise)

    width = base.width + apart + exponent.width
    return FormulaBox(width, max(base.ascent, rise + exponent.ascent), max(base.descent, exponent.descent - rise), draw)


def _fraction(above: FormulaBox, below: FormulaBox, font: QFont) -> FormulaBox:
    axis = 0.5 * QFontMetricsF(font).xHeight()  # the bar is as high as a minus sign
    stroke, gap, end = _stroke(font), GAP * _growth(font), _growth(font)
    width = max(above.width, below.width) + 4 * end
    up = axis + gap + above.descent
    down = gap + below.ascent - axis

    def draw(painter: QPainter, x: float, y: float) -> None:
        above.draw(painter, x + (width - above.width) / 2, y - up)
        below.draw(painter, x + (width - below.width) / 2, y + down)
        _line(painter, stroke, [(x + end, y - axis), (x + width - end, y - axis)])

    return FormulaBox(width, up + above.ascent, down + below.descent, draw)


def _root(body: FormulaBox, font: QFont) -> FormulaBox:
    stroke = _stroke(font)
    hook, lift = 0.55 * font.pixelSize(), _growth(font)

    def draw(painter: QPainter, x: float, y: float) -> None:
        top, foot = y - body.ascent, y + body.descent - lift
        knee = y - 0.35 * body.ascent
        path = [(x + lift, knee), (x + 0.35 * hook, knee - lift), (x + 0.6 * hook, foot), (x + hook, top)]
        _line(painter, stroke, [*path, (x + hook + body.width + lift, top)])
        body.draw(painter, x + hook, y)

    return FormulaBox(hook + body.width + 2 * lift, body.ascent + lift, body.descent, draw)


def _fenced(body: FormulaBox, opening: str, font: QFont) -> FormulaBox:
    """A body in brackets: those of the font around a line of text, drawn ones around what is higher."""
    metrics = QFontMetricsF(font)
    if body.height <= 1.3 * metrics.height():
        sides = (_letters(opening, font, variable=False), body, _letters(FENCES[opening], font, variable=False))
        return _row(list(sides), font)
    stroke, inset = _stroke(font), _growth(font)
    side = 0.42 * font.pixelSize()

    def draw(painter: QPainter, x: float, y: float) -> None:
        top, foot = y - body.ascent, y + body.descent
        left, right = x + side - inset, x + side + body.width + inset
        for end, outwards in ((left, -1), (right, 1)):
            if opening == "(":
                path = QPainterPath(QPointF(end, top))
                bulge = end + outwards * 1.1 * (side - 2 * inset)
                path.cubicTo(bulge, top + 0.3 * body.height, bulge, foot - 0.3 * body.height, end, foot)
                painter.strokePath(path, QPen(painter.pen().color(), 1.15 * stroke))
            else:
                for shift in (0.0, 2.5 * inset * outwards):
                    _line(painter, stroke, [(end + shift, top), (end + shift, foot)])
        body.draw(painter, x + side, y)

    return FormulaBox(body.width + 2 * side, body.ascent, body.descent, draw)


def _growth(font: QFont) -> float:
    """Factor of the distances that are given in pixels."""
    return max(1.0, font.pixelSize() / USUAL)


def _stroke(font: QFont) -> float:
    """Width of bars, close to that of the letters' strokes."""
    return max(1.0, 0.085 * font.pixelSize())


def _line(painter: QPainter, stroke: float, corners: list[tuple[float, float]]) -> None:
    path = QPainterPath(QPointF(*corners[0]))
    for corner in corners[1:]:
        path.lineTo(*corner)
    painter.strokePath(path, QPen(painter.pen().color(), stroke))
