"""The base of gestures: a gesture begins with a press and ends with a release, or is cancelled."""

from typing import NamedTuple

from PySide6.QtCore import Qt

from kpgui.model.edits import Edit
from kpgui.ui.canvas.stage import Stage

DRAG = 8.0
"""Logical pixels within which the pointer may move between press and release of a click, however long that takes."""

Modifier = Qt.KeyboardModifier


class Press(NamedTuple):
    """The press of a button at a pixel of the canvas."""

    x: float
    y: float
    button: Qt.MouseButton
    modifiers: Modifier
    label: int
    """The label that this button gives to points: the left one the chosen class, the right one the other."""

    @property
    def removes(self) -> bool:
        """Whether it removes points from the selection."""
        return self.button == Qt.MouseButton.RightButton or bool(self.modifiers & Modifier.AltModifier)

    @property
    def adds(self) -> bool:
        """Whether it adds points to the selection, or toggles them."""
        return bool(self.modifiers & Modifier.ControlModifier)


class Gesture:
    """Base of the gestures. Tells drags from clicks, and combines its edits into one undo step, a stroke.

    slack: how far the pointer may move in a click, in logical pixels.
    """

    slack = DRAG

    def __init__(self, stage: Stage, press: Press) -> None:
        self.stage = stage
        self.start = press
        self.dragging = False
        self.editing = False
        """Whether this gesture is changing the document right now."""
        self.has_edited = False
        self._stroke = object()

    def move(self, x: float, y: float) -> None:
        """The pointer has moved to this pixel."""
        far = (x - self.start.x) ** 2 + (y - self.start.y) ** 2 > self.slack**2
        self.dragging = self.dragging or far
        if self.dragging:
            self.drag(x, y)

    def hold(self, modifiers: Modifier) -> None:
        """These modifier keys are held now."""

    def drag(self, x: float, y: float) -> None:
        """The pointer has been dragged to this pixel; not called before it has moved further than `slack`."""

    def release(self) -> None:
        """The button was released."""

    def cancel(self) -> None:
        """Undoes the gesture, as if the button had not been pressed."""
        self.editing = True
        self.stage.document.abandon(self._stroke)
        self.editing = False

    def edit(self, edit: Edit, text: str) -> None:
        """Edits the document; all edits of a gesture are one undo step."""
        self.editing = True
        self.has_edited = True
        self.stage.document.edit(edit, text, self._stroke)
        self.editing = False
