"""The dialog in which a picture is designed, beside a preview, and the form of its choices."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QImage, QShowEvent
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QInputDialog,
    QPushButton,
    QScrollArea,
    QWidget,
)

from kpgui.drawing.lettering import load_fonts
from kpgui.figure.outputs.picture import Picture
from kpgui.figure.outputs.png import image_of
from kpgui.figure.style import PRESETS, Style
from kpgui.language import _, later, ngettext
from kpgui.model.errors import KpguiError, Token
from kpgui.model.param import Value, grouped, shown
from kpgui.ui.dialogs.parts import MARGINS, Dialog, Preview
from kpgui.ui.forms.fields import ChoiceField
from kpgui.ui.forms.forms import FieldRow
from kpgui.ui.forms.widgets import Wide, fill, in_column, in_row, push_button
from kpgui.ui.look.style import PlainLabel, restyle
from kpgui.ui.tasks import Background, Throttle

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
    (later("File"), ("embed", "svg_text")),
)
"""The titles of the form's groups, and the choices in each."""

LABELS = {
    "font_size": later("Font size (0: automatic)"),
    "wrong": later("Wrong points"),
    "embed": later("Session in it"),
    "svg_text": later("SVG as text"),
}
"""Labels that say more than the names of the choices."""


class FigureForm(QScrollArea):
    """The choices in groups; those that are on or off stand two in a row."""

    edited = Signal(str, object)
    """Name and value of a choice that was made."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("figure.form")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._rows: dict[str, FieldRow] = {}
        self._whole = whole = QWidget(self)
        groups = in_column(on=whole, margins=(0, 0, 12, 0), spacing=4)
        declared = {each.name: each for each in Style.params()}
        for title, names in GROUPS:
            grid = QGridLayout()
            grid.setHorizontalSpacing(8)
            grid.setVerticalSpacing(4)
            place = 0
            for name in names:
                wide = declared[name].scale != "flag"
                place += place % 2 if wide else 0
                field = FieldRow("figure", declared[name], "", whole, _(LABELS.get(name, "")))
                field.edited.connect(self._edit)
                grid.addWidget(field, place // 2, place % 2, 1, 2 if wide else 1)
                self._rows[name] = field
                place += 2 if wide else 1
            fill(groups, PlainLabel(whole, _(title), role="heading"), grid, 8)
        groups.addStretch(1)
        self.setWidget(whole)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.setFixedWidth(self._whole.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width())

    def show_values(self, values: Mapping[str, Value]) -> None:
        """Shows these choices without emitting `edited`."""
        for name, row in self._rows.items():
            row.show_value(values[name])

    def _edit(self, name: str, value: Value, __: object) -> None:
        self.edited.emit(name, value)


RATE = 8.0
"""Previews a second at most while choices are made."""

LEAST_DPI = 10.0
"""Of a preview."""

CENTIMETRES = 2.54
"""In an inch."""

OWN = Qt.ItemDataRole.UserRole + 1
"""The role that has the name of each set of the user's: one of the program's may have the same in this language."""


class FigureDialog(Dialog):
    """Non-modal: it is about the run as it was when it was opened.

    usual: the style to begin with and to go back to. choices: those made before that differ from it, by name; those
    that are not valid are ignored. named: sets of choices with names. save, copy: called with the picture.
    """

    chosen = Signal(dict)
    """The choices that differ from the usual style, after each change."""

    renamed = Signal(dict)
    """The sets with names, after one was kept or deleted."""

    def __init__(
        self,
        picture: Picture,
        usual: Style,
        choices: dict[str, Any],
        named: dict[str, Any],
        save: Callable[[Picture], None],
        copy: Callable[[Picture], None],
        parent: QWidget,
    ) -> None:
        super().__init__("dialog.figure", _("Picture"), parent, QSize(920, 600))
        load_fonts()  # in this thread: the preview is painted in another
        self._picture, self._usual = picture, usual
        self._named = {name: kept for name, kept in named.items() if isinstance(kept, dict) and valid(usual, kept)}
        self._choices = choices if valid(usual, choices) else {}
        self._style = replace(usual, **self._choices)
        self._save, self._copy = save, copy
        self._background = Background(self, "kpgui figure", patience=0)
        self._background.failed.connect(self._fail)
        self._draw_soon = Throttle(self._draw, RATE, self)
        self._preview = Preview("figure.preview", _("the picture"), self)
        self._preview.grown.connect(self._draw_soon.request)
        self._size = PlainLabel(self, name="figure.size", role="muted", wraps=True)
        self._extent = ""
        self._problem = PlainLabel(self, name="figure.problem", role="wrong", wraps=True)
        self._sets = ChoiceField(self)
        self._form = FigureForm(self)
        self._buttons = QDialogButtonBox(self)
        self._lay_out()
        self._form.edited.connect(self._choose)
        self._sets.activated.connect(self._take_set)
        self.finished.connect(self._background.stop)
        self._show_sets()
        self._show_style()

    def _lay_out(self) -> None:
        self._sets.setObjectName("figure.set")
        self._sets.set_spoken_name(_("Set of choices"))
        self._sets.setToolTip(_("Choices for a purpose; what they leave open stays as it is"))
        self._keep_button = push_button(
            self, "figure.keep", _("&Keep…"), self._keep, _("Keep all choices under a name"), link=True
        )
        self._delete_button = push_button(
            self, "figure.delete", _("De&lete"), self._delete, _("Delete the chosen set of yours"), link=True
        )
        left = in_column(Wide(self._preview), self._size, self._problem)
        right = in_column(in_row(Wide(self._sets), self._keep_button, self._delete_button), Wide(self._form), spacing=8)
        roles = QDialogButtonBox.ButtonRole
        reset = self._buttons.addButton(_("As on the can&vas"), roles.ResetRole)
        reset.setObjectName("figure.reset")
        reset.setToolTip(_("Give up all choices: the picture shows what the canvas shows, in the same theme"))
        reset.clicked.connect(self._reset)
        copy = self._buttons.addButton(_("&Copy"), roles.ActionRole)
        copy.setObjectName("figure.copy")
        copy.clicked.connect(lambda: self._copy(self._restyled))
        save = self._buttons.addButton(_("&Save…"), roles.ActionRole)
        save.setObjectName("figure.save")
        restyle(save, "primary", True)  # the box has polished it already
        save.clicked.connect(lambda: self._save(self._restyled))
        self._buttons.addButton(QDialogButtonBox.StandardButton.Close)
        self._buttons.rejected.connect(self.reject)
        for button in self._buttons.buttons():  # Return ends the typing of a number
            assert isinstance(button, QPushButton)
            button.setAutoDefault(False)
        columns = in_row(Wide(left), right, spacing=16)
        in_column(Wide(columns), self._buttons, on=self, margins=MARGINS, spacing=12)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw_soon.request()

    # Choices.

    @property
    def style_chosen(self) -> Style:
        """The style of the picture."""
        return self._style

    @property
    def _restyled(self) -> Picture:
        return replace(self._picture, style=self._style) if self._failed else self._picture.restyled(self._style)

    def _choose(self, name: str, value: Value) -> None:
        self._take({**self._choices, name: value})

    def _take(self, choices: dict[str, Any]) -> None:
        """Makes these the choices, or says why they cannot be together."""
        try:
            self._style = replace(self._usual, **choices)
        except KpguiError as error:
            self._show_problem(str(error))
            self._form.show_values(self._style.settings())
            return
        usual = self._usual.settings()
        self._choices = {name: value for name, value in choices.items() if value != usual[name]}
        self._show_style()
        self.chosen.emit(dict(self._choices))

    def _show_style(self) -> None:
        self._problem.clear()
        self._form.show_values(self._style.settings())
        self._draw_soon.request()

    def _reset(self) -> None:
        self._sets.setCurrentIndex(0)
        self._show_deletable()
        self._take({})

    # Sets of choices.

    def _show_sets(self, current: str = "") -> None:
        self._sets.clear()
        self._sets.addItem(_("For what?"), {})
        for preset in PRESETS:
            self._sets.addItem(_(preset.title), preset.choices)
            self._sets.setItemData(self._sets.count() - 1, _(preset.meaning), Qt.ItemDataRole.ToolTipRole)
        if self._named:
            self._sets.insertSeparator(self._sets.count())
        for name, choices in self._named.items():
            self._sets.addItem(name, choices)
            self._sets.setItemData(self._sets.count() - 1, name, OWN)
        self._sets.setCurrentIndex(max(0, self._sets.findData(current, OWN)) if current else 0)
        self._show_deletable()

    def _take_set(self) -> None:
        self._show_deletable()
        chosen = self._sets.currentData()
        self._take({**self._choices, **chosen} if self._sets.currentData(OWN) is None else dict(chosen))

    def _keep(self) -> None:
        """Keeps the choices under a name that the user gives; one that is there already is replaced."""
        name, given = QInputDialog.getText(self, _("Keep choices"), _("Name of this set of choices:"))
        name = name.strip()
        if not given or not name:
            return
        if name in {_("For what?"), *(_(preset.title) for preset in PRESETS)}:
            self._show_problem(_("{name} is a set of the program's; choose another name.").format(name=name))
            return
        self._named[name] = dict(self._choices)
        self._show_sets(name)
        self.renamed.emit(dict(self._named))

    def _delete(self) -> None:
        del self._named[self._sets.currentData(OWN)]
        self._show_sets()
        self.renamed.emit(dict(self._named))

    def _show_deletable(self) -> None:
        self._delete_button.setEnabled(self._sets.currentData(OWN) is not None)

    # The preview.

    @property
    def _failed(self) -> bool:
        return "scene" not in vars(self._picture)

    def _draw(self) -> None:
        if self._background.busy:  # it cannot be stopped while it paints: previews would pile up
            self._draw_soon.request()
            return
        picture, style, room = self._picture, self._style, self._preview.pixels
        self._background.do("", lambda token: drawn(picture, style, room, token), partial(self._show, style))

    def _fail(self, problem: str) -> None:
        if not self._draw_soon.pending:  # else other choices were made since
            self._show_problem(problem)

    def _show(self, style: Style, result: tuple[QImage, tuple[int, int]]) -> None:
        """Shows a preview in this style, and the size of the picture."""
        image, (width, height) = result
        self._preview.show_image(image)
        dpi = style.dpi
        across, down = (f"{CENTIMETRES * pixels / dpi:.1f}" for pixels in (width, height))
        points = len(self._picture.session.dataset)
        self._extent = _("{width} × {height} pixels: {across} × {down} cm at {dpi} dpi.").format(
            width=width, height=height, across=across, down=down, dpi=shown(dpi)
        )
        carried = ngettext(
            "The file also carries the point and the session.",
            "The file also carries the {n} points and the session.",
            points,
        ).format(n=grouped(points))
        self.say(carried if style.embed else "")

    def say(self, sentence: str) -> None:
        """Says something after the size of the picture, as that it was saved: the status bar may be covered."""
        self._size.setText(f"{self._extent} {sentence}".strip())

    def _show_problem(self, problem: str) -> None:
        self._problem.setText(problem)


def valid(usual: Style, choices: dict[str, Any]) -> bool:
    """Whether these are choices of a style that can be together."""
    try:
        replace(usual, **choices)
    except (KpguiError, TypeError):
        return False
    return True


def drawn(picture: Picture, style: Style, room: tuple[int, int], token: Token) -> tuple[QImage, tuple[int, int]]:
    """A preview of the picture in a style that fits into so many pixels, and the size of the picture itself.

    It is painted like the picture, only with fewer pixels per inch.
    """
    whole = picture.restyled(style)
    token.check()
    width, height = whole.size
    scale = min(room[0] / width, room[1] / height, 1.0)
    small = replace(
        style,
        width=max(32, round(scale * width)),
        height=max(32, round(scale * height)),
        dpi=max(LEAST_DPI, scale * style.dpi),
    )
    fitted = whole.restyled(small)
    return image_of(fitted.size, small, fitted.draw), (width, height)
