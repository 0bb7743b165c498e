"""The hand: translates mouse and key events into gestures, zooming, panning and nudging.

pyqtgraph loses clicks that move a few pixels or last half a second, so presses and releases are handled here, before
its scene sees them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QCursor, QKeyEvent, QMouseEvent, QWheelEvent

from kpgui.language import _, later
from kpgui.ui.canvas.cursors import cursor_of
from kpgui.ui.canvas.gestures.band import RubberBand
from kpgui.ui.canvas.gestures.base import Gesture, Modifier, Press
from kpgui.ui.canvas.gestures.pan import MoveLegend, Pan
from kpgui.ui.canvas.gestures.selecting import PointMenu, Selecting
from kpgui.ui.canvas.gestures.transform import DragHandle, hint

if TYPE_CHECKING:
    from kpgui.ui.canvas.canvas import Canvas

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


class Hand:
    """Runs one gesture at a time: while a button is down, other buttons and the wheel do nothing."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self.gesture: Gesture | None = None
        self._space = self._tapped = False
        """Whether Space is held, and whether nothing was dragged with it."""
        self._pointer: QPointF | None = None
        self._on_legend = False
        """Whether the pointer is on the legend, and not on a handle above it."""

    @property
    def _pans(self) -> bool:
        return self._space or isinstance(self.gesture, Pan)

    @property
    def cursor(self) -> QCursor | Qt.CursorShape:
        if isinstance(self.gesture, Pan):
            return Qt.CursorShape.ClosedHandCursor
        if self._space:
            return Qt.CursorShape.OpenHandCursor
        handle = self._canvas.handles.lit
        if handle is None and self._on_legend:
            return Qt.CursorShape.SizeAllCursor
        return self._canvas.tools.current.cursor if handle is None else cursor_of(handle)

    def press(self, event: QMouseEvent) -> None:
        """Begins a gesture; the second press of a double click counts like any other, except on the legend."""
        if self.gesture is not None and event.button() == self.gesture.start.button:
            self.finish()  # its release was lost, as when a dialog opened
        pixel = self._canvas.pixel_at(event.position())
        if self.gesture is not None or not self._canvas.mapping.contains(pixel.x(), pixel.y()):
            return
        self._pointer = pixel
        self.look()
        self._canvas.view_box.keep()  # so that what is done here stays in view in presentation mode
        if self._on_legend and event.type() == QEvent.Type.MouseButtonDblClick:
            self._canvas.legend.put(None)
        self.gesture = self._begin(Press(pixel.x(), pixel.y(), event.button(), event.modifiers()))
        self.show_handles()
        self._canvas.update_cursor()

    def move(self, event: QMouseEvent) -> None:
        pixel = self._pointer = self._canvas.pixel_at(event.position())
        self.follow()
        taken = self._pans or self._on_legend or self._canvas.handles.lit is not None
        self._canvas.show_brush(None if taken else pixel)
        if self.gesture is not None:
            self._carry(self.gesture, pixel, event.modifiers())

    def _carry(self, gesture: Gesture, pixel: QPointF, modifiers: Modifier) -> None:
        """Moves a gesture to this pixel; a drag that begins on a point whose menu a click would open is the tool's."""
        gesture.hold(modifiers)
        gesture.move(pixel.x(), pixel.y())
        if isinstance(gesture, PointMenu) and gesture.dragging:
            self.gesture = self._canvas.tools.current.begin(self._canvas, gesture.start)
            if self.gesture is not None:
                self._carry(self.gesture, pixel, modifiers)

    def follow(self) -> None:
        """Announces the pointer's position in the plane, after the pointer or the view has moved."""
        if self._pointer is not None:
            self._canvas.announce_cursor(self._pointer)
        self.look()

    def release(self, event: QMouseEvent) -> None:
        """Ends the gesture at the position of the release, since the last move event may have been dropped."""
        if self.gesture is None or event.button() != self.gesture.start.button:
            return
        pixel = self._pointer = self._canvas.pixel_at(event.position())
        self._carry(self.gesture, pixel, event.modifiers())
        self.finish()

    def finish(self) -> None:
        """Ends the gesture where it is."""
        if self.gesture is not None:
            self.gesture.release()
        self.drop()

    def drop(self) -> None:
        """Discards the gesture without undoing what it did."""
        self.gesture = None
        self.show_handles()
        self._canvas.update_cursor()

    def leave(self) -> None:
        """The pointer has left the canvas."""
        self._pointer = None
        self.look()

    def look(self) -> None:
        """Highlights the handle under the pointer, if there is one, and shows its hint, or that of the legend."""
        if self.gesture is not None:
            return
        handles, pointer = self._canvas.handles, None if self._space else self._pointer
        found = None if pointer is None else handles.at(pointer.x(), pointer.y())
        on_legend = pointer is not None and found is None and self._canvas.legend.covers(pointer)
        if found != handles.lit or on_legend != self._on_legend:
            handles.light(found)
            self._on_legend = on_legend
            self._canvas.hinted.emit(_(LEGEND) if on_legend else "" if found is None else hint(found))
            self._canvas.update_cursor()

    def show_handles(self) -> None:
        """Shows the handles if the tool has them, except while another selection is being made."""
        self._canvas.handles.allow(self._canvas.tools.current.handles and not isinstance(self.gesture, Selecting))
        self.look()

    def cancel(self) -> bool:
        """Cancels the gesture and undoes what it did. Returns whether there was one."""
        if self.gesture is None:
            return False
        self.gesture.cancel()
        self.drop()
        return True

    def wheel(self, event: QWheelEvent) -> None:
        """Zooms; with a brush and Shift or Alt held, changes its size."""
        if self.gesture is not None:
            return
        sizes = bool(event.modifiers() & _SIZING)
        pixels, angle = event.pixelDelta(), event.angleDelta()
        # Systems report a horizontal wheel when it is turned while such a key is held.
        turned, swiped = (each.y() or (each.x() if sizes else 0) for each in (angle, pixels))
        notches = swiped / SWIPE if swiped else turned / NOTCH
        if not (sizes and self._canvas.tools.resize(notches)):
            self.zoom(ZOOM**-notches, event.position())

    def zoom(self, factor: float, position: QPointF) -> None:
        """Zooms around a position in the viewport."""
        pixel = self._canvas.pixel_at(position)
        mapping = self._canvas.mapping
        if self.gesture is None and mapping.contains(pixel.x(), pixel.y()):
            self._canvas.view_box.zoom(factor, *mapping.to_plane(pixel.x(), pixel.y()))

    def wants(self, event: QKeyEvent) -> bool:
        """Whether the canvas handles this key now, even if it is also a shortcut of the window."""
        key, modifiers = event.key(), event.modifiers()
        if key == Qt.Key.Key_Space:
            return modifiers == Modifier.NoModifier
        if key in ARROWS:
            return bool(len(self._canvas.selection)) and not modifiers & ~_BESIDES_ARROWS
        if key in HELD:
            return self.gesture is not None
        canvas = self._canvas
        shown = canvas.focus.bump is not None or canvas.point_card.card is not None or bool(len(canvas.selection))
        return key == Qt.Key.Key_Escape and (self.gesture is not None or shown)

    def key_press(self, event: QKeyEvent) -> bool:
        """Handles a key press. Returns whether the key did something."""
        if not self.wants(event):
            return False
        if event.key() == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self._space = self._tapped = True
                self._canvas.update_cursor()
        elif event.key() == Qt.Key.Key_Escape:
            if not self.cancel():
                self._end_bump_or_selection()
        elif event.key() in HELD and self.gesture is not None:
            self.gesture.hold(_held(event))
        elif self.gesture is None:
            right, down = ARROWS[Qt.Key(event.key())]
            steps = FAST if event.modifiers() & Modifier.ShiftModifier else 1
            self._canvas.nudge_selection(steps * right, steps * down)
        return True

    def _end_bump_or_selection(self) -> None:
        self._canvas.point_card.hide_card()
        if self._canvas.focus.bump is not None:
            self._canvas.focus.show_bump(None)
        else:
            self._canvas.clear_selection()

    def key_release(self, event: QKeyEvent) -> bool:
        """Handles a key release. Returns whether the canvas handles this key."""
        if event.key() in HELD and self.gesture is not None:
            self.gesture.hold(_held(event))
            return True
        if event.key() != Qt.Key.Key_Space or not self._space:
            return False
        if not event.isAutoRepeat():
            self.let_go_of_keys()
            if self._tapped:
                self._canvas.tapped.emit()
        return True

    def let_go_of_keys(self) -> None:
        self._space = False
        self._canvas.update_cursor()

    def _begin(self, press: Press) -> Gesture | None:
        canvas, self._tapped = self._canvas, False
        if press.button == Qt.MouseButton.MiddleButton or (self._space and press.button == Qt.MouseButton.LeftButton):
            return Pan(canvas, press)
        if self._on_legend:
            return MoveLegend(canvas, press)
        if canvas.document.session.dataset.d != 2:
            return None
        handle = canvas.handles.lit
        if handle is not None and press.button == Qt.MouseButton.LeftButton and not press.adds:
            return DragHandle(canvas, press, handle)
        if press.button == Qt.MouseButton.LeftButton and press.modifiers & Modifier.ShiftModifier:
            return RubberBand(canvas, press)
        adds = canvas.tools.current.adds
        if adds and press.button == Qt.MouseButton.RightButton and canvas.point_at(press.x, press.y) is not None:
            return PointMenu(canvas, press)
        if press.button in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            return canvas.tools.current.begin(canvas, press)
        return None


def _held(event: QKeyEvent) -> Modifier:
    """The modifiers held after this event. While Shift is held, X11 reports Alt as Meta."""
    modifiers = event.modifiers()
    if event.key() == Qt.Key.Key_Meta:
        modifiers &= ~(Modifier.MetaModifier | Modifier.AltModifier)
        if event.type() == QKeyEvent.Type.KeyPress:
            modifiers |= Modifier.AltModifier
    return modifiers
