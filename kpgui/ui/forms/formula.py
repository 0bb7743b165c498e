"""A label that draws a formula with fractions, roots and exponents; its text is the formula on one line."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from kpgui.figure.formula import Box, boxed
from kpgui.present.typesetting import Row, Text, statements

SIZE = 1.12
"""Size of a formula in that of the label's font: exponents and parts of fractions are smaller than text."""

NARROWEST = 0.8
"""Share of its size to which a formula shrinks before its statements get a line each."""

LINE_GAP = 3
"""Pixels between lines."""

APART = Text("\N{EM SPACE}")
"""Between statements on one line."""


class FormulaLabel(QLabel):
    """A formula, a little larger than the label's font where the width allows.

    One that is wider is first drawn smaller; then its statements get lines of their own, each as large as fits.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows: tuple[Row, ...] = ()
        self.setProperty("role", "formula")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setWordWrap(True)  # so that layouts ask for the height of a width

    def setText(self, text: str) -> None:
        self._rows = statements(text)
        super().setText(text)
        self.setAccessibleName(text)
        self.updateGeometry()

    def heightForWidth(self, width: int) -> int:
        boxes = self.lines(width)
        return round(sum(box.height for box in boxes)) + LINE_GAP * max(0, len(boxes) - 1)

    def lines(self, width: int) -> list[Box]:
        """The lines into which the formula is laid out for this width, from top to bottom."""
        whole = self._fitted(self._whole, width, NARROWEST)
        if whole is not None:
            return [whole]
        return [self._fitted(row, width, 0) or self._box(row, 0.5) for row in self._rows]

    def sizeHint(self) -> QSize:
        whole = self._box(self._whole, 1)
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

    @property
    def _whole(self) -> Row:
        return Row(tuple(part for row in self._rows for part in (APART, *row.parts))[1:])

    def _box(self, row: Row, share: float) -> Box:
        font = QFont(self.font())
        font.setPixelSize(max(1, round(share * self._size)))
        return boxed(row, font)

    def _fitted(self, row: Row, width: int, least: float) -> Box | None:
        """The row as large as fits the width, None if that is below the share `least` of its size."""
        size = self._size
        for pixels in range(size, 5, -1):
            if pixels < least * size:
                break
            box = self._box(row, pixels / size)
            if box.width <= width:
                return box
        return None
