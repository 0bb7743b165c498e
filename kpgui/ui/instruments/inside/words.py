"""What a learner keeps, in words and bars: its mechanism, the ledger, feature space."""

from itertools import product
from typing import NamedTuple

import numpy as np

from kpgui.geometry.links import Arrow, Line, arrows
from kpgui.language import _, later, ngettext, sentence, titled
from kpgui.model.arrays import Bools, Floats, Ints
from kpgui.model.param import grouped, shown
from kpgui.ui.instruments.inside.hypotheses_reading import Maps, SmallMap
from kpgui.ui.instruments.inside.reading import FeatureSpace, LedgerEntry, LedgerValue, MechanismValue
from kpgui.words.counters import plural

EMPTY = later("What the learner keeps, and what it forgot, is shown here once it has made a step.")

UNKNOWN = "–"
"""In place of a number that is known at the last step only."""

DIGITS = 4


def lines(value: MechanismValue, most: int) -> list[Line]:
    """The first `most` bars."""
    bars = value.mechanism.bars
    found = []
    for row in range(min(most, len(bars.rows))):
        number, positive = float(bars.values[row]), bool(value.labels[row] > 0)
        point = int(value.ids[row]) if bars.rows[row] >= 0 else None
        length = min(1.0, abs(number) / bars.full)
        found.append(
            Line(
                point,
                _name(value, row),
                shown(number, DIGITS),
                length,
                positive,
                number > 0 if point is None else positive,
                bars.limit / bars.full if bars.limit <= bars.full else None,
            )
        )
    return found


def numbers(value: MechanismValue) -> str:
    """The learner's numbers, one in a line."""
    told = [
        titled(name, UNKNOWN if number is None else shown(number, DIGITS)) for name, number in value.mechanism.numbers
    ]
    if any(number is None for __, number in value.mechanism.numbers):
        told.append(_("{unknown} is known at the last step only").format(unknown=UNKNOWN))
    return "\n".join(told)


def title(value: MechanismValue, rows: int) -> str:
    """What the bars are, and how many of all are shown."""
    count = value.mechanism.bars.count
    some = _(" ({rows} of {count})").format(rows=grouped(rows), count=grouped(count)) if rows < count else ""
    return sentence(f"{value.mechanism.bars.title}{some}")


LOOK = later("Click a bar for that prototype's boundary; Esc takes it away.")


def entry_text(value: MechanismValue, point: int | None, row: int = -1) -> str:
    """All that is listed of a point, or of a row that stands for a prototype; what can be done where there is none."""
    bars = value.mechanism.bars
    if 0 <= row < len(bars.prototypes):
        return _prototype_text(value, row)
    if point is None and len(bars.prototypes):
        return _(LOOK)
    found = np.flatnonzero((value.ids == point) & (bars.rows >= 0)).tolist()
    if not found:
        return _("This point no longer carries f.") if point is not None and (value.gone == point).any() else ""
    told = []
    for row in found[:3]:
        since = int(bars.since[row]) if len(bars.since) else 0
        name = f"{_name(value, row)} · " if bars.names else ""
        told.append(
            f"{name}{bars.symbol} = {shown(float(bars.values[row]), DIGITS)}"
            + (_(", since step {since}").format(since=grouped(since)) if since else "")
        )
    more = _("; {count} more").format(count=grouped(len(found) - 3)) if len(found) > 3 else ""
    return _("Point {point}: {told}{more}.").format(
        point=grouped(int(bars.rows[found[0]]) + 1), told=_("; ").join(told), more=more
    )


def _prototype_text(value: MechanismValue, row: int) -> str:
    bars = value.mechanism.bars
    last = int(bars.until[row])
    number, point = (grouped(int(each[row]) + 1) for each in (bars.prototypes, bars.rows))
    first = grouped(int(bars.since[row]))
    lived = (
        _("steps {first} to {last}").format(first=first, last=grouped(last))
        if last
        else _("since step {first}").format(first=first)
    )
    return _("Prototype {number}: {votes}, {lived}, made by the mistake on point {point}.").format(
        number=number, votes=plural(int(bars.values[row]), "{n} vote", "{n} votes"), lived=lived, point=point
    )


def _name(value: MechanismValue, row: int) -> str:
    names = value.mechanism.bars.names
    return names[row] if names else grouped(int(value.mechanism.bars.rows[row]) + 1)


MAPS_TITLE = later("One run, three answers:")

TOO_LONG = later("takes too long")
"""In place of a map, most likely of a vote of too many hypotheses."""


def wrong(drawn: SmallMap) -> str:
    """How many points it gets wrong, for one line below the map."""
    return _("{errors} wrong").format(errors=UNKNOWN if drawn.errors is None else grouped(drawn.errors))


def summary(maps: Maps | None) -> str:
    """What the maps show, in a sentence; "" for none."""
    if maps is None:
        return ""
    told = ", ".join(f"{_(each.name)} {wrong(each)}" for each in maps.maps)
    more = ""
    if any(each.signs is None or each.errors is None for each in maps.maps):
        more = _(" A vote of {count} hypotheses takes too long to be drawn or counted here.").format(
            count=grouped(maps.count)
        )
    return _("After {steps}, of {points}: {told}.{more}").format(
        steps=plural(maps.step, "{n} step", "{n} steps"),
        points=plural(maps.trained, "{n} point", "{n} points"),
        told=told,
        more=more,
    )


NO_LEDGER = later("No point carries f yet: every β is 0. Run, or make a step.")

LEDGER_DIGITS = 4


def ledger_lines(value: LedgerValue, most: int) -> list[Line]:
    """The first `most` bars."""
    top = abs(float(value.beta[0])) if len(value.beta) else 1.0
    tick = value.limit / top if value.limit <= top else None
    rows = (each[:most].tolist() for each in (value.ids, value.numbers, value.labels, value.beta))
    return [
        Line(point, grouped(number), shown(beta, LEDGER_DIGITS), abs(beta) / top, label > 0, label > 0, tick)
        for point, number, label, beta in zip(*rows, strict=True)
    ]


def ledger_summary(value: LedgerValue, rows: int) -> str:
    """How many points carry f, and what share of Σ|β| those have that are shown, in two short ledger_lines."""
    if not value.count:
        return _(NO_LEDGER)
    text = ngettext("{count} of {points} carries f.", "{count} of {points} carry f.", value.count)
    told = text.format(count=grouped(value.count), points=plural(value.points, "{n} point", "{n} points"))
    if not 0 < rows < value.count:
        return told
    return (
        told
        + "\n"
        + _("{rows} shown, with {share} % of Σ|β|.").format(
            rows=grouped(rows), share=shown(100 * float(value.shares[rows - 1]), 2)
        )
    )


def ledger_entry_text(entry: LedgerEntry | None, count: int) -> str:
    """Where a point stands: "" for none.

    >>> ledger_entry_text(LedgerEntry(12, 3, -3.0, 2), 5), ledger_entry_text(LedgerEntry(7, 0, 0.0, 0), 5)
    ('Point 12: α = 3, β = −3, rank 2 of 5.', 'Point 7: α = 0, β = 0, no support vector.')
    """
    if entry is None:
        return ""
    start = _("Point {number}: α = {alpha}, β = {beta}").format(
        number=grouped(entry.number), alpha=shown(entry.alpha, LEDGER_DIGITS), beta=shown(entry.beta, LEDGER_DIGITS)
    )
    return (
        _("{start}, rank {rank} of {count}.").format(start=start, rank=grouped(entry.rank), count=grouped(count))
        if entry.rank
        else _("{start}, no support vector.").format(start=start)
    )


FIRST = -60.0, 22.0
"""Azimuth and elevation, in degrees, from which space is seen at first."""

ROOM = 0.06
"""Empty part of the picture beyond the points, on each side."""

ARROW = 0.4
"""Length of the longest arrow as a share of half the picture's diagonal in space."""

EDGE = 16.0
"""Pixels that are left free for names along the edge."""


class SpaceScene(NamedTuple):
    """What is painted, in pixels.

    places (k, 2): of the points. order (k,): from the back to the front. before (k,): which are in front of the plane.
    plane (m, 2): a polygon in space, a line otherwise; empty out of sight. edges (e, 2, 2): of the box around the
    points. names: of the axes, each with its pixel and the direction in which it is written from there.
    """

    places: Floats
    order: Ints
    before: Bools
    plane: Floats
    edges: Floats
    names: tuple[tuple[str, Floats, Floats], ...]
    arrows: list[Arrow]


def scene(space: FeatureSpace, turn: tuple[float, float], width: float, height: float) -> SpaceScene:
    """The picture at this size. turn: azimuth and elevation of the viewer in degrees, in space."""
    return _flat(space, width, height) if len(space.axes) == 2 else _in_space(space, turn, width, height)


def caption(space: FeatureSpace | None) -> str:
    """What the picture shows, and on which axes."""
    if space is None:
        return _("Feature space is shown once w is not 0.")
    some = (
        ""
        if len(space.ids) == space.count
        else _(" {ids} of {count} points.").format(ids=grouped(len(space.ids)), count=grouped(space.count))
    )
    if space.projected:
        return _("Feature space: → {across}; ↑ {up}.{some}").format(
            across=_(space.axes[0]), up=_(space.axes[1]), some=some
        )
    return _("Feature space, the plane w·φ(x) + b = 0 and w. Drag to turn it.{some}").format(some=some)


def _flat(space: FeatureSpace, width: float, height: float) -> SpaceScene:
    """Distances to the right, the plane as an upright line; each axis has its own scale."""
    low, high = _bounds(np.vstack([space.places, np.zeros((1, 2))]))
    size = np.array([width - 2 * EDGE, height - 2 * EDGE])
    scale = size / (high - low) * (1, -1)
    origin = np.array([EDGE, height - EDGE]) - low * scale

    def pixels(places: Floats) -> Floats:
        return origin + places * scale

    line = pixels(np.array([[0.0, low[1]], [0.0, high[1]]]))
    middle = line.mean(axis=0)
    arrow = Arrow(middle, middle + np.array([ARROW * size[0] / 2, 0]), "w", "w")
    down = np.array([0.0, 1.0])
    numbers = [(shown(value, 2), pixels(np.array([value, low[1]])), down) for value in (low[0], 0.0, high[0])]
    count = len(space.places)
    nothing = np.zeros((0, 2, 2))
    return SpaceScene(
        pixels(space.places), np.arange(count), np.ones(count, bool), line, nothing, tuple(numbers), [arrow]
    )


def _in_space(space: FeatureSpace, turn: tuple[float, float], width: float, height: float) -> SpaceScene:
    low, high = _bounds(space.places)
    centre, radius = (low + high) / 2, float(np.linalg.norm(high - low)) / 2
    frame = _frame(turn)
    corners = np.array(list(product(*zip(low, high, strict=True))))
    middle = np.array([width / 2, height / 2])
    scale = float(((middle - EDGE) / np.abs((corners - centre) @ frame[:2].T).max(axis=0)).min())

    def pixels(places: Floats) -> Floats:
        seen: Floats = middle + (places - centre) @ frame[:2].T * (scale, -scale)
        return seen

    pairs = [(a, b) for a in range(8) for b in range(a + 1, 8) if (corners[a] != corners[b]).sum() == 1]
    edges = np.array([(corners[a], corners[b]) for a, b in pairs])
    polygon = _cut(edges, space.normal, space.offset)
    foot = centre - (float(space.normal @ centre) + space.offset) * space.normal
    drawn = arrows(space.size * space.normal, space.added, ("w", "", "+ η·y·φ(x)")) if len(polygon) else []
    before = (space.places @ space.normal + space.offset) * float(space.normal @ frame[2]) >= 0

    def placed(end: Floats) -> Floats:
        return pixels((foot + ARROW * radius * end)[None])[0]

    lines = pixels(edges.reshape(-1, 3)).reshape(-1, 2, 2)
    return SpaceScene(
        pixels(space.places),
        np.argsort(space.places @ frame[2], kind="stable"),
        before,
        pixels(polygon) if len(polygon) else np.zeros((0, 2)),
        lines,
        tuple(
            _labelled(name, lines[edges[:, 0, axis] != edges[:, 1, axis]], axis) for axis, name in enumerate(space.axes)
        ),
        [each._replace(start=placed(each.start), end=placed(each.end)) for each in drawn],
    )


def _labelled(name: str, lines: Floats, axis: int) -> tuple[str, Floats, Floats]:
    """The name of an axis, beside the outermost of the box's edges along it, (4, 2, 2), at the left or below."""
    middles = lines.mean(axis=1)
    outermost = middles[np.argmin(middles[:, 0]) if axis == 2 else np.argmax(middles[:, 1])]
    return name, outermost, np.array([-1.0, 0.0]) if axis == 2 else np.array([0.0, 1.0])


def _bounds(places: Floats) -> tuple[Floats, Floats]:
    """The least and the largest coordinates with some room, (D,) each."""
    if not len(places):
        return -np.ones(places.shape[1]), np.ones(places.shape[1])
    low, high = places.min(axis=0), places.max(axis=0)
    room = np.maximum(ROOM * (high - low), 1e-9 * np.maximum(np.abs(low), np.abs(high)))
    room[room == 0] = 1.0
    return low - room, high + room


def _frame(turn: tuple[float, float]) -> Floats:
    """Unit vectors to the right, upwards and towards the viewer, as rows (3, 3)."""
    azimuth, elevation = np.radians(turn)
    (sine, cosine), (rise, run) = ((np.sin(angle), np.cos(angle)) for angle in (azimuth, elevation))
    return np.array([[-sine, cosine, 0], [-rise * cosine, -rise * sine, run], [run * cosine, run * sine, rise]])


def _cut(edges: Floats, normal: Floats, offset: float) -> Floats:
    """The polygon (m, 3) in which a plane cuts a box with these edges (12, 2, 3); empty where it does not."""
    ends = edges @ normal + offset
    crossing = (ends[:, 0] > 0) != (ends[:, 1] > 0)  # which counts a corner in the plane as one behind it
    share = ends[crossing, 0] / (ends[crossing, 0] - ends[crossing, 1])
    found: Floats = edges[crossing, 0] + share[:, None] * (edges[crossing, 1] - edges[crossing, 0])
    if len(found) < 3:
        return found[:0]
    out = found - found.mean(axis=0)
    across = out[np.argmax(np.linalg.norm(out, axis=1))]
    angles = np.arctan2(out @ np.cross(normal, across), out @ across)
    return found[np.argsort(angles)]
