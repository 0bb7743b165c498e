"""The ledger in words: a line for each support vector, what they amount to, and where one point stands."""

from kpgui.geometry.bars import Line
from kpgui.language import _, later, ngettext
from kpgui.model.number import grouped, shown
from kpgui.ui.instruments.inside.ledger_reading import LedgerEntry, LedgerValue
from kpgui.words.counters import plural

EMPTY = later("No point carries f yet: every β is 0. Run, or make a step.")

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
        return _(EMPTY)
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


def entry_text(entry: LedgerEntry | None, count: int) -> str:
    """Where a point stands: "" for none.

    >>> entry_text(LedgerEntry(12, 3, -3.0, 2), 5), entry_text(LedgerEntry(7, 0, 0.0, 0), 5)
    ('Point 12: α = 3, β = −3, rank 2 of 5.', 'Point 7: α = 0, β = 0, no support vector.')
    """
    if entry is None:
        return ""
    start = _("Point {number}: α = {alpha}, β = {beta}").format(
        number=grouped(entry.number), alpha=shown(entry.alpha, DIGITS), beta=shown(entry.beta, DIGITS)
    )
    return (
        _("{start}, rank {rank} of {count}.").format(start=start, rank=grouped(entry.rank), count=grouped(count))
        if entry.rank
        else _("{start}, no support vector.").format(start=start)
    )
