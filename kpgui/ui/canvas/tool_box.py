"""The tool box: the tool in use, and the settings of every tool."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from kpgui.language import _
from kpgui.model.errors import KpguiError
from kpgui.model.param import Value
from kpgui.ui.canvas.tools import TOOLS
from kpgui.ui.canvas.tools.base import LARGEST, SMALLEST, Tool

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
