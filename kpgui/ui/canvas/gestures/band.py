"""Selecting the points in a rectangle."""

from PySide6.QtCore import QPointF, QRectF

from kpgui.ui.canvas.gestures.selecting import Selecting
from kpgui.ui.canvas.layers.band import BandLayer
from kpgui.ui.canvas.mapping import inside


class RubberBand(Selecting):
    """Selection of the points in a rectangle, drawn from corner to corner."""

    def drag(self, x: float, y: float) -> None:
        start = self.start.x, self.start.y
        self.stage.layer(BandLayer).stretch(QRectF(QPointF(*start), QPointF(x, y)).normalized())
        dataset = self.stage.dataset
        self.choose(dataset.ids[inside(self.stage.mapping.to_pixels(dataset.points), start, (x, y))])
