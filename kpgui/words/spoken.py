"""What a screen reader says of the canvas and of a run."""

import numpy as np

from kpgui.language import _, ngettext
from kpgui.model.arrays import Floats
from kpgui.model.dataset import Dataset
from kpgui.model.frame import Frame
from kpgui.words.counters import plural


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
