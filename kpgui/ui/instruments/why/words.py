"""What the panel Why says of a step and of a place."""

from decimal import Decimal
from math import floor, log10
from typing import NamedTuple

import numpy as np

from kpgui.geometry.links import Line, Links
from kpgui.language import _, later, titled
from kpgui.model.arrays import EPSILON
from kpgui.model.param import MINUS, grouped, indexed, power_of_ten, shown
from kpgui.ui.instruments.why.reading import ProbeValue, StepValue, WhyValue
from kpgui.words.counters import plural
from kpgui.words.step_sentence import DROPPED, found

DIGITS = 4


class SumTerm(NamedTuple):
    name: str
    value: float


class ShownSum(NamedTuple):
    """terms: (text of the number without sign, whether it is negative, name). total: the text of the sum.

    power: the exponent of a common factor of ten, 0 for none. equals: "=", or "≈" where the terms do not add up to it.
    """

    terms: list[tuple[str, bool, str]]
    total: str
    power: int
    equals: str = "="

    @property
    def numbers(self) -> list[str]:
        """The numbers of the terms."""
        common = f"×{power_of_ten(self.power)}" if self.power else ""
        return [f"{MINUS * negative}{text}{common}" for text, negative, __ in self.terms]

    @property
    def values(self) -> list[Decimal]:
        """The numbers of the terms as they are shown."""
        return [Decimal(text).scaleb(self.power) * (-1) ** negative for text, negative, __ in self.terms]

    @property
    def lines(self) -> list[str]:
        """The terms, as "β₁·K(x₁, x₂) = 0.6" and "b = −0.2", each of which does not break."""
        lines = (f"{name} = {number}" for number, (*__, name) in zip(self.numbers, self.terms, strict=True))
        return [line.replace(" ", "\N{NO-BREAK SPACE}") for line in lines]


def shown_sum(terms: list[SumTerm], total: float) -> ShownSum:
    """Terms and their total rounded to the same decimals, such that the rounded ones add up exactly.

    Each number is within one unit of its last place: those that were rounded the most give way. That is not enough
    where the total is 0 because the sign of the sum is not known.

    >>> told = shown_sum([SumTerm("x₁", 1 / 3), SumTerm("x₂", 1 / 3), SumTerm("b", -1.0)], -1 / 3)
    >>> [line.replace(chr(160), " ") for line in told.lines]
    ['x₁ = 0.3334', 'x₂ = 0.3333', 'b = −1']
    """
    largest = max((abs(number) for number in (*(term.value for term in terms), total)), default=0.0)
    if not largest:
        return ShownSum([("0", False, term.name) for term in terms], "0", 0)
    exponent = floor(log10(largest))
    power = 0 if -4 <= exponent < 6 else exponent
    least = floor(log10(abs(total))) if total else exponent
    decimals = max(0, min(DIGITS - 1 - least, DIGITS + 3 - exponent) + power)
    scaled = [Decimal(term.value).scaleb(decimals - power) for term in terms]
    units, goal = [round(each) for each in scaled], round(Decimal(total).scaleb(decimals - power))
    left = goal - sum(units)
    errors = sorted(range(len(terms)), key=lambda k: scaled[k] - units[k], reverse=left > 0)
    equal = abs(left) <= len(terms)
    for k in errors[: abs(left) * equal]:
        units[k] += 1 if left > 0 else -1
    texts = [(_plain(abs(unit), decimals), unit < 0, term.name) for unit, term in zip(units, terms, strict=True)]
    sign = MINUS if goal < 0 else ""
    whole = f"{sign}{_plain(abs(goal), decimals)}"
    if total and not goal:
        whole = _("0 (more precisely {f})").format(f=shown(total))
    whole = f"{whole}×{power_of_ten(power)}" if power and goal else whole
    return ShownSum(texts, whole, power, "=" if equal else "≈")


def _plain(units: int, decimals: int) -> str:
    """So many units of the last of so many decimals, without trailing zeros.

    >>> _plain(2500, 3), _plain(30, 0)
    ('2.5', '30')
    """
    text = f"{Decimal(units).scaleb(-decimals):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


EMPTY = later("Press Step: the lines that ran are marked, and the numbers of the step stand here.")

NO_CODE = later("This learner declares no pseudocode.")

HARD = "\N{NO-BREAK SPACE}"

MOST = 3
"""Terms of a sum that are written out."""


def headline(value: WhyValue) -> str:
    """Which step is shown, and what was found; or why there is none to show."""
    if value.step is None:
        return _(DROPPED if value.steps else EMPTY)
    return found(value.step.explanation)


def formulas(step: StepValue) -> list[str]:
    """The formulas of a step, one after the other: before, workings, changes, after."""
    explanation = step.explanation
    biased = bool(step.before.bias or step.after.bias)
    sides = step.before, step.after
    if step.sums is None:
        before, after = (sum_of(each, biased) for each in sides)
    else:
        before, after = (f"{name} = {shown(each.f)}" for name, each in zip(step.sums, sides, strict=True))
    changes = [_apart(change) for change in explanation.changes] or [_("nothing changes")]
    if step.f.same_as(step.f_after) or not explanation.changes:
        return [before, *step.workings, *changes]
    return [before, *step.workings, *changes, _("After the step {after}").format(after=after)]


def sum_of(value: ProbeValue, biased: bool) -> str:
    """f at the point examined, and below it the terms that it is the sum of; their numbers add up as they are shown.

    The largest terms are written out, the others are one. biased: whether b is a term.
    """
    listed = value.listed
    rows = zip(listed.rows[:MOST].tolist(), listed.parts[:MOST].tolist(), strict=True)
    name = _x(value.examined)
    terms = [SumTerm(f"{indexed('β', row + 1)}·K({_x(row + 1)}, {name})", part) for row, part in rows]
    others = value.count - len(terms)
    if others:
        terms.append(
            SumTerm(_("{count} more").format(count=grouped(others)), float(listed.parts[MOST:].sum()) + value.rest)
        )
    if biased:
        terms.append(SumTerm("b", value.bias))
    told = shown_sum(terms, value.f)
    symbols = f"{value.symbol}({name}) = Σⱼ βⱼ K(xⱼ, {name})" + " + b" * biased
    return "".join([f"{symbols} {told.equals}{HARD}{told.total}", *(f"\n{HARD}{HARD}{line}" for line in told.lines)])


def bars_title(value: ProbeValue, after: bool) -> str:
    """What the bars show."""
    text = _("{term} after the step, {terms}") if after else _("{term} before the step, {terms}")
    return text.format(term=f"βⱼ K(xⱼ, {_x(value.examined)})", terms=plural(value.count, "{n} term", "{n} terms"))


def _x(number: int) -> str:
    return indexed("x", number)


def _apart(change: str) -> str:
    """A change such as "α₃ 0 → 1" with a colon after the name.

    >>> _apart("α₃ 0 → 1"), _apart("votes of v₂ 1 → 2")
    ('α₃: 0 → 1', 'votes of v₂ 1 → 2')
    """
    name, __, rest = change.partition(" ")
    return titled(name, rest) if "→" in rest and rest[0] in f"{MINUS}(0123456789" else change


NO_PROBE = later("Point at the canvas, to see what adds up to f there.")

PROBE_DIGITS = 4

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
        Line(point, grouped(name), shown(part, PROBE_DIGITS), length, label > 0, part > 0)
        for point, name, label, part, length in zip(*rows, strict=True)
    ]


def probe_headline(value: ProbeValue | None) -> str:
    """f at the place, and the class that it stands for.

    >>> probe_headline(None) == NO_PROBE
    True
    """
    if value is None:
        return _(NO_PROBE)
    where = "(" + ", ".join(shown(x, 3) for x in value.place.tolist()) + ")"
    if value.examined:
        where = _("point {examined}, examined last").format(examined=grouped(value.examined))
    side = (_("class +1") if value.f > 0 else _("class −1")) if value.f else _("on the boundary")
    return _("{symbol} = {f} at {where}: {side}.").format(
        symbol=value.symbol, f=shown(value.f, PROBE_DIGITS), where=where, side=side
    )


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
    if value.start:
        terms.append(SumTerm(_("w·x at the start"), value.start))
    if value.bias and not votes:
        terms.append(SumTerm("b", value.bias))
    found = shown_sum(terms, value.f)
    told = found.numbers
    if sum(Decimal(f"{part:.{PROBE_DIGITS}g}") for part in parts[:rows].tolist()) != found.values[0]:
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
