"""A text with a fixed number of lines, so that what is below it does not move when it changes."""

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QTextLayout
from PySide6.QtWidgets import QSizePolicy, QWidget

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
        text, height, width = kept_together(self.text()), self.fontMetrics().lineSpacing(), self.width()
        layout = QTextLayout(text, self.font(), self)
        painter = QPainter(self)
        painter.setPen(QPen(self.palette().color(self.foregroundRole())))
        layout.beginLayout()
        for number in range(self._lines):
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(width)
            line.setPosition(QPointF(0, number * height))
            start = line.textStart()
            if number == self._lines - 1 and start + line.textLength() < len(text):
                rest = self.fontMetrics().elidedText(text[start:], Qt.TextElideMode.ElideRight, width)
                painter.drawText(QPointF(0, number * height + self.fontMetrics().ascent()), rest)
            else:
                line.draw(painter, QPointF(0, 0))
        layout.endLayout()
