"""Scaling and rotating the selected points by a handle of the frame around them."""

import numpy as np

from kpgui.language import _, later
from kpgui.model.arrays import Floats
from kpgui.model.edits import Move
from kpgui.model.errors import KpguiError
from kpgui.model.number import shown
from kpgui.model.transform import X, Y, box, rotated, scaled
from kpgui.present.handles import TURN, Handle, Position, angle, factors
from kpgui.ui.canvas.gestures.base import Gesture, Modifier, Press
from kpgui.ui.canvas.layers.handles import HandlesLayer
from kpgui.ui.canvas.selection import by, counted
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools.base import Tool

HINTS = {
    False: later("Drag to scale. Shift keeps the proportions, Alt scales about the centre; drag through to mirror."),
    True: later("Drag to rotate. Shift snaps to steps of 15°."),
}
"""Hints over a handle: True for the rotation handle, False for the others."""

MEANWHILE = {
    False: later("Shift keeps the proportions, Alt the centre; Esc gives up."),
    True: later("Shift snaps to steps of 15°; Esc gives up."),
}
"""The same while it is dragged, after the current amount."""

_EQUAL = 1e-6
"""Relative difference of the units' lengths up to which a rotation in the plane is one on the screen."""


def hint(handle: Handle) -> str:
    """The hint over a handle."""
    return _(HINTS[handle == TURN])


class DragHandle(Gesture):
    """Begins on a handle. Every move is computed from the initial positions, so that rounding does not accumulate.

    A click on a handle is passed on to the point below, if there is one, as one with the tool in use.
    """

    slack = 3.0

    def __init__(self, stage: Stage, press: Press, handle: Handle, tool: Tool) -> None:
        super().__init__(stage, press)
        self._tool = tool
        self._handle = handle
        dataset = stage.dataset
        self._ids = stage.selection
        self._points = dataset.points[dataset.index_of(self._ids)]
        self._around = box(self._points)
        self._box = box(stage.mapping.to_pixels(self._points))
        self._moved = False
        self._modifiers = press.modifiers
        self._pointer: Position = (press.x, press.y)

    def hold(self, modifiers: Modifier) -> None:
        if modifiers != self._modifiers:
            self._modifiers = modifiers
            if self.dragging:
                self.drag(*self._pointer)

    def drag(self, x: float, y: float) -> None:
        self._pointer = x, y
        try:
            self._turn((x, y)) if self._handle == TURN else self._scale((x, y))
        except KpguiError as error:
            self.stage.hinted.emit(str(error))

    def _scale(self, pointer: Position) -> None:
        across, up = factors(
            self._handle,
            self._box,
            (self.start.x, self.start.y),
            pointer,
            proportional=self._holds(Modifier.ShiftModifier),
            centred=self._holds(Modifier.AltModifier),
            snapped=self.stage.snapped,
        )
        self._put(
            scaled(self._points, across, up, self._anchor()), _("scale {points}").format(points=counted(len(self._ids)))
        )
        self.stage.hinted.emit(
            _("Width × {across}, height × {up}. {meanwhile}").format(
                across=shown(across, 3), up=shown(up, 3), meanwhile=_(MEANWHILE[False])
            )
        )

    def _turn(self, pointer: Position) -> None:
        """Rotates as seen on the screen: shapes keep their form there, though units may differ in length."""
        centre = self._box.centre
        degrees = angle(
            (float(centre[X]), float(centre[Y])),
            (self.start.x, self.start.y),
            pointer,
            stepped=self._holds(Modifier.ShiftModifier),
        )
        mapping = self.stage.mapping
        ratio = mapping.up / mapping.across
        stretch = np.array([1.0, 1.0 if abs(ratio - 1) < _EQUAL else ratio])
        about = self._around.centre
        with np.errstate(over="ignore", invalid="ignore"):  # `rotated` raises KpguiError on overflow
            turned = rotated(self._points * stretch, degrees, about * stretch) / stretch
        self.stage.layer(HandlesLayer).turn(degrees)
        self._put(
            turned if degrees else self._points,
            _("rotate {points}{angle}").format(points=counted(len(self._ids)), angle=by(degrees)),
        )
        self.stage.hinted.emit(_("Rotated{angle}. {meanwhile}").format(angle=by(degrees), meanwhile=_(MEANWHILE[True])))

    def _anchor(self) -> Floats:
        """The fixed position: the opposite edges, exactly, or the centre."""
        edges = {0: self._around.centre, 1: self._around.low, -1: self._around.high}
        column, row = (0, 0) if self._holds(Modifier.AltModifier) else self._handle
        return np.array([edges[column][X], edges[-row][Y]])  # rows count down, y up

    def _put(self, points: Floats, text: str) -> None:
        self._moved = not np.array_equal(points, self._points)
        if self._moved or self.has_edited:
            self.edit(Move(self._ids, points), text)

    def _holds(self, modifier: Modifier) -> bool:
        return bool(self._modifiers & modifier)

    def release(self) -> None:
        if not self.dragging:
            self._click()
        elif not self._moved:
            self.cancel()  # dragged there and back: leaves no undo step

    def _click(self) -> None:
        if self.stage.point_at(self.start.x, self.start.y) is not None:
            beneath = self._tool.begin(self.stage, self.start)
            if beneath is not None:
                beneath.release()
