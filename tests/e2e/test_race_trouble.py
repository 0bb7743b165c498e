"""Races in which something fails, is gone or is in the way."""

import threading

import pytest
from PySide6.QtWidgets import QLabel

from kpgui.engine.run.run import Run
from kpgui.model.frame import Status
from kpgui.model.session import Session, View
from kpgui.words.step_sentence import DROPPED
from tests.e2e.racing import FAR, KEY, OVERFLOWS, POINTS, SESSION, SHORT, Track, both, trainers
from tests.ui.canvas.stage import CTRL, SHIFT, Hand


@pytest.fixture
def track(desk):
    return Track(desk)


def problem(track):
    return track.desk.find(QLabel, "race.problem").text()


def test_a_field_that_cannot_be_drawn_is_said_once_and_until_it_can(track):
    near = Session(POINTS, "rbf(sigma=0.5)", "kernel_perceptron(epochs=100)", view=SESSION.view)
    track.begin(near)
    said = []
    track.race.refused.connect(said.append)
    track.write("race.what.value", OVERFLOWS)
    track.desk.wait(lambda: problem(track) == "")
    said.clear()
    track.window.canvas.set_view(View(-900, 900, -900, 900))
    track.press(KEY.Key_R)
    track.desk.wait(lambda: bool(problem(track)) and track.race.frames[1].counters.step > 30)
    assert len(said) == len(set(said))
    track.press(KEY.Key_R)
    track.window.canvas.set_view(near.view)
    track.desk.wait(lambda: problem(track) == "")


def test_the_right_run_is_played_and_paused_where_the_left_one_fails(track):
    session = Session(FAR.dataset, OVERFLOWS, FAR.learner, view=FAR.view)
    track.begin(session)
    track.write("race.what.value", FAR.kernel)
    track.desk.wait(lambda: problem(track).startswith("Left: "))
    track.press(KEY.Key_R)
    track.desk.wait(lambda: track.window.training.playing and track.race.frames[1].counters.step > 3)
    track.press(KEY.Key_R)
    track.desk.wait(lambda: not track.window.training.playing)
    there = track.race.frames[1].counters.step
    track.press(KEY.Key_Period)
    track.desk.wait(lambda: track.race.frames[1].counters.step > there)
    track.press(KEY.Key_R, CTRL | SHIFT)
    track.desk.wait(lambda: track.desk.frame.status is Status.FAILED)


def test_a_right_run_that_fails_is_said_and_the_left_one_goes_on(track):
    track.begin(FAR)
    track.write("race.what.value", OVERFLOWS)
    track.desk.wait(lambda: problem(track).startswith("Right: "))
    track.press(KEY.Key_Period)
    track.desk.wait(lambda: track.race.frames[0].counters.step == 1)
    track.write("race.what.value", "linear()")
    track.desk.wait(lambda: problem(track) == "" and None not in track.race.frames)
    track.stands(*both(1, FAR, kernel="linear()"))


@pytest.mark.parametrize("unit", ["step", "mistake"])
def test_both_go_back_no_further_than_the_logs_of_both_reach(track, monkeypatch, unit):
    monkeypatch.setattr("kpgui.engine.trainer.CAPACITY", 60)
    monkeypatch.setattr("kpgui.engine.run.timeline.CHUNK", 20)
    session = Session(POINTS, "rbf(sigma=0.5)", "kernel_perceptron(epochs=20)", view=SESSION.view)
    track.begin(session)
    track.window.training.set_pace(1e9)
    track.press(KEY.Key_R)
    track.stands(*both(None, session))
    assert all(1 < each.first_step < each.head for each in track.race.frames)
    if unit == "mistake":
        track.choose("race.unit", "mistake")
    track.window.timeline.sought.emit(1)
    track.desk.wait(lambda: all(each.counters.step < each.head for each in track.race.frames))
    track.window.training.set_pace(60)
    track.press(KEY.Key_R)
    seen = []
    track.race.moved.connect(lambda: seen.append([each.counters.step for each in track.race.frames]))
    track.desk.wait(lambda: len(seen) > 3)
    track.press(KEY.Key_R)
    if unit == "step":
        assert all(left == right for left, right in seen)


def test_a_race_that_ends_while_it_plays_says_what_the_last_step_did(track):
    track.begin(SHORT)
    track.window.training.set_pace(1e9)
    track.press(KEY.Key_R)
    track.stands(*both(None, SHORT))
    track.desk.wait(lambda: track.desk.frame.status is Status.LIMIT)
    track.desk.wait(lambda: track.desk.text("step.sentence").startswith("Step 60"))
    assert track.desk.text("step.sentence") != DROPPED


def test_an_outdated_run_stays_where_it_is_when_a_race_begins_and_ends(track):
    track.window.document.open_session(SESSION, None)
    track.desk.wait(lambda: track.desk.frame is not None and track.desk.frame.run == track.window.training.run)
    run = track.window.training.run
    for __ in range(2):
        track.press(KEY.Key_R)
        track.desk.wait(lambda: track.window.training.playing and track.desk.frame.counters.step > 2)
        track.press(KEY.Key_R)
        Hand(track.window.canvas).click(0, 0.3)
        track.press(KEY.Key_R, CTRL | SHIFT)
        assert track.window.training.outdated
        assert track.window.training.run == run
        track.desk.wait(lambda: not track.window.training.playing)
        track.desk.trigger("edit.undo")


def test_a_thread_that_is_busy_does_not_hold_up_the_end_of_a_race(track, monkeypatch):
    track.begin(SESSION)
    entered, released, advance = threading.Event(), threading.Event(), Run.advance

    def slow(run, *rest):
        if run.session.kernel != SESSION.kernel:
            entered.set()
            released.wait(1.5)
        return advance(run, *rest)

    monkeypatch.setattr(Run, "advance", slow)
    track.press(KEY.Key_Period)
    track.desk.wait(entered.is_set)
    track.press(KEY.Key_R, CTRL | SHIFT)
    assert trainers() == 2  # the key has not waited for it
    released.set()
    track.desk.wait(lambda: trainers() == 1)
