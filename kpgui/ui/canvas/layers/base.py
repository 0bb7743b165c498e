"""What a layer is: one thing painted on the canvas, over the layers below it."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from kpgui.model.arrays import Ints
from kpgui.model.dataset import Dataset
from kpgui.model.frame import Frame
from kpgui.present.palette import Palette
from kpgui.ui.canvas.mapping import NO_MAPPING, Mapping


class Layer(QGraphicsObject):
    """Covers the whole canvas, in logical pixels from its top left corner.

    A layer is told what happened and remembers what it needs of it; what it paints is worked out then, and
    `draw` only paints. Methods that a layer has no use for do nothing.
    """

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self.palette = palette
        self.dataset = Dataset.empty()
        self.mapping = NO_MAPPING
        self._bounds = QRectF()

    def arrange(self, mapping: Mapping) -> None:
        """Another rectangle of the plane is visible, or the canvas has another size."""
        if (mapping.width, mapping.height) != (self.mapping.width, self.mapping.height):
            self.prepareGeometryChange()
            self._bounds = QRectF(0, 0, mapping.width, mapping.height)
        self.mapping = mapping
        self.update()

    def recolour(self, palette: Palette) -> None:
        self.palette = palette
        self.update()

    def show_dataset(self, dataset: Dataset) -> None:
        """These are the points now; of a dataset that is not 2-D none are shown."""
        self.dataset = dataset

    def show_ghosts(self, ghosts: Dataset | None) -> None:
        """These points are previewed, which are not in the dataset; None when there is no preview."""

    def show_frame(self, frame: Frame) -> None:
        """The trainer published this; its arrays may belong to a dataset that has since changed."""

    def show_selection(self, ids: Ints) -> None:
        """The points with these ids are selected."""

    def show_hovered(self, point: int | None) -> None:
        """The point with this id is below the pointer, here or where else it is shown."""

    def draw(self, painter: QPainter, density: float) -> None:
        """Paint, with `density` device pixels to a logical one."""
        raise NotImplementedError

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        self.draw(painter, painter.device().devicePixelRatioF())
