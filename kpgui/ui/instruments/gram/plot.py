"""The picture of a Gram matrix: pixels to point at, beside a scale with numbers."""

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPaintEngine,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from kpgui.geometry.palette import Palette
from kpgui.language import _
from kpgui.model.param import shown
from kpgui.ui.instruments.gram.images import image_of
from kpgui.ui.instruments.gram.reading import GramValue
from kpgui.ui.look.scale import hold, scaled, write_small
from kpgui.ui.session.document import Document
from kpgui.ui.session.focus import SharedFocus

LEAST, STRIP, GAP, BAR, NUMBERS = 180, 6, 4, 10, 54
"""Least side of the matrix, widths of the strips with the classes, of gaps, of the scale and its numbers, in pixels."""

MOST_MARKED = 40
"""Most rows that are marked because their points are selected: the marks of more would hide the matrix."""

RASTER = QPaintEngine.Type.Raster

_MOVES = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Home: (0, -(10**9)),
    Qt.Key.Key_End: (0, 10**9),
    Qt.Key.Key_PageUp: (-(10**9), 0),
    Qt.Key.Key_PageDown: (10**9, 0),
}
_PICKS = Qt.Key.Key_Return, Qt.Key.Key_Enter


class MatrixPlot(QWidget):
    """Shows a `GramValue` in one of its orders, the classes of the points along its upper and left edge.

    The pixel below the pointer, or that the arrow keys have gone to, is a pair of points, which the canvas marks; a
    click or Enter selects the point of its row. Rows of points that are hovered over or selected are marked.

    pointed: the pair, as row and column in the order of the dataset; None for none. stepped: a key has gone to one.
    """

    pointed = Signal(object)
    stepped = Signal()

    def __init__(self, key: str, document: Document, focus: SharedFocus, palette: Palette, parent: QWidget) -> None:
        super().__init__(parent)
        self._document, self._focus, self._colours = document, focus, palette
        self._value: GramValue | None = None
        self._order = 0
        self._image = self._fitted = self._across = self._down = QImage()
        self._cell: tuple[int, int] | None = None
        self._rows: list[int] = []
        self.setObjectName(f"{key}.matrix")
        self.setAccessibleName(_("Gram matrix"))
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

    def show_value(self, value: GramValue | None, order: int) -> None:
        """Shows a matrix in this of `ORDERS`; None shows none."""
        self._value, self._order = value, order
        self._point_to(None)
        self._make_image()
        self._mark()

    def set_palette(self, palette: Palette) -> None:
        """Draws in these colours."""
        self._colours = palette
        self._make_image()

    def _make_image(self) -> None:
        if self._value is not None and len(self._value.ids):
            classes = 128 + 127 * self._value.labels[self._value.orders[self._order]].astype(np.int64)
            self._across, self._down = (image_of(self._colours, each) for each in (classes[None], classes[:, None]))
            self._image = image_of(self._colours, self._value.images[self._order])
            self._fit()
        self.update()

    def _fit(self) -> None:
        """Scales the image once: smoothly where it has more pixels than the screen, else with sharp edges."""
        side = round(self._area().width() * self.devicePixelRatioF())
        way = Qt.TransformationMode.SmoothTransformation
        if not self._image.isNull() and self._image.width() > side > 0:
            self._fitted = self._image.scaled(side, side, Qt.AspectRatioMode.IgnoreAspectRatio, way)
        else:
            self._fitted = self._image

    def _area(self) -> QRectF:
        before, beside = scaled(STRIP + GAP / 2), scaled(2 * GAP + BAR + NUMBERS)
        side = max(1, min(self.width() - before - beside, self.height() - before - 2))
        return QRectF(before, before, side, side)

    def _mark(self) -> None:
        value = self._value
        if value is not None:
            ids = value.ids[value.orders[self._order]]
            selected, hovered = self._focus.selected, self._focus.hovered
            marked = [
                *selected.tolist()[: MOST_MARKED * (len(selected) <= MOST_MARKED)],
                *([hovered] * (hovered is not None)),
            ]
            self._rows = np.flatnonzero(np.isin(ids, marked)).tolist()
        self.update()

    def _point_to(self, cell: tuple[int, int] | None) -> None:
        """Goes to a pixel, (row, column) from the top left."""
        if cell == self._cell:
            return
        self._cell = cell
        if cell is None or self._value is None:
            self._focus.hover(None)
            self.pointed.emit(None)
        else:
            row, column = (int(self._value.orders[self._order][k]) for k in cell)
            self._focus.hover(int(self._value.ids[row]), int(self._value.ids[column]))
            self.pointed.emit((row, column))
        self.update()

    def _cell_at(self, place: QPointF) -> tuple[int, int] | None:
        area = self._area()
        if self._value is None or not len(self._value.ids) or not area.contains(place):
            return None
        m = len(self._value.ids)
        along = (place - area.topLeft()) * (m / area.width())
        return min(m - 1, int(along.y())), min(m - 1, int(along.x()))

    def _select(self) -> None:
        if self._cell is not None and self._value is not None:
            row = self._value.orders[self._order][self._cell[0]]
            self._focus.select(self._value.ids[row : row + 1], self._document.session.dataset)

    # What the user does.

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setMaximumHeight(max(scaled(LEAST), self.width() - scaled(2 * GAP + BAR + NUMBERS) + 2))
        self._fit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_to(self._cell_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._point_to(self._cell_at(event.position()))
            self._select()

    def leaveEvent(self, event: QEvent) -> None:
        self._point_to(None)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._point_to(None)

    def event(self, event: QEvent) -> bool:
        """Claims its keys, which are shortcuts of the window otherwise."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._claims(event):
            event.accept()
            return True
        return super().event(event)

    def _claims(self, event: QKeyEvent) -> bool:
        ends = event.key() == Qt.Key.Key_Escape and self._focus.bump is not None
        return not event.modifiers() & Qt.KeyboardModifier.ControlModifier and (
            event.key() in _MOVES or event.key() in _PICKS or ends
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._claims(event) or self._value is None or not len(self._value.ids):
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Escape:
            self._focus.show_bump(None)
        elif event.key() in _PICKS:
            self._select()
        else:
            down, right = (0, 0) if self._cell is None else _MOVES[Qt.Key(event.key())]
            row, column = self._cell or (0, 0)
            last = len(self._value.ids) - 1
            self._point_to((min(last, max(0, row + down)), min(last, max(0, column + right))))
            self.stepped.emit()

    # Painting.

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, area, colours = QPainter(self), self._area(), self._colours
        if self._value is not None and len(self._value.ids):
            self._paint_matrix(painter, area)
            self._paint_scale(painter, area, self._value)
        painter.setPen(QPen(QColor(colours.accent if self.hasFocus() else colours.grid), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(area.adjusted(-0.5, -0.5, 0.5, 0.5))

    def _paint_matrix(self, painter: QPainter, area: QRectF) -> None:
        larger = (
            painter.paintEngine().type() is not RASTER or painter.deviceTransform().m11() > self.devicePixelRatioF()
        )
        painter.drawImage(area, self._image if larger else self._fitted)
        strip = scaled(STRIP)
        painter.drawImage(QRectF(area.left(), 0, area.width(), strip), self._across)
        painter.drawImage(QRectF(0, area.top(), strip, area.height()), self._down)
        cell = area.width() / self._image.width()
        for row in self._rows:
            place = QRectF(0, area.top() + row * cell, area.right(), max(cell, 1.0))
            self._outline(painter, place.adjusted(0.5, -1, 0.5, 1))
        if self._cell is not None:
            row, column = self._cell
            reach = max(0.0, (6 - cell) / 2)
            place = QRectF(area.left() + column * cell, area.top() + row * cell, cell, cell)
            self._outline(painter, place.adjusted(-reach, -reach, reach, reach))

    def _outline(self, painter: QPainter, place: QRectF) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((self._colours.selection_edge, 3.0), (self._colours.selection, 1.5)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawRect(place)

    def _paint_scale(self, painter: QPainter, area: QRectF, value: GramValue) -> None:
        """The colours of K from its least to its largest value, 0 included, with these numbers."""
        low, high = min(0.0, value.low), max(0.0, value.high)
        span, peak = (high - low) or 1.0, value.peak or 1.0
        ramp = 128 + np.rint(127 * np.linspace(high, low, 128) / peak).astype(np.int64)
        bar = QRectF(area.right() + scaled(2 * GAP), area.top(), scaled(BAR), min(area.height(), 2 * LEAST))
        painter.drawImage(bar, image_of(self._colours, ramp[:, None]))
        write_small(painter)
        painter.setPen(QColor(self._colours.text))
        line, last = painter.fontMetrics().height(), -1e9
        for number in sorted({low, 0.0, high}, reverse=True):
            y = bar.top() + (high - number) / span * bar.height()
            y = min(bar.bottom() - line, max(bar.top(), y - line / 2))
            if y >= last + line:
                place = QRectF(bar.right() + scaled(GAP), y, scaled(NUMBERS), line)
                painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown(number, 3))
                last = y
