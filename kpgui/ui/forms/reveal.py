"""Bringing into view what a panel has only just shown, where there is no room for all of the panel."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QScrollArea, QWidget

SETTLED = 50
"""Milliseconds after which the docks have shared out the room anew."""


class Reveal(QTimer):
    """Scrolls the panel around a widget to it; when started, as soon as there is all the room that there will be."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget, singleShot=True, interval=SETTLED)
        self._widget = widget
        self.timeout.connect(self._scroll)

    def _scroll(self) -> None:
        reveal(self._widget)


def reveal(widget: QWidget) -> None:
    """Scroll the panel around a widget to it, now."""
    around = widget.parentWidget()
    while around is not None and not isinstance(around, QScrollArea):
        around = around.parentWidget()
    if around is not None and widget.isVisible():
        around.ensureWidgetVisible(widget, 0, 0)
