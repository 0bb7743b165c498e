"""Races without a window: both runs are seen where separate runs of a step at a time are, for any two settings."""

from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kpgui.engine.messages import Unit
from kpgui.engine.run.run import Run
from kpgui.learners import LEARNERS
from kpgui.model.frame import Status
from kpgui.model.session import Session
from kpgui.ui.session.document import Document
from kpgui.ui.session.race import Race
from kpgui.ui.session.training import Training
from kpgui.words.race import race_values
from tests.strategies import noisy_moons

AT_MOST = 400
"""Steps of a run; those of solvers without epochs are few on so few points."""

KERNELS = ("linear()", "rbf(sigma=0.5)", "poly(degree=3)", "laplacian()", "rbf(sigma=0.3) + 0.5*linear()")
learners = st.sampled_from(
    [
        f"{each.key}(epochs=3)" if any(param.name == "epochs" for param in each.params()) else f"{each.key}()"
        for each in LEARNERS
    ]
)
kernels = st.sampled_from(KERNELS)
points = st.builds(noisy_moons, st.integers(2, 12), st.integers(0, 9), st.just(0.4))


class Course:
    """A race of a document that is never shown."""

    def __init__(self, qtbot):
        self.qtbot = qtbot
        self.document = Document()
        self.training = Training(self.document)
        self.training.start(SimpleNamespace(do=lambda begin: begin()))

    @contextmanager
    def raced(self, session, chosen):
        self.document.open_session(session, None)
        race = Race(self.training, chosen, 1e9, self.document)
        try:
            self.wait(lambda: None not in race.frames and race.frames[0].run == self.training.run)
            yield race
        finally:
            race.stop()
            assert race.wait()

    def wait(self, condition):
        self.qtbot.waitUntil(condition, timeout=20_000)


@pytest.fixture
def course(qtbot):
    course = Course(qtbot)
    yield course
    assert course.training.stop()


def seen(frame):
    counters, f = frame.counters, frame.expansion
    return counters.step, counters.mistakes, counters.updates, frame.kernel_values, f.bias, f.beta.tobytes()


def states(session):
    """What is seen of a separate run after each step, by itself."""
    run, found = Run(session), []
    while True:
        counters, f = run.counters(), run.expansion()
        found.append((run.head, counters.mistakes, counters.updates, run.kernel_values, f.bias, f.beta.tobytes()))
        if run.outcome is not None:
            return found
        assert run.head < AT_MOST
        run.advance(1)


def counts(found, unit, length):
    """The number of steps, mistakes or epochs at each of these states."""
    return [{Unit.STEP: state[0], Unit.MISTAKE: state[1], Unit.EPOCH: state[0] // length}[unit] for state in found]


def common_places(both, unit, length):
    """The states of both runs at each number of units in turn; one that has ended waits."""
    numbers = [counts(found, unit, length) for found in both]
    places = range(max(each[-1] for each in numbers) + 1)
    return [
        tuple(
            found[each.index(place)] if place in each else found[-1] for found, each in zip(both, numbers, strict=True)
        )
        for place in places
    ]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(points, kernels, learners, kernels, learners, st.sampled_from(Unit))
def test_what_plays_is_seen_at_common_places_only(course, dataset, kernel, learner, other_kernel, other_learner, unit):
    session = Session(dataset, kernel, learner)
    other = replace(session, kernel=other_kernel, learner=other_learner)
    with course.raced(session, (("kernel", other_kernel), ("learner", other_learner))) as race:
        race.unit = unit
        both = [states(each) for each in (session, other)]
        pairs = []
        race.moved.connect(lambda: pairs.append(tuple(seen(each) for each in race.frames)))
        course.training.toggle()
        last = tuple(found[-1] for found in both)
        course.wait(lambda: bool(pairs) and pairs[-1] == last)
        allowed = common_places(both, race.unit, len(dataset))
        assert [pair for pair in pairs if pair not in (*allowed, last)] == []
        course.wait(lambda: course.training.frame.status is not Status.RUNNING)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=15)
@given(points, kernels, learners, kernels, learners, st.sampled_from(Unit))
def test_each_single_step_leads_to_the_next_common_place(
    course, dataset, kernel, learner, other_kernel, other_learner, unit
):
    session = Session(dataset, kernel, learner)
    other = replace(session, kernel=other_kernel, learner=other_learner)
    with course.raced(session, (("kernel", other_kernel), ("learner", other_learner))) as race:
        race.unit = unit
        both = [states(each) for each in (session, other)]
        for pair in common_places(both, race.unit, len(dataset))[1:25]:
            course.training.step_by(1)
            course.wait(lambda: tuple(seen(each) for each in race.frames) == pair)  # noqa: B023 - called in this turn


def test_the_table_has_the_numbers_of_separate_runs(course):
    dataset = noisy_moons(40, noise=0.4)
    session = Session(
        replace(dataset, held_out=dataset.points[:, 0] > 1), "rbf(sigma=0.5)", "kernel_perceptron(epochs=3)"
    )
    with course.raced(session, (("learner", "svm()"),)) as race:
        runs = [Run(each) for each in race.sessions]
        for run in runs:
            run.advance(12)
        course.training.step_by(12)
        course.wait(lambda: all(each.counters.step == 12 and each.status is Status.PAUSED for each in race.frames))
        for run, each, frame in zip(runs, race.sessions, race.frames, strict=True):
            counters, values = run.counters(), race_values(each, frame)
            assert values.pop("seconds") == frame.seconds > 0
            mistakes = {"mistakes": counters.mistakes} if run.learner.by_epochs else {}
            assert values == mistakes | {
                "steps": 12,
                "updates": counters.updates,
                "support": len(run.expansion().support),
                "errors": counters.errors,
                "held_out_errors": counters.held_out_errors,
                "kernel_values": run.kernel_values,
            }
