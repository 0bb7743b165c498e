"""The panel Vary: the same points with one thing different, or two, as a curve or map, or in many orders."""

from dataclasses import replace
from functools import partial
from time import monotonic
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QToolButton, QWidget

from kpgui.analysis.answer import Margin
from kpgui.language import _, later
from kpgui.model.edits import Setting
from kpgui.model.errors import KpguiError, Token
from kpgui.model.session import MOST, SEED, Session
from kpgui.ui.forms.fields import ChoiceField
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.forms.variation import COLUMNS, NOTHING, ROWS, SpacingFields, VariationFields
from kpgui.ui.forms.widgets import Wide, fill, in_column, in_row, push_button
from kpgui.ui.instruments.export import Export
from kpgui.ui.instruments.instrument import STALE, LongInstrument, still_text
from kpgui.ui.instruments.vary.charts import Histogram
from kpgui.ui.instruments.vary.plot import ChartPlot
from kpgui.ui.instruments.vary.reading import MOST_CASES, ORDERS, Ordered, Orders, Sweep, Swept, shuffled
from kpgui.ui.instruments.vary.words import (
    HINT,
    OF_CURVES,
    OF_ORDERS,
    QUANTITIES,
    bin_sentence,
    case_sentence,
    case_text,
    ends,
    orders_chart,
    orders_sentence,
    progress_text,
    seeds_of,
    sweep_chart,
    sweep_sentence,
)
from kpgui.ui.look.scale import CLOSE, TIGHT
from kpgui.ui.look.style import plain, restyle
from kpgui.ui.tasks import Background
from kpgui.words.ghosts import FULL
from kpgui.words.overrides import setting
from kpgui.words.replay import SETTINGS
from kpgui.words.variation import AT, Variable, Variation, cases, spacing, variables

CURVE, ORDER = "curve", "orders"
VIEWS = {
    CURVE: (later("Curve"), later("Errors, support vectors or mistakes over the values; of two settings, a map")),
    ORDER: (later("Orders"), later("Mistakes and final errors in 100 shuffled orders")),
}

COUNTS = 21, 7
"""Values that are proposed for the first setting, and for the second."""

MOST_OF_ONE, MOST_OF_TWO = 12, 6
"""Values of one setting, or of each of two, that are handed to small multiples."""


STEPS = 1000
RANDOM = "run.order", "run.seed"
"""Settings of which the distribution is asked for rather than a curve."""


class VaryPanel(LongInstrument):
    """What varies, how it is looked at, and the chart of what was found, which grows while it is computed."""

    key = "vary"
    title = "Vary"
    explanation = "The same points with one thing different: as a curve, in many orders, in one figure, laid over."
    shortcut = "Ctrl+Shift+V"
    menu_text = "&Vary"
    verb, doing = later("Start"), later("Comparing runs")
    patience = 0.0
    wanted_share = 0.4
    exports = Export.NUMBERS, Export.PICTURE
    reading: Sweep | Orders = Sweep()

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._view = CURVE
        self._arrived: list[Any] = []
        self._began, self._seen = 0.0, 0
        self._other: tuple[Any, ...] = Orders(), self._shown, False, None
        """Of the view that is not shown: what was asked, of which session, whether it was answered, and by what."""
        self._bound: tuple[Session, Margin] | None = None
        self._laying = Background(self, f"kpgui {self.key} ghosts", patience=0.0)
        self._laying.failed.connect(workbench.said)
        workbench.closing.connect(self._laying.stop)
        self._lines = VariationFields(self.key, ROWS, self), VariationFields(self.key, COLUMNS, self)
        self._spacings = tuple(SpacingFields(f"vary.{name}", self) for name in (ROWS, COLUMNS))
        self._asked_for = QWidget(self)
        column = in_column(on=self._asked_for, spacing=TIGHT)
        for line, spaced in zip(self._lines, self._spacings, strict=True):
            fill(column, line.what, line.values, spaced)
            spaced.given.connect(line.values.setText)
            line.changed.connect(self._show_spacings)
        self._folds = self._made_choice("folds", _("Error on points not trained on"))
        self._quantity = self._made_choice("quantity", _("What is shown"))
        self._quantity.activated.connect(self._show)
        self._sentence = still_text("vary.sentence", 3, self)
        self._plot = ChartPlot("vary.plot", workbench.theme.palette, self)
        self._plot.setAccessibleName(_(self.title))
        self._pointed = still_text("vary.pointed", 1, self, "muted")
        self._to_ends = [push_button(self, f"vary.end{k}", "", partial(self._take_end, k)) for k in range(2)]
        self._lay_out()
        self._plot.pointed.connect(self._point_at)
        self._plot.chosen.connect(self._choose)
        self._background.progressed.connect(self._show_progress)
        workbench.theme.changed.connect(self._plot.set_palette)
        workbench.vary_asked.connect(self._vary)
        workbench.analysed.connect(self._take_bound)
        self._offer()
        self._show_choices()

    def _lay_out(self) -> None:
        """The choices above the button and the progress, the chart below."""
        self._busy.setRange(0, STEPS)
        self._views, group = {key: self._made_view(key) for key in VIEWS}, QButtonGroup(self)
        for each in self._views.values():
            group.addButton(each)
        views = list(self._views.values())
        tip = _("One figure with a panel for each value")
        views.append(self._labelled("multiples", _("Multiples…"), tip, self._ask_multiples))
        tip = _("Keep the boundary at the end of each run as a ghost, on the canvas").format(most=MOST)
        views.append(self._labelled("lay_over", _("Lay over"), tip, self._lay_over))
        choices = in_row(Wide(self._quantity), Wide(self._folds), spacing=CLOSE)
        self.column.insertLayout(0, in_column(in_row(*views, None, spacing=CLOSE), self._asked_for, choices))
        fill(self.column, self._sentence, in_row(*self._to_ends, None), Wide(self._plot), self._pointed)

    def _made_view(self, key: str) -> QToolButton:
        title, tip = VIEWS[key]
        button = self._labelled(key, _(title), _(tip), partial(self._look_at, key))
        button.setCheckable(True)
        button.setChecked(key == CURVE)
        return button

    def _labelled(self, key: str, text: str, tip: str, act: Any) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(f"vary.{key}")
        button.setText(text)
        button.setToolTip(plain(tip))
        button.setProperty("labelled", True)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.clicked.connect(act)
        return button

    def _made_choice(self, name: str, spoken: str) -> ChoiceField:
        field = ChoiceField(self)
        field.setObjectName(f"vary.{name}")
        field.set_spoken_name(spoken)
        field.setToolTip(plain(spoken))
        return field

    # What is asked.

    def _offer(self) -> None:
        """Lists what can vary in the session, and how errors on points not trained on are found."""
        session, choices = self.workbench.document.session, dict[str, str]()
        for line, count in zip(self._lines, COUNTS, strict=True):
            choices |= line.choices
            found = [_with_spacing(each, session, count) for each in variables(session) if each.name != AT]
            line.offer((*((NOTHING,) if line is self._lines[1] else ()), *found), choices)
        self._show_spacings()

    def _show_choices(self) -> None:
        """Shows the choices that the view has."""
        for key in VIEWS:
            self._views[key].setChecked(key == self._view)
        for each in (self._asked_for, self._folds):
            each.setVisible(self._view == CURVE)
        held_out = bool(self.workbench.document.session.dataset.held_out.any())
        shown = OF_CURVES if self._view == CURVE else OF_ORDERS[: 2 + held_out]
        _list(self._quantity, {each: _(QUANTITIES[each]) for each in shown})
        folds = {k: _("{k} folds").format(k=k) for k in (5, 10)}
        _list(self._folds, {0: _("Held-out points"), **folds} if held_out else folds)

    def _show_spacings(self) -> None:
        session = self.workbench.document.session
        for line, fields, count in zip(self._lines, self._spacings, COUNTS, strict=True):
            name, __ = line.chosen
            found = spacing(session, name, count)
            fields.show_spacing(found, setting(session, name).param if found is not None else SEED)
            line.values.setVisible(bool(name))

    @property
    def _variations(self) -> tuple[Variation, ...]:
        """What varies: as the fields say, or the best and the worst order."""
        if self._view == CURVE:
            return tuple(Variation.parse(*line.chosen) for line in self._lines if line.chosen[0])
        seeds = ends(self._value, self._quantity.currentData()) if self._found else (0, 1)
        order = shuffled(self._shown)
        return Variation("run.order", (order,)), Variation("run.seed", tuple(map(str, dict.fromkeys(seeds))))

    @property
    def _found(self) -> bool:
        return self._value is not None and bool(self._value.found)

    def _vary(self, name: str) -> None:
        """Shows what becomes of the run when this setting varies."""
        self.workbench.panel_asked.emit(self.key)
        self._look_at(ORDER if name in RANDOM else CURVE)
        if name not in RANDOM:
            self._offer()
            self._lines[1].choose("")
            self._lines[0].choose(name)
            self._show_spacings()
            self._background.cancel()
            self._start_or_cancel()

    def _look_at(self, view: str) -> None:
        """Shows a view; orders are computed at once, as there is nothing to choose."""
        if view != self._view:
            self._background.cancel()
            now = self.reading, self._shown, self._answered, self._value
            (self.reading, self._shown, self._answered, self._value), self._other = self._other, now
            self._view = view
        self._show_choices()
        self._follow(self._shown, self.workbench.document.session)
        self._show()
        if view == ORDER and self._value is None and not self._background.busy:
            self._start_or_cancel()

    def _start_or_cancel(self) -> None:
        if not self._background.busy:
            self._arrived, self._began, self._seen = [], monotonic(), 0
            take = self._arrived.append
            asked = Sweep(self._variations, self._folds.currentData(), take)
            self.reading = asked if self._view == CURVE else Orders(arrived=take)
        super()._start_or_cancel()

    # What was found.

    def refresh(self) -> None:
        """Shows what has arrived by now."""
        if {each.name for each in variables(self.workbench.document.session)} != self._lines[0].names | {AT}:
            self._offer()
        self._show_choices()
        if self._arrived and len(self._arrived) != self._seen and self._background.busy:
            self._seen = len(self._arrived)
            first, *others = self._arrived[: self._seen]
            self._value = replace(first, found=dict(others))
            self._answer()
            of = len(first.cases) if isinstance(first, Swept) else ORDERS
            self._pointed.setText(progress_text(len(others), of, monotonic() - self._began))
        self._show()

    def _show_progress(self, share: float) -> None:
        self._busy.setValue(round(STEPS * share))
        self.request_refresh()

    def show_value(self, value: Swept | Ordered) -> None:
        self._pointed.clear()
        self._show()

    def show_failure(self, sentence: str) -> None:
        self._pointed.clear()
        self._show()
        self._sentence.setText(sentence)
        restyle(self._sentence, "tone", "bad")

    def show_stale(self, stale: bool) -> None:
        restyle(self._sentence, "outdated", stale)
        self._sentence.setToolTip(plain(_(STALE) if stale else ""))

    def picture(self) -> QWidget:
        """The chart."""
        return self._plot

    def _follow(self, before: Session, after: Session) -> None:
        super()._follow(before, after)
        self.request_refresh()

    def _show(self) -> None:
        """Shows the chart, the sentence about it, and where its ends are."""
        value, quantity, now = self._value, self._quantity.currentData(), self.workbench.document.session
        chart, text = None, _(HINT)
        names = ["", ""]
        if isinstance(value, Swept):
            chart, text = sweep_chart(value, quantity, now), sweep_sentence(value)
            if value.best is not None:
                named = [case_text(now, value.cases[k].chosen) for k in value.best]
                names = [_("Use {case}").format(case=each) for each in dict.fromkeys(named)] + [""]
        elif isinstance(value, Ordered) and value.found:
            chart, text = orders_chart(value, quantity, now, self._bound_of(value)), orders_sentence(value, quantity)
            names = [_("Play the best"), _("Play the worst")]
        for button, name in zip(self._to_ends, names, strict=False):
            button.setText(name)
            button.setVisible(bool(name))
        self._sentence.setText(text)
        restyle(self._sentence, "tone", "calm")
        self._plot.setAccessibleDescription(text)
        self._plot.show_chart(chart)
        self.set_exportable(self._found)

    def _bound_of(self, value: Ordered) -> Margin | None:
        """What the analysis found, if it was for these points, this kernel and this learner."""
        if self._bound is None:
            return None
        of, margin = self._bound
        same = of.dataset is value.session.dataset and (of.kernel, of.learner) == (
            value.session.kernel,
            value.session.learner,
        )
        return margin if same else None

    def _take_bound(self, session: Session, margin: Margin) -> None:
        self._bound = session, margin
        self.request_refresh()

    def _point_at(self, index: int | None) -> None:
        value, quantity, text = self._value, self._quantity.currentData(), ""
        if index is not None and isinstance(value, Swept):
            text = case_sentence(value, quantity, index)
        elif index is not None and isinstance(value, Ordered) and isinstance(self._plot.chart, Histogram):
            text = bin_sentence(value, self._plot.chart, quantity, index)
        self._pointed.setText(text)
        self._plot.setAccessibleDescription(text or self._sentence.text())

    # Going there.

    def _take_end(self, last: int) -> None:
        if isinstance(self._value, Swept) and self._value.best is not None:
            self._choose(self._value.best[last])
        elif isinstance(self._value, Ordered):
            self._play(ends(self._value, self._quantity.currentData())[last])

    def _choose(self, index: int) -> None:
        """Gives the session the settings of a case, or of the first order of a bin, which is played."""
        if isinstance(self._value, Ordered) and isinstance(self._plot.chart, Histogram):
            self._play(seeds_of(self._value, self._plot.chart, index)[0])
        elif isinstance(self._value, Swept):
            self._set(self._value.cases[index].chosen)

    def _play(self, seed: int) -> None:
        self._set((("run.order", shuffled(self._shown)), ("run.seed", str(seed))))
        self.workbench.training.reset()
        self.workbench.training.toggle()

    def _set(self, chosen: tuple[tuple[str, str], ...]) -> None:
        """Gives the session these values, as one step that can be undone."""
        document, stroke = self.workbench.document, object()
        try:
            case = cases(document.session, tuple(Variation(name, (text,)) for name, text in chosen))[0]
        except KpguiError as error:  # another kernel or learner has no such setting
            self.workbench.said.emit(str(error))
            return
        for field in SETTINGS:
            document.edit(Setting(field, getattr(case.session, field)), case_text(document.session, chosen), stroke)

    # The same list in one figure, and laid over.

    def _ask_multiples(self) -> None:
        variations = self._variations
        most = MOST_OF_ONE if len(variations) == 1 else MOST_OF_TWO
        choices = {ROWS: "", COLUMNS: ""}
        for name, each in zip((ROWS, COLUMNS), variations, strict=False):
            choices |= {name: each.name, f"{name}.values": ", ".join(_thinned(each.values, most))}
        self.workbench.multiples_asked.emit(choices)

    def _lay_over(self) -> None:
        session, ghosts = self.workbench.document.session, self.workbench.ghosts
        try:
            every = cases(session, self._variations, most=MOST_CASES)
        except KpguiError as error:
            self.workbench.said.emit(str(error))
            return
        some = _thinned(every, MOST - len(ghosts.kept))
        if not some:
            self.workbench.said.emit(_(FULL).format(most=MOST))
            return

        def work(token: Token) -> Any:
            from kpgui.figure.multiples.multiples import trained

            return trained(some, token)

        def keep(models: Any) -> None:
            names = [case_text(session, each.chosen) for each in some]
            ghosts.keep_all(
                [(name, each.session, model) for name, each, model in zip(names, some, models, strict=True)]
            )
            text = _("{count} of {all} boundaries are laid over, as ghosts.")
            self.workbench.said.emit(text.format(count=len(some), all=len(every)))

        self._laying.do(_(self.doing), work, keep)


def _with_spacing(offered: Variable, session: Session, count: int) -> Variable:
    """What can vary, with as many values as a curve needs."""
    found = spacing(session, offered.name, count)
    return offered if found is None else offered._replace(values=found.values(setting(session, offered.name).param))


def _list(field: ChoiceField, titles: dict[Any, str]) -> None:
    """Lists these choices, and keeps the one that is chosen where it is among them."""
    if [field.itemData(k) for k in range(field.count())] != list(titles):
        chosen = field.currentData()
        field.clear()
        for key, title in titles.items():
            field.addItem(title, key)
        field.setCurrentIndex(max(0, field.findData(chosen)))


def _thinned(values: tuple[Any, ...], most: int) -> tuple[Any, ...]:
    """The values, or so many of them, evenly chosen with the first and the last."""
    if len(values) <= most or most < 1:
        return values[: max(0, most)]
    return tuple(values[round(k * (len(values) - 1) / max(1, most - 1))] for k in range(most))
