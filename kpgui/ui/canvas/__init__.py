"""The canvas: where points are drawn, moved and selected, and where the boundary is seen forming."""

from kpgui.ui.canvas.canvas import Canvas
from kpgui.ui.canvas.tools import TOOLS

__all__ = ["TOOLS", "Canvas"]
