"""The results of an analysis in words."""

from math import inf, isfinite

from kpgui.analysis.answer import Margin, Reason, Separability
from kpgui.analysis.findings import Findings, Trial
from kpgui.model.arrays import Ints
from kpgui.model.number import grouped, rounded_down, rounded_up, shown
from kpgui.present.counters import class_counts, plural
from kpgui.present.verdict import outlook, verdict

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
        "data": class_counts(positive, len(dataset) - positive, int(dataset.held_out.sum())),
        "kernel": f"{found.kernel}, plus 1 for the bias" if found.bias else str(found.kernel),
    }
    if answer.reason is Reason.EMPTY:
        return facts
    return {
        **facts,
        "Gram matrix": gram_text(found),
        "eigenvalues": _eigenvalues(found),
        "R": f"{shown(answer.radius)}, the largest √K(x, x)",
        "margin γ": margin_text(answer),
        "mistake bound": bound_text(answer),
        **({"perceptron": trial_text(trial)} if trial else {}),
    }


def gram_text(found: Findings) -> str:
    """Whether the Gram matrix of these points is positive semidefinite."""
    spectrum = found.spectrum
    among = f" on {grouped(len(spectrum.points))} of {plural(spectrum.of, 'point')}, drawn at random"
    where = among if spectrum.sampled else " on these points"
    if not spectrum.symmetric:
        return f"not symmetric{where}: not a valid kernel"
    if not spectrum.valid:
        count = plural(len(spectrum.negative), "negative eigenvalue")
        return f"symmetric, with {count}{where}: not a valid kernel"
    if not (spectrum.certain or found.kernel.validity.guaranteed):
        return (
            f"symmetric, with no eigenvalue that is negative beyond rounding{where}: not certain to be a valid kernel"
        )
    return f"symmetric and positive semidefinite{where}: a valid kernel there"


def _eigenvalues(found: Findings) -> str:
    spectrum = found.spectrum
    span = f"from {shown(spectrum.largest)} down to {shown(spectrum.smallest)}"
    if not spectrum.valid:
        return span
    above = f"above {shown(-spectrum.floor, 2)}, which rounding may make of 0"
    return f"{span}; {plural(spectrum.rank, 'dimension')} of feature space in use ({above})"


def margin_text(answer: Margin) -> str:
    """What is known about γ."""
    if answer.reason is Reason.NOT_A_KERNEL:
        return "none, as there is no feature space"
    if answer.verdict is Separability.NOT_SEPARABLE:
        return "none: not separable"
    most = f"at most {rounded_up(answer.upper)}"
    if answer.verdict is Separability.NOT_CERTAIN:
        return f"not certain: {most}" if isfinite(answer.upper) else "not certain"
    if answer.gap <= KNOWN_ACCURACY * answer.upper:
        return f"{shown(answer.lower)}, between bounds that are {shown(answer.gap, 2)} apart"
    least = f"at least {rounded_down(answer.lower)}" if answer.lower else "above 0"
    return f"{least}, {most}" if isfinite(answer.upper) else least


def bound_text(answer: Margin) -> str:
    """What is known about the mistake bound (R/γ)²."""
    if answer.reason is Reason.NOT_A_KERNEL or answer.verdict is Separability.NOT_SEPARABLE:
        return "none"
    known = 0 < answer.least_bound < inf
    least = f"at least {rounded_down(answer.least_bound, 3)}"
    if answer.verdict is Separability.NOT_CERTAIN:
        return f"(R/γ)² is {least}, if the points are separable" if known else "not known"
    if answer.gap <= KNOWN_ACCURACY * answer.upper and answer.bound < inf:
        value = f"(R/γ)² = {shown(answer.bound)}"
    elif answer.bound < inf:
        most = f"at most {rounded_up(answer.bound, 3)}"
        value = f"(R/γ)² is {least}, {most}" if known else f"(R/γ)² is {most}"
    else:
        return f"(R/γ)² is {least}" if known else "not known"
    return f"{value}: {_at_most(answer.bound)}, in whatever order the points come"


def _at_most(bound: float) -> str:
    if bound < LARGEST_COUNT:
        return f"at most {plural(int(bound), 'mistake')}"
    return f"at most {rounded_up(bound, 2)} mistakes" if bound < inf else "no limit"


def trial_text(trial: Trial) -> str:
    """The outcome of the perceptron's trial run."""
    text = f"{plural(trial.mistakes, 'mistake')} in {plural(trial.epochs, 'epoch')}, order {trial.order}: "
    if trial.converged:
        return text + "converged"
    if trial.cycle is None:
        return text + "not converged so far"
    cycle = trial.cycle
    start, period, mistakes = grouped(cycle.start + 1), _epochs(cycle.period), plural(cycle.mistakes, "mistake")
    if cycle.exact:
        return (
            f"{text}goes round in a circle from epoch {start} on; after each {period}, {mistakes}, f is exactly the "
            "same at every training point"
        )
    return (
        f"{text}not converged so far; from epoch {start} on it has made the same {mistakes} again in every {period}, "
        "after which f at every training point is the same to rounding"
    )


def _epochs(count: int) -> str:
    return "epoch" if count == 1 else plural(count, "epoch")


def meaning(found: Findings) -> str:
    """The verdict of the analysis in a sentence or two."""
    answer, view = found.margin, outlook(found.dataset)
    if answer.reason is Reason.EMPTY:
        return "There is no point to analyse."
    if view.conflict is not None:
        return verdict(view, None).text
    if answer.reason is Reason.NOT_A_KERNEL:
        return (
            "This is no kernel on these points: no feature space has it as its inner product, so there is neither a "
            "margin nor a mistake bound."
        )
    if answer.verdict is Separability.SEPARABLE:
        least = f"{_at_most(answer.bound) if answer.bound < inf else 'finitely many mistakes'} and then converges"
        one_class = "" if view.positive and view.negative else f" {verdict(view, None).text}"
        return f"Separable by this kernel{_by(found)}: a perceptron makes {least}.{one_class}"
    if answer.verdict is Separability.NOT_SEPARABLE:
        return f"Not separable by this kernel{_by(found)}: {_culprits(answer)} So a perceptron never converges."
    why = f"{plural(answer.steps, 'step')} found neither a boundary nor a proof that there is none"
    if answer.reason is Reason.ROUNDING:
        why = "the margin, if there is one, is too small to tell from rounding"
    if answer.reason is Reason.UNPROVEN_KERNEL:
        why = "no rule makes it a valid kernel, and rounding hides whether it is one on these points"
    return f"Not certain whether this kernel separates the points{_by(found)}: {why}."


def _by(found: Findings) -> str:
    return " with a bias" if found.bias else " without a bias"


def _culprits(answer: Margin) -> str:
    if answer.reason is Reason.ZERO_POINT:
        return f"point {grouped(int(answer.culprits[0]) + 1)} has K(x, x) = 0, so its score is 0 whatever is learned."
    if answer.reason is Reason.TWO_POINTS:
        return f"points {_named(answer.culprits)} have opposite labels, but f has the same sign at both."
    return f"a weighted mean of y·φ(x) over points {_named(answer.culprits)} is 0, so no f is right at all of them."


def _named(points: Ints) -> str:
    names = [grouped(int(i) + 1) for i in points[:MOST_LISTED]]
    more = len(points) - len(names)
    return ", ".join(names) + f" and {grouped(more)} more" if more else ", ".join(names[:-1]) + f" and {names[-1]}"
