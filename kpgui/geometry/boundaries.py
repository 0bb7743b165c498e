"""Boundaries that are drawn beside that of the run: each with a name, a dash and a colour."""

from dataclasses import dataclass
from typing import NamedTuple

from kpgui.geometry.palette import Palette
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats
from kpgui.model.expansion import Expansion

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
