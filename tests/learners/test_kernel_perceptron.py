"""The kernel perceptron against its definition in exact arithmetic, and what its parameters do."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import kpgui
from kpgui.cli.report import summary
from kpgui.engine.run.problem import Problem
from kpgui.kernels import kernel
from kpgui.model.frame import Status
from kpgui.model.session import ORDERS, Session
from tests.learners.reference import naive_kernel_perceptron
from tests.strategies import integer_datasets, noisy_moons


def exact(values):
    return [[Fraction(x) for x in row] for row in values]


@given(
    dataset=integer_datasets(min_size=1, max_size=14, held_out=True),
    kernel_text=st.sampled_from(
        ["linear()", "poly(degree=2, c=1)", "poly(degree=3, c=0)", "linear() + poly(degree=2)"]
    ),
    order=st.sampled_from(ORDERS),
    bias=st.booleans(),
    eta=st.sampled_from([1, 0.1, 3]),
    decay=st.sampled_from([1, 0.5, 0.75]),
    decay_on=st.sampled_from(["step", "update"]),
    alpha_cap=st.integers(0, 2),
    max_updates=st.sampled_from([0, 0, 1, 5]),
    epochs=st.integers(1, 6),
)
def test_it_makes_exactly_the_mistakes_of_the_definition(
    dataset, kernel_text, order, bias, eta, decay, decay_on, alpha_cap, max_updates, epochs
):
    learner = (
        f"kernel_perceptron(bias={str(bias).lower()}, eta={eta}, epochs={epochs}, decay={decay}, "
        f"decay_on='{decay_on}', alpha_cap={alpha_cap}, max_updates={max_updates})"
    )
    model = kpgui.train(Session(dataset, kernel_text, learner, order, seed=5))
    problem = Problem(dataset, kernel(kernel_text), order, seed=5)
    mistakes, per_epoch, alpha, beta, b, steps, converged = naive_kernel_perceptron(
        exact(problem.gram.tolist()),
        dataset.labels.tolist(),
        [problem.presentation(epoch).tolist() for epoch in range(epochs if len(dataset.training) else 0)],
        bias=bias,
        eta=Fraction(str(eta)),
        decay=Fraction(decay),
        decay_on=decay_on,
        alpha_cap=alpha_cap,
        max_updates=max_updates,
    )
    # 1/0.75 rounds, so that a tie between terms of different age is one on paper only.
    assume(decay != 0.75 or not any(score == 0 for *_, score in mistakes[1:]))
    assert list(zip(model.updates.step, model.updates.point, strict=True)) == [(s, i) for s, i, _ in mistakes]
    assert model.alpha.tolist() == alpha
    assert model.mistakes_per_epoch.tolist() == per_epoch
    assert (model.steps, model.converged) == (steps, converged)
    np.testing.assert_allclose(model.beta, [float(x) for x in beta], rtol=1e-12, atol=1e-300)
    np.testing.assert_allclose(model.bias, float(b), rtol=1e-12, atol=1e-300)
    np.testing.assert_allclose(model.updates.score, [float(x) for *_, x in mistakes], rtol=1e-12, atol=1e-300)


def test_xor_with_a_quadratic_kernel_takes_one_mistake_a_point():
    model = kpgui.fit([[-1, 1], [1, 1], [-1, -1], [1, -1]], [-1, 1, 1, -1], kernel="poly(degree=2, c=1)")
    assert model.alpha.tolist() == [1, 1, 1, 1]
    assert model.mistakes_per_epoch.tolist() == [4, 0]
    assert model.converged
    assert model.predict([[-1, 1], [1, 1], [-1, -1], [1, -1]]).tolist() == [-1, 1, 1, -1]


def test_the_learning_rate_moves_neither_mistakes_nor_boundary():
    dataset = noisy_moons(60)
    one = kpgui.fit(dataset.points, dataset.labels, "rbf(sigma=0.5)", "kernel_perceptron(epochs=5)")
    for eta in (0.1, 0.3, 7):
        other = kpgui.fit(dataset.points, dataset.labels, "rbf(sigma=0.5)", f"kernel_perceptron(epochs=5, eta={eta})")
        assert other.updates.point.tolist() == one.updates.point.tolist()
        np.testing.assert_allclose(other.beta, eta * one.beta, rtol=1e-14)


def test_a_bias_is_the_kernel_plus_one():
    points = np.random.default_rng(0).integers(-4, 5, (40, 2))
    labels = np.where(points.sum(axis=1) > 3, 1, -1)
    biased = kpgui.fit(points, labels, "linear()", "kernel_perceptron(bias=true)")
    plus_one = kpgui.fit(points, labels, "poly(degree=1, c=1)")
    assert biased.converged
    assert biased.updates.point.tolist() == plus_one.updates.point.tolist()
    assert biased.bias == plus_one.beta.sum()


def test_a_tiny_decay_over_many_steps_neither_overflows_nor_ends_in_nan():
    dataset = noisy_moons(50)
    learner = "kernel_perceptron(decay=0.001, decay_on='step', epochs=200)"
    model = kpgui.fit(dataset.points, dataset.labels, "rbf(sigma=0.5)", learner)
    assert np.isfinite(model.beta).all()
    assert np.isfinite(model.updates.score).all()
    assert model.steps == 200 * 50


@pytest.mark.parametrize("decay_on", ["step", "update"])
def test_f_and_bias_outlive_a_decay_that_underflows_many_times(decay_on):
    """Each score against the sum that the log gives: the factor that all terms share passes 1e-100 many times."""
    dataset = noisy_moons(50, noise=0.5)
    learner = f"kernel_perceptron(decay=0.1, decay_on='{decay_on}', bias=true, epochs=40)"
    model = kpgui.fit(dataset.points, dataset.labels, "rbf(sigma=0.5)", learner)
    gram, beta, bias, last = kpgui.kernel("rbf(sigma=0.5)").gram(dataset.points, dataset.points), np.zeros(50), 0.0, -1
    updates = model.updates
    for k in range(len(updates)):
        waited = 0.1 ** (updates.step[k] - last - 1) if decay_on == "step" else 1.0
        f = waited * (gram[updates.point[k]] @ beta + bias)
        assert updates.score[k] == pytest.approx(f, rel=1e-9, abs=1e-13)
        beta, bias, last = updates.scale[k] * beta, updates.scale[k] * bias + updates.bias_delta[k], updates.step[k]
        beta[updates.point[k]] += updates.delta[k]
    assert model.counters.updates > 300
    np.testing.assert_allclose(model.bias, bias * 0.1 ** ((model.steps - last - 1) * (decay_on == "step")), rtol=1e-9)


def test_a_capped_mistake_is_counted_but_changes_nothing():
    model = kpgui.fit([[0, 0], [0, 0]], [1, -1], "rbf(sigma=1)", "kernel_perceptron(alpha_cap=2, epochs=5)")
    assert model.alpha.tolist() == [2, 2]
    assert model.mistakes > model.alpha.sum()
    capped = model.updates.kind == kpgui.Kind.CAPPED
    assert capped.sum() == model.mistakes - model.alpha.sum()
    assert (model.updates.delta[capped] == 0).all()


@given(
    dataset=integer_datasets(min_size=2, max_size=10, held_out=True),
    order=st.sampled_from(ORDERS),
    settings=st.sampled_from(["", ", bias=true", ", decay=0.5, bias=true", ", decay=0.5, decay_on='update'"]),
    alpha_cap=st.integers(1, 3),
)
def test_a_run_in_which_no_mistake_can_change_anything_any_more_ends(dataset, order, settings, alpha_cap):
    """By the definition of standing still: f is wrong only where α has reached the cap. A limit of epochs is not met:
    every epoch but the last raises some α, so that there are at most n·cap of them."""
    most = alpha_cap * len(dataset) + 2
    learner = f"kernel_perceptron(alpha_cap={alpha_cap}, epochs={most}{settings})"
    model = kpgui.train(Session(dataset, "linear()", learner, order, seed=3))
    if not len(dataset.training):
        return
    assert model.status in (Status.CONVERGED, Status.STANDSTILL)
    if model.status is Status.STANDSTILL:
        length, last = len(dataset.training), model.updates.step >= model.steps - len(dataset.training)
        assert (model.updates.kind[last] == kpgui.Kind.CAPPED).all()
        assert last.sum() == model.mistakes_per_epoch[-1] > 0
        assert (model.alpha[model.updates.point[last]] == alpha_cap).all()
        assert model.steps == length * model.epochs


def test_a_run_that_stands_still_says_so_and_is_not_called_converged():
    model = kpgui.fit([[0, 0], [0, 0]], [1, -1], "rbf(sigma=1)", "kernel_perceptron(alpha_cap=2)")
    assert not model.converged
    assert model.mistakes_per_epoch.tolist() == [2, 2, 2]
    assert summary(model, "twins.csv", 0.0).splitlines()[-1] == (
        "Stopped, not converged: epoch 3 changed nothing, since every point that is still mistaken has its α at the "
        "cap; 2 points on the wrong side now. Points 1 and 2 lie in the same place (0, 0) with opposite labels: no "
        "boundary can get both right."
    )


@pytest.mark.parametrize("labels", [[1, 1, 1], [-1, -1, -1]])
def test_a_single_class_is_learned_from_its_first_point(labels):
    model = kpgui.fit([[0, 0], [1, 0], [0, 1]], labels, "rbf(sigma=1)")
    assert model.alpha.tolist() == [1, 0, 0]
    assert model.converged
    assert (model.predict([[9, 9]]) == labels[0]).all()


def test_identical_points_with_opposite_labels_never_converge():
    model = kpgui.fit([[1, 2], [1, 2]], [1, -1], "rbf(sigma=1)", "kernel_perceptron(epochs=50)")
    assert not model.converged
    assert model.epochs == 50
    assert (model.mistakes_per_epoch > 0).all()


def test_no_points_are_no_error_and_no_convergence():
    model = kpgui.fit(np.zeros((0, 2)), [])
    assert (model.steps, model.mistakes, model.converged, model.epochs) == (0, 0, False, 0)
    assert model.predict([[1, 2]]).tolist() == [0]


def test_mistakes_on_separable_data_stay_within_the_bound_of_novikoff():
    rng = np.random.default_rng(2)
    points = rng.normal(size=(200, 2))
    direction = np.array([0.6, 0.8])
    points = points[np.abs(points @ direction) > 0.2]
    labels = np.sign(points @ direction).astype(int)
    margin, radius = np.abs(points @ direction).min(), np.linalg.norm(points, axis=1).max()
    for order in ORDERS:
        model = kpgui.fit(points, labels, "linear()", "kernel_perceptron(epochs=100000)", order=order)
        assert model.converged
        assert model.mistakes <= (radius / margin) ** 2
