"""What holds for every registered learner."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui import api
from kpgui.engine.run import timeline
from kpgui.engine.run.run import Run
from kpgui.learners import LEARNERS, learner
from kpgui.learners.parts.online import OnlineLearner
from kpgui.model.dataset import Dataset
from kpgui.model.explanation import Circumstances
from kpgui.model.frame import Status
from kpgui.model.session import ORDERS, Session
from kpgui.model.updates import COLUMNS, MISTAKES, Kind, Updates
from tests.strategies import datasets, kernels, noisy_moons

VARIANTS = [
    *(str(each()) for each in LEARNERS),
    "kernel_perceptron(bias=true, decay=0.99)",
    "kernel_perceptron(decay=0.9, decay_on='update', eta=0.1)",
    "kernel_perceptron(alpha_cap=2)",
    "kernel_perceptron(alpha_cap=1, decay=0.9)",
    "kernel_perceptron(alpha_cap=1, decay=0.9, decay_on='update', bias=true)",
    "perceptron(map='full_quadratic', eta=0.1)",
    "perceptron(map='squares', bias=true)",
    "averaged_perceptron(bias=true)",
    "voted_perceptron(bias=true)",
    "forgetron(budget=7)",
    "forgetron(budget=7, variant='basic')",
    "random_budget_perceptron(budget=7)",
    "projectron(eta=0.5)",
    "norma(nu=0.3, bias=true)",
    "norma(rho=0, lam=0, truncate=5)",
    "norma(truncate=9, schedule='sqrt', eta=0.5)",
    "norma(schedule='sqrt', eta=0.5, bias=true)",
    "norma(eta=0.9, lam=1)",
    "passive_aggressive(variant='PA-II')",
]

every_learner = pytest.mark.parametrize("text", VARIANTS, ids=str)


def shortened(text, epochs):
    """The learner with another limit of epochs, if it has one."""
    chosen = learner(text)
    return str(replace(chosen, epochs=epochs) if isinstance(chosen, OnlineLearner) else chosen)


def same(one: Updates, other: Updates) -> bool:
    return all(np.array_equal(one[name], other[name]) for name in COLUMNS)


@every_learner
@given(
    dataset=datasets(max_size=20, elements=st.floats(-3, 3), held_out=True),
    kernel=kernels,
    order=st.sampled_from(ORDERS),
    seed=st.integers(0, 3),
    slices=st.lists(st.integers(1, 9), min_size=1, max_size=5),
)
def test_a_run_cut_into_any_slices_gives_the_same_updates_bit_for_bit(text, dataset, kernel, order, seed, slices):
    session = Session(dataset, kernel, shortened(text, 6), order, seed)
    whole = api.train(session)
    run, parts, turn = Run(session), [], 0
    while run.outcome is None:
        parts.append(run.advance(slices[turn % len(slices)]))
        turn += 1
    assert same(Updates.join(parts), whole.updates)
    assert run.expansion().beta.tobytes() == whole.beta.tobytes()
    assert run.counters().per_epoch.tolist() == whole.mistakes_per_epoch.tolist()


@every_learner
def test_a_deadline_that_has_passed_still_lets_it_go_on(text):
    run = Run(Session(noisy_moons(200), "rbf(sigma=0.3)", text))
    for _ in range(5):
        before = run.head
        run.advance(10**6, deadline=0.0)
        assert run.head > before


@pytest.mark.parametrize("text", [text for text in VARIANTS if "svm" not in text])
def test_the_same_seed_gives_the_same_run_and_another_seed_another(text):
    session = Session(noisy_moons(80), "rbf(sigma=0.3)", text, "shuffled_each_epoch", seed=1)
    one, again, other = api.train(session), api.train(session), api.train(replace(session, seed=2))
    assert same(one.updates, again.updates)
    assert not same(one.updates, other.updates)


@every_learner
def test_it_leaves_held_out_points_alone(text):
    dataset = noisy_moons(60)
    held_out = np.arange(60) % 3 == 0
    model = api.fit(dataset.points, dataset.labels, "rbf(sigma=0.3)", text, held_out=held_out)
    assert (model.alpha[held_out] == 0).all()
    assert (model.beta[held_out] == 0).all()
    alone = api.fit(dataset.points[~held_out], dataset.labels[~held_out], "rbf(sigma=0.3)", text)
    assert model.beta[~held_out].tobytes() == alone.beta.tobytes()
    wrong = model.predict(dataset.points[held_out]) != dataset.labels[held_out]
    assert model.held_out_error == wrong.mean()


@every_learner
def test_any_moment_of_a_run_is_what_a_run_stopped_there_has(text, monkeypatch):
    monkeypatch.setattr(timeline, "CHUNK", 7)
    dataset = replace(noisy_moons(40, noise=0.6), held_out=np.arange(40) % 5 == 0)
    session = Session(dataset, "rbf(sigma=0.4)", shortened(text, 8), "shuffled_each_epoch")
    run = Run(session)
    while run.outcome is None:  # in slices: what is appended at once is one chunk, which none goes on from
        run.advance(9)
    for step in [0, 1, 2, 31, 32, 33, 64, 100, run.head - 1, run.head]:
        run.seek(step)
        stopped = api.train(session, steps=step)
        now, then = run.counters(), stopped.counters
        assert (now.step, now.mistakes, now.updates, now.epoch) == (then.step, then.mistakes, then.updates, then.epoch)
        assert (now.alpha == then.alpha).all()
        assert now.per_epoch.tolist() == then.per_epoch.tolist()
        assert (now.errors, now.held_out_errors) == (then.errors, then.held_out_errors)
        np.testing.assert_allclose(run.expansion().beta, stopped.beta, rtol=1e-11, atol=1e-14)
        np.testing.assert_allclose(run.expansion().bias, stopped.bias, rtol=1e-11, atol=1e-14)
        assert run.expansion().support.tolist() == stopped.support.tolist()
        Z = dataset.points[:7]
        np.testing.assert_allclose(
            run.expansion().decision(run.kernel, dataset.points, Z), stopped.decision(Z), rtol=1e-9, atol=1e-12
        )


@every_learner
def test_the_score_in_the_log_is_f_before_the_update(text):
    chosen = learner(text)
    run = Run(Session(noisy_moons(40, noise=0.6), "rbf(sigma=0.3)", shortened(text, 8)))
    updates, gram = run.advance(10**6), run.problem.kernel.gram(run.problem.points, run.problem.points)
    beta, bias, last = np.zeros(40), 0.0, -1
    assert len(updates) > 5
    for k in range(len(updates)):
        step, point, kind = updates.step[k], updates.point[k], Kind(updates.kind[k])
        if kind not in (Kind.SHARED, Kind.EVICTED):
            waited = chosen.shrinking(last + 1, int(step))
            f = waited * gram[point] @ beta + bias * (waited if chosen.bias_decays else 1)
            assert updates.score[k] == pytest.approx(f, rel=1e-8, abs=1e-10)
            last = int(step)
        beta *= updates.scale[k]
        bias = bias * (updates.scale[k] if chosen.bias_decays else 1) + updates.bias_delta[k]
        beta[point] += updates.delta[k]


@every_learner
def test_mistakes_are_the_rows_of_the_log_that_say_so(text):
    model = api.train(Session(noisy_moons(60), "rbf(sigma=0.3)", shortened(text, 8)))
    updates = model.updates
    rows = np.isin(updates.kind, MISTAKES)
    labels = model.session.dataset.labels[updates.point[rows]]
    assert (labels * updates.score[rows] <= 0).all()
    assert model.mistakes == model.mistakes_per_epoch.sum() == rows.sum()
    assert len(np.unique(updates.step[rows])) == rows.sum()


@every_learner
@pytest.mark.parametrize("labels", [[], [1], [-1], [1, 1, 1], [-1, -1], [1, -1]])
def test_few_points_one_class_and_opposite_labels_on_one_place(text, labels):
    points = np.ones((len(labels), 2)) * 0.5
    model = api.train(Session(Dataset.of(points, labels), "rbf(sigma=1)", shortened(text, 8)))
    assert model.status is (Status.EMPTY if not labels else model.status)
    assert np.isfinite(model.beta).all()
    assert np.isfinite(model.bias)
    if labels and len(set(labels)) == 1 and model.converged:
        assert (model.predict(points) == labels).all()


@every_learner
def test_nothing_is_proved_about_no_points(text):
    held_out = Dataset.of([[0, 1], [2, 3]], [1, -1], [True, True])
    for dataset in (Dataset.of([], []), held_out):
        told = api.train(Session(dataset, learner=text)).guarantee
        assert told.text == "Nothing yet: there are no points to learn from."


@every_learner
def test_its_guarantee_is_a_sentence_also_where_there_is_none(text):
    for largest in (0.0, 1.0, 50.0):
        for definite in (True, False):
            for conflict in (True, False):
                told = learner(text).guarantee(Circumstances(largest, definite, conflict))
                assert len(told.text) > 20
                assert told.text.endswith((".", ")"))
                assert definite or not told.holds


@every_learner
def test_its_text_reads_back_as_the_same_learner(text):
    assert learner(str(learner(text))) == learner(text)
