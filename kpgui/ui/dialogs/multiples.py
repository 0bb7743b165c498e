"""The page of small multiples of what *Vary* varies: the size and theme of the figure."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFormLayout, QWidget

from kpgui.figure.multiples.multiples import computed
from kpgui.figure.multiples.painter import PanelPicture, natural_width
from kpgui.figure.style import PRESETS, Style
from kpgui.geometry.palette import PALETTES
from kpgui.language import _, later
from kpgui.model.errors import Token
from kpgui.ui.dialogs.page import Page, Subject, preview_of
from kpgui.ui.forms.fields import choice_of
from kpgui.ui.forms.widgets import in_column
from kpgui.ui.look.style import PlainLabel
from kpgui.words.variation import cases, thinned, variables

NATURAL = later("As the panels need")

MOST_OF_ONE, MOST_OF_TWO = 12, 6
"""Values of one setting, or of each of two, that have a panel."""

DPI = 240.0
"""Of the figure that is saved in its natural size."""


class MultiplesPage(Page):
    """Remembered is what differs from what is proposed; what of it cannot be chosen now is ignored."""

    key, title = "multiples", later("Small multiples")
    meaning = later("One figure of several runs on the same points")
    suffix = "-multiples"
    ready = False

    def __init__(self, subject: Subject, parent: QWidget) -> None:
        super().__init__(subject, parent)
        self._settings = subject.settings
        self._figure: PanelPicture | None = None
        remembered, titles = subject.settings.multiples, {each.name: each.title for each in variables(subject.session)}
        most = MOST_OF_ONE if len(subject.variations) == 1 else MOST_OF_TWO
        self._variations = tuple(replace(each, values=thinned(each.values, most)) for each in subject.variations)
        lines = [f"{titles.get(each.name, each.name)}: {', '.join(each.values)}" for each in self._variations]
        lines += [
            _("Only {count} of {all} values have a panel.").format(count=most, all=len(each.values))
            for each in subject.variations
            if len(each.values) > most
        ]
        lines.append(_("The panel Vary (Ctrl+Shift+V) chooses what varies."))
        sizes = {"": _(NATURAL), **{each.key: _(each.title) for each in PRESETS}}
        self._size = choice_of("multiples.size", sizes, remembered.get("size"), _("Size of the whole figure"), self)
        themes = {each.name: _(each.name.capitalize()) for each in PALETTES.values()}
        self._theme = choice_of(
            "multiples.theme", themes, remembered.get("theme"), _("Colours of the figure"), self, self._settings.theme
        )
        form = QFormLayout()
        form.addRow(_("Si&ze"), self._size)
        form.addRow(_("&Theme"), self._theme)
        for field in (self._size, self._theme):
            field.activated.connect(self._change)
        in_column(PlainLabel(self, "\n".join(lines), name="multiples.varied", wraps=True), form, None, on=self)

    @staticmethod
    def refusal(subject: Subject) -> str:
        dataset = subject.session.dataset
        return "" if len(dataset) > dataset.held_out.sum() else _("There are no points to train on yet.")

    @property
    def picture(self) -> PanelPicture | None:
        return self._figure

    def _change(self) -> None:
        choices, theme = {"size": self._size.currentData()}, self._theme.currentData()
        self._settings.multiples = choices if theme == self._settings.theme else {**choices, "theme": theme}
        self._figure, self.ready = None, False  # what would be saved is not what is chosen any more
        self.changed.emit()

    def work(self, room: tuple[int, int]) -> Callable[[Token], tuple[PanelPicture, QImage]]:
        session, variations = self.subject.session, self._variations
        size, theme = self._size.currentData(), self._theme.currentData()

        def made(token: Token) -> tuple[PanelPicture, QImage]:
            chosen = cases(session, variations)
            across = len(variations[1].values) if len(variations) > 1 else 0
            figure = computed(chosen, columns=across, token=token)
            style = Style(theme=theme, width=natural_width(figure, DPI), dpi=DPI)
            picture = PanelPicture.of(figure, PRESETS.find(size).applied(Style(theme=theme)) if size else style)
            return picture, preview_of(picture, room)

        return made

    def take(self, result: tuple[PanelPicture, QImage]) -> QImage:
        self._figure, image = result
        self.ready = True
        return image
