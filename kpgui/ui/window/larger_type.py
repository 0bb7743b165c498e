"""View → Larger type: the whole window larger, for a classroom, until it is switched off again."""

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget

from kpgui.ui.look.theme import Theme
from kpgui.ui.look.typeface import system_scale
from kpgui.ui.session.settings import Settings
from kpgui.ui.window.dock_layout import DockLayout

LARGER = 1.25
"""A window of 1024 × 700 pixels still has room for all panels."""


def type_scale(larger: bool) -> float:
    """Size of type relative to the usual one, of which part is what the user wants in the whole system."""
    return system_scale() * (LARGER if larger else 1.0)


class LargerType(QObject):
    """Keeps the action, the theme and the settings in step; docks grow and shrink with their type."""

    def __init__(self, action: QAction, theme: Theme, docks: DockLayout, settings: Settings) -> None:
        super().__init__(action)
        self._theme = theme
        self._docks = docks
        self._settings = settings
        self._depths: dict[QDockWidget, int] = {}
        # Deferred, because until they are laid out anew docks keep the least sizes of their old type.
        self._fitting = QTimer(self, singleShot=True, interval=0)
        self._fitting.timeout.connect(self._fit)
        action.setChecked(settings.larger_type)
        action.toggled.connect(self._change)

    def _change(self, larger: bool) -> None:
        self._settings.larger_type = larger
        depths, before = self._docks.depths, self._theme.scale
        self._theme.set_scale(type_scale(larger))
        ratio = self._theme.scale / before
        self._depths = {dock: round(ratio * depth) for dock, depth in depths.items()}
        self._fitting.start()

    def _fit(self) -> None:
        self._docks.fit()
        self._docks.depths = self._depths
