"""Texts that are shown as they are, where Qt would take what looks like HTML for HTML.

HTML opens files: a tag in a table or a path could name any. A tooltip, What's This and the like have no plain mode.
"""

import re

from PySide6 import QtGui
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

WORD_JOINER = "\N{WORD JOINER}"
"""Has no width, and is not spoken."""


def plain(text: str) -> str:
    """The text for where Qt guesses; in one that it would take for HTML no tag or entity begins any more."""
    return re.sub("[<&]", rf"\g<0>{WORD_JOINER}", text) if QtGui.Qt.mightBeRichText(text) else text


def rich(text: str) -> str:
    """Says that a text is HTML of our own, in which all data is escaped."""
    return text


class PlainLabel(QLabel):
    """A label that shows its text as it is. name: that of the object. role: how the style sheet shows it."""

    def __init__(
        self, parent: QWidget | None, text: str = "", *, name: str = "", role: str = "", wraps: bool = False
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setObjectName(name)
        self.setProperty("role", role)
        self.setWordWrap(wraps)
        super().setText(text)
