"""The number beside each point: its place in the order by hand."""

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from kpgui.drawing.parts import tint
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.look.scale import bold

ASIDE = 8.0
"""Pixels from the middle of the point, to the right and up."""

MOST = 200
"""Most points with numbers: of more nobody finds one."""

GROUND = 0.75


class PlacesLayer(Layer):
    """Shown while there is an order by hand."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.numbers: list[tuple[int, str]] = []
        """The index of each point with its number."""
        stage.document.changed.connect(self._follow)

    def show_dataset(self, dataset: Dataset) -> None:
        super().show_dataset(dataset)
        self._number()

    def _follow(self, before: Session, after: Session) -> None:
        if before.conventions is not after.conventions:
            self._number()

    def _number(self) -> None:
        dataset, order = self.dataset, self.stage.document.session.conventions.order
        shown = order if dataset.d == 2 and len(order) == len(dataset) <= MOST else ()
        self.numbers = [(i, str(place)) for place, i in enumerate(shown, 1) if not dataset.held_out[i]]
        self.update()

    def draw(self, painter: QPainter, density: float) -> None:
        if not self.numbers:
            return
        painter.setFont(bold(painter.font()))
        metrics, pixels = QFontMetricsF(painter.font()), self.mapping.to_pixels(self.dataset.points)
        for i, number in self.numbers:
            at = QPointF(*pixels[i].tolist()) + QPointF(ASIDE, -ASIDE)
            if self.boundingRect().contains(at):
                box = metrics.tightBoundingRect(number).translated(at).adjusted(-2, -2, 2, 2)
                painter.fillRect(box, tint(self.palette.canvas, GROUND))
                painter.setPen(QColor(self.palette.text))
                painter.drawText(at, number)
