"""Whether a hyperplane through the origin separates, in rational numbers: the reference for verdicts.

A plain phase-1 simplex on a dense tableau of Fractions with Bland's rule: slow, and right.
"""

from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np


def separates(features, labels):
    """Whether some w has yᵢ w·φᵢ > 0 for all i. features: rows of numbers, each taken for exactly what it is."""
    signed = [[Fraction(value) * int(y) for value in row] for row, y in zip(features, labels, strict=True)]
    return not contains_the_origin(signed)


def contains_the_origin(points):
    """Whether 0 is a convex combination of these rows of Fractions (Gordan: else a w is positive on all of them)."""
    n, height = len(points), len(points[0]) + 1
    # Minimise the sum of the artificial variables n, n + 1, … over Σ λᵢ pᵢ = 0, Σ λᵢ = 1, λ ≥ 0.
    rows = []
    for r in range(height):
        entries = [Fraction(1) if r == height - 1 else point[r] for point in points]
        unit = [Fraction(int(r == other)) for other in range(height)]
        rows.append(entries + unit + [Fraction(int(r == height - 1))])
    basis = [n + r for r in range(height)]
    cost = [-sum(row[k] for row in rows) if not n <= k < n + height else Fraction(0) for k in range(n + height + 1)]
    while True:
        entering = next((k for k in range(n + height) if cost[k] < 0), None)
        if entering is None:
            return cost[-1] == 0
        ratios = [(row[-1] / row[entering], basis[r], r) for r, row in enumerate(rows) if row[entering] > 0]
        _, _, leaving = min(ratios)
        pivot = rows[leaving][entering]
        rows[leaving] = [value / pivot for value in rows[leaving]]
        for r, row in enumerate(rows):
            if r != leaving and row[entering]:
                rows[r] = _minus(row, row[entering], rows[leaving])
        cost = _minus(cost, cost[entering], rows[leaving])
        basis[leaving] = entering


def _minus(row, times, other):
    return [value - times * subtracted if subtracted else value for value, subtracted in zip(row, other, strict=True)]


def monomials(points, degrees, bias=False):
    """All monomials of these total degrees at each point, exactly: (n, D) Fractions; and a 1 with a bias."""
    wanted = sorted({*degrees, *([0] if bias else [])})
    axes = range(np.shape(points)[1])
    chosen = [axes_of for k in wanted for axes_of in combinations_with_replacement(axes, k)]
    rows = []
    for point in np.asarray(points).tolist():
        x = [Fraction(value) for value in point]
        rows.append([_product(x, axes_of) for axes_of in chosen])
    return rows


def _product(x, axes_of):
    product = Fraction(1)
    for axis in axes_of:
        product *= x[axis]
    return product
