"""The tools: one file and one line here for each."""

from kpgui.model.registry import Registry
from kpgui.ui.canvas.tools.base import Tool
from kpgui.ui.canvas.tools.draw import Draw
from kpgui.ui.canvas.tools.select import Select

TOOLS: Registry[Tool] = Registry("tool", (Draw(), Select()))
