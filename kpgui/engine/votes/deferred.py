"""Hypotheses that are put off, so that those of one patch are worked out together."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kpgui.model.arrays import Floats, Ints, Singles

VALUES = 1 << 22
"""At pixels, that are put off."""


class DeferredBlock(NamedTuple):
    """Some hypotheses on a patch each: patch, polynomial (m, len(basis)), how far it may be off, voter and votes."""

    patches: Ints
    coefficients: Singles
    errors: Floats
    voters: Ints
    weights: Floats

    @property
    def middle(self) -> Singles:
        """The sign of the first coefficient, (m,)."""
        middle: Singles = np.sign(self.coefficients[:, 0])
        return middle


class Deferred:
    """First `add` again and again, then `sort`, then `take_out` until they are no longer `sorted`.

    Their memory is used again: fresh memory takes longer than the work on it.
    """

    def __init__(self, patches: int, pixels: int, terms: int) -> None:
        """patches: how many there are. pixels: of a patch. terms: of a polynomial."""
        self._most = VALUES // pixels
        length = 2 * self._most
        self._kept: list[NDArray[Any]] = [
            np.empty(length, np.int64),
            np.empty((length, terms), np.float32),
            np.empty(length),
            np.empty(length, np.int64),
            np.empty(length),
        ]
        self._count = 0
        self._order: Ints = np.zeros(0, np.int64)
        self._small = np.min_scalar_type(patches)  # numbers of two bytes are sorted much faster

    @property
    def many(self) -> bool:
        return self._count > self._most

    @property
    def sorted(self) -> bool:
        return len(self._order) > 0

    def add(self, block: DeferredBlock) -> None:
        first, self._count = self._count, self._count + len(block.patches)
        if self._count > len(self._kept[0]):
            self._kept = [np.resize(kept, (2 * self._count, *kept.shape[1:])) for kept in self._kept]
        for kept, new in zip(self._kept, block, strict=True):
            kept[first : self._count] = new

    def sort(self) -> None:
        if not self.sorted:
            self._order = np.argsort(self._kept[0][: self._count].astype(self._small), kind="stable")

    def take_out(self, count: int) -> DeferredBlock:
        """The next so many, patch by patch."""
        some, self._order = self._order[:count], self._order[count:]
        if not self.sorted:
            self._count = 0
        return DeferredBlock(*(np.take(kept, some, axis=0) for kept in self._kept))
