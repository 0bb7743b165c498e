"""The reference of the verdicts, on cases done by hand."""

import numpy as np
import pytest

from tests.analysis.exact_lp import monomials, separates

XOR = [[-1, 1], [1, 1], [-1, -1], [1, -1]], [-1, 1, 1, -1]


@pytest.mark.parametrize(
    ("degrees", "bias", "expected"),
    [([1], False, False), ([1], True, False), ([2], False, True), ([0, 1, 2], False, True), ([3], False, False)],
)
def test_xor(degrees, bias, expected):
    assert separates(monomials(XOR[0], degrees, bias), XOR[1]) is expected


def test_a_point_at_the_origin_is_never_right():
    assert not separates([[0, 0]], [1])
    assert separates([[0, 0, 1]], [1])


def test_one_hair_decides():
    """A point in the middle of two of the other class, and the next double off it."""
    middle = 1.5
    above = float(np.nextafter(middle, 2))
    assert not separates([[1, 1, 1], [2, 2, 1], [middle, middle, 1]], [1, 1, -1])
    assert separates([[1, 1, 1], [2, 2, 1], [middle, above, 1]], [1, 1, -1])


def test_opposite_rays_and_twins():
    assert separates([[1, 2], [-1, -2]], [1, -1])
    assert not separates([[1, 2], [2, 4]], [1, -1])
    assert not separates([[1, 2], [1, 2]], [1, -1])


def test_monomials_are_those_of_the_degrees():
    assert monomials([[2, 3]], [1, 2], bias=True) == [[1, 2, 3, 4, 6, 9]]
