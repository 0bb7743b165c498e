"""The base of layers, each of which paints one thing over those below it, and what it tells the legend."""

from collections.abc import Sequence
from typing import Any, ClassVar

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from kpgui.drawing.symbols import LegendEntry
from kpgui.geometry.palette import Palette
from kpgui.geometry.rings import NO_CROWD, Crowding
from kpgui.model.arrays import Ints
from kpgui.model.dataset import Dataset
from kpgui.model.frame import Frame
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.view_box import NO_MAPPING, Mapping

SIZE = 8.0
"""Diameter of a point in a sample."""


class Layer(QGraphicsObject):
    """A layer covers the whole canvas, in pixels of its mapping from its top left corner.

    It is notified of changes through the methods below, which by default do nothing, and then prepares what it paints;
    `draw` only paints.

    overlays: the keys of what instruments show on the canvas that this layer draws. explained: what `legend` says may
    have changed at another time than when one of these methods was called.
    """

    overlays: ClassVar[tuple[str, ...]] = ()
    explained = Signal()

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        stage.register(self)
        self.stage = stage
        self.palette = stage.palette
        self.dataset = Dataset.empty()
        self.mapping = NO_MAPPING
        self.crowding = NO_CROWD
        self.legend_card = QRectF()
        self._bounds = QRectF()

    def arrange(self, mapping: Mapping) -> None:
        """The visible rectangle of the plane or the size of the canvas has changed."""
        if (mapping.width, mapping.height) != (self.mapping.width, self.mapping.height):
            self.prepareGeometryChange()
            self._bounds = QRectF(0, 0, mapping.width, mapping.height)
            self.setScale(mapping.unit)
        self.mapping = mapping
        self.update()

    def show_crowding(self, crowding: Crowding) -> None:
        """More or fewer points are visible, so that they look different; `arrange` or `show_dataset` follows."""
        self.crowding = crowding
        self.update()

    def recolour(self, palette: Palette) -> None:
        self.palette = palette
        self.update()

    def show_dataset(self, dataset: Dataset) -> None:
        """The dataset has changed; if it is not two-dimensional no points are shown."""
        self.dataset = dataset

    def show_preview(self, preview: Dataset | None) -> None:
        """The preview of points that are not in the dataset has changed; None for no preview."""

    def show_overlay(self, key: str, value: Any) -> None:
        """An instrument shows this value under one of the layer's keys; None for nothing."""

    def show_frame(self, frame: Frame) -> None:
        """The trainer has published a frame; its arrays may belong to a dataset that has changed since."""

    def show_outdated(self, old: str) -> None:
        """The run on the screen was made with an old kernel, say; "" if it is up to date."""

    def forget_run(self) -> None:
        """Another session is about to be shown: nothing of the run will be true of its points."""

    def show_selection(self, ids: Ints) -> None:
        """The selection has changed to the points with these ids."""

    def show_hovered(self, point: int | None) -> None:
        """The point with this id is below the pointer, here or where else it is shown."""

    def set_shown(self, shown: bool) -> None:
        """The user has switched the layer on or off."""
        self.setVisible(shown)

    def keep_clear(self, card: QRectF) -> None:
        """The legend covers this part of the canvas, in logical pixels; an empty one is none."""
        if card != self.legend_card:
            self.legend_card = card
            self.update()

    def legend(self) -> Sequence[LegendEntry]:
        """What this layer may draw, in its present colours, for the legend; by default there is nothing to explain.

        All entries that it may ever have, always in the same order, so that each keeps its place.
        """
        return ()

    def draw(self, painter: QPainter, density: float) -> None:
        """Paints the layer; density: device pixels per pixel of the mapping."""
        raise NotImplementedError

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        self.draw(painter, painter.device().devicePixelRatioF() * self.scale())
