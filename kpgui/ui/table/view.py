"""The table view: keys, editing, and the selection shared with the canvas."""

import numpy as np
from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from kpgui.language import _
from kpgui.model.arrays import Ints
from kpgui.model.dataset import Dataset
from kpgui.ui.forms.widgets import MOVING, claimed
from kpgui.ui.look.scale import scaled
from kpgui.ui.look.style import named
from kpgui.ui.session.focus import SharedFocus
from kpgui.ui.table.difference import runs
from kpgui.ui.table.model import PointsModel

ROW_HEIGHT = 24

LEAST = 64
"""Least width of a coordinate's column in pixels."""

BESIDE = 10
"""Pixels that a narrow column has beside its text."""

MOST_RANGES = 400
"""Most selected ranges given to Qt, whose time is quadratic in them; beyond, rows are only painted as selected."""

_RETURN = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
_OWN_KEYS = {*MOVING, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_F2, *_RETURN}

SIGNS = set("0123456789+-\N{MINUS SIGN}")
"""With these a number begins, which is typed into the cell; `.` and `,` are steps of the run."""

_UP_OR_DOWN = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_MODIFIERS = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
_Change = QItemSelectionModel.SelectionFlag


class PointsView(QTableView):
    """The table. Arrows go from cell to cell, digits or F2 edit one, Ctrl+H holds a point out; Tab leaves the table.

    In an order by hand, Alt+Up and Alt+Down move a row.

    menu_asked: the position on the screen, a QPoint.
    """

    menu_asked = Signal(object)

    reordered = Signal(object)
    """A row was moved to another place, by dragging it or with Alt and an arrow; the rows in their order, a tuple."""

    def __init__(self, model: PointsModel, focus: SharedFocus, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self._focus = focus
        self._busy = False
        self._order: tuple[int, ...] = ()
        named(self, "points.table", _("Points"))
        self.setAccessibleDescription(_("Digits or F2 edit a cell, Ctrl+H holds a point out, Del deletes it."))
        self.setModel(model)
        self.setItemDelegate(CellDelegate(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        trigger = QAbstractItemView.EditTrigger
        self.setEditTriggers(trigger.DoubleClicked | trigger.EditKeyPressed | trigger.AnyKeyPressed)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.entered.connect(self._hover)
        self.setMinimumHeight(5 * ROW_HEIGHT)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setSectionsMovable(True)
        self.verticalHeader().sectionMoved.connect(self._tell_order)
        self.horizontalHeader().setSectionsClickable(False)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setHighlightSections(False)
            # An empty selection model: to paint a title Qt would ask row by row whether its column is selected.
            header.setSelectionModel(QItemSelectionModel(model, header))
        self.horizontalHeader().setMinimumSectionSize(24)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.selectionModel().selectionChanged.connect(self._choose)
        model.modelReset.connect(self._follow_selection)
        self.share_out()

    @property
    def busy(self) -> bool:
        """Whether another dataset or selection is being shown: Qt may drop an editor, whose cell may be gone."""
        return self._busy

    def show_dataset(self, dataset: Dataset) -> None:
        """Shows a dataset, keeping the selection and the current cell."""
        at = self.currentIndex()
        row, column, point = at.row(), at.column(), self._id_at(at.row())
        self._busy = True
        before = self._model.dataset
        widths = before.d != dataset.d or len(str(len(before))) != len(str(len(dataset)))
        widths = widths or before.classes != dataset.classes
        self._model.show_dataset(dataset)
        self._busy = False
        if widths:
            self.share_out()
        if row >= 0 and not self.currentIndex().isValid() and len(dataset):
            there = np.flatnonzero(dataset.ids == point)
            row = int(there[0]) if len(there) else min(row, len(dataset) - 1)
            self._set_current(row, column)

    def show_order(self, order: tuple[int, ...]) -> None:
        """Shows the rows in an order by hand, with their places in a header that they are dragged by; () for none."""
        header, count = self.verticalHeader(), self._model.rowCount()
        whole = order if len(order) == count else ()
        if self._order or whole:
            self._order = ()  # what is moved here, no user has dragged
            for place, row in enumerate(whole or range(count)):
                header.moveSection(header.visualIndex(row), place)
            self._order = whole
        self._model.show_order(whole)
        header.setVisible(bool(whole))

    def _tell_order(self) -> None:
        if self._order:
            header = self.verticalHeader()
            self.reordered.emit(tuple(header.logicalIndex(place) for place in range(header.count())))

    def show_selection(self, ids: Ints) -> None:
        """Selects the rows of these points, and scrolls to the first unless the table has the focus."""
        if self._busy:
            return
        rows = np.sort(self._model.dataset.index_of(ids))
        ranges = runs(rows)
        last = self._model.columnCount() - 1
        chosen = QItemSelection()
        if len(ranges) <= MOST_RANGES:
            for first, end in ranges:
                chosen.select(self._model.index(first, 0), self._model.index(end, last))
        self._busy = True
        self.selectionModel().select(chosen, _Change.ClearAndSelect)
        if len(ranges) > MOST_RANGES:
            painted = np.zeros(len(self._model.dataset), bool)
            painted[rows] = True
            self._model.highlight(painted)
        else:
            self._model.highlight(None)
        if len(rows) and not self.hasFocus():
            self._set_current(int(rows[0]), max(1, self.currentIndex().column()))
        self._busy = False

    def begin(self) -> None:
        """Takes the keyboard focus, at a cell."""
        if not self.currentIndex().isValid() and self._model.rowCount():
            self._set_current(0, 1)
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def share_out(self) -> None:
        """Divides the width left by the narrow columns among the coordinates; if it is too small the table scrolls."""
        model = self._model
        number = "0" * max(2, len(str(len(model.dataset))))
        titles = [str(model.headerData(column, Qt.Orientation.Horizontal)) for column in range(model.columnCount())]
        label, out = model.label_column, model.held_out_column
        narrow = {0: number, label: titles[label], out: titles[out], model.alpha_column: "0000"}
        widths = {column: self._width(text) for column, text in narrow.items()}
        spare = self.viewport().width() - sum(widths.values())
        names = max(map(self._width, model.class_names), default=0) - widths[label]
        left = spare - sum(max(scaled(LEAST), self._width(title)) for title in titles[1:label])
        given = max(0, min(names, left))  # to the names of classes
        widths[label] += given
        room = (spare - given) // model.dataset.d
        for column in range(model.columnCount()):
            self.setColumnWidth(column, widths.get(column, max(scaled(LEAST), room)))

    def _width(self, text: str) -> int:
        return self.fontMetrics().horizontalAdvance(text) + scaled(BESIDE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.share_out()

    def event(self, event: QEvent) -> bool:
        """Claims keys that move, edit or start typing a number before they trigger shortcuts of the window."""
        return claimed(event, lambda key: _is_own(key) or self._moves_row(key)) or super().event(event)

    def _moves_row(self, event: QKeyEvent) -> bool:
        return bool(self._order) and event.modifiers() == Qt.KeyboardModifier.AltModifier and event.key() in _UP_OR_DOWN

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._moves_row(event):
            super().keyPressEvent(event)
            return
        header, row = self.verticalHeader(), self.currentIndex().row()
        place = header.visualIndex(row)
        to = place + _UP_OR_DOWN[Qt.Key(event.key())]
        if row >= 0 and 0 <= to < header.count():
            header.moveSection(place, to)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._focus.hover(None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if not self.indexAt(event.position().toPoint()).isValid():
            self._focus.hover(None)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_asked.emit(event.globalPos())
        event.accept()

    def _hover(self, index: QModelIndex) -> None:
        """Makes the point of the cell below the pointer the hovered one."""
        self._focus.hover(self._id_at(index.row()))

    def _choose(self) -> None:
        """Makes the rows selected here the shared selection."""
        if self._busy:
            return
        chosen = self.selectionModel().selection()
        ranges = [chosen.at(k) for k in range(chosen.count())]
        rows = [np.arange(each.top(), each.bottom() + 1) for each in ranges]
        dataset = self._model.dataset
        self._busy = True
        self._model.highlight(None)
        self._focus.select(dataset.ids[np.concatenate(rows)] if rows else np.zeros(0, np.int64), dataset)
        self._busy = False

    def _follow_selection(self) -> None:
        """Restores the selection, which Qt forgets in a model reset."""
        self._busy = False
        self.show_selection(np.intersect1d(self._focus.selected, self._model.dataset.ids))
        self._busy = True

    def _set_current(self, row: int, column: int) -> None:
        index = self._model.index(row, column)
        self.selectionModel().setCurrentIndex(index, _Change.NoUpdate)
        self.scrollTo(index)

    def _id_at(self, row: int) -> int:
        return int(self._model.dataset.ids[row]) if 0 <= row < len(self._model.dataset) else -1


def _is_own(event: QKeyEvent) -> bool:
    own = event.key() in _OWN_KEYS or (event.text() != "" and event.text() in SIGNS)
    return own and not event.modifiers() & ~_MODIFIERS


class CellEditor(QLineEdit):
    """The line edit over a cell."""

    def __init__(self, index: QModelIndex | QPersistentModelIndex, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("points.editor")
        self.setFrame(False)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setAccessibleName(str(index.data(Qt.ItemDataRole.AccessibleTextRole)))


class CellDelegate(QStyledItemDelegate):
    """Makes the cell editors; their text is committed before the session is saved or an edit undone."""

    def __init__(self, view: PointsView) -> None:
        super().__init__(view)
        self._view = view

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        editor = CellEditor(index, parent)
        editor.editingFinished.connect(self._take)
        return editor

    def _take(self) -> None:
        editor = self.sender()
        editing = self._view.state() is QTableView.State.EditingState
        if isinstance(editor, CellEditor) and editing and not self._view.busy:
            self.commitData.emit(editor)

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Return commits at once, where Qt's own would do it later, when the cell may be gone."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in _RETURN:
            assert isinstance(editor, CellEditor)
            editor.editingFinished.emit()
            self.closeEditor.emit(editor)
            return True
        return super().eventFilter(editor, event)
