"""The tool box, and the gestures of the mouse that are no tool's own."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QCursor, QGuiApplication, QPainter, QPainterPath, QPen

from kpgui.geometry.shapes import TURN, Handle, Position, angle, factors
from kpgui.language import _, later
from kpgui.model.arrays import Floats
from kpgui.model.edits import Move
from kpgui.model.errors import KpguiError
from kpgui.model.param import Value, shown
from kpgui.model.transform import X, Y, box, rotated, scaled
from kpgui.ui.canvas.layers.handles import HandlesLayer
from kpgui.ui.canvas.layers.legend import LegendLayer
from kpgui.ui.canvas.sprites import painted
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools import TOOLS
from kpgui.ui.canvas.tools.base import LARGEST, SMALLEST, Gesture, Modifier, Press, Tool, by, counted

NOTCH = 1.15
"""Factor by which one notch of the wheel enlarges a brush."""


class ToolBox(QObject):
    """The tools with their settings. changed: another tool is in use, or its settings have changed."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._tools = {tool.key: tool for tool in TOOLS}
        self._key = TOOLS.members[0].key

    @property
    def current(self) -> Tool:
        return self._tools[self._key]

    def take(self, key: str) -> None:
        """Switches to this tool. Raises KpguiError for an unknown key."""
        self._key = TOOLS.find(key).key
        self.changed.emit()

    def adjust(self, name: str, value: Value) -> None:
        """Sets a parameter of the tool in use. Raises KpguiError when the value is not allowed."""
        tool = replace(self.current, **{name: value})
        if tool != self.current:
            self._tools[self._key] = tool
            self.changed.emit()

    def way(self, left_class: int) -> str:
        """How points are added with the tool in use, or with which tool if it adds none."""
        tool, first = self.current, TOOLS.members[0]
        if not tool.adds:
            return _("{title} adds no points: choose {other} ({shortcut})").format(
                title=_(tool.title), other=_(first.title), shortcut=first.shortcut
            )
        if tool.key == first.key:
            left, right = ("+1", "\N{MINUS SIGN}1") if left_class > 0 else ("\N{MINUS SIGN}1", "+1")
            return _("Click to add {left} · right-click to add {right}").format(left=left, right=right)
        return re.split(r"\s*[;,；，]", _(tool.tip))[0].rstrip(".。")

    @property
    def key_to_keep(self) -> str:
        """Key of the tool to start with another time: the one in use, or the first if that one adds no points."""
        return self._key if self.current.adds else TOOLS.members[0].key

    @property
    def changes(self) -> dict[str, dict[str, Value]]:
        """For each tool key the settings that differ from their defaults, by name."""
        pairs = [(each, self._tools[each.key]) for each in TOOLS]
        return {first.key: _differing(first, now) for first, now in pairs if now != first}

    def restore(self, changes: Mapping[str, Any], key: str) -> None:
        """Restores the tool in use and stored `changes`; whatever is not, or no longer, valid is ignored."""
        for tool in TOOLS:
            stored = changes.get(tool.key)
            known = stored.items() if isinstance(stored, dict) else ()
            for name, value in known:
                if name in tool.settings():
                    with suppress(KpguiError):
                        self._tools[tool.key] = replace(self._tools[tool.key], **{name: value})
        if key in TOOLS:
            self._key = key
        self.changed.emit()

    def resize(self, notches: float) -> bool:
        """Enlarges the brush in use, or shrinks it for negative notches. Returns whether the tool is a brush."""
        reach = self.current.reach
        if reach:
            self.adjust("radius", min(max(round(reach * NOTCH**notches, 1), SMALLEST), LARGEST))
        return bool(reach)


def _differing(first: Tool, now: Tool) -> dict[str, Value]:
    usual = first.settings()
    return {name: value for name, value in now.settings().items() if value != usual[name]}


class Pan(Gesture):
    def __init__(self, stage: Stage, press: Press) -> None:
        super().__init__(stage, press)
        self._last = press.x, press.y
        self._view = stage.view_box.visible_view

    def move(self, x: float, y: float) -> None:
        """Pans at once, without the tolerance of other gestures: an unintended pan does no harm."""
        self.dragging = True
        self.stage.view_box.pan(x - self._last[0], y - self._last[1])
        self._last = x, y

    def cancel(self) -> None:
        self.stage.view_box.show_view(self._view)


class MoveLegend(Gesture):
    """The left button drags it; the right one does nothing there, so that no point is added below it."""

    def __init__(self, stage: Stage, press: Press) -> None:
        super().__init__(stage, press)
        self._legend = stage.layer(LegendLayer)
        self._before = self._legend.place
        self._corner = self._legend.card.topLeft()

    def drag(self, x: float, y: float) -> None:
        if self.start.button == Qt.MouseButton.LeftButton:
            self._legend.put_at(self._corner.x() + x - self.start.x, self._corner.y() + y - self.start.y)

    def cancel(self) -> None:
        self._legend.put(self._before)


class PointMenu(Gesture):
    """The right button on a point, with a tool that adds points: a click asks for the menu, a drag is the tool's."""

    def release(self) -> None:
        self.stage.ask_for_menu(self.start.x, self.start.y)


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


SIZE = 24
"""Size of the rotation cursor in logical pixels."""


def cursor_of(handle: Handle) -> QCursor:
    """The cursor of a handle: arrows in the directions in which it can be dragged."""
    if handle == TURN:
        return _turning()
    shapes = {
        (True, False): Qt.CursorShape.SizeHorCursor,
        (False, True): Qt.CursorShape.SizeVerCursor,
        (True, True): Qt.CursorShape.SizeFDiagCursor,
    }
    falls = handle.column == handle.row
    shape = shapes[bool(handle.column), bool(handle.row)]
    return QCursor(shape if falls or 0 in handle else Qt.CursorShape.SizeBDiagCursor)


@cache
def _turning() -> QCursor:
    """The rotation cursor, an arrow around a circle, dark with a light rim; systems do not provide one."""
    circle = QRectF(4.5, 4.5, SIZE - 9, SIZE - 9)
    line = QPainterPath()
    line.arcMoveTo(circle, 75)
    line.arcTo(circle, 75, 275)
    right, middle = circle.right(), circle.center().y()
    tip = QPainterPath(QPointF(right - 4, middle + 1))
    tip.lineTo(right + 3, middle + 1)
    tip.lineTo(right - 0.5, middle - 5)
    tip.closeSubpath()

    def draw(painter: QPainter) -> None:
        for colour, wider in ((Qt.GlobalColor.white, 2.5), (Qt.GlobalColor.black, 0.0)):
            painter.strokePath(line, QPen(colour, 2 + wider))
            painter.fillPath(tip, colour)
            painter.strokePath(tip, QPen(colour, 1 + wider))

    density = max(screen.devicePixelRatio() for screen in QGuiApplication.screens())
    return QCursor(painted(SIZE * density, SIZE * density, density, draw), SIZE // 2, SIZE // 2)
