"""A plot whose mouse and keys run gestures, zooming, panning and nudging, in place of pyqtgraph's scene.

pyqtgraph loses clicks that move a few pixels or last half a second, so presses and releases are handled here, before
its scene sees them.
"""

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QCursor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from kpgui.language import _, later
from kpgui.model.edits import Move
from kpgui.ui.canvas.gestures import DragHandle, MoveLegend, Pan, PointMenu, ToolBox, cursor_of, hint
from kpgui.ui.canvas.layers.cards import PointCardLayer
from kpgui.ui.canvas.layers.handles import HandlesLayer
from kpgui.ui.canvas.layers.legend import LegendLayer
from kpgui.ui.canvas.layers.pointer import BandLayer, BrushLayer
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools.base import Gesture, Modifier, Press, counted
from kpgui.ui.canvas.tools.select import RubberBand, Selecting

ZOOM = 1.2
"""Zoom factor of one notch of the wheel."""

NOTCH = 120
"""The angle of one notch, in Qt's eighths of a degree."""

SWIPE = 50
"""Pixels of a touchpad's movement that count as one notch."""

FAST = 10
"""How many times further an arrow key nudges with Shift."""

ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
LEGEND = later("Drag the legend where you like; a double click puts it back into a corner")

HELD = {Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Meta}
"""Modifier keys that gestures handle; Alt alone would otherwise open the menu bar."""

_SIZING = Modifier.ShiftModifier | Modifier.AltModifier
_BESIDES_ARROWS = Modifier.ShiftModifier | Modifier.KeypadModifier


class GesturePlot(pg.PlotWidget):
    """Runs one gesture at a time: while a button is down, other buttons and the wheel do nothing."""

    menu_asked = Signal(object)
    """Where on the screen, a QPoint."""
    tapped = Signal()
    """Space was pressed and let go, and nothing dragged with it."""

    def __init__(self, stage: Stage, parent: QWidget | None, **options: object) -> None:
        self.stage = stage  # events arrive already while pyqtgraph creates the plot
        self.left_class = 1
        """The label, −1 or +1, of points that the left button adds; the right one adds the other."""
        self._gesture: Gesture | None = None
        self._space = self._tapped = False
        """Whether Space is held, and whether nothing was dragged with it."""
        self._pointer: QPointF | None = None
        self._brush: QPointF | None = None
        """The pixel around which the reach of a brush is shown."""
        self._on_legend = False
        """Whether the pointer is on the legend, and not on a handle above it."""
        super().__init__(parent, viewBox=stage.view_box, **options)
        stage.setParent(self)  # so that it is not deleted by the collector, which runs in any thread
        self.tools = ToolBox(self)
        stage.menu_asked.connect(self._ask_for_menu)

    def pixel_at(self, position: QPointF) -> QPointF:
        """The pixel of the mapping at a position in the viewport as in mouse events."""
        view_box = self.stage.view_box
        return view_box.mapFromScene(self.viewportTransform().inverted()[0].map(position)) / view_box.unit

    def global_at(self, x: float, y: float) -> QPoint:
        """The position on the screen of a pixel of the mapping."""
        place = QPointF(x, y) * self.stage.view_box.unit
        return self.viewport().mapToGlobal(self.mapFromScene(self.stage.view_box.mapToScene(place)))

    def _ask_for_menu(self, x: float, y: float) -> None:
        self.menu_asked.emit(self.global_at(x, y))

    def nudge_selection(self, right: float, down: float) -> None:
        """Moves the selected points by so many pixels. Consecutive nudges of the same points are one undo step."""
        ids, dataset, mapping = self.stage.selection, self.stage.dataset, self.stage.mapping
        if not len(ids) or dataset.d != 2:
            return
        points = dataset.points[dataset.index_of(ids)] + (right / mapping.across, -down / mapping.up)
        self.stage.document.edit(
            Move(ids, points), _("move {points}").format(points=counted(len(ids))), ("nudge", ids.tobytes())
        )

    # What changes under the pointer.

    def _follow_view(self) -> None:
        """Shares the place and the point below the pointer, after it or the view has moved."""
        if self._pointer is not None:
            x, y = self._pointer.toTuple()
            focus, mapping = self.stage.focus, self.stage.mapping
            inside = mapping.contains(x, y)
            focus.point_to(mapping.to_plane(x, y) if inside else None)
            if focus.hover_followed:
                idle = inside and self._gesture is None and not self.stage.layer(LegendLayer).covers(self._pointer)
                focus.hover(self.stage.point_at(x, y) if idle else None)
        self._look()

    def _follow_tool(self) -> None:
        self._show_handles()
        self._update_cursor()
        self._show_brush(self._brush)

    def _follow_selection(self) -> None:
        self._show_brush(self._brush)
        self._look()

    def _look(self) -> None:
        """Highlights the handle under the pointer, if there is one, and shows its hint, or that of the legend."""
        if self._gesture is not None:
            return
        handles, pointer = self.stage.layer(HandlesLayer), None if self._space else self._pointer
        found = None if pointer is None else handles.at(pointer.x(), pointer.y())
        on_legend = pointer is not None and found is None and self.stage.layer(LegendLayer).covers(pointer)
        if found != handles.lit or on_legend != self._on_legend:
            handles.light(found)
            self._on_legend = on_legend
            self.stage.hinted.emit(_(LEGEND) if on_legend else "" if found is None else hint(found))
            self._update_cursor()

    def _show_handles(self) -> None:
        """Shows the handles if the tool has them, except while another selection is being made."""
        allowed = self.tools.current.handles and not isinstance(self._gesture, Selecting)
        self.stage.layer(HandlesLayer).allow(allowed)
        self._look()

    def _show_brush(self, pointer: QPointF | None) -> None:
        """Shows the reach of a brush around the pointer at this pixel; None, or a selection to act on, hides it."""
        self._brush = pointer
        tool = self.tools.current
        reach = 0.0 if tool.handles and len(self.stage.selection) else tool.reach
        self.stage.layer(BrushLayer).show_circle(pointer, reach)

    def _update_cursor(self) -> None:
        self.viewport().setCursor(self._cursor_here())

    def _cursor_here(self) -> QCursor | Qt.CursorShape:
        if isinstance(self._gesture, Pan):
            return Qt.CursorShape.ClosedHandCursor
        if self._space:
            return Qt.CursorShape.OpenHandCursor
        handle = self.stage.layer(HandlesLayer).lit
        if handle is None and self._on_legend:
            return Qt.CursorShape.SizeAllCursor
        return self.tools.current.cursor if handle is None else cursor_of(handle)

    # Gestures.

    def _begin(self, press: Press) -> Gesture | None:
        stage, self._tapped = self.stage, False
        if press.button == Qt.MouseButton.MiddleButton or (self._space and press.button == Qt.MouseButton.LeftButton):
            return Pan(stage, press)
        if self._on_legend:
            return MoveLegend(stage, press)
        if stage.dataset.d != 2:
            return None
        tool, handle = self.tools.current, stage.layer(HandlesLayer).lit
        if handle is not None and press.button == Qt.MouseButton.LeftButton and not press.adds:
            return DragHandle(stage, press, handle, tool)
        if press.button == Qt.MouseButton.LeftButton and press.modifiers & Modifier.ShiftModifier:
            return RubberBand(stage, press)
        if tool.adds and press.button == Qt.MouseButton.RightButton and stage.point_at(press.x, press.y) is not None:
            return PointMenu(stage, press)
        if press.button in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            return tool.begin(stage, press)
        return None

    def _carry(self, gesture: Gesture, pixel: QPointF, modifiers: Modifier) -> None:
        """Moves a gesture to this pixel; a drag that begins on a point whose menu a click would open is the tool's."""
        gesture.hold(modifiers)
        gesture.move(pixel.x(), pixel.y())
        if isinstance(gesture, PointMenu) and gesture.dragging:
            self._gesture = self.tools.current.begin(self.stage, gesture.start)
            if self._gesture is not None:
                self._carry(self._gesture, pixel, modifiers)

    def _finish(self) -> None:
        """Ends the gesture where it is."""
        if self._gesture is not None:
            self._gesture.release()
        self._drop()

    def _drop(self) -> None:
        """Discards the gesture without undoing what it did."""
        self._gesture = None
        self._show_handles()
        self._update_cursor()

    def _drop_if_others_edit(self) -> None:
        """Discards a gesture when something else edits the document: the points it works on may be gone."""
        if self._gesture is not None and not self._gesture.editing:
            self.stage.layer(BandLayer).drop()
            self._drop()

    # Events of the mouse.

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begins a gesture; the second press of a double click counts like any other, except on the legend."""
        event.accept()
        if self._gesture is not None and event.button() == self._gesture.start.button:
            self._finish()  # its release was lost, as when a dialog opened
        pixel = self.pixel_at(event.position())
        if self._gesture is not None or not self.stage.mapping.contains(pixel.x(), pixel.y()):
            return
        self._pointer = pixel
        self._look()
        self.stage.view_box.keep(*self.stage.mapping.to_plane(pixel.x(), pixel.y()))
        if self._on_legend and event.type() == QEvent.Type.MouseButtonDblClick:
            self.stage.layer(LegendLayer).put(None)
        label = -self.left_class if event.button() == Qt.MouseButton.RightButton else self.left_class
        self._gesture = self._begin(Press(pixel.x(), pixel.y(), event.button(), event.modifiers(), label))
        self._show_handles()
        self._update_cursor()

    mouseDoubleClickEvent = mousePressEvent

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.accept()
        pixel = self._pointer = self.pixel_at(event.position())
        self._follow_view()
        pans = self._space or isinstance(self._gesture, Pan)
        taken = pans or self._on_legend or self.stage.layer(HandlesLayer).lit is not None
        self._show_brush(None if taken else pixel)
        if self._gesture is not None:
            self._carry(self._gesture, pixel, event.modifiers())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ends the gesture at the position of the release, since the last move event may have been dropped."""
        event.accept()
        if self._gesture is not None and event.button() == self._gesture.start.button:
            pixel = self._pointer = self.pixel_at(event.position())
            self._carry(self._gesture, pixel, event.modifiers())
            self._finish()

    def leaveEvent(self, event: QEvent) -> None:
        self._show_brush(None)
        self._pointer = None
        self._look()
        self.stage.focus.point_to(None)
        self.stage.focus.hover(None)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zooms; with a brush and Shift or Alt held, changes its size."""
        event.accept()
        if self._gesture is not None:
            return
        sizes = bool(event.modifiers() & _SIZING)
        pixels, angle = event.pixelDelta(), event.angleDelta()
        # Systems report a horizontal wheel when it is turned while such a key is held.
        turned, swiped = (each.y() or (each.x() if sizes else 0) for each in (angle, pixels))
        notches = swiped / SWIPE if swiped else turned / NOTCH
        if not (sizes and self.tools.resize(notches)):
            self._zoom(ZOOM**-notches, event.position())

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            self._zoom(1 / (1 + event.value()), event.position())
            return True
        return super().viewportEvent(event)

    def _zoom(self, factor: float, position: QPointF) -> None:
        """Zooms around a position in the viewport."""
        x, y = self.pixel_at(position).toTuple()
        if self._gesture is None and self.stage.mapping.contains(x, y):
            self.stage.view_box.zoom(factor, *self.stage.mapping.to_plane(x, y))

    # Events of keys.

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            event.setAccepted(self._wants(event))
            return True
        return super().event(event)

    def _wants(self, event: QKeyEvent) -> bool:
        """Whether the canvas handles this key now, even if it is also a shortcut of the window."""
        key, modifiers, selected = event.key(), event.modifiers(), bool(len(self.stage.selection))
        if key == Qt.Key.Key_Space:
            return modifiers == Modifier.NoModifier
        if key in ARROWS:
            return selected and not modifiers & ~_BESIDES_ARROWS
        if key in HELD:
            return self._gesture is not None
        shown = self.stage.focus.bump is not None or self.stage.layer(PointCardLayer).card is not None
        return key == Qt.Key.Key_Escape and (self._gesture is not None or shown or selected)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.setAccepted(self._wants(event))
        if not event.isAccepted():
            return
        if event.key() == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self._space = self._tapped = True
                self._update_cursor()
        elif event.key() == Qt.Key.Key_Escape:
            if self._gesture is None:
                self._end_bump_or_selection()
            else:
                self._gesture.cancel()
                self._drop()
        elif event.key() in HELD and self._gesture is not None:
            self._gesture.hold(_held(event))
        elif self._gesture is None:
            right, down = ARROWS[Qt.Key(event.key())]
            steps = FAST if event.modifiers() & Modifier.ShiftModifier else 1
            self.nudge_selection(steps * right, steps * down)

    def _end_bump_or_selection(self) -> None:
        self.stage.layer(PointCardLayer).hide_card()
        if self.stage.focus.bump is not None:
            self.stage.focus.show_bump(None)
        else:
            self.stage.clear_selection()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        held = event.key() in HELD and self._gesture is not None
        spaced = event.key() == Qt.Key.Key_Space and self._space
        event.setAccepted(held or spaced)
        if held and self._gesture is not None:
            self._gesture.hold(_held(event))
        elif spaced and not event.isAutoRepeat():
            self._let_go_of_space()
            if self._tapped:
                self.tapped.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._let_go_of_space()
        super().focusOutEvent(event)

    def _let_go_of_space(self) -> None:
        self._space = False
        self._update_cursor()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Only the menu key asks here, beside the first selected point: systems differ in when the mouse asks."""
        event.accept()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            dataset, mapping, first = self.stage.dataset, self.stage.mapping, self.stage.selection[:1]
            pixels = mapping.to_pixels(dataset.points[dataset.index_of(first)]) if dataset.d == 2 else np.zeros((0, 2))
            seen = [pixel for pixel in pixels.tolist() if mapping.contains(*pixel)]
            self.menu_asked.emit(self.global_at(*seen[0]) if seen else event.globalPos())


def _held(event: QKeyEvent) -> Modifier:
    """The modifiers held after this event. While Shift is held, X11 reports Alt as Meta."""
    modifiers = event.modifiers()
    if event.key() == Qt.Key.Key_Meta:
        modifiers &= ~(Modifier.MetaModifier | Modifier.AltModifier)
        if event.type() == QKeyEvent.Type.KeyPress:
            modifiers |= Modifier.AltModifier
    return modifiers
