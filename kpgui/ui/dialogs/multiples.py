"""The dialog of small multiples: what varies in which values, a preview of the figure, and where to save it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QGridLayout,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QWidget,
)

from kpgui.drawing.lettering import load_fonts
from kpgui.figure.multiples.multiples import Multiples, computed
from kpgui.figure.multiples.painter import PanelPicture, natural_width
from kpgui.figure.outputs.png import image_of
from kpgui.figure.style import PRESETS, Style
from kpgui.geometry.palette import PALETTES
from kpgui.language import _, later
from kpgui.model.errors import KpguiError, Token
from kpgui.model.session import Session
from kpgui.ui.dialogs.parts import MARGINS, Dialog, Preview
from kpgui.ui.forms.fields import ChoiceField
from kpgui.ui.forms.widgets import Wide, in_column, in_row
from kpgui.ui.look.scale import hold
from kpgui.ui.look.style import PlainLabel
from kpgui.ui.tasks import Background
from kpgui.words.variation import Case, Variable, Variation, cases, variables

PAUSE = 400
"""Milliseconds without a change after which the preview is computed."""

STEPS = 1000
ROWS, COLUMNS = later("rows"), later("columns")
NOTHING = later("Nothing else")
NATURAL = later("As the panels need")

DPI, LEAST_DPI = 240.0, 10.0
"""Of the figure that is saved in its natural size, and of the smallest preview."""

PATIENCE = 0.0


class MultiplesDialog(Dialog):
    """Non-modal: it is about the session that it was opened with.

    theme: that of the window. remembered: what `chosen` gave before; what of it cannot be chosen now is ignored. save:
    called with the figure when it is to be saved.
    """

    chosen = Signal(dict)
    """What differs from what is proposed, after each change."""

    def __init__(
        self,
        session: Session,
        theme: str,
        remembered: Mapping[str, Any],
        save: Callable[[PanelPicture], None],
        parent: QWidget,
    ) -> None:
        super().__init__("dialog.multiples", _("Small multiples"), parent, QSize(760, 600))
        load_fonts()  # in this thread: the preview is painted in another
        self._session, self._usual_theme = session, theme
        self._save = save
        self._figure: Multiples | None = None
        self._variables = variables(session)
        self._background = Background(self, "kpgui multiples", PATIENCE)
        self._background.failed.connect(self._show_problem)
        self._background.progressed.connect(self._show_share)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._begin)
        self._rows = _VariationRow(ROWS, self._variables, remembered, self)
        self._columns = _VariationRow(COLUMNS, (Variable("", _(NOTHING), ""), *self._variables), remembered, self)
        sizes = {"": _(NATURAL), **{each.key: _(each.title) for each in PRESETS}}
        self._size = _choice("size", sizes, remembered.get("size"), self)
        themes = {each.name: _(each.name.capitalize()) for each in PALETTES.values()}
        self._theme = _choice("theme", themes, remembered.get("theme"), self, theme)
        self._size.setToolTip(_("Size of the whole figure"))
        self._theme.setToolTip(_("Colours of the figure"))
        self._preview = Preview("multiples.preview", _("the figure"), self)
        self._problem = PlainLabel(self, name="multiples.problem", role="wrong", wraps=True)
        self._lay_out()
        for line in (self._rows, self._columns):
            line.values.textEdited.connect(self._change)
        for field in (self._rows.what, self._columns.what, self._size, self._theme):
            field.activated.connect(self._change)
        self.finished.connect(self._background.stop)
        self._pause.start(0)

    def _lay_out(self) -> None:
        form = QGridLayout()
        form.setHorizontalSpacing(12)
        form.setColumnStretch(2, 1)
        for row, (text, line) in enumerate(((_("&Vary"), self._rows), (_("&and"), self._columns))):
            label = PlainLabel(self, text)
            label.setBuddy(line.what)
            form.addWidget(label, row, 0)
            form.addWidget(line.what, row, 1)
            form.addWidget(line.values, row, 2)
        size, theme = PlainLabel(self, _("Si&ze")), PlainLabel(self, _("&Theme"))
        size.setBuddy(self._size)
        theme.setBuddy(self._theme)
        form.addWidget(size, 2, 0)
        form.addWidget(self._size, 2, 1)
        form.addLayout(in_row(theme, Wide(self._theme), None, spacing=12), 2, 2)
        self._share = QProgressBar(self)
        self._share.setObjectName("multiples.share")
        self._share.setRange(0, STEPS)
        self._share.setTextVisible(False)
        self._share.setAccessibleName(_("Progress of the figure"))
        self._stop = QPushButton(_("&Stop"), self)
        self._stop.setObjectName("multiples.stop")
        self._stop.clicked.connect(self._give_up)
        choice = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(choice.Save | choice.Close, self)
        self._save_button = buttons.button(choice.Save)
        self._save_button.setObjectName("multiples.save")
        self._save_button.setText(_("&Save…"))
        buttons.accepted.connect(self._save_figure)
        buttons.rejected.connect(self.reject)
        bottom = in_row(Wide(self._share), self._stop, buttons)
        in_column(form, Wide(self._preview), self._problem, bottom, on=self, margins=MARGINS, spacing=12)
        self._show_computing(False)

    def _change(self) -> None:
        choices = {**self._rows.choices, **self._columns.choices, "size": self._size.currentData()}
        theme = self._theme.currentData()
        self.chosen.emit(choices if theme == self._usual_theme else {**choices, "theme": theme})
        self._figure = None
        self._save_button.setEnabled(False)  # what would be saved is not what is chosen any more
        self._background.cancel()  # it is not to come back meanwhile
        self._pause.start()

    # Computing.

    def _begin(self) -> None:
        """Computes the figure anew, or says why there is none."""
        self._figure = None
        variations = tuple(line.variation for line in (self._rows, self._columns) if line.variation.name)
        try:
            chosen = cases(self._session, variations)
        except KpguiError as error:
            self._background.cancel()
            self._show_problem(str(error))
            return
        self._problem.clear()
        self._share.setValue(0)
        self._show_computing(True)
        across = len(variations[1].values) if len(variations) > 1 else 0
        work = _Work(chosen, self._style_of, across, self._preview.pixels)
        self._background.do("", work, self._show_figure)

    def _show_figure(self, result: tuple[Multiples, QImage]) -> None:
        self._figure, image = result
        self._show_computing(False)
        self._preview.show_image(image)

    def _show_problem(self, problem: str) -> None:
        self._show_computing(False)
        self._problem.setText(problem)

    def _show_share(self, share: float) -> None:
        self._share.setValue(round(STEPS * share))

    def _give_up(self) -> None:
        self._background.cancel()
        self._show_problem(_("Stopped; change something to begin again."))

    def _show_computing(self, computing: bool) -> None:
        self._share.setVisible(computing)
        self._stop.setVisible(computing)
        self._save_button.setEnabled(self._figure is not None)

    def _save_figure(self) -> None:
        if self._figure is not None:
            self._save(PanelPicture.of(self._figure, self._style_of(self._figure)))

    @property
    def _style_of(self) -> Callable[[Multiples], Style]:
        """The chosen style of a figure."""
        theme, size = self._theme.currentData(), self._size.currentData()
        if size:
            return lambda figure: PRESETS.find(size).applied(Style(theme=theme))
        return lambda figure: Style(theme=theme, width=natural_width(figure, DPI), dpi=DPI)


class _Work:
    """The computation of a figure and its preview, in a thread of its own. pixels: room for the preview."""

    def __init__(
        self, chosen: tuple[Case, ...], style: Callable[[Multiples], Style], columns: int, pixels: tuple[int, int]
    ) -> None:
        self._chosen, self._style, self._columns, self._pixels = chosen, style, columns, pixels

    def __call__(self, token: Token) -> tuple[Multiples, QImage]:
        figure = computed(self._chosen, columns=self._columns, token=token)
        whole = self._style(figure)
        width, height = PanelPicture.of(figure, whole).size
        scale = min(self._pixels[0] / width, self._pixels[1] / height, 1.0)
        style = replace(
            whole,
            width=max(32, int(scale * width)),
            height=max(32, int(scale * height)) if whole.height else 0,
            dpi=max(LEAST_DPI, scale * whole.dpi),
        )
        picture = PanelPicture.of(figure, style)
        return figure, image_of(picture.size, style, picture.draw)


class _VariationRow:
    """What varies, and its values: two fields."""

    def __init__(
        self, name: str, offered: tuple[Variable, ...], remembered: Mapping[str, Any], parent: QWidget
    ) -> None:
        self._name, self._offered = name, offered
        self.what = _choice(name, {each.name: each.title for each in offered}, remembered.get(name), parent)
        self.what.set_spoken_name(_("What varies in {name}").format(name=_(name)))
        self.what.setToolTip(_("What differs from one panel to the next"))
        hold(self.what, least_width=220)
        self.values = QLineEdit(parent)
        self.values.setObjectName(f"multiples.{name}.values")
        self.values.setAccessibleName(_("Its values in {name}, separated by commas").format(name=_(name)))
        self.values.setToolTip(_("Values, separated by commas"))
        self.what.activated.connect(self._propose)
        self._propose()
        values = remembered.get(f"{name}.values")
        if isinstance(values, str) and self.what.currentData() == remembered.get(name):
            self.values.setText(values)

    @property
    def choices(self) -> dict[str, str]:
        """What varies, and its values if they are not those that are proposed."""
        chosen, values = self._offered[self.what.currentIndex()], self.values.text()
        typed = {} if values == chosen.values else {f"{self._name}.values": values}
        return {self._name: chosen.name, **typed}

    def _propose(self) -> None:
        chosen = self._offered[self.what.currentIndex()]
        self.values.setText(chosen.values)
        self.values.setEnabled(bool(chosen.name))

    @property
    def variation(self) -> Variation:
        return Variation.parse(self.what.currentData(), self.values.text())


def _choice(name: str, titles: Mapping[str, str], chosen: object, parent: QWidget, usual: str = "") -> ChoiceField:
    """A field with these titles by key; where `chosen` is no key it is the usual one, or else the first."""
    field = ChoiceField(parent)
    field.setObjectName(f"multiples.{name}")
    for key, title in titles.items():
        field.addItem(title, key)
    field.setCurrentIndex(next((at for key in (chosen, usual) if (at := field.findData(key)) >= 0), 0))
    return field
