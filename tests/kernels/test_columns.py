"""The faster way to a column of the Gram matrix is off by no more than was asked for."""

from decimal import Decimal, localcontext

import numpy as np
import pytest

import kpgui


def rbf(gaps, sigma):
    return -sum(gap**2 for gap in gaps) / (2 * sigma**2)


def exact(points, i, sigma):
    """K of these doubles with point i, in 50 digits."""
    with localcontext(prec=50):
        rows = [[Decimal(c) for c in row] for row in points.tolist()]
        gaps = [[a - b for a, b in zip(row, rows[i], strict=True)] for row in rows]
        return np.array([float(rbf(each, Decimal(sigma)).exp()) for each in gaps])


@pytest.mark.parametrize("d", [9, 64])
@pytest.mark.parametrize("sigma", [0.5, 5.0, 1e3])
@pytest.mark.parametrize("shift", [0.0, 30.0])
def test_it_is_as_accurate_as_it_says(d, sigma, shift):
    rng = np.random.default_rng(d)
    points = rng.normal(size=(40, d)) + shift
    points[7] = points[3] + 1e-9
    points[8] = points[3]
    for accuracy in (1e-9, 1e-11, 1e-13, 1e-15):
        column = kpgui.kernel(f"rbf(sigma={sigma})").columns(points, accuracy)
        if column is not None:
            for i in (0, 3, 39):
                assert np.abs(column(i) - exact(points, i, sigma)).max() <= accuracy


def test_it_is_there_for_ordinary_data_in_many_dimensions():
    points = np.random.default_rng(0).normal(size=(40, 30)) + 1e3
    assert kpgui.kernel("rbf(sigma=4)").columns(points, 1e-11) is not None


@pytest.mark.parametrize("spread", [1e5, 1e200])
def test_where_the_expansion_cancels_there_is_none(spread):
    points = np.random.default_rng(0).normal(size=(40, 30)) * spread
    assert kpgui.kernel("rbf(sigma=1)").columns(points, 1e-11) is None


def test_in_few_dimensions_there_is_none():
    assert kpgui.kernel("rbf(sigma=1)").columns(np.eye(8), 1.0) is None
