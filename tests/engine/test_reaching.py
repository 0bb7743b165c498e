"""Reaching a place in a run that is counted from its start, as a race does with two runs at once."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kpgui import api
from kpgui.engine.messages import Load, Reach, Seek, Unit
from kpgui.model.frame import Status
from kpgui.model.session import Session
from kpgui.model.stopping import StoppingPoint
from tests.engine.test_trainer import Desk
from tests.strategies import noisy_moons

SESSION = Session(noisy_moons(40, noise=0.3), "rbf(sigma=0.5)", "kernel_perceptron(epochs=6)")
PLACES = st.tuples(st.sampled_from(Unit), st.integers(0, 60))


@settings(max_examples=15)
@given(st.lists(PLACES, min_size=1, max_size=4))
def test_each_place_is_that_of_a_separate_run(places):
    desk = Desk()
    desk.trainer.start()
    try:
        for number, (unit, count) in enumerate(places):
            desk.send(*[Load(1, SESSION)] * (number == 0), Reach(unit, count))
            model = api.train(SESSION, StoppingPoint(unit.value, count) if count else 0)
            there = (model.counters.step, model.counters.mistakes, model.counters.updates)
            desk.until(lambda f: (f.counters.step, f.counters.mistakes, f.counters.updates) == there)  # noqa: B023 - called in this turn
    finally:
        assert desk.trainer.stop(10)


def test_a_run_that_is_to_go_on_counts_as_running_where_it_waits():
    desk = Desk()
    desk.trainer.start()
    desk.send(Load(1, SESSION), Reach(Unit.STEP, 7, more=True))
    assert desk.until(lambda f: f.counters.step == 7).status is Status.RUNNING
    desk.send(Seek(7))
    assert desk.until(lambda f: f.status is not Status.RUNNING).counters.step == 7
    assert desk.trainer.stop(10)


def test_the_time_spent_on_learning_grows_while_it_learns_only():
    desk = Desk()
    desk.trainer.start()
    desk.send(Load(1, SESSION), Reach(Unit.EPOCH, 2))
    learned = desk.until(lambda f: f.counters.step == 80).seconds
    desk.send(Reach(Unit.STEP, 10))
    back = desk.until(lambda f: f.counters.step == 10).seconds
    desk.send(Reach(Unit.STEP, 60))
    assert 0 < learned == back == desk.until(lambda f: f.counters.step == 60).seconds
    assert desk.trainer.stop(10)
