"""The tool strip: a vertical tool bar at the edge of the canvas, whose icons are as large as all of them fit."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QToolBar, QToolButton

from kpgui.language import _
from kpgui.ui.look.scale import scaled

LARGEST, SMALLEST = 20, 16
"""Sides of an icon in pixels, the larger one with type of usual size."""


class ToolStrip(QToolBar):
    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("tool_strip")
        self.setAccessibleName(_("Tools"))
        self.setOrientation(Qt.Orientation.Vertical)
        self.setIconSize(QSize(LARGEST, LARGEST))

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._fit()
        return done

    def _fit(self) -> None:
        """Shrinks the icons rather than hide the last tools behind an arrow, where the window is low."""
        count, side = len(self.findChildren(QToolButton)) - 1, self.iconSize().width()  # one is Qt's arrow
        if count > 0:
            spare = (self.height() - self.sizeHint().height()) // count
            fitting = max(SMALLEST, min(side + spare, scaled(LARGEST)))
            if fitting != side:
                self.setIconSize(QSize(fitting, fitting))
