"""The bars of a mechanism."""

import numpy as np
import pytest

from kpgui.model.explanation import Bars


@pytest.mark.parametrize(
    ("values", "full", "length"), [([3.0, -4.0], 0.0, 4.0), ([3.0, -4.0], 9.0, 9.0), ([], 0.0, 1.0)]
)
def test_a_full_bar_is_the_largest_value_unless_one_is_given(values, full, length):
    rows = np.arange(len(values))
    assert Bars.of("α", "α", rows, np.array(values), full=full).full == length
