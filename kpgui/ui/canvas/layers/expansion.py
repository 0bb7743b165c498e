"""What f is made of: its parts at a place, the bump of one support vector, coefficients, and w in the plane."""

from typing import Any

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from kpgui.drawing.parts import tint
from kpgui.drawing.symbols import SAMPLE, LegendEntry, line_pen, line_sample, path_of
from kpgui.geometry.bump import BumpValue, bump_texts
from kpgui.geometry.links import Coefficients, Links, PlaneArrows
from kpgui.language import _
from kpgui.model.reading import Failed
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.layers.cards import draw_card
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.look.arrows import draw_arrow, draw_arrows

WIDEST, THINNEST = 4.0, 0.6
"""Widths of links in logical pixels: in proportion to the part of f, but seen at least."""

CROSS = 6.0
"""Half the length of the strokes that mark the place."""


class ValueLayer(Layer):
    """Base of the layers that draw a value while there is one."""

    value: Any = None

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.hide()

    def show_overlay(self, key: str, value: Any) -> None:
        self.show_value(value)

    def forget_run(self) -> None:
        self.show_value(None)

    def show_value(self, value: Any) -> None:
        """Shows this value; None shows none."""
        self.value = value
        self.setVisible(value is not None)
        self.update()
        self.explained.emit()


class LinksLayer(ValueLayer):
    """A line from the probed place to each point that carries f there, the wider the larger its part.

    In the colour of the class that the point speaks for.
    """

    overlays = ("links",)
    value: Links | None

    def legend(self) -> tuple[LegendEntry, ...]:
        sample = line_sample(line_pen(self.palette.positive, WIDEST / 2), SAMPLE)
        return (LegendEntry(_("part of f at the point"), sample, self.value is not None),)

    def draw(self, painter: QPainter, density: float) -> None:
        links = self.value
        if links is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        (x, y), *__ = self.mapping.to_pixels(links.place[None]).tolist()
        ends = self.mapping.to_pixels(links.to).tolist()
        for end, weight, upwards in zip(ends, links.weights.tolist(), links.upwards.tolist(), strict=True):
            colour = tint(self.palette.positive if upwards else self.palette.negative, 0.35 + 0.5 * weight)
            painter.setPen(QPen(colour, max(THINNEST, WIDEST * weight)))
            painter.drawLine(QLineF(x, y, *end))
        painter.setPen(QPen(QColor(self.palette.text), 1.5))
        painter.drawLine(QPointF(x - CROSS, y), QPointF(x + CROSS, y))
        painter.drawLine(QPointF(x, y - CROSS), QPointF(x, y + CROSS))


WIDTH = 1.75
"""Of the curves, in logical pixels."""

HALO, HALO_OPACITY = 2.0, 0.6
"""Room on each side of a curve in the colour of the canvas, so that it stands out from the field of its own class."""

RADIUS, LIFTED = 10.0, 44.0
"""Radius of the ring around the support vector, and by how much the card is lifted above that of an old run."""

FAINTEST = 0.45
"""Opacity of the curve of the lowest level; that of the peak is 1."""


class BumpLayer(ValueLayer):
    """Curves of equal β·K(xᵢ, ·) of one support vector, and a card that names it, or says why there are none.

    The curves are in the colour of the class that the support vector speaks for there.
    """

    overlays = ("bump",)
    value: BumpValue | Failed | None
    _lift = 0.0

    def show_outdated(self, old: str) -> None:
        self._lift = LIFTED if old else 0.0
        self.update()

    def draw(self, painter: QPainter, density: float) -> None:
        value = self.value
        if value is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(value, BumpValue):
            self._draw_curves(painter, value)
        draw_card(painter, self, bump_texts(value), self.palette.accent, below=True, lift=self._lift)

    def _draw_curves(self, painter: QPainter, value: BumpValue) -> None:
        halo = tint(self.palette.canvas, HALO_OPACITY)
        for level, curve in value.curves:
            opacity = FAINTEST + (1 - FAINTEST) * abs(level) / value.peak
            colour = tint(self.palette.positive if level > 0 else self.palette.negative, opacity)
            path = path_of(self.mapping.to_pixels(curve))
            for pen in (QPen(halo, WIDTH + 2 * HALO), QPen(colour, WIDTH)):
                painter.strokePath(path, pen)
        (x, y), *__ = self.mapping.to_pixels(value.place[None]).tolist()
        painter.setPen(QPen(QColor(self.palette.accent), 2))
        painter.drawEllipse(QPointF(x, y), RADIUS, RADIUS)


LARGEST = 1.6
"""Radius of the disc of the largest coefficient, as a multiple of the size of a point; areas are in proportion."""


class CoefficientsLayer(ValueLayer):
    """A disc around each point as large as its coefficient c, in the colour of its sign; dotted below 0."""

    overlays = ("coefficients",)
    value: Coefficients | None

    def legend(self) -> tuple[LegendEntry, ...]:
        def sample(painter: QPainter, centre: QPointF) -> None:
            self._draw_disc(painter, centre, SAMPLE / 3, True)

        return (LegendEntry(_("c of the counter-example"), sample, self.value is not None),)

    def draw(self, painter: QPainter, density: float) -> None:
        if self.value is None or not self.value.c.any():
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        radii = LARGEST * self.crowding.size * np.sqrt(np.abs(self.value.c) / np.abs(self.value.c).max())
        pixels = self.mapping.to_pixels(self.value.places).tolist()
        for (x, y), radius, upwards in zip(pixels, radii.tolist(), (self.value.c > 0).tolist(), strict=True):
            if radius >= 1:
                self._draw_disc(painter, QPointF(x, y), radius, upwards)

    def _draw_disc(self, painter: QPainter, centre: QPointF, radius: float, upwards: bool) -> None:
        colour = self.palette.positive if upwards else self.palette.negative
        style = Qt.PenStyle.SolidLine if upwards else Qt.PenStyle.DotLine
        painter.setPen(QPen(QColor(self.palette.canvas), 3.5))
        painter.setBrush(tint(colour, 0.5))
        painter.drawEllipse(centre, radius, radius)
        painter.setPen(QPen(QColor(colour), 2, style))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, radius, radius)


LENGTH = 100.0
"""Pixels of the longest arrow: of any size, ‖w‖ would soon leave the canvas or vanish, so it is written instead."""

INSIDE = 0.1
"""Part of the canvas along each edge where no arrow begins."""


class WeightsLayer(ValueLayer):
    """The weights w of the perceptron in the plane: an arrow that stands on the boundary, and what a step added to it.

    The arrows begin at the foot of the perpendicular from the origin, or where that is not seen, the middle.
    """

    overlays = ("weights",)
    value: PlaneArrows | None

    def legend(self) -> tuple[LegendEntry, ...]:
        half = SAMPLE / 2

        def sample(painter: QPainter, centre: QPointF) -> None:
            start, end = (np.array([centre.x() + along, centre.y()]) for along in (-half, half))
            draw_arrow(painter, self.palette, start, end, "w")

        return (LegendEntry(_("w, perpendicular to the boundary"), sample, True),)

    def foot(self) -> np.ndarray:
        """The pixel at which the arrows begin, (2,)."""
        assert self.value is not None
        size = np.array([self.mapping.width, self.mapping.height])
        middle = np.array(self.mapping.to_plane(*(size / 2).tolist()))
        from_origin, from_middle = self.mapping.to_pixels(
            np.array([self.value.foot(np.zeros(2)), self.value.foot(middle)])
        )
        seen = (from_origin >= INSIDE * size).all() and (from_origin <= (1 - INSIDE) * size).all()
        return from_origin if seen else from_middle

    def draw(self, painter: QPainter, density: float) -> None:
        if self.value is None or not self.mapping.contains(*self.foot().tolist()):
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = np.array([self.mapping.across, -self.mapping.up])
        ends = np.array([(arrow.start, arrow.end) for arrow in self.value.arrows]) * scale
        ends *= LENGTH / np.hypot(*(ends[:, 1] - ends[:, 0]).T).max()
        ends += self.foot()
        seen = (
            arrow._replace(start=start, end=end) for arrow, (start, end) in zip(self.value.arrows, ends, strict=True)
        )
        draw_arrows(painter, self.palette, list(seen), self.boundingRect())
