"""The panel Vary: the same points with one thing different, or two, as a curve or map, or in many orders."""

from dataclasses import replace
from functools import partial
from itertools import pairwise
from time import monotonic
from typing import TYPE_CHECKING, Any

from kpgui.analysis.answer import Margin
from kpgui.figure.charts.painter import draw_chart
from kpgui.language import _, later
from kpgui.model.edits import Setting
from kpgui.model.errors import KpguiError, Token, short
from kpgui.model.session import MOST, Session
from kpgui.ui.forms.fields import choice_of
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.forms.widgets import Wide, fill, in_column, in_row, push_button
from kpgui.ui.instruments.export import Export
from kpgui.ui.instruments.instrument import STALE, LongInstrument, still_text
from kpgui.ui.instruments.vary import words
from kpgui.ui.instruments.vary.fields import COLUMNS, NOTHING, ROWS, VariationFields
from kpgui.ui.instruments.vary.plot import ChartPlot
from kpgui.ui.instruments.vary.reading import (
    FOLDS_SEED,
    MOST_CASES,
    SEED,
    Comparison,
    Ordered,
    Orders,
    Sweep,
    Swept,
    settings_of,
)
from kpgui.ui.look.scale import CLOSE, TIGHT
from kpgui.ui.look.style import plain, restyle
from kpgui.ui.tasks import Background
from kpgui.words.ghosts import FULL
from kpgui.words.replay import SETTINGS
from kpgui.words.variation import (
    ONLY_DRAWN,
    SEVERAL,
    Variable,
    Variation,
    cases,
    many_values,
    only_drawn,
    several,
    singles,
    thinned,
    variables,
)

if TYPE_CHECKING:
    from kpgui.figure.charts.drawing import Drawing

PROPOSED = 21, 7
"""How many values are proposed for the first setting, and for the second."""

LONGEST = 24
"""Characters of a value on a button."""

STEPS = 1000
ORDER = "run.order"


class VaryPanel(LongInstrument):
    """What varies, the ways to look at it, and the chart of what was found, which grows while it is computed.

    Seeds make a histogram of orders, everything else a curve or a map.
    """

    key = "vary"
    title = "Vary"
    explanation = "The same points with one thing different: as a curve, in many orders, in one figure, laid over."
    shortcut = "Ctrl+Shift+V"
    menu_text = "&Vary"
    verb, doing = later("Compare"), later("Comparing runs")
    patience = 0.0
    wanted_share = 0.4
    exports = Export.NUMBERS, Export.PICTURE, Export.SCRIPT
    reading: Comparison = Orders()

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._arrived: list[Any] = []
        self._names: list[object] = []
        self._began, self._seen, self._laid = 0.0, 0, Sweep((), 0)
        self._bound: tuple[Session, Margin] | None = None
        self._laying = Background(self, f"kpgui {self.key} ghosts", patience=0.0)
        self._laying.failed.connect(workbench.said)
        workbench.closing.connect(self._laying.stop)
        workbench.document.opened.connect(self._laying.cancel)
        self._lines = VariationFields(ROWS, self), VariationFields(COLUMNS, self)
        self._quantity = choice_of("vary.quantity", {}, None, _("What the chart shows of each run"), self)
        self._quantity.set_spoken_name(_("What is shown"))
        self._quantity.activated.connect(self._take_quantity)
        self._sentence = still_text("vary.sentence", 3, self)
        self._plot = ChartPlot("vary.plot", workbench.theme.palette, self)
        self._plot.setAccessibleName(_(self.title))
        self._pointed = still_text("vary.pointed", 1, self, "muted")
        self._ends = [push_button(self, f"vary.end{k}", "", partial(self._take_end, k)) for k in range(2)]
        self._lay_out()
        self._plot.pointed.connect(self._point_at)
        self._plot.chosen.connect(self._choose)
        self._laying.begun.connect(self._show_busy)
        self._laying.ended.connect(self._show_idle)
        for job in (self._background, self._laying):
            job.progressed.connect(self._show_progress)
        self._background.ended.connect(self._pointed.clear)
        workbench.theme.changed.connect(self._plot.set_palette)
        workbench.vary_asked.connect(self.vary)
        workbench.varied = lambda: self._varied
        workbench.analysed.connect(self._take_bound)
        workbench.document.changed.connect(self.request_refresh)

    def _lay_out(self) -> None:
        """The choices above the button and the progress, the chart below."""
        self._busy.setRange(0, STEPS)
        shuffled = _("Mistakes and errors in shuffled orders")
        to_race = _("Beside the run as it is: the best that was found, or the worst order")
        ways = (
            ("orders", _("Orders"), partial(self.vary, ((SEED, ""),)), shuffled),
            ("lay_over", _("Lay over"), self._lay_over, _("Keep the boundary at the end of each run as a ghost")),
            (
                "multiples",
                _("Multiples…"),
                self.workbench.multiples_asked.emit,
                _("One figure with a panel for each value"),
            ),
            ("race", _("Race"), self._ask_race, to_race),
        )
        made = [push_button(self, f"vary.{key}", text, act, tip) for key, text, act, tip in ways]
        fields = [part for line in self._lines for part in (line.what, line.values)]
        self.column.insertLayout(0, in_column(*fields, self._quantity, spacing=TIGHT))
        fill(self.column, *(in_row(*made[k : k + 2], None, spacing=CLOSE) for k in (0, 2)), self._sentence)
        fill(self.column, *(in_row(each, None) for each in self._ends))
        fill(self.column, Wide(self._plot), self._pointed)
        stops = [*fields, self._quantity, self._button, *made, *self._ends, self._plot, self._export]
        for stop, further in pairwise(stops):
            self.setTabOrder(stop, further)

    # What is asked.

    def vary(self, wanted: tuple[tuple[str, str], ...]) -> None:
        """Shows what becomes of the run when these settings vary; for the order, other orders by their seeds.

        wanted: name and values of one setting or two, "" for the values that are proposed.
        """
        if not self.isVisible():
            self.workbench.panel_asked.emit(self.key)
        self._names.clear()  # the values that are proposed go by the present ones
        self._offer()
        (name, values), second = wanted[0], wanted[1] if len(wanted) > 1 else ("", "")
        self._lines[1].choose(*second)
        self._lines[0].choose(SEED if name == ORDER else name, values)
        self._quantity.show_value(words.MISTAKES if name in (SEED, ORDER) else self._quantity.itemData(0))
        self._background.cancel()
        self._start_or_cancel()

    def _offer(self) -> None:
        """Lists what can vary in the session and what can be shown, where that has changed; what is chosen stays."""
        session = self.workbench.document.session
        together = several({"kernel": session.kernel, "learner": session.learner})
        offered = (*variables(session), Variable(SEVERAL, _("Several settings"), together))
        names = [*(each.name for each in offered), bool(session.dataset.held_out.any())]
        if names == self._names:
            return
        self._names = names
        for line, count, others in zip(self._lines, PROPOSED, ((), (NOTHING,)), strict=True):
            line.offer((*others, *(many_values(session, each, count) for each in offered)))
        shown = self._quantity.currentData()
        self._quantity.clear()
        for key, title in words.QUANTITIES.items():
            if key != words.HELD_OUT or session.dataset.held_out.any():
                self._quantity.addItem(_(title), key)
        self._quantity.setCurrentIndex(max(0, self._quantity.findData(shown)))

    def _take_quantity(self) -> None:
        """Shows what is chosen; errors of folds that are not known yet are computed."""
        folds = words.FOLDS.get(self._quantity.currentData())
        if isinstance(self._value, Swept) and folds not in (None, self._value.folds):
            self._background.cancel()
            self._begin(self._value.variations)
        self._show()

    @property
    def _variations(self) -> tuple[Variation, ...]:
        return tuple(Variation.parse(*line.chosen) for line in self._lines if line.chosen[0])

    def _start_or_cancel(self) -> None:
        if self._laying.busy or self._background.busy:
            self._laying.cancel()
            self._background.cancel()
        elif only_drawn(self._variations):
            self.workbench.multiples_asked.emit()
        else:
            self._begin(self._variations)

    def _begin(self, variations: tuple[Variation, ...]) -> None:
        self._laying.cancel()
        self._arrived, self._began, self._seen = [], monotonic(), 0
        take, folds = self._arrived.append, words.FOLDS.get(self._quantity.currentData(), 0)
        orders = [each.name for each in variations] == [SEED]
        self.reading = Orders(variations[0].values, arrived=take) if orders else Sweep(variations, folds, arrived=take)
        super()._start_or_cancel()

    def _follow(self, before: Session, after: Session) -> None:
        super()._follow(before, after)
        if self._laying.busy and self._laid.question(after) != self._laid.question(before):
            self._laying.cancel()

    # What was found.

    def refresh(self) -> None:
        """Shows what has arrived by now."""
        self._offer()
        if self._background.busy and len(self._arrived) != self._seen:
            self._seen = len(self._arrived)
            first, *others = self._arrived[: self._seen]
            self._value = replace(first, found=dict(others))
            self._answer()
            of = len(first.cases if isinstance(first, Swept) else first.seeds)
            self._pointed.setText(words.progress_text(len(others), of, monotonic() - self._began))
        self._show()

    def _show_progress(self, share: float) -> None:
        self._busy.setValue(round(STEPS * share))
        self.request_refresh()

    def show_value(self, value: Swept | Ordered) -> None:
        self._show()

    def show_failure(self, sentence: str) -> None:
        self._show()
        self._sentence.setText(sentence)
        restyle(self._sentence, "tone", "bad")

    def show_stale(self, stale: bool) -> None:
        restyle(self._sentence, "outdated", stale)
        self._sentence.setToolTip(plain(_(STALE) if stale else ""))

    def picture(self) -> "Drawing":
        """The chart, and what it shows."""
        from kpgui.figure.charts.drawing import Drawing  # the window opens sooner without it

        chart = self._plot.chart
        assert chart is not None
        title, caption = words.heading(self._value, self._shown_quantity)
        return Drawing(title, f"{caption}\n{self._sentence.text()}", partial(draw_chart, chart=chart))

    def script(self) -> str:
        """A search by scikit-learn for the same errors."""
        from kpgui.figure.script.sweep import script  # the window opens sooner without it

        if not isinstance(self._value, Swept):
            raise KpguiError(_("Many orders of one run are no search for settings, which a script would be."))
        return script(self._value.cases, self._value.folds, FOLDS_SEED)

    @property
    def _shown_quantity(self) -> str:
        """What is chosen, or what the value has instead of folds that were not computed."""
        chosen = self._quantity.currentData()
        return chosen if self._value is None else words.quantity_there(self._value, chosen)

    def _show(self) -> None:
        """Shows the chart, the sentence about it, and where its ends are."""
        value, quantity, now = self._value, self._shown_quantity, self.workbench.document.session
        chart, text, names = None, _(words.HINT), list[str]()
        if isinstance(value, Swept):
            chart, text = words.sweep_chart(value, quantity, now), words.sweep_sentence(value)
            named = dict.fromkeys(words.case_text(now, value.cases[k].chosen) for k in value.best or ())
            names = [_("Use {case}").format(case=short(each, LONGEST)) for each in named]
        elif isinstance(value, Ordered) and value.found:
            chart = words.orders_chart(value, quantity, now, self._bound_of(value))
            text = words.orders_sentence(value, quantity)
            names = [] if chart is None else [_("Play the best"), _("Play the worst")]
        for button, name in zip(self._ends, [*names, "", ""], strict=False):
            button.setText(name)
            button.setVisible(bool(name))
        self._sentence.setText(text)
        restyle(self._sentence, "tone", "calm")
        self._plot.setAccessibleDescription(text)
        self._plot.show_chart(chart)
        self.set_exportable(chart is not None and bool(value.found))
        if self._plot.pointer is not None:
            self._point_at(self._plot.pointer)

    def _bound_of(self, value: Ordered) -> Margin | None:
        """What the analysis found, if it was for these points, this kernel and this learner."""
        of, margin = self._bound or (None, None)
        now = value.session
        same = of is not None and (of.dataset, of.kernel, of.learner) == (now.dataset, now.kernel, now.learner)
        return margin if same and not now.conventions.starts else None

    def _take_bound(self, session: Session, margin: Margin) -> None:
        self._bound = session, margin
        self.request_refresh()

    def _point_at(self, index: int | None) -> None:
        value, chart, quantity, text = self._value, self._plot.chart, self._shown_quantity, ""
        if index is not None and chart is not None and isinstance(value, Ordered):
            text = words.bar_sentence(value, chart, quantity, index)
        elif index is not None and isinstance(value, Swept):
            text = words.case_sentence(value, quantity, index)
        self._pointed.setText(text)
        self._plot.setAccessibleDescription(text or self._sentence.text())

    # Going there.

    def _take_end(self, last: int) -> None:
        if isinstance(self._value, Ordered):
            self._play(words.ends(self._value, self._shown_quantity)[last])
        else:
            self._choose(self._value.best[last])

    def _choose(self, index: int) -> None:
        """Gives the session the settings of a case, or plays the first order in a bar."""
        if isinstance(self._value, Swept):
            self._set(self._value.cases[index].chosen)
        elif self._plot.chart is not None and self._plot.chart.bars[index]:
            self._play(self._plot.chart.bars[index][0])

    def _play(self, seed: int) -> None:
        if self._set(((ORDER, self._shown.shuffled), (SEED, str(seed)))):
            self.workbench.training.reset()
            self.workbench.training.toggle()

    def _set(self, chosen: tuple[tuple[str, str], ...]) -> bool:
        """Gives the session these values, as one step that can be undone. Returns whether it has them."""
        document, stroke = self.workbench.document, object()
        found = self._cases(tuple(Variation(name, (text,)) for name, text in chosen))
        for field in SETTINGS if found else ():
            text = words.case_text(document.session, chosen)
            document.edit(Setting(field, getattr(found[0].session, field)), text, stroke)
        return bool(found) and settings_of(found[0].session) == settings_of(document.session)

    def _cases(self, variations: tuple[Variation, ...]) -> tuple[Any, ...]:
        """The cases of the present session; where that has no such setting, or value, says so and returns none."""
        try:
            return cases(self.workbench.document.session, variations, most=MOST_CASES)
        except KpguiError as error:
            self.workbench.said.emit(str(error))
            return ()

    # The same list in one figure, side by side, and laid over.

    def _ask_race(self) -> None:
        """Asks for a race against the best case, or the worst order, that was found; before, the first in the list."""
        value, quantity = self._value, self._shown_quantity
        if isinstance(value, Ordered) and self._plot.chart is not None:
            seed = words.ends(value, quantity)[-1]
            chosen: tuple[tuple[str, str], ...] = ((ORDER, self._shown.shuffled), (SEED, str(seed)))
        elif isinstance(value, Swept) and value.best:
            chosen = value.cases[value.best[0]].chosen
        else:
            chosen = next((each.chosen for each in self._cases(self._variations)), ())  # without any it was said why
        chosen = tuple(singles(chosen))
        if len(chosen) > 2 or any(name in ONLY_DRAWN for name, __ in chosen):
            self.workbench.said.emit(_("A race needs one or two settings that differ, no place and no class."))
        elif chosen:
            self.workbench.race_asked.emit(chosen)

    @property
    def _varied(self) -> tuple[Variation, ...]:
        """What varies in small multiples."""
        self._offer()
        return self._variations

    def _lay_over(self) -> None:
        session, ghosts, every = self.workbench.document.session, self.workbench.ghosts, self._cases(self._variations)
        some = thinned(every, MOST - len(ghosts.kept))
        if every and not some:
            self.workbench.said.emit(_(FULL).format(most=MOST))

        def work(token: Token) -> Any:
            from kpgui.figure.multiples.multiples import trained  # the window opens sooner without it

            return trained(some, token)

        def keep(models: Any) -> None:
            names = [words.case_text(session, each.chosen) for each in some]
            ghosts.keep_all(names, models)
            text = _("{count} of {all} boundaries are laid over, as ghosts.")
            self.workbench.said.emit(text.format(count=len(some), all=len(every)))

        if some:
            self._background.cancel()
            self._laid = Sweep(self._variations, 0)
            self._laying.do(_(self.doing), work, keep)
