"""Arrows with names, as painted on the canvas and in pictures of feature space."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from kpgui.drawing.lettering import draw_ground
from kpgui.drawing.parts import tint
from kpgui.geometry.links import Arrow
from kpgui.geometry.palette import Palette
from kpgui.model.arrays import Floats

HEAD, HALF_HEAD = 9.0, 4.5
"""Length and half the width of an arrow's head, in logical pixels."""

GAP = 4.0
"""Pixels between a name and its arrow, and around a name."""

STYLES = {
    "w": (2.5, Qt.PenStyle.SolidLine),
    "added": (2.0, Qt.PenStyle.SolidLine),
    "before": (1.2, Qt.PenStyle.DashLine),
}
"""Width and style of the line by the arrow's role."""


class Name(NamedTuple):
    """A name next to a pixel, (2,), in the direction `away` of it, a unit vector."""

    text: str
    place: Floats
    away: Floats


def draw_arrows(
    painter: QPainter, palette: Palette, arrows: Sequence[Arrow], within: QRectF, names: Sequence[Name] = ()
) -> None:
    """Draws arrows between pixels, with their names and other `names`, all `within` and none on another.

    An arrow's name is beside its tip, or its middle.
    """
    for arrow in arrows:
        draw_arrow(painter, palette, arrow.start, arrow.end, arrow.role)
    every = [*(name for arrow in arrows if (name := _name_of(arrow)) is not None), *names]
    places = grounds(every, QFontMetricsF(painter.font()), within)
    for name, ground in zip(every, places, strict=True):
        _draw_name(painter, palette, name.text, ground)


def draw_arrow(painter: QPainter, palette: Palette, start: Floats, end: Floats, role: str) -> None:
    """Draws an arrow from one pixel to another, (2,) each, without a name."""
    colour = QColor({"w": palette.boundary, "added": palette.flash, "before": palette.muted}[role])
    width, style = STYLES[role]
    ahead = _ahead(start, end)
    if ahead is None:
        return
    length = float(np.hypot(*(end - start)))
    aside, back = _aside(ahead), end - min(HEAD, length) * ahead
    painter.setPen(QPen(colour, width, style, Qt.PenCapStyle.FlatCap))
    painter.drawLine(_at(start), _at(back))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([_at(end), _at(back + HALF_HEAD * aside), _at(back - HALF_HEAD * aside)]))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def grounds(names: Sequence[Name], metrics: QFontMetricsF, within: QRectF) -> list[QRectF]:
    """The rectangles in which the names are written: in their direction, or the next best one that is free."""
    found: list[QRectF] = []
    for name in names:
        tried = list(_tried(name, metrics, within))
        free = (each for each in tried if not any(each.intersects(other) for other in found))
        found.append(next(free, tried[0]))
    return found


def _tried(name: Name, metrics: QFontMetricsF, within: QRectF) -> Iterator[QRectF]:
    """Places of a name, the best first: around its pixel, then farther and farther above and below."""
    width, height = metrics.horizontalAdvance(name.text) + 2 * GAP, metrics.height()
    aside = _aside(name.away)
    around = [(away, 0.0) for away in (name.away, -name.away, aside, -aside)]
    rows = [(name.away, row * (height + 1)) for k in range(1, 6) for row in (k, -k)]
    for away, down in (*around, *rows):
        ground = QRectF(0, 0, width, height)
        reach = GAP + abs(away[0]) * width / 2 + abs(away[1]) * height / 2
        ground.moveCenter(_at(name.place + reach * away) + QPointF(0, down))
        ground.moveLeft(max(within.left(), min(ground.left(), within.right() - width)))
        ground.moveTop(max(within.top(), min(ground.top(), within.bottom() - height)))
        yield ground


def _draw_name(painter: QPainter, palette: Palette, text: str, ground: QRectF) -> None:
    draw_ground(painter, tint(palette.panel, 0.85), ground, 3)  # keeps it legible
    painter.setPen(QColor(palette.text))
    painter.drawText(ground, Qt.AlignmentFlag.AlignCenter, text)


def _name_of(arrow: Arrow) -> Name | None:
    ahead = _ahead(arrow.start, arrow.end)
    if ahead is None or not arrow.text:
        return None
    if arrow.role == "w":
        return Name(arrow.text, arrow.end, ahead)
    return Name(arrow.text, (arrow.start + arrow.end) / 2, _aside(ahead))


def _ahead(start: Floats, end: Floats) -> Floats | None:
    """The unit vector from start to end, (2,); None where there is none."""
    length = float(np.hypot(*(end - start)))
    return (end - start) / length if 0 < length < np.inf else None


def _aside(ahead: Floats) -> Floats:
    return np.array([-ahead[1], ahead[0]])


def _at(place: Floats) -> QPointF:
    return QPointF(float(place[0]), float(place[1]))
