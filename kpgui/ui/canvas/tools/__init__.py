"""The tools of the canvas: one file and one line here for each."""

from kpgui.model.registry import Registry
from kpgui.ui.canvas.tools.base import Tool
from kpgui.ui.canvas.tools.brushes import Erase, HoldOutBrush, Jitter, Magnet, RelabelBrush, Spray
from kpgui.ui.canvas.tools.move import MoveTool
from kpgui.ui.canvas.tools.select import Lasso, Select
from kpgui.ui.canvas.tools.shapes import Blob, Draw, EllipseTool, LineTool

TOOLS: Registry[Tool] = Registry(
    "tool",
    (
        Draw(),
        Spray(),
        LineTool(),
        EllipseTool(),
        Blob(),
        Erase(),
        Select(),
        Lasso(),
        MoveTool(),
        RelabelBrush(),
        Jitter(),
        Magnet(),
        HoldOutBrush(),
    ),
)
"""In the order of the tool strip: tools that add and remove points, select them, and change them."""
