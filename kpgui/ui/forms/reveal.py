"""Scrolling a panel to a widget that has just appeared in it."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QScrollArea, QWidget

SETTLED = 50
"""Milliseconds after which the docks have redistributed their heights."""


class Reveal(QTimer):
    """Timer that, once started, scrolls to a widget when the docks have settled."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget, singleShot=True, interval=SETTLED)
        self._widget = widget
        self.timeout.connect(self._scroll)

    def _scroll(self) -> None:
        reveal(self._widget)


def reveal(widget: QWidget) -> None:
    """Scrolls the scroll area around a widget to it, now."""
    around = widget.parentWidget()
    while around is not None and not isinstance(around, QScrollArea):
        around = around.parentWidget()
    if around is not None and widget.isVisible():
        around.ensureWidgetVisible(widget, 0, 0)
