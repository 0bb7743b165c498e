"""Read-only arrays: what crosses a layer or a thread is never changed afterwards."""

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Labels = NDArray[np.int8]
Exacts = NDArray[np.object_]
"""Numbers without rounding: Python's int and Fraction."""

EPSILON = float(np.finfo(np.float64).eps)
"""ε = 2⁻⁵²: twice what one rounding changes a float64 by at most, relative to its size."""

FAINTEST = 1e-290
"""Numbers below this may have lost digits to underflow."""


def frozen(values: Any, dtype: DTypeLike) -> NDArray[Any]:
    """`values` as a contiguous read-only array of `dtype`; copies unless it is one already."""
    array = np.asarray(values, dtype=dtype)
    if array.flags.writeable or not array.flags.c_contiguous:
        array = np.array(array, dtype=dtype, order="C")
        array.flags.writeable = False
    return array
