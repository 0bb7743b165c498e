"""The growable array of integers."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kpgui.model.arrays import Growing


@given(st.lists(st.integers(0, 5), max_size=60))
def test_many_are_appended_at_once_and_what_was_read_stays(sizes):
    steps, expected, read = Growing(), [], []
    for size in sizes:
        expected += range(len(expected), len(expected) + size * 40)
        steps.extend(np.arange(len(steps), len(expected)))
        steps.append(len(expected))
        expected.append(len(expected))
        read.append((steps.values, len(expected)))
    assert steps.values.tolist() == expected
    assert all(each.tolist() == expected[:count] and not each.flags.writeable for each, count in read)
