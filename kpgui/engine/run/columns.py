"""The columns of a Gram matrix that outlive a run: the next one on the same points does not compute them again."""

import numpy as np

from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats, Ints
from kpgui.model.dataset import Dataset

CACHE_BYTES = 384 << 20
"""Bytes for cached columns; further columns are recomputed each time."""

FEW_MOVED = 64
"""Up to so many moved points are replaced in the columns of the others; after more, all columns are computed anew."""

PLANE = 2
"""Up to so many coordinates a pair of points gives the same bits whatever else is in the arrays, whichever the kernel;
with more, features may be multiplied by BLAS."""


class Columns:
    """Columns yᵢ·y·K(x, xᵢ), (n,) each, of one Gram matrix, by i. No array is written to once it is here.

    `before`: columns of another one, perhaps of the same points before some moved or changed their labels. Of these it
    takes what is asked for: what has moved since is replaced, and is bit for bit what a new column would have there.
    """

    def __init__(self, kernel: Kernel, dataset: Dataset, memory: int, before: "Columns | None" = None) -> None:
        self.kernel, self.points, self.labels = kernel, dataset.points, dataset.labels
        self.room = memory // (8 * max(1, len(dataset)))
        self.columns: dict[int, Floats] = {}
        self.whole: Floats | None = None
        """The matrix computed at once: its last bits may be others than those of the columns."""
        self.derived: dict[int, Floats] = {}
        """What solvers computed from the matrix, whatever the labels."""
        self._earlier: dict[int, Floats] = {}
        self._moved = np.zeros(0, np.int64)
        self._entries: dict[int, Floats] = {}
        self._flips: Floats | None = None
        if before is not None and kernel == before.kernel and self.points.shape == before.points.shape:
            self._inherit(before)

    def is_of(self, kernel: Kernel, dataset: Dataset) -> bool:
        """Whether these are the columns of this kernel, points and labels."""
        same = dataset.points is self.points or not len(_moved(self.points, dataset.points))
        return same and kernel == self.kernel and np.array_equal(dataset.labels, self.labels)

    def _inherit(self, before: "Columns") -> None:
        """Takes over the columns of the same kernel and as many points, if few of these moved."""
        moved, flips = _moved(before.points, self.points), (before.labels * self.labels).astype(np.float64)
        self._earlier, since = dict(before.columns), np.union1d(before._moved, moved)
        if (flips < 0).any():
            self._flips = flips
        elif before._flips is None and len(since) <= FEW_MOVED:
            # Also those that the last run did not ask for, from before what moved for it.
            moved, self._earlier = since, {**before._earlier, **before.columns}
        if not len(moved):
            self.whole, self.derived = before.whole, before.derived
        elif len(moved) > FEW_MOVED or self.points.shape[1] > PLANE:
            self._earlier = {}
        else:
            self._replace(moved)

    def _replace(self, moved: Ints) -> None:
        """Computes the entries of these points in the columns of the others."""
        self._moved = moved
        for i in moved.tolist():
            self._earlier.pop(i, None)
        others = np.fromiter(self._earlier, np.int64)
        if not len(others):
            return
        with np.errstate(over="ignore", invalid="ignore"):
            values = self.kernel.values(self.points[others], self.points[moved])
        signs = np.multiply.outer(self.labels[others], self.labels[moved])
        self._entries = dict(zip(others.tolist(), values * signs, strict=True))
        for i in others[~np.isfinite(values).all(axis=1)].tolist():
            del self._earlier[i]  # computed anew, it raises the error that names the points

    def get(self, i: int) -> Floats | None:
        """Returns column i if it is known."""
        column = self.columns.pop(i, None)
        if column is None:
            column = self._earlier.pop(i, None)
            if column is None:
                return None
            column = column.copy() if self._flips is None else column * (self._flips[i] * self._flips)
            if len(self._moved):
                column[self._moved] = self._entries[i]
        self.columns[i] = column  # those asked for last are kept longest
        return column

    def put(self, i: int, column: Floats) -> None:
        """Keeps a column, and drops those that were asked for longest ago if there is no room."""
        while self.columns or self._earlier:
            if len(self.columns) + len(self._earlier) < self.room:
                break
            oldest = self._earlier or self.columns
            del oldest[next(iter(oldest))]
        if self.room:
            self.columns[i] = column

    def clear(self) -> None:
        for each in (self.columns, self._earlier, self.derived):
            each.clear()
        self.whole = None


class SharedColumns:
    """The columns of the latest Gram matrix, for runs one after the other in one thread. memory: bytes for them."""

    def __init__(self, memory: int = CACHE_BYTES) -> None:
        self.memory = memory
        self._latest: Columns | None = None

    @property
    def columns(self) -> dict[int, Floats]:
        return {} if self._latest is None else self._latest.columns

    def of(self, kernel: Kernel, dataset: Dataset) -> Columns:
        """Returns the columns of a kernel on a dataset, with what is known of them."""
        if self._latest is None or not self._latest.is_of(kernel, dataset):
            self._latest = Columns(kernel, dataset, self.memory, self._latest)
        return self._latest


def _moved(before: Floats, after: Floats) -> Ints:
    """Returns the rows in which two arrays of points differ, be it by the sign of a 0; all if their shapes differ."""
    if before.shape != after.shape:
        return np.arange(len(after) + 1)
    differ = np.zeros(len(after), bool)
    for was, now in zip(before.view(np.int64).T, after.view(np.int64).T, strict=True):
        differ |= was != now
    return np.flatnonzero(differ)
