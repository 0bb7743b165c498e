"""A text with a fixed number of lines, so that what is below it does not move when it changes."""

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from kpgui.drawing.lettering import broken
from kpgui.ui.look.plain_text import PlainLabel
from kpgui.words.typesetting import kept_together


class TextLines(PlainLabel):
    """A label with room for so many lines, the last of which is elided where the text is longer."""

    def __init__(self, lines: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._lines = lines
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(0, self._lines * self.fontMetrics().lineSpacing())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QPen(self.palette().color(self.foregroundRole())))
        metrics = self.fontMetrics()
        for number, line in enumerate(broken(kept_together(self.text()), self.font(), self.width(), self._lines)):
            painter.drawText(QPointF(0, number * metrics.lineSpacing() + metrics.ascent()), line)
