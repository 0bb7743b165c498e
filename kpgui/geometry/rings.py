"""Rings around support vectors, on the canvas and in figures: larger and bolder for larger α."""

from typing import Any, NamedTuple

import numpy as np

from kpgui.language import _
from kpgui.model.expansion import Expansion
from kpgui.model.number import shown

LEVELS = 8
"""Number of ring sizes. Each stands for twice the α of the previous one: 1, 2 to 3, 4 to 7, …, 128 and more."""

POINT = 13.0
"""Diameter in pixels of a point of usual size."""


class Ring(NamedTuple):
    """Outer diameter and thickness of a ring, in pixels."""

    diameter: float
    width: float


def ring(level: int, size: float = POINT, strength: float = 1.0) -> Ring:
    """The ring of a level around a point of this diameter.

    It touches the point at the first level, and is about twice as large at the last. In a crowd, where `strength` is
    below 1, rings are thinner and closer to their points.
    """
    return Ring(size + 2 + 2 * strength + level * size / 8, (1.2 + 0.15 * level) * (1 + strength) / 2)


def level(alpha: Any) -> Any:
    """The level for each α: 0 for 1 and below, one more for each doubling, up to the last.

    >>> level(np.array([0.5, 1, 2, 3, 4, 1000])).tolist()
    [0, 0, 1, 1, 2, 7]
    """
    return np.clip(np.frexp(alpha)[1] - 1, 0, LEVELS - 1).astype(np.int64)


def size_named(f: Expansion, alpha: Any) -> str:
    """What the size of rings shows: "α" (n,), or "mistakes", where the table shows |β| because α only counts."""
    return "α" if f.follows(alpha) else _("mistakes")


def sizes_text(*runs: tuple[Expansion, Any]) -> str:
    """What the legend of a picture says of its rings: "support vector, α = 1 to 3"; "" if there is none.

    runs: f and α (n,) of each run in the picture.
    """
    ringed = [(f, alpha, alpha[f.support]) for f, alpha in runs if len(f.support)]
    if not ringed:
        return ""
    names = {size_named(f, alpha) for f, alpha, __ in ringed}
    low, high = min(found.min() for *__, found in ringed), max(found.max() for *__, found in ringed)
    return span_text(names.pop() if len(names) == 1 else "mistakes", float(low), float(high))


def span_text(name: str, low: float, high: float) -> str:
    """The same for sizes from `low` to `high`; name: what the size shows, see `size_named`."""
    span = shown(low) if shown(low) == shown(high) else _("{low} to {high}").format(low=shown(low), high=shown(high))
    if name == "α":
        return _("support vector, α = {span}").format(span=span)
    text = _("support vector, {span} mistake") if span == "1" else _("support vector, {span} mistakes")
    return text.format(span=span)
