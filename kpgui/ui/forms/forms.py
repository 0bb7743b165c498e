"""Forms, generated from declared parameters."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QMenu, QSizePolicy, QWidget

from kpgui.geometry.scales import has_slider
from kpgui.language import _
from kpgui.model.param import Param, Value
from kpgui.ui.forms.fields import NumberField, ValueSlider, describe, made_field
from kpgui.ui.forms.panel import open_menu
from kpgui.ui.forms.text_field import TextField
from kpgui.ui.forms.widgets import Callout, fold_button
from kpgui.ui.look.scale import APART, CLOSE, hold
from kpgui.ui.look.style import PlainLabel, plain, restyle
from kpgui.ui.tasks import AfterFirstPaint
from kpgui.words.counters import plural
from kpgui.words.overrides import label_text

ALWAYS = 3
"""Parameters that a long form shows at first; the others are folded away."""

FOLDED_FROM = 5

FIELD_WIDTH = 76
LABEL_WIDTH = 84

COMPACT_FIELD_WIDTH = 60


class FieldRow(QWidget):
    """The row of one parameter: label and field, and under the label a slider as long as the row allows.

    label: in place of the one made from the parameter's name.

    A sentence on why a value was refused lies over the rows around it.
    """

    edited = Signal(str, object, object)

    def __init__(self, group: str, param: Param, owner: str, parent: QWidget | None = None, label: str = "") -> None:
        super().__init__(parent)
        self._param = param
        self._slider: ValueSlider | None = None
        self._label = PlainLabel(self, label or label_text(param))
        self._field = made_field(param, owner, self, self._given, self.show_refusal, self._label.text())
        if isinstance(self._field, NumberField):
            self._field.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)  # the row has it
        if has_slider(param):
            self._slider = ValueSlider(param, self)
            self._slider.slid.connect(self._slid)
        self.set_group(group)
        self._refusal: Callout | None = None
        describe(param, owner, self._label, self._field)
        self._lay_out()

    def _lay_out(self) -> None:
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(APART)
        layout.setVerticalSpacing(0)
        layout.addWidget(self._label, 0, 0)
        if self._slider is not None:
            layout.addWidget(self._slider, 1, 0)
            self._slider.setToolTip(plain(self._field.toolTip()))
            layout.addWidget(self._field, 0, 1, 2, 1)
            layout.setColumnStretch(0, 1)
            hold(self._field, width=FIELD_WIDTH)
            return
        layout.addWidget(self._field, 0, 1)
        layout.setColumnStretch(1, 1)
        hold(self._label, least_width=LABEL_WIDTH)
        hold(self._field, least_width=FIELD_WIDTH)  # its size hint has room for the largest number
        if not isinstance(self._field, NumberField):
            self._field.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_value(self, value: Value) -> None:
        """Shows a value without emitting signals."""
        self._field.show_value(value)
        if self._slider is not None:
            self._slider.show_value(value)
        if isinstance(self._field, NumberField):
            self.show_refusal("")

    def show_refusal(self, sentence: str) -> None:
        """Shows beside the field why its text was refused; "" hides that."""
        restyle(self._field, "wrong", bool(sentence))
        if sentence and self._refusal is None:
            self._refusal = Callout(self._field)
        if self._refusal is not None:
            self._refusal.show_sentence(sentence)

    def set_group(self, group: str) -> None:
        """Names the field `param.<group>.<name>`; "" removes its name."""
        self._field.setObjectName(f"param.{group}.{self._param.name}" if group else "")

    def set_compact(self, compact: bool) -> None:
        """Makes the field beside a slider narrower, or as wide as usual again."""
        if self._slider is not None:
            hold(self._field, width=COMPACT_FIELD_WIDTH if compact else FIELD_WIDTH)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The usual menu of a field of text, and that the setting is to vary."""
        text = self._field.lineEdit() if isinstance(self._field, NumberField) else None
        open_menu(self._field, event, QMenu(self) if text is None else text.createStandardContextMenu())

    def take_focus(self) -> None:
        self._field.setFocus()
        if isinstance(self._field, NumberField | TextField):
            self._field.selectAll()

    def _given(self, value: Value) -> None:
        if self._slider is not None:
            self._slider.show_value(value)
        self.edited.emit(self._param.name, value, None)

    def _slid(self, value: Value, stroke: object) -> None:
        assert isinstance(self._field, NumberField)
        self._field.show_value(value)
        self.show_refusal("")
        self.edited.emit(self._param.name, value, stroke)


def folded_of(params: tuple[Param, ...]) -> tuple[Param, ...]:
    """The parameters that a form folds away: the rare ones, or if none is rare, those after the first few."""
    rare = tuple(each for each in params if each.rare)
    return rare or (params[ALWAYS:] if len(params) >= FOLDED_FROM else ())


def usual_of(params: tuple[Param, ...]) -> tuple[Param, ...]:
    """The parameters that a form always shows."""
    folded = folded_of(params)
    return tuple(each for each in params if each not in folded)


class Form(QWidget):
    """A form with a row for each parameter; some are folded away (see `folded_of`) while they have their defaults.

    after_first_paint: if given, folded rows are made only after the window's first paint, or when they are unfolded.

    folded: what the folded rows are called, by default how many they are.

    edited: name, value, and the stroke (see `Document.edit`) or None.
    """

    edited = Signal(str, object, object)

    unfolded = Signal(bool)
    """Whether the folded rows are shown now."""

    def __init__(
        self,
        group: str,
        params: tuple[Param, ...],
        owner: str = "",
        parent: QWidget | None = None,
        after_first_paint: AfterFirstPaint | None = None,
        folded: str = "",
    ) -> None:
        super().__init__(parent)
        self._folded_name = folded
        self._group = group
        self._owner = owner
        self._compact = False
        self._values: Mapping[str, Value] = {}
        self._rows: dict[str, FieldRow] = {}
        self._folded = folded_of(params)
        self._reserved = 0
        self._end = len(params) + 1
        self._layout = QGridLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setVerticalSpacing(CLOSE)
        self._usual = usual_of(params)
        self._add_rows(self._usual)
        self._fold = fold_button(self, self._unfold) if self._folded else None
        if self._fold is not None:
            self._layout.addWidget(self._fold, len(params), 0, Qt.AlignmentFlag.AlignLeft)
            self._unfold(False)
        if after_first_paint is None:
            self._complete()
        else:
            after_first_paint.do(self._complete)

    def _complete(self) -> None:
        """Makes the folded rows, unless they exist."""
        missing = [each for each in self._folded if each.name not in self._rows]
        if missing:
            self._add_rows(missing)
            self.set_compact(self._compact)
            assert self._fold is not None
            self._unfold(self._fold.isChecked())

    def _add_rows(self, params: Iterable[Param]) -> None:
        for each in params:
            row = FieldRow(self._group, each, self._owner, self)
            row.edited.connect(self.edited)
            if each.name in self._values:
                row.show_value(self._values[each.name])
            self._layout.addWidget(row, len(self._rows), 0)
            self._rows[each.name] = row

    def _unfold(self, shown: bool) -> None:
        assert self._fold is not None
        more = self._folded_name or plural(len(self._folded), "{n} more setting", "{n} more settings")
        self._fold.setText(_("Fewer settings") if shown else more)
        if shown:
            self._complete()
        for each in self._folded:
            if each.name in self._rows:
                self._rows[each.name].setVisible(shown)
        self.unfolded.emit(shown)

    def show_values(self, values: Mapping[str, Value]) -> None:
        """Shows these values without emitting signals."""
        self._values = values
        for name, row in self._rows.items():
            row.show_value(values[name])
        unusual = any(values[each.name] != each.default for each in self._folded)
        if self._fold is not None and unusual:
            self._fold.setChecked(True)

    def set_group(self, group: str) -> None:
        """Names the fields `param.<group>.<name>`."""
        self._group = group
        for row in self._rows.values():
            row.set_group(group)

    def set_compact(self, compact: bool) -> None:
        """Makes the fields narrower, for an indented form, or as wide as usual again."""
        self._compact = compact
        for row in self._rows.values():
            row.set_compact(compact)

    def set_row_shown(self, name: str, shown: bool) -> None:
        """Shows or hides the row of a parameter that does not always matter."""
        self._rows[name].setVisible(shown)

    def reserve(self, rows: int) -> None:
        """Makes the form as high as if it always showed so many rows with a slider."""
        self._reserved = rows

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        usual = [self._rows[each.name].sizeHint().height() for each in self._usual]
        missing = sum([max(usual)] * self._reserved) - sum(usual) if usual else 0
        spacing = self._layout.verticalSpacing() * (self._reserved - len(usual))
        self._layout.setRowMinimumHeight(self._end, max(0, missing + spacing))

    def focus_first(self) -> None:
        """Gives the first field the keyboard focus."""
        next(iter(self._rows.values())).take_focus()

    def refuse(self, name: str, sentence: str) -> None:
        """Shows beside a field why its value was refused."""
        self._rows[name].show_refusal(sentence)

    def retire(self) -> None:
        """Removes the form. Its fields give up their names at once, since a new form's may be the same."""
        self.set_group("")
        self.hide()
        self.deleteLater()
