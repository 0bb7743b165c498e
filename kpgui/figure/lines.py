"""The curves: the boundary f = 0, the margins f = ±1, and boundaries beside that of the run with their names."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF

from kpgui.drawing.parts import part
from kpgui.figure.layout import Layout
from kpgui.figure.scene import Scene
from kpgui.geometry.boundaries import line_style
from kpgui.geometry.line_labels import placed
from kpgui.geometry.palette import Palette
from kpgui.model.arrays import Floats

DASHES: dict[str, list[float]] = {"dashed": [4.5, 3], "dotted": [1, 2]}
"""Lengths of dashes and gaps in widths of the line."""


def boundary_pen(scene: Scene, unit: float) -> QPen:
    style = scene.style
    return _styled(QPen(QColor(scene.palette.boundary), style.boundary_width * unit), style.boundary)


def margin_pen(scene: Scene, unit: float) -> QPen:
    style = scene.style
    return _styled(QPen(QColor(scene.palette.margin), style.margin_width * unit), style.margins)


def draw_margins(painter: QPainter, scene: Scene, layout: Layout) -> None:
    with part(painter, "margins"):
        for curve in (scene.positive_margin, scene.negative_margin):
            _stroke(painter, curve, layout, margin_pen(scene, layout.unit))


def ties_pen(scene: Scene, unit: float) -> QPen:
    return _round(QPen(QColor(scene.palette.boundary), 0.4 * scene.style.boundary_width * unit))


def draw_ties(painter: QPainter, scene: Scene, layout: Layout) -> None:
    """Draws the regions where a vote is exactly 0: edges and hatching."""
    with part(painter, "ties"):
        _stroke(painter, scene.ties, layout, ties_pen(scene, layout.unit))


def draw_boundary(painter: QPainter, scene: Scene, layout: Layout, *, halo: bool = False) -> None:
    """Draws the boundary; a halo makes it stand out from whatever it is drawn on."""
    if halo:
        pen = boundary_pen(scene, layout.unit)
        pen.setWidthF(2 * pen.widthF())
        pen.setColor(QColor(scene.palette.canvas))
        pen.setStyle(Qt.PenStyle.SolidLine)
        with part(painter, "halo"):
            _stroke(painter, scene.boundary, layout, pen)
    with part(painter, "boundary"):
        _stroke(painter, scene.boundary, layout, boundary_pen(scene, layout.unit))


def named_pen(palette: Palette, style: int, unit: float) -> QPen:
    """The pen of a boundary beside that of the run, with the dashes that it has on the canvas."""
    colour, dash = line_style(palette, style)
    pen = _round(QPen(QColor(colour), 1.5 * unit))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([0.7 * length / 1.5 for length in dash])
    return pen


def draw_named(painter: QPainter, scene: Scene, layout: Layout) -> None:
    """Draws the boundaries beside that of the run."""
    for each in scene.beside:
        with part(painter, words=each.name):
            _stroke(painter, each.curve, layout, named_pen(scene.palette, each.style, layout.unit))


def draw_names(painter: QPainter, scene: Scene, layout: Layout) -> None:
    """Writes their names at their ends in view, where they do not overlap."""
    lettering, plot, room = layout.letterings.label, layout.plot, 3 * layout.unit
    corner = np.array([plot.left, plot.top])
    names = [lettering.elided(each.name, plot.width / 2) for each in scene.beside]
    sizes = [(lettering.width(name) + 2 * room, lettering.line) for name in names]
    boxes = placed([layout.place(each.curve) - corner for each in scene.beside], sizes, (plot.width, plot.height))
    ground = QColor(scene.palette.canvas)
    ground.setAlphaF(0.85)
    for each, name, box in zip(scene.beside, names, boxes, strict=True):
        if box is not None:
            place = QRectF(*box).translated(*corner.tolist())
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawRoundedRect(place, room, room)
            colour = line_style(scene.palette, each.style).colour
            lettering.draw(painter, name, place.left() + room, place.center().y() + lettering.ascent / 2, colour)


def path_of(curve: Floats) -> QPainterPath:
    """The path of polylines (k, 2) separated by NaN rows."""
    path = QPainterPath()
    breaks = np.flatnonzero(np.isnan(curve[:, 0]))
    for piece in np.split(curve, breaks):
        line = piece[~np.isnan(piece[:, 0])]
        if len(line) > 1:
            path.addPolygon(QPolygonF([QPointF(x, y) for x, y in line.tolist()]))
    return path


def _round(pen: QPen) -> QPen:
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen


def _styled(pen: QPen, kind: str) -> QPen:
    """The pen with the dashes of `Style.boundary` and `Style.margins`."""
    _round(pen)
    if kind in DASHES:
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setDashPattern(DASHES[kind])
    return pen


def _stroke(painter: QPainter, curve: Floats, layout: Layout, pen: QPen) -> None:
    painter.setBrush(QBrush())
    painter.setPen(pen)
    painter.drawPath(path_of(layout.place(curve)))
