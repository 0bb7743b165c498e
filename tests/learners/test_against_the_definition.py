"""Each online learner against its definition in exact arithmetic: the same mistakes at the same steps, the same f."""

from fractions import Fraction
from math import isqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kpgui
from kpgui.engine.run.problem import Problem
from kpgui.kernels import kernel
from kpgui.model.session import ORDERS, Session
from kpgui.model.updates import MISTAKES, Kind
from tests.learners.exact import KERNELS, SMALL_KERNELS, gram_of, rows_of, traced
from tests.learners.reference_budget import NaiveForgetron, NaiveProjectron, NaiveRandomBudget
from tests.learners.reference_perceptrons import NaivePerceptron, NaivePrimal, average, vote
from tests.learners.reference_stepwise import NaiveNorma, NaivePassiveAggressive, NaivePegasos
from tests.strategies import integer_datasets

problems = {
    "dataset": integer_datasets(min_size=6, max_size=14) | integer_datasets(min_size=1, max_size=14, held_out=True),
    "text": st.sampled_from(list(KERNELS)),
    "order": st.sampled_from(ORDERS),
    "epochs": st.integers(1, 4),
}
dyadic = st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(1, 4), Fraction(3)])


def settings(**values):
    """Parameters as an expression has them."""
    texts = [f"{name}={_text(value)}" for name, value in values.items()]
    return f"({', '.join(texts)})"


def _text(value):
    if isinstance(value, str):
        return f"'{value}'"
    return str(value).lower() if isinstance(value, bool) else repr(float(value) if value % 1 else int(value))


def compared(session, epochs, reference, *, rtol=1e-9):
    """The model after as many steps as float64 is sure to take as the reference does, and the reference's trace."""
    dataset = session.dataset
    problem = Problem(dataset, kernel("linear()"), session.order, session.seed)
    visits = [problem.presentation(epoch).tolist() for epoch in range(epochs if len(dataset.training) else 0)]
    trace = traced(reference, visits)
    whole = trace.sure == len(trace.steps)
    model = kpgui.train(session, None if whole else trace.sure)
    steps = trace.steps[: trace.sure]
    wrong = [(t, step) for t, step in enumerate(steps) if step.mistake]
    rows = np.isin(model.updates.kind, MISTAKES)
    at = list(zip(model.updates.step[rows].tolist(), model.updates.point[rows].tolist(), strict=True))
    assert at == [(t, step.point) for t, step in wrong]
    np.testing.assert_allclose(model.updates.score[rows], [float(step.score) for _, step in wrong], rtol, 1e-9)
    if whole:
        assert model.mistakes_per_epoch.tolist() == trace.per_epoch
        assert (model.steps, model.converged) == (len(steps), trace.converged)
    return model, steps


def same_f(model, steps, **tolerance):
    beta, bias = (steps[-1].beta, steps[-1].bias) if steps else ([0] * len(model.beta), 0)
    np.testing.assert_allclose(model.beta, [float(x) for x in beta], **(tolerance or {"rtol": 1e-9, "atol": 1e-9}))
    np.testing.assert_allclose(model.bias, float(bias), **(tolerance or {"rtol": 1e-9, "atol": 1e-9}))


@given(
    **{name: problems[name] for name in ("dataset", "order", "epochs")},
    feature_map=st.sampled_from(["identity", "squares", "quadratic", "full_quadratic"]),
    bias=st.booleans(),
    eta=st.sampled_from([1, 0.1, 3, 0.7]),
)
def test_perceptron(dataset, order, epochs, feature_map, bias, eta):
    learner = "perceptron" + settings(map=feature_map, bias=bias, eta=eta, epochs=epochs)
    reference = NaivePrimal(feature_map, rows_of(dataset), dataset.labels.tolist(), bias, Fraction(str(eta)))
    model, steps = compared(Session(dataset, "linear()", learner, order, seed=3), epochs, reference)
    assert model.steps == len(steps)
    np.testing.assert_allclose(model.details["w"], [float(x) for x in reference.w], rtol=1e-12)
    same_f(model, steps, rtol=1e-12)


@given(**problems, bias=st.booleans(), places=integer_datasets(min_size=1, max_size=4))
def test_averaged_perceptron(dataset, text, order, epochs, bias, places):
    learner = "averaged_perceptron" + settings(bias=bias, epochs=epochs)
    reference = NaivePerceptron(gram_of(text, dataset), dataset.labels.tolist(), bias)
    model, steps = compared(Session(dataset, text, learner, order, seed=3), epochs, reference)
    expected = [average(reference.hypotheses, column) for column in columns_at(text, dataset, places)]
    np.testing.assert_allclose(model.decision(places.points), [float(x) for x in expected], rtol=1e-10, atol=1e-10)
    if steps:
        mean_bias = sum(b for _, b in reference.hypotheses) / len(steps)
        np.testing.assert_allclose(model.bias, float(mean_bias), rtol=1e-12)
    at_points = [average(reference.hypotheses, column) for column in columns_at(text, dataset, dataset)]
    assert_error_is_that_of(at_points, model)


@given(**problems, bias=st.booleans(), places=integer_datasets(min_size=1, max_size=4))
def test_voted_perceptron(dataset, text, order, epochs, bias, places):
    learner = "voted_perceptron" + settings(bias=bias, epochs=epochs)
    reference = NaivePerceptron(gram_of(text, dataset), dataset.labels.tolist(), bias)
    model, steps = compared(Session(dataset, text, learner, order, seed=3), epochs, reference)
    mistakes = [t for t, step in enumerate(steps) if step.mistake]
    assert model.details["points"].tolist() == [steps[t].point for t in mistakes]
    assert model.details["votes"].tolist() == np.diff([*mistakes, len(steps)]).tolist()
    # Σc = N: the first point is always a mistake, so that v₀ = 0 never survives a step.
    assert model.details["votes"].sum() == len(steps)
    expected = [vote(reference.hypotheses, column) for column in columns_at(text, dataset, places)]
    np.testing.assert_allclose(model.decision(places.points), [float(x) for x in expected], rtol=1e-13, atol=1e-13)
    assert model.predict(places.points).tolist() == [(x > 0) - (x < 0) for x in expected]
    same_f(model, steps, rtol=0)
    at_points = [vote(reference.hypotheses, column) for column in columns_at(text, dataset, dataset)]
    assert_error_is_that_of(at_points, model)


def assert_error_is_that_of(decisions, model):
    """The learner keeps y·f of all points up to date: how many are wrong has to be what the definition says."""
    dataset = model.session.dataset
    wrong = [dataset.labels[i] * decisions[i] <= 0 for i in dataset.training]
    assert model.training_error == (np.mean(wrong) if wrong else pytest.approx(np.nan, nan_ok=True))


def columns_at(text, dataset, places):
    """K(xⱼ, z) of all points, for each of the places."""
    points = rows_of(dataset)
    return [[KERNELS[text](x, z) for x in points] for z in rows_of(places)]


@given(**problems, budget=st.integers(1, 6))
def test_random_budget_perceptron(dataset, text, order, epochs, budget):
    learner = "random_budget_perceptron" + settings(budget=budget, epochs=epochs)
    session = Session(dataset, text, learner, order, seed=3)
    updates = kpgui.train(session).updates
    drawn = updates.point[updates.kind == Kind.EVICTED].tolist()
    reference = NaiveRandomBudget(gram_of(text, dataset), dataset.labels.tolist(), budget, drawn)
    model, steps = compared(session, epochs, reference)
    assert not reference.drawn
    assert sorted(model.details["points"].tolist()) == sorted(reference.vectors)
    same_f(model, steps, rtol=0)


@given(**problems, eta=st.sampled_from([0, 0.1, 1, 2.5, 30]))
def test_projectron(dataset, text, order, epochs, eta):
    learner = "projectron" + settings(eta=eta, epochs=epochs)
    reference = NaiveProjectron(gram_of(text, dataset), dataset.labels.tolist(), Fraction(str(eta)))
    model, steps = compared(Session(dataset, text, learner, order, seed=3), epochs, reference)
    same_f(model, steps, rtol=1e-7, atol=1e-8)
    if model.steps == reference.steps:
        assert model.details["points"].tolist() == reference.vectors


@given(
    **{**problems, "text": st.sampled_from(list(SMALL_KERNELS))},
    budget=st.integers(1, 6),
    variant=st.sampled_from(["self_tuned", "basic"]),
)
def test_forgetron(dataset, text, order, epochs, budget, variant):
    learner = "forgetron" + settings(budget=budget, variant=variant, epochs=epochs)
    reference = NaiveForgetron(gram_of(text, dataset), dataset.labels.tolist(), budget, variant)
    model, steps = compared(Session(dataset, text, learner, order, seed=3), epochs, reference)
    same_f(model, steps)
    done = len(model.details["phi"])
    np.testing.assert_allclose(model.details["phi"], [float(x) for x in reference.phis[:done]], rtol=1e-12)
    assert model.details["evicted"].tolist() == reference.evicted[:done]
    if model.steps == reference.steps:
        assert done == len(reference.phis)
        assert model.details["points"].tolist() == [point for point, _ in reference.vectors]
    damage = float(reference.damages[done - 1]) if done else 0.0
    np.testing.assert_allclose(model.details["Q"], damage, rtol=1e-10, atol=1e-10)


@given(
    **problems,
    eta=dyadic,
    forgetting=st.sampled_from([Fraction(0), Fraction(1, 4), Fraction(1, 2)]),
    rho=st.sampled_from([0, 1, 0.5]),
    nu=st.sampled_from([0, 0, 0.25, 1]),
    truncate=st.integers(0, 5),
    schedule=st.sampled_from(["constant", "constant", "sqrt"]),
    bias=st.booleans(),
)
def test_norma(dataset, text, order, epochs, eta, forgetting, rho, nu, truncate, schedule, bias):
    """forgetting is ηλ."""
    lam = forgetting / eta
    learner = "norma" + settings(
        eta=eta, lam=lam, rho=rho, nu=nu, truncate=truncate, schedule=schedule, bias=bias, epochs=epochs
    )
    rate = (lambda t: eta) if schedule == "constant" else (lambda t: eta * 10**30 / isqrt(t * 10**60))
    gram, labels = gram_of(text, dataset), dataset.labels.tolist()
    reference = NaiveNorma(gram, labels, rate, Fraction(float(lam)), Fraction(rho), Fraction(nu), truncate, bias)
    reference.exact = schedule == "constant" and lam == 0  # then float64 rounds nothing either
    model, steps = compared(Session(dataset, text, learner, order, seed=3), epochs, reference)
    same_f(model, steps)
    np.testing.assert_allclose(model.details["rho"], float(reference.rhos[len(steps) - 1] if steps else rho), 1e-12)


@given(**problems, lam=dyadic)
def test_pegasos(dataset, text, order, epochs, lam):
    reference = NaivePegasos(gram_of(text, dataset), dataset.labels.tolist(), lam)
    reference.exact = True  # counts and products with a dyadic λ round nothing
    learner = "pegasos" + settings(lam=lam, epochs=epochs)
    model, steps = compared(Session(dataset, text, learner, order, seed=3), epochs, reference)
    same_f(model, steps, rtol=1e-12)


@given(
    **problems,
    C=st.sampled_from([Fraction(1), Fraction(1, 8), Fraction(1, 256), Fraction(100)]),
    variant=st.sampled_from(["PA-I", "PA-II"]),
)
def test_passive_aggressive(dataset, text, order, epochs, C, variant):
    reference = NaivePassiveAggressive(gram_of(text, dataset), dataset.labels.tolist(), C, variant)
    learner = "passive_aggressive" + settings(C=C, variant=variant, epochs=epochs)
    model, steps = compared(Session(dataset, text, learner, order, seed=3), epochs, reference)
    same_f(model, steps)


@pytest.mark.parametrize("variant, C, tau", [("PA-I", 10, 0.25), ("PA-I", 0.125, 0.125), ("PA-II", 0.125, 0.125)])
def test_passive_aggressive_by_hand(variant, C, tau):
    """One point with K(x, x) = 4 and ℓ = 1: ℓ/4, unless C is less; and ℓ/(4 + 1/(2·0.125))."""
    model = kpgui.fit([[2, 0]], [-1], "linear()", f"passive_aggressive(C={C}, variant='{variant}', epochs=1)")
    assert model.beta.tolist() == [-tau]
