"""Runs to their end, and what came of them in a few numbers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import nan
from time import perf_counter

from kpgui.engine.run.columns import SharedColumns
from kpgui.engine.run.run import Run
from kpgui.model.errors import UNWATCHED, KpguiError, Token
from kpgui.model.frame import Status
from kpgui.model.session import Session
from kpgui.process import one_blas_thread

AT_ONCE = 0.05
"""Seconds of training between two looks at whether it is still wanted."""


@dataclass(frozen=True)
class RunSummary:
    """One run to its end.

    training_error: the share of the points trained on that f puts on the wrong side at the end, NaN without any.
    held_out_error: likewise of the points that the dataset holds out, None without any. kernel_values: how many values
    of K the learner asked for. problem: why there is none of this, for a run that FAILED.
    """

    steps: int = 0
    epochs: int = 0
    mistakes: int = 0
    updates: int = 0
    support: int = 0
    training_error: float = nan
    held_out_error: float | None = None
    kernel_values: int = 0
    status: Status = Status.FAILED
    problem: str = ""


def outcome(session: Session, token: Token = UNWATCHED, shared: SharedColumns | None = None) -> RunSummary:
    """Runs a session to its end. shared: columns of its Gram matrix from other runs. Raises Cancelled."""
    try:
        return outcome_of(finished(session, token, shared))
    except KpguiError as error:
        return RunSummary(problem=str(error))


def finished(session: Session, token: Token, shared: SharedColumns | None) -> Run:
    """The run of a session, at its end. Raises KpguiError as `kpgui.train` does; Cancelled."""
    with one_blas_thread():
        run = Run(session, shared=shared)
        while run.outcome is None:
            token.check()
            run.advance(run.most_steps - run.head, perf_counter() + AT_ONCE)
        run.catch_up()
    return run


def outcome_of(run: Run) -> RunSummary:
    """What came of a run that has ended."""
    counters, dataset, status = run.counters(), run.session.dataset, run.outcome
    assert status is not None
    trained = len(dataset.training)
    held_out = len(dataset) - trained
    return RunSummary(
        steps=counters.step,
        epochs=counters.epoch,
        mistakes=counters.mistakes,
        updates=counters.updates,
        support=len(run.expansion().support),
        training_error=counters.errors / trained if trained else nan,
        held_out_error=counters.held_out_errors / held_out if held_out else None,
        kernel_values=run.kernel_values,
        status=status,
    )


def orders(
    session: Session,
    seeds: Sequence[int],
    token: Token = UNWATCHED,
    arrived: Callable[[int, RunSummary], None] = lambda number, found: None,
) -> tuple[RunSummary, ...]:
    """The session with each of these seeds, in a shuffled order if its learner examines the points in one.

    arrived: called with the seed and what came of it, as soon as that is known, in no certain order. Raises Cancelled.
    """
    found, shared = [], SharedColumns()
    for seed in seeds:
        found.append(outcome(ordered(session, seed), Token(token.cancelled), shared))
        arrived(seed, found[-1])
        token.report(len(found) / len(seeds))
    return tuple(found)


def ordered(session: Session, seed: int) -> Session:
    """The session with this seed, shuffled, or another order by hand."""
    return replace(session, seed=seed, order=session.shuffled)
