"""The tools of the canvas: one file and one line here for each."""

from kpgui.model.registry import Registry
from kpgui.ui.canvas.tools.base import Tool
from kpgui.ui.canvas.tools.blob import Blob
from kpgui.ui.canvas.tools.draw import Draw
from kpgui.ui.canvas.tools.ellipse import EllipseTool
from kpgui.ui.canvas.tools.erase import Erase
from kpgui.ui.canvas.tools.hold_out import HoldOutBrush
from kpgui.ui.canvas.tools.jitter import Jitter
from kpgui.ui.canvas.tools.lasso import Lasso
from kpgui.ui.canvas.tools.line import LineTool
from kpgui.ui.canvas.tools.magnet import Magnet
from kpgui.ui.canvas.tools.move import MoveTool
from kpgui.ui.canvas.tools.relabel import RelabelBrush
from kpgui.ui.canvas.tools.select import Select
from kpgui.ui.canvas.tools.spray import Spray

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
