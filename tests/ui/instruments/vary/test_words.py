"""What a sweep and many orders are in charts and sentences, without a window."""

import numpy as np
import pytest

from kpgui.analysis.comparing import RunSummary, SweptCase
from kpgui.figure.charts.chart import Chart, Series
from kpgui.model.frame import Status
from kpgui.model.reading import Numbers
from kpgui.model.session import Session
from kpgui.ui.instruments.vary.reading import Ordered, Orders, Sweep, Swept
from kpgui.ui.instruments.vary.words import (
    bar_sentence,
    bins,
    case_sentence,
    ends,
    orders_chart,
    orders_sentence,
    progress_text,
    quantity_there,
    sweep_chart,
    sweep_sentence,
)
from kpgui.words.variation import Variation, cases

SIGMAS = Variation("kernel.sigma", ("0.5", "1", "2"))


def ended(mistakes=3, support=7, error=0.125, problem=""):
    return RunSummary(mistakes=mistakes, support=support, training_error=error, status=Status.LIMIT, problem=problem)


def swept(errors, support=(9, 7, 8)):
    """A sweep over three σ, with these errors of two folds; None has not arrived."""
    chosen = cases(Session(), (SIGMAS,))
    found = {
        k: SweptCase(chosen[k].chosen, ended(support=support[k]), np.array(pair))
        for k, pair in enumerate(errors)
        if pair is not None
    }
    return Swept(Session(), (SIGMAS,), 2, chosen, found)


def ordered(mistakes):
    return Ordered(Session(), (*mistakes,), ended(5), {seed: ended(count) for seed, count in mistakes.items()})


def test_a_curve_has_what_has_arrived_its_spread_and_the_present_value():
    chart = sweep_chart(swept([(0.1, 0.3), None, (0.2, 0.2)]), "five_folds", Session())
    assert chart.labels == ("0.5", "1", "2")
    error, training = chart.series
    np.testing.assert_allclose(error.heights, [20, np.nan, 20])
    np.testing.assert_allclose(error.spread, [100 * np.std([0.1, 0.3], ddof=1), np.nan, 0], atol=1e-12)
    np.testing.assert_allclose(training.heights, [12.5, np.nan, 12.5])
    assert chart.uprights == (("now", chart.places[1], "danger"),)
    assert np.nanmax(error.heights + error.spread) < chart.top


def test_the_sentence_names_the_least_error_and_the_simplest():
    value = swept([(0.3, 0.3), (0.1, 0.2), (0.1, 0.21)], support=(9, 30, 8))
    assert sweep_sentence(value) == (
        "Least error at σ = 1: 15.0 % ± 7.1. "
        "The simplest within one standard error is σ = 2: 15.5 % ± 7.8 (8 support vectors)."
    )
    assert case_sentence(value, "support", 1) == "σ = 1: 30 support vectors"


def test_before_all_runs_are_there_none_is_called_the_best():
    assert sweep_sentence(swept([None, (0.1, 0.3), (0.4, 0.5)])) == ""


def test_a_case_that_failed_says_why_and_is_left_out_of_the_curve():
    value = swept([(0.1, 0.3), (np.nan, np.nan), (0.2, 0.2)])
    failed = SweptCase(value.cases[1].chosen, RunSummary(problem="K overflows."), np.array([np.nan, np.nan]))
    value.found[1] = failed
    assert case_sentence(value, "five_folds", 1) == "σ = 1: K overflows."
    assert np.isnan(sweep_chart(value, "mistakes", Session()).series[0].heights[1])


def test_a_histogram_has_every_order_in_one_bar():
    value = ordered({0: 4, 1: 9, 2: 4, 3: 5})
    chart = orders_chart(value, "mistakes", Session(), None)
    assert sorted(seed for bar in chart.bars for seed in bar) == [0, 1, 2, 3]
    assert chart.series[0].heights.tolist() == [2, 1, 0, 0, 0, 1]
    assert chart.labels == ("4", "5", "6", "7", "8", "9")
    assert chart.uprights[0][0] == "this order (seed 0): 5 mistakes"
    assert chart.places[1] == pytest.approx(chart.uprights[0][1])
    assert ends(value, "mistakes") == (0, 1)
    assert orders_sentence(value, "mistakes") == (
        "Median: 4 mistakes. Best: 4 mistakes (seed 0). Worst: 9 mistakes (seed 1). "
        "The present order does not depend on the seed, so each of these is shuffled once."
    )
    assert bar_sentence(value, chart, "mistakes", 0) == "4 mistakes: 2 orders, the first with seed 0"
    assert bar_sentence(value, chart, "mistakes", 2) == ""


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("beside", [[], [0.5]])
@pytest.mark.parametrize("numbers", [[3], [0, 0], [0.0, 12.5], [7.5, 7.5], [1, 1000], [7, 7, 8]])
def test_bins_hold_all_numbers(numbers, beside, whole):
    edges = bins(np.array(numbers, float), beside, whole)
    assert (np.diff(edges) > 0).all()
    assert edges[0] <= min([*numbers, *beside])
    assert edges[-1] >= max([*numbers, *beside])
    assert len(edges) <= 27


def test_orders_that_failed_are_in_no_bar_and_where_all_did_it_is_said_why():
    value = ordered({0: 4, 2: 9})
    value.found[1] = RunSummary(problem="K overflows.")
    assert sorted(seed for bar in orders_chart(value, "mistakes", Session(), None).bars for seed in bar) == [0, 2]
    assert ends(value, "mistakes") == (0, 2)
    failed = Ordered(Session(), (0,), RunSummary(problem="K overflows."), {0: RunSummary(problem="K overflows.")})
    assert orders_chart(failed, "mistakes", Session(), None) is None
    assert orders_sentence(failed, "mistakes") == "K overflows."


def test_the_present_order_is_found_among_the_shuffled_ones():
    value = ordered({0: 4, 1: 9})
    chart = orders_chart(value, "mistakes", Session(order="shuffled_once", seed=1), None)
    assert chart.uprights[0][0] == "this order (seed 1): 9 mistakes"
    assert orders_chart(value, "mistakes", Session(order="reversed"), None).uprights == ()


def test_what_a_click_sets_leaves_the_question_the_same():
    sweep, orders = Sweep((SIGMAS,), 2), Orders()
    assert sweep.question(Session(kernel="rbf(sigma=2)")) == sweep.question(Session())
    assert sweep.question(Session(seed=1)) != sweep.question(Session())
    assert orders.question(Session(order="shuffled_once", seed=9)) == orders.question(Session())
    assert orders.question(Session(kernel="linear()")) != orders.question(Session())


def test_tables_have_a_row_for_each_run():
    table = Sweep((SIGMAS,), 2).table(swept([(0.1, 0.3), (0.1, 0.2), None]))
    assert isinstance(table, Numbers)
    columns = dict(zip(table.names, (column.tolist() for column in table.columns), strict=True))
    assert columns["kernel.sigma"] == ["0.5", "1"]
    assert columns["fold_2"] == [0.3, 0.2]
    assert columns["held_out_error"] == ["", ""]
    assert Orders().table(ordered({0: 4, 1: 9})).columns[0].tolist() == [0, 1]


@pytest.mark.parametrize(
    ("done", "seconds", "text"),
    [(0, 1, "0 of 20 runs"), (5, 10, "5 of 20 runs, 30 seconds left"), (5, 100, "5 of 20 runs, 5 minutes left")],
)
def test_the_time_left_is_by_what_was_done(done, seconds, text):
    assert progress_text(done, 20, seconds) == text


def test_arrow_keys_stay_in_the_chart():
    heights = Series("", "accent", np.zeros(6))
    cells = Chart("", ("a", "b", "c"), np.array([0.2, 0.5, 0.8]), (heights,), rows=("1", "2"))
    assert cells.moved(None, 1, 0) == 0
    assert [cells.moved(0, *step) for step in ((1, 0), (0, 1), (-1, 0), (0, -1))] == [1, 3, 0, 0]
    assert [cells.moved(5, *step) for step in ((1, 0), (0, 1))] == [5, 5]
    assert [cells.at(0.1, 0.1), cells.at(0.9, 0.9), cells.at(-1, 2)] == [0, 5, 3]


@pytest.mark.parametrize(("folds", "there"), [(5, "five_folds"), (10, "ten_folds"), (0, "training")])
def test_what_is_shown_is_called_what_was_computed(folds, there):
    value = Swept(Session(), (SIGMAS,), folds, (), {})
    assert [quantity_there(value, each) for each in ("five_folds", "ten_folds", "support")] == [there, there, "support"]
