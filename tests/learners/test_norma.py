"""NORMA: what truncation costs, what ν does, and the perceptron that it becomes."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kpgui
from kpgui.model.updates import Kind
from tests.learners.exact import KERNELS
from tests.strategies import integer_datasets, noisy_moons


@pytest.mark.parametrize("eta, lam", [(0.5, 0.1), (0.1, 1), (1, 0.5), (0.2, 0.02)])
@pytest.mark.parametrize("truncate", [1, 5, 20])
@pytest.mark.parametrize("text", ["rbf(sigma=0.5)", "linear()"])
def test_truncation_costs_no_more_than_its_bound(eta, lam, truncate, text):
    """Kivinen, Smola, Williamson (2004): ‖f − f_τ‖ ≤ (1−ηλ)^τ·C·X/λ, where the loss has the slope C = 1."""
    damage, radius = damage_of_truncation(f"norma(eta={eta}, lam={lam}, truncate={truncate}, epochs=1)", text)
    assert 0 < damage <= (1 - eta * lam) ** truncate * radius / lam


def damage_of_truncation(learner, text):
    """The largest norm that all dropped terms together ever have, and R."""
    dataset = noisy_moons(150, noise=0.4)
    gram = kpgui.kernel(text).gram(dataset.points, dataset.points)
    updates = kpgui.fit(dataset.points, dataset.labels, text, learner).updates
    dropped, worst = np.zeros(150), 0.0
    for k in range(len(updates)):
        dropped *= updates.scale[k]
        if updates.kind[k] == Kind.EVICTED:
            dropped[updates.point[k]] -= updates.delta[k]
        worst = max(worst, sqrt(max(0.0, dropped @ gram @ dropped)))
    return worst, sqrt(gram.diagonal().max())


def test_the_bound_on_truncation_is_only_said_of_a_constant_rate():
    """With η/√t old terms fade ever more slowly: what is dropped outgrows (1−ηλ)^τ·R/λ."""
    settings = "eta=0.9, lam=1, truncate=5, epochs=4"
    damage, radius = damage_of_truncation(f"norma({settings}, schedule='sqrt')", "linear()")
    assert damage > 100 * 0.1**5 * radius
    dataset = noisy_moons(20)
    constant, falling, whole = (
        kpgui.fit(dataset.points, dataset.labels, "rbf()", f"norma({each})").guarantee
        for each in (settings, f"{settings}, schedule='sqrt'", f"{settings}, schedule='sqrt'".replace("=5", "=0"))
    )
    assert "what this run has dropped has at every step a norm of at most (1 − ηλ)^τ·R/λ = 1×10⁻⁵" in constant.text
    assert "at most" not in falling.text
    assert (falling.holds, whole.holds) == (False, True)


@given(
    dataset=integer_datasets(min_size=1, max_size=15),
    text=st.sampled_from(list(KERNELS)),
    bias=st.booleans(),
    truncate=st.sampled_from([0, 10**6]),
)
def test_with_neither_margin_nor_forgetting_it_is_the_kernel_perceptron(dataset, text, bias, truncate):
    with_bias = f"bias={str(bias).lower()}, epochs=4, eta=0.5"
    norma = kpgui.fit(dataset.points, dataset.labels, text, f"norma(rho=0, lam=0, truncate={truncate}, {with_bias})")
    perceptron = kpgui.fit(dataset.points, dataset.labels, text, f"kernel_perceptron({with_bias})")
    assert norma.updates.point.tolist() == perceptron.updates.point.tolist()
    assert norma.beta.tolist() == perceptron.beta.tolist()
    assert (norma.bias, norma.steps, norma.converged) == (perceptron.bias, perceptron.steps, perceptron.converged)


@pytest.mark.parametrize("nu", [0.1, 0.3, 0.6])
def test_nu_is_the_share_of_points_inside_the_margin(nu):
    """ρ += η(ν − σ): where the share of σ is ν, ρ stands still."""
    dataset = noisy_moons(2000, noise=0.3)
    learner = f"norma(eta=0.1, lam=0.01, nu={nu}, epochs=2)"
    model = kpgui.fit(dataset.points, dataset.labels, "rbf(sigma=0.5)", learner)
    later = model.updates.step >= 2000
    inside = np.isin(model.updates.kind[later], (Kind.MISTAKE, Kind.UPDATE)).sum() / 2000
    assert inside == pytest.approx(nu, abs=0.02)
    # Every step moved ρ by η(ν − σ), from its start at 1.
    assert model.details["rho"] == pytest.approx(1 + 0.1 * (nu * model.steps - model.counters.updates), abs=1e-8)


@pytest.mark.parametrize("schedule", ["constant", "sqrt"])
@pytest.mark.parametrize("truncate", [0, 30])
def test_long_forgetting_neither_underflows_nor_loses_f(schedule, truncate):
    """The factor that all coefficients share passes 1e-100 several times."""
    dataset = noisy_moons(200)
    learner = f"norma(eta=1, lam=0.9, schedule='{schedule}', truncate={truncate}, epochs=20)"
    model = kpgui.fit(dataset.points, dataset.labels, "rbf(sigma=0.5)", learner)
    gram, beta, last = kpgui.kernel("rbf(sigma=0.5)").gram(dataset.points, dataset.points), np.zeros(200), -1
    updates = model.updates
    for k in range(len(updates)):
        if updates.kind[k] != Kind.EVICTED:
            passed = np.arange(last + 2, updates.step[k] + 1)
            waited = np.prod(1 - 0.9 / (np.sqrt(passed) if schedule == "sqrt" else np.ones(len(passed))))
            assert updates.score[k] == pytest.approx(waited * gram[updates.point[k]] @ beta, rel=1e-7, abs=1e-12)
            last = updates.step[k]
        beta = updates.scale[k] * beta
        beta[updates.point[k]] += updates.delta[k]
    assert model.steps == 4000


@pytest.mark.parametrize("truncate", [0, 5])
@pytest.mark.parametrize("rho, updates", [(1, [0, 2, 3]), (0, [0, 3]), (0.5, [0, 3])])
def test_a_point_exactly_on_the_margin_is_outside_of_it_unless_the_margin_is_0(rho, updates, truncate):
    """σ = [y f < ρ]. The scores before each step: 0, then 1, ½ and 0 for the positive ones."""
    points = [[1.0, 0.0], [1.0, 0.0], [0.5, 0.0], [0.0, 1.0]]
    learner = f"norma(eta=1, lam=0, rho={rho}, truncate={truncate}, epochs=1)"
    model = kpgui.fit(points, [1, 1, 1, 1], "linear()", learner)
    assert model.updates.step.tolist() == updates
