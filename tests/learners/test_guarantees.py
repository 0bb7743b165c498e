"""What each learner says is proved about it: where it says that a bound holds, and what it names where none does."""

from itertools import accumulate
from math import log, sqrt

import pytest

import kpgui
from kpgui.learners import learner
from kpgui.model.explanation import Circumstances
from kpgui.model.param import rounded_up
from tests.strategies import noisy_moons


def told(text, largest=1.0, definite=True, conflict=False):
    return learner(text).guarantee(Circumstances(largest, definite, conflict))


@pytest.mark.parametrize("key", ["kernel_perceptron", "perceptron", "averaged_perceptron", "voted_perceptron"])
def test_novikoffs_bound_names_its_radius_and_what_it_needs(key):
    plain, biased = told(key, 2.5), told(f"{key}(bias=true)", 2.5)
    assert plain.holds
    assert "with R² = 2.5 the largest K(x, x), if a hyperplane through the origin of feature space" in plain.text
    assert "with R² = 3.5 the largest K(x, x) + 1, if" in biased.text
    clash = told(key, conflict=True)
    assert not clash.holds
    assert clash.text.endswith("no boundary gets all points right and no epoch is without a mistake.")


def test_the_averaged_perceptron_does_not_claim_the_bound_for_the_mean():
    assert told("averaged_perceptron").text.endswith("mistakes of the f that learns, not those of the mean.")


def test_the_voted_perceptron_says_that_points_have_to_be_drawn_independently():
    text = told("voted_perceptron").text
    assert "drawn independently from one distribution" in text
    assert "after the first epoch" in text
    assert "at most 2/(n + 1) times the mistakes expected in one pass over n + 1 such points" in text


@pytest.mark.parametrize("settings", ["decay=0.9", "alpha_cap=3"])
def test_a_perceptron_that_forgets_or_ignores_has_no_bound(settings):
    assert not told(f"kernel_perceptron({settings})").holds


@pytest.mark.parametrize("text", ["random_budget_perceptron(budget=100)", "forgetron(budget=100)"])
def test_learners_on_a_budget_claim_something_only_for_kernels_of_at_most_1(text):
    assert told(text, 1.0).holds
    assert told(text, 0.3).holds
    large = told(text, 1.5)
    assert not large.holds
    assert "proved for K(x, x) ≤ 1" in large.text
    assert "reaches 1.5. normalized(…) around the kernel brings it to 1." in large.text


@pytest.mark.slow
def test_a_random_budget_of_five_under_a_kernel_of_a_million_promises_nothing():
    dataset = noisy_moons(130)
    model = kpgui.fit(dataset.points, dataset.labels, "1000000*rbf(sigma=0.01)", "random_budget_perceptron(budget=5)")
    assert model.mistakes > 8000
    assert not model.guarantee.holds
    normal = kpgui.fit(dataset.points, dataset.labels, "rbf(sigma=0.01)", "random_budget_perceptron(budget=5)")
    assert normal.mistakes == model.mistakes
    assert normal.guarantee.text.startswith("In the mean over its random choices at most 4·(‖g‖² + hinge loss of g")
    assert "‖g‖² ≤ B/2 = 2.5" in normal.guarantee.text


def test_the_forgetron_names_its_variants_constant():
    """The k-th of the first B evictions may cost φᵏ(φᵏ + 2 + 2U); after m the bound has room for 15/32·(B + m)."""
    budget = 100
    assert told("forgetron(budget=100)").text.startswith("At most 2‖g‖² + 4·(hinge loss of g, summed over the steps) m")
    norm, shrink = 0.25 * sqrt((budget + 1) / log(budget + 1)), (budget + 1) ** (-1 / (2 * (budget + 1)))
    damages = accumulate(shrink**k * (shrink**k + 2 + 2 * norm) for k in range(1, budget + 1))
    constant = rounded_up(max(2 * (damage - 15 / 32 * (budget + m)) for m, damage in enumerate(damages, start=1)))
    assert f"steps) + {constant} mistakes" in told("forgetron(budget=100, variant='basic')").text
    assert "budgets from 83 on" in told("forgetron(budget=82)").text
    assert not told("forgetron(budget=82)").holds
    assert told("forgetron(budget=83)").holds


def test_the_projectron_prints_its_bound():
    assert told("projectron(eta=0.2)", 3.0).text.startswith(
        "At most 3·‖g‖²/s² + 2·(hinge loss of g, summed over the steps)/s mistakes against every g with "
        "s = 1 − 0.2·‖g‖ > 0"
    )


@pytest.mark.parametrize(
    ("settings", "excess"),
    [
        ("eta=0.1, lam=0.01, schedule='sqrt'", "8.001×10⁵/√t"),  # 4·(2/(0.1·0.01²) + 4·0.1), up
        ("eta=0.1, lam=0.01", "‖g‖²/(0.2·t) + 0.8"),
        ("eta=0.1, lam=0", "‖g‖²/(0.2·t) + 0.2"),
    ],
)
def test_norma_prints_how_near_it_stays_to_any_g(settings, excess):
    here = told(f"norma({settings})", 4.0)
    assert here.holds
    assert f"in the mean over t steps at most {excess} more than the same of any fixed g" in here.text


@pytest.mark.parametrize("schedule", ["constant", "sqrt"])
@pytest.mark.parametrize("extra", ["bias=true", "nu=0.2", "truncate=5", "truncate=5, bias=true, nu=0.2"])
def test_norma_claims_nothing_of_its_loss_with_a_bias_a_moving_margin_or_truncation(schedule, extra):
    here = told(f"norma(eta=0.9, lam=1, schedule='{schedule}', {extra})")
    assert not here.holds
    assert here.text.startswith("No bound on the loss")
    bounded = "what this run has dropped has at every step a norm of at most (1 − ηλ)^τ·R/λ = 1×10⁻⁵" in here.text
    assert bounded == ("truncate" in extra and schedule == "constant")


def test_norma_needs_forgetting_at_a_falling_rate():
    assert not told("norma(lam=0, schedule='sqrt')").holds
    assert "at most" not in told("norma(lam=0, truncate=4)").text


def test_passive_aggressive_tells_its_variants_apart():
    assert told("passive_aggressive(C=0.5)", 3.0).text.startswith(
        "At most 3·(‖g‖² + 1·(hinge loss of g, summed over the steps)) mistakes against every g"
    )
    assert told("passive_aggressive(C=0.25)", 3.0).text.startswith("At most 4·(‖g‖² + 0.5·(hinge")
    assert told("passive_aggressive(C=0.5, variant='PA-II')", 3.0).text.startswith("At most 4·(‖g‖² + 1·(squared hinge")
    assert "1/(2C)" in learner("passive_aggressive").formula


@pytest.mark.parametrize(
    ("text", "largest", "says"),
    [
        ("kernel_perceptron", 1 / 3, "with R² = 0.3334 the largest K(x, x), if"),
        ("perceptron(bias=true)", 1 / 3, "with R² = 1.334 the largest K(x, x) + 1, if"),
        ("passive_aggressive(C=3.33333)", 1 / 3, "At most 0.3334·(‖g‖² + 6.667·(hinge loss"),
        ("passive_aggressive(C=3.33333)", 0.1, "At most 0.3001·(‖g‖²"),  # 1/C
        ("passive_aggressive(C=1.5, variant='PA-II')", 0.1, "At most 0.4334·(‖g‖² + 3·(squared"),
        ("pegasos(lam=0.3)", 0.2, "at most 1.334·(1 + ln t)/t more"),
        ("norma(eta=0.123456, lam=0)", 1 / 3, "at most ‖g‖²/(0.2469·t) + 0.02058 more"),  # 0.246912, 0.020576
        ("norma(eta=0.100004, lam=0.1)", 1.0, "at most ‖g‖²/(0.2·t) + 0.2001 more"),
        ("norma(eta=0.3, lam=0.1, truncate=4)", 1.0, "at most (1 − ηλ)^τ·R/λ = 8.86 (Kivinen"),  # 8.852…
        ("projectron(eta=0.123412)", 1 / 3, "At most 0.3334·‖g‖²/s²"),
        ("projectron(eta=0.123412)", 1 / 3, "s = 1 − 0.1235·‖g‖ > 0"),
        ("forgetron(budget=100)", 1.0, "‖g‖ ≤ U = 1.169 (Dekel"),  # 1.16950…
        ("random_budget_perceptron(budget=12347)", 1.0, "‖g‖² ≤ B/2 = 6173 (after"),
        ("svm(C=1.00001, tol=0.01)", 1.0, "at most n·C·tol = n·0.01001 above"),
    ],
)
def test_a_bound_is_never_rounded_to_less_than_is_proved(text, largest, says):
    """Up where it is a bound from above, down where it is what g may be at most."""
    assert says in told(text, largest).text


def test_pegasos_has_the_constant_of_the_variant_without_projection_and_speaks_of_no_random_draws():
    """c(1 + ln t)/(2λt) with c = 4R²."""
    text = told("pegasos(lam=0.1)", 2.0).text
    assert "at most 40·(1 + ln t)/t more than the same of any fixed g" in text
    assert "random" not in text


def test_the_svm_says_how_far_from_the_least_objective_it_may_end():
    assert "at most n·C·tol = n·0.1 above the least" in told("svm(C=10, tol=0.01)").text


@pytest.mark.parametrize(
    "text", ["forgetron", "random_budget_perceptron", "projectron", "norma", "pegasos", "passive_aggressive", "svm"]
)
def test_without_a_feature_space_there_is_no_bound(text):
    here = told(text, definite=False)
    assert not here.holds
    assert "not known to be positive semidefinite" in here.text


@pytest.mark.parametrize("settings", ["eta=5e-324, schedule='sqrt'", "eta=1e-200, lam=1e-200, schedule='sqrt'"])
def test_norma_says_no_number_where_its_bound_is_none(settings):
    here = told(f"norma({settings})")
    assert not here.holds
    assert here.text == "No bound on the loss that is a number here: η or λ is next to 0."
