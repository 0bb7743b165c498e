"""Blocks of pixels computed from per-axis factors of the support vectors that contribute there."""

from collections.abc import Generator
from typing import NamedTuple

import numpy as np

from kpgui.engine.evaluators.terms import without_tiny
from kpgui.kernels import Kernel
from kpgui.model.arrays import Bools, Floats
from kpgui.model.expansion import Expansion

SIDE = 32
"""Pixels along the side of a block."""

VECTORS = 512
"""Support vectors whose factors are in memory at once."""

NEGLIGIBLE = 2.0**-64
"""Support vectors whose largest term in a block is below this fraction of another's smallest term are left out."""


class _BlockFactors(NamedTuple):
    """The factors along one axis for one of the products that a kernel is the sum of.

    values: (k, pixels). most, least: their largest and smallest absolute values, (k,). weight: of the product.
    """

    weight: float
    values: Floats
    most: Floats
    least: Floats


def by_factors(
    kernels: tuple[tuple[float, Kernel], ...],
    points: Floats,
    expansion: Expansion,
    xs: Floats,
    ys: Floats,
    where: Bools,
) -> Generator[None, None, tuple[Floats, Floats]]:
    """Computes Σ β K and Σ |β K| on the blocks that have a pixel in `where`, pausing after each; (ny, nx) each.

    kernels: (weight, kernel with a rank) of each summand. xs, ys: the pixel centres. where: (ny, nx).
    """
    values, sizes = np.zeros((2, *where.shape))
    rows, columns = (range(0, length, SIDE) for length in where.shape)
    wanted = [[column for column in columns if where[row : row + SIDE, column : column + SIDE].any()] for row in rows]
    for first in range(0, len(expansion.support), VECTORS):
        vectors = expansion.support[first : first + VECTORS]
        positions, beta = points[vectors], expansion.beta[vectors]
        across: dict[int, list[_BlockFactors]] = {}
        for row, wanted_columns in zip(rows, wanted, strict=True):
            if not wanted_columns:
                continue
            up = _factors(kernels, 1, positions[:, 1], ys[row : row + SIDE])
            yield
            for column in wanted_columns:
                if column not in across:
                    across[column] = _factors(kernels, 0, positions[:, 0], xs[column : column + SIDE])
                block = slice(row, row + SIDE), slice(column, column + SIDE)
                for ey, ex in zip(up, across[column], strict=True):
                    _add(ex, ey, beta, values[block], sizes[block])
                yield
    return values, sizes


def _factors(
    kernels: tuple[tuple[float, Kernel], ...], axis: int, positions: Floats, pixels: Floats
) -> list[_BlockFactors]:
    made = []
    for weight, kernel in kernels:
        for values in map(without_tiny, kernel.factors(axis, positions, pixels)):
            sizes = np.abs(values)
            made.append(_BlockFactors(weight, values, sizes.max(axis=1), sizes.min(axis=1)))
    return made


def _add(ex: _BlockFactors, ey: _BlockFactors, beta: Floats, values: Floats, sizes: Floats) -> None:
    """Adds Σ β ey·ex and Σ |β ey·ex|, over the support vectors that are not negligible everywhere in the block."""
    weights = np.abs(beta)
    most, least = ex.most * ey.most * weights, ex.least * ey.least * weights
    near = np.flatnonzero(most > NEGLIGIBLE * least.max())
    left, right = ey.values[near] * (ex.weight * beta[near, None]), ex.values[near]
    values += left.T @ right
    sizes += np.abs(left, out=left).T @ np.abs(right, out=right)
