"""Small widgets of panels and dialogs, and how they are laid out in rows and columns."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLayout,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from kpgui.ui.look.scale import APART, TIGHT
from kpgui.ui.look.style import PlainLabel, named

Box = TypeVar("Box", QHBoxLayout, QVBoxLayout)


def push_button(
    parent: QWidget, name: str, text: str, act: Callable[[], object], tip: str = "", link: bool = False
) -> QPushButton:
    """A button that does something when it is clicked, but not at Return in a field. link: that it looks like one."""
    button = named(QPushButton(text, parent), name, tip=tip)
    button.setProperty("link", link)
    button.setAutoDefault(False)
    button.clicked.connect(act)
    return button


def tool_button(
    parent: QWidget, name: str, spoken: str, act: Callable[[], object], tip: str, text: str = ""
) -> QToolButton:
    """A button with an icon or a character, which the keyboard reaches otherwise."""
    button = named(QToolButton(parent), name, spoken, tip)
    button.setText(text)
    button.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    button.clicked.connect(act)
    return button


def fold_button(parent: QWidget, unfold: Callable[[bool], object]) -> QPushButton:
    """A link that shows and hides what is folded away."""
    button = QPushButton(parent)
    button.setProperty("link", True)
    button.setCheckable(True)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    button.toggled.connect(unfold)
    return button


class Surface(QWidget):
    """Base of the parts of the window that have the panels' ground."""

    def __init__(self, parent: QWidget | None = None, name: str = "", spoken: str = "") -> None:
        super().__init__(parent)
        named(self, name, spoken)
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)


class Wide(NamedTuple):
    """A part of a row or column that takes the room that is left, or this share of it."""

    part: QWidget | QLayout
    share: int = 1


Part = QWidget | QLayout | Wide | int | None
"""A number is so many pixels of space, None whatever space is left."""

Margins = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""

NONE: Margins = (0, 0, 0, 0)


def in_row(*parts: Part, on: QWidget | None = None, margins: Margins = NONE, spacing: int = -1) -> QHBoxLayout:
    """The parts side by side; on: the widget whose layout that is. spacing: in pixels, −1 for that of the style."""
    return _laid(QHBoxLayout(), parts, on, margins, spacing)


def in_column(*parts: Part, on: QWidget | None = None, margins: Margins = NONE, spacing: int = -1) -> QVBoxLayout:
    """The parts one below the other; the rest as in `in_row`."""
    return _laid(QVBoxLayout(), parts, on, margins, spacing)


def _laid(box: Box, parts: Iterable[Part], on: QWidget | None, margins: Margins, spacing: int) -> Box:
    if on is not None:
        on.setLayout(box)
    box.setContentsMargins(*margins)
    box.setSpacing(spacing)
    fill(box, *parts)
    return box


def fill(box: QBoxLayout, *parts: Part) -> None:
    """Adds parts to a row or column."""
    for each in parts:
        part, share = each if isinstance(each, Wide) else (each, 0)
        if part is None:
            box.addStretch(1)
        elif isinstance(part, int):
            box.addSpacing(part)
        elif isinstance(part, QWidget):
            box.addWidget(part, share)
        else:
            box.addLayout(part, share)


class ColumnArea(QScrollArea):
    """Scrolls a column up and down; the keyboard is that of what is in it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)


class Scrolled(ColumnArea):
    """A column of choices that scrolls where there is no room for all of it."""

    def __init__(self, column: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._column = column
        self.setWidget(column)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.setMinimumWidth(self._column.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width())


MOVING = (
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
)
"""Keys that move the choice of a list, the handle of a slider and the cell of a table."""


def claimed(event: QEvent, own: Callable[[QKeyEvent], bool]) -> bool:
    """Accepts a key that is a widget's own before it can trigger a shortcut of the window. Returns whether it did."""
    if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.ShortcutOverride or not own(event):
        return False
    event.accept()
    return True


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


class Callout(PlainLabel):
    """Why a field's text was refused: below the field, or above it where there is no room.

    Clicks go through it to the row that it covers.
    """

    def __init__(self, field: QWidget) -> None:
        host = _host(field)
        super().__init__(host, role="wrong", wraps=True)
        self.field, self._host = field, host
        self.setProperty("callout", True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        self._placing = QTimer(self, singleShot=True, interval=0)
        self._placing.timeout.connect(self._place)
        self._reveals = Reveal(self), Reveal(field)
        field.installEventFilter(self)
        host.installEventFilter(self)
        field.destroyed.connect(self._leave)

    def show_sentence(self, sentence: str) -> None:
        """Shows the sentence; "" hides it."""
        self.setText(sentence)
        self.setVisible(bool(sentence) and not self.field.isHidden())
        if sentence:
            self._place()
            for each in self._reveals:
                each.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and event.type() == QEvent.Type.Hide:
            self.hide()
        elif event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._placing.start()
        return False

    def _leave(self) -> None:
        """The field is gone; a dialog that is open may keep this from being deleted for long."""
        self.hide()
        self._placing.timeout.disconnect()
        self.deleteLater()

    def _place(self) -> None:
        host = self._host
        width = host.width() - 2 * APART
        height = self.heightForWidth(width)
        y = self.field.mapTo(host, QPoint(0, self.field.height())).y() + TIGHT
        above = y - self.field.height() - 2 * TIGHT - height
        self.setGeometry(APART, above if y + height > host.height() and above >= 0 else y, width, height)
        self.raise_()


def _host(field: QWidget) -> QWidget:
    """The widget that scrolls with the field in a scroll area; without one, its window."""
    around, parent = field, field.parentWidget()
    while parent is not None and not around.isWindow() and not isinstance(parent.parentWidget(), QScrollArea):
        around, parent = parent, parent.parentWidget()
    return around
