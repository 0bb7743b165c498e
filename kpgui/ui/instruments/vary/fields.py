"""The fields of a variation: what varies, and its values as they are typed."""

from PySide6.QtWidgets import QLineEdit, QWidget

from kpgui.language import _, later
from kpgui.ui.forms.fields import ChoiceField
from kpgui.ui.look.style import named
from kpgui.words.variation import Variable

ROWS, COLUMNS = later("rows"), later("columns")
NOTHING = Variable("", later("Nothing else"), "")


class VariationFields:
    """A list of what can vary, and a line of its values, at first those that are proposed.

    name: ROWS or COLUMNS, the direction in which it varies.
    """

    def __init__(self, name: str, parent: QWidget) -> None:
        self._offered: tuple[Variable, ...] = ()
        self.what = named(ChoiceField(parent), f"vary.{name}", tip=_("What differs from one run to the next"))
        self.what.set_spoken_name(_("What varies in {name}").format(name=_(name)))
        spoken = _("Its values in {name}, separated by commas").format(name=_(name))
        tip = _("Values, separated by commas, or as in “0.1 to 10 in 21 log”")
        self.values = named(QLineEdit(parent), f"vary.{name}.values", spoken, tip)
        self.what.activated.connect(lambda: self.choose(self.what.currentData()))

    def offer(self, offered: tuple[Variable, ...]) -> None:
        """Lists these; what is chosen stays as far as it is among them, and values that were not proposed."""
        name, values = self.chosen
        proposed = any((each.name, each.values) == (name, values) for each in self._offered)
        self._offered = offered
        self.what.clear()
        for each in offered:
            self.what.addItem(_(each.title), each.name)
        self.choose(name, "" if proposed else values)

    def choose(self, name: str, values: str = "") -> None:
        """Chooses what varies, or the first where it is not offered, with these values or those that are proposed."""
        at = max(0, self.what.findData(name))
        self.what.setCurrentIndex(at)
        self.values.setText((values if self.what.currentData() == name else "") or self._offered[at].values)
        self.values.setVisible(bool(self.what.currentData()))

    @property
    def chosen(self) -> tuple[str, str]:
        """What varies, "" for nothing, and its values as they are typed."""
        return self.what.currentData() or "", self.values.text()
