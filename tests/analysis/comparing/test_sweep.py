"""Sweeps and orders: every number is that of a separate run."""

import tracemalloc
from dataclasses import asdict, replace
from math import isnan, sqrt

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import kpgui
from kpgui.analysis.comparing import RunSummary, SweptCase, best, folds, orders, outcome, sweep
from kpgui.engine.run.columns import SharedColumns
from kpgui.engine.run.run import Run
from kpgui.kernels import KERNELS
from kpgui.learners import LEARNERS
from kpgui.model.conventions import Conventions
from kpgui.model.dataset import Dataset
from kpgui.model.errors import Cancelled, KpguiError, Token
from kpgui.model.frame import Status
from kpgui.model.session import ORDERS, Session
from kpgui.words.variation import Variation, cases
from tests.strategies import datasets, kernels, noisy_moons

LEARNERS_TO_COMPARE = [str(learner(epochs=3) if learner.by_epochs else learner()) for learner in LEARNERS]


def varied(session, **values):
    """The cases of one or two settings, as `learner_C="1, 2"`."""
    return cases(session, tuple(Variation.parse(name.replace("_", ".", 1), text) for name, text in values.items()))


def assert_is_of(found, model):
    """Every number is that of a model which `kpgui.train` gave."""
    dataset = model.session.dataset
    wrong = dataset.labels * model.decision(dataset.points) <= 0
    assert (found.steps, found.epochs, found.mistakes) == (model.steps, model.epochs, model.mistakes)
    assert (found.updates, found.support) == (model.counters.updates, len(model.support))
    assert found.status is model.status
    assert found.training_error == pytest.approx(wrong[~dataset.held_out].mean(), nan_ok=True)
    if dataset.held_out.any():
        assert found.held_out_error == wrong[dataset.held_out].mean()
    else:
        assert found.held_out_error is None


def error_without(session, fold):
    """The share of a fold on the wrong side of what is learned from the others, by the definition."""
    dataset = session.dataset
    held_out = dataset.held_out.copy()
    held_out[fold] = True
    model = kpgui.train(replace(session, dataset=Dataset.of(dataset.points, dataset.labels, held_out)))
    return (dataset.labels[fold] * model.decision(dataset.points[fold]) <= 0).mean()


@given(
    datasets(min_size=2, held_out=True, elements=st.floats(-3, 3)),
    kernels,
    st.sampled_from(LEARNERS_TO_COMPARE),
    st.sampled_from(ORDERS),
    st.integers(2, 4),
    st.integers(0, 99),
)
@settings(deadline=None)
def test_every_number_is_that_of_a_separate_run(dataset, kernel, learner, order, k, seed):
    assume(k <= len(dataset.training))
    session = Session(dataset, kernel, learner, order)
    for case, found in zip(
        varied(session, run_seed="0, 1"), sweep(varied(session, run_seed="0, 1"), k, seed), strict=True
    ):
        assert found.chosen == case.chosen
        assert_is_of(found.outcome, kpgui.train(case.session))
        expected = [error_without(case.session, fold) for fold in folds(dataset, k, seed)]
        assert found.fold_errors.tolist() == expected
        assert found.mean == pytest.approx(sum(expected) / k)
        spread = sum((each - found.mean) ** 2 for each in expected) / (k - 1)
        assert (found.deviation, found.standard_error) == pytest.approx((sqrt(spread), sqrt(spread / k)))


@pytest.mark.parametrize("kernel", [*KERNELS, "normalized(poly(degree=3))", "rbf() + 0.3*linear()"])
@pytest.mark.parametrize(("n", "d"), [(60, 5), (300, 2), (300, 5)])
def test_what_runs_share_changes_no_bit(kernel, n, d):
    """Of few points a Gram matrix is computed at once after some columns; its last bits may differ from theirs."""
    rng = np.random.default_rng(n + d)
    dataset = Dataset.of(rng.normal(size=(n, d)), rng.choice([-1, 1], n))
    text = kernel if isinstance(kernel, str) else str(kernel())
    shared = SharedColumns()
    for learner in ("kernel_perceptron(epochs=3)", "svm(C=1, max_updates=200)", "passive_aggressive(epochs=2)"):
        for seed in range(3):
            session = Session(dataset, text, learner, "shuffled_once", seed)
            together, alone = Run(session, shared=shared), Run(session)
            for run in (together, alone):
                while run.outcome is None:
                    run.advance(10_000)
            assert together.expansion().beta.tobytes() == alone.expansion().beta.tobytes()
            assert together.expansion().bias == alone.expansion().bias
            assert together.problem.evaluated == alone.problem.evaluated > 0


def test_shared_columns_keep_to_their_memory():
    dataset = noisy_moons(300)
    shared = SharedColumns(memory=10 * 300 * 8)
    outcome(Session(dataset, learner="kernel_perceptron(epochs=3)"), shared=shared)
    assert len(shared.columns) == 10


@pytest.mark.parametrize("learner", LEARNERS_TO_COMPARE)
def test_orders_are_runs_with_the_seeds_in_a_shuffled_order(learner):
    session = Session(noisy_moons(50), "rbf(sigma=0.4)", learner, "reversed", seed=77)
    for seed, found in enumerate(orders(session, range(4))):
        assert_is_of(found, kpgui.train(replace(session, order="shuffled_once", seed=seed)))
    each_epoch = replace(session, order="shuffled_each_epoch")
    assert_is_of(orders(each_epoch, range(3))[2], kpgui.train(replace(each_epoch, seed=2)))


def test_a_tie_rule_counts_in_the_errors_of_folds():
    """f = 0 everywhere, as no point is ever learned from: wrong, unless it counts as the label."""
    dataset = Dataset.of(np.zeros((6, 2)), [1] * 6)
    session = Session(dataset, "linear()", "kernel_perceptron(epochs=1)")
    usual = sweep(varied(session, run_seed="0"), 3, 0)[0]
    counted = sweep(varied(replace(session, conventions=Conventions(tie="+1")), run_seed="0"), 3, 0)[0]
    assert (usual.mean, counted.mean) == (1, 0)


def test_without_folds_the_points_held_out_count():
    dataset = noisy_moons(60, noise=0.4)
    dataset = Dataset.of(dataset.points, dataset.labels, np.arange(60) % 3 == 0)
    found = sweep(varied(Session(dataset), kernel_sigma="0.3, 3"), 0, 0)
    assert [each.mean for each in found] == [each.outcome.held_out_error for each in found]
    assert [(len(each.fold_errors), each.deviation, each.standard_error) for each in found] == [(0, 0, 0)] * 2


def test_two_settings_come_in_the_order_of_the_cases_whichever_share_a_kernel():
    session = Session(noisy_moons(40), learner="svm()")
    grid = varied(session, learner_C="1, 10", kernel_sigma="0.3, 1")
    arrived = {}
    found = sweep(grid, 3, 1, arrived=arrived.__setitem__)
    assert [each.chosen for each in found] == [each.chosen for each in grid]
    assert [arrived[number] for number in range(4)] == list(found)
    assert list(arrived) == [0, 2, 1, 3]


def test_progress_rises_to_one_and_what_is_not_wanted_ends():
    session = Session(noisy_moons(40), learner="kernel_perceptron(epochs=2)")
    shares = []
    sweep(varied(session, kernel_sigma="0.3, 1"), 3, 0, Token(progress=shares.append))
    orders(session, range(5), Token(progress=shares.append))
    assert sorted(shares[:-5]) == shares[:-5]
    assert shares[-6:] == [1, 0.2, 0.4, 0.6, 0.8, 1]
    arrived = []
    token = Token(lambda: len(arrived) == 2)
    with pytest.raises(Cancelled):
        sweep(varied(session, kernel_sigma="0.3, 1, 3, 10"), 3, 0, token, lambda number, found: arrived.append(number))
    assert arrived == [0, 1]
    with pytest.raises(Cancelled):
        orders(session, range(10), token)


def test_a_case_that_fails_says_why_and_stops_no_other():
    session = Session(Dataset.of([[1e60, 0], [0, 1e60], [1, 1], [2, 1]], [1, -1, 1, -1]), "poly(degree=2)")
    found = sweep(varied(session, kernel_degree="1, 9"), 2, 0)
    assert isnan(found[1].mean)
    assert found[1].outcome.status is Status.FAILED
    assert "too large to compute" in found[1].outcome.problem
    assert_is_of(found[0].outcome, kpgui.train(varied(session, kernel_degree="1")[0].session))
    assert best(found) == (0, 0)
    assert best(found[1:]) is None


def test_too_many_folds_are_refused_before_anything_is_trained():
    with pytest.raises(KpguiError, match="5 folds need"):
        sweep(varied(Session(noisy_moons(4)), run_seed="1"), 5, 0)


def swept(support, *errors):
    return SweptCase((), RunSummary(support=support), np.array(errors))


def test_the_best_and_the_simplest_within_one_standard_error_of_it():
    """Errors 10 % ± 2 % / √2: 11 % are within it, 12 % are not."""
    found = [swept(9, 0.30, 0.10), swept(8, 0.12, 0.08), swept(5, 0.11, 0.11), swept(4, 0.12, 0.12)]
    assert found[1].standard_error == pytest.approx(0.02)
    assert best(found) == (1, 3)
    assert best([*found[:3], swept(4, 0.13, 0.13)]) == (1, 2)
    assert best([swept(5, 0.11, 0.11), *found[1:3]]) == (1, 0)
    assert best([]) is None


def test_an_outcome_is_plain_and_memory_does_not_grow_with_the_cases():
    session = Session(noisy_moons(60), learner="kernel_perceptron(epochs=3)")
    assert all(isinstance(value, int | float | str | Status | None) for value in asdict(outcome(session)).values())
    few, many = (varied(session, kernel_sigma=", ".join(map(str, range(1, n + 1)))) for n in (4, 36))
    sweep(many, 3, 0)
    peaks = []
    for some in (few, many):
        tracemalloc.start()
        sweep(some, 3, 0)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]
