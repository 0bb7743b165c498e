"""Labels of texts that are laid out: formulas, a fixed number of lines, lines broken where they are easy to read."""

from PySide6.QtCore import QEvent, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from kpgui.drawing.formula import FormulaBox, boxed, elided
from kpgui.drawing.lettering import broken
from kpgui.ui.look.style import PlainLabel, plain
from kpgui.words.typesetting import Row, Text, joined, kept_together, statements

SIZE = 1.12
"""Size of a formula in that of the label's font: exponents and parts of fractions are smaller than text."""

NARROWEST = 0.8
"""Share of its size to which a formula shrinks before its statements get a line each."""

SMALLEST = 6
"""Size in pixels from which on a formula that is still wider is elided instead of drawn smaller."""

LINE_GAP = 3
"""Pixels between lines."""

APART = Text("\N{EM SPACE}")
"""Between statements on one line."""


class FormulaLabel(PlainLabel):
    """A formula, a little larger than the label's font where the width allows.

    One that is wider is first drawn smaller; then its statements get lines of their own, each as large as fits.
    The lines of a width are kept: the layouts around ask for the height of each many times.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, role="formula", wraps=True)  # so that layouts ask for the height of a width
        self._rows: tuple[Row, ...] = ()
        self._lines: dict[int, list[FormulaBox]] = {}
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def setText(self, text: str) -> None:
        self._rows = statements(text)
        self._lines.clear()
        super().setText(text)
        self.setAccessibleName(text)
        self.updateGeometry()

    def heightForWidth(self, width: int) -> int:
        boxes = self.lines(width)
        return round(sum(box.height for box in boxes)) + LINE_GAP * max(0, len(boxes) - 1)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._lines.clear()
        super().changeEvent(event)

    def lines(self, width: int) -> list[FormulaBox]:
        """The lines into which the formula is laid out for this width, from top to bottom."""
        if width not in self._lines:
            whole = self._fitted(joined(self._rows, APART), width, NARROWEST)
            self._lines[width] = [self._line(row, width) for row in self._rows] if whole is None else [whole]
        return self._lines[width]

    def _line(self, row: Row, width: int) -> FormulaBox:
        """A statement as large as fits the width, or its beginning where no size fits."""
        return self._fitted(row, width, 0) or elided(row, self._font(SMALLEST), width)

    def sizeHint(self) -> QSize:
        whole = boxed(joined(self._rows, APART), self._font(self._size))
        return QSize(round(whole.width), round(whole.height))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.fontMetrics().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(self.foregroundRole())))
        boxes = self.lines(self.width())
        top = max(0.0, (self.height() - self.heightForWidth(self.width())) / 2)
        for box in boxes:
            box.draw(painter, 0, top + box.ascent)
            top += box.height + LINE_GAP

    @property
    def _size(self) -> int:
        return round(SIZE * self.fontInfo().pixelSize())

    def _font(self, pixels: int) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(max(1, pixels))
        return font

    def _fitted(self, row: Row, width: int, least: float) -> FormulaBox | None:
        """The row as large as fits the width, None if that is below the share `least` of its size."""
        size = self._size
        for pixels in range(size, SMALLEST - 1, -1):
            if pixels < least * size:
                break
            box = boxed(row, self._font(pixels))
            if box.width <= width:
                return box
        return None


class TextLines(PlainLabel):
    """A label with room for so many lines, the last of which is elided where the text is longer."""

    def __init__(self, lines: int, parent: QWidget, name: str = "", role: str = "") -> None:
        super().__init__(parent, name=name, role=role)
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


class WrappedLabel(PlainLabel):
    """A label of plain text that breaks no line between a number and its unit, say; `text` gives it as it was set."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, wraps=True)
        self._plain = ""

    def text(self) -> str:
        return self._plain

    def setText(self, text: str) -> None:
        self._plain = text
        super().setText(kept_together(text))

    def clear(self) -> None:
        self.setText("")


def draw_elided(widget: QWidget, text: str, box: QRect) -> None:
    """Draws as much of a text as fits into the box, in the middle of its height; of an ellipsis alone nothing."""
    shown = widget.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    flags, painter = Qt.AlignmentFlag.AlignVCenter, QPainter(widget)
    text = "" if shown == "…" else shown
    widget.style().drawItemText(painter, box, flags, widget.palette(), True, text, widget.foregroundRole())


class ElidedLabel(PlainLabel):
    """The tooltip has the full text, however little of it is visible."""

    def say(self, text: str) -> None:
        self.setText(text)
        self.setToolTip(plain(text))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_elided(self, self.text(), self.contentsRect())
