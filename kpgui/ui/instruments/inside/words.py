"""What a learner keeps, in words and bars: its mechanism, the ledger."""

import numpy as np

from kpgui.geometry.links import Line
from kpgui.language import _, later, ngettext, sentence, titled
from kpgui.model.param import grouped, shown
from kpgui.ui.instruments.inside.hypotheses_reading import Maps, SmallMap
from kpgui.ui.instruments.inside.reading import LedgerEntry, LedgerValue, MechanismValue
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
