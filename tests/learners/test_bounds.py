"""The bounds that the learners state, checked on data: each side worked out from its definition, g's among many.

See docs/theory.md for each bound, its source and its proof.
"""

from itertools import product
from math import log, sqrt

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

import kpgui
from kpgui.engine.run.problem import Problem
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
from kpgui.model.updates import MISTAKES, Kind
from tests.strategies import noisy_moons

MOONS = noisy_moons(120, noise=0.3)
EPOCHS = 4
KERNELS = ["rbf(sigma=0.5)", "linear()", "0.2*poly(degree=2, c=1)"]
ORDERS = ["dataset", "shuffled_each_epoch"]


@pytest.fixture(autouse=True, scope="module")
def one_thread():
    """Matrices are small here, and threads that wait for one another on a busy machine take seconds."""
    with threadpool_limits(1):
        yield


def run(text, learner, order="dataset", dataset=MOONS, seed=0):
    """A finished run, the points that it examined, (steps,), and the Gram matrix."""
    session = Session(dataset, text, learner, order, seed)
    model = kpgui.train(session)
    problem = Problem(dataset, kpgui.kernel(text), order, seed)
    visits = [problem.presentation(epoch) for epoch in range(-(-model.steps // len(dataset)))]
    return model, np.concatenate(visits)[: model.steps], kpgui.kernel(text).gram(dataset.points, dataset.points)


def comparators(gram, labels, largest=np.inf):
    """Coefficients c of functions g = Σ c K(xᵢ, ·) with ‖g‖ ≤ largest: fits of many strengths, and random ones."""
    rng = np.random.default_rng(0)
    n = len(labels)
    fits = [np.linalg.solve(gram + ridge * np.eye(n), labels) for ridge in (0.01, 1, 30)]
    for c in [np.zeros(n), *fits, *rng.normal(0, 0.1, (3, n))]:
        for scale in (0.1, 0.5, 1, 2):
            norm = scale * sqrt(max(0.0, c @ gram @ c))
            yield scale * c if norm <= largest else c * (0.999 * largest / norm * scale)


def norm_and_losses(c, gram, labels, visited, power=1):
    """‖g‖², and the hinge loss of g summed over the steps."""
    losses = np.maximum(0, 1 - labels * (gram @ c)) ** power
    return c @ gram @ c, losses[visited].sum()


@pytest.mark.parametrize("text", KERNELS)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("C", [0.05, 1, 20])
def test_passive_aggressive_makes_no_more_mistakes_than_its_bounds_say(text, order, C):
    for variant, power in (("PA-I", 1), ("PA-II", 2)):
        learner = f"passive_aggressive(C={C}, variant='{variant}', epochs={EPOCHS})"
        model, visited, gram = run(text, learner, order)
        radius = gram.diagonal().max()
        factor = max(radius, 1 / C) if power == 1 else radius + 1 / (2 * C)
        for c in comparators(gram, MOONS.labels):
            square, loss = norm_and_losses(c, gram, MOONS.labels, visited, power)
            assert model.mistakes <= factor * (square + 2 * C * loss)


def test_what_c_says_of_the_change_at_one_step():
    """PA-I: a coefficient changes by C at most. PA-II: by ℓ/(K(x, x) + 1/(2C)), which may be more."""
    point = [[0.1]]  # K(x, x) = 0.01, ℓ = 1
    first, second = (
        kpgui.fit(point, [1], "linear()", f"passive_aggressive(C=1, variant='{variant}', epochs=1)").beta[0]
        for variant in ("PA-I", "PA-II")
    )
    assert first == 1
    assert second == pytest.approx(1 / (0.01 + 0.5))
    assert second > 1
    again = kpgui.fit(point, [1], "linear()", "passive_aggressive(C=1, epochs=9)")
    assert again.beta[0] > 1  # over several steps PA-I is not limited either
    assert abs(again.updates.delta).max() <= 1


def damage(text, order, settings, limit):
    """Mistakes of a forgetron against 2‖g‖² + 4·loss for g of norm up to `limit`: the least slack."""
    model, visited, gram = run(text, f"forgetron({settings}, epochs={EPOCHS})", order, noisy_moons(400, noise=0.6))
    labels = noisy_moons(400, noise=0.6).labels
    rights = [norm_and_losses(c, gram, labels, visited) for c in comparators(gram, labels, limit)]
    assert len(model.details["evicted"]) > 50
    return model.mistakes, [2 * square + 4 * loss for square, loss in rights]


@pytest.mark.parametrize("text", ["rbf(sigma=0.5)", "rbf(sigma=0.1)", "cosine()"])
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("variant", ["self_tuned", "basic"])
def test_the_forgetron_makes_no_more_mistakes_than_its_bound_says(text, order, variant):
    budget = 83
    norm = 0.25 * sqrt((budget + 1) / log(budget + 1))
    mistakes, rights = damage(text, order, f"budget={budget}, variant='{variant}'", norm)
    assert mistakes <= min(rights)


@pytest.mark.parametrize("budget", [82, 83])
def test_the_forgetrons_budget_is_the_least_for_which_one_eviction_costs_15_32_at_most(budget):
    """sφ = 1/√(B+1) and φ‖f‖ = U give the damage (sφ)² + 2sφ + 2sφ·U."""
    size = budget + 1
    small, norm = 1 / sqrt(size), 0.25 * sqrt(size / log(size))
    assert (small**2 + 2 * small + 2 * small * norm <= 15 / 32) == (budget >= 83)


@pytest.mark.parametrize("text", ["rbf(sigma=0.5)", "rbf(sigma=0.1)", "cosine()"])
@pytest.mark.parametrize("budget", [5, 40])
def test_the_random_budget_perceptron_keeps_its_bound_in_the_mean(text, budget):
    labels, visited = MOONS.labels, np.tile(np.arange(120), EPOCHS)
    gram = kpgui.kernel(text).gram(MOONS.points, MOONS.points)
    learner = f"random_budget_perceptron(budget={budget}, epochs={EPOCHS})"
    mean = np.mean([run(text, learner, seed=seed)[0].mistakes for seed in range(40)])
    for c in comparators(gram, labels, sqrt(budget / 2)):
        square, loss = norm_and_losses(c, gram, labels, visited)
        assert square <= budget / 2
        assert mean <= 4 * (square + loss)


@pytest.mark.parametrize("text", KERNELS)
@pytest.mark.parametrize("eta", [0, 0.05, 0.3])
def test_the_projectron_makes_no_more_mistakes_than_its_bound_says(text, eta):
    model, visited, gram = run(text, f"projectron(eta={eta}, epochs={EPOCHS})")
    radius, compared = gram.diagonal().max(), 0
    for c in comparators(gram, MOONS.labels):
        square, loss = norm_and_losses(c, gram, MOONS.labels, visited)
        room = 1 - eta * sqrt(square)
        if room > 0:
            compared += 1
            assert model.mistakes <= radius * square / room**2 + 2 * loss / room
    assert compared > 3


def mean_excess(losses, f_norms, gram, labels, visited, lam, rho):
    """How far the mean of loss + λ/2·‖f‖² over the steps is above that of g at most, with the ‖g‖² of that g."""
    own = np.mean(losses) + lam / 2 * np.mean(f_norms)
    for c in comparators(gram, labels):
        square = c @ gram @ c
        theirs = np.maximum(0, rho - labels * (gram @ c))[visited].mean() + lam / 2 * square
        yield own - theirs, square


def descent(gram, labels, visited, rate, lam, rho):
    """Losses max(0, ρ − y·f(x)) and ‖f‖² before each subgradient step on the loss + λ/2·‖f‖², and β at last."""
    beta, losses, norms = np.zeros(len(labels)), [], []
    for t, i in enumerate(visited.tolist(), 1):
        margin = labels[i] * (gram[i] @ beta)
        losses.append(max(0.0, rho - margin))
        norms.append(beta @ gram @ beta)
        beta *= 1 - rate(t) * lam
        if margin < rho or margin == rho == 0:
            beta[i] += rate(t) * labels[i]
    return losses, norms, beta


@pytest.mark.parametrize("text", KERNELS)
@pytest.mark.parametrize("schedule", ["sqrt", "constant"])
@pytest.mark.parametrize("eta, lam, rho", [(0.5, 0.1, 1), (0.05, 1, 0.3), (0.3, 0.02, 0), (0.2, 0, 1)])
def test_norma_stays_as_near_to_any_g_as_its_bound_says(text, schedule, eta, lam, rho):
    settings = f"eta={eta}, lam={lam}, rho={rho}, schedule='{schedule}', epochs=2"
    model, visited, gram = run(text, f"norma({settings})")
    falling, t, square_radius = schedule == "sqrt", model.steps, gram.diagonal().max()
    losses, norms, beta = descent(gram, MOONS.labels, visited, lambda t: eta / sqrt(t) if falling else eta, lam, rho)
    np.testing.assert_allclose(model.beta, beta, rtol=1e-7, atol=1e-9)
    if falling and not lam:
        return  # no bound is stated
    for excess, square in mean_excess(losses, norms, gram, MOONS.labels, visited, lam, rho):
        if falling:
            assert excess <= square_radius * (2 / (eta * lam**2) + 4 * eta) / sqrt(t)
        else:
            assert excess <= square / (2 * eta * t) + (2 if lam else 0.5) * eta * square_radius


@pytest.mark.parametrize("text", KERNELS)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("lam", [0.01, 0.3])
def test_pegasos_stays_as_near_to_any_g_as_its_bound_says(text, order, lam):
    model, visited, gram = run(text, f"pegasos(lam={lam}, epochs=2)", order)
    losses, norms, beta = descent(gram, MOONS.labels, visited, lambda t: 1 / (lam * t), lam, 1)
    np.testing.assert_allclose(model.beta, beta, rtol=1e-7, atol=1e-9)
    t, radius = model.steps, gram.diagonal().max()
    for excess, _ in mean_excess(losses, norms, gram, MOONS.labels, visited, lam, 1):
        assert excess <= 2 * radius * (1 + log(t)) / (lam * t)


@pytest.mark.parametrize("extra", ["", "nu=0.3", "bias=true", "rho=0"])
@pytest.mark.parametrize("text", ["rbf(sigma=0.5)", "linear()"])
def test_what_norma_has_dropped_is_as_small_as_its_bound_says_also_with_nu_and_a_bias(extra, text):
    """‖Σ dropped terms‖ ≤ (1 − ηλ)^τ·R/λ at every step, for the f of this run and its own dropped terms."""
    eta, lam, kept = 0.4, 0.2, 6
    settings = ", ".join(filter(None, [f"eta={eta}, lam={lam}, truncate={kept}, epochs=2", extra]))
    model, _, gram = run(text, f"norma({settings})")
    dropped, worst, updates = np.zeros(120), 0.0, model.updates
    for k in range(len(updates)):
        dropped *= updates.scale[k]
        if updates.kind[k] == Kind.EVICTED:
            dropped[updates.point[k]] -= updates.delta[k]
        worst = max(worst, sqrt(max(0.0, dropped @ gram @ dropped)))
    assert 0 < worst <= (1 - eta * lam) ** kept * sqrt(gram.diagonal().max()) / lam


def test_two_runs_of_norma_may_differ_by_more_than_the_bound_on_truncation():
    """What is bounded is one f against its own dropped terms: a run that drops nothing may learn at other steps."""
    dataset = noisy_moons(60, seed=5, noise=0.6)
    settings = "eta=0.5, lam=0.5, rho=0.25, epochs=1"
    whole, cut = (run("rbf(sigma=0.5)", f"norma({settings}, truncate={each})", dataset=dataset) for each in (0, 11))
    change = whole[0].beta - cut[0].beta
    assert sqrt(change @ whole[2] @ change) > 1.5 * (1 - 0.5 * 0.5) ** 11 / 0.5


def test_the_vote_on_a_new_point_errs_as_seldom_as_its_bound_says_when_points_are_drawn_independently():
    """All sequences of four points from three with these probabilities: nothing here is left to chance."""
    places, labels, chance = np.array([[1.0, 0.2], [0.8, 1.0], [-0.3, 1.0]]), [1, -1, 1], [0.5, 0.2, 0.3]
    n, wrong, mistakes = 3, 0.0, 0.0
    for drawn in product(range(3), repeat=n + 1):
        points, signs = places[list(drawn)], [labels[k] for k in drawn]
        probability = np.prod([chance[k] for k in drawn])
        model = kpgui.fit(points[:n], signs[:n], "linear()", "voted_perceptron(epochs=1)")
        wrong += probability * (signs[n] * model.decision(points[n:])[0] <= 0)
        w = np.zeros(2)
        for x, y in zip(points, signs, strict=True):
            mistakes += probability * (y * (w @ x) <= 0)
            w += y * x * (y * (w @ x) <= 0)
    assert 0 < wrong <= 2 / (n + 1) * mistakes


def test_the_vote_may_err_more_often_on_a_point_that_is_not_drawn_like_the_others():
    points = [[1.0, 0.1 * k] for k in range(9)]
    model = kpgui.fit(points, [1] * 9, "linear()", "voted_perceptron(epochs=1)")
    assert model.predict([[1.0, 0.5]])[0] == 1  # wrong, if this one is of class −1: with two mistakes in ten points
    assert 2 / 10 * 2 < 1


@pytest.mark.parametrize(
    ("settings", "points", "epochs"),
    [
        ("decay=0.01, decay_on='update'", [[1.0, 0.0], [0.6, 0.8]], 300),
        ("alpha_cap=1", [[1.0, 0.0], [2.0, 1.0]], 2),
    ],
)
def test_with_decay_or_a_cap_a_perceptron_errs_in_every_epoch_where_novikoffs_bound_is_small(settings, points, epochs):
    dataset = Dataset.of(points, [1, -1])
    found, _ = kpgui.analyse(Session(dataset, "linear()"))
    assert found.margin.bound < 100
    model, _, _ = run("linear()", f"kernel_perceptron({settings}, epochs=300)", dataset=dataset)
    assert model.epochs == epochs  # the cap's second one changes nothing, and is the last
    assert (model.mistakes_per_epoch > 0).all()
    assert not model.converged


@pytest.mark.parametrize("text", KERNELS)
@pytest.mark.parametrize("C, tol", [(1, 0.1), (10, 0.01), (0.1, 0.5)])
def test_the_objective_of_the_svm_is_as_near_to_the_least_as_its_gap_says(text, C, tol):
    rough, _, _ = run(text, f"svm(C={C}, tol={tol})")
    fine, _, _ = run(text, f"svm(C={C}, tol=1e-9)")
    assert rough.converged
    assert rough.details["objective"] - fine.details["objective"] <= len(MOONS) * C * tol / 2
    updates = rough.updates
    alpha, objectives = np.zeros(120), [0.0]
    Q = np.outer(MOONS.labels, MOONS.labels) * kpgui.kernel(text).gram(MOONS.points, MOONS.points)
    for step in range(rough.steps):
        for k in np.flatnonzero(updates.step == step):
            alpha[updates.point[k]] += MOONS.labels[updates.point[k]] * updates.delta[k]
        objectives.append(0.5 * alpha @ Q @ alpha - alpha.sum())
    assert (np.diff(objectives) < 1e-12).all()


@pytest.mark.parametrize("bias", [0, 1])
@pytest.mark.parametrize("order", ORDERS)
def test_on_separable_points_the_perceptrons_keep_novikoffs_bound(bias, order):
    """γ of some w by hand, which need not be the best: the bound holds for any."""
    rng = np.random.default_rng(3)
    points = rng.normal(size=(200, 2))
    margins = points @ [0.6, 0.8]
    kept = abs(margins) > 0.1
    dataset = Dataset.of(points[kept], np.sign(margins[kept]))
    gamma, radius = abs(margins[kept]).min(), (points[kept] ** 2).sum(axis=1).max() + bias
    for key in ("kernel_perceptron", "perceptron", "averaged_perceptron", "voted_perceptron"):
        learner = f"{key}(bias={'true' if bias else 'false'}, epochs=1000)"
        model, _, _ = run("linear()", learner, order, dataset)
        assert model.converged
        assert np.isin(model.updates.kind, MISTAKES).sum() <= radius / gamma**2
