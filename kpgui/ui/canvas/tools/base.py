"""The base of tools: a tool decides which gesture a press begins."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from PySide6.QtCore import Qt

from kpgui.model.param import Declared, param
from kpgui.ui.canvas.gestures.base import Gesture, Press
from kpgui.ui.canvas.stage import Stage

SMALLEST, LARGEST = 4.0, 400.0
"""Limits of a brush's radius in logical pixels."""


@dataclass(frozen=True)
class Tool(Declared, ABC):
    """A tool: a frozen value with its settings and no other state.

    Its fields are parameters, from which its settings in the tool bar are made. One called `radius` makes it a brush,
    whose circle is shown around the pointer.
    """

    shortcut: ClassVar[str]
    tip: ClassVar[str]
    """What it does, for its tooltip."""
    cursor: ClassVar[Qt.CursorShape] = Qt.CursorShape.CrossCursor
    adds: ClassVar[bool] = False
    """Whether it adds points, so that it is of use on an empty canvas."""
    handles: ClassVar[bool] = False
    """Whether the selection has a frame with handles while it is in use."""

    @property
    def reach(self) -> float:
        """The radius of its brush in logical pixels; 0 if it is not a brush."""
        return float(self.settings().get("radius", 0.0))

    @abstractmethod
    def begin(self, stage: Stage, press: Press) -> Gesture | None:
        """The gesture that this press of the left or right button begins; None for none."""


def brush_radius(default: float) -> Any:
    """The parameter `radius`, which makes a tool a brush."""
    return param(
        default,
        "How far the brush reaches from the pointer. Shift or Alt and the wheel, [ and ] change it.",
        low=SMALLEST,
        high=LARGEST,
        slider=(SMALLEST, 150.0),
        unit="pixels",
    )
