"""The verdict: one sentence about what the state of a run means."""

from enum import Enum
from typing import NamedTuple

import numpy as np

from kpgui.model.dataset import Dataset
from kpgui.model.frame import Frame, Status
from kpgui.present.counters import grouped, plural
from kpgui.present.ticks import shown


class Tone(Enum):
    """How a verdict is coloured."""

    CALM = "calm"
    GOOD = "good"
    WARNING = "warning"
    BAD = "bad"


class Verdict(NamedTuple):
    text: str
    tone: Tone = Tone.CALM


class Outlook(NamedTuple):
    """What can be said of a dataset before any training. `conflict`: two positions in it, or None."""

    trained: int
    positive: int
    negative: int
    conflict: tuple[int, int] | None = None
    place: tuple[float, ...] = ()


def outlook(dataset: Dataset) -> Outlook:
    """Looks at the points that are trained on: classes, and points of opposite labels on the same place."""
    kept = dataset.training
    labels = dataset.labels[kept]
    positive = int(np.count_nonzero(labels > 0))
    pair = conflict(dataset)
    place = () if pair is None else tuple(dataset.points[pair[0]].tolist())
    return Outlook(len(kept), positive, len(kept) - positive, pair, place)


def conflict(dataset: Dataset) -> tuple[int, int] | None:
    """The first two training points that lie on the same place with opposite labels, as positions in the dataset."""
    kept = dataset.training
    if len(kept) < 2:
        return None
    points, labels = dataset.points[kept], dataset.labels[kept]
    order = np.lexsort(np.column_stack([labels, points[:, ::-1]]).T)
    same_place = np.all(points[order[1:]] == points[order[:-1]], axis=1)
    opposite = labels[order[1:]] != labels[order[:-1]]
    found = np.flatnonzero(same_place & opposite)
    if not len(found):
        return None
    pairs = np.sort(kept[np.column_stack([order[found], order[found + 1]])], axis=1)
    first, second = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))[0]]
    return int(first), int(second)


def verdict(view: Outlook, frame: Frame | None) -> Verdict:
    """What the state means, for the person in front of it."""
    if frame is not None and frame.status is Status.FAILED:
        return Verdict(sentence_of(frame.problem), Tone.BAD)
    if view.trained == 0:
        return Verdict("No points to learn from yet. Click on the canvas, or generate a dataset.")
    if view.conflict is not None:
        return Verdict(_conflict_text(view, frame), Tone.WARNING)
    if view.positive == 0 or view.negative == 0:
        return Verdict(_one_class_text(view))
    if frame is None or frame.status in (Status.READY, Status.EMPTY):
        return Verdict("Ready: press run, or step through the points one at a time.")
    if frame.counters.step < frame.head:
        return Verdict(f"Looking back: step {grouped(frame.counters.step)} of {grouped(frame.head)}.")
    return _run_verdict(frame)


def _run_verdict(frame: Frame) -> Verdict:
    counters = frame.counters
    if frame.status is Status.CONVERGED:
        before = plural(counters.mistakes, "mistake")
        text = f"Converged: epoch {grouped(counters.epoch)} passed without a mistake, after {before} in all."
        return Verdict(text, Tone.GOOD)
    if frame.status is Status.LIMIT:
        wrong = f"{plural(counters.errors, 'point')} on the wrong side now"
        limit = f"{plural(counters.epoch, 'epoch')} and {plural(counters.updates, 'update')}"
        return Verdict(f"Stopped at the learner's limit, not converged: {limit}, {wrong}.", Tone.WARNING)
    if frame.status is Status.RUNNING:
        return Verdict("Learning: every mistake moves the boundary.")
    return Verdict("Paused: run goes on, step examines the next point.")


def _one_class_text(view: Outlook) -> str:
    there, missing = ("+1", "−1") if view.positive else ("−1", "+1")
    return f"Only class {there} so far, so there is nothing to separate. Add points of class {missing}."


def _conflict_text(view: Outlook, frame: Frame | None) -> str:
    assert view.conflict is not None
    first, second = view.conflict
    place = ", ".join(shown(x) for x in view.place)
    text = f"Points {grouped(first + 1)} and {grouped(second + 1)} lie on the same place ({place}) with opposite labels"
    if frame is not None and frame.status is Status.LIMIT:
        return f"Stopped at the learner's limit. {text}: no boundary can get both right."
    return f"{text}: no boundary can get both right, so this never converges."


def sentence_of(problem: str) -> str:
    """The one line of a problem that is for reading: the sentence itself, or the last line of a traceback.

    >>> sentence_of("Traceback (most recent call last):\\n  …\\nZeroDivisionError: division by zero\\n")
    'The run stopped on an unexpected error (ZeroDivisionError: division by zero).'
    """
    lines = [line for line in problem.strip().splitlines() if line.strip()]
    if not lines:
        return "The run stopped on an unexpected error."
    if lines[0].startswith("Traceback"):
        return f"The run stopped on an unexpected error ({lines[-1].strip()})."
    return problem.strip()
