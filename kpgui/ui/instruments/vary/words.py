"""A variation as charts and sentences."""

from math import ceil, inf, isnan, nan
from typing import TYPE_CHECKING

import numpy as np

from kpgui.analysis.answer import Margin, Separability
from kpgui.figure.charts.chart import Chart, Series, places
from kpgui.figure.wording import title
from kpgui.kernels import kernel
from kpgui.language import _, later, titled
from kpgui.learners import learner
from kpgui.model.arrays import Floats
from kpgui.model.errors import KpguiError
from kpgui.model.param import grouped, rounded_up, shown
from kpgui.model.session import Session
from kpgui.ui.instruments.vary.reading import Ordered, Swept, settings_of
from kpgui.words.counters import plural
from kpgui.words.overrides import choice_text, label_text, setting
from kpgui.words.variation import SEVERAL, singles

if TYPE_CHECKING:
    from kpgui.analysis.comparing import RunSummary

FOLDS = {"five_folds": 5, "ten_folds": 10}
HELD_OUT, TRAINING, SUPPORT, MISTAKES = "held_out", "training", "support", "mistakes"

QUANTITIES = {
    "five_folds": later("Error in 5 folds"),
    "ten_folds": later("Error in 10 folds"),
    HELD_OUT: later("Held-out error"),
    TRAINING: later("Training error"),
    SUPPORT: later("Support vectors"),
    MISTAKES: later("Mistakes"),
}

BINS = 24
FAR = 3.0
"""A bound more than so many times as large as the most mistakes is not drawn, as the bins would be flat beside it."""

HINT = later("What becomes of the run when one thing is different, or two? Compare computes it for every value.")


SHUFFLED = later("The present order does not depend on the seed, so each of these is shuffled once.")
SEEDLESS = later("The present order does not depend on the seed: a shuffled one would.")


def per_cent(share: float, spread: float | None = None) -> str:
    """
    >>> per_cent(0.04, 0.018), per_cent(0.125)
    ('4.0 % ± 1.8', '12.5 %')
    """
    return f"{100 * share:.1f} %" + ("" if spread is None else f" ± {100 * spread:.1f}")


def name_of(session: Session, name: str) -> str:
    """What stands before a value of a setting, as in "σ"."""
    if name == SEVERAL:
        return _("Settings")
    try:
        param = setting(session, name).param
    except KpguiError:  # of a part that another varied value does not have
        return name
    return param.symbol or label_text(param)


def case_text(session: Session, chosen: tuple[tuple[str, str], ...]) -> str:
    """As in "σ = 0.31, C = 2"; a kernel or a learner is its own name."""
    texts = ((name, value_text(session, name, text)) for name, text in singles(chosen))
    return ", ".join(
        text if name in ("kernel", "learner") else f"{name_of(session, name)} = {text}" for name, text in texts
    )


def value_text(session: Session, name: str, text: str) -> str:
    """A value in words, if it is one of a list, or several; a class has the name that the file gives it."""
    if name == SEVERAL:
        return case_text(session, ((name, text),))
    try:
        choices = setting(session, name).param.choices
    except KpguiError:  # of a part that another varied value does not have
        choices = ()
    return choice_text(text) if text in choices and name != "class" else text


def quantity_there(value: Swept | Ordered, quantity: str) -> str:
    """The quantity; of folds that were not computed the errors that there are instead, of orders mistakes."""
    if quantity not in FOLDS:
        return quantity
    if isinstance(value, Ordered):
        return MISTAKES
    other = HELD_OUT if value.session.dataset.held_out.any() else TRAINING
    return next((name for name, k in FOLDS.items() if k == value.folds), other)


def number_of(found: "RunSummary", quantity: str) -> float:
    """A number of the end of a run; errors in per cent, nan for one that there is not."""
    if quantity in (MISTAKES, SUPPORT):
        return nan if found.problem else float(getattr(found, quantity))
    share = found.training_error if quantity == TRAINING else found.held_out_error
    return nan if share is None else 100 * share


def number_text(quantity: str, value: float) -> str:
    """As in "12 mistakes", "4.0 %"."""
    if quantity == MISTAKES:
        return plural(round(value), "{n} mistake", "{n} mistakes")
    if quantity == SUPPORT:
        return plural(round(value), "{n} support vector", "{n} support vectors")
    return per_cent(value / 100)


def axis_name(quantity: str) -> str:
    """
    >>> axis_name("training"), axis_name("mistakes")
    ('Training error in %', 'Mistakes')
    """
    return _(QUANTITIES[quantity]) if quantity in (MISTAKES, SUPPORT) else f"{_(QUANTITIES[quantity])} " + _("in %")


def heading(value: Swept | Ordered, quantity: str) -> tuple[str, str]:
    """Title and caption of a picture: what is shown, over what or in how many orders, and of which run."""
    session, what = value.session, _(QUANTITIES[quantity])
    if isinstance(value, Ordered):
        text = _("{what} in {count} orders").format(what=what, count=len(value.found))
    else:
        names = ", ".join(name_of(session, each.name) for each in value.variations)
        text = _("{what} over {settings}").format(what=what, settings=names)
    run = title(learner(session.learner), kernel(session.kernel))
    return text, f"{run} · n = {grouped(len(session.dataset))}"


# A sweep.


def sweep_chart(value: Swept, quantity: str, session: Session) -> Chart:
    """A curve, or of two settings a map. Errors of folds are of those that were computed, with their deviations."""
    heights, spread, training = np.full((3, len(value.cases)), nan)
    of_folds = quantity in FOLDS and bool(value.folds)
    for k, each in value.found.items():
        training[k] = number_of(each.outcome, TRAINING)
        heights[k] = 100 * each.mean if of_folds else number_of(each.outcome, quantity)
        spread[k] = 100 * each.deviation
    of_k = _("Mean error of {k} folds ± deviation, in %").format(k=value.folds)
    name = of_k if of_folds else axis_name(quantity)
    of_error = quantity in (*FOLDS, HELD_OUT)
    marks = [(k, "text") for k in value.best or ()] if of_error else []
    now = [k for k, case in enumerate(value.cases) if settings_of(case.session) == settings_of(session)]
    first, *others = value.variations
    labels = [tuple(value_text(session, each.name, text) for text in each.values) for each in value.variations]
    series: tuple[Series, ...] = (Series(name, "accent", heights, spread if of_folds else None),)
    if others:
        across, about = name_of(session, others[0].name), titled(name_of(session, first.name), name)
        middles = (np.arange(len(labels[1])) + 0.5) / len(labels[1])
        cells, marks = (Series(about, "accent", heights),), [*marks, *((k, "danger") for k in now)]
        return Chart(across, labels[1], middles, cells, rows=labels[0], marks=tuple(marks))
    if of_error:
        series += (Series(axis_name(TRAINING), "muted", training),)
    where = places(first.values)
    uprights = tuple((_("now"), float(where[k]), "danger") for k in now[:1])
    return Chart(name_of(session, first.name), labels[0], where, series, marks=tuple(marks), uprights=uprights)


def case_sentence(value: Swept, quantity: str, index: int) -> str:
    """What was found for a case, as in "σ = 0.31: 4.0 % ± 1.8"."""
    found, case = value.found.get(index), value.cases[index]
    name = case_text(case.session, case.chosen)
    if found is None or found.outcome.problem:
        return titled(name, "…" if found is None else found.outcome.problem)
    if quantity in FOLDS and value.folds:
        return titled(name, per_cent(found.mean, found.deviation))
    number = number_of(found.outcome, quantity)
    return titled(name, "–" if isnan(number) else number_text(quantity, number))


def sweep_sentence(value: Swept) -> str:
    """Where the error is least, and which of those within one standard error of it is simplest."""
    names = [each.name for each in value.variations]
    seedless = "run.seed" in names and "run.order" not in names and value.session.order != value.session.shuffled
    return f"{_best_sentence(value)} {_(SEEDLESS) if seedless else ''}".strip()


def _best_sentence(value: Swept) -> str:
    if value.best is None:
        return next((each.outcome.problem for each in value.found.values() if each.outcome.problem), "")
    (least, simplest), quantity = value.best, "five_folds" if value.folds else HELD_OUT
    vectors = number_text(SUPPORT, value.found[simplest].outcome.support)
    text = _("Least error at {case}.").format(case=case_sentence(value, quantity, least))
    further = _("It is also the simplest within one standard error ({vectors}).")
    if simplest != least:
        further = _("The simplest within one standard error is {case} ({vectors}).")
    return f"{text} {further.format(case=case_sentence(value, quantity, simplest), vectors=vectors)}"


# Orders.


def ordered_numbers(value: Ordered, quantity: str) -> dict[int, float]:
    """The numbers of the orders that have arrived, by ascending seeds; those that failed have none."""
    numbers = {seed: number_of(value.found[seed], quantity) for seed in sorted(value.found)}
    return {seed: number for seed, number in numbers.items() if not isnan(number)}


def orders_chart(value: Ordered, quantity: str, session: Session, bound: Margin | None) -> Chart | None:
    """The histogram of a quantity, with the present order's own number, and the bound among mistakes.

    None where no order has such a number.
    """
    found, uprights = ordered_numbers(value, quantity), list[tuple[str, float, str]]()
    if not found:
        return None
    seeds, numbers = np.array([*found]), np.array([*found.values()])
    own = value.own if settings_of(session) == settings_of(value.session) else None
    if own is None and session.order == value.session.shuffled:
        own = value.found.get(session.seed)
    if own is not None and not isnan(number := number_of(own, quantity)):
        name = _("this order (seed {seed})").format(seed=session.seed)
        uprights.append((titled(name, number_text(quantity, number)), number, "danger"))
    if bound is not None and quantity == MISTAKES and bound.verdict is Separability.SEPARABLE and bound.bound < inf:
        far = bound.bound > FAR * max(1.0, numbers.max())
        name = f"(R/γ)² ≤ {rounded_up(bound.bound)}" + (_(", far above") if far else "")
        uprights.append((name, nan if far else bound.bound, "text"))
    whole = quantity in (MISTAKES, SUPPORT)
    edges = bins(numbers, [number for __, number, __ in uprights if number == number], whole)
    at = np.clip(np.searchsorted(edges, numbers, side="right") - 1, 0, len(edges) - 2)
    members = tuple(tuple(seeds[at == bar].tolist()) for bar in range(len(edges) - 1))
    name = titled(_("Orders"), grouped(len(seeds)))
    series = Series(name, "negative_field", np.array([float(len(each)) for each in members]))
    marked = tuple((name, (x - edges[0]) / (edges[-1] - edges[0]), colour) for name, x, colour in uprights)
    labels = tuple(shown(ceil(edge) if whole else edge, 5 if whole else 3) for edge in edges[:-1])
    middles = (np.arange(len(members)) + 0.5) / len(members)
    return Chart(axis_name(quantity), labels, middles, (series,), bars=members, uprights=marked)


def bins(numbers: Floats, beside: list[float], whole: bool) -> Floats:
    """Edges of about BINS equal bins around the numbers and what is marked beside them. whole: the numbers are."""
    low, high = min([*numbers, *beside]), max([*numbers, *beside])
    if whole:
        width = ceil((high - low + 1) / BINS)
        return np.arange(low - 0.5, high + width, width)
    return np.linspace(low, high if high > low else low + 1, BINS + 1)


def ends(value: Ordered, quantity: str) -> tuple[int, int]:
    """The seeds of the best and of the worst order, of equal ones the first."""
    numbers = ordered_numbers(value, quantity)
    return min(numbers, key=numbers.__getitem__), max(numbers, key=numbers.__getitem__)


def orders_sentence(value: Ordered, quantity: str) -> str:
    """The median, and the best and the worst order; why there is none where every run failed."""
    numbers = [*ordered_numbers(value, quantity).values()]
    if not numbers:
        return next((each.problem for each in value.found.values() if each.problem), "")
    first, last = ends(value, quantity)
    low, middle, high = np.quantile(numbers, (0, 0.5, 1), method="inverted_cdf").tolist()
    median, best, worst = (number_text(quantity, each) for each in (middle, low, high))
    text = _("Median: {median}. Best: {best} (seed {first}). Worst: {worst} (seed {last}).")
    text = text.format(median=median, best=best, worst=worst, first=first, last=last)
    return text if value.session.order == value.session.shuffled else f"{text} {_(SHUFFLED)}"


def bar_sentence(value: Ordered, chart: Chart, quantity: str, index: int) -> str:
    """As in "12 mistakes to 14 mistakes: 7 orders, the first with seed 3"; "" for a bar without orders."""
    seeds = chart.bars[index]
    if not seeds:
        return ""
    numbers = [number_of(value.found[seed], quantity) for seed in seeds]
    low, high = (number_text(quantity, each) for each in (min(numbers), max(numbers)))
    orders = _("{orders}, the first with seed {seed}").format(
        orders=plural(len(seeds), "{n} order", "{n} orders"), seed=seeds[0]
    )
    return titled(low if low == high else _("{low} to {high}").format(low=low, high=high), orders)


def progress_text(done: int, of: int, seconds: float) -> str:
    """How many runs are done, and how long the rest will take; seconds: that it has taken so far."""
    text, left = (
        _("{done} of {of} runs").format(done=grouped(done), of=grouped(of)),
        seconds * (of - done) / max(1, done),
    )
    if not 0 < done < of:
        return text
    if left < 90:
        rest = plural(ceil(left), "{n} second left", "{n} seconds left")
    else:
        rest = plural(ceil(left / 60), "{n} minute left", "{n} minutes left")
    return f"{text}, {rest}"
