"""The first rows of a file as a table, each column with its name and role."""

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from kpgui.formats.tabular.report import FilePreview
from kpgui.language import _
from kpgui.words.importing import column_titles

Index = QModelIndex | QPersistentModelIndex

MAX_COLUMNS = 200
"""Most columns shown; more would make the view slow."""

TINT = 0.14


class PreviewTable(QTableView):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("import.table")
        self.setAccessibleName(_("The first rows of the file"))
        self._model = _Rows(self)
        self.setModel(self._model)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setShowGrid(False)
        self.verticalHeader().setVisible(False)
        self.verticalHeader().setDefaultSectionSize(22)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.horizontalHeader().setDefaultSectionSize(110)
        self.horizontalHeader().setHighlightSections(False)
        self.setMinimumHeight(120)

    def show_preview(self, preview: FilePreview) -> None:
        self._model.show_preview(preview)


class _Rows(QAbstractTableModel):
    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view
        self._preview = FilePreview("", "")
        self._titles: list[str] = []

    def show_preview(self, preview: FilePreview) -> None:
        self.beginResetModel()
        self._preview = preview
        self._titles = column_titles(preview)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own signature
        return 0 if parent.isValid() else len(self._preview.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own signature
        return 0 if parent.isValid() else min(len(self._preview.columns), MAX_COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        column = self._preview.columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            row = self._preview.rows[index.row()]
            return row[index.column()][:100] if index.column() < len(row) else ""
        if role == Qt.ItemDataRole.BackgroundRole and column.role:
            tint = QColor(self._view.palette().accent().color())
            tint.setAlphaF(TINT if column.role == "label" else TINT / 2)
            return tint
        if role == Qt.ItemDataRole.ForegroundRole and not column.role:
            return self._view.palette().placeholderText().color()
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return self._titles[section]
        return None
