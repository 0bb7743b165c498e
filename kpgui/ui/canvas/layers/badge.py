"""The badge of an outdated run: which settings its boundary is of, and how to train with the new ones."""

from PySide6.QtGui import QPainter

from kpgui.present.outdated import badge
from kpgui.present.palette import Palette
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.layers.card import draw_card


class BadgeLayer(Layer):
    """A card at the bottom centre, or at the top one, where the preview of a shape has its own."""

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self.texts = badge("settings")
        self.hide()

    def show_outdated(self, old: str) -> None:
        self.setVisible(bool(old))
        if old:
            self.texts = badge(old)
            self.update()

    def draw(self, painter: QPainter, density: float) -> None:
        draw_card(painter, self, self.texts, self.palette.warning, below=True)
