"""The table of a run, as textbooks print it: what was learned at the start and after each update."""

from typing import TYPE_CHECKING

import numpy as np

from kpgui.language import _
from kpgui.learners import learner_of
from kpgui.model.arrays import Floats
from kpgui.model.errors import UNWATCHED, KpguiError, Token
from kpgui.model.session import Session

if TYPE_CHECKING:
    from kpgui.engine.run.run import Run

MOST_CELLS = 100_000
"""Most cells of a table: seconds of work, and more than anybody reads."""


def run_table(session: Session, steps: int, token: Token = UNWATCHED) -> str:
    """The first `steps` steps of a session's run as text with tabs: a header, a row for the start and for each update.

    A row has the step and the point from 1, its label, f before the update, and after it w and b, or α and b where the
    learner has no w. Raises KpguiError for a table that is too large, and as training does; Cancelled.
    """
    from kpgui.engine.run.run import Run  # the window opens sooner without it

    run, learner, dataset = Run(session), learner_of(session), session.dataset
    while run.head < steps and run.outcome is None:
        token.check()
        run.advance(min(1000, steps - run.head))
    made, phi = run.timeline.updates(), learner.feature_map
    features = None if phi is None else phi.phi(dataset.points)
    symbol, count = ("alpha", len(dataset)) if features is None else ("w", features.shape[1])
    names = [f"{symbol}_{i + 1}" for i in range(count)]
    starts = np.flatnonzero(np.diff(made.step, prepend=-1))
    if (len(starts) + 1) * len(names) > MOST_CELLS:
        text = _("The table of this run would have more than {most} cells; go back to an earlier step.")
        raise KpguiError(text.format(most=MOST_CELLS))
    rows = [["step", "point", "label", "f", *names, "b"], ["0", "", "", "", *_learned(run, 0, features)]]
    for k in starts.tolist():
        token.check()
        i, step = int(made.point[k]), int(made.step[k]) + 1
        about = [str(step), str(i + 1), f"{dataset.labels[i]:+d}", _text(made.score[k])]
        rows.append([*about, *_learned(run, step, features)])
    return "".join("\t".join(row) + "\n" for row in rows)


def _learned(run: "Run", step: int, features: Floats | None) -> list[str]:
    """w and b, or α and b, after so many steps."""
    replayed = run.timeline.at(step)
    f = run.learner.hypothesis(run.state, replayed, step)
    values = run.learner.recall_alpha(replayed)
    if features is not None:
        values = np.einsum("i,ij->j", f.beta, features)
        values = values + np.array(run.session.conventions.w or 0.0)
    return [*map(_text, values.tolist()), _text(f.bias)]


def _text(number: float) -> str:
    return repr(int(number)) if float(number).is_integer() and abs(number) < 1e15 else repr(float(number))
