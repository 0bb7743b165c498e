"""The sheet of keys: every action that has one, over the window, as large as fits."""

from collections.abc import Sequence
from html import escape
from math import ceil
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPaintEvent, QTextDocument
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from kpgui.drawing.parts import tint
from kpgui.geometry.palette import Palette
from kpgui.language import _, titled, without_key
from kpgui.ui.actions.actions import BY_KEY, MENUS, PANELS, SUBMENUS, Actions, Entry
from kpgui.ui.look.scale import window_font
from kpgui.ui.look.style import Theme, named

MARGIN, ROOM = 24, 16
"""Pixels around the sheet and inside its edge."""

COLUMNS = range(1, 7)

LARGEST = 2.0
"""Size of its type relative to the window's, at most."""


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
        named(self, name, title)
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

    def fitted(self) -> tuple[QTextDocument, float]:
        """The keys in as many columns as make them largest, and the factor by which they then fit into the window."""
        width, height = (side - 2 * (MARGIN + ROOM) for side in (self.width(), self.height()))
        pages = [_page(self._groups, columns, self._theme.palette) for columns in COLUMNS]
        factors = [min(width / page.size().width(), height / page.size().height()) for page in pages]
        best = factors.index(max(factors))
        return pages[best], min(LARGEST, factors[best])

    def paintEvent(self, event: QPaintEvent) -> None:
        palette, painter = self._theme.palette, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), tint(palette.window, 0.75))
        page, factor = self.fitted()
        text = QRectF(QPointF(), page.size() * factor)
        text.moveCenter(QRectF(self.rect()).center())
        painter.setPen(QColor(palette.grid))
        painter.setBrush(QColor(palette.panel))
        painter.drawRoundedRect(text.adjusted(-ROOM, -ROOM, ROOM, ROOM), 8, 8)
        painter.translate(text.topLeft())
        painter.scale(factor, factor)
        page.drawContents(painter)


def _page(listed: Sequence[Group], columns: int, palette: Palette) -> QTextDocument:
    """The keys as a table, whose rows are spread over so many columns."""
    length = ceil(sum(2 + len(group.rows) for group in listed) / columns)
    spread: list[list[str]] = [[]]
    for group in listed:
        if len(spread[-1]) + 3 > length:  # a title is followed by a row at least
            spread.append([])
        spread[-1] += ["<tr><td>&nbsp;</td></tr>"] if spread[-1] else []
        spread[-1].append(f'<tr><td colspan="2"><b style="color: {palette.accent}">{escape(group.title)}</b></td></tr>')
        for key, text in group.rows:
            if len(spread[-1]) >= length:
                spread.append([])
            spread[-1].append(f"<tr><td><b>{escape(key)}</b></td><td>{escape(text)}</td></tr>")
    cells = "".join(f'<td><table cellspacing="0" cellpadding="3">{"".join(each)}</table></td>' for each in spread)
    page = QTextDocument()
    page.setDefaultFont(window_font())
    page.setDefaultStyleSheet(f"td {{ color: {palette.text}; white-space: pre }}")
    page.setHtml(f'<table cellspacing="0" cellpadding="8"><tr>{cells}</tr></table>')
    return page
