"""The verdict: one sentence about what the state of a run, or a Gram matrix, means."""

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kpgui.kernels import Kernel
from kpgui.language import _, later, sentence
from kpgui.model.dataset import Dataset, conflict, conflict_after
from kpgui.model.frame import Frame, Status
from kpgui.model.param import grouped, shown
from kpgui.words.counters import plural
from kpgui.words.replay import old_text

UNSHUFFLED = ("dataset", "reversed")
MIX = later("The points come one class after the other; an order that shuffles them may do better.")

GOES_ON = later(" Run goes on, Step makes the next step.")
"""The end of the verdict on a paused run; not said of one with old settings, which ends there."""


class Tone(Enum):
    """The tone of a verdict, which decides its colour."""

    CALM = "calm"
    GOOD = "good"
    WARNING = "warning"
    BAD = "bad"


class Verdict(NamedTuple):
    text: str
    tone: Tone = Tone.CALM


class Outlook(NamedTuple):
    """What can be said about a dataset before training.

    trained, positive, negative: the number of training points, and of each class. conflict: the indices of two points
    in conflict, or None; position: their coordinates. sorted_by_class: all training points of one class come before
    those of the other, and could come in another order.
    """

    trained: int
    positive: int
    negative: int
    conflict: tuple[int, int] | None = None
    position: tuple[float, ...] = ()
    sorted_by_class: bool = False


def outlook(dataset: Dataset, known: tuple[Dataset, Outlook] | None = None) -> Outlook:
    """The outlook for a dataset.

    known: an earlier dataset with its outlook, which makes it quick if points have only moved since.
    """
    if known is not None and dataset.labels is known[0].labels and dataset.held_out is known[0].held_out:
        pair = conflict_after(known[0], known[1].conflict, dataset)
        return known[1]._replace(conflict=pair, position=_position(dataset, pair))
    kept = dataset.training
    labels = dataset.labels[kept]
    positive = int(np.count_nonzero(labels > 0))
    pair = conflict(dataset)
    negative = len(kept) - positive
    by_class = min(positive, negative) > 1 and int(np.count_nonzero(labels[1:] != labels[:-1])) == 1
    return Outlook(len(kept), positive, negative, pair, _position(dataset, pair), by_class)


def _position(dataset: Dataset, pair: tuple[int, int] | None) -> tuple[float, ...]:
    return () if pair is None else tuple(dataset.points[pair[0]].tolist())


def verdict(view: Outlook, frame: Frame | None, order: str = "dataset") -> Verdict:
    """The verdict on the state of a run. order: in which an epoch presents the points, see `ORDERS`."""
    if frame is not None and frame.status is Status.FAILED:
        return Verdict(sentence_of(frame.problem), Tone.BAD)
    if view.trained == 0:
        return Verdict(_("No points to learn from yet. Click on the canvas, or generate a dataset."))
    if view.conflict is not None:
        return Verdict(_conflict_text(view, frame), Tone.WARNING)
    if view.positive == 0 or view.negative == 0:
        return Verdict(_one_class_text(view))
    if frame is None or frame.status in (Status.READY, Status.EMPTY):
        return Verdict(_("Ready: press run, or step through the points one at a time."))
    if frame.counters.step < frame.head:
        return Verdict(
            _("Looking back: step {step} of {head}.").format(
                step=grouped(frame.counters.step), head=grouped(frame.head)
            )
        )
    of_run = _run_verdict(frame)
    if frame.status is Status.LIMIT and frame.counters.epoch and view.sorted_by_class and order in UNSHUFFLED:
        return of_run._replace(text=f"{of_run.text} {_(MIX)}")
    return of_run


def of_old(verdict: Verdict, old: str) -> Verdict:
    """The verdict on a run that was made with an old kernel, say; the verdict itself if `old` is "".

    >>> of_old(Verdict("Converged.", Tone.GOOD), "kernel")
    Verdict(text='With the old kernel: Converged.', tone=<Tone.CALM: 'calm'>)
    """
    return (
        Verdict(_("With the old {old}: {text}").format(old=old_text(old), text=verdict.text.removesuffix(_(GOES_ON))))
        if old
        else verdict
    )


def _run_verdict(frame: Frame) -> Verdict:
    counters = frame.counters
    if frame.status is Status.CONVERGED:
        if not counters.epoch:
            return Verdict(_optimum_text(frame), Tone.GOOD)
        before = plural(counters.mistakes, "{n} mistake", "{n} mistakes")
        text = _("Converged: epoch {epoch} passed without a mistake, after {before} in all").format(
            epoch=grouped(counters.epoch), before=before
        )
        if counters.errors:  # by a mean or a vote, or by an f that also moved on correct points
            return Verdict(
                _("{text}; {points} on the wrong side now.").format(
                    text=text, points=plural(counters.errors, "{n} point", "{n} points")
                )
            )
        return Verdict(sentence(text), Tone.GOOD)
    if frame.status is Status.LIMIT:
        wrong = _("{points} on the wrong side now").format(points=plural(counters.errors, "{n} point", "{n} points"))
        made = (
            plural(counters.epoch, "{n} epoch", "{n} epochs")
            if counters.epoch
            else plural(counters.step, "{n} step", "{n} steps")
        )
        limit = _("{made} and {updates}").format(
            made=made, updates=plural(counters.updates, "{n} update", "{n} updates")
        )
        return Verdict(
            _("Stopped at the learner's limit, not converged: {limit}, {wrong}.").format(limit=limit, wrong=wrong),
            Tone.WARNING,
        )
    if frame.status is Status.STANDSTILL:
        return Verdict(
            _(
                "Stopped, not converged: epoch {epoch} changed nothing, since every point that is still "
                "mistaken has its α at the cap; {points} on the wrong side now."
            ).format(epoch=grouped(counters.epoch), points=plural(counters.errors, "{n} point", "{n} points")),
            Tone.WARNING,
        )
    if frame.status is Status.RUNNING:
        what = _("mistakes move the boundary") if counters.epoch else _("every step moves one pair of α")
        return Verdict(_("Learning: {what}.").format(what=what))
    text = _("Paused after {steps}, {points} on the wrong side now.").format(
        steps=plural(counters.step, "{n} step", "{n} steps"), points=plural(counters.errors, "{n} point", "{n} points")
    )
    return Verdict(f"{text}{_(GOES_ON)}")


def _optimum_text(frame: Frame) -> str:
    """The verdict on a converged learner without epochs, which minimises an objective."""
    wrong = _("{points} on the wrong side").format(points=plural(frame.counters.errors, "{n} point", "{n} points"))
    after = plural(frame.head, "{n} step", "{n} steps")
    return _("Converged: the gap of the optimality conditions is below the tolerance, after {after}; {wrong}.").format(
        after=after, wrong=wrong
    )


def _one_class_text(view: Outlook) -> str:
    there, missing = ("+1", "−1") if view.positive else ("−1", "+1")
    return _("Only class {there} so far, so there is nothing to separate. Add points of class {missing}.").format(
        there=there, missing=missing
    )


def _conflict_text(view: Outlook, frame: Frame | None) -> str:
    assert view.conflict is not None
    first, second = view.conflict
    at = ", ".join(shown(x) for x in view.position)
    text = _("Points {first} and {second} lie in the same place ({at}) with opposite labels").format(
        first=grouped(first + 1), second=grouped(second + 1), at=at
    )
    if frame is not None and frame.status in (Status.CONVERGED, Status.STANDSTILL):
        return _("{verdict} {text}: no boundary can get both right.").format(
            verdict=_run_verdict(frame).text, text=text
        )
    if frame is not None and frame.status is Status.LIMIT:
        return _("Stopped at the learner's limit. {text}: no boundary can get both right.").format(text=text)
    return _("{text}: no boundary can get both right.").format(text=text)


def sentence_of(problem: str) -> str:
    """The readable line of a frame's `problem`: the sentence itself, or the last line of a traceback.

    >>> sentence_of("Traceback (most recent call last):\\n  …\\nZeroDivisionError: division by zero\\n")
    'The run stopped on an unexpected error (ZeroDivisionError: division by zero).'
    """
    lines = [line for line in problem.strip().splitlines() if line.strip()]
    if not lines:
        return _("The run stopped on an unexpected error.")
    if lines[0].startswith("Traceback"):
        return _("The run stopped on an unexpected error ({reason}).").format(reason=lines[-1].strip())
    return problem.strip()


def guarantee_text(frame: Frame | None) -> str:
    """What is proved about the run; "" if there is nothing to say."""
    if frame is None or frame.guarantee is None:
        return ""
    converged = frame.status is Status.CONVERGED
    return (converged and frame.guarantee.converged) or _(frame.guarantee.text)


if TYPE_CHECKING:
    from kpgui.analysis.gram import Spectrum


def gram_text(spectrum: "Spectrum", kernel: Kernel) -> str:
    """Whether the Gram matrix of these points is positive semidefinite."""
    among = _(" on {sample} of {points}, drawn at random").format(
        sample=grouped(len(spectrum.points)), points=plural(spectrum.of, "{n} point", "{n} points")
    )
    where = among if spectrum.sampled else _(" on these points")
    if not spectrum.symmetric:
        return _("not symmetric{where}: not a valid kernel").format(where=where)
    if not spectrum.valid:
        count = plural(len(spectrum.negative), "{n} negative eigenvalue", "{n} negative eigenvalues")
        return _("symmetric, with {count}{where}: not a valid kernel").format(count=count, where=where)
    if not (spectrum.certain or kernel.validity.guaranteed):
        return _(
            "symmetric, with no eigenvalue that is negative beyond rounding{where}: not certain to be a valid kernel"
        ).format(where=where)
    return _("symmetric and positive semidefinite{where}: a valid kernel there").format(where=where)
