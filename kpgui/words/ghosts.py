"""Ghosts: moments of runs that are kept beside the present one, with their boundaries and their numbers."""

import re
from collections.abc import Sequence
from dataclasses import replace
from string import ascii_uppercase
from typing import NamedTuple

import numpy as np

from kpgui.geometry.rings import NamedBoundary
from kpgui.kernels import Kernel, kernel
from kpgui.language import _, later
from kpgui.learners import learner
from kpgui.model.frame import Frame
from kpgui.model.reading import Numbers
from kpgui.model.session import LONGEST_NAME, Ghost, KeptMoment, Session
from kpgui.words.replay import SETTINGS

EMPTY = later(
    "Nothing is kept yet. K keeps the moment that is shown: its boundary stays on the canvas, dashed and named."
)
NO_RUN = later("There is no step of a run to keep yet.")
FULL = later("{most} moments are kept, and no more can be: remove one from Kept moments first.")
TOO_LARGE = later("This moment is too large to be kept: {size} numbers make its boundary, and {most} can be saved.")


class GhostRow(NamedTuple):
    """A row of the table. held_out_errors: None without points held out, or if not counted yet, like errors."""

    name: str
    kernel: str
    learner: str
    step: int
    mistakes: int
    errors: int | None
    held_out_errors: int | None
    support: int

    @property
    def counts(self) -> tuple[int | None, ...]:
        """The numbers, in the order of `COLUMNS`."""
        return self.step, self.mistakes, self.errors, self.held_out_errors, self.support


COLUMNS = (
    (later("Step"), later("Points examined")),
    (later("Mistakes"), later("Mistakes: steps at which the point was on the wrong side")),
    (later("Errors"), later("Errors: training points on the wrong side of the boundary")),
    (later("Held out"), later("Held-out errors: points held out on the wrong side of the boundary")),
    (later("SVs"), later("Support vectors: points with β ≠ 0")),
)
"""Title and meaning of each number of a row."""


def ghost_of(session: Session, frame: Frame, style: int, counted: bool) -> Ghost:
    """The moment that a frame shows. counted: whether its numbers of points on the wrong side are up to date."""
    counters, dataset = frame.counters, session.dataset
    run = {name: getattr(session, name) for name in SETTINGS} | {"step": counters.step, "mistakes": counters.mistakes}
    return Ghost(
        style,
        _name(session, counters.step, style),
        KeptMoment.of(frame.expansion, dataset.points, **run),
        counters.errors if counted else None,
        counters.held_out_errors if counted and dataset.held_out.any() else None,
    )


def letter(style: int) -> str:
    """What a ghost is called in short.

    >>> letter(0), letter(7)
    ('A', 'H')
    """
    return ascii_uppercase[style]


def _name(session: Session, step: int, style: int) -> str:
    """A short name, as in "A: rbf(0.5), step 120"."""
    used = session.learner if learner(session.learner).feature_map else session.kernel
    name = _("{style}: {used}, step {step}").format(style=letter(style), used=_in_brief(_brief(used)), step=step)
    return name[:LONGEST_NAME]


def _in_brief(text: str) -> str:
    """
    >>> _in_brief("rbf(0.5)"), _in_brief("rbf(0.5) + laplacian(2)")
    ('rbf(0.5)', 'rbf(0.5)…lacian(2)')
    """
    return text if len(text) <= 21 else f"{text[:8]}…{text[-9:]}"


def _brief(expression: str) -> str:
    """An expression without the names of its parameters.

    >>> _brief("rbf(sigma=0.5) + linear()")
    'rbf(0.5) + linear'
    """
    return re.sub(r"\w+=|\(\)", "", expression)


def boundaries(ghosts: Sequence[Ghost]) -> list[NamedBoundary]:
    """The lines of those that are visible and lie in the plane."""
    return [
        NamedBoundary(each.name, kernel_of(each.moment), each.moment.points, each.moment.expansion, each.style)
        for each in ghosts
        if each.visible and each.moment.dimensions == 2
    ]


def kernel_of(moment: KeptMoment) -> Kernel:
    """The kernel that the learner used."""
    from kpgui.engine.run.run import effective_kernel  # the engine is not imported before the first paint

    return effective_kernel(Session(kernel=moment.kernel, learner=moment.learner))


def as_spelt_in_files(moment: KeptMoment) -> KeptMoment:
    """The moment with its expressions in canonical form, so that equal ones are equal however they were typed."""
    return replace(moment, kernel=str(kernel(moment.kernel)), learner=str(learner(moment.learner)))


def row_of(ghost: Ghost) -> GhostRow:
    moment, errors = ghost.moment, (ghost.errors, ghost.held_out_errors)
    counts = moment.step, moment.mistakes, *errors, len(moment.expansion.support)
    return GhostRow(ghost.name, moment.kernel, moment.learner, *counts)


def row_now(session: Session, frame: Frame) -> GhostRow:
    """The row of the run as it is shown now; before the first step there is no f that could be wrong."""
    counters, begun = frame.counters, frame.counters.step > 0
    held_out = counters.held_out_errors if begun and session.dataset.held_out.any() else None
    errors, support = counters.errors if begun else None, len(frame.expansion.support)
    return GhostRow("now", session.kernel, session.learner, counters.step, counters.mistakes, errors, held_out, support)


def table(rows: Sequence[GhostRow]) -> Numbers:
    """The rows for a file; what is not known is empty."""
    names = ("name", "kernel", "learner", "step", "mistakes", "errors", "held_out_errors", "support_vectors")
    columns = [["" if value is None else value for value in column] for column in zip(*rows, strict=True)]
    return Numbers(names, tuple(np.array(column, dtype=object) for column in columns))


def compact(count: int | None) -> str:
    """A count in at most five characters.

    >>> compact(9999), compact(12345), compact(1234567), compact(None)
    ('9999', '12.3k', '1.23M', '–')
    """
    if count is None:
        return "–"
    if count < 10_000:
        return str(count)
    thousands = next((k for k in (1, 2, 3) if count / 1000**k < 999.5), 4)
    return f"{count / 1000**thousands:.3g}{'kMGT'[thousands - 1]}"


def kept_text(ghost: Ghost) -> str:
    return _("Kept as ghost {style}: its boundary stays, dashed.").format(style=letter(ghost.style))


def already_text(ghost: Ghost) -> str:
    return _("This moment is kept already: {name}.").format(name=ghost.name)
