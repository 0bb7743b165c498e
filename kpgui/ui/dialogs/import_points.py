"""The import dialog: how to read a file of points, a preview of its rows, and samples of large files."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialogButtonBox,
    QFormLayout,
    QPlainTextEdit,
    QRadioButton,
    QTableView,
    QWidget,
)

from kpgui.formats.tabular.choices import ENCODINGS, Choices
from kpgui.formats.tabular.report import FilePreview
from kpgui.language import _, later
from kpgui.model.param import Param, grouped
from kpgui.model.session import SEED
from kpgui.ui.dialogs import MARGINS, Dialog
from kpgui.ui.forms.fields import ChoiceField, FlagField, NumberField
from kpgui.ui.forms.widgets import Wide, in_column, in_row
from kpgui.ui.look.scale import APART, CLOSE, INDENT, LOOSE, hold
from kpgui.ui.look.style import PlainLabel, named
from kpgui.ui.look.thumbnails import thumbnail
from kpgui.ui.tasks import Background
from kpgui.words import importing
from kpgui.words.importing import column_titles

Index = QModelIndex | QPersistentModelIndex

MAX_COLUMNS = 200
"""Most columns shown; more would make the view slow."""

TINT = 0.14


class PreviewTable(QTableView):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "import.table", _("The first rows of the file"))
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


USUAL = 5_000


class SampleDialog(Dialog):
    """Asks how many points to open."""

    chosen = Signal(object)
    """(count, seed) of a sample, or None for all."""

    def __init__(self, name: str, count: int, parent: QWidget) -> None:
        super().__init__("dialog.sample", _("A large file"), parent)
        heading = PlainLabel(
            self, _("{name} has {count} points").format(name=name, count=grouped(count)), role="heading"
        )
        self._some = QRadioButton(_("A &sample to draw and train on, with the same share of each class"), self)
        self._some.setObjectName("sample.some")
        self._all = QRadioButton(_("&All of them"), self)
        self._all.setObjectName("sample.all")
        self._some.setChecked(True)
        size = Param("points", USUAL, later("How many points to take."), scale="integer", low=2, high=count)
        self._count = self._field("count", size)
        self._seed = self._field("seed", SEED)
        form = QFormLayout()
        form.setContentsMargins(INDENT, 0, 0, APART)
        form.addRow(_("&Points"), self._count)
        form.addRow(_("S&eed"), self._seed)
        advice = _("Training on all of them can take minutes; the same seed draws the same sample again.")
        note = PlainLabel(self, advice, role="muted", wraps=True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel, self)
        buttons.button(QDialogButtonBox.StandardButton.Open).setObjectName("sample.open")
        buttons.button(QDialogButtonBox.StandardButton.Open).setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        in_column(heading, self._some, form, self._all, note, buttons, on=self, margins=MARGINS, spacing=APART)
        self._some.toggled.connect(self._count.setEnabled)
        self._some.toggled.connect(self._seed.setEnabled)

    def _field(self, name: str, param: Param) -> NumberField:
        field = NumberField(param, "", self)
        field.setObjectName(f"sample.{name}")
        hold(field, width=120)
        field.setToolTip(_(param.meaning))
        field.setAccessibleName(_(param.meaning))
        return field

    def accept(self) -> None:
        super().accept()
        self.chosen.emit((int(self._count.value()), int(self._seed.value())) if self._some.isChecked() else None)


PICTURE = 288, 200
"""Size of the picture of the first rows in logical pixels."""

Look = Callable[[Choices], FilePreview]
"""A function that makes the preview of the file with some choices; called in a worker thread."""


class ImportDialog(Dialog):
    """Asks for what the file leaves open."""

    chosen = Signal(object)
    """Emitted with the Choices when the dialog is accepted."""

    def __init__(self, name: str, look: Look, preview: FilePreview, parent: QWidget) -> None:
        super().__init__("dialog.import", _("Import {name}").format(name=name), parent, QSize(860, 600))
        self._look = look
        self._preview = preview
        self._choices = preview.choices
        self._background = Background(self)
        self._background.failed.connect(self._show_problem)
        self._heading = PlainLabel(self, role="heading")
        self._picture = PlainLabel(self, name="import.picture")
        self._picture.setFixedSize(*PICTURE)
        self._table = PreviewTable(self)
        self._problem = PlainLabel(self, name="import.problem", role="wrong", wraps=True)
        self._make_fields()
        self._lay_out()
        self.finished.connect(self._background.stop)
        self._follow(preview)
        self._open.setFocus()

    # Assembly.

    def _make_fields(self) -> None:
        self._encoding = self._choice("encoding", _("How the letters of the file are coded"), self._take_delimiter)
        for encoding, title in ENCODINGS.items():
            self._encoding.addItem(_(title), encoding)
        self._delimiter = self._choice("delimiter", _("What stands between the cells"), self._take_delimiter)
        for separator, title in importing.DELIMITERS:
            self._delimiter.addItem(_(title), separator)
        self._header = self._flag("header", _("The first row has the names of the columns"), "header")
        self._comma = self._flag("decimal_comma", _("Decimal comma, as in 1,5"), "decimal_comma")
        self._x = self._choice("x", _("Which column is drawn to the right"), self._take_coordinates)
        self._y = self._choice("y", _("Which column is drawn upwards"), self._take_coordinates)
        self._label = self._choice("label", _("Which column has the classes"), self._take_label)
        self._positive = self._choice("positive", _("The class that is +1, an orange circle"), self._take_positive)
        self._negative = self._choice(
            "negative",
            _("The class that is −1, a blue square; points of other classes stay, grey, and are not trained on"),
            self._take_negative,
        )
        self._standardise = self._flag("standardise", _("Standardise: mean 0 and deviation 1"), "standardise")
        self._standardise.setToolTip(_("Otherwise the points keep the units of the file."))
        self._skip = self._flag("skip", "", "skip_bad_rows")
        self._skipped = QPlainTextEdit(self)
        self._skipped.setObjectName("import.skipped")
        self._skipped.setReadOnly(True)
        hold(self._skipped, height=64)
        self._skipped.setAccessibleName(_("Rows that cannot be read, and why"))

    def _choice(self, name: str, tip: str, take: Callable[[], None]) -> ChoiceField:
        field = ChoiceField(self)
        named(field, f"import.{name}", tip=tip)
        field.set_spoken_name(tip)
        hold(field, least_width=190)
        field.activated.connect(take)
        return field

    def _flag(self, name: str, text: str, choice: str) -> FlagField:
        """A field for a choice that is a flag."""
        field = FlagField(self)
        field.setText(text)
        field.setObjectName(f"import.{name}")
        field.clicked.connect(lambda checked: self._change(**{choice: checked}))
        return field

    def _lay_out(self) -> None:
        self._form = QFormLayout()
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self._form.setHorizontalSpacing(LOOSE)
        self._form.setVerticalSpacing(CLOSE)
        for title, field in (
            (_("&Encoding"), self._encoding),
            (_("&Separator"), self._delimiter),
            ("", self._header),
            ("", self._comma),
            ("&x", self._x),
            ("&y", self._y),
            (_("&Label"), self._label),
            (_("Class &+1"), self._positive),
            (_("Class &−1"), self._negative),
            ("", self._standardise),
        ):
            self._form.addRow(title, field)
        upper = in_row(Wide(self._form), self._picture, spacing=INDENT)
        upper.setAlignment(self._picture, Qt.AlignmentFlag.AlignTop)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel, self)
        self._open = buttons.button(QDialogButtonBox.StandardButton.Open)
        self._open.setObjectName("import.open")
        self._open.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        said = self._skip, self._skipped, self._problem
        in_column(self._heading, upper, Wide(self._table), *said, buttons, on=self, margins=MARGINS, spacing=LOOSE)

    # Display.

    def _follow(self, preview: FilePreview) -> None:
        """Shows a preview, and requests another with proposals for what it leaves open."""
        self._choices = importing.settled(preview)
        self._preview = replace(preview, choices=self._choices)
        self._show()
        if self._choices != preview.choices:
            self._ask(self._choices)

    def _show(self) -> None:
        preview = self._preview
        self._heading.setText(importing.heading(preview))
        self._show_taking_apart(preview)
        self._show_columns(preview)
        self._show_classes(preview)
        self._standardise.setChecked(preview.choices.standardise)
        self._skip.setText(importing.skipped_title(preview))
        self._skip.setChecked(preview.choices.skip_bad_rows)
        self._skipped.setPlainText(importing.skipped_lines(preview))
        for part in (self._skip, self._skipped):
            part.setVisible(preview.skipped_count > 0)
        self._table.show_preview(preview)
        self._draw_picture(preview)
        self._show_problem(importing.problem_of(preview))

    def _show_taking_apart(self, preview: FilePreview) -> None:
        self._form.setRowVisible(self._encoding, bool(preview.encoding))
        self._encoding.setCurrentIndex(self._encoding.findData(preview.encoding))
        text = bool(preview.delimiter)
        for field in (self._delimiter, self._header, self._comma):
            self._form.setRowVisible(field, text)
        self._delimiter.setCurrentIndex(max(0, self._delimiter.findData(preview.delimiter)))
        self._header.setChecked(preview.header)
        self._comma.setChecked(preview.decimal_comma)
        self._comma.setEnabled(preview.delimiter != ",")

    def _show_columns(self, preview: FilePreview) -> None:
        coordinates, label = importing.coordinates_of(preview), importing.label_of(preview)
        texts = [(importing.column_text(each, k), k) for k, each in enumerate(preview.columns)]
        numeric = [(text, k) for text, k in texts if preview.columns[k].numeric or k in coordinates]
        for field, at in ((self._x, 0), (self._y, 1)):
            fill(field, numeric, coordinates[at] if at < len(coordinates) else None)
        fill(self._label, texts, label)

    def _show_classes(self, preview: FilePreview) -> None:
        signs = importing.signs_of(preview)
        names: list[tuple[str, Any]] = [(importing.class_text(each), each.name) for each in preview.classes]
        positive = next((name for name, sign in signs.items() if sign > 0), None)
        negative = next((name for name, sign in signs.items() if sign < 0), None)
        alone = preview.choices.negative is None and len(names) > 2
        fill(self._positive, names, positive)
        others = [each for each in names if each[1] != positive]
        fill(
            self._negative,
            ([(_(importing.OTHERS), None)] if len(names) > 2 else []) + others,
            None if alone else negative,
        )

    def _draw_picture(self, preview: FilePreview) -> None:
        density = self.devicePixelRatioF()
        image = thumbnail(importing.shown_points(preview), *(round(density * side) for side in PICTURE))
        image.setDevicePixelRatio(density)
        self._picture.setPixmap(QPixmap.fromImage(image))

    def _show_problem(self, problem: str) -> None:
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))
        self._open.setEnabled(not problem)

    # Choices.

    def _take_delimiter(self) -> None:
        # With another separator or encoding the other choices no longer apply.
        delimiter = self._delimiter.currentData() if self._preview.delimiter else None
        standardise, encoding = self._standardise.isChecked(), self._encoding.currentData()
        self._ask(Choices(delimiter=delimiter, standardise=standardise, encoding=encoding))

    def _take_coordinates(self) -> None:
        chosen, before = (self._x.currentData(), self._y.currentData()), importing.coordinates_of(self._preview)
        swapped = chosen[0] == chosen[1] and len(before) > 1
        self._change(coordinates=before[1::-1] if swapped else chosen)

    def _take_label(self) -> None:
        label = self._label.currentData()
        chosen = tuple(k for k in importing.coordinates_of(self._preview) if k != label)
        self._change(label=label, coordinates=chosen if len(chosen) > 1 else None, positive=None, negative=None)

    def _take_positive(self) -> None:
        positive = self._positive.currentData()
        negative = self._choices.negative
        self._change(positive=positive, negative=None if negative == positive else negative)

    def _take_negative(self) -> None:
        self._change(positive=self._positive.currentData(), negative=self._negative.currentData())

    def _change(self, **values: Any) -> None:
        self._ask(replace(self._choices, **values))

    def _ask(self, choices: Choices) -> None:
        self._choices = choices
        self._background.do("", lambda token: self._look(choices), self._follow)

    def accept(self) -> None:
        super().accept()
        self.chosen.emit(importing.by_name(self._choices, self._preview))


def fill(field: ChoiceField, items: list[tuple[str, Any]], current: Any) -> None:
    """Fills a choice field with items, the one whose data is `current` chosen; none if it is not among them."""
    field.clear()
    for text, data in items:
        field.addItem(text, data)
    field.setCurrentIndex(next((i for i, (__, data) in enumerate(items) if data == current), -1))
