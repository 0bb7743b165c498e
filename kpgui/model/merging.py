"""Merging of consecutive edits into one, so that a long stroke does not pile up hundreds of them."""

from dataclasses import fields
from functools import singledispatch
from typing import TypeVar

import numpy as np

from kpgui.model.edits import Edit, HoldOut, Insert, Move, Relabel, Remove, Replace, Setting

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
    return later


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
    rows = [
        np.concatenate([getattr(earlier, each.name), getattr(later, each.name)])[order] for each in fields(later)[1:]
    ]
    return Insert(at[order], *rows)


@_merged.register(Move | Relabel | HoldOut)
def _(later: E, earlier: E) -> E:
    """The points of both edits, each with the value it was given last."""
    if np.array_equal(later.ids, earlier.ids):
        return later
    left = ~np.isin(earlier.ids, later.ids)
    name = fields(later)[1].name
    values = np.concatenate([getattr(earlier, name)[left], getattr(later, name)])
    return type(later)(np.concatenate([earlier.ids[left], later.ids]), values)
