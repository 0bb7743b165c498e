"""The weights w of the perceptron in the plane: an arrow that stands on the boundary, and what a step added to it."""

import numpy as np
from PySide6.QtGui import QPainter

from kpgui.language import _
from kpgui.present.arrows import PlaneArrows
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.layers.legend_entry import SAMPLE, LegendEntry
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.look.arrows import draw_arrow, draw_arrows

LENGTH = 100.0
"""Pixels of the longest arrow: of any size, ‖w‖ would soon leave the canvas or vanish, so it is written instead."""

INSIDE = 0.1
"""Part of the canvas along each edge where no arrow begins."""


class WeightsLayer(Layer):
    """The arrows begin at the foot of the perpendicular from the origin, or where that is not seen, the middle."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.drawn: PlaneArrows | None = None
        self.hide()

    def show_weights(self, drawn: PlaneArrows | None) -> None:
        """Shows these arrows; None shows none."""
        self.drawn = drawn
        self.setVisible(drawn is not None)
        self.update()
        self.explained.emit()

    def legend(self) -> tuple[LegendEntry, ...]:
        half = SAMPLE / 2

        def sample(painter: QPainter) -> None:
            draw_arrow(painter, self.palette, np.array([-half, 0.0]), np.array([half, 0.0]), "w")

        return (LegendEntry(_("w, perpendicular to the boundary"), sample, True),)

    def forget_run(self) -> None:
        self.show_weights(None)

    def foot(self) -> np.ndarray:
        """The pixel at which the arrows begin, (2,)."""
        assert self.drawn is not None
        size = np.array([self.mapping.width, self.mapping.height])
        middle = np.array(self.mapping.to_plane(*(size / 2).tolist()))
        from_origin, from_middle = self.mapping.to_pixels(
            np.array([self.drawn.foot(np.zeros(2)), self.drawn.foot(middle)])
        )
        seen = (from_origin >= INSIDE * size).all() and (from_origin <= (1 - INSIDE) * size).all()
        return from_origin if seen else from_middle

    def draw(self, painter: QPainter, density: float) -> None:
        if self.drawn is None or not self.mapping.contains(*self.foot().tolist()):
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = np.array([self.mapping.across, -self.mapping.up])
        ends = np.array([(arrow.start, arrow.end) for arrow in self.drawn.arrows]) * scale
        ends *= LENGTH / np.hypot(*(ends[:, 1] - ends[:, 0]).T).max()
        ends += self.foot()
        seen = (
            arrow._replace(start=start, end=end) for arrow, (start, end) in zip(self.drawn.arrows, ends, strict=True)
        )
        draw_arrows(painter, self.palette, list(seen), self.boundingRect())
