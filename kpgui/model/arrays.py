"""Array types, and read-only arrays: whatever crosses a layer or a thread is never changed afterwards."""

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Labels = NDArray[np.int8]
Exacts = NDArray[np.object_]
"""Object arrays of exact numbers: Python's int and Fraction."""

EPSILON = float(np.finfo(np.float64).eps)
"""ε = 2⁻⁵², the machine epsilon of float64: twice the largest relative error of one rounding."""

FAINTEST = 1e-290
"""Numbers below this may have lost digits to underflow."""


def frozen(values: Any, dtype: DTypeLike) -> NDArray[Any]:
    """`values` as a contiguous read-only array of `dtype`; copies unless it is one already."""
    array = np.asarray(values, dtype=dtype)
    if array.flags.writeable or not array.flags.c_contiguous:
        array = np.array(array, dtype=dtype, order="C")
        array.flags.writeable = False
    return array
