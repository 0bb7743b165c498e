"""The marks that stand for points: discs and squares, filled, hollow when held out, ringed by α."""

from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from kpgui.drawing import symbols
from kpgui.drawing.parts import is_vector, part
from kpgui.drawing.symbols import Symbol
from kpgui.figure.layout import Layout
from kpgui.figure.scene import Scene
from kpgui.geometry.crowding import crowding
from kpgui.geometry.palette import Palette
from kpgui.geometry.rings import LEVELS, POINT, Ring, level, ring
from kpgui.model.arrays import Ints

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
        return cls(scene.palette, radius, crowding(int(np.count_nonzero(scene.alpha[shown]))).rings)

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

    def ring_size(self, level: int) -> Ring:
        """The size of the ring of this level, in points: that of the canvas, around a point of this size."""
        diameter, width = ring(level, POINT, self.strength)
        return Ring(diameter * 2 * self.radius / POINT, width * 2 * self.radius / POINT)

    def ring(self, level: int) -> Symbol:
        """The ring of this level."""
        return symbols.ring(self.palette.support, *self.ring_size(level), self.strength)


def in_view(scene: Scene) -> Ints:
    """Ascending indices of the points whose centre is in view."""
    points, view = scene.dataset.points, scene.view
    inside = (points[:, 0] >= view.xmin) & (points[:, 0] <= view.xmax)
    inside &= (points[:, 1] >= view.ymin) & (points[:, 1] <= view.ymax)
    return np.flatnonzero(inside)


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
    levels, kinds = level(scene.alpha), symbols.kinds(scene.dataset)
    for i, centre in zip(shown.tolist(), centres, strict=True):
        if scene.alpha[i]:
            rings[levels[i]](painter, centre)
        points[kinds[i]](painter, centre)
    if scene.wrong is not None:
        for i, centre in zip(shown.tolist(), centres, strict=True):
            if scene.wrong[i]:
                diamond(painter, centre)
