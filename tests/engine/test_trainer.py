"""The trainer thread through its commands and frames, also under hostile timing."""

import random
import time
from dataclasses import replace
from math import inf

import numpy as np
import pytest

from kpgui import api
from kpgui.engine.messages import Load, Mailbox, Pace, Pause, Play, Quit, Resume, Step, Viewport
from kpgui.engine.picture.display import Display
from kpgui.engine.run import run as training
from kpgui.engine.run.problem import VALUES
from kpgui.engine.trainer import Trainer
from kpgui.kernels.rbf import RBF
from kpgui.learners.kernel_perceptron import KernelPerceptron
from kpgui.model.dataset import Dataset
from kpgui.model.frame import Frame, Status
from kpgui.model.session import Session, View
from tests.strategies import noisy_moons

XOR = Session(Dataset.of([[-1, 1], [1, 1], [-1, -1], [1, -1]], [-1, 1, 1, -1]), "poly(degree=2, c=1)")
ENDLESS = Session(noisy_moons(300, noise=0.4), "rbf(sigma=0.5)", "kernel_perceptron(epochs=1000000000)")
SCREEN = Viewport(View(-2, 2, -2, 2), 320, 240)


class Desk:
    """A trainer with someone who looks at its mailbox."""

    def __init__(self) -> None:
        self.mailbox = Mailbox()
        self.trainer = Trainer(self.mailbox)
        self.frames: list[Frame] = []

    def send(self, *commands) -> None:
        for command in commands:
            self.trainer.send(command)

    def until(self, wanted, seconds=20) -> Frame:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            frame = self.mailbox.take()
            if frame is None:
                time.sleep(0.001)  # the screen's own rhythm
                continue
            self.frames.append(frame)
            if wanted(frame):
                return frame
        raise AssertionError(f"not seen in {seconds} s; last frame: {self.frames[-1:]}")


@pytest.fixture
def desk():
    desk = Desk()
    desk.trainer.start()
    yield desk
    assert desk.trainer.stop(10)


def ended(frame):
    return frame.status in (Status.CONVERGED, Status.LIMIT, Status.FAILED) and (not frame.field or frame.field.full)


def test_a_run_ends_as_the_plain_fit_does(desk):
    session = replace(ENDLESS, learner="kernel_perceptron(epochs=50)", order="shuffled_each_epoch")
    desk.send(SCREEN, Load(1, session), Resume())
    frame = desk.until(lambda f: ended(f) and f.field)
    model = api.train(session)
    assert frame.status is Status.LIMIT
    assert frame.expansion.beta.tobytes() == model.beta.tobytes()
    assert frame.counters.per_epoch.tolist() == model.mistakes_per_epoch.tolist()
    assert frame.counters.errors == round(model.training_error * 300)


def test_loading_shows_the_empty_field_and_waits(desk):
    desk.send(SCREEN, Load(1, XOR))
    frame = desk.until(lambda f: f.field and f.field.full)
    assert frame.status is Status.READY
    assert (frame.field.pixels == 128).all()
    assert frame.point == -1


def test_a_run_loaded_at_a_step_shows_nothing_of_what_came_before(desk):
    desk.send(SCREEN, Load(1, XOR, step=5))
    frame = desk.until(lambda f: f.status is Status.PAUSED and f.field and f.field.full)
    assert frame.counters.step == 5
    assert frame.expansion.beta.tobytes() == api.train(XOR, 5).beta.tobytes()
    assert all(each.counters.step == 5 for each in desk.frames)


def test_a_run_loaded_beyond_its_end_is_at_its_end(desk):
    desk.send(SCREEN, Load(1, XOR, step=10**9))
    assert desk.until(ended).counters.step == 8


def test_single_steps_show_each_point_examined(desk):
    desk.send(SCREEN, Load(1, XOR))
    for step in range(1, 8):
        desk.send(Step())
        frame = desk.until(lambda f, step=step: f.counters.step == step and f.field)
        assert frame.point == (step - 1) % 4
        assert frame.counters.mistakes == min(step, 4)
        assert frame.status is Status.PAUSED
    desk.send(Step())
    assert desk.until(ended).status is Status.CONVERGED


def test_steps_asked_for_at_once_are_all_made_forth_and_back(desk):
    desk.send(SCREEN, Load(1, XOR), Step(), Step(), Step())
    desk.until(lambda f: f.counters.step == 3 and f.status is Status.PAUSED)
    desk.send(Step(-1), Step(-1))
    desk.until(lambda f: f.counters.step == 1 and f.head == 3 and f.status is Status.PAUSED)
    desk.send(Step(), Step(-1), Step(5), Step(-2))
    frame = desk.until(lambda f: f.counters.step == 4 and f.status is Status.PAUSED)
    assert frame.counters.mistakes == 4
    desk.send(Step(-9))
    assert desk.until(lambda f: f.counters.step == 0).status is Status.READY


def test_a_slow_pace_shows_every_update_once_and_in_order(desk):
    desk.send(SCREEN, Load(1, XOR), Pace(60), Resume())
    desk.until(ended)
    updates = [int(s) for frame in desk.frames for s in frame.recent.step]
    assert updates == [0, 1, 2, 3]


def test_steps_back_and_running_on_come_to_the_same_end(desk):
    session = replace(ENDLESS, learner="kernel_perceptron(epochs=5)")
    desk.send(SCREEN, Load(1, session), Resume(Play.TO_END))
    end = desk.until(ended)
    desk.send(Step(700 - end.counters.step))
    past = desk.until(lambda f: f.counters.step == 700)
    assert past.head == end.head
    assert past.status is Status.PAUSED
    assert past.expansion.beta.tobytes() == api.train(session, steps=700).beta.tobytes()
    desk.send(Step(-705))
    assert desk.until(lambda f: f.counters.step == 0).counters.mistakes == 0
    desk.send(Resume())
    assert desk.until(ended).expansion.beta.tobytes() == end.expansion.beta.tobytes()


def test_pause_is_answered_while_the_run_is_at_full_speed(desk):
    desk.send(SCREEN, Load(1, ENDLESS), Resume())
    desk.until(lambda f: f.counters.step > 10_000)
    desk.send(Pause())
    paused = desk.until(lambda f: f.status is Status.PAUSED)
    later = desk.until(lambda f: f.field and f.field.full)
    assert later.counters.step == paused.counters.step == paused.head


def test_a_pause_where_nothing_goes_on_draws_nothing_anew(desk):
    desk.send(SCREEN, Load(1, XOR), Resume())
    desk.until(lambda f: ended(f) and f.field)
    desk.send(Pause())
    time.sleep(0.2)  # that no frame comes can only be waited for
    assert desk.mailbox.take() is None


def test_frames_come_with_and_without_a_screen_to_draw_on(desk):
    desk.send(Load(1, XOR, Play.TO_END))
    assert desk.until(ended).field is None
    desk.send(SCREEN)
    assert desk.until(lambda f: f.field and f.field.full).status is Status.CONVERGED
    desk.send(Viewport(View(0, 1, 0, 1), 50, 40))
    assert desk.until(lambda f: f.field and f.field.full).field.view.xmin > -1


@pytest.mark.parametrize("view", [View(0, 0, 0, 1), View(1, 0, 0, 1), View(0, float("nan"), 0, 1), View(0, inf, 0, 1)])
def test_a_rectangle_without_area_is_not_drawn_on(desk, view):
    desk.send(SCREEN, Viewport(view, 100, 100), Viewport(View(), 0, 5), Load(1, XOR, Play.TO_END))
    assert desk.until(ended).status is Status.CONVERGED


def test_an_exception_in_a_learner_becomes_a_frame_and_the_thread_goes_on(desk, monkeypatch):
    def broken(self, state, steps, deadline):
        raise ZeroDivisionError("boom")

    with monkeypatch.context() as patch:
        patch.setattr(KernelPerceptron, "advance", broken)
        desk.send(SCREEN, Load(1, XOR), Resume())
        frame = desk.until(lambda f: f.status is Status.FAILED)
        assert "ZeroDivisionError: boom" in frame.problem
        assert "in broken" in frame.problem
    desk.send(Load(2, XOR, Play.TO_END))
    assert desk.until(lambda f: f.run == 2 and ended(f)).status is Status.CONVERGED


@pytest.mark.parametrize(
    ("session", "says"),
    [
        (replace(XOR, kernel="rfb"), "the nearest name is 'rbf'"),
        (replace(XOR, learner="kernel_perceptron(epochs=0)"), "epochs must be a whole number"),
        (Session(Dataset.of([[1e200, 0]], [1]), "poly(degree=3)"), "too large to compute"),
    ],
)
def test_what_the_user_can_mend_is_said_in_one_sentence(desk, session, says):
    desk.send(SCREEN, Load(1, session), Resume())
    frame = desk.until(lambda f: f.status is Status.FAILED)
    assert says in frame.problem
    assert "Traceback" not in frame.problem


def test_no_points_are_a_state_of_their_own(desk):
    desk.send(SCREEN, Load(1, Session()), Resume())
    assert desk.until(lambda f: f.field and f.field.full).status is Status.EMPTY


def test_points_in_three_dimensions_train_without_a_picture(desk):
    session = Session(Dataset.of([[0, 0, 1], [0, 1, 0]], [1, -1]), "linear()")
    desk.send(SCREEN, Load(1, session), Resume())
    frame = desk.until(ended)
    assert (frame.status, frame.field) == (Status.CONVERGED, None)


@pytest.mark.parametrize("seed", range(4))
def test_bursts_of_commands_leave_the_last_word_to_the_last_load(desk, seed):
    rng = random.Random(seed)
    for number in range(1, 120):
        desk.send(
            rng.choice(
                [
                    Load(number, rng.choice([XOR, ENDLESS]), rng.choice(list(Play))),
                    Resume(),
                    Pause(),
                    Step(rng.randint(-1000, 1000)),
                    Pace(rng.choice([1, 50, 1e6, inf])),
                    Viewport(View(-rng.random() - 1, 1, -1, 1), rng.randint(1, 900), rng.randint(1, 700)),
                ]
            )
        )
        if rng.random() < 0.1:
            time.sleep(rng.random() * 0.02)  # let it get into the middle of something
    desk.send(Load(999, XOR, Play.TO_END))
    frame = desk.until(lambda f: f.run == 999 and ended(f))
    assert frame.counters.alpha.tolist() == [1, 1, 1, 1]
    assert not [f.problem for f in desk.frames if f.status is Status.FAILED]


def test_frames_of_a_run_never_go_back_in_time(desk):
    desk.send(SCREEN, Load(1, ENDLESS), Resume())
    desk.until(lambda f: f.counters.step > 100_000)
    steps = [frame.counters.step for frame in desk.frames]
    assert steps == sorted(steps)
    for frame in desk.frames:
        assert frame.counters.mistakes == frame.counters.per_epoch.sum() == frame.counters.alpha.sum()


@pytest.mark.parametrize("wait", [0, 0.002, 0.01, 0.03])
def test_quitting_in_the_middle_of_anything_ends_the_thread(wait):
    desk = Desk()
    desk.trainer.start()
    desk.send(Viewport(View(-2, 2, -2, 2), 1900, 1200), Load(1, ENDLESS), Resume())
    time.sleep(wait)  # into the run, or into its field
    desk.send(Quit())
    assert desk.trainer.stop(5)


def test_a_trainer_that_was_never_started_stops():
    assert Trainer(Mailbox()).stop()


def test_zooming_out_until_f_overflows_loses_the_picture_but_not_the_run(desk):
    session = replace(XOR, kernel="poly(degree=10, c=1)")
    desk.send(SCREEN, Load(1, session), Step(3))
    desk.until(lambda f: f.counters.step == 3)
    desk.send(Viewport(View(-1e31, 1e31, -1e31, 1e31), 300, 200))
    assert "too large" in desk.until(lambda f: f.problem).problem
    desk.send(SCREEN, Step())
    frame = desk.until(lambda f: f.counters.step == 4 and f.field)
    assert frame.status is Status.PAUSED


def test_an_update_is_shown_even_when_its_picture_was_interrupted(desk):
    desk.send(SCREEN, Load(1, XOR))
    desk.until(lambda f: f.field and f.field.full)
    for k in range(4):
        desk.send(Step(), Viewport(View(-2 - k, 2, -2, 2), 640, 480))
        desk.until(lambda f, k=k: f.counters.step == k + 1 and f.field and f.field.full)
    shown = [int(step) for frame in desk.frames for step in frame.recent.step]
    assert shown == [0, 1, 2, 3]


def test_a_pace_that_is_moved_about_makes_no_steps_by_itself(desk):
    desk.send(SCREEN, Load(1, XOR), Pace(0.01), Resume())
    desk.until(lambda f: f.counters.step == 1)
    desk.send(*[Pace(0.01 + 0.0001 * k) for k in range(100)], Pause())
    assert desk.until(lambda f: f.status is Status.PAUSED).counters.step == 1


def test_an_idle_trainer_publishes_nothing_for_what_changes_nothing(desk):
    desk.send(SCREEN, Load(1, XOR))
    desk.until(lambda f: f.field and f.field.full)
    desk.send(Pace(5), Pace(7), SCREEN, Load(2, XOR))
    frame = desk.until(lambda f: True)
    assert frame.run == 2


@pytest.mark.parametrize(("kernel", "pieces"), [("rbf(sigma=0.3)", 300), ("poly(degree=3, c=1)", 30)])
def test_a_large_field_is_drawn_in_many_pieces(kernel, pieces):
    """Between two of them the trainer looks at its queue."""
    run = training.Run(Session(noisy_moons(8000, noise=0.8), kernel, "kernel_perceptron(epochs=2)"))
    run.advance(10**6)
    display = Display()
    display.set_viewport(Viewport(View(-3, 4, -3, 3.5), 1900, 1200))
    display.show(run.kernel, run.session.dataset.points)
    drawn = list(display.fine(run.expansion(), 1.0))
    assert [image for image in drawn[:-1] if image is not None] == []
    assert drawn[-1].full
    assert len(drawn) > pieces


def test_a_seek_can_be_interrupted_after_each_piece_of_scores():
    run = training.Run(Session(noisy_moons(3000, noise=0.8), "rbf(sigma=0.3)", "kernel_perceptron(epochs=1)"))
    run.advance(10**6)
    run.seek(2000)
    turns = 1
    while not run.catch_up(deadline=0.0):
        turns += 1
    assert turns >= 3000 * np.count_nonzero(run.expansion().beta) / VALUES > 10


def test_a_frame_says_whose_its_counters_are_by_the_ids_of_its_own_dataset(desk):
    dataset = replace(XOR.dataset, ids=XOR.dataset.ids[::-1] + 10)
    desk.send(SCREEN, Load(1, replace(XOR, dataset=dataset)), Step())
    frame = desk.until(lambda frame: frame.head == 1)
    assert frame.ids is dataset.ids
    assert frame.is_of(dataset)
    assert not frame.is_of(XOR.dataset)


def test_after_a_point_moved_a_run_goes_on_with_the_gram_columns_of_the_run_before(desk, monkeypatch):
    evaluated, values = [0], RBF.values

    def counted(kernel, X, Z):
        evaluated[0] += len(X) * len(Z)
        return values(kernel, X, Z)

    monkeypatch.setattr(RBF, "values", counted)
    dataset, counts = noisy_moons(600), []
    for number in range(2):
        evaluated[0] = 0
        session = Session(dataset, "rbf(sigma=0.5)", "kernel_perceptron(epochs=5)")
        desk.send(Load(number, session, Play.TO_END))
        frame = desk.until(lambda frame, number=number: frame.run == number and ended(frame))
        counts.append(evaluated[0])
        assert np.array_equal(frame.expansion.beta, api.train(session).beta)
        dataset = dataset.with_rows(np.array([7]), points=[[0.3, 0.4]])
    assert counts[1] < counts[0] / 3
