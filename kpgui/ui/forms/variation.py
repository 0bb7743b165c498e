"""The fields of a variation: what varies, its values as they are typed, and how they are spaced out."""

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QObject, QSignalBlocker, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from kpgui.language import _, later
from kpgui.model.param import Param, Value
from kpgui.ui.forms.fields import ChoiceField, FlagField, NumberField
from kpgui.ui.forms.widgets import in_row
from kpgui.ui.look.scale import CLOSE, hold
from kpgui.ui.look.style import PlainLabel, plain
from kpgui.words.variation import Spacing, Variable

ROWS, COLUMNS = later("rows"), later("columns")
NOTHING = Variable("", later("Nothing else"), "")


class VariationFields(QObject):
    """A list of what can vary, and a line of its values, at first those that are proposed.

    name: ROWS or COLUMNS, the direction in which it varies. changed: by the user.
    """

    changed = Signal()

    def __init__(self, group: str, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._name = name
        self._offered: tuple[Variable, ...] = ()
        self.what = ChoiceField(parent)
        self.what.setObjectName(f"{group}.{name}")
        self.what.setToolTip(plain(_("What differs from one run to the next")))
        self.what.set_spoken_name(_("What varies in {name}").format(name=_(name)))
        self.values = QLineEdit(parent)
        self.values.setObjectName(f"{group}.{name}.values")
        self.values.setAccessibleName(_("Its values in {name}, separated by commas").format(name=_(name)))
        self.values.setToolTip(_("Values, separated by commas"))
        self.what.activated.connect(self._take)
        self.values.textEdited.connect(self.changed)

    def offer(self, offered: tuple[Variable, ...], remembered: Mapping[str, Any]) -> None:
        """Lists these; chooses what is remembered by `choices`, as far as it is among them."""
        self._offered = offered
        with QSignalBlocker(self.what):
            self.what.clear()
            for each in offered:
                self.what.addItem(_(each.title), each.name)
        name, values = remembered.get(self._name), remembered.get(f"{self._name}.values")
        self.choose(name if isinstance(name, str) else "", values if isinstance(values, str) else "")

    def choose(self, name: str, values: str = "") -> None:
        """Chooses what varies, or the first where it is not offered, with these values or those that are proposed."""
        at = max(0, self.what.findData(name))
        with QSignalBlocker(self.what):
            self.what.setCurrentIndex(at)
        self.values.setText((values if self.what.currentData() == name else "") or self._offered[at].values)
        self.values.setCursorPosition(0)
        self.values.setEnabled(bool(self.what.currentData()))

    @property
    def names(self) -> set[str]:
        """Of what is offered."""
        return {each.name for each in self._offered}

    @property
    def choices(self) -> dict[str, str]:
        """What varies, and its values if they are not those that are proposed."""
        if not self._offered:
            return {}
        chosen, values = self._offered[self.what.currentIndex()], self.values.text()
        return {self._name: chosen.name} | ({} if values == chosen.values else {f"{self._name}.values": values})

    @property
    def chosen(self) -> tuple[str, str]:
        """What varies, "" for nothing, and its values as they are typed."""
        return self.what.currentData(), self.values.text()

    def _take(self) -> None:
        self.choose(self.what.currentData())
        self.changed.emit()


class SpacingFields(QWidget):
    """From where to where, how many values, and whether in equal ratios.

    given: the values, as they are typed.
    """

    given = Signal(str)

    def __init__(self, group: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._param = Param("", 0.0, "")
        self._count = Param("count", 20, "How many values.", scale="integer", low=2, high=200)
        self._low, self._high = (self._made(each) for each in (_("from"), _("to")))
        self._many = NumberField(self._count, "", self, _("How many values"))
        self._many.given.connect(self._announce)
        self._numbers = self._low, self._high, self._many
        self._log = FlagField(_("log"), self)
        self._log.setToolTip(_("In equal ratios instead of equal differences"))
        self._log.clicked.connect(self._announce)
        for each, name, width in ((self._low, "low", 52), (self._high, "high", 52), (self._many, "count", 40)):
            each.setObjectName(f"{group}.{name}")
            hold(each, width=width)
        self._log.setObjectName(f"{group}.log")
        words = [PlainLabel(self, text, role="muted") for text in (_("from"), _("to"), _("in"))]
        parts = [part for pair in zip(words, self._numbers, strict=True) for part in pair]
        in_row(*parts, self._log, None, on=self, spacing=CLOSE)

    def show_spacing(self, spacing: Spacing | None, param: Param) -> None:
        """Shows how the values are spaced out, without emitting `given`; None hides all of it."""
        self.setVisible(spacing is not None)
        self._param = param
        if spacing is not None:
            for field, value in zip(self._numbers, (spacing.low, spacing.high, spacing.count), strict=True):
                field.show_value(value)
            self._log.show_value(spacing.log)

    def _made(self, label: str) -> NumberField:
        field = NumberField(Param(label, 0.0, ""), "", self, label)
        field.setAccessibleName(label)
        field.given.connect(self._announce)
        return field

    def _announce(self, __: Value | Callable[[], None] = 0) -> None:
        low, high, count = (field.value() for field in self._numbers)
        spacing = Spacing(low, high, round(count), self._log.isChecked())
        self.given.emit(spacing.values(self._param))
