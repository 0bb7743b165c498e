"""The points on the wrong side: those that f misclassifies by its definition, at every step and after seeking."""

import numpy as np
import pytest

from kpgui.engine.run.problem import decision
from kpgui.engine.run.run import Run
from kpgui.learners import LEARNERS
from kpgui.model.session import Session
from tests.strategies import noisy_moons

DATASET = noisy_moons(24, noise=0.4)


@pytest.fixture
def run(request):
    held_out = np.arange(24) % 5 == 0
    dataset = type(DATASET).of(DATASET.points, DATASET.labels, held_out)
    return Run(Session(dataset, "rbf(sigma=0.7)", request.param.key))


def wrong_by_definition(run):
    dataset = run.session.dataset
    return dataset.labels * decision(run.expansion(), run.kernel, dataset.points, dataset.points) <= 0


@pytest.mark.parametrize("run", LEARNERS.members, indirect=True, ids=lambda each: each.key)
def test_the_wrong_points_are_those_counted(run):
    while run.cursor < 60 and run.outcome is None:
        run.advance(1)
    steps = [*range(run.head, 0, -7), 3, run.head]
    for step in steps:
        run.seek(step)
        counters = run.counters()
        out = run.session.dataset.held_out
        np.testing.assert_array_equal(counters.wrong, wrong_by_definition(run))
        assert counters.errors == np.count_nonzero(counters.wrong & ~out)
        assert counters.held_out_errors == np.count_nonzero(counters.wrong & out)


def test_the_array_is_the_same_one_while_the_points_are_the_same():
    run = Run(Session(DATASET, "rbf(sigma=0.7)"))
    run.advance(30)
    before = run.counters().wrong
    assert run.counters().wrong is before
    assert not before.flags.writeable
    run.seek(2)
    assert run.counters().wrong is not before
