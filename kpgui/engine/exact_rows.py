"""Rows of a Gram matrix without rounding, kept: on a few points a perceptron meets the same ties again and again."""

from math import inf, lcm

import numpy as np

from kpgui.engine.exact import TINY
from kpgui.kernels import Kernel
from kpgui.kernels.rounding import exact_numbers
from kpgui.model.arrays import Floats

MOST = 128
"""Points for which rows are kept; on more of them ties are rare."""


class ExactRows:
    """K(xᵢ, xⱼ) as whole numbers over one denominator for each row, for a rational kernel and points (n, d)."""

    def __init__(self, kernel: Kernel, points: Floats) -> None:
        self._kernel, self._points = kernel, exact_numbers(points)
        self._rows: dict[int, tuple[list[int], int]] = {}

    def score(self, i: int, coefficients: Floats, bias: float) -> float:
        """Σ cⱼ·K(xⱼ, xᵢ) + b, rounded once and never to 0. Coefficients and bias are whole numbers, (n,)."""
        row, denominator = self._row(i)
        numbers = coefficients.astype(np.int64).tolist()
        total = sum(c * k for c, k in zip(numbers, row, strict=True) if c) + int(bias) * denominator
        sign = float((total > 0) - (total < 0))
        try:
            return total / denominator or sign * TINY
        except OverflowError:
            return sign * inf

    def _row(self, i: int) -> tuple[list[int], int]:
        if i not in self._rows:
            values = self._kernel.exact_values(self._points[i : i + 1], self._points)[0].tolist()
            common = lcm(*(value.denominator for value in values))
            self._rows[i] = [value.numerator * (common // value.denominator) for value in values], common
        return self._rows[i]
