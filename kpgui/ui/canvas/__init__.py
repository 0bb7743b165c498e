"""The canvas, on which points are drawn, moved and selected, and the boundary is seen forming."""

from kpgui.ui.canvas.canvas import Canvas
from kpgui.ui.canvas.tools import TOOLS

__all__ = ["TOOLS", "Canvas"]
