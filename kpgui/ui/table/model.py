"""The table model: the points as editable rows."""

from functools import partial
from math import isfinite
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor

from kpgui.geometry.palette import LIGHT, Palette
from kpgui.language import _, in_sentence, later
from kpgui.learners import learner_of
from kpgui.model.arrays import Bools, Floats, Ints
from kpgui.model.conventions import MOST_POINTS
from kpgui.model.dataset import Dataset, coordinate_names
from kpgui.model.edits import HoldOut, Move, Relabel
from kpgui.model.errors import KpguiError, short
from kpgui.model.param import MINUS, shown
from kpgui.ui.forms.fields import comma_hint, number_from, number_text
from kpgui.ui.look.style import plain, selected_row
from kpgui.ui.session.document import Document
from kpgui.ui.table.difference import difference, runs
from kpgui.words.conventions import edits_of, numbers_in

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole

COUNT = "α", later("How often the point was mistaken; in an SVM its dual variable")
COEFFICIENT = (
    "|β|",
    later("Size of what multiplies K(xᵢ, ·) in f, which the count of mistakes does not tell here"),
)
"""Titles of the last column, each with what it means."""

SIZE_DIGITS = 3
"""Digits of |β| in the narrow last column; its tooltip has more."""

DIGITS = 4
"""Digits of a coordinate in its cell; the tooltip and the editor show all."""

MOST_RUNS = 64
"""Most ranges of changed rows that are announced one by one; more are announced as one range."""

HOVER_OPACITY = 45
"""Of 255, of the tint of the hovered point's row."""

LABELS = {"1": 1, "+1": 1, "+": 1, "-1": -1, "-": -1}

NO_PARENT = QModelIndex()


class PointsModel(QAbstractTableModel):
    """Columns number, coordinates, label, held out and α, read from the dataset's arrays without an object per row.

    refused: a sentence about an invalid input, "" after a valid one.
    """

    refused = Signal(str)

    def __init__(self, document: Document, parent: QObject, palette: Palette = LIGHT) -> None:
        super().__init__(parent)
        self._colours = palette
        self._document = document
        self._run: tuple[Ints, Any] | None = None
        self._alpha: Any = None
        self._sized = False
        """Whether |β| is shown in place of α."""
        self._in_run: Bools | None = None
        self._highlighted: Bools | None = None
        self._hovered = -1
        self._places: dict[int, int] = {}
        self._dataset = Dataset.empty(document.session.dataset.d)

    def set_palette(self, palette: Palette) -> None:
        """Uses these colours from the next painting on."""
        self._colours = palette

    @property
    def dataset(self) -> Dataset:
        """The dataset shown."""
        return self._dataset

    @property
    def label_column(self) -> int:
        return 1 + self._dataset.d

    @property
    def held_out_column(self) -> int:
        return 2 + self._dataset.d

    @property
    def alpha_column(self) -> int:
        return 3 + self._dataset.d

    @property
    def class_names(self) -> list[str]:
        """The names of the classes −1 and +1 as they are shown, if a file gave them."""
        return [short(each, 20) for each in self._dataset.classes]

    # Display.

    def show_dataset(self, after: Dataset) -> None:
        """Shows a dataset, announcing only the rows that changed."""
        before = self._dataset
        if after is before:
            return
        if (after.d, after.columns, after.classes) != (before.d, before.columns, before.classes):
            self._reset(after)
            return
        at, gone, come, changed = difference(before, after)
        if gone and come:
            self._reset(after)
            return
        if gone:
            self.beginRemoveRows(NO_PARENT, at, at + gone - 1)
        elif come:
            self.beginInsertRows(NO_PARENT, at, at + come - 1)
        self._dataset = after
        if gone:
            self.endRemoveRows()
        elif come:
            self.endInsertRows()
        if gone or come:
            self._match_alpha()
        if (gone or come) and at + come < len(after):
            self._emit_changed(at + come, len(after) - 1, 0, 0)  # their numbers
        ranges = runs(changed)
        if len(ranges) > MOST_RUNS:
            ranges = [(int(changed[0]), int(changed[-1]))]
        for first, last in ranges:
            self._emit_changed(first, last, 1, self.held_out_column)

    def show_alpha(self, ids: Ints, alpha: Any, sizes: Floats | None = None) -> None:
        """Shows α, (n,), of the points with these ids, (n,), or their |β| if α does not tell it.

        Rows of other points show none.
        """
        self._run = ids, alpha if sizes is None else sizes
        self._set_sized(sizes is not None)
        self._match_alpha()

    def forget_alpha(self) -> None:
        """Shows that no α is known."""
        self._run = None
        self._match_alpha()

    def _set_sized(self, sized: bool) -> None:
        if sized != self._sized:
            self._sized = sized
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, self.alpha_column, self.alpha_column)

    def _match_alpha(self) -> None:
        """Finds α of each row: the run may have been made with other points."""
        before = self._alpha, self._in_run
        self._alpha, self._in_run = (None, None) if self._run is None else _matched(*self._run, self._dataset.ids)
        if len(self._dataset) and not (_equal(self._alpha, before[0]) and _equal(self._in_run, before[1])):
            self._emit_changed(0, len(self._dataset) - 1, self.alpha_column, self.alpha_column)

    def show_order(self, order: tuple[int, ...]) -> None:
        """Shows in the header of each row its place in an order by hand, from 1; () for no order."""
        self._places = {row: place for place, row in enumerate(order, 1)}
        if len(self._dataset):
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, len(self._dataset) - 1)

    def highlight(self, rows: Bools | None) -> None:
        """Paints these rows, a mask (n,), like selected ones; None for none."""
        if rows is None and self._highlighted is None:
            return
        self._highlighted = rows
        if len(self._dataset):
            self._emit_changed(0, len(self._dataset) - 1, 0, self.alpha_column)

    def mark_hovered(self, point: int | None) -> None:
        """Tints the row of the point with this id."""
        found = np.zeros(0, np.int64) if point is None else np.flatnonzero(self._dataset.ids == point)
        before, self._hovered = self._hovered, int(found[0]) if len(found) else -1
        for row in {before, self._hovered} - {-1}:
            if row < len(self._dataset):
                self._emit_changed(row, row, 0, self.alpha_column)

    # Qt's model interface.

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._dataset)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else 4 + self._dataset.d

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation is Qt.Orientation.Vertical and role == Role.DisplayRole:
            return self._places.get(section)
        if orientation is not Qt.Orientation.Horizontal or role not in (Role.DisplayRole, Role.ToolTipRole):
            return None
        title, meaning = self._titles()[section]
        return title if role == Role.DisplayRole else plain(meaning)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        starts = index.column() == self.alpha_column and self._can_start
        if 0 < index.column() <= self.label_column or starts:
            flags |= Qt.ItemFlag.ItemIsEditable
        if index.column() == self.held_out_column:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        row, column = index.row(), index.column()
        if not 0 <= row < len(self._dataset):
            return None
        if role == Role.DisplayRole:
            return self._text(row, column)
        if role == Role.EditRole and column == self.alpha_column:
            return str(self._start[row])
        if role in (Role.EditRole, Role.ToolTipRole):
            return self._full_text(row, column)
        if role == Role.CheckStateRole and column == self.held_out_column:
            return Qt.CheckState.Checked if self._dataset.held_out[row] else Qt.CheckState.Unchecked
        if role == Role.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Role.AccessibleTextRole:
            return self._spoken(row, column)
        if role in (Role.BackgroundRole, Role.ForegroundRole) and self._is_highlighted(row):
            return self._highlight_colour(role)
        if role == Role.BackgroundRole and row == self._hovered:
            return self._hover_colour()
        return None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        """Edits the document. Returns whether the value was accepted; if not, `refused` says why."""
        row, column = index.row(), index.column()
        if role == Role.CheckStateRole and column == self.held_out_column:
            self._hold_out(row, Qt.CheckState(value) == Qt.CheckState.Checked)
        elif role != Role.EditRole or not 0 < column <= self.alpha_column:
            return False
        else:
            edits = {self.label_column: self._relabel, self.alpha_column: self._start_from}
            problem = edits.get(column, partial(self._move, column))(row, str(value))
            self.refused.emit(problem)
            return not problem
        return True

    # Editing.

    def _move(self, column: int, row: int, text: str) -> str:
        """Sets a coordinate. Returns why it was refused, "" if it was not."""
        name, text = self._titles()[column][0], text.strip()
        try:
            number = number_from(text)
        except ValueError:
            return _("Point {row}: {name} must be a number such as {example}, not “{text}”.{hint}").format(
                row=row + 1, name=name, example=number_text(-0.5), text=text, hint=comma_hint(text)
            )
        if not isfinite(number):
            return _("Point {row}: {name} must be a finite number, not “{text}”.").format(
                row=row + 1, name=name, text=text
            )
        if number != self._dataset.points[row, column - 1]:
            point = self._dataset.points[row : row + 1].copy()
            point[0, column - 1] = number
            self._document.edit(Move(self._id(row), point), _("move point {row}").format(row=row + 1))
        return ""

    def _relabel(self, row: int, text: str) -> str:
        names = dict(zip(self._dataset.classes, (-1, 1), strict=False))
        label = names.get(text.strip(), LABELS.get(text.strip().replace(MINUS, "-")))
        if label is None:
            return _("Point {row}: the label must be +1 or −1, not “{text}”.").format(row=row + 1, text=text.strip())
        if label != self._dataset.labels[row]:
            self._document.edit(
                Relabel(self._id(row), np.array([label], np.int8)), _("relabel point {row}").format(row=row + 1)
            )
        return ""

    @property
    def _can_start(self) -> bool:
        """Whether a run can start from an α that is typed here."""
        few = len(self._dataset) <= MOST_POINTS
        return few and not self._sized and "alpha" in learner_of(self._document.session).possible

    @property
    def _start(self) -> tuple[int, ...]:
        """The α that the run starts from, of each point."""
        alpha = self._document.session.conventions.alpha
        return alpha if len(alpha) == len(self._dataset) else (0,) * len(self._dataset)

    def _start_from(self, row: int, text: str) -> str:
        """Sets the α that the run starts from at a point. Returns why it was refused, "" if it was not."""
        start, session = list(self._start), self._document.session
        try:
            start[row : row + 1] = numbers_in(text) or [0]
            edits = edits_of(session, "alpha", " ".join(map(str, start)))
        except KpguiError as error:
            return str(error)
        if edits[0].value != session.conventions:
            self._document.edit(edits[0], _("change the conventions"))
        return ""

    def _hold_out(self, row: int, out: bool) -> None:
        text = _("hold out point {row}") if out else _("train on point {row}")
        self._document.edit(HoldOut(self._id(row), np.array([out])), text.format(row=row + 1))

    def _id(self, row: int) -> Ints:
        return self._dataset.ids[row : row + 1]

    # Texts.

    def _titles(self) -> list[tuple[str, str]]:
        size_title, size_meaning = COEFFICIENT if self._sized else COUNT
        start = " " + _("Double-click to type what it starts from.") if self._can_start else ""
        usual = coordinate_names(self._dataset.d)
        return [
            ("#", _("Number of the point")),
            *(
                (short(name, 20), _("Coordinate {name}").format(name=known))
                for name, known in zip(self._dataset.axes, usual, strict=True)
            ),
            (_("label"), _("Class, +1 or −1")),
            (in_sentence(later("Out")), _("Held out: scored, but not trained on")),
            (size_title, _(size_meaning) + "." * bool(start) + start),
        ]

    def _text(self, row: int, column: int) -> str | None:
        if 0 < column < self.label_column:
            return shown(float(self._dataset.points[row, column - 1]), DIGITS)
        if column == self.alpha_column and self._sized and self._in_run is not None and self._in_run[row]:
            return shown(float(self._alpha[row]), SIZE_DIGITS)
        if column == self.label_column and self.class_names:
            return self.class_names[int(self._dataset.labels[row] > 0)]
        return self._full_text(row, column)

    def _full_text(self, row: int, column: int) -> str | None:
        if column == 0:
            return str(row + 1)
        if column < self.label_column:
            return number_text(float(self._dataset.points[row, column - 1]))
        if column == self.label_column:
            return "+1" if self._dataset.labels[row] > 0 else "−1"
        if column == self.alpha_column and self._in_run is not None and self._in_run[row]:
            return shown(float(self._alpha[row]), DIGITS) if self._sized else str(self._alpha[row])
        return None

    def _spoken(self, row: int, column: int) -> str:
        title = self._titles()[column][0]
        if column == 0:
            return _("point {row}").format(row=row + 1)
        if column == self.held_out_column:
            return (_("point {row}, held out") if self._dataset.held_out[row] else _("point {row}, trained on")).format(
                row=row + 1
            )
        return _("point {row}, {title} {value}").format(
            row=row + 1, title=title, value=self._full_text(row, column) or _("not known")
        )

    # Internals.

    def _is_highlighted(self, row: int) -> bool:
        return self._highlighted is not None and row < len(self._highlighted) and bool(self._highlighted[row])

    def _highlight_colour(self, role: int) -> Any:
        return QColor(selected_row(self._colours) if role == Role.BackgroundRole else self._colours.text)

    def _hover_colour(self) -> Any:
        colour = QColor(self._colours.selection)
        colour.setAlpha(HOVER_OPACITY)
        return colour

    def _reset(self, dataset: Dataset) -> None:
        self.beginResetModel()
        self._dataset = dataset
        self._highlighted = None
        self._match_alpha()
        self.endResetModel()

    def _emit_changed(self, first: int, last: int, left: int, right: int) -> None:
        self.dataChanged.emit(self.index(first, left), self.index(last, right))


def _matched(ids: Ints, alpha: Any, rows: Ints) -> tuple[Any, Bools]:
    """α of the points with the ids `rows`, (n,), and whether it is known; ids, alpha: those that are known, (k,)."""
    if ids is rows or np.array_equal(ids, rows):
        return alpha, np.ones(len(rows), bool)
    known = np.isin(rows, ids)
    order = np.argsort(ids, kind="stable")
    found = np.zeros(len(rows), alpha.dtype)
    found[known] = alpha[order[np.searchsorted(ids, rows[known], sorter=order)]]
    return found, known


def _equal(one: Any, other: Any) -> bool:
    return one is other or (one is not None and other is not None and np.array_equal(one, other))
