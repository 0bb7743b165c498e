"""The probe in words and bars: f at a place, and what adds up to it."""

from decimal import Decimal

import numpy as np

from kpgui.geometry.bars import Line
from kpgui.geometry.links import Links
from kpgui.language import _, later, titled
from kpgui.model.arrays import EPSILON
from kpgui.model.number import grouped, shown
from kpgui.ui.instruments.why.probe_reading import ProbeValue
from kpgui.ui.instruments.why.sums import SumTerm, shown_sum
from kpgui.words.counters import plural

EMPTY = later("Point at the canvas, to see what adds up to f there.")

SUM, VOTE = "Σ βᵢ K(xᵢ, x) + b", "Σ cₖ sign vₖ(x) / Σ cₖ"

DIGITS = 4

MOST_LINKS = 12
"""Most links on the canvas: more cannot be told apart."""


def lines(value: ProbeValue, most: int) -> list[Line]:
    """A bar for each of the first `most` parts of f, as long as the part is large."""
    listed = value.listed
    sizes = np.abs(listed.parts[:most])
    top = float(sizes.max(initial=0)) or 1.0
    names = listed.rows + 1 if listed.prototypes is None else listed.prototypes
    rows = (each[:most].tolist() for each in (value.ids, names, value.labels, listed.parts, sizes / top))
    return [
        Line(point, grouped(name), shown(part, DIGITS), length, label > 0, part > 0)
        for point, name, label, part, length in zip(*rows, strict=True)
    ]


def headline(value: ProbeValue | None) -> str:
    """f at the place, and the class that it stands for.

    >>> headline(None) == EMPTY
    True
    """
    if value is None:
        return _(EMPTY)
    where = "(" + ", ".join(shown(x, 3) for x in value.place.tolist()) + ")"
    if value.examined:
        where = _("point {examined}, examined last").format(examined=grouped(value.examined))
    side = (_("class +1") if value.f > 0 else _("class −1")) if value.f else _("on the boundary")
    return _("{symbol} = {f} at {where}: {side}.").format(
        symbol=value.symbol, f=shown(value.f, DIGITS), where=where, side=side
    )


def formula(value: ProbeValue | None) -> str:
    """What f is a sum of."""
    if value is None:
        return f"f(x) = {SUM}"
    return f"{value.symbol}(x) = {SUM if value.listed.prototypes is None else VOTE}"


def total(value: ProbeValue | None, rows: int) -> str:
    """How the parts add up, when `rows` of them are shown; "" where there are none.

    What is shown here adds up as it is shown; ≈ says that the rows, each rounded by itself, do not, or that f counts as
    0 because the sign of the sum is not known.
    """
    if value is None:
        return ""
    votes = value.listed.prototypes is not None
    if not value.count:
        return _("No prototype votes yet.") if votes else _("No point carries f yet: every β is 0.")
    parts = value.listed.parts
    terms = [SumTerm(_("{rows} shown: {total}"), float(parts[:rows].sum()))]
    if value.count > rows:
        count = plural(value.count - min(rows, len(parts)), "{n} other", "{n} others")
        terms.append(SumTerm(count, float(parts[rows:].sum()) + value.rest))
    if not value.f:
        residue = value.count * EPSILON * abs(float(parts[0]))
        terms = [term._replace(value=term.value * (abs(term.value) > residue)) for term in terms]
    if value.bias and not votes:
        terms.append(SumTerm("b", value.bias))
    found = shown_sum(terms, value.f)
    told = found.numbers
    if sum(Decimal(f"{part:.{DIGITS}g}") for part in parts[:rows].tolist()) != found.values[0]:
        told[0] = f"≈ {told[0]}"
    first = terms[0].name.format(rows=grouped(min(rows, len(parts))), total=told[0])
    others = (titled(term.name, number) for term, number in zip(terms[1:], told[1:], strict=True))
    return f"{' + '.join((first, *others))} {found.equals} {found.total}"


def links(value: ProbeValue) -> Links | None:
    """The links to the points with the largest parts of f; None if the points are not in a plane."""
    if len(value.place) != 2:
        return None
    parts, to = value.listed.parts[:MOST_LINKS], value.positions[:MOST_LINKS]
    some = parts != 0
    sizes = np.abs(parts[some])
    return Links(value.place, to[some], sizes / sizes.max(initial=np.finfo(float).tiny), parts[some] > 0)
