"""The choice of which class of a file is +1, and against which other it stands."""

from PySide6.QtWidgets import QWidget

from kpgui.language import _
from kpgui.model.edits import Replace
from kpgui.model.errors import short
from kpgui.model.multiclass import against
from kpgui.model.session import Session
from kpgui.ui.forms.fields import ChoiceField
from kpgui.ui.forms.widgets import Wide, in_row
from kpgui.ui.look.scale import APART
from kpgui.ui.look.style import PlainLabel, plain
from kpgui.ui.session.document import Document


class ClassSwitch(QWidget):
    """Two lists, "this class against the rest" or "against that one"; shown when there are more than two classes."""

    def __init__(self, document: Document, parent: QWidget) -> None:
        super().__init__(parent)
        self._document = document
        self._positive = self._field("data.class.positive", _("Class +1"), _("The class that is +1"))
        tip = _("The class that is −1; points of further classes are grey, and not trained on")
        self._negative = self._field("data.class.negative", _("Class −1"), tip)
        against_text = PlainLabel(self, _("against"))
        in_row(Wide(self._positive), against_text, Wide(self._negative), on=self, spacing=APART)
        document.changed.connect(self._follow)
        self._show(document.session)

    def _field(self, name: str, title: str, tip: str) -> ChoiceField:
        field = ChoiceField(self)
        field.setObjectName(name)
        field.set_spoken_name(title)
        field.setToolTip(plain(tip))
        field.activated.connect(self._choose)
        return field

    def _choose(self) -> None:
        """Makes the chosen classes +1 and −1, as one edit; a class against itself is one against the rest."""
        positive, negative = self._positive.currentData(), self._negative.currentData()
        chosen = positive, None if negative == positive else negative
        dataset = self._document.session.dataset
        found = dataset.multiclass
        if found is not None and chosen != (found.positive, found.negative):
            other = self._negative.currentText() if chosen[1] is not None else _("the rest")
            text = _("{positive} against {negative}").format(positive=self._positive.currentText(), negative=other)
            self._document.edit(Replace(against(dataset, *chosen)), text)
        self._show(self._document.session)  # a lesson may refuse the edit

    def _follow(self, before: Session, after: Session) -> None:
        if before.dataset.multiclass is not after.dataset.multiclass:
            self._show(after)

    def _show(self, session: Session) -> None:
        found = session.dataset.multiclass
        self.setVisible(found is not None)
        if found is None:
            return
        names = [(short(name, 30), k) for k, name in enumerate(found.names)]
        others = [(_("the rest"), None), *(each for each in names if each[1] != found.positive)]
        sides = (self._positive, names, found.positive), (self._negative, others, found.negative)
        for field, items, chosen in sides:
            field.clear()
            for text, data in items:
                field.addItem(text, data)
            field.setCurrentIndex([data for __, data in items].index(chosen))
