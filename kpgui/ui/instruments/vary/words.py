"""A variation in words and numbers: charts, sentences, tables."""

from math import ceil, inf, isnan
from typing import TYPE_CHECKING

import numpy as np

from kpgui.analysis.answer import Margin, Separability
from kpgui.language import _, later, ngettext, titled
from kpgui.model.errors import KpguiError
from kpgui.model.param import grouped, rounded_up, shown
from kpgui.model.reading import Numbers
from kpgui.model.session import Session
from kpgui.ui.instruments.vary.charts import Chart, Curve, Grid, Histogram, Series, histogram, places
from kpgui.ui.instruments.vary.reading import Ordered, Swept, settings_of, shuffled
from kpgui.words.counters import plural
from kpgui.words.overrides import label_text, setting

if TYPE_CHECKING:
    from kpgui.analysis.comparing import Outcome, SweptCase

ERROR, MISTAKES, SUPPORT, TRAINING, HELD_OUT = "error", "mistakes", "support", "training", "held_out"

QUANTITIES = {
    ERROR: later("Errors"),
    MISTAKES: later("Mistakes"),
    SUPPORT: later("Support vectors"),
    TRAINING: later("Training error"),
    HELD_OUT: later("Held-out error"),
}

OF_CURVES, OF_ORDERS = (ERROR, SUPPORT, MISTAKES), (MISTAKES, TRAINING, HELD_OUT)
"""What a curve, and what a histogram, can show."""

BINS = 24
FAR = 3.0
"""A bound more than so many times as large as the most mistakes is not drawn, as the bins would be flat beside it."""

HINT = later("What becomes of the run when one thing is different, or two? Start computes it for every value.")


def per_cent(share: float, spread: float | None = None) -> str:
    """
    >>> per_cent(0.04, 0.018), per_cent(0.125)
    ('4.0 % ± 1.8', '12.5 %')
    """
    return f"{100 * share:.1f} %" + ("" if spread is None else f" ± {100 * spread:.1f}")


def name_of(session: Session, name: str) -> str:
    """What stands before a value of a setting, as in "σ"; "" for a whole kernel or learner."""
    if name in ("kernel", "learner"):
        return ""
    try:
        param = setting(session, name).param
    except KpguiError:  # of a part that another varied value does not have
        return name
    return param.symbol or label_text(param)


def case_text(session: Session, chosen: tuple[tuple[str, str], ...]) -> str:
    """As in "σ = 0.31, C = 2"."""
    named = ((name_of(session, name), text) for name, text in chosen)
    return ", ".join(f"{name} = {text}" if name else text for name, text in named)


def error_of(found: "SweptCase", folds: int) -> tuple[float, float | None]:
    """The error on points not trained on, as a share, and its deviation over the folds, None without folds.

    Where there are no such points it is the training error.
    """
    return (found.outcome.training_error if isnan(found.mean) else found.mean), (found.deviation if folds else None)


def quantity_of(found: "Outcome", quantity: str) -> float:
    """A number of the end of a run; errors in per cent, nan for one that there is not."""
    if found.problem:
        return float("nan")
    if quantity in (MISTAKES, SUPPORT):
        return float(found.mistakes if quantity == MISTAKES else found.support)
    share = found.training_error if quantity == TRAINING else found.held_out_error
    return float("nan") if share is None else 100 * share


def quantity_text(quantity: str, value: float) -> str:
    """As in "12 mistakes", "4.0 %"."""
    if quantity == MISTAKES:
        return plural(round(value), "{n} mistake", "{n} mistakes")
    if quantity == SUPPORT:
        return plural(round(value), "{n} support vector", "{n} support vectors")
    return per_cent(value / 100)


# A sweep.


def sweep_chart(value: Swept, quantity: str, session: Session) -> Chart:
    """A curve, or of two settings a map of the error on points not trained on, or of the quantity."""
    heights = np.full(len(value.cases), np.nan)
    spread, training = heights.copy(), heights.copy()
    for k, found in value.found.items():
        training[k] = 100 * found.outcome.training_error
        if quantity == ERROR:
            mean, deviation = error_of(found, value.folds)
            heights[k], spread[k] = 100 * mean, np.nan if deviation is None else 100 * deviation
        else:
            heights[k] = quantity_of(found.outcome, quantity)
    ringed = () if value.best is None or quantity != ERROR else value.best
    first, *others = value.variations
    names = [_title(session, each.name) for each in value.variations]
    if others:
        columns = others[0].values
        cells = heights.reshape(len(first.values), len(columns))
        upright = f"{names[0]} · {series_name(value, quantity)}"
        return Grid(names[1], upright, columns, first.values, cells, ringed, value.now(session))
    series = [Series(series_name(value, quantity), "accent", heights, spread if value.folds else None)]
    if quantity == ERROR:
        series.append(Series(_("training error in %"), "muted", training, dashed=True))
    return Curve(names[0], first.values, places(first.values), tuple(series), ringed, value.now(session))


def _title(session: Session, name: str) -> str:
    return name_of(session, name) or {"kernel": _("Kernel"), "learner": _("Learner")}[name]


def series_name(value: Swept, quantity: str) -> str:
    if quantity != ERROR:
        return _(QUANTITIES[quantity])
    if value.folds:
        return _("error in %, mean of {k} folds ± deviation").format(k=value.folds)
    return _("held-out error in %") if value.session.dataset.held_out.any() else _("training error in %")


def case_sentence(value: Swept, quantity: str, index: int) -> str:
    """What was found for a case, as in "σ = 0.31: 4.0 % ± 1.8"."""
    case = value.cases[index]
    found, name = value.found.get(index), case_text(case.session, case.chosen)
    if found is None:
        return titled(name, "…")
    if found.outcome.problem:
        return titled(name, found.outcome.problem)
    if quantity != ERROR:
        return titled(name, quantity_text(quantity, quantity_of(found.outcome, quantity)))
    return titled(name, per_cent(*error_of(found, value.folds)))


def sweep_sentence(value: Swept) -> str:
    """Where the error is least, and which of those within one standard error of it is simplest."""
    if value.best is None:
        problems = [each.outcome.problem for each in value.found.values() if each.outcome.problem]
        return problems[0] if problems else ""
    least, simplest = value.best
    vectors = quantity_text(SUPPORT, value.found[simplest].outcome.support)
    text = _("Least error at {case}.").format(case=case_sentence(value, ERROR, least))
    if simplest == least:
        return f"{text} " + _("It is also the simplest within one standard error ({vectors}).").format(vectors=vectors)
    simple = case_sentence(value, ERROR, simplest)
    further = _("The simplest within one standard error is {case} ({vectors}).")
    return f"{text} " + further.format(case=simple, vectors=vectors)


def sweep_table(value: Swept) -> Numbers:
    """A row for each case: what is chosen, the end of its run, and the error of each fold, as shares."""
    names = [each.name for each in value.variations]
    counts = ("steps", "epochs", "mistakes", "updates", "support", "training_error", "held_out_error", "kernel_values")
    folds = [f"fold_{k + 1}" for k in range(value.folds)]
    rows = [
        [
            *(text for __, text in value.cases[k].chosen),
            *_numbers(found.outcome, counts),
            *([found.mean, found.deviation, *found.fold_errors.tolist()] if folds else []),
        ]
        for k, found in sorted(value.found.items())
    ]
    spread = ["mean", "deviation", *folds] if folds else []
    return _table((*names, *counts, *spread), rows)


# Orders.


def orders_chart(value: Ordered, quantity: str, session: Session, bound: Margin | None) -> Histogram | None:
    """The histogram of a quantity, with the present order's own value, and of mistakes with the bound."""
    values = np.array([quantity_of(value.found[k], quantity) for k in sorted(value.found)])
    if not len(values) or np.isnan(values).all():
        return None
    uprights = []
    present = own_outcome(value, session)
    if present is not None:
        number = quantity_of(present, quantity)
        name = titled(_("this order (seed {seed})").format(seed=session.seed), quantity_text(quantity, number))
        uprights.append((name, number, "danger"))
    if bound is not None and quantity == MISTAKES and bound.verdict is Separability.SEPARABLE and bound.bound < inf:
        far = bound.bound > FAR * max(1.0, values.max())
        name = f"(R/γ)² ≤ {rounded_up(bound.bound)}" + (_(", far above") if far else "")
        uprights.append((name, float("nan") if far else bound.bound, "text"))
    return histogram(_orders_title(quantity, len(values)), values, tuple(uprights), BINS)


def _orders_title(quantity: str, count: int) -> str:
    unit = "" if quantity == MISTAKES else " %"
    orders = plural(count, "{n} order", "{n} orders")
    return _("{quantity}{unit}, {orders}").format(quantity=_(QUANTITIES[quantity]), unit=unit, orders=orders)


def own_outcome(value: Ordered, session: Session) -> "Outcome | None":
    """The end of the run of the present order, if it is known."""
    if settings_of(session) == settings_of(value.session):
        return value.own
    return value.found.get(session.seed) if session.order == shuffled(value.session) else None


def ends(value: Ordered, quantity: str) -> tuple[int, int]:
    """The seeds of the best and of the worst order, of equal ones the first."""
    seeds = sorted(value.found, key=lambda seed: quantity_of(value.found[seed], quantity))
    worst = max(seeds, key=lambda seed: quantity_of(value.found[seed], quantity))
    return seeds[0], worst


def seed_text(value: Ordered, quantity: str, seed: int) -> str:
    """As in "seed 17: 12 mistakes"."""
    return titled(_("seed {seed}").format(seed=seed), quantity_text(quantity, quantity_of(value.found[seed], quantity)))


def orders_sentence(value: Ordered, quantity: str) -> str:
    """The median, and the best and the worst order."""
    best, worst = ends(value, quantity)
    median = quantity_text(quantity, float(np.median([quantity_of(each, quantity) for each in value.found.values()])))
    text = _("Median: {median}. Best: {best}. Worst: {worst}.")
    return text.format(median=median, best=seed_text(value, quantity, best), worst=seed_text(value, quantity, worst))


def seeds_of(value: Ordered, chart: Histogram, index: int) -> list[int]:
    """The seeds of the orders in a bin."""
    return [seed for seed, at in zip(sorted(value.found), chart.bins.tolist(), strict=True) if at == index]


def bin_sentence(value: Ordered, chart: Histogram, quantity: str, index: int) -> str:
    """As in "12 to 14 mistakes: 7 orders, the first with seed 3"."""
    seeds = seeds_of(value, chart, index)
    numbers = sorted(quantity_of(value.found[seed], quantity) for seed in seeds)
    low, high = shown(numbers[0], 3), quantity_text(quantity, numbers[-1])
    between = high if numbers[0] == numbers[-1] else _("{low} to {high}").format(low=low, high=high)
    orders = plural(len(seeds), "{n} order", "{n} orders")
    return titled(between, _("{orders}, the first with seed {seed}").format(orders=orders, seed=seeds[0]))


def orders_table(value: Ordered) -> Numbers:
    """A row for each order: its seed, and the end of its run."""
    counts = ("steps", "epochs", "mistakes", "updates", "support", "training_error", "held_out_error", "kernel_values")
    return _table(("seed", *counts), [[seed, *_numbers(found, counts)] for seed, found in sorted(value.found.items())])


def _numbers(found: "Outcome", names: tuple[str, ...]) -> list[object]:
    values = (getattr(found, name) for name in names)
    return ["" if each is None else each for each in values]


def _table(names: tuple[str, ...], rows: list[list[object]]) -> Numbers:
    return Numbers(names, tuple(np.array(column, dtype=object) for column in zip(*rows, strict=True)))


def progress_text(done: int, of: int, seconds: float) -> str:
    """How many runs are done, and how long the rest will take; seconds: that it has taken so far."""
    text = _("{done} of {of} runs").format(done=grouped(done), of=grouped(of))
    if not 0 < done < of:
        return text
    left = ceil(seconds * (of - done) / done)
    if left < 90:
        return f"{text}, {ngettext('{n} second left', '{n} seconds left', left).format(n=left)}"
    return f"{text}, {plural(ceil(left / 60), '{n} minute left', '{n} minutes left')}"
