"""The axes dialog: sets the visible range by numbers, and whether units are equally long."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QDialogButtonBox, QGridLayout, QLineEdit, QWidget

from kpgui.language import _, later
from kpgui.model.errors import KpguiError
from kpgui.model.param import shown
from kpgui.model.session import View
from kpgui.ui.canvas import Canvas
from kpgui.ui.canvas.view_box import FARTHEST, FINEST
from kpgui.ui.dialogs import MARGINS, Dialog
from kpgui.ui.forms.fields import comma_hint, number_from, number_text
from kpgui.ui.forms.widgets import in_column
from kpgui.ui.look.style import PlainLabel, named

ENDS = {"from": later("{axis} from"), "to": later("{axis} to")}


class AxesDialog(Dialog):
    """Non-modal dialog for the visible range.

    With equal units the canvas shows at least this rectangle, otherwise exactly it. equal: the action that switches
    equal units.
    """

    def __init__(self, canvas: Canvas, equal: QAction, parent: QWidget) -> None:
        super().__init__("dialog.axes", _("Axes"), parent)
        self._canvas = canvas
        self._ends = {f"{axis}.{end}": QLineEdit(self) for axis in "xy" for end in ENDS}
        self._equal = QCheckBox(_("&Equal units: show at least this, so that circles look like circles"), self)
        self._equal.setObjectName("axes.equal")
        self._equal.setChecked(equal.isChecked())
        self._equal.toggled.connect(equal.setChecked)
        equal.toggled.connect(self._equal.setChecked)
        self._refusal = PlainLabel(self, name="axes.refusal", role="wrong", wraps=True)
        grid = QGridLayout()
        for down, axis in enumerate("xy"):
            for across, end in enumerate(ENDS):
                field = self._ends[f"{axis}.{end}"]
                tip = _("An end of the range of the axis, in data units")
                named(field, f"axes.{axis}.{end}", edge_text(f"{axis}.{end}"), tip)
                label = PlainLabel(self, edge_text(f"{axis}.{end}"))
                label.setBuddy(field)
                grid.addWidget(label, down, 2 * across)
                grid.addWidget(field, down, 2 * across + 1)
        choice = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(choice.Ok | choice.Apply | choice.Close, self)
        buttons.button(choice.Apply).clicked.connect(self.apply)
        buttons.accepted.connect(self._finish)
        buttons.rejected.connect(self.reject)
        fit = buttons.addButton(_("&Fit points"), QDialogButtonBox.ButtonRole.ResetRole)
        fit.setObjectName("axes.fit")
        fit.clicked.connect(self._fit)
        in_column(grid, self._equal, self._refusal, buttons, on=self, margins=MARGINS)
        self._show_view()

    def apply(self) -> bool:
        """Shows the rectangle that was typed, or why it cannot be shown. Returns whether it is shown."""
        try:
            edges = [self._edge(name) for name in self._ends]
            xmin, xmax = _range("x", edges[0], edges[1])
            ymin, ymax = _range("y", edges[2], edges[3])
        except KpguiError as error:
            self._refusal.setText(str(error))
            return False
        self._refusal.clear()
        self._canvas.set_view(View(xmin, xmax, ymin, ymax))
        return True

    def _finish(self) -> None:
        if self.apply():
            self.accept()

    def _fit(self) -> None:
        self._canvas.fit_view()
        self._show_view()

    def _show_view(self) -> None:
        view = self._canvas.view
        for field, value in zip(self._ends.values(), (view.xmin, view.xmax, view.ymin, view.ymax), strict=True):
            field.setText(number_text(float(f"{value:.6g}")))

    def _edge(self, name: str) -> float:
        text = self._ends[name].text()
        try:
            number = number_from(text)
        except ValueError:
            raise KpguiError(
                _("{name} must be a number, not “{text}”.{hint}").format(
                    name=edge_text(name), text=text, hint=comma_hint(text)
                )
            ) from None
        if not abs(number) <= FARTHEST:
            raise KpguiError(
                _("{name} must be within ±{farthest}, not “{text}”.").format(
                    name=edge_text(name), farthest=shown(FARTHEST), text=text
                )
            )
        return number


def _range(axis: str, low: float, high: float) -> tuple[float, float]:
    """The range of an axis. Raises KpguiError if it is empty or too short to show."""
    if low >= high:
        raise KpguiError(_("{axis} to must be larger than {axis} from.").format(axis=axis))
    if high - low < FINEST * max(abs(low), abs(high), FINEST):
        raise KpguiError(
            _("The range of {axis} is too narrow to tell its numbers apart; make it wider.").format(axis=axis)
        )
    return low, high


def edge_text(name: str) -> str:
    """An end of an axis in words.

    >>> edge_text("x.from")
    'x from'
    """
    axis, end = name.split(".")
    return _(ENDS[end]).format(axis=axis)
