"""Points of more than two classes: which of them are −1 and +1, and the points of the others, which are set aside."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kpgui.language import _
from kpgui.model.arrays import Bools, Floats, Ints, Labels, frozen
from kpgui.model.dataset import Dataset, clean_names
from kpgui.model.errors import KpguiError

MOST_CLASSES = 1000


@dataclass(frozen=True, eq=False)
class Multiclass:
    """The classes of a file, one of them against another or against all others; a `Dataset` made by `parted` has it.

    names: of the classes. positive, negative: the classes that are +1 and −1, by index; negative is None for all others
    together. aside: the points of the classes that are neither, whose labels mean nothing. at: their indices among all
    points, ascending. ids, codes: the class of every point by its id, ascending. It is by id so that moving, removing
    and undoing leave it as it is.
    """

    names: tuple[str, ...]
    positive: int
    negative: int | None
    aside: Dataset
    at: Ints
    ids: Ints
    codes: Ints

    @property
    def signs(self) -> Labels:
        """The label of each class, 0 for one that takes no part."""
        return signs(len(self.names), self.positive, self.negative)

    def of(self, dataset: Dataset) -> Ints:
        """The class of each point of an edited dataset, (n,).

        A point that is new, or whose label was changed, is of the class of its label, the first if these are several.
        """
        at = np.searchsorted(self.ids, dataset.ids)
        fits = (self.ids[at] == dataset.ids) & (self.signs[self.codes[at]] == dataset.labels)
        first = [int(np.flatnonzero(self.signs == label)[0]) for label in (-1, 1)]
        return np.where(fits, self.codes[at], np.where(dataset.labels > 0, first[1], first[0]))


def signs(count: int, positive: int, negative: int | None) -> Labels:
    """The label of each of `count` classes, 0 for one that takes no part."""
    found = np.full(count, -1 if negative is None else 0, np.int8)
    found[[] if negative is None else [negative]] = -1
    found[positive] = 1
    return found


@dataclass(frozen=True, eq=False)
class AllPoints:
    """The points of all classes: codes (n,) are their classes, by index."""

    points: Floats
    held_out: Bools
    codes: Ints
    ids: Ints


def all_points(dataset: Dataset, found: Multiclass) -> AllPoints:
    """The points of an edited dataset and those aside, these at their old places as far as there are so many."""
    aside, n = found.aside, len(dataset) + len(found.aside)
    ids = aside.ids
    if np.isin(ids, dataset.ids).any():  # given to new points meanwhile
        ids = np.arange(len(ids)) + max(dataset.next_id, aside.next_id)
    at = np.minimum(found.at, np.arange(len(dataset), n))
    order = np.empty(n, np.int64)
    order[np.delete(np.arange(n), at)], order[at] = np.arange(len(dataset)), np.arange(len(dataset), n)
    old = found.codes[np.searchsorted(found.ids, aside.ids)]
    return AllPoints(
        points=np.concatenate([dataset.points, aside.points])[order],
        held_out=np.concatenate([dataset.held_out, aside.held_out])[order],
        codes=np.concatenate([found.of(dataset), old])[order],
        ids=np.concatenate([dataset.ids, ids])[order],
    )


def parted(
    every: AllPoints, names: Sequence[str], positive: int, negative: int | None, columns: Sequence[str] = ()
) -> Dataset:
    """The dataset of one class against another, or against the rest, which keeps the others aside.

    Raises KpguiError for names that do not differ, or a class that there is not.
    """
    given, count, codes = clean_names(names, len(names)), len(names), every.codes
    fits = 2 < count <= MOST_CLASSES and len(set(given)) == count and bool(((codes >= 0) & (codes < count)).all())
    if not fits or not {positive, negative} - {None} <= {*range(count)} or positive == negative:
        said = _("There must be 3 to {most} classes with names that differ, and two of them +1 and −1.")
        raise KpguiError(said.format(most=MOST_CLASSES))
    labels = signs(count, positive, negative)
    of_points = labels[every.codes]
    dataset, aside = (
        Dataset.of(every.points[some], np.where(of_points[some] < 0, -1, 1), every.held_out[some], every.ids[some])
        for some in (of_points != 0, of_points == 0)
    )
    order = np.argsort(every.ids)
    kept = Multiclass(
        names=given,
        positive=positive,
        negative=negative,
        aside=aside,
        at=frozen(np.flatnonzero(of_points == 0), np.int64),
        ids=frozen(np.append(every.ids[order], np.iinfo(np.int64).max), np.int64),  # so that every id has its place
        codes=frozen(np.append(every.codes[order], 0), np.int64),
    )
    sides = [", ".join(np.array(given, object)[labels == sign]) for sign in (-1, 1)]
    return replace(dataset.named(columns, sides), multiclass=kept)


def against(dataset: Dataset, positive: int, negative: int | None = None) -> Dataset:
    """The dataset with another of its classes as +1, and another or all others as −1."""
    found = dataset.multiclass
    if found is None:
        raise KpguiError(_("The points are of two classes only."))
    return parted(all_points(dataset, found), found.names, positive, negative, dataset.columns)
