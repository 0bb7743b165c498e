"""What a panel is."""

from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from kpgui.ui.panels.workbench import Workbench
from kpgui.ui.tasks.throttle import READABLE, Throttle

LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
RIGHT = Qt.DockWidgetArea.RightDockWidgetArea


class Panel(QWidget):
    """A panel in a dock: `key` makes its object names, `area` is where it is at first.

    explanation: one sentence on what it is for: tooltip and accessible description. shortcut: brings the panel and
    gives it the keyboard; the action for it, `view.<key>`, has the text `menu_text`. rate: refreshes a second at most.
    wanted_width: in pixels, what the column is widened to when the panel is asked for by its shortcut. at_first:
    whether it is on the screen in a fresh installation; the others wait in the View menu and share a place, by tabs,
    with the first panel of their area. foot: what stays in sight below the panel when the panel scrolls.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    explanation: ClassVar[str]
    shortcut: ClassVar[str] = ""
    menu_text: ClassVar[str] = ""
    area: ClassVar[Qt.DockWidgetArea] = LEFT
    rate: ClassVar[float] = READABLE
    wanted_width: ClassVar[int] = 0
    at_first: ClassVar[bool] = True

    def __init__(self, workbench: Workbench) -> None:
        super().__init__()
        self.workbench = workbench
        self.foot: QWidget | None = None
        self._throttle = Throttle(self.refresh, self.rate, self)
        self.setObjectName(f"panel.{self.key}")
        self.setAccessibleDescription(self.explanation)
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(12, 2, 12, 0)
        self.column.setSpacing(4)

    def begin(self) -> None:
        """Take the keyboard: the panel was asked for by its shortcut."""
        self.setFocus()

    def refresh(self) -> None:
        """Show the present state. Called when the panel appears, and after requests while it is visible."""

    def request_refresh(self) -> None:
        """Refresh soon, at most `rate` times a second; a panel that is not visible costs nothing."""
        if self.isVisible():
            self._throttle.request()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._throttle.cancel()
