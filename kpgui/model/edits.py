"""Edits of a dataset or a session, each with its inverse; those of one stroke are merged.

`apply(dataset, edit)` returns the new dataset and the edit that undoes it, `change(session, edit)` the
same for a session. Edits name points by id, so an inverse holds whatever was done in between and undone again.
"""

from dataclasses import dataclass, fields, replace
from functools import singledispatch
from typing import Any, TypeVar

import numpy as np

from kpgui.model.arrays import Bools, Floats, Ints, Labels, frozen
from kpgui.model.conventions import Conventions
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session


@dataclass(frozen=True, eq=False)
class Insert:
    """Insert points so that afterwards their indices are `at` (ascending).

    conventions: what they are then, if removing the points changed them.
    """

    at: Ints
    points: Floats
    labels: Labels
    held_out: Bools
    ids: Ints
    conventions: Conventions | None = None


@dataclass(frozen=True, eq=False)
class Remove:
    ids: Ints


@dataclass(frozen=True, eq=False)
class Move:
    """Move the points with these ids to these coordinates, (k, d)."""

    ids: Ints
    points: Floats


@dataclass(frozen=True, eq=False)
class Relabel:
    ids: Ints
    labels: Labels


@dataclass(frozen=True, eq=False)
class HoldOut:
    """Set the held-out flag of the points with these ids: `held_out` (k,) bool."""

    ids: Ints
    held_out: Bools


@dataclass(frozen=True, eq=False)
class Replace:
    """Replace the whole dataset by another. conventions: as of `Insert`."""

    dataset: Dataset
    conventions: Conventions | None = None


@dataclass(frozen=True, eq=False)
class Setting:
    """Set one field of a session: kernel, learner, order, seed, view or ghosts."""

    field: str
    value: Any


Edit = Insert | Remove | Move | Relabel | HoldOut | Replace


def add(dataset: Dataset, points: Floats, labels: Labels, held_out: Bools | None = None) -> Insert:
    """The edit that appends new points; without `held_out` all of them are trained on."""
    n, k = len(dataset), len(points)
    fresh = Dataset.of(points, labels, held_out, ids=np.arange(dataset.next_id, dataset.next_id + k))
    return Insert(np.arange(n, n + k), fresh.points, fresh.labels, fresh.held_out, fresh.ids)


@singledispatch
def _apply(edit: Edit, dataset: Dataset) -> tuple[Dataset, Edit]:
    raise TypeError(f"not an edit: {edit!r}")


def apply(dataset: Dataset, edit: Edit) -> tuple[Dataset, Edit]:
    """The dataset after the edit, and the edit that undoes it. Raises KeyError for an unknown id."""
    return _apply(edit, dataset)


@_apply.register(Insert)
def _(edit: Insert, dataset: Dataset) -> tuple[Dataset, Edit]:
    before = edit.at - np.arange(len(edit.at))
    after = replace(
        dataset,
        points=frozen(np.insert(dataset.points, before, edit.points, axis=0), np.float64),
        labels=frozen(np.insert(dataset.labels, before, edit.labels), np.int8),
        held_out=frozen(np.insert(dataset.held_out, before, edit.held_out), bool),
        ids=frozen(np.insert(dataset.ids, before, edit.ids), np.int64),
    )
    return after, Remove(edit.ids)


@_apply.register(Remove)
def _(edit: Remove, dataset: Dataset) -> tuple[Dataset, Edit]:
    at = np.sort(dataset.index_of(edit.ids))
    keep = np.ones(len(dataset), bool)
    keep[at] = False
    after = replace(
        dataset,
        points=frozen(dataset.points[keep], np.float64),
        labels=frozen(dataset.labels[keep], np.int8),
        held_out=frozen(dataset.held_out[keep], bool),
        ids=frozen(dataset.ids[keep], np.int64),
    )
    gone = Insert(at, dataset.points[at], dataset.labels[at], dataset.held_out[at], dataset.ids[at])
    return after, gone


@_apply.register(Move | Relabel | HoldOut)
def _(edit: Move | Relabel | HoldOut, dataset: Dataset) -> tuple[Dataset, Edit]:
    at, name = dataset.index_of(edit.ids), fields(edit)[1].name
    inverse = type(edit)(edit.ids, getattr(dataset, name)[at])
    return dataset.with_rows(at, **{name: getattr(edit, name)}), inverse


@_apply.register(Replace)
def _(edit: Replace, dataset: Dataset) -> tuple[Dataset, Edit]:
    return edit.dataset, Replace(dataset)


def change(session: Session, edit: Edit | Setting) -> tuple[Session, Edit | Setting]:
    """The session after an edit of its dataset or of one of its fields, and the edit that undoes it."""
    if isinstance(edit, Setting):
        return replace(session, **{edit.field: edit.value}), Setting(edit.field, getattr(session, edit.field))
    dataset, inverse = apply(session.dataset, edit)
    given = edit.conventions if isinstance(edit, Insert | Replace) else None
    now = session.conventions.following(session.dataset, dataset) if given is None else given
    if now is not session.conventions and isinstance(inverse, Insert | Replace):
        inverse = replace(inverse, conventions=session.conventions)
    return replace(session, dataset=dataset, conventions=now), inverse


E = TypeVar("E", Move, Relabel, HoldOut)


def merged(earlier: Edit | Setting, later: Edit | Setting) -> Edit | Setting | None:
    """One edit equivalent to `earlier` followed by `later`; None when the two cannot be merged."""
    return _merged(later, earlier) if type(earlier) is type(later) else None


@singledispatch
def _merged(later: Edit | Setting, earlier: Edit | Setting) -> Edit | Setting | None:
    raise TypeError(f"not an edit: {later!r}")


@_merged.register
def _(later: Setting, earlier: Setting) -> Setting | None:
    return later if later.field == earlier.field else None


@_merged.register
def _(later: Replace, earlier: Replace) -> Replace:
    return replace(later, conventions=_first_of(later, earlier))


@_merged.register
def _(later: Remove, earlier: Remove) -> Remove:
    return Remove(np.concatenate([earlier.ids, later.ids]))


@_merged.register
def _(later: Insert, earlier: Insert) -> Insert:
    """The later points shift the indices of the earlier ones."""
    before = later.at - np.arange(len(later.at))
    pushed = earlier.at + np.searchsorted(before, earlier.at, side="right")
    at = np.concatenate([pushed, later.at])
    order = np.argsort(at)
    rows: list[Any] = [
        np.concatenate([getattr(earlier, each.name), getattr(later, each.name)])[order] for each in fields(later)[1:5]
    ]
    return replace(Insert(at[order], *rows), conventions=_first_of(later, earlier))


def _first_of(*edits: Insert | Replace) -> Conventions | None:
    return next((each.conventions for each in edits if each.conventions is not None), None)


@_merged.register(Move | Relabel | HoldOut)
def _(later: E, earlier: E) -> E:
    """The points of both edits, each with the value it was given last."""
    if np.array_equal(later.ids, earlier.ids):
        return later
    left = ~np.isin(earlier.ids, later.ids)
    name = fields(later)[1].name
    values = np.concatenate([getattr(earlier, name)[left], getattr(later, name)])
    return type(later)(np.concatenate([earlier.ids[left], later.ids]), values)
