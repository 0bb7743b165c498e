"""What a panel is."""

from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from kpgui.ui.panels.workbench import Workbench

LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
RIGHT = Qt.DockWidgetArea.RightDockWidgetArea


class Panel(QWidget):
    """A panel in a dock: `key` makes its object names, `area` is where it is at first.

    wanted_width: in pixels, what the column is widened to when the panel is asked for by its key. at_first: whether
    it is on the screen in a fresh installation; the others wait in the View menu and share a place, by tabs, with the
    first panel of their area. foot: what stays in sight below the panel when the panel scrolls.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    area: ClassVar[Qt.DockWidgetArea] = LEFT
    wanted_width: ClassVar[int] = 0
    at_first: ClassVar[bool] = True

    def __init__(self, workbench: Workbench) -> None:
        super().__init__()
        self.workbench = workbench
        self.foot: QWidget | None = None
        self.setObjectName(f"panel.{self.key}")
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(12, 2, 12, 0)
        self.column.setSpacing(4)

    def begin(self) -> None:
        """Take the keyboard: the panel was asked for by its key."""
        self.setFocus()
