"""Sentences about a step and a run, on the screen and for a screen reader."""

import numpy as np

from kpgui.language import _, later, ngettext, sentence
from kpgui.model.arrays import Floats
from kpgui.model.dataset import Dataset
from kpgui.model.explanation import Explanation
from kpgui.model.frame import Frame, Status
from kpgui.model.param import grouped
from kpgui.words.counters import plural
from kpgui.words.verdict import sentence_of

DROPPED = later("What this step did is no longer on record: only later steps are.")
NO_POINTS = later("A step examines one point and learns from it. There is none yet.")


def step_sentence(frame: Frame | None, stepping: str, step_key: str, run_key: str) -> str:
    """The sentence for a frame. stepping: what a step of the learner does; the keys: those of Step and Run."""
    if frame is None or frame.status is Status.EMPTY:
        return _(NO_POINTS)
    if frame.status is Status.FAILED:
        return sentence_of(frame.problem)
    if frame.explanation is not None:
        return explained(frame.explanation)
    counters = frame.counters
    if frame.status is Status.RUNNING:
        return _(
            "Running: {steps}, {mistakes}. Pause ({key}) to read what the last step did, or slow the pace."
        ).format(
            steps=plural(counters.step, "{n} step", "{n} steps"),
            mistakes=plural(counters.mistakes, "{n} mistake", "{n} mistakes"),
            key=run_key,
        )
    if counters.step:
        return _(DROPPED)
    return _("Step ({step_key}) {stepping}. Run ({run_key}) makes one step after the other.").format(
        step_key=step_key, stepping=_(stepping), run_key=run_key
    )


def explained(explanation: Explanation) -> str:
    """
    >>> from kpgui.model.explanation import Outcome
    >>> finding = "f = 1.01, y·f = −1.01 ≤ 0: mistake"
    >>> explained(Explanation(3, (2,), (-1,), 1.01, Outcome.MISTAKE, finding, ("α₃ 0 → 1",)))
    'Step 3 · point 3 (−1): f = 1.01, y·f = −1.01 ≤ 0: mistake. α₃ 0 → 1.'
    """
    changes = _("; ").join(explanation.changes) or _("nothing changes")
    return _("{finding} {change}").format(finding=found(explanation), change=_sentence(changes))


def found(explanation: Explanation) -> str:
    """The first half of the sentence: which point, and what f said about it."""
    points = _(" and ").join(
        f"{grouped(i + 1)} ({'+1' if label > 0 else '−1'})"
        for i, label in zip(explanation.points, explanation.labels, strict=True)
    )
    text = ngettext(
        "Step {step} · point {points}: {finding}.", "Step {step} · points {points}: {finding}.", len(explanation.points)
    )
    return text.format(step=grouped(explanation.step), points=points, finding=explanation.finding)


def _sentence(text: str) -> str:
    """The text with a full stop, and a capital letter where it begins with a word rather than a symbol."""
    word = text.split(maxsplit=1)[0]
    begins = text[0].upper() + text[1:] if len(word) > 2 and word.isascii() and word.isalpha() else text
    return sentence(begins)


def canvas_name(dataset: Dataset) -> str:
    return ngettext("Canvas with {n} point", "Canvas with {n} points", len(dataset)).format(n=len(dataset))


def canvas_description(dataset: Dataset, frame: Frame | None) -> str:
    """The classes, and what a run has made of them so far: the form of the boundary in view, and the mistakes."""
    positive = int(np.count_nonzero(dataset.labels > 0))
    sentences = [
        _("Discs: {positive} of class +1. Squares: {negative} of class −1.").format(
            positive=positive, negative=len(dataset) - positive
        )
    ]
    if frame is not None and frame.counters.step and frame.is_of(dataset):
        if frame.field is not None:
            sentences.append(boundary_sentence(frame.field.boundary))
        if len(frame.counters.per_epoch):
            mistakes = plural(int(frame.counters.per_epoch[-1]), "{n} mistake", "{n} mistakes")
            sentences.append(_("{mistakes} in the last epoch.").format(mistakes=mistakes))
        errors = plural(frame.counters.errors, "{n} point", "{n} points")
        sentences.append(_("{points} on the wrong side of it now.").format(points=errors))
    return " ".join(sentences)


def boundary_sentence(boundary: Floats) -> str:
    """The form of a boundary, given as polylines with NaN rows between them, (k, 2).

    >>> boundary_sentence(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]))
    'The boundary is a closed curve.'
    """
    curves, closed = forms(boundary)
    if not curves:
        return _("No boundary is in view.")
    if curves == 1:
        return _("The boundary is a closed curve.") if closed else _("The boundary is a curve across the view.")
    return _("The boundary consists of {curves} in view, {closed} of them closed.").format(
        curves=plural(curves, "{n} curve", "{n} curves"), closed=closed
    )


def forms(boundary: Floats) -> tuple[int, int]:
    """How many polylines there are, and how many of them end where they begin; see `boundary_sentence`."""
    gaps = np.flatnonzero(np.isnan(boundary[:, 0])) if len(boundary) else np.zeros(0, np.int64)
    starts = np.concatenate(([0], gaps + 1))
    ends = np.concatenate((gaps, [len(boundary)])) - 1
    lines = ends > starts
    first, last = boundary[starts[lines]], boundary[ends[lines]]
    return int(np.count_nonzero(lines)), int(np.count_nonzero((first == last).all(axis=1)))
