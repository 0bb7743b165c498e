"""What a gesture is: it begins with a press and ends with a release, or is given up."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt

from kpgui.model.edits import Edit

if TYPE_CHECKING:  # the canvas makes gestures
    from kpgui.ui.canvas.canvas import Canvas

DRAG = 8.0
"""Logical pixels; what stayed this near to where it was pressed has clicked, however long that took."""

Modifier = Qt.KeyboardModifier


class Press(NamedTuple):
    """A button went down at a pixel of the canvas."""

    x: float
    y: float
    button: Qt.MouseButton
    modifiers: Modifier

    @property
    def removes(self) -> bool:
        """Whether it is meant to take from the selection."""
        return self.button == Qt.MouseButton.RightButton or bool(self.modifiers & Modifier.AltModifier)

    @property
    def adds(self) -> bool:
        """Whether it is meant to add to the selection, or take from it."""
        return bool(self.modifiers & Modifier.ControlModifier)


class Gesture:
    """Base of the gestures. It knows how far the pointer went, and makes its edits one stroke.

    slack: how far the pointer may go, in logical pixels, and has still clicked.
    """

    slack = DRAG

    def __init__(self, canvas: Canvas, press: Press) -> None:
        self.canvas = canvas
        self.start = press
        self.dragging = False
        self.editing = False
        """Whether the document is changing because of this gesture."""
        self.has_edited = False
        self._stroke = object()

    def move(self, x: float, y: float) -> None:
        """The pointer is at this pixel now."""
        far = (x - self.start.x) ** 2 + (y - self.start.y) ** 2 > self.slack**2
        self.dragging = self.dragging or far
        if self.dragging:
            self.drag(x, y)

    def hold(self, modifiers: Modifier) -> None:
        """These keys are held now, beside the button."""

    def drag(self, x: float, y: float) -> None:
        """The pointer, having left the place where it was pressed, is at this pixel now."""

    def release(self) -> None:
        """The button went up."""

    def cancel(self) -> None:
        """Put everything back as if the button had not been pressed."""
        self.editing = True
        self.canvas.document.abandon(self._stroke)
        self.editing = False

    def edit(self, edit: Edit, text: str) -> None:
        """Change the document; all edits of a gesture are undone at once."""
        self.editing = True
        self.has_edited = True
        self.canvas.document.edit(edit, text, self._stroke)
        self.editing = False
