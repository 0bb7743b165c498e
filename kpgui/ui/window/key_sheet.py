"""The sheet of keys: every action that has one, over the window, as large as fits."""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from kpgui.drawing.parts import tint
from kpgui.language import _, titled, without_key
from kpgui.ui.actions.actions import BY_KEY, MENUS, PANELS, SUBMENUS, Actions, Entry
from kpgui.ui.look.scale import bold, window_font
from kpgui.ui.look.style import Theme

MARGIN, ROOM, GAP = 24, 20, 28
"""Pixels around the sheet, inside its edge, and between its columns."""

LINE = 1.4
"""Distance of lines in type heights."""

LARGEST, SMALLEST = 2.0, 0.5
"""Size of its type relative to the window's, the smaller one for a small screen on which everything is scaled."""


class Group(NamedTuple):
    """The keys of one menu: its title, and for each action its key and what it does."""

    title: str
    rows: tuple[tuple[str, str], ...]


def groups(entries: Sequence[Entry]) -> list[Group]:
    """The actions that have a key, by their menus in the order of the menus."""
    by_id = {entry.id: entry for entry in entries}
    panels = [entry.id for entry in entries if entry.panel]
    listed = []
    for title, names in MENUS:
        listed_here = f"{names} {BY_KEY.get(title, '')}".split()
        ids = [each for name in listed_here for each in _inside(name, panels)]
        rows = tuple(_row(by_id[each]) for each in ids if each in by_id and by_id[each].keys)
        if rows:
            listed.append(Group(_plain(_(title)), rows))
    return listed


def _inside(name: str, panels: Sequence[str]) -> Sequence[str]:
    """The ids that a name of a menu stands for."""
    if name == PANELS:
        return panels
    return SUBMENUS[name][1].split() if name in SUBMENUS else [name]


def _row(entry: Entry) -> tuple[str, str]:
    native = QKeySequence.SequenceFormat.NativeText
    return QKeySequence(entry.keys[0]).toString(native), _plain(_(entry.text))


def _plain(text: str) -> str:
    """A text of a menu without the mark of its mnemonic.

    >>> _plain("&Run"), _plain("Save &as…")
    ('Run', 'Save as')
    """
    return without_key(text).rstrip("…")


class Cover(QWidget):
    """Covers the window until a key or a click; Esc and the key that showed it end it like any other."""

    def __init__(self, name: str, title: str, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._before: QWidget | None = None
        window.installEventFilter(self)
        self.hide()

    def toggle(self) -> None:
        if self.isVisible():
            self.hide()
            return
        self._before = QApplication.focusWidget()
        self._cover()
        self.show()
        self.raise_()
        self.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._cover()
        return False

    def event(self, event: QEvent) -> bool:
        """Keys end it rather than being shortcuts, but for those with Ctrl or Alt and the function keys."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            event.setAccepted(event.key() == Qt.Key.Key_Escape or (event.text() != "" and event.text().isprintable()))
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr):
            self._end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._end()

    def _end(self) -> None:
        self.hide()
        if self._before is not None and isValid(self._before):  # a form may have been made anew meanwhile
            self._before.setFocus()

    def _cover(self) -> None:
        window = self.parentWidget()
        if window is not None:
            self.setGeometry(window.rect())


class Blank(Cover):
    """A black screen, for a presenter who wants to be looked at."""

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), Qt.GlobalColor.black)


class KeySheet(Cover):
    """Every action that has a key."""

    def __init__(self, window: QWidget, actions: Actions, theme: Theme) -> None:
        super().__init__("sheet.keys", _("Keys"), window)
        self._theme = theme
        self._groups = groups(actions.entries)
        lines = (titled(key, text) for group in self._groups for key, text in group.rows)
        self.setAccessibleDescription(_("; ").join(lines))

    @property
    def texts(self) -> list[str]:
        """What is to be read on it, a line for each key."""
        return [f"{key}  {text}" for group in self._groups for key, text in group.rows]

    def paintEvent(self, event: QPaintEvent) -> None:
        palette, painter = self._theme.palette, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), tint(palette.window, 0.75))
        fitted = _fitted(self._groups, self.rect().adjusted(2 * MARGIN, 2 * MARGIN, -2 * MARGIN, -2 * MARGIN))
        card = QRect(0, 0, fitted.width + 2 * ROOM, fitted.height + 2 * ROOM)
        card.moveCenter(self.rect().center())
        painter.setPen(QColor(palette.grid))
        painter.setBrush(QColor(palette.panel))
        painter.drawRoundedRect(card, 8, 8)
        left = card.left() + ROOM
        for column in fitted.columns:
            top = card.top() + ROOM
            for key, text in column.lines:
                painter.setFont(fitted.bold if key or not text else fitted.plain)
                painter.setPen(QColor(palette.accent if not key else palette.text))
                flags = Qt.AlignmentFlag.AlignVCenter
                if not key:
                    painter.setFont(fitted.bold)
                    painter.drawText(QRect(left, top, column.keys + column.texts, fitted.line), flags, text)
                else:
                    painter.drawText(QRect(left, top, column.keys, fitted.line), flags, key)
                    painter.setFont(fitted.plain)
                    painter.drawText(QRect(left + column.keys, top, column.texts, fitted.line), flags, text)
                top += fitted.line
            left += column.keys + column.texts + GAP


class _Column(NamedTuple):
    """Lines, each a key and a text, or a title after an empty key; the widths of the two."""

    lines: list[tuple[str, str]]
    keys: int
    texts: int


class _Fitted(NamedTuple):
    columns: list[_Column]
    plain: QFont
    bold: QFont
    line: int
    width: int
    height: int


def _fitted(listed: Sequence[Group], room: QRect) -> _Fitted:
    """The keys in the largest type, in one column or several, that fits into the room; else in the smallest."""
    lines: list[tuple[str, str]] = []
    for group in listed:
        lines += [("", ""), ("", group.title), *group.rows]
    size = LARGEST
    while True:
        best = min((_arranged(lines[1:], size, count) for count in range(1, 7)), key=lambda each: _excess(each, room))
        if _excess(best, room) <= 0 or size <= SMALLEST:
            return best
        size -= 0.05


def _excess(fitted: _Fitted, room: QRect) -> int:
    return max(fitted.width - room.width(), fitted.height - room.height())


def _arranged(lines: Sequence[tuple[str, str]], size: float, count: int) -> _Fitted:
    plain = window_font(size)
    heavy = bold(plain)
    wide, wider = QFontMetrics(plain), QFontMetrics(heavy)
    each, columns = ceil(len(lines) / count), []
    for start in range(0, len(lines), each):
        chosen = list(lines[start : start + each])
        keys = max((wider.horizontalAdvance(key) for key, __ in chosen), default=0) + wider.averageCharWidth() * 2
        texts = max((wide.horizontalAdvance(text) for __, text in chosen), default=0) + wide.averageCharWidth()
        columns.append(_Column(chosen, keys, texts))
    line = round(LINE * (wide.ascent() + wide.descent()) / 1.2)
    width = sum(column.keys + column.texts for column in columns) + GAP * (len(columns) - 1)
    return _Fitted(columns, plain, heavy, line, width, line * max(len(column.lines) for column in columns))
