"""The curves: the boundary f = 0, the margins f = ±1, and boundaries beside that of the run with their names."""

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from kpgui.drawing.colours import tint
from kpgui.drawing.lettering import draw_ground
from kpgui.drawing.lines import line_pen, path_of
from kpgui.drawing.parts import part
from kpgui.figure.layout import Layout
from kpgui.figure.scene import Scene
from kpgui.geometry.boundaries import line_style
from kpgui.geometry.line_labels import placed
from kpgui.geometry.palette import Palette
from kpgui.model.arrays import Floats

DASHES: dict[str, tuple[float, ...]] = {"dashed": (4.5, 3), "dotted": (1, 2)}
"""Lengths of dashes and gaps in widths of the line, of `Style.boundary` and `Style.margins`."""


def _pen(colour: str, width: float, kind: str = "solid") -> QPen:
    dash = [width * length for length in DASHES.get(kind, ())]
    return line_pen(colour, width, dash, Qt.PenCapStyle.FlatCap if dash else Qt.PenCapStyle.RoundCap)


def boundary_pen(scene: Scene, unit: float) -> QPen:
    return _pen(scene.palette.boundary, scene.style.boundary_width * unit, scene.style.boundary)


def margin_pen(scene: Scene, unit: float) -> QPen:
    return _pen(scene.palette.margin, scene.style.margin_width * unit, scene.style.margins)


def ties_pen(scene: Scene, unit: float) -> QPen:
    return _pen(scene.palette.boundary, 0.4 * scene.style.boundary_width * unit)


def draw_margins(painter: QPainter, scene: Scene, layout: Layout) -> None:
    with part(painter, "margins"):
        for curve in (scene.positive_margin, scene.negative_margin):
            _stroke(painter, curve, layout, margin_pen(scene, layout.unit))


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
    return line_pen(colour, 1.5 * unit, [0.7 * unit * length for length in dash])


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
    for each, name, box in zip(scene.beside, names, boxes, strict=True):
        if box is not None:
            place = QRectF(*box).translated(*corner.tolist())
            draw_ground(painter, tint(scene.palette.canvas, 0.85), place, room)
            colour = line_style(scene.palette, each.style).colour
            lettering.draw(painter, name, place.left() + room, place.center().y() + lettering.ascent / 2, colour)


def _stroke(painter: QPainter, curve: Floats, layout: Layout, pen: QPen) -> None:
    painter.setBrush(QBrush())
    painter.setPen(pen)
    painter.drawPath(path_of(layout.place(curve)))
