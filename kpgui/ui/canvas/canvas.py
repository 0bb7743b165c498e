"""The canvas: the plot on which points are drawn and a boundary is seen forming."""

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QGraphicsView, QWidget

from kpgui.language import _
from kpgui.model.arrays import Floats, Ints
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Move, Remove
from kpgui.model.frame import Frame
from kpgui.model.session import Session, View
from kpgui.present.palette import Palette
from kpgui.present.snapping import snapped
from kpgui.ui.canvas.axes import CanvasAxis
from kpgui.ui.canvas.crowd import Crowd
from kpgui.ui.canvas.description import Description
from kpgui.ui.canvas.hand import Hand
from kpgui.ui.canvas.handed_plot import HandedPlot
from kpgui.ui.canvas.layers import LAYERS, layer_of
from kpgui.ui.canvas.layers.band import BandLayer
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.layers.boundaries import BoundariesLayer
from kpgui.ui.canvas.layers.brush import BrushLayer
from kpgui.ui.canvas.layers.bump import BumpLayer
from kpgui.ui.canvas.layers.field import FieldLayer
from kpgui.ui.canvas.layers.flashes import FlashesLayer
from kpgui.ui.canvas.layers.forgotten import ForgottenLayer
from kpgui.ui.canvas.layers.grid import GridLayer
from kpgui.ui.canvas.layers.halo import HaloLayer
from kpgui.ui.canvas.layers.handles import HandlesLayer
from kpgui.ui.canvas.layers.hint import HintLayer
from kpgui.ui.canvas.layers.legend import LegendLayer
from kpgui.ui.canvas.layers.links import LinksLayer
from kpgui.ui.canvas.layers.point_card import PointCardLayer
from kpgui.ui.canvas.layers.weights import WeightsLayer
from kpgui.ui.canvas.mapping import NO_MAPPING, nearest
from kpgui.ui.canvas.selection import counted
from kpgui.ui.canvas.tool_box import ToolBox
from kpgui.ui.canvas.view_box import CanvasViewBox
from kpgui.ui.look.typeface import window_font
from kpgui.ui.session.document import Document
from kpgui.ui.session.focus import SharedFocus

REACH = 8.0
"""Distance from a point's centre, in logical pixels, within which a press grabs it."""


class Canvas(HandedPlot):
    """Shows the document's points and the trainer's frames; the mouse edits the document.

    focus: what is pointed at and selected, for others that show and change it. viewport_changed: the visible View,
    width and height in device pixels, at most once a turn of the event loop. selection_changed: ids, int64.
    frame_painted: how many fields were shown, after one was painted. menu_asked: where on the screen, a QPoint. hinted:
    what the mouse does where it is, or has done so far; "" when there is nothing to say. tapped: Space was pressed and
    let go, and nothing dragged with it.
    """

    viewport_changed = Signal(object, int, int)
    selection_changed = Signal(object)
    frame_painted = Signal(int)
    menu_asked = Signal(object)
    hinted = Signal(str)
    tapped = Signal()

    def __init__(self, document: Document, palette: Palette, parent: QWidget | None = None) -> None:
        self.document = document
        self.view_box = CanvasViewBox()
        self._axes = {side: CanvasAxis(side, palette) for side in ("left", "bottom")}
        self._hand = Hand(self)  # events arrive already while pyqtgraph creates the plot
        super().__init__(parent, background=palette.canvas, viewBox=self.view_box, axisItems=self._axes)
        self.setObjectName("canvas")
        self.setFont(window_font())  # of usual size: layers are painted in units, which grow
        self.tools = ToolBox(self)
        self.left_class = 1
        self._strokes = self._painted = 0
        self._pointer: QPointF | None = None
        self.mapping = NO_MAPPING
        self.focus = SharedFocus(self)
        self._layers = [layer(palette) for layer in LAYERS]
        self._crowd = Crowd(self._layers)
        self.band = layer_of(BandLayer, self._layers)
        self.boundaries = layer_of(BoundariesLayer, self._layers)
        self.handles = layer_of(HandlesLayer, self._layers)
        self.halo = layer_of(HaloLayer, self._layers)
        self.links = layer_of(LinksLayer, self._layers)
        self.bump = layer_of(BumpLayer, self._layers)
        self.forgotten = layer_of(ForgottenLayer, self._layers)
        self.point_card = layer_of(PointCardLayer, self._layers)
        self.legend = layer_of(LegendLayer, self._layers)
        self.weights = layer_of(WeightsLayer, self._layers)
        self._hint = layer_of(HintLayer, self._layers)
        self._brush = layer_of(BrushLayer, self._layers)
        self._grid = layer_of(GridLayer, self._layers)
        self._field = layer_of(FieldLayer, self._layers)
        self._announced: tuple[View, int, int] | None = None
        self._announcing = QTimer(self, singleShot=True, interval=0)
        self._description = Description(self, Dataset.empty())
        self._prepare_plot()
        self._connect()
        self._show_dataset(document.session.dataset, Dataset.empty())
        self.set_view(document.session.view)
        self.update_cursor()

    # What is shown.

    def show_frame(self, frame: Frame) -> None:
        """Shows a frame of the current run.

        While points are drawn or dragged nothing flashes: in live mode every move is a whole run with all its mistakes.
        """
        moving = self._hand.gesture is not None and self._hand.gesture.has_edited
        for layer in self._layers:
            if not (moving and isinstance(layer, FlashesLayer)):
                layer.show_frame(frame)
        self._crowd.stack()
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
        layer_of(kind, self._layers).set_shown(shown)

    def set_palette(self, palette: Palette) -> None:
        self.setBackground(palette.canvas)
        for axis in self._axes.values():
            axis.recolour(palette)
        for layer in self._layers:
            layer.recolour(palette)

    # What is visible.

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

    def fit_view(self) -> None:
        """Shows all points with some room around them; the default view if there are none."""
        dataset = self.document.session.dataset
        self.set_view(View.around(dataset.points) if dataset.d == 2 else View())

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
        self._hint.show_tool(self.tools.current, label)

    @property
    def snaps(self) -> bool:
        """Whether points that are added and moved snap to the grid."""
        return self._grid.fine

    def set_snap(self, snaps: bool) -> None:
        """Switches snapping, and the finer grid lines that show it."""
        self._grid.set_fine(snaps)

    def snapped_place(self, x: float, y: float) -> Floats:
        """The grid point nearest to a position in the plane, (2,)."""
        return snapped(np.array([x, y]), self._grid.steps)

    def place_at(self, x: float, y: float) -> tuple[float, float]:
        """The position in the plane under a pixel, or the nearest grid point while snapping is on."""
        place = self.mapping.to_plane(x, y)
        if not self.snaps:
            return place
        across, up = self.snapped_place(*place).tolist()
        return across, up

    def snapped(self, x: float, y: float) -> tuple[float, float]:
        """The pixel, or that of the nearest grid point while snapping is on."""
        if not self.snaps:
            return x, y
        right, down = self.mapping.to_pixels(np.array([self.place_at(x, y)]))[0].tolist()
        return right, down

    def random(self) -> "np.random.Generator":
        """The random generator of a new stroke, determined by the session's seed and the number of the stroke."""
        self._strokes += 1
        return np.random.default_rng([self.document.session.seed, self._strokes])

    def point_at(self, x: float, y: float) -> int | None:
        """Id of the point at a pixel of the canvas, None if there is none."""
        dataset = self.document.session.dataset
        row = nearest(self.mapping.to_pixels(dataset.points), x, y, REACH)
        return None if row is None else int(dataset.ids[row])

    def ask_for_menu(self, x: float, y: float) -> None:
        """Asks for the context menu of the selection at this pixel, or of the point there if it is not selected."""
        point = self.point_at(x, y)
        if point is not None and point not in self.selection:
            self.select(np.array([point]))
        self.menu_asked.emit(self.global_at(x, y))

    # The selection.

    @property
    def selection(self) -> Ints:
        """Ids of the selected points, ascending."""
        return self.focus.selected

    def select(self, ids: Ints) -> None:
        """Selects the points with these ids and no others."""
        self.focus.select(ids, self.document.session.dataset)

    def select_all(self) -> None:
        self.select(self.document.session.dataset.ids)

    def clear_selection(self) -> None:
        self.select(np.zeros(0, np.int64))

    def delete_selection(self) -> None:
        if len(self.selection):
            self.document.edit(Remove(self.selection), _("delete {points}").format(points=counted(len(self.selection))))

    def nudge_selection(self, right: float, down: float) -> None:
        """Moves the selected points by so many pixels. Consecutive nudges of the same points are one undo step."""
        ids, dataset = self.selection, self.document.session.dataset
        if not len(ids) or dataset.d != 2:
            return
        points = dataset.points[dataset.index_of(ids)] + (right / self.mapping.across, -down / self.mapping.up)
        self.document.edit(
            Move(ids, points), _("move {points}").format(points=counted(len(ids))), ("nudge", ids.tobytes())
        )

    # Events.

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Only the menu key asks here, beside the first selected point: systems differ in when the mouse asks."""
        event.accept()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            dataset, first = self.document.session.dataset, self.selection[:1]
            places = self.mapping.to_pixels(dataset.points[dataset.index_of(first)]).tolist() if dataset.d == 2 else []
            seen = [place for place in places if self.mapping.contains(*place)]
            self.menu_asked.emit(self.global_at(*seen[0]) if seen else event.globalPos())

    def leaveEvent(self, event: QEvent) -> None:
        self.show_brush(None)
        self._hand.leave()
        self.focus.point_to(None)
        self.focus.hover(None)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._announced = None
        self._announcing.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._field.shown != self._painted:
            self._painted = self._field.shown
            self.frame_painted.emit(self._painted)

    def close(self) -> bool:
        """Closes like any other widget: pyqtgraph's `close` takes the plot apart, and fails the second time."""
        return QWidget.close(self)

    # For the hand.

    def update_cursor(self) -> None:
        self.viewport().setCursor(self._hand.cursor)

    def show_brush(self, pointer: QPointF | None) -> None:
        """Shows the reach of a brush around the pointer at this pixel; None, or a selection to act on, hides it."""
        self._pointer = pointer
        tool = self.tools.current
        self._brush.show_circle(pointer, 0.0 if tool.handles and len(self.selection) else tool.reach)

    def announce_cursor(self, place: QPointF) -> None:
        """Shares the place and the point below the pointer, at this pixel; no point while points are dragged."""
        inside = self.mapping.contains(place.x(), place.y())
        self.focus.point_to(self.mapping.to_plane(place.x(), place.y()) if inside else None)
        if self.focus.hover_followed:
            idle = inside and self._hand.gesture is None and not self.legend.covers(place)
            self.focus.hover(self.point_at(place.x(), place.y()) if idle else None)

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
        self.legend.explain(self._layers)

    def _connect(self) -> None:
        self.document.opened.connect(self.clear_selection)
        for layer in self._layers:
            self.document.opened.connect(layer.forget_run)
            self.legend.moved.connect(layer.keep_clear)
        self.document.changed.connect(self._follow)
        self.tools.changed.connect(self._follow_tool)
        self.focus.selection_changed.connect(self._mark_selection)
        self.focus.selection_changed.connect(self.selection_changed)
        self.focus.hovered_changed.connect(self._mark_hovered)
        self.view_box.sigRangeChanged.connect(self._arrange)
        self.view_box.sigResized.connect(self._arrange)
        self._announcing.timeout.connect(self._announce_viewport)

    def _follow(self, before: Session, after: Session) -> None:
        if self._hand.gesture is not None and not self._hand.gesture.editing:
            self.band.drop()
            self._hand.drop()  # the points it works on may be gone
        if after.dataset is not before.dataset:
            self._show_dataset(after.dataset, before.dataset)
        if after.view is not before.view:
            self.set_view(after.view)

    def _follow_tool(self) -> None:
        self._hand.show_handles()
        self.update_cursor()
        self.show_brush(self._pointer)
        self._hint.show_tool(self.tools.current, self.left_class)

    def _show_dataset(self, dataset: Dataset, before: Dataset) -> None:
        self._crowd.measure(dataset, self.mapping)
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
        self.show_brush(self._pointer)
        self._hand.look()

    def _mark_hovered(self, point: int | None) -> None:
        for layer in self._layers:
            layer.show_hovered(point)

    def _arrange(self) -> None:
        mapping = self.view_box.mapping
        if mapping != self.mapping:
            self.mapping = mapping
            self._crowd.measure(self.document.session.dataset, mapping)
            for layer in self._layers:
                layer.arrange(mapping)
            self._hand.follow()
        self._announcing.start()

    def _announce_viewport(self) -> None:
        density = self.viewport().devicePixelRatioF() * self.mapping.unit
        viewport = self.mapping.view, round(self.mapping.width * density), round(self.mapping.height * density)
        if self.isVisible() and viewport != self._announced:
            self._announced = viewport
            self.viewport_changed.emit(*viewport)
