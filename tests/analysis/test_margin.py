"""The margin, its certificates and the bound, against scikit-learn, exact cases and the perceptron itself."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.svm import SVC

import kpgui
from kpgui.analysis.findings import Reason, Separability, margin
from kpgui.engine.run.problem import Problem
from kpgui.kernels import kernel
from kpgui.model.dataset import Dataset
from kpgui.model.errors import Cancelled, Token
from kpgui.model.session import ORDERS
from tests.strategies import datasets, integer_datasets, noisy_moons

XOR = Dataset.of([[-1, 1], [1, 1], [-1, -1], [1, -1]], [-1, 1, 1, -1])


def found(dataset, text, **options):
    return margin(Problem(dataset, kernel(text) if isinstance(text, str) else text), **options)


def apart(n, seed=0, clearance=0.1):
    """Points that a line through the origin separates."""
    points = np.random.default_rng(seed).normal(size=(n, 2))
    side = points @ [0.6, 0.8]
    return Dataset.of(points[np.abs(side) > clearance], np.sign(side[np.abs(side) > clearance]))


def test_gamma_of_a_case_done_by_hand():
    """(1, 0) and (0, 1) of one class: w ∝ (1, 1), γ = 1/√2, R = 1, bound 2."""
    answer = found(Dataset.of([[1, 0], [0, 1]], [1, 1]), "linear()")
    assert answer.verdict is Separability.SEPARABLE
    assert answer.lower <= np.sqrt(0.5) <= answer.upper
    assert answer.gap < 1e-6
    assert answer.weights == pytest.approx([0.5, 0.5])
    assert (answer.radius, answer.bound) == pytest.approx((1, 2))


@pytest.mark.parametrize(
    "text, gamma", [("linear()", None), ("poly(degree=2, c=0)", np.sqrt(2)), ("poly()", np.sqrt(2))]
)
def test_xor(text, gamma):
    answer = found(XOR, text)
    if gamma is None:
        assert (answer.verdict, answer.lower, answer.bound) == (Separability.NOT_SEPARABLE, 0, np.inf)
    else:
        assert answer.verdict is Separability.SEPARABLE
        assert answer.lower == pytest.approx(gamma, rel=1e-6)


@pytest.mark.parametrize("text, gamma", [("linear()", None), ("poly(degree=3, c=1)", None), ("rbf(sigma=0.5)", 2.0)])
@pytest.mark.parametrize("seed", range(3))
def test_it_is_the_margin_of_a_hard_margin_svc_through_the_origin(text, gamma, seed):
    """Mirrored points of the other label make scikit-learn's bias vanish: for each point φ there is −φ."""
    dataset = apart(60, seed)
    gram = kernel(text).gram(dataset.points, dataset.points)
    mirrored = np.block([[gram, -gram], [-gram, gram]])
    labels = np.concatenate([dataset.labels, -dataset.labels])
    reference = SVC(C=1e12, kernel="precomputed", tol=1e-9).fit(mirrored, labels)
    beta = np.zeros(len(labels))
    beta[reference.support_] = reference.dual_coef_[0]
    expected = 1 / np.sqrt(beta @ mirrored @ beta)
    answer = found(dataset, text)
    assert answer.verdict is Separability.SEPARABLE
    assert answer.lower == pytest.approx(expected, rel=1e-4)
    assert answer.lower <= answer.upper <= answer.lower * (1 + 2e-6)


@pytest.mark.parametrize("text, options", [("linear()", {"kernel": "linear"}), ("rbf(sigma=0.5)", {"gamma": 2.0})])
def test_with_a_bias_it_is_the_margin_for_the_kernel_plus_one(text, options):
    dataset = apart(80)
    answer = found(dataset, text, bias=True)
    plus_one = found(dataset, f"{text} + poly(degree=1, gamma=1e-300, c=1)")
    assert answer.lower == pytest.approx(plus_one.lower, rel=1e-9)
    assert answer.radius == pytest.approx(plus_one.radius)
    # scikit-learn does not punish its bias, so its margin is wider: by the shift of the origin at most
    reference = SVC(C=1e10, tol=1e-8, **options).fit(dataset.points, dataset.labels)
    beta = np.zeros(len(dataset))
    beta[reference.support_] = reference.dual_coef_[0]
    squared = beta @ kernel(text).gram(dataset.points, dataset.points) @ beta
    free, punished = 1 / np.sqrt(squared), 1 / np.sqrt(squared + reference.intercept_[0] ** 2)
    assert punished * (1 - 1e-4) <= answer.upper
    assert answer.lower <= free * (1 + 1e-4)


@given(
    dataset=datasets(min_size=1, max_size=15, elements=st.integers(-300, 300).map(lambda x: x / 100), held_out=True),
    text=st.sampled_from(["linear()", "poly(degree=2, c=1)", "poly(degree=3, c=1)", "rbf(sigma=0.5)", "rbf(sigma=2)"]),
    bias=st.booleans(),
)
def test_both_ends_are_what_the_weights_say_by_the_definition(dataset, text, bias):
    answer = found(dataset, text, bias=bias, most=2000)
    if not len(dataset.training):
        assert answer.reason is Reason.EMPTY
        return
    gram = kernel(text).gram(dataset.points, dataset.points) + bias
    signed = answer.weights * dataset.labels
    assert answer.weights.sum() == pytest.approx(1)
    assert (answer.weights >= 0).all()
    assert not answer.weights[dataset.held_out].any()
    scores = (dataset.labels * (gram @ signed))[dataset.training]
    squared = max(signed @ gram @ signed, 0)
    if answer.verdict is Separability.SEPARABLE:
        assert (scores > -1e-12 * answer.radius**2).all()
        assert 0 < answer.lower <= np.sqrt(squared + 1e-12 * answer.radius**2)
    else:
        assert answer.lower == 0
    if answer.verdict is Separability.NOT_SEPARABLE:
        assert squared <= 1e-12 * answer.radius**2
        assert answer.upper == 0
        assert answer.culprits.tolist() == np.flatnonzero(answer.weights).tolist()
    else:
        assert answer.upper**2 >= squared - 1e-13 * answer.radius**2


@given(
    dataset=integer_datasets(min_size=1, max_size=12),
    text=st.sampled_from(["linear()", "poly(degree=2, c=1)", "poly(degree=3, c=0)"]),
    bias=st.booleans(),
    order=st.sampled_from(ORDERS),
    seed=st.integers(0, 5),
)
def test_no_order_makes_a_perceptron_err_more_often_than_the_bound(dataset, text, bias, order, seed):
    answer = found(dataset, text, bias=bias)
    learner = f"kernel_perceptron(bias={str(bias).lower()}, epochs=300)"
    model = kpgui.fit(dataset.points, dataset.labels, text, learner, seed, order)
    if answer.verdict is Separability.SEPARABLE:
        assert model.mistakes <= answer.bound
        if answer.bound < 300:  # each epoch but the last has a mistake
            assert model.converged
    if answer.verdict is Separability.NOT_SEPARABLE:
        assert not model.converged


@given(dataset=integer_datasets(min_size=1, max_size=12))
def test_small_integer_problems_are_always_decided(dataset):
    assert found(dataset, "linear()").verdict is not Separability.NOT_CERTAIN


@pytest.mark.parametrize("text", ["linear()", "poly(degree=2, c=1)", "poly(degree=3, c=1)", "poly(degree=5)"])
@pytest.mark.parametrize("seed", range(3))
def test_what_a_polynomial_cannot_separate_is_said_for_certain(text, seed):
    answer = found(noisy_moons(200, seed, noise=0.4), text)
    assert (answer.verdict, answer.reason) == (Separability.NOT_SEPARABLE, Reason.COMBINATION)


def test_two_labels_on_one_place_are_the_reason():
    answer = found(Dataset.of([[0, 0], [3, 1], [3, 1], [5, 5]], [1, 1, -1, -1]), "rbf(sigma=1)")
    assert (answer.verdict, answer.reason) == (Separability.NOT_SEPARABLE, Reason.TWO_POINTS)
    assert answer.culprits.tolist() == [1, 2]


def test_a_point_at_the_origin_has_the_score_0_under_the_linear_kernel():
    dataset = Dataset.of([[1, 0], [0, 0], [-1, 0]], [1, 1, -1])
    answer = found(dataset, "linear()")
    assert (answer.reason, answer.culprits.tolist()) == (Reason.ZERO_POINT, [1])
    assert found(dataset, "linear()", bias=True).verdict is Separability.SEPARABLE


def test_a_square_that_underflows_is_not_taken_for_0():
    answer = found(Dataset.of([[1, 0], [2e-162, 2e-162]], [-1, -1]), "linear()")
    assert answer.verdict is Separability.SEPARABLE
    assert 0 < answer.lower < 2.82843e-162
    assert answer.upper > 2.82842e-162


def test_a_margin_that_drowns_in_rounding_is_not_certain():
    """Distinct points have independent images under an RBF: separable on paper, with a margin of perhaps 1e-30."""
    answer = found(noisy_moons(60, noise=0.5), "rbf(sigma=20)", most=20_000)
    assert answer.verdict is Separability.NOT_CERTAIN
    assert answer.reason in (Reason.ROUNDING, Reason.STEPS)
    assert answer.bound == np.inf
    assert answer.least_bound > 1e4


@pytest.mark.parametrize(
    "text", ["rbf(sigma=1e4)", "rbf(sigma=1e9)", "2*matern52(length=1e5)**2", "exp(1e-8*linear())"]
)
def test_images_that_only_rounding_makes_dependent_prove_nothing(text):
    """Each of these separates XOR on paper, with a margin² below what 1 − K can show."""
    answer = found(XOR, text)
    assert (answer.verdict, answer.reason) == (Separability.NOT_CERTAIN, Reason.ROUNDING)


@pytest.mark.parametrize("text", ["rbf(sigma=50)", "rbf(sigma=0.5)", "poly(degree=3)"])
def test_two_labels_on_one_place_are_found_among_many_points(text):
    dataset = noisy_moons(100, noise=0.4)
    labels = np.append(dataset.labels, -dataset.labels[3])
    answer = found(Dataset.of(np.vstack([dataset.points, dataset.points[3]]), labels), text)
    assert (answer.verdict, answer.reason) == (Separability.NOT_SEPARABLE, Reason.TWO_POINTS)
    assert answer.culprits.tolist() == [3, 100]


def test_the_limit_of_steps_is_a_reason():
    answer = found(noisy_moons(100, noise=0.4), "rbf(sigma=0.5)", most=50)
    assert (answer.verdict, answer.reason, answer.steps) == (Separability.NOT_CERTAIN, Reason.STEPS, 50)


@pytest.mark.slow
def test_the_more_points_and_the_costlier_the_kernel_the_fewer_steps_a_search_takes():
    """200 000 steps over 60 000 points would take minutes; the work counted ends it, with bounds that hold."""
    dataset = noisy_moons(60_000, noise=0.4)
    cheap, costly = (found(dataset, text) for text in ("rbf()", "(rbf() + laplacian())**3"))
    assert cheap.reason is costly.reason is Reason.STEPS
    assert 100 < costly.steps < cheap.steps < 10_000
    assert 0 == cheap.lower < cheap.upper < cheap.radius


def test_what_is_no_kernel_has_no_margin():
    answer = found(noisy_moons(50), kernel("sigmoid(gamma=1, c=-1)"))
    assert (answer.verdict, answer.reason) == (Separability.NOT_CERTAIN, Reason.NOT_A_KERNEL)


def test_a_pair_that_bends_the_wrong_way_betrays_it_even_where_f_separates():
    """tanh has K(x, z) > ½(K(x, x) + K(z, z)) here, although the score of each point is on its own side."""
    dataset = Dataset.of([[-0.16, 0.73], [0.98, 0.9], [0.66, 0.18]], [-1, 1, 1])
    answer = found(dataset, "sigmoid(gamma=1, c=1)")
    assert (answer.verdict, answer.reason, answer.bound) == (Separability.NOT_CERTAIN, Reason.NOT_A_KERNEL, np.inf)


def test_no_points_have_no_margin():
    answer = found(Dataset.empty(), "rbf()")
    assert (answer.verdict, answer.reason, answer.radius) == (Separability.NOT_CERTAIN, Reason.EMPTY, 0)


def test_held_out_points_do_not_count():
    dataset = apart(40)
    spoiled = Dataset.of(
        np.vstack([dataset.points, 9 * dataset.points[:1]]),
        [*dataset.labels, -dataset.labels[0]],
        [False] * len(dataset) + [True],
    )
    with_them, without = found(spoiled, "linear()"), found(dataset, "linear()")
    assert (with_them.lower, with_them.upper, with_them.radius) == (without.lower, without.upper, without.radius)


def test_it_does_not_depend_on_the_scale_of_the_points():
    dataset = apart(50)
    far = Dataset.of(dataset.points * 1e100, dataset.labels)
    tiny = Dataset.of(dataset.points * 1e-100, dataset.labels)
    bounds = [found(each, "linear()").bound for each in (dataset, far, tiny)]
    assert bounds[1:] == pytest.approx([bounds[0]] * 2, rel=1e-5)


def test_it_can_be_given_up():
    looks = []

    def stop():
        looks.append(1)
        return len(looks) > 100

    with pytest.raises(Cancelled):
        found(noisy_moons(300, noise=0.4), "rbf(sigma=0.5)", token=Token(stop))
    assert len(looks) == 101


def test_twenty_thousand_points_need_no_gram_matrix():
    dataset = noisy_moons(20_000, noise=0.02)
    problem = Problem(dataset, kernel("rbf(sigma=0.5)"), memory=200 * 8 * 20_000)
    answer = margin(problem)
    assert answer.verdict is Separability.SEPARABLE
    assert answer.gap <= 1e-6 * answer.upper
