"""The texts of a window that Qt would take for HTML, and whether a file was opened for one of them."""

import ctypes
import os
from collections.abc import Iterator
from pathlib import Path

from PySide6 import QtGui
from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction, QHelpEvent, QImage, QTextDocument
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QGraphicsTextItem,
    QGraphicsView,
    QLabel,
    QTabBar,
    QTextEdit,
    QToolTip,
    QWidget,
)
from shiboken6 import isValid

ROLES = Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.StatusTipRole, Qt.ItemDataRole.WhatsThisRole

MOST = 30
"""Rows and columns of a model that are looked at."""

IN_OPEN, IN_NONBLOCK = 0x20, 0o4000
"""Of Linux's inotify."""


class Bait:
    """A picture that tags name, and whether anybody has opened it. Only on Linux, where the kernel says so."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "b.png"
        image = QImage(4, 4, QImage.Format.Format_RGB32)
        image.fill(0)
        assert image.save(str(self.path))
        self.tags = tuple(
            each.format(self.path)
            for each in (
                '<img src="{}">',
                '<body background="{}">',
                "<p style='background-image:url({})'>",
                '&lt;<img src="{}">',
                '<!DOCTYPE html><img src="{}">',
                '<?xml version="1.0"?><img src="{}">',
                '<b title="{}">bold',
            )
        )
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._watch = self._libc.inotify_init1(IN_NONBLOCK)
        assert self._watch >= 0
        assert self._libc.inotify_add_watch(self._watch, os.fsencode(self.path), IN_OPEN) >= 0

    def opened(self) -> bool:
        """Whether it was opened since this was last asked."""
        try:
            return bool(os.read(self._watch, 4096))
        except BlockingIOError:
            return False

    def close(self) -> None:
        os.close(self._watch)

    def taken_for_html(self) -> list[str]:
        """The texts on the screen that name the bait and of which Qt would make a tag of it."""
        return [f"{where}: {text}" for where, text, html in texts() if self._is_tag(text, html)]

    def _is_tag(self, text: str, html: bool | None) -> bool:
        if str(self.path) not in text or not (QtGui.Qt.mightBeRichText(text) if html is None else html):
            return False
        document = QTextDocument()
        document.setHtml(text)
        self.opened()  # by this document
        return str(self.path) not in document.toPlainText()


def texts() -> Iterator[tuple[str, str, bool | None]]:
    """Where a text is in any window, the text, and whether it is HTML; None where Qt guesses."""
    for top in QApplication.topLevelWidgets():
        for widget in (top, *top.findChildren(QWidget)):
            yield from _texts_of(widget)
        for action in top.findChildren(QAction):
            name = action.objectName() or action.text()
            yield f"tooltip of {name}", action.toolTip(), None
            yield f"status tip of {name}", action.statusTip(), None
            yield f"What's This of {name}", action.whatsThis(), None


def _texts_of(widget: QWidget) -> Iterator[tuple[str, str, bool | None]]:
    name = f"{type(widget).__name__} {widget.objectName()}"
    yield f"tooltip of {name}", widget.toolTip(), None
    yield f"status tip of {name}", widget.statusTip(), None
    yield f"What's This of {name}", widget.whatsThis(), None
    if isinstance(widget, QLabel):
        guessed = widget.textFormat() is Qt.TextFormat.AutoText
        yield (
            f"text of {name}",
            QLabel.text(widget),
            None if guessed else widget.textFormat() is not Qt.TextFormat.PlainText,
        )
    if isinstance(widget, QTextEdit):
        yield f"text of {name}", widget.toHtml(), True
    if isinstance(widget, QTabBar):
        for k in range(widget.count()):
            yield f"tab of {name}", widget.tabToolTip(k), None
    if isinstance(widget, QComboBox | QAbstractItemView) and widget.model() is not None:
        yield from _texts_in(widget.model(), name)
    if isinstance(widget, QGraphicsView) and widget.scene() is not None:
        for item in widget.scene().items():
            yield f"tooltip in {name}", item.toolTip(), None
            if isinstance(item, QGraphicsTextItem):
                yield f"text in {name}", item.toHtml(), True


def _texts_in(model, name: str) -> Iterator[tuple[str, str, bool | None]]:
    rows = min(MOST, model.rowCount(QModelIndex()))
    columns = 1 if isinstance(model, QAbstractListModel) else min(MOST, model.columnCount(QModelIndex()))
    for role in ROLES:
        for column in range(columns):
            yield f"head of {name}", str(model.headerData(column, Qt.Orientation.Horizontal, role) or ""), None
            for row in range(rows):
                yield f"cell of {name}", str(model.index(row, column).data(role) or ""), None


def hover_everything() -> None:
    """Shows the tooltip of everything that is visible."""
    for widget in QApplication.allWidgets():
        if isValid(widget) and widget.isVisible():
            place = QPoint(widget.width() // 2, widget.height() // 2)
            QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, place, widget.mapToGlobal(place)))
    QToolTip.hideText()
