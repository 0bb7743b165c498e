"""The results of an analysis in words."""

from dataclasses import dataclass
from math import inf, isfinite
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from kpgui.analysis.answer import Margin, Reason, Separability
from kpgui.analysis.findings import Findings, Trial
from kpgui.language import _, later
from kpgui.learners import learner
from kpgui.model.arrays import Ints
from kpgui.model.errors import Token
from kpgui.model.param import grouped, rounded_down, rounded_up, shown
from kpgui.model.reading import LongReading, Numbers
from kpgui.model.session import Session
from kpgui.words.counters import class_counts, plural
from kpgui.words.verdict import gram_text, outlook, verdict

MOST_LISTED = 5
"""Most points that are listed one by one."""

KNOWN_ACCURACY = 1e-5
"""A margin known to this relative accuracy is given as one number, in four digits."""

LARGEST_COUNT = 1e15
"""Up to here a bound is given as a count, above it in scientific notation."""


def lines(found: Findings, trial: Trial | None) -> dict[str, str]:
    """The results, one line each, by title."""
    dataset, answer = found.dataset, found.margin
    positive = int((dataset.labels > 0).sum())
    facts = {
        later("data"): class_counts(positive, len(dataset) - positive, int(dataset.held_out.sum())),
        later("kernel"): _("{kernel}, plus 1 for the bias").format(kernel=found.kernel)
        if found.bias
        else str(found.kernel),
    }
    if answer.reason is Reason.EMPTY:
        return facts
    return {
        **facts,
        later("Gram matrix"): gram_text(found.spectrum, found.kernel),
        later("eigenvalues"): _eigenvalues(found),
        "R": _("{radius}, the largest √K(x, x)").format(radius=shown(answer.radius)),
        later("margin γ"): margin_text(answer),
        later("mistake bound"): bound_text(answer),
        **({later("perceptron"): trial_text(trial)} if trial else {}),
    }


def _eigenvalues(found: Findings) -> str:
    spectrum = found.spectrum
    span = _("from {largest} down to {smallest}").format(
        largest=shown(spectrum.largest), smallest=shown(spectrum.smallest)
    )
    if not spectrum.valid:
        return span
    above = _("above {floor}, which rounding may make of 0").format(floor=shown(-spectrum.floor, 2))
    return _("{span}; {dimensions} of feature space in use ({above})").format(
        span=span, dimensions=plural(spectrum.rank, "{n} dimension", "{n} dimensions"), above=above
    )


def margin_text(answer: Margin) -> str:
    """What is known about γ."""
    if answer.reason is Reason.NOT_A_KERNEL:
        return _("none, as there is no feature space")
    if answer.verdict is Separability.NOT_SEPARABLE:
        return _("none: not separable")
    most = _("at most {upper}").format(upper=rounded_up(answer.upper))
    if answer.verdict is Separability.NOT_CERTAIN:
        return _("not certain: {most}").format(most=most) if isfinite(answer.upper) else _("not certain")
    if answer.gap <= KNOWN_ACCURACY * answer.upper:
        return _("{lower}, between bounds that are {gap} apart").format(
            lower=shown(answer.lower), gap=shown(answer.gap, 2)
        )
    least = _("at least {lower}").format(lower=rounded_down(answer.lower)) if answer.lower else _("above 0")
    return f"{least}, {most}" if isfinite(answer.upper) else least


def bound_text(answer: Margin) -> str:
    """What is known about the mistake bound (R/γ)²."""
    if answer.reason is Reason.NOT_A_KERNEL or answer.verdict is Separability.NOT_SEPARABLE:
        return "none"
    known = 0 < answer.least_bound < inf
    least = _("at least {least_bound}").format(least_bound=rounded_down(answer.least_bound, 3))
    if answer.verdict is Separability.NOT_CERTAIN:
        return _("(R/γ)² is {least}, if the points are separable").format(least=least) if known else _("not known")
    if answer.bound - answer.least_bound <= 2 * KNOWN_ACCURACY * answer.bound < inf:
        value = f"(R/γ)² = {shown(answer.bound)}"
    elif answer.bound < inf:
        most = _("at most {bound}").format(bound=rounded_up(answer.bound, 3))
        value = (
            _("(R/γ)² is {least}, {most}").format(least=least, most=most)
            if known
            else _("(R/γ)² is {most}").format(most=most)
        )
    else:
        return _("(R/γ)² is {least}").format(least=least) if known else _("not known")
    return _("{value}: {bound}, in whatever order the points come").format(value=value, bound=_at_most(answer.bound))


def _at_most(bound: float) -> str:
    if bound < LARGEST_COUNT:
        return _("at most {mistakes}").format(mistakes=plural(int(bound), "{n} mistake", "{n} mistakes"))
    return _("at most {bound} mistakes").format(bound=rounded_up(bound, 2)) if bound < inf else _("no limit")


def trial_text(trial: Trial) -> str:
    """The outcome of the perceptron's trial run."""
    text = _("{mistakes} in {epochs}, order {order}: ").format(
        mistakes=plural(trial.mistakes, "{n} mistake", "{n} mistakes"),
        epochs=plural(trial.epochs, "{n} epoch", "{n} epochs"),
        order=trial.order,
    )
    if trial.converged:
        return text + _("converged")
    if trial.cycle is None:
        return text + _("not converged so far")
    cycle = trial.cycle
    start, period, mistakes = (
        grouped(cycle.start + 1),
        _epochs(cycle.period),
        plural(cycle.mistakes, "{n} mistake", "{n} mistakes"),
    )
    if cycle.exact:
        return _(
            "{text}goes round in a circle from epoch {start} on; after each {period}, {mistakes}, f "
            "is exactly the same at every training point"
        ).format(text=text, start=start, period=period, mistakes=mistakes)
    return _(
        "{text}not converged so far; from epoch {start} on it has made the same {mistakes} again "
        "in every {period}, after which f at every training point is the same to rounding"
    ).format(text=text, start=start, mistakes=mistakes, period=period)


def _epochs(count: int) -> str:
    return _("epoch") if count == 1 else plural(count, "{n} epoch", "{n} epochs")


def meaning(found: Findings) -> str:
    """The verdict of the analysis in a sentence or two."""
    answer, view = found.margin, outlook(found.dataset)
    if answer.reason is Reason.EMPTY:
        return _("There is no point to analyse.")
    if view.conflict is not None:
        return verdict(view, None).text
    if answer.reason is Reason.NOT_A_KERNEL:
        return _(
            "This is no kernel on these points: no feature space has it as its inner product, so "
            "there is neither a margin nor a mistake bound."
        )
    if answer.verdict is Separability.SEPARABLE and answer.bound == inf and answer.radius < inf:
        return _(
            "Separable by this kernel{with_bias}, but by so little that rounding may hide it: a perceptron may make "
            "mistakes without end."
        ).format(with_bias=_by(found))
    if answer.verdict is Separability.SEPARABLE:
        least = _("{bound} and then converges").format(
            bound=_at_most(answer.bound) if answer.bound < inf else _("finitely many mistakes")
        )
        one_class = "" if view.positive and view.negative else f" {verdict(view, None).text}"
        return _("Separable by this kernel{with_bias}: a perceptron makes {least}.{one_class}").format(
            with_bias=_by(found), least=least, one_class=one_class
        )
    if answer.verdict is Separability.NOT_SEPARABLE:
        return _("Not separable by this kernel{with_bias}: {answer} So a perceptron never converges.").format(
            with_bias=_by(found), answer=_culprits(answer)
        )
    why = _("{steps} found neither a boundary nor a proof that there is none").format(
        steps=plural(answer.steps, "{n} step", "{n} steps")
    )
    if answer.reason is Reason.ROUNDING:
        why = _("the margin, if there is one, is too small to tell from rounding")
    if answer.reason is Reason.UNPROVEN_KERNEL:
        why = _("no rule makes it a valid kernel, and it is not proved to be one on these points")
    return _("Not certain whether this kernel separates the points{with_bias}: {why}.").format(
        with_bias=_by(found), why=why
    )


def _by(found: Findings) -> str:
    return _(" with a bias") if found.bias else _(" without a bias")


def _culprits(answer: Margin) -> str:
    if answer.reason is Reason.ZERO_POINT:
        return _("point {point} has K(x, x) = 0, so its score is 0 whatever is learned.").format(
            point=grouped(int(answer.culprits[0]) + 1)
        )
    if answer.reason is Reason.TWO_POINTS:
        return _("points {points} have opposite labels, but f has the same sign at both.").format(
            points=_named(answer.culprits)
        )
    return _("a weighted mean of y·φ(x) over points {points} is 0, so no f is right at all of them.").format(
        points=_named(answer.culprits)
    )


def _named(points: Ints) -> str:
    names = [grouped(int(i) + 1) for i in points[:MOST_LISTED]]
    more = len(points) - len(names)
    return (
        ", ".join(names) + _(" and {more} more").format(more=grouped(more))
        if more
        else ", ".join(names[:-1]) + _(" and {names}").format(names=names[-1])
    )


if TYPE_CHECKING:
    from kpgui.analysis.findings import Findings, Trial


@dataclass(frozen=True)
class Analysis(LongReading):
    """The findings, for f with a bias if the session's learner has one, and the trial run of a perceptron."""

    key: ClassVar[str] = "analysis"

    def question(self, session: Session) -> tuple[object, ...]:
        return session.dataset, session.kernel, session.learner, session.order, session.seed

    def read(self, session: Session, token: Token) -> "tuple[Findings, Trial | None]":
        from kpgui import api  # the window opens sooner without it

        return api.analyse(session, bias=learner(session.learner).biased, stop=token.cancelled)

    def table(self, value: "tuple[Findings, Trial | None]") -> Numbers:
        """The results by name, then the eigenvalues in descending order."""
        found, trial = value
        margin, spectrum = found.margin, found.spectrum
        results = {
            "radius": margin.radius,
            "gamma_at_least": margin.lower,
            "gamma_at_most": margin.upper,
            "bound_at_least": margin.least_bound,
            "bound_at_most": margin.bound,
            "rank": spectrum.rank,
        }
        if trial is not None:
            results |= {"perceptron_epochs": trial.epochs, "perceptron_mistakes": trial.mistakes}
        eigenvalues = np.sort(spectrum.values)[::-1]
        names = [*results, *(f"eigenvalue_{k + 1}" for k in range(len(eigenvalues)))]
        return Numbers(("quantity", "value"), (np.array(names), np.array([*results.values(), *eigenvalues], object)))
