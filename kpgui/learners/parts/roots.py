"""Sums of the rates 1/√t."""

from math import sqrt

import numpy as np

SUMMED = 1000
"""Steps whose rates are added up one by one to find ρ at an earlier step."""


def sum_of_inverse_roots(steps: int) -> float:
    """Returns Σ 1/√t for t from 1 to `steps`: term by term up to SUMMED, then by the Euler–Maclaurin formula."""
    first = min(steps, SUMMED)
    total = float((1 / np.sqrt(np.arange(1, first + 1))).sum())
    if steps > first:
        total += 2 * (sqrt(steps) - sqrt(first)) + (1 / sqrt(steps) - 1 / sqrt(first)) / 2
        total -= (steps**-1.5 - first**-1.5) / 24
    return total
