"""A step in formulas with their numbers in them: f at the point examined, what the learner made of it, f afterwards."""

from kpgui.language import _, later, titled
from kpgui.model.number import MINUS, grouped, indexed, shown
from kpgui.ui.instruments.why.probe_reading import ProbeValue
from kpgui.ui.instruments.why.reading import StepValue, WhyValue
from kpgui.ui.instruments.why.sums import SumTerm, shown_sum
from kpgui.words.counters import plural
from kpgui.words.step_sentence import DROPPED, found

EMPTY = later("Press Step: the lines that ran are marked, and the numbers of the step stand here.")

NO_CODE = later("This learner declares no pseudocode.")

HARD = "\N{NO-BREAK SPACE}"

MOST = 3
"""Terms of a sum that are written out."""


def headline(value: WhyValue) -> str:
    """Which step is shown, and what was found; or why there is none to show."""
    if value.step is None:
        return _(DROPPED if value.steps else EMPTY)
    return found(value.step.told)


def formulas(step: StepValue) -> list[str]:
    """The formulas of a step, one after the other: before, workings, changes, after."""
    told = step.told
    biased = bool(step.before.bias or step.after.bias)
    sides = step.before, step.after
    if step.sums is None:
        before, after = (sum_of(each, biased) for each in sides)
    else:
        before, after = (f"{told} = {shown(each.f)}" for told, each in zip(step.sums, sides, strict=True))
    changes = [_apart(change) for change in told.changes] or [_("nothing changes")]
    if step.f.same_as(step.f_after) or not told.changes:
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
