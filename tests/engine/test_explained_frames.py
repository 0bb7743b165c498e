"""Which frames of the trainer explain the step made last."""

from dataclasses import replace
from math import inf

import pytest

from kpgui.engine.messages import Load, Pace, Pause, Resume, Step
from kpgui.engine.run.run import Run
from kpgui.learners import LEARNERS
from kpgui.model.explanation import Outcome
from kpgui.model.frame import Status
from tests.engine.test_trainer import ENDLESS, SCREEN, XOR, desk, ended

__all__ = ["desk"]


def told(session, step):
    run = Run(session)
    run.advance(step)
    run.seek(step)
    return run.explain()


def test_each_single_step_is_explained_forth_and_back(desk):
    desk.send(SCREEN, Load(1, XOR))
    assert desk.until(lambda f: f.status is Status.READY).explanation is None
    for step in range(1, 6):
        desk.send(Step())
        frame = desk.until(lambda f, step=step: f.counters.step == step and f.field)
        assert frame.explanation == told(XOR, step)
    for step in range(4, 0, -1):
        desk.send(Step(-1))
        frame = desk.until(lambda f, step=step: f.counters.step == step and f.field)
        assert frame.explanation == told(XOR, step)
        assert frame.explanation.outcome is Outcome.MISTAKE
    desk.send(Step(-1))
    assert desk.until(lambda f: f.counters.step == 0).explanation is None


def test_a_fast_run_explains_nothing_until_it_pauses(desk):
    desk.send(SCREEN, Load(1, ENDLESS), Pace(inf), Resume())
    for _ in range(5):
        assert desk.until(lambda f: f.status is Status.RUNNING).explanation is None
    desk.send(Pause())
    frame = desk.until(lambda f: f.status is Status.PAUSED)
    assert frame.explanation.step == frame.counters.step
    assert frame.explanation == told(ENDLESS, frame.counters.step)


def test_a_slow_run_explains_each_step_that_it_shows(desk):
    desk.send(SCREEN, Load(1, XOR), Pace(40), Resume())
    desk.until(ended)
    steps = [(f.counters.step, f.explanation and f.explanation.step) for f in desk.frames]
    assert all(shown == (step or None) for step, shown in steps)
    assert any(f.explanation for f in desk.frames if f.status is Status.RUNNING)


@pytest.mark.parametrize("learner", LEARNERS.members, ids=lambda each: each.key)
def test_the_end_of_a_run_is_explained(desk, learner):
    session = replace(XOR, learner=f"{learner.key}({'epochs=3' if learner.by_epochs else ''})")
    desk.send(SCREEN, Load(1, session), Resume())
    frame = desk.until(ended)
    assert frame.explanation == told(session, frame.head)
    assert frame.explanation.step == frame.head
