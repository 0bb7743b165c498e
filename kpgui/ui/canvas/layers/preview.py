"""The preview of a shape: faint points, with a caption that they are not in the dataset yet."""

import numpy as np
from PySide6.QtGui import QPainter

from kpgui.language import _, later
from kpgui.model.dataset import Dataset
from kpgui.present.crowding import Crowding, crowding
from kpgui.present.palette import Palette
from kpgui.ui.canvas import symbols
from kpgui.ui.canvas.layers.card import draw_card
from kpgui.ui.canvas.layers.marks import MarksLayer
from kpgui.ui.canvas.sprites import SpriteSheet

OPACITY = 0.4

TITLE = later("Preview")
MEANING = later("not yet points: press Generate or Add")
ELSEWHERE = later("outside this view: Generate brings it into view")


class PreviewLayer(MarksLayer):
    """Shows a preview's dataset instead of the document's."""

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self.meaning = MEANING
        """The text beside the title."""
        self.hide()

    def sheet(self, size: float) -> SpriteSheet:
        return SpriteSheet(size + 4, symbols.points(self.palette, size))

    def show_dataset(self, dataset: Dataset) -> None:
        """Ignores the document's points."""

    def show_crowding(self, crowding: Crowding) -> None:
        """Ignores how many points of the document are visible."""

    def show_preview(self, preview: Dataset | None) -> None:
        dataset = Dataset.empty() if preview is None else preview
        self.mark(np.zeros(0, np.int64))
        super().show_dataset(dataset)
        super().show_crowding(crowding(len(dataset)))
        self.mark(np.arange(len(dataset)), (dataset.labels < 0).astype(np.int64))
        self.setVisible(preview is not None)

    def _put(self) -> None:
        super()._put()
        pixels, size = self._pixels(), (self.mapping.width, self.mapping.height)
        self.meaning = MEANING if ((pixels >= 0) & (pixels <= size)).all(axis=1).any() else ELSEWHERE

    def draw(self, painter: QPainter, density: float) -> None:
        painter.setOpacity(OPACITY)
        super().draw(painter, density)
        painter.setOpacity(1)
        draw_card(painter, self, (_(TITLE), _(self.meaning)), self.palette.accent)
