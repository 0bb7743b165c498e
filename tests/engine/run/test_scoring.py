"""Points on the wrong side, for learners that do not keep the margins of all points."""

import numpy as np
import pytest

from kpgui import api
from kpgui.engine.run import problem
from kpgui.engine.run.run import Run
from kpgui.model.session import Session
from tests.strategies import noisy_moons

SESSION = Session(noisy_moons(300, noise=0.4), "rbf(sigma=0.4)", "forgetron(budget=20, epochs=5)")


@pytest.fixture
def small_pieces(monkeypatch):
    monkeypatch.setattr(problem, "VALUES", 200)


def errors_by_definition(steps):
    model = api.train(SESSION, steps=steps)
    return int(np.count_nonzero(model.predict(SESSION.dataset.points) != SESSION.dataset.labels))


def test_a_lagging_count_is_that_of_an_earlier_moment_and_is_there_at_once(small_pieces):
    run = Run(SESSION)
    run.advance(100)
    assert run.catch_up(deadline=0.0, lagging=True)
    assert run.counters(lagging=True).errors == 300  # nothing was counted yet, and before the first step all are wrong
    for _ in range(40):  # the count of step 100 goes on while the run does
        run.advance(1)
        assert run.catch_up(deadline=0.0, lagging=True)
    assert run.counters(lagging=True).errors == errors_by_definition(100)
    assert run.counters().errors == errors_by_definition(140)


def test_a_count_that_is_not_lagging_waits_until_all_points_are_scored(small_pieces):
    run = Run(SESSION)
    run.advance(100)
    pieces = 1
    while not run.catch_up(deadline=0.0):
        pieces += 1
    assert pieces > 10
    assert run.counters().errors == errors_by_definition(100)
    run.seek(50)
    assert run.counters().errors == errors_by_definition(50)
