"""What a tool is: it decides which gesture a press begins."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt

from kpgui.ui.canvas.gestures.base import Gesture, Press

if TYPE_CHECKING:
    from kpgui.ui.canvas.canvas import Canvas


class Tool(ABC):
    """A way to use the mouse on the canvas; without state."""

    key: ClassVar[str]
    title: ClassVar[str]
    shortcut: ClassVar[str]
    tip: ClassVar[str]
    """What it does, for its tooltip."""
    cursor: ClassVar[Qt.CursorShape]

    @abstractmethod
    def begin(self, canvas: Canvas, press: Press) -> Gesture | None:
        """The gesture that this press of the left or right button begins on points in the plane."""
