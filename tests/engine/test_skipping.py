"""Seeking any step, and skipping by mistakes and epochs, against a plain perceptron."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kpgui import api
from kpgui.engine.messages import Load, Play, Seek, Skip, Step, Unit
from kpgui.engine.run.run import Run
from kpgui.kernels import kernel
from kpgui.model.frame import Status
from kpgui.model.session import Session
from tests.engine.test_trainer import SCREEN, XOR, Desk, ended
from tests.strategies import noisy_moons

MOONS = Session(noisy_moons(50, noise=0.4), "rbf(sigma=0.5)", "kernel_perceptron(epochs=6)")


def mistaken_steps(session, steps):
    """The numbers from 1 of the steps with a mistake, by the definition of the kernel perceptron."""
    dataset = session.dataset
    gram = kernel(session.kernel).gram(dataset.points, dataset.points)
    alpha, found = np.zeros(len(dataset)), []
    for step in range(steps):
        i = step % len(dataset)
        if dataset.labels[i] * float((alpha * dataset.labels) @ gram[i]) <= 0:
            alpha[i] += 1
            found.append(step + 1)
    return found


@pytest.fixture
def desk():
    desk = Desk()
    desk.trainer.start()
    yield desk
    assert desk.trainer.stop(10)


def shown(desk, step):
    """The paused frame that shows this step."""
    return desk.until(lambda f: f.counters.step == step and f.status is not Status.RUNNING)


def test_a_step_that_is_sought_is_as_it_was(desk):
    desk.send(SCREEN, Load(1, MOONS, Play.TO_END))
    head = desk.until(ended).head
    for step in (17, 0, head - 1, 120):
        desk.send(Seek(step))
        frame, model = shown(desk, step), api.train(MOONS, step)
        assert frame.head == head
        assert frame.expansion.beta.tolist() == model.expansion.beta.tolist()
        assert frame.counters.errors == model.counters.errors


def test_beyond_the_head_the_head_is_shown_and_before_the_start_the_start(desk):
    desk.send(SCREEN, Load(1, XOR, Play.TO_END))
    desk.until(ended)
    desk.send(Seek(3), Seek(10**9))
    assert desk.until(lambda f: f.counters.step == f.head).status is Status.CONVERGED
    desk.send(Seek(-5))
    assert shown(desk, 0).status is Status.READY


def test_mistakes_are_gone_to_one_by_one_forward_by_learning_and_back(desk):
    wanted = mistaken_steps(MOONS, 300)
    desk.send(SCREEN, Load(1, MOONS))
    for step in wanted:
        desk.send(Skip(Unit.MISTAKE))
        assert shown(desk, step).head == step
    for step in [*wanted[-2::-1], 0]:
        desk.send(Skip(Unit.MISTAKE, -1))
        assert shown(desk, step).head == wanted[-1]
    desk.send(Skip(Unit.MISTAKE, 3))
    shown(desk, wanted[2])


def test_after_the_last_mistake_the_next_one_is_the_end_of_the_run(desk):
    desk.send(SCREEN, Load(1, XOR, Play.TO_END))
    desk.until(ended)
    for step in (4, 8):
        desk.send(Seek(step), Skip(Unit.MISTAKE))
        assert desk.until(lambda f: f.counters.step == f.head == 8).status is Status.CONVERGED


def test_epochs_end_where_all_points_have_been_examined(desk):
    desk.send(SCREEN, Load(1, MOONS), Step(7))
    shown(desk, 7)
    for step in (50, 100):
        desk.send(Skip(Unit.EPOCH))
        assert shown(desk, step).head == step
    desk.send(Step(-30))
    shown(desk, 70)
    for step in (50, 0, 0):
        desk.send(Skip(Unit.EPOCH, -1))
        shown(desk, step)
    desk.send(Skip(Unit.EPOCH, 2))
    shown(desk, 100)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_wherever_one_is_the_next_and_the_last_mistake_are_those_of_the_definition(data):
    wanted = [0, *mistaken_steps(MOONS, 300)]
    run = Run(MOONS)
    while run.outcome is None:
        run.advance(1000)
    run.seek(data.draw(st.integers(0, run.head)))
    count = data.draw(st.integers(1, 4))
    later = [step for step in wanted if step > run.cursor]
    assert run.step_of(Unit.MISTAKE, count, run.cursor) == (later[count - 1] if len(later) >= count else None)
    earlier = [step for step in wanted if step < run.cursor][::-1]
    assert run.step_of(Unit.MISTAKE, -count, run.cursor) == (earlier[count - 1] if len(earlier) >= count else 0)


def test_a_learner_without_epochs_or_mistakes_stays_where_it_is(desk):
    desk.send(SCREEN, Load(1, replace(MOONS, learner="svm()")), Step(3))
    shown(desk, 3)
    desk.send(Skip(Unit.MISTAKE), Skip(Unit.EPOCH), Skip(Unit.EPOCH, -1), Step())
    assert shown(desk, 4).head == 4


def test_several_at_once_and_quick_ones_are_all_counted(desk):
    wanted = mistaken_steps(MOONS, 300)
    desk.send(SCREEN, Load(1, MOONS), Skip(Unit.MISTAKE, 3))
    shown(desk, wanted[2])
    desk.send(Skip(Unit.MISTAKE), Skip(Unit.MISTAKE), Skip(Unit.MISTAKE, 2))
    assert shown(desk, wanted[6]).head == wanted[6]
    desk.send(Load(2, MOONS), Skip(Unit.EPOCH), Skip(Unit.EPOCH), Skip(Unit.EPOCH))
    assert desk.until(lambda f: f.run == 2 and f.counters.step == 150 and f.status is not Status.RUNNING).head == 150


def test_after_an_epoch_that_the_end_cut_short_a_step_back_goes_back(desk):
    session = replace(MOONS, learner="kernel_perceptron(max_updates=5)")
    desk.send(SCREEN, Load(1, session, Play.TO_END))
    head = desk.until(ended).head
    assert head % 50
    desk.send(Step(-1))
    shown(desk, head - 1)
    desk.send(Skip(Unit.EPOCH))
    desk.until(lambda f: f.counters.step == head)
    desk.send(Step(-1))
    shown(desk, head - 1)
