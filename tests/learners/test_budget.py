"""The learners on a budget: how large they get, what they drop, and what a projection leaves as it was."""

from math import comb, log, sqrt

import numpy as np
import pytest

import kpgui
from kpgui.model.session import Session
from kpgui.model.updates import Kind
from tests.strategies import noisy_moons

BUDGETED = ["forgetron", "random_budget_perceptron"]


def noise(n, d, scale=1.0, seed=0):
    """Points with labels that no boundary explains: mistakes never end."""
    rng = np.random.default_rng(seed)
    return rng.normal(0, scale, (n, d)), np.where(rng.random(n) < 0.5, 1, -1)


@pytest.mark.parametrize("budget", [1, 2, 7, 30])
@pytest.mark.parametrize("variant", ["self_tuned", "basic"])
def test_at_every_step_the_forgetron_keeps_its_budget_and_its_invariant(budget, variant):
    """Dekel, Shalev-Shwartz, Singer (2008): Q ≤ (15/32)·M, which is what the mistake bound rests on."""
    dataset = noisy_moons(50, noise=0.5)
    learner = f"forgetron(budget={budget}, variant='{variant}', epochs=2)"
    session = Session(dataset, "rbf(sigma=0.5)", learner)
    for step in range(101):
        model = kpgui.train(session, step)
        assert len(model.details["points"]) <= budget
        assert len(model.support) <= budget
        if variant == "self_tuned":
            assert model.details["Q"] <= 15 / 32 * model.mistakes
    assert len(model.details["phi"]) == model.mistakes - budget


@pytest.mark.parametrize("budget", [1, 5, 40])
def test_the_basic_forgetron_shrinks_by_its_fixed_factor_and_keeps_f_within_u(budget):
    points, labels = noise(300, 2)
    gram = kpgui.kernel("rbf(sigma=0.5)").gram(points, points)
    model = kpgui.fit(points, labels, "rbf(sigma=0.5)", f"forgetron(budget={budget}, variant='basic', epochs=1)")
    factor, largest = (budget + 1) ** (-1 / (2 * (budget + 1))), 0.25 * sqrt((budget + 1) / log(budget + 1))
    beta, updates, shrunk = np.zeros(300), model.updates, []
    for k in range(len(updates)):
        if updates.kind[k] == Kind.EVICTED:
            norm = sqrt(beta @ gram @ beta)
            assert updates.scale[k] == pytest.approx(min(factor, largest / norm), rel=1e-12)
            shrunk.append(norm > largest / factor)
        beta = updates.scale[k] * beta
        beta[updates.point[k]] += updates.delta[k]
    assert any(shrunk)


def test_the_forgetron_drops_the_oldest():
    points, labels = noise(60, 2)
    model = kpgui.fit(points, labels, "rbf(sigma=0.3)", "forgetron(budget=4, epochs=1)")
    mistaken = model.updates.point[model.updates.kind == Kind.MISTAKE].tolist()
    assert model.details["evicted"].tolist() == mistaken[:-4]
    assert model.details["points"].tolist() == mistaken[-4:]


def test_the_random_budget_perceptron_drops_each_of_its_vectors_equally_often():
    """χ² over the places, oldest first, that were drawn: 9 degrees of freedom, 0.1 % beyond 27.9."""
    points, labels = noise(4000, 2)
    model = kpgui.fit(points, labels, "rbf(sigma=0.2)", "random_budget_perceptron(budget=10, epochs=1)")
    kept, drawn = [], np.zeros(10)  # one epoch: no point comes twice, and the last one kept is the newest
    for kind, point in zip(model.updates.kind, model.updates.point, strict=True):
        if kind == Kind.EVICTED:
            drawn[kept.index(point)] += 1
            kept.remove(point)
        else:
            kept.append(point)
    assert drawn.sum() > 1000
    assert ((drawn - drawn.mean()) ** 2 / drawn.mean()).sum() < 27.9


@pytest.mark.parametrize("text", BUDGETED)
def test_below_its_budget_it_is_the_kernel_perceptron(text):
    dataset = noisy_moons(80)
    perceptron = kpgui.fit(dataset.points, dataset.labels, "rbf(sigma=0.5)", "kernel_perceptron(epochs=4)")
    other = kpgui.fit(
        dataset.points, dataset.labels, "rbf(sigma=0.5)", f"{text}(budget={perceptron.mistakes}, epochs=4)"
    )
    assert other.updates.point.tolist() == perceptron.updates.point.tolist()
    assert other.beta.tolist() == perceptron.beta.tolist()


@pytest.mark.parametrize("d, degree, c", [(1, 1, 0), (2, 1, 1), (2, 3, 1), (2, 5, 1), (3, 4, 0), (3, 5, 0), (5, 3, 1)])
@pytest.mark.parametrize("scale", [0.3, 1, 3])
def test_the_projectron_needs_no_more_vectors_than_its_space_has_dimensions(d, degree, c, scale):
    """With η = 0 nothing is given up: it makes the perceptron's mistakes and learns the perceptron's f."""
    points, labels = noise(400, d, scale)
    dimensions = comb(d + degree, degree) if c else comb(d + degree - 1, degree)
    kernel = f"poly(degree={degree}, c={c})"
    model = kpgui.fit(points, labels, kernel, "projectron(eta=0, epochs=2)")
    perceptron = kpgui.fit(points, labels, kernel, "kernel_perceptron(epochs=2)")
    assert len(model.support) <= len(model.details["points"]) == dimensions
    mistaken = model.updates.point[model.updates.kind == Kind.MISTAKE]
    assert mistaken.tolist() == perceptron.updates.point.tolist()
    f = perceptron.decision(points)
    np.testing.assert_allclose(model.decision(points), f, rtol=1e-6, atol=1e-9 * np.abs(f).max())


@pytest.mark.parametrize("eta", [0.01, 0.1, 0.5])
def test_the_projectron_adds_only_points_that_are_farther_than_eta_from_the_span(eta):
    dataset = noisy_moons(300)
    kernel = kpgui.kernel("rbf(sigma=0.7)")
    model = kpgui.fit(dataset.points, dataset.labels, kernel, f"projectron(eta={eta}, epochs=2)")
    vectors = dataset.points[model.details["points"]]
    for k in range(1, len(vectors)):
        gram, column = kernel.gram(vectors[:k], vectors[:k]), kernel.gram(vectors[:k], vectors[k : k + 1])
        assert 1 - (column.T @ np.linalg.solve(gram, column)).item() > 0.999 * eta**2
    assert len(vectors) < len(np.unique(model.updates.point[model.updates.kind == Kind.MISTAKE]))
