"""Links from the probed place to the points that carry f there."""

from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QColor, QPainter, QPen

from kpgui.language import _
from kpgui.present.links import Links
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.layers.legend_entry import LegendEntry, line_sample
from kpgui.ui.canvas.stage import Stage

WIDEST, THINNEST = 4.0, 0.6
"""Widths of links in logical pixels: in proportion to the part of f, but seen at least."""

CROSS = 6.0
"""Half the length of the strokes that mark the place."""


class LinksLayer(Layer):
    """A line to each point, the wider the larger its part, in the colour of the class that it speaks for."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._links: Links | None = None
        self.hide()

    def show_links(self, links: Links | None) -> None:
        """Shows these links; None shows none."""
        self._links = links
        self.setVisible(links is not None)
        self.update()

    def legend(self) -> tuple[LegendEntry, ...]:
        sample = line_sample(self.palette.positive, WIDEST / 2)
        return (LegendEntry(_("part of f at the point"), sample, self._links is not None),)

    def draw(self, painter: QPainter, density: float) -> None:
        links = self._links
        if links is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        (x, y), *__ = self.mapping.to_pixels(links.place[None]).tolist()
        ends = self.mapping.to_pixels(links.to).tolist()
        for end, weight, upwards in zip(ends, links.weights.tolist(), links.upwards.tolist(), strict=True):
            colour = QColor(self.palette.positive if upwards else self.palette.negative)
            colour.setAlphaF(0.35 + 0.5 * weight)
            painter.setPen(QPen(colour, max(THINNEST, WIDEST * weight)))
            painter.drawLine(QLineF(x, y, *end))
        painter.setPen(QPen(QColor(self.palette.text), 1.5))
        painter.drawLine(QPointF(x - CROSS, y), QPointF(x + CROSS, y))
        painter.drawLine(QPointF(x, y - CROSS), QPointF(x, y + CROSS))
