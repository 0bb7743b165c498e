"""The tool box: which tool is in the hand, and how each one is set."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from kpgui.model.param import Value
from kpgui.ui.canvas.tools import TOOLS
from kpgui.ui.canvas.tools.base import LARGEST, SMALLEST, Tool

NOTCH = 1.15
"""How many times larger one notch of the wheel makes a brush."""


class ToolBox(QObject):
    """Every tool keeps its settings while others are used. changed: the tool in use, or its settings."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._tools = {tool.key: tool for tool in TOOLS}
        self._key = TOOLS.members[0].key

    @property
    def current(self) -> Tool:
        return self._tools[self._key]

    def take(self, key: str) -> None:
        """Use this tool. Raises KpguiError for an unknown key."""
        self._key = TOOLS.find(key).key
        self.changed.emit()

    def adjust(self, name: str, value: Value) -> None:
        """Give a parameter of the tool in use another value. Raises KpguiError when it is not allowed."""
        tool = replace(self.current, **{name: value})
        if tool != self.current:
            self._tools[self._key] = tool
            self.changed.emit()

    def resize(self, notches: float) -> bool:
        """Make the brush in use larger, or smaller by negative notches; whether it is a brush."""
        reach = self.current.reach
        if reach:
            self.adjust("radius", min(max(round(reach * NOTCH**notches, 1), SMALLEST), LARGEST))
        return bool(reach)
