"""Runs at a moment, for tests of readings."""

from kpgui.engine.run.run import Run
from kpgui.model.expansion import Expansion
from kpgui.model.frame import Counters, Frame, Status
from kpgui.model.reading import Moment
from kpgui.model.updates import Updates


def moment_of(session, steps):
    """A session after so many steps."""
    run = Run(session)
    while run.cursor < steps and run.outcome is None:
        run.advance(steps - run.cursor)
    return moment_at(run)


def moment_at(run):
    """A run at the step that it shows."""
    frame = Frame(1, Status.PAUSED, run.head, run.point, run.counters(), run.expansion(), Updates.none())
    run.errors.go_on()
    return Moment(run.session, frame, run.timeline.mistakes, run.errors.record, run.trace)


def moment_with(session, alpha, beta):
    """A session with these α and β, however they came about."""
    frame = Frame(1, Status.PAUSED, 1, 0, Counters(step=1, alpha=alpha), Expansion.of(beta, 0.0), Updates.none())
    return Moment(session, frame)
