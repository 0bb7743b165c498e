"""The picture of a Gram matrix: pixels to point at, beside a scale with numbers; and its eigenvalues."""

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from kpgui.figure.charts.axes import Ink
from kpgui.geometry.palette import Palette
from kpgui.language import _
from kpgui.ui.instruments.gram.painter import BESIDE, draw_matrix, draw_spectrum, matrix_area, matrix_of
from kpgui.ui.instruments.gram.reading import Curve, GramValue
from kpgui.ui.instruments.gram.words import cell_text
from kpgui.ui.look.scale import hold, scale, scaled
from kpgui.ui.look.style import named
from kpgui.ui.session.document import Document
from kpgui.ui.session.focus import SharedFocus

LEAST = 180
"""Least side of the matrix in pixels."""

MOST_MARKED = 40
"""Most rows that are marked because their points are selected: the marks of more would hide the matrix."""

LEAST_CELL = 6.0
"""Least side in pixels of the frame around the pair that is pointed at."""

MOVES = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}
PICKS = Qt.Key.Key_Return, Qt.Key.Key_Enter


class MatrixPlot(QWidget):
    """Shows a `GramValue` in one of its orders, the classes of the points along its upper and left edge.

    The pixel below the pointer, or that the arrow keys have gone to, ten at a time with Shift, is a pair of points,
    which the canvas marks; a click or Enter selects the point of its row. Rows of points that are hovered over or
    selected are marked.
    """

    pointed = Signal(str)
    """What K is for the pair; "" for none."""

    def __init__(self, key: str, document: Document, focus: SharedFocus, parent: QWidget) -> None:
        super().__init__(parent)
        self._document, self._focus = document, focus
        self._value: GramValue | None = None
        self._cell: tuple[int, int] | None = None
        self.setObjectName(f"{key}.matrix")
        self.setAccessibleDescription(
            _("The arrow keys go from pair to pair of points, Enter selects the row's point.")
        )
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        hold(self, least_height=LEAST)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        focus.hovered_changed.connect(self._mark)
        focus.selection_changed.connect(self._mark)

    def sizeHint(self) -> QSize:
        return QSize(200, scaled(LEAST + LEAST // 2))

    def show_value(self, value: GramValue | None, order: int, palette: Palette) -> None:
        """Shows a matrix in this of `ORDERS`; None, or one of no points, shows none."""
        self._value = value if value is not None and len(value.rows) else None
        self._colours = palette
        if self._value is not None:
            self._order = self._value.orders[order]
            self._matrix = self._whole = matrix_of(self._value, order, palette)
        self._point_to(None)
        self._fit()
        self._mark()

    def _fit(self) -> None:
        """Averages the pixels once where there are many more than on the screen."""
        side = 2 * round(self.area.width() * self.devicePixelRatioF())
        if self._value is not None and self._whole.image.width() > side:
            smooth = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
            self._matrix = self._whole._replace(image=self._whole.image.scaled(side, side, *smooth))

    @property
    def area(self) -> QRectF:
        """Where the matrix is."""
        return matrix_area(QRectF(self.rect()), scale())

    def _mark(self) -> None:
        """Finds the rows of the points that are hovered over or selected."""
        if self._value is not None:
            few = self._focus.selected if len(self._focus.selected) <= MOST_MARKED else self._focus.selected[:0]
            hovered = [] if self._focus.hovered is None else [self._focus.hovered]
            ids = self._value.dataset.ids[self._order]
            self._rows = np.flatnonzero(np.isin(ids, np.append(few, hovered))).tolist()
        self.update()

    def _point_to(self, cell: tuple[int, int] | None) -> None:
        """Goes to a pixel, (row, column) from the top left."""
        if cell is None or self._value is None:
            text, pair = "", (None, None)
        else:
            row, column = (int(self._order[k]) for k in cell)
            text, pair = cell_text(self._value, row, column), self._value.dataset.ids[[row, column]].tolist()
        if self._cell != cell:
            self._cell = cell
            self._focus.hover(*pair)
        self.setAccessibleName(text or _("Gram matrix"))
        self.pointed.emit(text)
        self.update()

    def _cell_at(self, place: QPointF) -> tuple[int, int] | None:
        if self._value is None or not self.area.contains(place):
            return None
        m = len(self._order)
        along = (place - self.area.topLeft()) * (m / self.area.width())
        return min(m - 1, int(along.y())), min(m - 1, int(along.x()))

    def _select(self) -> None:
        if self._cell is not None and self._value is not None:
            row = self._order[self._cell[0]]
            self._focus.select(self._value.dataset.ids[row : row + 1], self._document.session.dataset)

    # What the user does.

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setMaximumHeight(max(scaled(LEAST), self.width() - scaled(BESIDE) + 2))
        self._fit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_to(self._cell_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._select()

    def leaveEvent(self, event: QEvent) -> None:
        self._point_to(None)

    def event(self, event: QEvent) -> bool:
        """Claims its keys, which are shortcuts of the window otherwise."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._claims(event):
            event.accept()
            return True
        return super().event(event)

    def _claims(self, event: QKeyEvent) -> bool:
        ends = event.key() == Qt.Key.Key_Escape and self._focus.bump is not None
        own = self._value is not None and (event.key() in MOVES or event.key() in PICKS or ends)
        return own and not event.modifiers() & Qt.KeyboardModifier.ControlModifier

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._claims(event):
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Escape:
            self._focus.show_bump(None)
        elif event.key() in PICKS:
            self._select()
        else:
            times = 10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            move = np.multiply(times * (self._cell is not None), MOVES[Qt.Key(event.key())])
            moved = np.add(self._cell or (0, 0), move)
            row, column = np.clip(moved, 0, len(self._order) - 1).tolist()
            self._point_to((row, column))

    # Painting.

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, area = QPainter(self), self.area
        ink = Ink(painter, self._colours, scale(), True)
        if self._value is not None:
            draw_matrix(ink, area, self._matrix)
            self._paint_marks(painter, area)
        painter.setPen(QPen(QColor(self._colours.accent if self.hasFocus() else self._colours.grid), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(area.adjusted(-0.5, -0.5, 0.5, 0.5))

    def _paint_marks(self, painter: QPainter, area: QRectF) -> None:
        cell = area.width() / len(self._order)
        marks = [QRectF(0, area.top() + row * cell, area.right(), cell).adjusted(0.5, -1, 0.5, 1) for row in self._rows]
        if self._cell is not None:
            side = max(cell, LEAST_CELL)
            mark = QRectF(0, 0, side, side)
            mark.moveCenter(area.topLeft() + QPointF(self._cell[1] + 0.5, self._cell[0] + 0.5) * cell)
            marks.append(mark)
        for colour, width in ((self._colours.selection_edge, 3.0), (self._colours.selection, 1.5)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawRects(marks)


HEIGHT = 110
"""Of the plot in pixels."""


class SpectrumPlot(QWidget):
    """The eigenvalues, see `draw_spectrum`."""

    def __init__(self, key: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._curve: Curve | None = None
        named(self, f"{key}.spectrum", _("Eigenvalues by size, on a logarithmic axis"))
        hold(self, height=HEIGHT)

    def show_curve(self, curve: Curve | None, palette: Palette) -> None:
        """Shows this; None shows nothing."""
        self._curve, self._colours = curve, palette
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._curve is not None:
            draw_spectrum(Ink(QPainter(self), self._colours, scale(), True), QRectF(self.rect()), self._curve)
