"""Keys: who gets them, where Tab goes, and what F1 opens."""

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QGridLayout,
    QLayout,
    QLineEdit,
    QMainWindow,
    QWidget,
)
from shiboken6 import isValid

from kpgui.ui.actions.actions import Actions
from kpgui.ui.canvas import Canvas
from kpgui.ui.dialogs.guide import Guide
from kpgui.ui.dialogs.guide_browser import place_of
from kpgui.ui.forms.fields import finish_typing
from kpgui.ui.look.scale import application
from kpgui.ui.table.view import SIGNS
from kpgui.ui.window.key_sheet import Cover

COMMANDING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
ENTER = Qt.Key.Key_Return, Qt.Key.Key_Enter
TAB = Qt.Key.Key_Tab, Qt.Key.Key_Backtab

DECIMALS = SIGNS | {".", ",", ""}
"""With these a number begins in its field."""

WINDOWS = Qt.WindowType.Window, Qt.WindowType.Tool
"""The main window, and docks that float. Dialogs, menus and lists that are open have all their keys."""


class PlainKeys(QObject):
    """Gives the keyboard back to the canvas, and keeps other controls from taking the keys of the run.

    After a choice in a list, Enter in a field, a click on a button, or a dialog, the canvas has the keyboard; Tab goes
    back to the control that had it. Whatever has it, characters are shortcuts and Space runs and pauses, so that it
    does not press the button that was clicked last: Enter does. Text fields keep what is typed into them; a number
    field has its digits, and other characters only once its text is being changed.

    It watches whichever widget has the keyboard, so that none has to be connected to it.
    """

    def __init__(self, window: QMainWindow, canvas: Canvas) -> None:
        super().__init__(window)
        self._window, self._canvas = window, canvas
        self._watched: QWidget | None = None
        self._used: QWidget | None = None
        """The control that had the keyboard before the canvas was given it."""
        self._choosing = QTimer(self, singleShot=True, interval=0)  # a list takes the choice after it is closed
        self._choosing.timeout.connect(self._leave_list)
        application().focusChanged.connect(self._follow)

    def leave_text(self) -> None:
        """Commits a text being typed into a field, and gives the canvas the keyboard, as Enter would."""
        finish_typing()
        field = self._watched
        if isinstance(field, QLineEdit | QDoubleSpinBox) and not edits_cell(field):
            self._give_back(field)

    def _follow(self, before: QWidget | None, now: QWidget | None) -> None:
        """Watches the widget that has the keyboard now."""
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = None
        if now is None or not owns(self._window, now):
            return
        if isinstance(now.window(), QDialog):
            self._canvas.setFocus()  # for the time after the dialog
        elif now.window().windowType() in WINDOWS and not isinstance(now, Cover):
            self._watch(now)
            if isinstance(now, QComboBox) and before is not None and before is now.view():
                self._choosing.start()

    def _leave_list(self) -> None:
        if isinstance(self._watched, QComboBox):
            self._return(self._watched)

    def _watch(self, now: QWidget) -> None:
        self._watched = now
        now.installEventFilter(self)
        if isinstance(now, QDoubleSpinBox):
            now.lineEdit().setModified(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonRelease and isinstance(watched, QAbstractButton):
            self._pass_on(watched, event)
            return True
        if isinstance(event, QFocusEvent) and isinstance(watched, QAbstractButton):
            self._return_from_menu(watched, event)
        return isinstance(watched, QWidget) and isinstance(event, QKeyEvent) and self._takes(watched, event)

    def _takes(self, watched: QWidget, event: QKeyEvent) -> bool:
        """Does what a key does that is not left to the widget. Returns whether it is not."""
        pressed = event.type() == QEvent.Type.KeyPress
        if watched is self._canvas:
            return pressed and event.key() in TAB and self._go_back()
        if _is_typed(watched, event):
            ends = pressed and event.key() in ENTER
            if ends:
                self._pass_on(watched, event)
            return ends
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            QApplication.sendEvent(self._canvas, event)  # it can be dragged with it
            event.accept()
            return True
        if pressed and event.key() in ENTER:
            return self._enter(watched)
        own = isinstance(watched, QAbstractItemView) and event.text() in SIGNS
        if own or not is_plain(event):
            return False
        event.ignore()
        return True

    def _enter(self, watched: QWidget) -> bool:
        """Presses a button or opens a list, as Space does elsewhere. Returns whether it is one of them."""
        if isinstance(watched, QAbstractButton):
            watched.click()
            self._return(watched)
        elif isinstance(watched, QComboBox):
            watched.showPopup()
        return isinstance(watched, QAbstractButton | QComboBox)

    def _pass_on(self, watched: QWidget, event: QEvent) -> None:
        """Lets the widget do what an event asks for, and then gives the canvas the keyboard."""
        watched.removeEventFilter(self)
        QApplication.sendEvent(watched, event)
        if watched is self._watched:
            watched.installEventFilter(self)
        self._return(watched)

    def _return_from_menu(self, button: QAbstractButton, event: QFocusEvent) -> None:
        """Gives the canvas the keyboard if the menu that a button opened is closed."""
        if event.gotFocus() and event.reason() == Qt.FocusReason.PopupFocusReason:
            self._return(button)

    def _return(self, used: QWidget) -> None:
        """Gives the canvas the keyboard, unless that was taken elsewhere, belongs to a table, or a text was refused."""
        if edits_cell(used) or QApplication.activePopupWidget() is not None:
            return
        gone = not (isValid(used) and used.isEnabled() and used.isVisible())  # Qt has gone on to the next control
        if gone or (used is self._watched and not used.property("wrong")):
            self._give_back(used)

    def _give_back(self, used: QWidget) -> None:
        if isValid(used) and used.window() is not self._window:
            self._canvas.activateWindow()
        self._canvas.setFocus()
        self._used = used

    def _go_back(self) -> bool:
        """Gives the keyboard to the control that was used last. Returns whether there is one."""
        used, self._used = self._used, None
        if used is None or not isValid(used) or not used.isVisible():
            return False
        used.setFocus(Qt.FocusReason.TabFocusReason)
        return True


def _is_typed(watched: QWidget, event: QKeyEvent) -> bool:
    """Whether the widget is a text being typed, or the key begins to type a number into it."""
    if not isinstance(watched, QDoubleSpinBox):
        return isinstance(watched, QLineEdit)
    return watched.lineEdit().isModified() or not event.text().isprintable() or event.text() in DECIMALS


def edits_cell(widget: QWidget) -> bool:
    """Whether a widget is the editor over a cell of a table or tree, which is closed by that."""
    viewport = widget.parentWidget() if isValid(widget) else None
    return viewport is not None and isinstance(viewport.parentWidget(), QAbstractItemView)


def owns(window: QWidget, widget: QWidget) -> bool:
    """Whether a widget is in a window, or in one of its docks, dialogs and menus."""
    around: QWidget | None = widget
    while around is not None and around is not window:
        around = around.parentWidget()
    return around is not None


def is_plain(event: QKeyEvent) -> bool:
    """Whether the key types a character that is seen."""
    text = event.text()
    return bool(text) and text.isprintable() and not text.isspace() and not event.modifiers() & COMMANDING


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


KEY = "dialog.help_key"


class HelpKey(QObject):
    """Opens the guide from the menu, and from every dialog of the window, to which the menu's keys do not reach.

    A dialog gets the key when it is entered, so that none has to ask for it.
    """

    def __init__(self, window: QWidget, actions: Actions) -> None:
        super().__init__(window)
        self._window = window
        actions["help.guide"].triggered.connect(self._open)
        application().focusChanged.connect(self._reach)

    def _reach(self, _old: QWidget | None, now: QWidget | None) -> None:
        dialog = now.window() if now is not None else None
        if (
            not isinstance(dialog, QDialog)
            or isinstance(dialog, Guide)
            or not owns(self._window, dialog)
            or dialog.findChild(QShortcut, KEY) is not None
        ):
            return
        key = QShortcut(QKeySequence(Qt.Key.Key_F1), dialog)
        key.setObjectName(KEY)
        key.activated.connect(self._open)

    def _open(self) -> None:
        """A guide that is open is used again, unless a dialog keeps it from being reached."""
        front = QApplication.activeWindow() or self._window
        place = place_of(QApplication.focusWidget() or front)
        modal = front if isinstance(front, QDialog) and front.isModal() else self._window
        guide = modal.findChild(Guide, options=Qt.FindChildOption.FindDirectChildrenOnly)
        (guide or Guide(modal)).open(place)
