"""The ledger in words: a line for each support vector, what they amount to, and where one point stands."""

from kpgui.model.number import grouped, shown
from kpgui.present.bars import Line
from kpgui.present.counters import plural
from kpgui.readings.ledger import LedgerEntry, LedgerValue

EMPTY = "No point carries f yet: every β is 0. Run, or make a step."

DIGITS = 4


def lines(value: LedgerValue, most: int) -> list[Line]:
    """The first `most` bars."""
    top = abs(float(value.beta[0])) if len(value.beta) else 1.0
    tick = value.limit / top if value.limit <= top else None
    rows = (each[:most].tolist() for each in (value.ids, value.numbers, value.labels, value.beta))
    return [
        Line(point, grouped(number), shown(beta, DIGITS), abs(beta) / top, label > 0, label > 0, tick)
        for point, number, label, beta in zip(*rows, strict=True)
    ]


def summary(value: LedgerValue, rows: int) -> str:
    """How many points carry f, and what share of Σ|β| those have that are shown, in two short lines."""
    if not value.count:
        return EMPTY
    carry = "carries" if value.count == 1 else "carry"
    told = f"{grouped(value.count)} of {plural(value.points, 'point')} {carry} f."
    if not 0 < rows < value.count:
        return told
    return f"{told}\n{grouped(rows)} shown, with {shown(100 * float(value.shares[rows - 1]), 2)} % of Σ|β|."


def entry_text(entry: LedgerEntry | None, count: int) -> str:
    """Where a point stands: "" for none.

    >>> entry_text(LedgerEntry(12, 3, -3.0, 2), 5), entry_text(LedgerEntry(7, 0, 0.0, 0), 5)
    ('Point 12: α = 3, β = −3, rank 2 of 5.', 'Point 7: α = 0, β = 0, no support vector.')
    """
    if entry is None:
        return ""
    start = f"Point {grouped(entry.number)}: α = {shown(entry.alpha, DIGITS)}, β = {shown(entry.beta, DIGITS)}"
    return f"{start}, rank {grouped(entry.rank)} of {grouped(count)}." if entry.rank else f"{start}, no support vector."
