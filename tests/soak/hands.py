"""Hands on mouse and keyboard: events that arrive at a window as those of the system do."""

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QInputMethodEvent, QWheelEvent, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

Button, Key, Modifier = Qt.MouseButton, Qt.Key, Qt.KeyboardModifier


def place_of(widget: QWidget, spot: QPoint) -> tuple[QWindow, QPoint] | None:
    """The native window of a widget and a place in it; None when the widget is not on the screen."""
    if not isValid(widget) or not widget.isVisible():
        return None
    top = widget.window()
    handle, pixel = top.windowHandle(), widget.mapTo(top, spot)
    if handle is None or not (top.rect() & QRect(QPoint(), handle.size())).contains(pixel):
        return None
    return handle, pixel


def is_there(window: QWindow) -> bool:
    """Whether a native window is still there. Qt makes it: `isValid` does not hear of its end."""
    return window in QGuiApplication.allWindows()


def within(window: QWindow, pixel: QPoint) -> QPoint:
    """The place, or the one nearest to it in a window that has become smaller under the hand."""
    return QPoint(min(pixel.x(), window.width() - 1), min(pixel.y(), window.height() - 1))


def click(widget: QWidget, spot: QPoint, button: Button = Button.LeftButton, keys: Modifier = Modifier.NoModifier):
    """Move there, press, release; the right button asks for the context menu too, as the system does."""
    if (at := place_of(widget, spot)) is None:
        return
    QTest.mouseMove(*at)
    if (at := place_of(widget, spot)) is None:  # the move may have changed the window
        return
    QTest.mousePress(at[0], button, keys, at[1])
    if is_there(at[0]):
        QTest.mouseRelease(at[0], button, keys, within(*at))
    if button is Button.RightButton and isValid(widget) and is_reached(widget):
        asked = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, spot, widget.mapToGlobal(spot), keys)
        QApplication.sendEvent(widget, asked)


def is_reached(widget: QWidget) -> bool:
    """Whether events of the system come to a widget: not while a dialog of another window is open."""
    modal = QApplication.activeModalWidget()
    return modal is None or modal is widget.window() or modal.isAncestorOf(widget)


def double_click(widget: QWidget, spot: QPoint):
    if (at := place_of(widget, spot)) is not None:
        QTest.mouseDClick(at[0], Button.LeftButton, Modifier.NoModifier, at[1])


def hover(widget: QWidget, spot: QPoint):
    if (at := place_of(widget, spot)) is not None:
        QTest.mouseMove(*at)


def drag(widget: QWidget, spots: list[QPoint], button: Button, keys: Modifier, pressed: tuple[Key, ...] = ()):
    """Press at the first spot, move to each of the others, press some keys in between, release at the last."""
    places = [at for at in (place_of(widget, spot) for spot in spots) if at is not None]
    if not places:
        return
    window, last = places[0]
    QTest.mousePress(window, button, keys, last)
    for _, pixel in places[1:]:
        if not is_there(window):
            return
        if not QRect(QPoint(), window.size()).contains(pixel):  # it has become smaller under the hand
            continue
        QTest.mouseMove(window, pixel)
        last = pixel
    for key in pressed:
        type_key(key)
    if is_there(window):
        QTest.mouseRelease(window, button, keys, within(window, last))


def wheel(widget: QWidget, spot: QPoint, notches: int, keys: Modifier = Modifier.NoModifier):
    if place_of(widget, spot) is None or not is_reached(widget):
        return
    event = QWheelEvent(
        QPointF(spot),
        QPointF(widget.mapToGlobal(spot)),
        QPoint(),
        QPoint(0, 120 * notches),
        Button.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


MODIFIER_KEYS = {
    Modifier.ShiftModifier: Key.Key_Shift,
    Modifier.ControlModifier: Key.Key_Control,
    Modifier.AltModifier: Key.Key_Alt,
    Modifier.MetaModifier: Key.Key_Meta,
}


def type_key(key: Key, keys: Modifier = Modifier.NoModifier):
    """Press and release a key and its modifiers, each wherever the keyboard goes by then.

    `QTest.keyPress` sends all of them to one window, and crashes when the first has closed it: Shift closes a bubble
    of What's This.
    """
    held, text = Modifier.NoModifier, QTest.keyToAscii(key).strip("\0")
    wanted = [modifier for modifier in MODIFIER_KEYS if modifier in keys]
    for modifier in wanted:
        send_key(True, MODIFIER_KEYS[modifier], held)
        held |= modifier
    send_key(True, key, held, text)
    send_key(False, key, held, text)
    for modifier in reversed(wanted):
        held &= ~modifier
        send_key(False, MODIFIER_KEYS[modifier], held)


def send_key(down: bool, key: Key, held: Modifier, text: str = ""):
    window = QGuiApplication.focusWindow()
    if window is not None:
        QTest.simulateEvent(window, down, key, held, text, False)


def type_text(text: str):
    """Type into the widget with the focus; what no key has comes from the input method."""
    widget = QApplication.focusWidget()
    if widget is None:
        return
    if text.isascii() and text.isprintable():
        for letter in text:
            if isValid(widget):  # a letter may be a shortcut that closes it
                QTest.keyClicks(widget, letter)
        return
    event = QInputMethodEvent()
    event.setCommitString(text)
    QApplication.sendEvent(widget, event)
