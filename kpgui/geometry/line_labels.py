"""Places for the names of lines: at a line's end in view where there is room, else along it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from kpgui.model.arrays import Floats

BESIDE = 6.0
"""Pixels between a line and its name."""

FROM_EDGE = 4.0
"""Least pixels between a name and the edge of the canvas."""

PLACES = 24
"""Places along a line that are tried where its ends are taken."""


class LabelBox(NamedTuple):
    """A rectangle in pixels."""

    left: float
    top: float
    width: float
    height: float

    def overlaps(self, other: "LabelBox") -> bool:
        return (
            self.left < other.left + other.width
            and other.left < self.left + self.width
            and self.top < other.top + other.height
            and other.top < self.top + self.height
        )


def placed(
    lines: Sequence[Floats],
    sizes: Sequence[tuple[float, float]],
    canvas: tuple[float, float],
    taken: Sequence[LabelBox] = (),
) -> list[LabelBox | None]:
    """A box beside each line, none overlapping another or those taken; None for a line out of view or without room.

    lines: (k, 2) in pixels with NaN rows between polylines. sizes: width and height of each box.
    """
    boxes: list[LabelBox | None] = []
    occupied = list(taken)
    for line, size in zip(lines, sizes, strict=True):
        boxes.append(_free(line, size, canvas, occupied))
        occupied += [box for box in boxes[-1:] if box is not None]
    return boxes


def _free(
    line: Floats, size: tuple[float, float], canvas: tuple[float, float], occupied: list[LabelBox]
) -> LabelBox | None:
    room = canvas[0] - size[0] - 2 * FROM_EDGE, canvas[1] - size[1] - 2 * FROM_EDGE
    if min(room) < 0:
        return None
    for x, y in _anchors(line, canvas):
        for across, down in ((0, -1), (0, 1), (-1, -1), (-1, 1)):
            left = x + BESIDE if across == 0 else x - BESIDE - size[0]
            top = y + BESIDE if down > 0 else y - BESIDE - size[1]
            box = LabelBox(
                min(max(left, FROM_EDGE), FROM_EDGE + room[0]), min(max(top, FROM_EDGE), FROM_EDGE + room[1]), *size
            )
            if not any(box.overlaps(other) for other in occupied):
                return box
    return None


def _anchors(line: Floats, canvas: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Places on the line to try, the best first: the ends of its longest piece in view, then places along it."""
    inside = ((line >= 0) & (line <= canvas)).all(axis=1)  # False in NaN rows
    edges = np.flatnonzero(np.diff(np.concatenate([[False], inside, [False]]).astype(np.int8)))
    starts, ends = edges[::2], edges[1::2] - 1
    if not len(starts):
        return
    longest = int(np.argmax(ends - starts))
    seen = np.flatnonzero(inside)
    along = seen[np.linspace(0, len(seen) - 1, min(PLACES, len(seen))).astype(np.int64)]
    for row in (ends[longest], starts[longest], *along.tolist()):
        x, y = line[row].tolist()
        yield x, y
