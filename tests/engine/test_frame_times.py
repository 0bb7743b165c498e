"""When the trainer publishes frames, by a clock that only learning moves on."""

from dataclasses import dataclass, field
from threading import Event

import numpy as np
import pytest

from kpgui.engine import trainer as training
from kpgui.engine.messages import Load, Mailbox, Play
from kpgui.engine.trainer import Trainer
from kpgui.learners.kernel_perceptron import KernelPerceptron
from kpgui.model.frame import Frame
from kpgui.model.session import Session
from tests.strategies import noisy_moons

PERIOD = 1 / 60
ENDLESS = Session(noisy_moons(60, noise=0.4), "rbf(sigma=0.5)", "kernel_perceptron(epochs=1000000000)")


@dataclass
class Course:
    """What happened: when frames were published, and for each slice of learning how many were before it."""

    now: float = 0.0
    frames: list[float] = field(default_factory=list)
    slices: list[tuple[int, float, float]] = field(default_factory=list)
    """Frames before it, its beginning, and the deadline that it was given."""


class Screen(Mailbox):
    """Takes each frame so many seconds after it was put."""

    def __init__(self, course: Course, slowness: float, wanted: int) -> None:
        super().__init__()
        self._course, self._slowness, self._wanted = course, slowness, wanted
        self.enough = Event()

    @property
    def waiting(self) -> bool:
        return self._course.now < self._course.frames[-1] + self._slowness

    def put(self, frame: Frame) -> None:
        if not self.enough.is_set():
            self._course.frames.append(self._course.now)
        if len(self._course.frames) == self._wanted:
            self.enough.set()


def course_of(monkeypatch, overrun, frames=100, slowness=0.0) -> Course:
    """A run whose k-th slice of learning ends so many seconds after its deadline, without a field to draw.

    The first frame, at 0, is that of the loaded session.
    """
    course = Course()
    screen = Screen(course, slowness, frames)
    advance = KernelPerceptron.advance

    def slow(self, state, steps, deadline):
        if not screen.enough.is_set():
            course.slices.append((len(course.frames), course.now, deadline))
            course.now = max(course.now, deadline) + overrun(len(course.slices))
        return advance(self, state, 1, deadline)

    monkeypatch.setattr(training, "perf_counter", lambda: course.now)
    monkeypatch.setattr(KernelPerceptron, "advance", slow)
    trainer = Trainer(screen)
    trainer.start()
    trainer.send(Load(1, ENDLESS, Play.PACED))
    assert screen.enough.wait(20)
    assert trainer.stop(10)
    return course


@pytest.mark.parametrize("overrun", [0.0, 0.0007, 0.003, 0.011])
def test_frames_keep_to_a_grid_however_far_learning_goes_beyond_its_time(monkeypatch, overrun):
    lengths = np.random.default_rng(0).uniform(0, overrun, size=10_000)
    course = course_of(monkeypatch, lambda k: lengths[k])
    late = np.array(course.frames) - PERIOD * np.arange(100)
    assert late.min() >= -1e-9
    assert late.max() <= overrun + 1e-9


def test_learning_has_no_time_beyond_the_next_frame(monkeypatch):
    lengths = np.random.default_rng(1).uniform(0, 0.003, size=10_000)
    course = course_of(monkeypatch, lambda k: lengths[k])
    for frames, begun, deadline in course.slices:
        assert begun < deadline <= frames * PERIOD + 1e-9
        assert deadline <= begun + training.SLICE


def test_a_frame_that_is_a_little_late_does_not_delay_the_next(monkeypatch):
    course = course_of(monkeypatch, lambda k: 0.9 * PERIOD if k == 5 else 0.0, frames=20)
    late = np.array(course.frames) - PERIOD * np.arange(20)
    assert np.count_nonzero(late > 1e-9) == 1


def test_after_a_frame_that_is_more_than_a_whole_one_late_frames_are_counted_from_it(monkeypatch):
    course = course_of(monkeypatch, lambda k: 4.5 * PERIOD if k == 5 else 0.0, frames=20)
    apart = np.diff(course.frames)
    assert apart.max() > 4.5 * PERIOD
    np.testing.assert_allclose(np.delete(apart, np.argmax(apart)), PERIOD)


def test_for_a_screen_that_takes_no_more_frames_none_are_made_and_learning_goes_on(monkeypatch):
    course = course_of(monkeypatch, lambda k: 0.0, frames=20, slowness=0.04)
    assert np.diff(course.frames).min() >= 0.04 - 1e-9
    for _, begun, deadline in course.slices:
        assert deadline > begun
