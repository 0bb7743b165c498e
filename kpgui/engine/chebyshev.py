"""Chebyshev interpolation on an interval, as constant matrices (Berrut and Trefethen 2004)."""

from functools import lru_cache

import numpy as np

from kpgui.model.arrays import Floats, frozen


def nodes(low: float, high: float, count: int) -> Floats:
    """Chebyshev points of the first kind on [low, high], (count,)."""
    return 0.5 * (low + high) + 0.5 * (high - low) * _unit_nodes(count)


def _unit_nodes(count: int) -> Floats:
    return np.cos((2 * np.arange(count) + 1) * np.pi / (2 * count))


@lru_cache(maxsize=32)
def from_nodes_to_pixels(count: int, pixels: int) -> Floats:
    """The matrix (pixels, count) that takes values at the nodes to the centres of equal pixels of the interval."""
    angles = (2 * np.arange(count) + 1) * np.pi / (2 * count)
    weights = np.where(np.arange(count) % 2 == 0, 1.0, -1.0) * np.sin(angles)
    at = (2 * np.arange(pixels) + 1) / pixels - 1
    gaps = np.subtract.outer(at, _unit_nodes(count))
    on_node = gaps == 0
    gaps[on_node] = 1.0
    matrix = weights / gaps
    matrix /= matrix.sum(axis=1, keepdims=True)
    hit = on_node.any(axis=1)
    matrix[hit] = on_node[hit]
    return frozen(matrix, np.float64)


@lru_cache(maxsize=32)
def from_nodes_to_coefficients(count: int) -> Floats:
    """The matrix (count, count) that takes values at the nodes to the coefficients of T₀, T₁, …

    As |T_k| ≤ 1 on the interval, the values there differ from the first coefficient by at most the sum of the others'
    sizes.
    """
    order = np.arange(count)
    matrix = 2 / count * np.cos(np.outer(order, 2 * order + 1) * np.pi / (2 * count))
    matrix[0] /= 2
    return frozen(matrix, np.float64)
