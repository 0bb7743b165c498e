"""A label that is elided where there is little room."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent

from kpgui.ui.look.plain_text import PlainLabel, plain


class ElidedLabel(PlainLabel):
    """The tooltip has the full text, however little of it is visible."""

    def say(self, text: str) -> None:
        self.setText(text)
        self.setToolTip(plain(text))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        place = self.contentsRect()
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, place.width())
        self.style().drawItemText(
            QPainter(self),
            place,
            Qt.AlignmentFlag.AlignVCenter,
            self.palette(),
            True,
            "" if text == "…" else text,
            self.foregroundRole(),
        )
