"""The curves: the boundary f = 0 and the margins f = ±1."""

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF

from kpgui.figure.layout import Layout
from kpgui.figure.scene import Scene
from kpgui.model.arrays import Floats
from kpgui.present.palette import Palette


def boundary_pen(palette: Palette, unit: float) -> QPen:
    return _round(QPen(QColor(palette.boundary), 2.1 * unit))


def margin_pen(palette: Palette, unit: float) -> QPen:
    pen = _round(QPen(QColor(palette.margin), 1.1 * unit))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([4.5, 3])
    return pen


def draw_margins(painter: QPainter, scene: Scene, layout: Layout) -> None:
    for curve in (scene.positive_margin, scene.negative_margin):
        _stroke(painter, curve, layout, margin_pen(scene.palette, layout.unit))


def draw_boundary(painter: QPainter, scene: Scene, layout: Layout, *, halo: bool = False) -> None:
    """Draws the boundary; a halo makes it stand out from whatever it is drawn on."""
    if halo:
        pen = boundary_pen(scene.palette, layout.unit)
        pen.setWidthF(2 * pen.widthF())
        pen.setColor(QColor(scene.palette.canvas))
        _stroke(painter, scene.boundary, layout, pen)
    _stroke(painter, scene.boundary, layout, boundary_pen(scene.palette, layout.unit))


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


def _stroke(painter: QPainter, curve: Floats, layout: Layout, pen: QPen) -> None:
    painter.setBrush(QBrush())
    painter.setPen(pen)
    painter.drawPath(path_of(layout.place(curve)))
