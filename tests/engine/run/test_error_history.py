"""The errors after each step: those that f makes by its definition, however the work is cut up."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui.engine.run.error_history import DROPPED, MOST_SAMPLES
from kpgui.engine.run.problem import decision
from kpgui.engine.run.run import Run
from kpgui.learners import LEARNERS
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
from tests.strategies import integer_datasets, noisy_moons

HELD_OUT = np.arange(24) % 5 == 0
DATASET = Dataset.of(noisy_moons(24, noise=0.4).points, noisy_moons(24).labels, HELD_OUT)

VARIANTS = [each.key for each in LEARNERS.members] + [
    "kernel_perceptron(bias=true, eta=0.1)",
    'kernel_perceptron(decay=0.9, decay_on="step", bias=true)',
    "norma(bias=true)",
    "norma(bias=true, lam=0, nu=0.3)",
    "norma(truncate=5)",
    "norma(truncate=4, bias=true)",
    "forgetron(budget=4)",
    "random_budget_perceptron(budget=4)",
]


def run_of(learner, steps, dataset=DATASET, kernel="rbf(sigma=0.7)"):
    run = Run(Session(dataset, kernel, learner))
    while run.head < steps and run.outcome is None:
        run.advance(steps - run.head)
    return run


def counts_by_definition(run, step):
    run.seek(step)
    dataset = run.session.dataset
    wrong = dataset.labels * decision(run.expansion(), run.kernel, dataset.points, dataset.points) <= 0
    return int((wrong & ~dataset.held_out).sum()), int((wrong & dataset.held_out).sum())


def counts_in(record, step):
    k = int(np.searchsorted(record.steps, step, "right")) - 1
    return int(record.training[k]), int(record.held_out[k])


@pytest.mark.parametrize("learner", VARIANTS)
def test_it_has_the_errors_after_every_step(learner):
    run = run_of(learner, 90)
    run.errors.go_on()
    record = run.errors.record
    assert record.known == run.head
    assert not record.problem
    for step in range(1, run.head + 1):
        assert counts_in(record, step) == counts_by_definition(run, step), step


@given(integer_datasets(min_size=1, max_size=10, held_out=True), st.integers(1, 40))
def test_ties_are_decided_as_a_plain_loop_in_fractions_decides_them(dataset, steps):
    run = run_of("kernel_perceptron(epochs=9)", steps, dataset, "poly(degree=2, c=1)")
    run.errors.go_on()
    X = [[Fraction(x) for x in row] for row in dataset.points.tolist()]
    y, alpha = dataset.labels.tolist(), [0] * len(X)
    K = [[(sum(a * b for a, b in zip(p, q, strict=True)) + 1) ** 2 for q in X] for p in X]
    trained, step = np.flatnonzero(~dataset.held_out).tolist(), 0
    while step < run.head:
        i = trained[step % len(trained)]
        alpha[i] += y[i] * sum(alpha[j] * y[j] * K[i][j] for j in range(len(X))) <= 0
        step += 1
        f = [sum(alpha[j] * y[j] * K[i][j] for j in range(len(X))) for i in range(len(X))]
        wrong = [y[i] * f[i] <= 0 for i in range(len(X))]
        expected = sum(wrong[i] for i in trained), sum(w for i, w in enumerate(wrong) if dataset.held_out[i])
        assert counts_in(run.errors.record, step) == expected


@pytest.mark.parametrize("learner", ["kernel_perceptron", "voted_perceptron"])
def test_cut_into_pieces_and_with_learning_in_between_it_is_the_same(learner):
    whole, cut = run_of(learner, 90), Run(Session(DATASET, "rbf(sigma=0.7)", learner))
    whole.errors.go_on()
    while cut.head < whole.head or cut.errors.behind:
        if cut.head < whole.head:
            cut.advance(1)
        before = cut.errors.known
        cut.errors.go_on(deadline=0.0)
        assert cut.errors.known >= before
    one, other = whole.errors.record, cut.errors.record
    assert (one.known, one.every) == (other.known, other.every)
    for name in ("steps", "training", "held_out"):
        assert getattr(one, name).tolist() == getattr(other, name).tolist()


def test_a_vote_is_sampled_the_farther_apart_the_longer_the_run():
    run = run_of("voted_perceptron(epochs=200)", 10 * MOST_SAMPLES, kernel="linear()")
    run.errors.go_on()
    record = run.errors.record
    assert run.head > 2 * MOST_SAMPLES
    assert run.head / MOST_SAMPLES <= record.every < 2 * run.head / MOST_SAMPLES
    assert record.steps.tolist() == list(range(0, run.head + 1, record.every))
    assert not run.errors.behind
    for step in record.steps[1::20].tolist():
        assert counts_in(record, step) == counts_by_definition(run, step)


def test_a_vote_with_many_ties_is_followed_and_not_taken_anew_at_every_sample(monkeypatch):
    """On a lattice a linear hypothesis is 0 at many points, and deciding that for each of them takes minutes."""

    def scored(*arguments):
        raise AssertionError("scored by the definition")

    monkeypatch.setattr("kpgui.engine.run.error_history.Scoring", scored)
    rng = np.random.default_rng(1)
    X, held_out = rng.integers(-4, 5, (40, 2)), np.arange(40) % 5 == 0
    y = np.where(X.sum(axis=1) + rng.integers(-3, 4, 40) > 0, 1, -1)
    run = run_of("voted_perceptron(epochs=40)", 900, Dataset.of(X, y, held_out), "linear()")
    run.errors.go_on()
    record, trained = run.errors.record, np.flatnonzero(~held_out)
    w, ballots = np.zeros(2, int), np.zeros(40, int)
    for step in range(1, run.head + 1):
        i = trained[(step - 1) % len(trained)]
        if y[i] * (X[i] @ w) <= 0:
            w = w + y[i] * X[i]
        ballots += np.sign(X @ w)
        if step % record.every == 0:
            wrong = y * ballots <= 0
            assert counts_in(record, step) == (int(wrong[trained].sum()), int(wrong[held_out].sum()))
    assert (X @ w == 0).any()
    assert record.known + record.every > run.head


def test_an_update_costs_one_column_however_many_came_before(monkeypatch):
    run = run_of("kernel_perceptron(epochs=100)", 2400)
    asked = []
    column = run.problem.signed_column
    monkeypatch.setattr(run.problem, "signed_column", lambda i: asked.append(i) or column(i))
    run.errors.go_on()
    assert len(asked) == len(run.timeline.updates())


def test_it_says_when_the_first_updates_are_gone(monkeypatch):
    from kpgui.engine.run import timeline

    monkeypatch.setattr(timeline, "CHUNK", 4)
    run = Run(Session(noisy_moons(8, noise=2.0), "linear()", "kernel_perceptron(epochs=100)"), capacity=8)
    run.advance(400)
    run.errors.go_on()
    assert run.timeline.first_step > 0
    assert run.errors.record.problem == DROPPED
    assert not run.errors.behind
