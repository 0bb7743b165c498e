"""The base class of panels."""

from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from kpgui.language import _
from kpgui.ui.forms.workbench import Workbench
from kpgui.ui.tasks.throttle import READABLE, Throttle


class Panel(QWidget):
    """A panel: a section of the setup, or an instrument in a dock of its own.

    key: the prefix of its object names. explanation: one sentence on its purpose, for tooltip and accessible
    description. shortcut: shows the panel and gives it the keyboard focus; the action for it, `view.<key>`, has the
    text `menu_text`. rate: most refreshes per second. wanted_width: in pixels, the width that the column gets when the
    panel is shown by its shortcut. at_first: whether it is shown in a fresh installation; the other instruments are in
    the Panels menu and share tabs with the first one. foot: a widget of a section that stays visible at the lower edge
    of the setup.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    explanation: ClassVar[str]
    shortcut: ClassVar[str] = ""
    menu_text: ClassVar[str] = ""
    rate: ClassVar[float] = READABLE
    wanted_width: ClassVar[int] = 0
    at_first: ClassVar[bool] = True

    def __init__(self, workbench: Workbench) -> None:
        super().__init__()
        self.workbench = workbench
        self.foot: QWidget | None = None
        self._throttle = Throttle(self.refresh, self.rate, self)
        self.setObjectName(f"panel.{self.key}")
        self.setAccessibleName(_(self.title))
        self.setAccessibleDescription(_(self.explanation))
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # a click beside a field takes the keyboard from the canvas
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(12, 2, 4, 0)  # the scroll bar has the rest of the right margin
        self.column.setSpacing(4)

    def begin(self) -> None:
        """Takes the keyboard focus, after the panel was shown by its shortcut."""
        self.setFocus()

    def refresh(self) -> None:
        """Shows the current state. Called when the panel appears, and after requests while it is visible."""

    def request_refresh(self) -> None:
        """Refreshes soon, at most `rate` times a second, if the panel is visible."""
        if self.isVisible():
            self._throttle.request()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._throttle.cancel()
