"""The dataset: labelled points in order; conflicts in it, and its difference from another."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from kpgui.model.arrays import Bools, Floats, Ints, Labels, frozen
from kpgui.model.errors import KpguiError, clean_name

if TYPE_CHECKING:
    from kpgui.model.multiclass import Multiclass

LONGEST_NAME = 200
"""Most characters of the name of a coordinate or a class."""

MOST_CHANGED_SHARE = 0.01
"""A dataset records which of its points an edit changed only up to this share of them."""


@dataclass(frozen=True, eq=False)
class Dataset:
    """Labelled points in order; the order matters to an online learner.

    points: (n, d) float64, finite. labels: (n,) int8 in {-1, +1}. held_out: (n,) bool, points that are
    scored but not trained on. ids: (n,) int64, unique, stable while points are moved, added and removed.
    All arrays are read-only. columns, classes: the names that a file gave to the coordinates, and to the classes −1
    and +1; () for none. multiclass: the classes of a file with more than two. Make one with `Dataset.of`, and `named`.
    """

    points: Floats
    labels: Labels
    held_out: Bools
    ids: Ints
    columns: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    multiclass: "Multiclass | None" = None
    _edited: "ClassVar[tuple[tuple[ref[Dataset], Ints], ...]]" = ()

    @classmethod
    def of(cls, points: Any, labels: Any, held_out: Any = None, ids: Any = None) -> "Dataset":
        """A dataset from anything array-like, checked.

        Raises KpguiError when shapes do not agree, a coordinate is not finite, or a label is not -1 or +1.
        """
        positions = positions_of(points)
        n = len(positions)
        signs = np.asarray(labels)
        if signs.shape != (n,):
            raise KpguiError(f"There are {n} points but labels of shape {signs.shape}; give one label a point.")
        wrong = np.flatnonzero((signs != 1) & (signs != -1))
        if wrong.size:
            raise KpguiError(f"labels[{wrong[0]}] is {signs[wrong[0]]!s}; labels must be -1 or +1.")
        out = np.zeros(n, bool) if held_out is None else np.asarray(held_out, bool)
        names = np.arange(n) if ids is None else np.asarray(ids, np.int64)
        rising = np.sort(names, axis=None)
        differ = ids is None or bool((rising[1:] != rising[:-1]).all())
        if out.shape != (n,) or names.shape != (n,) or not differ:
            raise KpguiError(f"held_out and ids must have one entry for each of the {n} points, ids all different.")
        return cls(frozen(positions, np.float64), frozen(signs, np.int8), frozen(out, bool), frozen(names, np.int64))

    def named(self, columns: Sequence[str], classes: Sequence[str]) -> "Dataset":
        """The same points with the names that a file gave; names that are incomplete or the usual ones are left out."""
        given = clean_names(columns, self.d)
        return replace(
            self, columns=() if given == coordinate_names(self.d) else given, classes=clean_names(classes, 2)
        )

    @classmethod
    def empty(cls, d: int = 2) -> "Dataset":
        return cls.of(np.zeros((0, d)), np.zeros(0))

    def __len__(self) -> int:
        return len(self.points)

    def __eq__(self, other: object) -> bool:
        """Equal contents in equal order; ids are names, not content."""
        if not isinstance(other, Dataset):
            return NotImplemented
        return (
            np.array_equal(self.points, other.points)
            and np.array_equal(self.labels, other.labels)
            and np.array_equal(self.held_out, other.held_out)
        )

    __hash__ = None  # type: ignore[assignment]  # arrays inside

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles hold the arrays alone: the record of earlier datasets is weak references."""
        names = {"columns": self.columns, "classes": self.classes, "multiclass": self.multiclass}
        return Dataset.of, (self.points, self.labels, self.held_out, self.ids), names

    @property
    def axes(self) -> tuple[str, ...]:
        """The names of the coordinates: those of the file, else the usual ones."""
        return self.columns or coordinate_names(self.d)

    @property
    def drawn(self) -> Floats:
        """All points that a picture shows, (m, d): these, and those of the classes set aside."""
        return self.points if self.multiclass is None else np.concatenate([self.points, self.multiclass.aside.points])

    @property
    def d(self) -> int:
        return self.points.shape[1]

    @cached_property
    def next_id(self) -> int:
        """The smallest id above all those in use."""
        return int(self.ids.max()) + 1 if len(self) else 0

    @cached_property
    def training(self) -> Ints:
        """Indices of the points that are trained on, in order."""
        return frozen(np.flatnonzero(~self.held_out), np.int64)

    def renamed(self, first: int) -> "Dataset":
        """The same points with ids from `first` on, so that they are not taken for points of an earlier dataset."""
        return replace(self, ids=frozen(np.arange(first, first + len(self)), np.int64))

    def with_rows(self, at: Ints, **rows: NDArray[Any]) -> "Dataset":
        """A copy in which the rows at indices `at` are replaced: points (k, d), labels (k,) or held_out (k,).

        The copy records where it differs from earlier datasets: comparing them takes longer than copying the points.
        """
        after = replace(self, **{name: _with_rows(getattr(self, name), at, values) for name, values in rows.items()})
        if len(at) <= MOST_CHANGED_SHARE * len(self):
            edited = [(earlier, np.union1d(rows, at)) for earlier, rows in self._edited if earlier() is not None]
            edited.append((ref(self), np.sort(at)))
            vars(after)["_edited"] = tuple(each for each in edited if len(each[1]) <= MOST_CHANGED_SHARE * len(self))
        return after

    def rows_since(self, before: "Dataset") -> Ints | None:
        """Ascending indices outside which this equals the dataset `before`; None if that is not on record."""
        return next((rows for earlier, rows in self._edited if earlier() is before), None)

    def index_of(self, ids: Any) -> Ints:
        """The indices of the points with these ids, in the order of `ids`. Raises KeyError for an unknown id."""
        wanted = np.asarray(ids, np.int64)
        if wanted.size == 0:
            return np.zeros(0, np.int64)
        if np.array_equal(wanted, self.ids):  # all of them
            return np.arange(len(self))
        last = len(self) - 1
        if last >= 0:
            found: Ints = np.minimum(np.searchsorted(self.ids, wanted), last)
            if not np.array_equal(self.ids[found], wanted):  # mostly ids ascend, but they need not
                order = np.argsort(self.ids, kind="stable")
                found = order[np.minimum(np.searchsorted(self.ids, wanted, sorter=order), last)]
            if np.array_equal(self.ids[found], wanted):
                return found
        raise KeyError("no point has one of these ids")


def coordinate_names(d: int) -> tuple[str, ...]:
    """The usual names of d coordinates: x, y or x1, x2, …"""
    return ("x", "y")[:d] if d <= 2 else tuple(f"x{k + 1}" for k in range(d))


def clean_names(names: Sequence[str], count: int) -> tuple[str, ...]:
    """So many names as text of one line and of bounded length; none if one is missing."""
    clean = tuple(clean_name(name.encode(errors="replace").decode())[:LONGEST_NAME] for name in names)
    return clean if len(clean) == count and all(clean) else ()


def _with_rows(array: NDArray[Any], at: Ints, rows: NDArray[Any]) -> Any:
    """A read-only copy of `array` with `rows` at the indices `at`."""
    changed = array.copy()
    changed[at] = rows
    changed.flags.writeable = False
    return changed


def positions_of(points: Any) -> Floats:
    """Anything array-like as finite float64 coordinates (n, d); an empty list means no points in the plane, (0, 2).

    Raises KpguiError when they are not numbers, not of this shape, or not finite.
    """
    try:
        given = np.asarray(points)
        positions = given.astype(np.float64, casting="same_kind" if given.dtype.kind in "cf" else "unsafe")
    except (TypeError, ValueError):
        raise KpguiError("Points must be numbers, one row of coordinates for each point.") from None
    if positions.shape == (0,):
        return np.zeros((0, 2))
    if positions.ndim != 2 or positions.shape[1] < 1:
        raise KpguiError(f"Points must be an array of shape (n, d), not {positions.shape}.")
    bad = np.argwhere(~np.isfinite(positions))
    if len(bad):
        row, column = bad[0]
        raise KpguiError(f"points[{row}, {column}] is {positions[row, column]}; it must be a finite number.")
    return positions


def difference(before: Dataset, after: Dataset) -> tuple[Ints, Ints] | None:
    """The indices in `before` of the points gone or changed, and in `after` of those new or changed.

    All other points are equal and in the same order. None when comparing ids cannot tell: the points were reordered,
    or the whole dataset was replaced.
    """
    if before.d != after.d:
        return None
    if after.ids is before.ids:
        rows = changed(before, after)
        return rows, rows
    left, right = np.isin(before.ids, after.ids), np.isin(after.ids, before.ids)
    if not np.array_equal(before.ids[left], after.ids[right]) or _differ(before, left, after, right).any():
        return None
    return np.flatnonzero(~left), np.flatnonzero(~right)


def changed(before: Dataset, after: Dataset) -> Ints:
    """The ascending indices of the points that differ between two datasets with the same ids and d.

    Arrays that both share are not compared, nor rows on record as equal.
    """
    known = after.rows_since(before)
    rows = slice(None) if known is None else known
    differ = np.zeros(len(before.ids[rows]), bool)
    if before.points is not after.points:
        for column in (before.points[rows] != after.points[rows]).T:
            differ |= column
    if before.labels is not after.labels:
        differ |= before.labels[rows] != after.labels[rows]
    if before.held_out is not after.held_out:
        differ |= before.held_out[rows] != after.held_out[rows]
    found = np.flatnonzero(differ)
    return found if known is None else known[found]


def _differ(before: Dataset, left: Bools, after: Dataset, right: Bools) -> Bools:
    differ = before.labels[left] != after.labels[right]
    differ |= before.held_out[left] != after.held_out[right]
    if before.points is not after.points:
        for was, now in zip(before.points[left].T, after.points[right].T, strict=True):  # 5 × as fast as any(axis=1)
            differ |= was != now
    return differ


FEW_CHANGES = 8
"""Up to this many changed points, one scan over all points for each is quicker than sorting them all."""


def conflict(dataset: Dataset) -> tuple[int, int] | None:
    """The indices of the first two training points with equal coordinates and opposite labels; None without any."""
    return _first_of(dataset, dataset.training)


def conflict_after(before: Dataset, found: tuple[int, int] | None, after: Dataset) -> tuple[int, int] | None:
    """`conflict(after)`, given the conflict `found` before some edits; quick when they changed only a few points.

    If the two points found did not change, they are still in conflict, and any earlier conflict must involve a point
    that did.
    """
    if after.ids is not before.ids or after.d != before.d:
        return conflict(after)
    differ = changed(before, after)
    if len(differ) > FEW_CHANGES or (found is not None and np.isin(found, differ).any()):
        return conflict(after)
    if not len(differ):
        return found
    x = after.points[:, 0]
    looked_for = x[differ if found is None else np.append(differ, found[0])]
    beside = np.flatnonzero(np.logical_or.reduce([x == each for each in looked_for]))
    return _first_of(after, beside[~after.held_out[beside]])


def _first_of(dataset: Dataset, at: Ints) -> tuple[int, int] | None:
    """The first two of the points with these ascending indices that are in conflict."""
    # Usually no two classes share even a first coordinate, which is known at a tenth of the cost.
    kept = _meeting_opposites(dataset, _meeting_opposites(dataset, at, 1), dataset.d)
    if not len(kept):
        return None
    first = kept[0]
    there = (dataset.points[kept] == dataset.points[first]).all(axis=1)
    second = kept[there & (dataset.labels[kept] != dataset.labels[first])][0]
    return int(first), int(second)


def _meeting_opposites(dataset: Dataset, at: Ints, count: int) -> Ints:
    """Those of the indices `at` whose point shares its first `count` coordinates with one of the other class."""
    if not len(at):
        return at
    points, labels = dataset.points[at, :count], dataset.labels[at]
    order = np.argsort(points[:, 0]) if count == 1 else np.lexsort(points.T)
    starts = np.flatnonzero(np.append(True, (points[order[1:]] != points[order[:-1]]).any(axis=1)))
    both = np.minimum.reduceat(labels[order], starts) != np.maximum.reduceat(labels[order], starts)
    return at[np.sort(order[np.repeat(both, np.diff(starts, append=len(at)))])]
