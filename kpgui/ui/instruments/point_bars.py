"""Bars, one row per point. Painted directly: rows change several times a second."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from kpgui.drawing.symbols import points
from kpgui.geometry.bump import NAME
from kpgui.geometry.links import Line
from kpgui.geometry.palette import Palette
from kpgui.language import _
from kpgui.model.arrays import Ints
from kpgui.ui.forms.widgets import claimed
from kpgui.ui.look.scale import hold, scaled
from kpgui.ui.look.style import selected_row
from kpgui.ui.session.document import Document
from kpgui.ui.session.focus import SharedFocus

ROW, ROWS, LEAST_ROWS = 20, 10, 4
"""Height of a row in pixels with type of usual size, and for how many there is room by default and at least."""

SYMBOL, GAP, THICKNESS = 8.0, 6.0, 8.0
"""Size of a point's symbol, distance between columns, and thickness of a bar, in such pixels."""

TICK = 3.0
"""By how much the tick at the limit is longer than a bar is thick, at each end."""

RIGHT, MIDDLE = Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignVCenter


class PointBars(QWidget):
    """The bars of the first points of a list, as many as fit.

    The pointer and the arrow keys make a row's point the hovered one; a click or Enter selects it, with Ctrl toggles it
    in the selection; the context menu offers its bump, which Esc ends.

    fitted: the number of rows that fit has changed. pointed: the row below the pointer or reached by
    the keys, −1 for none. picked: the row that was clicked, or on which Enter was pressed. given_up: Esc was pressed
    while rows are outlined.
    """

    fitted = Signal()
    pointed = Signal(int)
    picked = Signal(int)
    given_up = Signal()

    def __init__(
        self,
        key: str,
        document: Document,
        focus: SharedFocus,
        palette: Palette,
        parent: QWidget | None = None,
        rows: int = ROWS,
        has_bumps: Callable[[], bool] = lambda: True,
    ) -> None:
        """rows: for which there is room by default. has_bumps: whether points have any; else none is offered."""
        super().__init__(parent)
        self._rows, self._has_bumps = rows, has_bumps
        self._document, self._focus, self._colours = document, focus, palette
        self._lines_for: Callable[[int], list[Line]] | None = None
        self._lines: list[Line] = []
        self._selected: set[int] = set()
        self._columns = 0.0, 0.0
        self._row = self._pointed = -1
        self._outlined: frozenset[str] = frozenset()
        self.setObjectName(f"{key}.bars")
        self.setAccessibleName(_("No bars yet"))  # their sum in words replaces it
        self.setAccessibleDescription(_("Up and down go from bar to bar, Enter selects the point."))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        hold(self, least_height=LEAST_ROWS * ROW)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        focus.hovered_changed.connect(self._repaint)
        focus.selection_changed.connect(self._mark_selected)

    def sizeHint(self) -> QSize:
        return QSize(200, self._rows * scaled(ROW))

    @property
    def shown(self) -> int:
        """The number of rows shown."""
        return len(self._lines)

    def set_palette(self, palette: Palette) -> None:
        """Draws in these colours."""
        self._colours = palette
        self.update()

    def show_lines(self, lines_for: Callable[[int], list[Line]]) -> None:
        """Shows these rows; lines_for: returns as many as are asked for, if there are so many."""
        self._lines_for = lines_for
        self._lines = lines_for(max(LEAST_ROWS, self.height() // scaled(ROW)))
        width = self.fontMetrics().horizontalAdvance
        self._columns = (
            float(max((width(line.name) for line in self._lines), default=0)),
            float(max((width(line.value) for line in self._lines), default=0)),
        )
        self._mark_selected(self._focus.selected)

    def outline(self, names: frozenset[str]) -> None:
        """Outlines the rows with these names, as long as Esc does not give them up."""
        self._outlined = names
        self.update()

    def clear(self) -> None:
        """Shows no rows."""
        self._lines_for, self._lines = None, []
        self.update()

    def _mark_selected(self, ids: Ints) -> None:
        """Finds the rows of selected points by binary search; ids: of the selected points, ascending."""
        shown = np.array([-1 if line.id is None else line.id for line in self._lines], np.int64)
        at = np.minimum(np.searchsorted(ids, shown), max(0, len(ids) - 1))
        self._selected = set(shown[ids[at] == shown].tolist()) if len(ids) else set()
        self.update()

    def _repaint(self) -> None:
        self.update()

    # What the user does.

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._lines_for is not None and self.height() // scaled(ROW) != event.oldSize().height() // scaled(ROW):
            self.show_lines(self._lines_for)
            self.fitted.emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self._lines_for is not None:
            self.show_lines(self._lines_for)
            self.fitted.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._focus.hover(self._id_at(event.position()))
        self._point_to(self._row_at(event.position()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offers the bump of the point below the pointer, or of the hovered one, if f has any."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        point = self._focus.hovered if by_key else self._id_at(QPointF(event.pos()))
        if point is None or not self._has_bumps():
            return
        menu = QMenu(self)
        menu.setObjectName("menu.bars")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        entry = menu.addAction(NAME)
        entry.setCheckable(True)
        entry.setChecked(self._focus.bump == point)
        entry.triggered.connect(lambda shown: self._focus.show_bump(point if shown else None))
        menu.popup(event.globalPos())

    def leaveEvent(self, event: QEvent) -> None:
        self._focus.hover(None)
        self._point_to(-1)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._focus.hover(None)
        self._point_to(-1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = self._id_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and point is not None:
            self._select(point, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
            self.picked.emit(self._row_at(event.position()))

    def event(self, event: QEvent) -> bool:
        """Claims keys such as Up, which are shortcuts of the window otherwise."""
        return claimed(event, self._wants) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._focus.bump is not None:
            self._focus.show_bump(None)
            return
        ids = [line.id for line in self._lines if line.id is not None]
        if event.key() == Qt.Key.Key_Escape and self._outlined:
            self.given_up.emit()
            return
        if event.key() not in _OWN_KEYS or not ids:
            super().keyPressEvent(event)
            return
        at = self._row_of(self._focus.hovered, ids)
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._row = min(at + 1, len(ids) - 1) if event.key() == Qt.Key.Key_Down else max(at - 1, 0)
            self._focus.hover(ids[self._row])
            self._point_to(self._row)
        elif at >= 0:
            self._select(ids[at], bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
            self.picked.emit(at)

    def _point_to(self, row: int) -> None:
        if row != self._pointed:
            self._pointed = row
            self.pointed.emit(row)

    def _wants(self, event: QKeyEvent) -> bool:
        ends = self._focus.bump is not None or bool(self._outlined)
        return event.key() in _OWN_KEYS or (event.key() == Qt.Key.Key_Escape and ends)

    def _row_of(self, point: int | None, ids: list[int]) -> int:
        """The row of a point, the one last gone to if it has several; −1 if it has none."""
        if 0 <= self._row < len(ids) and ids[self._row] == point:
            return self._row
        return ids.index(point) if point in ids else -1

    def _select(self, point: int, toggle: bool) -> None:
        """Selects this point alone, or with `toggle` toggles it in the selection."""
        chosen = np.array([point])
        ids = np.setxor1d(self._focus.selected, chosen) if toggle else chosen
        self._focus.select(ids, self._document.session.dataset)

    def _id_at(self, place: QPointF) -> int | None:
        row = self._row_at(place)
        return self._lines[row].id if row >= 0 else None

    def _row_at(self, place: QPointF) -> int:
        """The row at a pixel, −1 for none."""
        row = int(place.y() // scaled(ROW))
        return row if 0 <= row < len(self._lines) and self.rect().contains(place.toPoint()) else -1

    # Painting.

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        height = scaled(ROW)
        for row, line in enumerate(self._lines):
            self._paint_row(painter, QRectF(0, row * height, self.width(), height), line)
        if self.hasFocus():
            painter.setPen(QPen(QColor(self._colours.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)

    def _paint_row(self, painter: QPainter, place: QRectF, line: Line) -> None:
        colours, (numbers, values) = self._colours, self._columns
        if line.id is not None and line.id in self._selected:
            painter.fillRect(place, QColor(selected_row(colours)))
        elif line.id is not None and line.id == self._focus.hovered:
            tint = QColor(colours.selection)
            tint.setAlpha(45)
            painter.fillRect(place, tint)
        if line.name in self._outlined:
            painter.setPen(QPen(QColor(colours.accent), 1.5, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(place.adjusted(1.5, 1.5, -1.5, -1.5))
        side, gap, thickness = scaled(SYMBOL), scaled(GAP), scaled(THICKNESS)
        symbol = QRectF(gap, place.center().y() - side / 2, side, side)
        if line.id is not None:
            points(colours, side / 2)[not line.positive](painter, symbol.center())
        left = symbol.right() + gap
        painter.setPen(QColor(colours.muted))
        painter.drawText(QRectF(left, place.top(), numbers, place.height()), RIGHT | MIDDLE, line.name)
        left += numbers + gap
        room = place.width() - left - values - 2 * gap
        bar = QRectF(left, place.center().y() - thickness / 2, max(1.0, line.length * room), thickness)
        painter.fillRect(bar, QColor(colours.positive if line.upwards else colours.negative))
        if line.tick is not None:
            x = left + line.tick * room
            painter.fillRect(QRectF(x - 1, bar.top() - TICK, 2, thickness + 2 * TICK), QColor(colours.text))
        painter.setPen(QColor(colours.text))
        last = QRectF(place.right() - gap - values, place.top(), values, place.height())
        painter.drawText(last, RIGHT | MIDDLE, line.value)


_OWN_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter)
