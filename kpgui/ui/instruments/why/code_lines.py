"""Lines of pseudocode of which those that ran are marked. The height depends on lines and width alone."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from kpgui.geometry.palette import Palette
from kpgui.language import _
from kpgui.model.explanation import CodeLine

INDENT, MARK, GAP = 14, 3, 7
"""Width of one indentation and of the mark of a line that ran, and the distance of the text from it, in pixels."""

SPACING = 3
"""Pixels between two lines."""

WRAPPED = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)


class CodeLines(QWidget):
    """Long lines wrap. A line that ran has a bar at its left and a tint; the others are muted."""

    def __init__(self, key: str, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = palette
        self._lines: tuple[CodeLine, ...] = ()
        self._ran: tuple[bool, ...] = ()
        self.setObjectName(f"{key}.code")
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_palette(self, palette: Palette) -> None:
        """Draws in these colours."""
        self._palette = palette
        self.update()

    def show_code(self, lines: tuple[CodeLine, ...], ran: tuple[bool, ...]) -> None:
        """Shows these lines; ran: whether each ran, () if there is no step to show."""
        if lines != self._lines:
            self._lines = lines
            self.updateGeometry()
        self._ran = ran or (False,) * len(lines)
        marked, mark = zip(lines, self._ran, strict=True), _(" (ran)")
        self.setAccessibleName("\n".join(line.text + mark * done for line, done in marked))
        self.update()

    @property
    def marked(self) -> list[str]:
        """The texts of the lines that ran."""
        return [line.text.strip() for line, done in zip(self._lines, self._ran, strict=True) if done]

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        boxes = self._boxes(width)
        return boxes[-1].bottom() + 1 + SPACING if boxes else 0

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(max(200, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.heightForWidth(max(120, self.width())))

    def _boxes(self, width: int) -> list[QRect]:
        """Where the text of each line goes."""
        boxes: list[QRect] = []
        top = SPACING // 2
        for line in self._lines:
            left = MARK + GAP + INDENT * line.depth
            room = QRect(left, top, max(60, width - left), 10_000)
            box = self.fontMetrics().boundingRect(room, WRAPPED, line.text.strip())
            boxes.append(QRect(left, top, room.width(), box.height()))
            top += box.height() + SPACING
        return boxes

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        tint = QColor(self._palette.examined)
        tint.setAlpha(28)
        for line, done, box in zip(self._lines, self._ran, self._boxes(self.width()), strict=True):
            if done:
                row = QRectF(0, box.top() - SPACING / 2, self.width(), box.height() + SPACING)
                painter.fillRect(row, tint)
                painter.fillRect(QRectF(0, row.top(), MARK, row.height()), QColor(self._palette.examined))
            painter.setPen(QColor(self._palette.text if done else self._palette.muted))
            painter.drawText(box, WRAPPED, line.text.strip())
