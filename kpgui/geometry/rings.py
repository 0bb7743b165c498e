"""Rings around support vectors, points where many are on the screen, and styles of further boundaries."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from kpgui.geometry.palette import Palette
from kpgui.kernels import Kernel
from kpgui.language import _
from kpgui.model.arrays import Floats
from kpgui.model.expansion import Expansion
from kpgui.model.param import shown

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


AREA = 250_000.0
"""The area in square pixels that the levels are for: half the canvas of a window of usual size."""

SMALLEST = AREA / 4
"""A smaller canvas counts as one of this area."""


class Crowding(NamedTuple):
    """The look of points up to a number of them on `AREA`.

    most: that number. size: diameter of a point in logical pixels, odd to be sharp. points, rings: their opacity; rings
    also get thinner and closer to their points with it. over: whether the boundary lies on the points, with a casing.
    """

    most: float
    size: float
    points: float
    rings: float
    over: bool


CROWDING_LEVELS = (
    Crowding(100, 13.0, 1.0, 1.0, False),
    Crowding(300, 11.0, 1.0, 1.0, False),
    Crowding(1000, 9.0, 1.0, 0.75, True),
    Crowding(3000, 7.0, 0.85, 0.55, True),
    Crowding(10_000, 5.0, 0.75, 0.4, True),
    Crowding(float("inf"), 3.0, 0.65, 0.3, True),
)

NO_CROWD = CROWDING_LEVELS[0]


def crowding(visible: int, area: float = AREA) -> Crowding:
    """The level for so many visible points on so many square pixels.

    >>> crowding(50).size, crowding(5000).size, crowding(5000, 4 * AREA).size
    (13.0, 5.0, 7.0)
    """
    crowd = visible * AREA / max(area, SMALLEST)
    return next(level for level in CROWDING_LEVELS if crowd <= level.most)


DASHES = ((9.0, 5.0), (2.5, 4.5), (12.0, 4.0, 2.5, 4.0), (18.0, 5.0))
"""Lengths of strokes and gaps in turn, in logical pixels."""

STYLES = 2 * len(DASHES)
"""As many boundaries differ from each other by dash and colour together."""


@dataclass(frozen=True, eq=False)
class NamedBoundary:
    """The curve f = 0 of an expansion, which need not be that of the run.

    kernel: the one that the learner uses, see `effective_kernel`. points: (n, 2), those of the expansion. style: a
    number that chooses dash and colour; its curve is computed once for each view as long as the expansion is the same
    object.
    """

    name: str
    kernel: Kernel
    points: Floats
    expansion: Expansion
    style: int


class LineStyle(NamedTuple):
    """colour: "#rrggbb". dash: strokes and gaps in turn, in logical pixels."""

    colour: str
    dash: tuple[float, ...]


def line_style(palette: Palette, style: int) -> LineStyle:
    """The style of this number in a theme. The first four differ in dash as well as in colour."""
    count = len(palette.lines)
    return LineStyle(palette.lines[style % count], DASHES[(style + style // count) % len(DASHES)])
