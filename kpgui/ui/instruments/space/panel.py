"""The panel Feature space: the points beside the plane, where a kernel separates them by a plane."""

from dataclasses import replace
from functools import partial
from typing import Any

from kpgui.language import _
from kpgui.model.errors import Token
from kpgui.model.session import Session
from kpgui.ui.forms.fields import ChoiceField
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.forms.widgets import Wide, fill, in_row, push_button
from kpgui.ui.instruments.export import Export
from kpgui.ui.instruments.instrument import Instrument, still_text
from kpgui.ui.instruments.space.features import Basis, basis
from kpgui.ui.instruments.space.plot import SpacePlot
from kpgui.ui.instruments.space.reading import Space, SpaceValue, rows_shown
from kpgui.ui.instruments.space.words import caption, sentence
from kpgui.ui.look.scale import hold
from kpgui.ui.look.style import plain
from kpgui.ui.tasks import Background

AXES = 3

LEAST_CHOICE = 40
"""Least width of the list of an axis in pixels, so that the panel fits into a column of the usual width."""


class SpacePanel(Instrument):
    """A sentence, the axes to choose, the picture, and what it leaves out.

    The coordinates of a kernel without named features are computed in the background, for the session that the trainer
    shows, and passed to the reading.
    """

    key = "space"
    title = "Feature space"
    explanation = "The points where the kernel separates them by a plane, beside the plane where they were drawn."
    shortcut = "Ctrl+Shift+F"
    menu_text = "&Feature space"
    wanted_share = 0.5
    reading = Space()
    follows_hover = True
    exports = Export.NUMBERS, Export.PICTURE

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._value: SpaceValue | None = None
        self._asked: Session | None = None
        self._background = Background(self, f"kpgui {self.key}")
        self._background.failed.connect(self._show_no_space)
        workbench.closing.connect(self._background.stop)
        self._sentence = still_text("space.sentence", 2, self)
        self._axes = [self._made_choice(number) for number in range(1, AXES + 1)]
        tip = _("Show how the points go from the plane into space; Esc or a click stops it")
        lift = push_button(self, "space.lift", _("Lift"), self._lift, tip)
        palette = workbench.theme.palette
        self._plot = SpacePlot(self.key, workbench.document, workbench.focus, palette, self)
        self._caption = still_text("space.caption", 2, self, "muted")
        fill(self.column, in_row(Wide(self._sentence), lift), in_row(*map(Wide, self._axes)))
        fill(self.column, Wide(self._plot), self._caption)
        workbench.theme.changed.connect(self._plot.set_palette)

    def begin(self) -> None:
        """Takes the keyboard focus."""
        self._plot.setFocus()

    def show_value(self, value: SpaceValue) -> None:
        self.set_exportable(value.pending is None)
        if value.pending is not None and value.pending is not self._asked:
            self._ask_basis(value.pending)
        if value.pending is not None and not self._background.busy:
            return  # the axes have come, or the panel says why there are none
        self._value = value
        self._sentence.setText(sentence(value))
        self._caption.setText(caption(value))
        self._plot.setAccessibleDescription(f"{self._sentence.text()} {self._caption.text()}")
        self._list_axes(value)
        if value.pending is None:
            self._plot.show_space(value)

    def show_run_failure(self, sentence: str) -> None:
        super().show_run_failure(sentence)
        self._show_no_space(sentence)

    def _made_choice(self, number: int) -> ChoiceField:
        choice = ChoiceField(self)
        choice.setObjectName(f"space.axis{number}")
        choice.set_spoken_name(_("Axis {number}").format(number=number))
        choice.setToolTip(plain(_("What is seen along this axis; w is the distance to the plane")))
        hold(choice, least_width=LEAST_CHOICE)
        choice.activated.connect(partial(self._choose, number - 1))
        return choice

    def _list_axes(self, value: SpaceValue) -> None:
        """Lists the axes; where there are few, the last choice may be none."""
        for number, choice in enumerate(self._axes):
            names = value.names if number < min(2, len(value.axes)) else ("", *value.names)
            if choice.view().isVisible():
                continue  # someone chooses
            if [choice.itemData(k) for k in range(choice.count())] != list(names):
                choice.clear()
                for name in names:
                    choice.addItem(name or _("none"), name)
            choice.show_value(value.axes[number] if number < len(value.axes) else "")

    def _choose(self, number: int, index: int) -> None:
        """Shows something else along an axis; what another one shows already, they exchange."""
        name = self._axes[number].itemData(index)
        axes = ["", "", ""] if self._value is None else [*self._value.axes, "", "", ""][:AXES]
        if name in axes:
            axes[axes.index(name)] = axes[number]
        axes[number] = name
        self._want(replace(self.reading, axes=tuple(each for each in axes if each)))

    def _want(self, reading: Space) -> None:
        self.reading = reading
        if self.isVisible():
            self.workbench.instruments.want(self.key, reading, self.rate)

    def _ask_basis(self, session: Session) -> None:
        self._asked = session

        def work(token: Token) -> Basis:
            return basis(session, rows_shown(session.dataset, named=False), token)

        self._background.do(_(self.title), work, self._take_basis)

    def _take_basis(self, found: Any) -> None:
        self._want(replace(self.reading, basis=found))

    def _show_no_space(self, sentence: str) -> None:
        self._value = None
        self._sentence.setText(sentence)
        self._caption.clear()
        self._plot.show_space(None)
        self.set_exportable(False)

    def _lift(self) -> None:
        if self.workbench.still:
            self.workbench.said.emit(_("Reduced motion is on: the points stay at their places."))
        else:
            self._plot.lift()
