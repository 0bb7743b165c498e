"""The canvas: the plot on which points are drawn and a boundary is seen forming."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QPaintEvent, QShowEvent
from PySide6.QtWidgets import QGraphicsView, QWidget

from kpgui.geometry.palette import Palette
from kpgui.language import _
from kpgui.model.arrays import Floats, Ints
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Remove
from kpgui.model.frame import Frame
from kpgui.model.session import Session, View
from kpgui.ui.canvas.description import Description, Stacking
from kpgui.ui.canvas.layers import LAYERS
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.layers.cards import HintLayer
from kpgui.ui.canvas.layers.ground import FieldLayer, GridLayer
from kpgui.ui.canvas.layers.legend import LegendLayer
from kpgui.ui.canvas.layers.support_rings import FlashesLayer
from kpgui.ui.canvas.plot import GesturePlot
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools.base import counted
from kpgui.ui.canvas.view_box import CanvasAxis, Mapping
from kpgui.ui.look.scale import window_font
from kpgui.ui.session.document import Document


class Canvas(GesturePlot):
    """Shows the document's points and the trainer's frames; the mouse edits the document.

    Tools and layers know its `stage` alone; what is drawn in a layer is shown by the layer, `stage.layer(kind)`.
    beside: another canvas with the same points, whose selection and tools are this one's, too.
    """

    viewport_changed = Signal(object, int, int)
    """The visible View, width and height in device pixels, at most once a turn of the event loop."""
    frame_painted = Signal(int)
    """How many fields were shown, after one was painted."""

    def __init__(
        self, document: Document, palette: Palette, parent: QWidget | None = None, beside: "Canvas | None" = None
    ) -> None:
        stage = Stage(document, palette, None if beside is None else beside.stage.focus)
        self._axes = {side: CanvasAxis(side, palette) for side in ("left", "bottom")}
        super().__init__(stage, parent, background=palette.canvas, axisItems=self._axes)
        self.setObjectName("canvas" if beside is None else "canvas.beside")
        self.setFont(window_font())  # of usual size: layers are painted in units, which grow
        self.document = document
        self.focus = stage.focus
        if beside is not None:
            self.tools = beside.tools
        self.view_box = stage.view_box
        self._painted = 0
        self._layers = [layer(stage) for layer in LAYERS]
        self._stacking = Stacking(stage, self._layers)
        self._announced: tuple[View, int, int] | None = None
        self._announcing = QTimer(self, singleShot=True, interval=0)
        self._description = Description(self, Dataset.empty())
        self._prepare_plot()
        self._connect()
        self._show_dataset(document.session.dataset, Dataset.empty())
        self.set_view(document.session.view)
        self._show_tool()

    # What is shown.

    def show_frame(self, frame: Frame) -> None:
        """Shows a frame of the current run.

        While points are drawn or dragged nothing flashes: in live mode every move is a whole run with all its mistakes.
        """
        moving = self._gesture is not None and self._gesture.has_edited
        for layer in self._layers:
            if not (moving and isinstance(layer, FlashesLayer)):
                layer.show_frame(frame)
        self._stacking.stack()
        self._description.show_frame(frame)

    def show_preview(self, preview: Dataset | None) -> None:
        """Shows a preview of points that are not in the dataset; None ends it."""
        for layer in self._layers:
            layer.show_preview(preview)

    def show_outdated(self, old: str) -> None:
        """Shows that the run is of an old kernel, say; "" when it is up to date."""
        for layer in self._layers:
            layer.show_outdated(old)

    def set_shown(self, kind: type[Layer], shown: bool) -> None:
        """Shows or hides the layer of this class."""
        self.stage.layer(kind).set_shown(shown)

    def set_palette(self, palette: Palette) -> None:
        self.stage.palette = palette
        self.setBackground(palette.canvas)
        for axis in self._axes.values():
            axis.recolour(palette)
        for layer in self._layers:
            layer.recolour(palette)

    # What is visible.

    @property
    def mapping(self) -> Mapping:
        """The mapping of what is visible."""
        return self.stage.mapping

    @property
    def view(self) -> View:
        """The visible rectangle of the plane."""
        return self.view_box.visible_view

    def set_unit(self, unit: float) -> None:
        """Shows points, lines and type so many times as large as usual."""
        self.view_box.unit = unit
        for axis in self._axes.values():
            axis.set_unit(unit)
        self._arrange()

    def set_view(self, view: View) -> None:
        """Shows at least this rectangle, centred.

        Units stay equally long on both axes unless that would make a narrow rectangle invisible.
        """
        self.view_box.show_view(view)
        self.stage.layer(LegendLayer).choose_again()

    def fit_view(self) -> None:
        """Shows all points with some room around them; the default view if there are none."""
        dataset = self.stage.dataset
        self.set_view(View.around(dataset.drawn) if dataset.d == 2 else View())

    def show_all_of(self, points: Floats) -> None:
        """Shows all points unless these, (k, 2), are already visible."""
        pixels = self.mapping.to_pixels(points)
        if not ((pixels >= 0) & (pixels <= (self.mapping.width, self.mapping.height))).all():
            self.fit_view()

    # What the mouse does.

    @property
    def tool(self) -> str:
        """The key of the tool in use."""
        return self.tools.current.key

    def set_tool(self, key: str) -> None:
        """Switches to a tool. Raises KpguiError for an unknown key."""
        self.tools.take(key)

    def set_left_class(self, label: int) -> None:
        """Sets the label, −1 or +1, of points that the left button adds; the right one adds the other."""
        self.left_class = label
        self._show_way()

    @property
    def snaps(self) -> bool:
        """Whether points that are added and moved snap to the grid."""
        return self.stage.snaps

    def set_snap(self, snaps: bool) -> None:
        """Switches snapping, and the finer grid lines that show it."""
        self.stage.snaps = snaps
        self.stage.layer(GridLayer).arrange(self.mapping)

    # The selection.

    @property
    def selection(self) -> Ints:
        """Ids of the selected points, ascending."""
        return self.stage.selection

    def select(self, ids: Ints) -> None:
        """Selects the points with these ids and no others."""
        self.stage.select(ids)

    def select_all(self) -> None:
        self.stage.select(self.stage.dataset.ids)

    def delete_selection(self) -> None:
        if len(self.selection):
            self.document.edit(Remove(self.selection), _("delete {points}").format(points=counted(len(self.selection))))

    # Events.

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._announced = None
        self._announcing.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        shown = self.stage.layer(FieldLayer).shown
        if shown != self._painted:
            self._painted = shown
            self.frame_painted.emit(shown)

    def close(self) -> bool:
        """Closes like any other widget: pyqtgraph's `close` takes the plot apart, and fails the second time."""
        return QWidget.close(self)

    # Behind the scenes.

    def _prepare_plot(self) -> None:
        self.hideButtons()
        self.setMenuEnabled(False)
        self.setAcceptDrops(False)  # files are dropped on the window
        self.viewport().setAcceptDrops(False)
        self.viewport().setAccessibleName(_("Plane"))
        self.viewport().setAccessibleDescription(
            _("Points, f as colours, and the boundary f = 0. What the mouse does depends on the tool at the left edge.")
        )
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.BoundingRectViewportUpdate)
        for layer in self._layers:
            layer.setParentItem(self.view_box)
        self.stage.layer(LegendLayer).explain(self._layers)

    def _connect(self) -> None:
        self.document.opened.connect(self.stage.clear_selection)
        legend = self.stage.layer(LegendLayer)
        for layer in self._layers:
            self.document.opened.connect(layer.forget_run)
            legend.moved.connect(layer.keep_clear)
        self.document.changed.connect(self._follow)
        self.tools.changed.connect(self._show_tool)
        self.focus.selection_changed.connect(self._mark_selection)
        self.focus.hovered_changed.connect(self._mark_hovered)
        self.view_box.sigRangeChanged.connect(self._arrange)
        self.view_box.sigResized.connect(self._arrange)
        self._announcing.timeout.connect(self._announce_viewport)

    def _follow(self, before: Session, after: Session) -> None:
        self._drop_if_others_edit()
        if after.dataset is not before.dataset:
            self._show_dataset(after.dataset, before.dataset)
        if after.view is not before.view:
            self.set_view(after.view)

    def _show_tool(self) -> None:
        self._follow_tool()
        self._show_way()

    def _show_way(self) -> None:
        self.stage.layer(HintLayer).show_way(self.tools.way(self.left_class))

    def _show_dataset(self, dataset: Dataset, before: Dataset) -> None:
        self._stacking.measure()
        for layer in self._layers:
            layer.show_dataset(dataset)
        if dataset.ids is not before.ids:
            self.focus.restrict_to(dataset)
        self._mark_selection(self.selection)
        self._mark_hovered(self.focus.hovered)
        self._description.show_dataset(dataset)

    def _mark_selection(self, ids: Ints) -> None:
        for layer in self._layers:
            layer.show_selection(ids)
        self._follow_selection()

    def _mark_hovered(self, point: int | None) -> None:
        for layer in self._layers:
            layer.show_hovered(point)

    def _arrange(self) -> None:
        mapping = self.view_box.mapping
        if mapping != self.stage.mapping:
            self.stage.mapping = mapping
            self._stacking.measure()
            for layer in self._layers:
                layer.arrange(mapping)
            self._follow_view()
        self._announcing.start()

    def _announce_viewport(self) -> None:
        density = self.viewport().devicePixelRatioF() * self.mapping.unit
        viewport = self.mapping.view, round(self.mapping.width * density), round(self.mapping.height * density)
        if self.isVisible() and viewport != self._announced:
            self._announced = viewport
            self.viewport_changed.emit(*viewport)
