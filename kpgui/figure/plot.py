"""What is in the plot: the points with their marks, smaller in a crowd, and the curves."""

from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen

from kpgui.drawing import symbols
from kpgui.drawing.lettering import draw_ground
from kpgui.drawing.parts import is_vector, part, tint
from kpgui.drawing.symbols import Symbol, line_pen, path_of
from kpgui.figure.layout import Layout
from kpgui.figure.scene import Scene
from kpgui.geometry.line_labels import placed
from kpgui.geometry.palette import Palette
from kpgui.geometry.rings import LEVELS, POINT, Ring, crowding, level, line_style, ring
from kpgui.model.arrays import Floats, Ints

RADIUS = 4.3
"""Radius of a disc in nominal points, when there are few points."""

CROWD = 150
"""With more points than this their marks get smaller, and the boundary is drawn over them."""


MOST_SHAPES = 5000
"""The most points that are drawn as shapes where each costs bytes."""

LAYER_DPI, LAYER_PIXELS = 300.0, 6e6
"""Resolution of the image of more points than that, and its most pixels."""


@dataclass(frozen=True)
class Marks:
    """The marks of a picture: `radius` of a disc in points, `strength` the opacity of rings, below 1 in a crowd."""

    palette: Palette
    radius: float
    strength: float = 1.0

    @classmethod
    def of(cls, scene: Scene, unit: float) -> "Marks":
        """Marks for this scene: smaller for more points in view, so that a crowd stays legible, with fainter rings."""
        shown = in_view(scene)
        radius = RADIUS * unit * min(1.0, max(0.28, (CROWD / max(1, len(shown))) ** 0.35)) * scene.style.point_size
        return cls(scene.palette, radius, crowding(int(np.count_nonzero(scene.alpha[shown] > 0))).rings)

    def for_legend(self, unit: float) -> "Marks":
        """The same marks, but large enough to tell them apart, and not larger than text of this unit."""
        return Marks(self.palette, min(max(self.radius, 0.7 * RADIUS * unit), RADIUS * unit))

    @property
    def points(self) -> list[Symbol]:
        """See `symbols.points`."""
        return symbols.points(self.palette, self.radius)

    @property
    def diamond(self) -> Symbol:
        return symbols.diamond(self.palette, self.radius)

    @property
    def forgotten(self) -> Symbol:
        return symbols.forgotten(self.palette, self.radius, 2 * self.radius / POINT)

    def ring_size(self, level: int) -> Ring:
        """The size of the ring of this level, in points: that of the canvas, around a point of this size."""
        diameter, width = ring(level, POINT, self.strength)
        return Ring(diameter * 2 * self.radius / POINT, width * 2 * self.radius / POINT)

    def ring(self, level: int) -> Symbol:
        """The ring of this level."""
        return symbols.ring(self.palette.support, *self.ring_size(level), self.strength)


def in_view(scene: Scene) -> Ints:
    """Ascending indices of the points whose centre is in view."""
    return np.flatnonzero(scene.view.contains(scene.dataset.points))


def raised(scene: Scene, shown: Ints) -> Ints:
    """The marked points among these of a crowd, (k,), if they are few: the boundary would hide them."""
    wrong = np.zeros_like(scene.alpha, np.bool_) if scene.wrong is None else scene.wrong
    marked = shown[(scene.alpha[shown] > 0) | wrong[shown]]
    return marked if len(shown) > CROWD and not crowding(len(marked)).over else marked[:0]


def draw_points(painter: QPainter, scene: Scene, layout: Layout, marks: Marks, shown: Ints) -> None:
    """Draws the points with these indices, (k,), in order of α, so that the largest is on top.

    Where shapes cost bytes, very many points are one image.
    """
    shown = shown[np.argsort(scene.alpha[shown], kind="stable")]
    with part(painter, "points"):
        if len(shown) > MOST_SHAPES and is_vector(painter):
            _draw_layer(painter, scene, layout, marks, shown)
        else:
            _draw_marks(painter, scene, layout, marks, shown)


def draw_aside(painter: QPainter, scene: Scene, layout: Layout, marks: Marks) -> None:
    """Draws the points in view of the classes that are neither +1 nor −1."""
    if scene.dataset.multiclass is not None:
        places = scene.dataset.multiclass.aside.points
        draw = symbols.set_aside(scene.palette, marks.radius)
        with part(painter, "aside"):
            for x, y in layout.place(places[scene.view.contains(places)]).tolist():
                draw(painter, QPointF(x, y))


def _draw_layer(painter: QPainter, scene: Scene, layout: Layout, marks: Marks, shown: Ints) -> None:
    """Draws the points on a transparent image, and that."""
    around = 3 * marks.radius
    plot = layout.plot
    place = QRectF(plot.left - around, plot.top - around, plot.width + 2 * around, plot.height + 2 * around)
    scale = min(LAYER_DPI / 72, sqrt(LAYER_PIXELS / (place.width() * place.height())))
    image = QImage(ceil(place.width() * scale), ceil(place.height() * scale), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    with QPainter(image) as layer:
        layer.setRenderHint(QPainter.RenderHint.Antialiasing)
        layer.scale(image.width() / place.width(), image.height() / place.height())
        layer.translate(-place.topLeft())
        _draw_marks(layer, scene, layout, marks, shown)
    painter.drawImage(place, image)


def _draw_marks(painter: QPainter, scene: Scene, layout: Layout, marks: Marks, shown: Ints) -> None:
    centres = [QPointF(x, y) for x, y in layout.place(scene.dataset.points[shown]).tolist()]
    points, rings, diamond = marks.points, [marks.ring(each) for each in range(LEVELS)], marks.diamond
    forgotten = marks.forgotten
    levels, kinds = level(scene.alpha), symbols.kinds(scene.dataset)
    for i, centre in zip(shown.tolist(), centres, strict=True):
        if scene.alpha[i] > 0:
            rings[levels[i]](painter, centre)
        points[kinds[i]](painter, centre)
        if scene.alpha[i] < 0:
            forgotten(painter, centre)
    if scene.wrong is not None:
        for i, centre in zip(shown.tolist(), centres, strict=True):
            if scene.wrong[i]:
                diamond(painter, centre)


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


def draw_curves(painter: QPainter, scene: Scene, layout: Layout) -> None:
    """Draws margins, regions where a vote is exactly 0, the boundary, and those beside it with their dashes."""
    with part(painter, "margins"):
        for curve in (scene.positive_margin, scene.negative_margin):
            _stroke(painter, curve, layout, margin_pen(scene, layout.unit))
    with part(painter, "ties"):
        _stroke(painter, scene.ties, layout, ties_pen(scene, layout.unit))
    draw_boundary(painter, scene, layout)
    for each in scene.beside:
        colour, dash = line_style(scene.palette, each.style)
        pen = line_pen(colour, 1.5 * layout.unit, [0.7 * layout.unit * length for length in dash])
        with part(painter, words=each.name):
            _stroke(painter, each.curve, layout, pen)


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
