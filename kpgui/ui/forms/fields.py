"""Fields of a form: number, choice, flag, slider. Each edits one parameter and refuses values that are not allowed."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, QLocale, QPointF, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QPolygonF, QValidator, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QSlider,
    QWidget,
)

from kpgui.geometry.scales import POSITIONS, position_of, stepped, value_at
from kpgui.language import _, titled
from kpgui.model.errors import KpguiError
from kpgui.model.param import MINUS, Param, Value, text_of
from kpgui.ui.forms.text_field import TextField
from kpgui.ui.forms.widgets import MOVING, claimed
from kpgui.ui.look.scale import scale
from kpgui.ui.look.style import PlainLabel, named, plain
from kpgui.words.overrides import choice_text, label_text

ALL_DECIMALS = 323
"""Decimals with which Qt does not round any double."""

LARGEST = 1.7976931348623157e308

LEFT_OUT = "qt_rubberband"
"""The name of widgets that Qt leaves out of the accessibility tree."""

READING = 8_000
"""Milliseconds for which a refusal stays after the field has returned to its old value."""


def number_text(value: Value) -> str:
    """A number as a field shows it: with all its digits, and a decimal point as everywhere in the program."""
    return text_of(value).replace("-", MINUS)


def number_from(text: str) -> float:
    """The number in a field's text; a decimal comma is understood where the locale has one. Raises ValueError."""
    plain = text.strip().replace(MINUS, "-").replace(QLocale().decimalPoint(), ".")
    if not plain or "_" in plain:
        raise ValueError(text)
    return float(plain)


def comma_hint(text: str) -> str:
    """A sentence about the decimal comma in a text that is no number, with a blank before it; "" if that is not it."""
    try:
        number_from(text.replace(",", QLocale().decimalPoint(), 1))
    except ValueError:
        return ""
    plain = text.strip().replace(",", QLocale().decimalPoint(), 1)
    return _(" Decimals are written with a point: {plain}.").format(plain=plain) if "," in text else ""


class NumberField(QDoubleSpinBox):
    """A field for a number, with all its digits. Arrow keys step it; invalid values are refused with a sentence.

    label: what the screen calls it, and so that sentence; by default what a form does.

    given: the new value, in the parameter's type. refused: the sentence, "" when the text is valid again.
    """

    given = Signal(object)
    refused = Signal(str)

    def __init__(self, param: Param, owner: str, parent: QWidget | None = None, label: str = "") -> None:
        super().__init__(parent)
        self._param = replace(param, name=label or label_text(param))
        self._owner = owner
        self._accepted: Value = param.default
        self.setDecimals(ALL_DECIMALS)
        self.setRange(-LARGEST, LARGEST)
        self.setButtonSymbols(QDoubleSpinBox.ButtonSymbols.NoButtons)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._reading = QTimer(self, singleShot=True, interval=READING)
        self._reading.timeout.connect(self._look_again)
        self.show_value(param.default)
        self.valueChanged.connect(self._take)
        self.lineEdit().textEdited.connect(self._look_at)

    def show_value(self, value: Value) -> None:
        """Shows a value without emitting signals."""
        self._accepted = value
        with QSignalBlocker(self):
            self.setValue(float(value))

    def textFromValue(self, value: float) -> str:
        return number_text(int(value) if self._param.scale == "integer" and value.is_integer() else value)

    def valueFromText(self, text: str) -> float:
        try:
            return number_from(text)
        except ValueError:
            return float(self._accepted)

    def validate(self, text: str, position: int) -> Any:
        state = QValidator.State.Acceptable if self._problem(text) == "" else QValidator.State.Intermediate
        return state, text, position

    def fixup(self, text: str) -> str:
        return text  # Qt would remove commas, and read 1,5 as 15

    def stepBy(self, steps: int) -> None:
        self.setValue(float(stepped(self._param, self._accepted, steps)))

    def stepEnabled(self) -> QDoubleSpinBox.StepEnabledFlag:
        return QDoubleSpinBox.StepEnabledFlag.StepUpEnabled | QDoubleSpinBox.StepEnabledFlag.StepDownEnabled

    def wheelEvent(self, event: QWheelEvent) -> None:
        _wheel_when_focused(self, super().wheelEvent, event)

    def _problem(self, text: str) -> str:
        try:
            self._param.validate(number_from(text), self._owner)
        except KpguiError as error:
            return str(error)
        except ValueError:
            named = titled(self._owner, self._param.name) if self._owner else self._param.name
            return _("{name} must be {allowed}, not “{text}”.{hint}").format(
                name=named, allowed=self._param.allowed, text=text, hint=comma_hint(text)
            )
        return ""

    def _look_at(self, text: str) -> None:
        self.refused.emit(self._problem(text))
        self._reading.start()

    def _look_again(self) -> None:
        """Withdraws the refusal of a text that is gone; keeps it for one that is still being typed."""
        problem = self._problem(self.lineEdit().text())
        self.refused.emit(problem)
        if problem:
            self._reading.start()

    def _take(self, number: float) -> None:
        try:
            value = self._param.validate(number, self._owner)
        except KpguiError as error:
            self.show_value(self._accepted)
            self.refused.emit(str(error))
            self._reading.start()
            return
        self._accepted = value
        self.refused.emit("")
        self.given.emit(value)


class ChoiceField(QComboBox):
    """A field for a choice; the wheel scrolls the panel around it unless it has the focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(5)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)  # none, and not that of what is around

    def offer(self, values: tuple[str, ...]) -> None:
        """Adds the values of a parameter."""
        for value in values:
            self.addItem(choice_text(value), value)

    def show_value(self, value: Value) -> None:
        """Shows a value without emitting signals."""
        with QSignalBlocker(self):
            self.setCurrentIndex(self.findData(value))

    def set_spoken_name(self, name: str) -> None:
        """Names a field without a caption for screen readers: on Linux Qt takes a choice's name from a label alone."""
        self.setAccessibleName(name)
        label = PlainLabel(self.parentWidget(), name)
        label.setBuddy(self)
        label.hide()

    def wheelEvent(self, event: QWheelEvent) -> None:
        _wheel_when_focused(self, super().wheelEvent, event)

    def event(self, event: QEvent) -> bool:
        return claimed(event, _is_own) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        _key_unless_of_the_run(super().keyPressEvent, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().placeholderText().color(), 1.5))
        aside = scale() * 14
        painter.translate(aside if self.isRightToLeft() else self.width() - aside, self.height() / 2)
        painter.scale(scale(), scale())
        painter.drawPolyline(QPolygonF([QPointF(-4, -1.5), QPointF(0, 2.5), QPointF(4, -1.5)]))


class FlagField(QCheckBox):
    """A field for a flag."""

    def show_value(self, value: Value) -> None:
        """Shows a value without emitting signals."""
        with QSignalBlocker(self):
            self.setChecked(bool(value))


class ValueSlider(QSlider):
    """A slider for the usual part of a parameter's range; the number field reaches the rest.

    The keyboard and screen readers have the number field, which says the value; a slider would say its own position.

    slid: the value, and the stroke that it belongs to: one object from press to release.
    """

    slid = Signal(object, object)

    def __init__(self, param: Param, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._param = param
        self._stroke: object = None
        self.setRange(0, POSITIONS)
        self.setSingleStep(POSITIONS // 100)
        self.setPageStep(POSITIONS // 10)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setObjectName(LEFT_OUT)
        self.sliderPressed.connect(self._begin_stroke)
        self.sliderReleased.connect(self._end_stroke)
        self.valueChanged.connect(self._announce)

    def show_value(self, value: Value) -> None:
        """Moves to a value without emitting signals, unless the slider is being dragged."""
        if self.isSliderDown():
            return
        with QSignalBlocker(self):
            self.setValue(position_of(self._param, value))

    def wheelEvent(self, event: QWheelEvent) -> None:
        _wheel_when_focused(self, super().wheelEvent, event)

    def event(self, event: QEvent) -> bool:
        return claimed(event, _is_own) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        _key_unless_of_the_run(super().keyPressEvent, event)

    def _begin_stroke(self) -> None:
        self._stroke = object()

    def _end_stroke(self) -> None:
        self._stroke = None

    def _announce(self, position: int) -> None:
        self.slid.emit(value_at(self._param, position), self._stroke)


def made_field(
    param: Param,
    owner: str,
    parent: QWidget,
    given: Callable[[Value], object],
    refused: Callable[[str], object],
    label: str = "",
) -> NumberField | TextField | ChoiceField | FlagField:
    """The field of a parameter. given: takes each new value. refused: takes a sentence; "" when it is valid again."""
    if param.scale == "choice":
        choice = ChoiceField(parent)
        choice.offer(param.choices)
        choice.currentIndexChanged.connect(lambda index: index >= 0 and given(choice.itemData(index)))
        return choice
    if param.scale == "flag":
        flag = FlagField(parent)
        flag.toggled.connect(given)
        return flag
    text = param.scale == "text"
    field = TextField(param, owner, parent) if text else NumberField(param, owner, parent, label)
    field.given.connect(given)
    field.refused.connect(refused)
    return field


def choice_of(
    name: str, titles: Mapping[str, str], chosen: object, tip: str, parent: QWidget, usual: str = ""
) -> ChoiceField:
    """A field with these titles by key; where `chosen` is no key it is the usual one, or else the first."""
    field = named(ChoiceField(parent), name, tip=tip)
    for key, title in titles.items():
        field.addItem(title, key)
    field.setCurrentIndex(next((at for key in (chosen, usual) if (at := field.findData(key)) >= 0), 0))
    return field


def describe(param: Param, owner: str, label: QLabel, field: QWidget) -> None:
    """Says what a field is for, by its label, its tooltip and to screen readers."""
    unit = _(" In {unit}.").format(unit=_(param.unit)) if param.unit else ""
    tip = f"{_(param.meaning)}{unit}\n{titled(param.name, param.allowed)}"
    label.setBuddy(field)
    label.setToolTip(plain(tip))
    field.setToolTip(plain(tip))
    field.setAccessibleName(f"{owner}, {label.text()}" if owner else label.text())
    field.setAccessibleDescription(_(param.meaning))


def finish_typing() -> None:
    """Commits the text being typed into a field, as Return would, before the session is used otherwise."""
    field = QApplication.focusWidget()
    if isinstance(field, QAbstractSpinBox):
        field.interpretText()
    elif isinstance(field, QLineEdit):
        field.editingFinished.emit()


_RUN_KEYS = Qt.Key.Key_Home, Qt.Key.Key_End
"""Keys that move a run to its start and end wherever the focus is; a choice or a slider would take them for itself."""

_PLAIN = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier


def _is_own(event: QKeyEvent) -> bool:
    return event.key() in MOVING and event.modifiers() in _PLAIN


def _key_unless_of_the_run(press: Any, event: QKeyEvent) -> None:
    """Passes a key to the field, except Home and End, which control the run."""
    if event.key() in _RUN_KEYS:
        event.ignore()
    else:
        press(event)


def _wheel_when_focused(field: QWidget, turn: Any, event: QWheelEvent) -> None:
    if field.hasFocus():
        turn(event)
    else:
        event.ignore()
