"""The page of a picture of the run as it is: its choices in groups, and presets of them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QGridLayout, QWidget

from kpgui.figure.outputs.picture import Picture
from kpgui.figure.style import PRESETS, Style
from kpgui.language import _, later, ngettext
from kpgui.model.errors import KpguiError, Token
from kpgui.model.param import Value, grouped, shown
from kpgui.ui.dialogs.page import Page, Subject, preview_of
from kpgui.ui.forms.fields import choice_of
from kpgui.ui.forms.forms import FieldRow
from kpgui.ui.forms.widgets import Scrolled, Wide, fill, in_column, in_row, push_button
from kpgui.ui.look.scale import APART, CLOSE, LOOSE
from kpgui.ui.look.style import PlainLabel
from kpgui.ui.session.settings import Settings

GROUPS = (
    (later("Size"), ("width", "height", "dpi", "font_size")),
    (
        later("What is shown"),
        (
            *("title", "counters", "formula", "legend", "colour_bar", "axes", "ticks", "grid"),
            *("rings", "wrong", "ghosts", "transparent"),
        ),
    ),
    (later("Look"), ("theme", "field", "boundary", "boundary_width", "margins", "margin_width", "point_size")),
    (later("File"), ("embed",)),
)
"""The titles of the form's groups, and the choices in each."""

LABELS = {
    "dpi": later("Dots per inch"),
    "font_size": later("Font size (0: automatic)"),
    "wrong": later("Wrong points"),
    "embed": later("Session in it"),
}
"""Labels that say more than the names of the choices."""


class FigureForm(Scrolled):
    """The choices in groups; those that are on or off stand two in a row."""

    edited = Signal(str, object)
    """Name and value of a choice that was made."""

    def __init__(self, parent: QWidget) -> None:
        whole = QWidget()
        super().__init__(whole, parent)
        self.setObjectName("figure.form")
        self._rows: dict[str, FieldRow] = {}
        groups = in_column(on=whole, margins=(0, 0, LOOSE, 0), spacing=CLOSE)
        declared = {each.name: each for each in Style.params()}
        for title, names in GROUPS:
            grid = QGridLayout()
            grid.setHorizontalSpacing(APART)
            grid.setVerticalSpacing(CLOSE)
            place = 0
            for name in names:
                wide = declared[name].scale != "flag"
                place += place % 2 if wide else 0
                field = FieldRow("figure", declared[name], "", whole, _(LABELS.get(name, "")))
                field.edited.connect(self._edit)
                grid.addWidget(field, place // 2, place % 2, 1, 2 if wide else 1)
                self._rows[name] = field
                place += 2 if wide else 1
            fill(groups, PlainLabel(whole, _(title), role="heading"), grid, APART)
        groups.addStretch(1)

    def show_values(self, values: Mapping[str, Value]) -> None:
        """Shows these choices without emitting `edited`."""
        for name, row in self._rows.items():
            row.show_value(values[name])

    def _edit(self, name: str, value: Value, __: object) -> None:
        self.edited.emit(name, value)


CENTIMETRES = 2.54
"""In an inch."""

NOTHING = later("There is nothing to picture: the run failed or has not begun; reset it first.")


class StillPage(Page):
    """Remembered are the choices that differ from what the canvas shows; at first they are those of a slide."""

    key, title, meaning = "still", later("Still"), later("A picture of the run as it is")

    def __init__(self, subject: Subject, parent: QWidget) -> None:
        super().__init__(subject, parent)
        assert subject.picture is not None
        self._picture, self._settings, self._usual = subject.picture, subject.settings, subject.picture.style
        self._choices = remembered(self._usual, subject.settings)
        self.chosen = replace(self._usual, **self._choices)
        titles = {"": _("For what?"), **{each.key: _(each.title) for each in PRESETS}}
        tip = _("Choices for a purpose; what they leave open stays as it is")
        self._set = choice_of("figure.set", titles, "", tip, self)
        self._set.set_spoken_name(_("Set of choices"))
        for row, preset in enumerate(PRESETS, 1):
            self._set.setItemData(row, _(preset.meaning), Qt.ItemDataRole.ToolTipRole)
        self._set.activated.connect(self._take_set)
        meaning = _("Give up all choices: the picture shows what the canvas shows, in the same theme")
        reset = push_button(self, "figure.reset", _("As on the can&vas"), self._reset, meaning, link=True)
        self._form = FigureForm(self)
        self._form.edited.connect(self._choose)
        in_column(self._set, in_row(None, reset), Wide(self._form), on=self, spacing=APART)
        self._show_choices()
        self.setFocusProxy(self._set)

    @staticmethod
    def refusal(subject: Subject) -> str:
        return "" if subject.picture is not None else _(NOTHING)

    @property
    def picture(self) -> Picture:
        computed = "scene" in vars(self._picture)
        return self._picture.restyled(self.chosen) if computed else replace(self._picture, style=self.chosen)

    def work(self, room: tuple[int, int]) -> Callable[[Token], tuple[Picture, QImage]]:
        picture, style = self._picture, self.chosen
        return lambda token: drawn(picture, style, room, token)

    def take(self, result: tuple[Picture, QImage]) -> QImage:
        picture, image = result
        (width, height), dpi = picture.size, picture.style.dpi
        across, down = (f"{CENTIMETRES * pixels / dpi:.1f}" for pixels in (width, height))
        self.extent = _("{width} × {height} pixels: {across} × {down} cm at {dpi} dpi.").format(
            width=width, height=height, across=across, down=down, dpi=shown(dpi)
        )
        points = len(picture.session.dataset)
        carried = ngettext(
            "The file also carries the point and the session.",
            "The file also carries the {n} points and the session.",
            points,
        ).format(n=grouped(points))
        self.remark = carried if picture.style.embed else ""
        return image

    # Choices.

    def _choose(self, name: str, value: Value) -> None:
        self._take({**self._choices, name: value})

    def _take(self, choices: dict[str, Any]) -> None:
        """Makes these the choices, or says why they cannot be together."""
        try:
            self.chosen = replace(self._usual, **choices)
        except KpguiError as error:
            self.refused.emit(str(error))
        else:
            usual = self._usual.settings()
            self._choices = {name: value for name, value in choices.items() if value != usual[name]}
            self._settings.figure = dict(self._choices) or {"width": self._usual.width}  # not as if none was ever made
            self.changed.emit()
        self._show_choices()

    def _show_choices(self) -> None:
        """Shows the choices, and the preset that they are of, if any."""
        self._set.show_value(next((each.key for each in PRESETS if each.applied(self.chosen) == self.chosen), ""))
        self._form.show_values(self.chosen.settings())

    def _reset(self) -> None:
        self._take({})

    def _take_set(self) -> None:
        key = self._set.currentData()
        self._take({**self._choices, **(PRESETS.find(key).choices if key else {})})


def remembered(usual: Style, settings: Settings) -> dict[str, Any]:
    """The choices that were made last; at first those of a slide, and none where they cannot be together."""
    choices = settings.figure or PRESETS.find("slide").choices
    try:
        replace(usual, **choices)
    except (KpguiError, TypeError):
        return {}
    return choices


def drawn(picture: Picture, style: Style, room: tuple[int, int], token: Token) -> tuple[Picture, QImage]:
    """The picture in a style, and a preview of it that fits into so many pixels."""
    whole = picture.restyled(style)
    token.check()
    return whole, preview_of(whole, room)
