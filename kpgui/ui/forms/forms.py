"""Forms, generated from declared parameters."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QSizePolicy, QWidget

from kpgui.model.param import Param, Value
from kpgui.present.counters import plural
from kpgui.present.slider import has_slider
from kpgui.ui.forms.fields import ChoiceField, FlagField, NumberField, ValueSlider
from kpgui.ui.forms.reveal import Reveal
from kpgui.ui.forms.text_field import TextField
from kpgui.ui.look.style import restyle
from kpgui.ui.tasks.after_first_paint import AfterFirstPaint

ALWAYS = 3
"""Parameters that a long form shows at first; the others are folded away."""

FOLDED_FROM = 5

FIELD_WIDTH = 76
LABEL_WIDTH = 84

SLIDER_WIDTH = 64
"""Least width of a slider."""

COMPACT_SLIDER_WIDTH = 48
COMPACT_FIELD_WIDTH = 60
COMPACT_LABEL_WIDTH = 16
"""Least width of a label that is a single symbol."""


def label_text(param: Param) -> str:
    """
    >>> label_text(Param("decay_on", "step", "")), label_text(Param("sigma", 1.0, "", symbol="σ"))
    ('Decay on', 'Sigma σ')
    """
    words = param.name.replace("_", " ")
    shown = words if len(words) == 1 else words[0].upper() + words[1:]
    return f"{shown} {param.symbol}" if param.symbol else shown


def compact_text(param: Param) -> str:
    """The shortest label, for a narrow form.

    >>> compact_text(Param("sigma", 1.0, "", symbol="σ")), compact_text(Param("c", 1.0, ""))
    ('σ', 'c')
    """
    return param.symbol or label_text(param)


def choice_text(value: str) -> str:
    """
    >>> choice_text("shuffled_each_epoch"), choice_text("PA-I")
    ('Shuffled each epoch', 'PA-I')
    """
    words = value.replace("_", " ")
    return words[0].upper() + words[1:]


class Row(QWidget):
    """The row of one parameter: label, slider, field, and a sentence about why a value was refused."""

    edited = Signal(str, object, object)

    def __init__(self, group: str, param: Param, owner: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._param = param
        self._slider: ValueSlider | None = None
        self._label = QLabel(label_text(param), self)
        self._label.setFixedWidth(LABEL_WIDTH)
        self._field = self._made_field(owner)
        self.set_group(group)
        self._refusal: QLabel | None = None
        self._describe(owner)
        self._lay_out()

    def _made_field(self, owner: str) -> NumberField | TextField | ChoiceField | FlagField:
        param = self._param
        if param.scale == "text":
            text = TextField(param, owner, self)
            text.given.connect(self._given)
            text.refused.connect(self.show_refusal)
            return text
        if param.scale == "choice":
            choice = ChoiceField(self)
            for each in param.choices:
                choice.addItem(choice_text(each), each)
            choice.currentIndexChanged.connect(self._chosen)
            return choice
        if param.scale == "flag":
            flag = FlagField(self)
            flag.toggled.connect(self._flagged)
            return flag
        number = NumberField(param, owner, self)
        number.given.connect(self._given)
        number.refused.connect(self.show_refusal)
        if has_slider(param):
            self._slider = ValueSlider(param, self)
            self._slider.setMinimumWidth(SLIDER_WIDTH)
            self._slider.slid.connect(self._slid)
        return number

    def _describe(self, owner: str) -> None:
        param = self._param
        unit = f" In {param.unit}." if param.unit else ""
        tip = f"{param.meaning}{unit}\n{param.name}: {param.allowed}"
        name = f"{owner}, {label_text(param)}" if owner else label_text(param)
        self._label.setBuddy(self._field)
        self._field.setAccessibleName(name)
        self._field.setAccessibleDescription(param.meaning)
        if self._slider is not None:
            self._slider.setAccessibleName(f"{name}, slider")
        for widget in (self._label, self._field, self._slider):
            if widget is not None:
                widget.setToolTip(tip)

    def _lay_out(self) -> None:
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(8)
        layout.setVerticalSpacing(2)
        layout.addWidget(self._label, 0, 0)
        if self._slider is not None:
            layout.addWidget(self._slider, 0, 1)
            layout.addWidget(self._field, 0, 2)
            self._field.setFixedWidth(FIELD_WIDTH)
        else:
            alone = isinstance(self._field, NumberField)
            layout.addWidget(self._field, 0, 1, 1, 2)
            self._field.setMinimumWidth(FIELD_WIDTH)  # its size hint has room for the largest number
            if not alone:
                self._field.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        layout.setColumnStretch(1, 1)

    def show_value(self, value: Value) -> None:
        """Shows a value without emitting signals."""
        if isinstance(self._field, NumberField):
            self._field.show_value(value)
            if self._slider is not None:
                self._slider.show_value(value)
            self.show_refusal("")
            return
        if isinstance(self._field, TextField):
            self._field.show_value(value)
            return
        quiet = self._field.blockSignals(True)
        if isinstance(self._field, ChoiceField):
            self._field.setCurrentIndex(self._field.findData(value))
        else:
            self._field.setChecked(bool(value))
        self._field.blockSignals(quiet)

    def show_refusal(self, sentence: str) -> None:
        """Shows below the field why its text was refused; "" hides that."""
        restyle(self._field, "wrong", bool(sentence))
        if sentence and self._refusal is None:
            self._refusal = self._made_refusal()
        if self._refusal is not None:
            self._refusal.setText(sentence)
            self._refusal.setVisible(bool(sentence))
            self._reveal.start()

    def _made_refusal(self) -> QLabel:
        refusal = QLabel(self)
        refusal.setProperty("role", "wrong")
        refusal.setWordWrap(True)
        self._reveal = Reveal(refusal)
        layout = self.layout()
        assert isinstance(layout, QGridLayout)
        layout.addWidget(refusal, 1, 0, 1, 3)
        return refusal

    def set_group(self, group: str) -> None:
        """Names the field `param.<group>.<name>`; "" removes its name."""
        self._field.setObjectName(f"param.{group}.{self._param.name}" if group else "")

    @property
    def compact_width(self) -> int:
        """Width of the shortest label in pixels."""
        return self._label.fontMetrics().horizontalAdvance(compact_text(self._param)) + 2

    def set_compact(self, label_width: int) -> None:
        """Shows the symbol alone as a label of this width in pixels, and narrow fields; 0 shows the full label."""
        self._label.setText(compact_text(self._param) if label_width else label_text(self._param))
        self._label.setFixedWidth(label_width or LABEL_WIDTH)
        if self._slider is not None:
            self._slider.setMinimumWidth(COMPACT_SLIDER_WIDTH if label_width else SLIDER_WIDTH)
            self._field.setFixedWidth(COMPACT_FIELD_WIDTH if label_width else FIELD_WIDTH)

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

    def _chosen(self, index: int) -> None:
        assert isinstance(self._field, ChoiceField)
        if index >= 0:
            self.edited.emit(self._param.name, self._field.itemData(index), None)

    def _flagged(self, on: bool) -> None:
        self.edited.emit(self._param.name, on, None)


def folded_of(params: tuple[Param, ...]) -> tuple[Param, ...]:
    """The parameters that a form folds away: the rare ones, or if none is rare, those after the first few."""
    rare = tuple(each for each in params if each.rare)
    return rare or (params[ALWAYS:] if len(params) >= FOLDED_FROM else ())


class Form(QWidget):
    """A form with a row for each parameter; some are folded away (see `folded_of`) while they have their defaults.

    after_first_paint: if given, folded rows are made only after the window's first paint, or when they are unfolded.

    edited: name, value, and the stroke (see `Document.edit`) or None.
    """

    edited = Signal(str, object, object)

    def __init__(
        self,
        group: str,
        params: tuple[Param, ...],
        owner: str = "",
        parent: QWidget | None = None,
        after_first_paint: AfterFirstPaint | None = None,
    ) -> None:
        super().__init__(parent)
        self._group = group
        self._owner = owner
        self._compact = False
        self._values: Mapping[str, Value] = {}
        self._rows: dict[str, Row] = {}
        self._folded = folded_of(params)
        self._layout = QGridLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setVerticalSpacing(4)
        self._add_rows([each for each in params if each not in self._folded])
        self._fold = self._made_fold() if self._folded else None
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
            row = Row(self._group, each, self._owner, self)
            row.edited.connect(self.edited)
            if each.name in self._values:
                row.show_value(self._values[each.name])
            self._layout.addWidget(row, len(self._rows), 0)
            self._rows[each.name] = row

    def _made_fold(self) -> QPushButton:
        fold = QPushButton(self)
        fold.setProperty("link", True)
        fold.setCheckable(True)
        fold.setCursor(Qt.CursorShape.PointingHandCursor)
        fold.toggled.connect(self._unfold)
        return fold

    def _unfold(self, shown: bool) -> None:
        assert self._fold is not None
        self._fold.setText("Fewer settings" if shown else plural(len(self._folded), "more setting"))
        if shown:
            self._complete()
        for each in self._folded:
            if each.name in self._rows:
                self._rows[each.name].setVisible(shown)

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
        """Shows symbols instead of names, for a narrow panel, or full labels again."""
        self._compact = compact
        widest = max(COMPACT_LABEL_WIDTH, *(row.compact_width for row in self._rows.values()))
        for row in self._rows.values():
            row.set_compact(widest if compact else 0)

    def focus_first(self) -> None:
        """Gives the first field the keyboard focus."""
        next(iter(self._rows.values())).take_focus()

    def refuse(self, name: str, sentence: str) -> None:
        """Shows below a field why its value was refused."""
        self._rows[name].show_refusal(sentence)

    def retire(self) -> None:
        """Removes the form. Its fields give up their names at once, since a new form's may be the same."""
        self.set_group("")
        self.hide()
        self.deleteLater()
