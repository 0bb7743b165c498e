"""A learner's mechanism in words and bars."""

import numpy as np

from kpgui.model.number import grouped, shown
from kpgui.present.bars import Line
from kpgui.present.counters import plural
from kpgui.readings.mechanism import MechanismValue

EMPTY = "What the learner keeps, and what it forgot, is shown here once it has made a step."

UNKNOWN = "–"
"""In place of a number that is known at the last step only."""

DIGITS = 4


def lines(value: MechanismValue, most: int) -> list[Line]:
    """The first `most` bars."""
    bars = value.told.bars
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
    told = [f"{name}: {UNKNOWN if number is None else shown(number, DIGITS)}" for name, number in value.told.numbers]
    if any(number is None for _, number in value.told.numbers):
        told.append(f"{UNKNOWN} is known at the last step only")
    return "\n".join(told)


def title(value: MechanismValue, rows: int) -> str:
    """What the bars are, and how many of all are shown."""
    count = value.told.bars.count
    some = f" ({grouped(rows)} of {grouped(count)})" if rows < count else ""
    return f"{value.told.bars.title}{some}."


LOOK = "Click a bar for that prototype's boundary; Esc takes it away."


def entry_text(value: MechanismValue, point: int | None, row: int = -1) -> str:
    """All that is listed of a point, or of a row that stands for a prototype; what can be done where there is none."""
    bars = value.told.bars
    if 0 <= row < len(bars.prototypes):
        return _prototype_text(value, row)
    if point is None and len(bars.prototypes):
        return LOOK
    found = np.flatnonzero((value.ids == point) & (bars.rows >= 0)).tolist()
    if not found:
        return "This point no longer carries f." if point is not None and (value.gone == point).any() else ""
    told = []
    for row in found[:3]:
        since = int(bars.since[row]) if len(bars.since) else 0
        name = f"{_name(value, row)} · " if bars.names else ""
        told.append(
            f"{name}{bars.symbol} = {shown(float(bars.values[row]), DIGITS)}"
            + (f", since step {grouped(since)}" if since else "")
        )
    more = f"; {grouped(len(found) - 3)} more" if len(found) > 3 else ""
    return f"Point {grouped(int(bars.rows[found[0]]) + 1)}: {'; '.join(told)}{more}."


def _prototype_text(value: MechanismValue, row: int) -> str:
    bars = value.told.bars
    last = int(bars.until[row])
    number, point = (grouped(int(each[row]) + 1) for each in (bars.prototypes, bars.rows))
    first = grouped(int(bars.since[row]))
    lived = f"steps {first} to {grouped(last)}" if last else f"since step {first}"
    return (
        f"Prototype {number}: {plural(int(bars.values[row]), 'vote')}, {lived}, made by the mistake on point {point}."
    )


def _name(value: MechanismValue, row: int) -> str:
    names = value.told.bars.names
    return names[row] if names else grouped(int(value.told.bars.rows[row]) + 1)
