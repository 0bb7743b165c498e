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
    for part in _parts(layout) if layout is not None else ():
        if isinstance(part, QLayout):
            yield from stops(part)
            continue
        if part.focusPolicy() & Qt.FocusPolicy.TabFocus:
            yield part
        yield from stops(part.layout())


def _parts(layout: QLayout) -> list[QWidget | QLayout]:
    """The widgets and layouts directly in a layout, in the order in which one reads them.

    `QLayout.itemAt` would be simpler, but Python's object of an item outlives it: when Qt puts a widget where the item
    was, that widget is taken for the item, and the program fails somewhere else.
    """
    around = layout.parentWidget()
    assert around is not None
    widgets = around.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    places: dict[int, QWidget | QLayout] = {layout.indexOf(each): each for each in widgets}
    places |= {layout.indexOf(each): each for each in layout.children() if isinstance(each, QLayout)}
    places.pop(-1, None)  # what is elsewhere
    if isinstance(layout, QGridLayout) and layout.columnCount() == 1:
        # Others are filled in the order in which one reads them. The stub of Qt knows no type of the position.
        return [places[k] for k in sorted(places, key=lambda k: layout.getItemPosition(k)[0])]  # type: ignore[index]
    return [places[k] for k in sorted(places)]
