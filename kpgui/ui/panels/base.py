"""What a panel is."""

from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from kpgui.ui.workbench import Workbench

LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
RIGHT = Qt.DockWidgetArea.RightDockWidgetArea


class Panel(QWidget):
    """A panel in a dock: `key` makes its object names, `area` is where it is at first."""

    key: ClassVar[str]
    title: ClassVar[str]
    area: ClassVar[Qt.DockWidgetArea] = LEFT

    def __init__(self, workbench: Workbench) -> None:
        super().__init__()
        self.workbench = workbench
        self.setObjectName(f"panel.{self.key}")
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(12, 2, 12, 0)
        self.column.setSpacing(4)
