"""The mistake bound against mistakes made in 60 digits, where the rounding of the kernel's values matters."""

import numpy as np
import pytest

from kpgui.analysis.findings import Reason, Separability, margin
from kpgui.engine.run.problem import Problem
from kpgui.kernels import kernel
from kpgui.model.dataset import Dataset
from tests.analysis.high_precision import judged, mistakes


@pytest.mark.parametrize("start", range(0, 360, 60))
def test_no_perceptron_makes_more_mistakes_than_the_bound(start):
    for seed in range(start, start + 60):
        answer, made, about = judged(seed)
        assert made <= answer.bound, about


def found(points, labels, text, bias=False):
    dataset = Dataset.of(points, labels)
    return margin(Problem(dataset, kernel(text)), bias=bias), dataset


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("n", [2, 4])
def test_the_exponential_of_large_numbers_has_large_errors(n, seed):
    """K = exp(x·z − ½x·x − ½z·z) of numbers of 1e4 is off by 1e-12, and far points have a bound of exactly n."""
    points = np.random.default_rng(seed).uniform(-65, 65, (n, 2 + seed % 4))
    answer, dataset = found(points, np.where(np.arange(n) % 2, 1, -1), "normalized(exp(linear()))")
    assert answer.verdict is Separability.SEPARABLE
    assert mistakes(dataset, "normalized(exp(linear()))", False, 100) <= int(answer.bound)


@pytest.mark.parametrize("text", ["periodic(length=1e-9)", "periodic() + periodic()", "periodic(period=0.1)"])
def test_a_period_apart_is_not_certain(text):
    answer, _ = found([[-0.5, 0], [0.25, 0.25], [0.5, 0]], [1, 1, -1], text)
    assert answer.verdict is Separability.NOT_CERTAIN


def test_one_direction_is_the_same_image_under_the_cosine():
    assert found([[1, 3], [2, 6]], [1, -1], "cosine()")[0].reason is Reason.TWO_POINTS
    assert found([[1, 3], [2, 6]], [1, -1], "cosine()", bias=True)[0].verdict is Separability.NOT_CERTAIN
    assert found([[1, 3], [-1, -3]], [1, -1], "cosine()", bias=True)[0].verdict is Separability.SEPARABLE
    assert found([[0.1, 0.3], [0.2, 0.6], [1, 0]], [1, -1, 1], "cosine() + rbf()")[0].culprits.tolist() == []


@pytest.mark.parametrize("text", ["rbf() * linear()", "linear()**2 * exp(linear())", "0*rbf()"])
def test_a_point_at_which_the_kernel_is_0_is_the_reason(text):
    answer, _ = found([[1, 2], [0, 0]], [1, -1], text)
    assert (answer.verdict, answer.reason) == (Separability.NOT_SEPARABLE, Reason.ZERO_POINT)


def test_a_square_that_underflows_proves_nothing_of_other_kernels():
    assert found([[1, 2], [1e-170, 0]], [1, 1], "rbf() * linear()")[0].verdict is Separability.NOT_CERTAIN


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rbf(sigma=0.5) - 0.5*rbf(sigma=0.5)", Reason.CERTIFICATE),
        ("linear()*rbf(sigma=1e9) - 0.5*linear()*rbf(sigma=1e9)", Reason.UNPROVEN_KERNEL),
        ("rbf() - 2*rbf()", Reason.NOT_A_KERNEL),
        ("linear() - 0.5*linear()", Reason.UNPROVEN_KERNEL),
    ],
)
def test_a_difference_has_a_margin_only_where_it_is_a_kernel(text, expected):
    points, labels = [[-1, 1], [1, 1], [-1, -2], [1, -1], [1, -1]], [1, 1, -1, -1, -1]
    assert found(points, labels, text)[0].reason is expected
