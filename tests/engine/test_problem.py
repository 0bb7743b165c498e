import numpy as np
import pytest

from kpgui.engine.problem import WHOLE, Problem
from kpgui.kernels import kernel
from kpgui.model.errors import KpguiError
from tests.strategies import noisy_moons


@pytest.mark.parametrize("n", [WHOLE, WHOLE + 1, 9000])
def test_a_column_is_that_of_the_gram_matrix_with_both_labels(n):
    dataset = noisy_moons(n)
    problem = Problem(dataset, kernel("rbf(sigma=0.5)"))
    for i in (0, n // 2, n - 1):
        expected = problem.kernel.gram(dataset.points, dataset.points[i : i + 1])[:, 0]
        assert np.array_equal(problem.signed_column(i), dataset.labels[i] * dataset.labels * expected)


def test_columns_beyond_the_memory_limit_are_right_but_not_kept():
    dataset = noisy_moons(500)
    problem = Problem(dataset, kernel("rbf(sigma=0.5)"), memory=2 * 500 * 8)
    columns = [problem.signed_column(i) for i in (3, 4, 5)]
    assert problem.signed_column(3) is columns[0]
    assert problem.signed_column(5) is not columns[2]
    assert np.array_equal(problem.signed_column(5), columns[2])
    with pytest.raises(KpguiError, match=r"The Gram matrix of 500 points needs 0\.0 GB"):
        problem.gram  # noqa: B018  # the access is the test


def test_orders_of_presentation():
    dataset = noisy_moons(30)
    problems = {
        order: Problem(dataset, kernel("linear()"), order, seed=4)
        for order in ("dataset", "reversed", "shuffled_once", "shuffled_each_epoch")
    }
    everyone = list(range(30))
    assert problems["dataset"].presentation(7).tolist() == everyone
    assert problems["reversed"].presentation(7).tolist() == everyone[::-1]
    once, each = problems["shuffled_once"], problems["shuffled_each_epoch"]
    assert once.presentation(0).tolist() == once.presentation(9).tolist() != everyone
    assert each.presentation(0).tolist() != each.presentation(1).tolist()
    for problem in problems.values():
        assert sorted(problem.presentation(3).tolist()) == everyone
        assert problem.presentation(3).tolist() == problem.presentation(3).tolist()
