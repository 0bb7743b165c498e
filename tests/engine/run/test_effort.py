"""What learning took: values of the kernel and seconds, whatever else is done with the run."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui.analysis.comparing.outcome import outcome
from kpgui.engine.run.run import Run
from kpgui.learners import LEARNERS
from kpgui.model.session import Session
from tests.strategies import noisy_moons

POINTS = noisy_moons(60, noise=0.4)


def at_its_end(session):
    run = Run(session)
    while run.outcome is None and run.head < 300:
        run.advance(300 - run.head)
    return run


@pytest.mark.parametrize("n", [60, 300])
def test_a_perceptron_asks_once_for_the_column_of_each_point_that_was_mistaken(n):
    run = at_its_end(Session(noisy_moons(n, noise=0.4), learner="kernel_perceptron(epochs=3)"))
    assert run.kernel_values == n * np.count_nonzero(run.counters().alpha)


@given(st.sampled_from([each.key for each in LEARNERS]), st.lists(st.integers(1, 40), min_size=1, max_size=8))
def test_neither_the_pace_nor_what_is_explained_changes_how_many_values_are_asked_for(learner, strides):
    session = Session(POINTS, "rbf(sigma=0.5)", learner)
    run = Run(session)
    while run.outcome is None and run.head < 300:
        stride = strides[run.head % len(strides)]
        run.advance(min(stride, 300 - run.head))
        run.explain()
        run.errors.go_on()
    other = at_its_end(session)
    assert run.head == other.head
    assert run.kernel_values == other.kernel_values


def test_the_summary_of_a_run_counts_the_same_values():
    session = Session(POINTS, learner="kernel_perceptron(epochs=2)")
    assert outcome(session).kernel_values == at_its_end(session).kernel_values > 0


def test_going_back_and_forth_in_a_run_takes_no_learning():
    run = at_its_end(Session(POINTS, learner="kernel_perceptron(epochs=2)"))
    took = run.seconds, run.kernel_values
    run.seek(10)
    run.advance(50)
    assert (run.seconds, run.kernel_values) == took
    assert run.seconds > 0
