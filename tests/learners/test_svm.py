"""The support vector machine against scikit-learn's SVC, and what holds by its definition."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.datasets import load_digits
from sklearn.svm import SVC

import kpgui
from kpgui import api
from kpgui.engine.run.problem import Problem
from kpgui.engine.run.run import Run
from kpgui.kernels import kernel
from kpgui.learners import learner
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.frame import Status
from kpgui.model.session import Session
from tests.strategies import datasets, kernels, noisy_moons

TIGHT = 1e-8


def mixtures(n, seed=0):
    """Ripley's synthetic problem: each class is a mixture of two Gaussians, with an error of 8 % at best."""
    rng = np.random.default_rng(seed)
    labels = np.where(np.arange(n) % 2, 1, -1)
    centres = np.where(labels > 0, rng.choice([-0.3, 0.4], n), rng.choice([-0.7, 0.3], n))
    points = np.column_stack([centres, np.where(labels > 0, 0.7, 0.3)]) + rng.normal(0, np.sqrt(0.03), (n, 2))
    return Dataset.of(points, labels)


def digits(digit):
    """One digit against the rest, pixels from 0 to 1."""
    images, digit_of = load_digits(return_X_y=True)
    return Dataset.of(images[:600] / 16, np.where(digit_of[:600] == digit, 1, -1))


def objective(gram, labels, alpha):
    signed = labels * alpha
    return 0.5 * signed @ gram @ signed - alpha.sum()


@pytest.mark.parametrize(
    ("dataset", "text", "options"),
    [
        (mixtures(250), "rbf(sigma=0.3)", {"gamma": 0.5 / 0.3**2}),
        (mixtures(250, seed=1), "linear()", {"kernel": "linear"}),
        (noisy_moons(300), "rbf(sigma=0.5)", {"gamma": 2.0}),
        (noisy_moons(300), "poly(degree=3, gamma=1, c=1)", {"kernel": "poly", "degree": 3, "gamma": 1, "coef0": 1}),
        (digits(8), "poly(degree=3, gamma=0.1, c=1)", {"kernel": "poly", "degree": 3, "gamma": 0.1, "coef0": 1}),
    ],
    ids=["Ripley, RBF", "Ripley, linear", "moons, RBF", "moons, cubic", "digits, cubic"],
)
@pytest.mark.parametrize("C", [0.1, 1, 10])
def test_objective_and_decisions_are_those_of_scikit_learn(dataset, text, options, C):
    model = kpgui.fit(dataset.points, dataset.labels, text, f"svm(C={C}, tol={TIGHT})")
    reference = SVC(C=C, tol=TIGHT, cache_size=500, **options).fit(dataset.points, dataset.labels)
    gram = kpgui.kernel(text).gram(dataset.points, dataset.points)
    alpha = np.zeros(len(dataset))
    alpha[reference.support_] = np.abs(reference.dual_coef_[0])
    expected = objective(gram, dataset.labels, alpha)
    assert model.converged
    assert model.details["objective"] == pytest.approx(objective(gram, dataset.labels, model.alpha), rel=1e-9)
    assert model.details["objective"] == pytest.approx(expected, rel=1e-6)
    assert model.details["gap"] < TIGHT
    around = np.random.default_rng(0).normal(dataset.points.mean(0), 2 * dataset.points.std(0), (400, dataset.d))
    scores, theirs = model.decision(around), reference.decision_function(around)
    np.testing.assert_allclose(scores, theirs, rtol=1e-4, atol=1e-4 * np.abs(theirs).max())
    clear = np.abs(theirs) > 1e-4
    assert (np.sign(scores[clear]) == np.sign(theirs[clear])).all()


@given(
    dataset=datasets(min_size=2, max_size=20, elements=st.floats(-3, 3), held_out=True),
    text=kernels,
    C=st.sampled_from([0.1, 1, 100]),
)
def test_its_points_meet_the_conditions_of_karush_kuhn_and_tucker(dataset, text, C):
    """α = 0: y·f ≥ 1; 0 < α < C: y·f = 1; α = C: y·f ≤ 1, each to tol."""
    tol = 1e-4
    model = kpgui.fit(dataset.points, dataset.labels, text, f"svm(C={C}, tol={tol})", held_out=dataset.held_out)
    kept = dataset.training
    if len(set(dataset.labels[kept].tolist())) < 2:
        assert not model.alpha.any()
        return
    margins = (dataset.labels * model.decision(dataset.points))[kept]
    alpha, slack = model.alpha[kept], tol + 1e-9 * C * len(dataset) * 1e3
    assert ((alpha >= 0) & (alpha <= C)).all()
    assert (margins[alpha == 0] >= 1 - slack).all()
    assert (margins[alpha == C] <= 1 + slack).all()
    np.testing.assert_allclose(margins[(alpha > 0) & (alpha < C)], 1, atol=slack)
    assert model.beta.tolist() == (model.alpha * dataset.labels + 0.0).tolist()
    assert abs(model.beta.sum()) <= 1e-12 * max(1, model.alpha.sum())


def test_a_step_is_one_pair_and_keeps_the_balance():
    session = Session(noisy_moons(60), "rbf(sigma=0.5)", "svm()")
    model = api.train(session)
    updates = model.updates
    assert len(updates) == 2 * model.steps
    assert updates.step.tolist() == [step for step in range(model.steps) for _ in range(2)]
    assert (updates.point[::2] != updates.point[1::2]).all()
    np.testing.assert_allclose(updates.delta[::2], -updates.delta[1::2], atol=1e-12)
    assert (updates.kind[::2] == kpgui.Kind.UPDATE).all()
    assert (updates.kind[1::2] == kpgui.Kind.SHARED).all()
    assert model.counters.updates == model.steps
    assert model.mistakes == 0
    assert model.mistakes_per_epoch.tolist() == []


def test_each_step_lowers_the_objective_and_its_log_adds_up():
    session = Session(noisy_moons(40), "rbf(sigma=0.5)", "svm(C=2)")
    gram, labels = (
        kpgui.kernel("rbf(sigma=0.5)").gram(session.dataset.points, session.dataset.points),
        session.dataset.labels,
    )
    run, beta, bias, before = Run(session), np.zeros(40), 0.0, 0.0
    while run.outcome is None:
        rows = run.advance(1)
        for point, delta, bias_delta in zip(rows.point, rows.delta, rows.bias_delta, strict=True):
            beta[point] += delta
            bias += bias_delta
        expansion = run.expansion()
        assert expansion.beta.tolist() == pytest.approx(beta.tolist(), abs=1e-15)
        assert expansion.bias == pytest.approx(bias, abs=1e-12)
        now = objective(gram, labels, beta * labels)
        assert now < before
        before = now


def test_alpha_at_a_bound_is_exactly_there():
    model = kpgui.fit(*points_and_labels(noisy_moons(200, noise=0.4)), "rbf(sigma=0.5)", "svm(C=0.7)")
    assert (model.alpha == 0.7).sum() > 20
    assert (model.alpha == 0).sum() > 20
    near = (model.alpha > 0.7 - 1e-9) | (model.alpha < 1e-9)
    assert set(model.alpha[near].tolist()) == {0.0, 0.7}


def points_and_labels(dataset):
    return dataset.points, dataset.labels


@pytest.mark.parametrize("label", [1, -1])
def test_one_class_has_nothing_to_do(label):
    model = kpgui.fit([[0, 0], [1, 2]], [label, label], "rbf()", "svm()")
    assert (model.steps, model.converged, model.alpha.tolist()) == (0, True, [0, 0])
    assert model.predict([[5, 5], [0, 0]]).tolist() == [label, label]
    assert model.details["gap"] == 0


def test_no_points_and_one_point():
    empty = kpgui.fit(np.zeros((0, 2)), [], "rbf()", "svm()")
    assert (empty.steps, empty.status) == (0, Status.EMPTY)
    one = kpgui.fit([[1, 2]], [-1], "rbf()", "svm()")
    assert (one.converged, one.predict([[0, 0]]).tolist()) == (True, [-1])


def test_two_labels_on_one_place_take_all_of_C():
    model = kpgui.fit([[1, 1], [1, 1]], [1, -1], "rbf()", "svm(C=3)")
    assert model.converged
    assert model.alpha.tolist() == [3, 3]
    assert model.decision([[1, 1]])[0] == 0


def test_the_limit_of_updates_is_no_convergence():
    model = kpgui.fit(*points_and_labels(noisy_moons(100)), "rbf(sigma=0.5)", "svm(max_updates=7)")
    assert (model.steps, model.status) == (7, Status.LIMIT)
    assert model.details["gap"] > 1e-3


def test_a_tolerance_finer_than_rounding_ends_as_near_as_float64_comes():
    points = 30 * np.random.default_rng(2).normal(size=(6, 2))
    model = kpgui.fit(points, [-1, 1] * 3, "linear()", "svm(C=10, tol=1e-12)")
    assert model.status is Status.LIMIT
    assert model.details["stalled"]
    assert 1e-12 <= model.details["gap"] < 1e-9


def test_what_rounding_does_to_the_gap_grows_with_alpha():
    """Among α of a hundred thousand the gap cannot be as fine as among α of one; the run ends before its limit."""
    points = np.random.default_rng(2).normal(size=(6, 2))
    model = kpgui.fit(points, [-1, 1] * 3, "rbf(sigma=20)", "svm(C=1e5, tol=1e-12, max_updates=20000)")
    assert model.details["stalled"]
    assert model.steps < 20_000
    assert 1e-12 <= model.details["gap"] < 1e-10


@pytest.mark.parametrize("C", [1, 1000])
def test_what_is_no_kernel_runs_to_an_end_and_says_so(C):
    dataset = noisy_moons(80)
    problem, machine = Problem(dataset, kernel("sigmoid(gamma=1, c=-1)")), learner(f"svm(C={C})")
    state = machine.begin(problem, np.random.default_rng(0))
    machine.advance(state, 100_000)
    assert state.status is Status.CONVERGED
    assert machine.details(state)["negative_curvature"]
    assert np.isfinite(machine.expansion(state).beta).all()
    definite = api.fit(dataset.points, dataset.labels, "rbf()", f"svm(C={C})")
    assert not definite.details["negative_curvature"]


@pytest.mark.parametrize("text", ["svm(C=0)", "svm(C=-1)", "svm(tol=0)", "svm(max_updates=-1)"])
def test_parameters_out_of_range_are_refused(text):
    with pytest.raises(KpguiError, match="must be"):
        learner(text)
