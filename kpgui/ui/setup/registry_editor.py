"""The editor of a member of a registry: the choice of the member, its formula, and a form of its parameters."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QLabel, QMenu, QWidget

from kpgui.language import _, later
from kpgui.model.errors import KpguiError
from kpgui.model.param import Declared, Value
from kpgui.model.registry import Registry
from kpgui.ui.forms.fields import ChoiceField
from kpgui.ui.forms.forms import LABEL_WIDTH, Form, usual_of
from kpgui.ui.forms.labels import FormulaLabel, TextLines
from kpgui.ui.forms.panel import open_menu
from kpgui.ui.forms.widgets import Wide, in_column, in_row
from kpgui.ui.look.scale import APART, CLOSE, hold
from kpgui.ui.look.style import PlainLabel, plain, restyle
from kpgui.ui.setup.kernel_lines import derived_text, unbroken
from kpgui.ui.tasks import AfterFirstPaint
from kpgui.words.verdict import Tone

CHOSEN = {
    "kernel": later("kernel {title}"),
    "learner": later("learner {title}"),
    "generator": later("generator {title}"),
}
"""The names of the undo steps, by the noun of the registry."""


MEANINGS = {
    "kernel": later("How alike two points are: the boundary is made of such values."),
    "learner": later("The rule by which f changes at each point that is examined."),
    "generator": later("The shape that the points form."),
}
"""What is chosen, by the noun of the registry."""


class RegistryEditor(QWidget):
    """The choice of a member, its formula, and its parameters.

    steady: whether it is equally high for every member, so that what is below it does not move. typeset: whether the
    formula is drawn with fractions and roots; rules with words in them stay text. first: the keys of the members that a
    course begins with, which stand above a line.

    edited: the new value, the name of the edit if it is another member, and the stroke (see `Document.edit`) or None.
    """

    edited = Signal(object, str, object)

    def __init__(
        self,
        group: str,
        label: str,
        registry: Registry[Any],
        parent: QWidget,
        after_first_paint: AfterFirstPaint | None = None,
        steady: bool = False,
        typeset: bool = False,
        first: tuple[str, ...] = (),
    ) -> None:
        super().__init__(parent)
        self._after_first_paint = after_first_paint
        self._group = group
        self._registry = registry
        self._value: Any = None
        self._form: Form | None = None
        self._compact = False
        self._choice = ChoiceField(self)
        self._choice.setToolTip(_(MEANINGS[registry.noun]))
        for member in sorted(registry, key=lambda each: first.index(each.key) if each.key in first else len(first)):
            self._choice.addItem(_(member.title), member.key)
        if first:
            self._choice.insertSeparator(len(first))
        self._most = max(len(usual_of(member.params())) for member in registry) if steady else 0
        self._typeset = typeset
        self._formula = self._formula_label(steady)
        self._formula.setProperty("role", "formula")
        self._derived = PlainLabel(self, role="muted")
        self._lay_out()
        self.set_group(group)
        self.set_label(label)
        self._choice.currentIndexChanged.connect(self._choose)

    def _formula_label(self, steady: bool) -> QLabel:
        if self._typeset:
            return FormulaLabel(self)
        if steady:
            return TextLines(2, self)
        return PlainLabel(self, wraps=True)

    def _lay_out(self) -> None:
        self._caption = PlainLabel(self)
        hold(self._caption, width=LABEL_WIDTH)
        self._caption.setBuddy(self._choice)
        self.top = in_row(self._caption, Wide(self._choice), spacing=APART)
        line = in_row(Wide(self._formula), self._derived, spacing=APART)
        self._column = in_column(self.top, line, on=self, spacing=CLOSE)

    def set_group(self, group: str) -> None:
        """Sets the object names of the choice and the fields to `param.<group>.…`; "" clears them."""
        self._group = group
        self._choice.setObjectName(f"param.{group}.{self._registry.noun}" if group else "")
        self._derived.setObjectName(f"{group}.derived" if group else "")
        if self._form is not None:
            self._form.set_group(group)

    def set_label(self, label: str) -> None:
        """Sets the caption of the choice, which is also its accessible name, for when the caption is hidden."""
        self._caption.setText(label)
        self._choice.setAccessibleName(label)

    def set_compact(self, compact: bool) -> None:
        """Hides the caption and makes the fields narrower, for an indented place."""
        if compact == self._compact:
            return
        self._compact = compact
        self._caption.setVisible(not compact)
        if self._form is not None:
            self._form.set_compact(compact)

    def show_doubt(self, why: str) -> None:
        """Shows the formula as a warning, with the reason as its tooltip; "" for no warning."""
        restyle(self._formula, "tone", Tone.WARNING.value if why else Tone.CALM.value)
        self._formula.setToolTip(plain(why))

    def show_value(self, value: Declared) -> None:
        """Shows a value of the registry without emitting `edited`."""
        if type(value) is not type(self._value):
            self._choice.show_value(value.key)
            params = value.params()
            owner = _(value.title).partition(" (")[0]
            self._set_form(Form(self._group, params, owner, self, self._after_first_paint) if params else None)
        if self._value is None or value.formula != self._value.formula:  # also under another tie rule
            self._formula.setText(value.formula if self._typeset else unbroken(_(value.formula)))
        if self._form is not None:
            self._form.show_values(value.settings())
        self._value = value
        self._show_derived()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """At the choice: that it is to vary. Elsewhere the menu is that of what is around."""
        at = self._choice.mapFromGlobal(event.globalPos())
        if self._choice.rect().contains(at) and self._choice.objectName():
            open_menu(self._choice, event, QMenu(self))
        else:
            event.ignore()

    def take_focus(self) -> None:
        """Gives the keyboard focus to the choice."""
        self._choice.setFocus()

    def _show_derived(self) -> None:
        text = derived_text(self._value)
        self._derived.setText(text)
        self._derived.setVisible(bool(text))

    def _set_form(self, form: Form | None) -> None:
        if self._form is not None:
            # Disconnected first: a field that loses the focus on deletion would still emit what was typed.
            self._form.edited.disconnect(self._change)
            self._form.retire()
        self._form = form
        if form is not None:
            if self._compact:
                form.set_compact(True)
            form.edited.connect(self._change)
            form.reserve(self._most)
            self._column.addWidget(form)
            form.show()

    def _choose(self, index: int) -> None:
        if index < 0:
            return
        value = self._registry.find(self._choice.itemData(index))()
        self.show_value(value)
        self.edited.emit(value, _(CHOSEN[self._registry.noun]).format(title=_(value.title)), None)

    def _change(self, name: str, value: Value, stroke: object) -> None:
        try:
            changed = replace(self._value, **{name: value})
        except KpguiError as error:  # it conflicts with another parameter
            assert self._form is not None
            self._form.refuse(name, str(error))
            return
        self._value = changed
        self._show_derived()
        self.edited.emit(changed, "", stroke)
