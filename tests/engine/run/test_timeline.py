"""The timeline replays to any step what the learner had learned then."""

import numpy as np
import pytest

from kpgui import api
from kpgui.engine.run import timeline
from kpgui.engine.run.run import Run
from kpgui.model.session import Session
from tests.strategies import noisy_moons


@pytest.fixture
def small_chunks(monkeypatch):
    monkeypatch.setattr(timeline, "CHUNK", 7)


def test_going_on_from_the_past_replays_the_same_updates_and_then_learns(small_chunks):
    session = Session(noisy_moons(50, noise=0.6), "rbf(sigma=0.4)", "kernel_perceptron(epochs=4)")
    whole = api.train(session)
    run = Run(session)
    run.advance(90)
    run.seek(20)
    again = [run.advance(15) for _ in range(5)]
    assert run.cursor == 90 == run.head  # the last slice ended at the head
    shown = np.concatenate([part.step for part in again])
    early = whole.updates.step[(whole.updates.step >= 20) & (whole.updates.step < 90)]
    assert shown.tolist() == early.tolist()
    run.advance(10**6)
    assert run.expansion().beta.tobytes() == whole.beta.tobytes()


def test_with_a_limit_the_oldest_updates_are_dropped_and_the_earliest_step_is_said(small_chunks):
    session = Session(noisy_moons(50, noise=0.6), "rbf(sigma=0.4)", "kernel_perceptron(epochs=30)")
    run = Run(session, capacity=20)
    while run.outcome is None:
        run.advance(10)
    assert len(run.timeline.updates()) <= 20 + timeline.CHUNK + 10
    run.seek(0)
    assert run.cursor == run.timeline.first_step > 0
    stopped = api.train(session, steps=run.cursor)
    assert run.counters().alpha.tolist() == stopped.alpha.tolist()


def test_stepping_back_one_step_asks_for_one_column(monkeypatch):
    run = Run(Session(noisy_moons(60, noise=0.6), "rbf(sigma=0.4)", "kernel_perceptron(epochs=5)"))
    run.advance(250)
    last = int(run.timeline.updates().step[-1])
    run.seek(last)
    run.catch_up()
    asked = []
    signed_column = run.problem.signed_column
    monkeypatch.setattr(run.problem, "signed_column", lambda i: asked.append(i) or signed_column(i))
    run.seek(last - 1)
    run.catch_up()
    assert len(asked) <= 1
    assert run.counters().errors == api.train(run.session, steps=last - 1).counters.errors
