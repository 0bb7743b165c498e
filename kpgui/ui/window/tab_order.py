"""The order in which the Tab key visits the fields of a page: as they are laid out, not as they were made."""

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QGridLayout, QLayout, QWidget


class TabOrder(QObject):
    """Keeps the Tab order of a page that of its layouts, also when rows are added later."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self._order: list[QWidget] = []
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._apply)
        page.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._timer.start()
        return False

    def _apply(self) -> None:
        order = list(stops(self._page.layout()))
        if order != self._order:
            self._order = order
            for one, other in pairwise(order):
                QWidget.setTabOrder(one, other)


def stops(layout: QLayout | None) -> Iterator[QWidget]:
    """The widgets of a layout that the Tab key visits, row by row."""
    places = [] if layout is None else list(range(layout.count()))
    if isinstance(layout, QGridLayout) and layout.columnCount() == 1:
        # Others are filled in the order in which one reads them. The stub of Qt knows no type of the position.
        places.sort(key=lambda place: layout.getItemPosition(place)[0])  # type: ignore[index]
    for place in places:
        item = layout.itemAt(place) if layout is not None else None
        if item is None:
            continue
        widget = item.widget()
        if widget is None:
            yield from stops(item.layout())
            continue
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            yield widget
        yield from stops(widget.layout())
