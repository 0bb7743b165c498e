"""A race: two runs on the same points side by side, one thing different, in lockstep."""

import pytest
from PySide6.QtWidgets import QComboBox, QLabel

from kpgui import api
from kpgui.model.frame import Status
from kpgui.model.stopping import StoppingPoint
from kpgui.ui.canvas import Canvas
from tests.e2e.racing import KEY, POINTS, SESSION, SHORT, Track, both, trainers
from tests.ui.canvas.stage import CTRL, SHIFT, Hand


@pytest.fixture
def track(desk):
    return Track(desk)


def test_both_runs_are_at_every_step_where_separate_runs_are(track):
    track.begin(SESSION)
    for step in range(1, 25):
        track.press(KEY.Key_Period)
        track.stands(*both(step))
    for step in (23, 22):
        track.press(KEY.Key_Comma)
        track.stands(*both(step))
    track.press(KEY.Key_Home)
    track.stands(*both(0))


def test_by_mistakes_each_run_goes_to_its_own(track):
    track.begin(SESSION)
    track.choose("race.unit", "mistake")
    for mistake in range(1, 9):
        track.press(KEY.Key_Period)
        track.stands(*both(StoppingPoint("mistake", mistake)))
    track.press(KEY.Key_Comma)
    track.stands(*both(StoppingPoint("mistake", 7)))


def test_by_epochs_each_run_goes_to_the_end_of_its_own(track):
    track.begin(SESSION)
    track.choose("race.unit", "epoch")
    for epoch in (1, 2):
        track.press(KEY.Key_Period)
        track.stands(*both(StoppingPoint("epoch", epoch)))


def test_the_left_run_leads_where_its_timeline_and_its_mistakes_are_gone_through(track):
    track.begin(SESSION)
    track.press(KEY.Key_Period, CTRL)
    track.press(KEY.Key_Period, CTRL)
    left = api.train(SESSION, StoppingPoint("mistake", 2))
    track.stands(left, both(left.counters.step)[1])
    track.window.timeline.sought.emit(1)
    track.stands(*both(1))


def test_what_plays_is_seen_at_common_steps_only_and_ends_as_separate_runs_do(track):
    track.begin(SESSION)
    seen = []
    track.race.moved.connect(lambda: seen.append([each.counters.step for each in track.race.frames]))
    track.press(KEY.Key_R)
    track.desk.wait(lambda: len(seen) > 5)
    track.press(KEY.Key_R)
    track.desk.wait(lambda: not track.window.training.playing)
    assert all(left == right for left, right in seen)
    track.press(KEY.Key_End)
    track.stands(*both(None))


def test_counting_by_something_else_leaves_two_runs_that_have_ended_where_they_are(track):
    other = "kernel_perceptron(epochs=3)"
    track.begin(SHORT)
    track.choose("race.what", "learner")
    track.write("race.what.value", other)
    track.press(KEY.Key_End)
    models = both(None, SHORT, kernel=SHORT.kernel, learner=other)
    track.stands(*models)
    track.choose("race.unit", "mistake")
    track.desk._qtbot.wait(300)
    track.stands(*models)


def test_what_only_figures_vary_is_not_raced(track):
    track.begin(SESSION)
    field = track.desk.find(QComboBox, "race.what")
    offered = [field.itemData(k) for k in range(field.count())]
    assert "kernel" in offered
    assert not {"at", "class"} & {*offered}


@pytest.mark.parametrize("press", [[KEY.Key_End], [KEY.Key_R]])
def test_a_run_that_has_ended_waits_for_the_other(track, press):
    other = "kernel_perceptron(epochs=3)"
    track.begin(SHORT)
    track.choose("race.what", "learner")
    track.write("race.what.value", other)
    track.window.training.set_pace(1e9)
    for key in press:
        track.press(key)
    models = both(None, SHORT, kernel=SHORT.kernel, learner=other)
    track.stands(*models)
    track.desk.wait(lambda: track.desk.frame.status is Status.LIMIT)
    track.press(KEY.Key_Comma)
    track.stands(models[0], both(models[1].counters.step - 1, SHORT, kernel=SHORT.kernel, learner=other)[1])
    assert track.desk.frame.status is Status.PAUSED
    track.press(KEY.Key_Period)
    track.stands(*models)


def test_drawing_on_the_right_canvas_edits_the_document_and_is_undone_as_one(track):
    track.begin(SESSION)
    before = track.desk.session.dataset
    hand = Hand(track.right)
    hand.drag((-1, 1.5), (1, 1.6))
    drawn = track.desk.session.dataset
    assert len(drawn) > len(before)
    track.desk.wait(lambda: all(each is not None and each.is_of(drawn) for each in track.race.frames))
    track.desk.trigger("edit.undo")
    assert track.desk.session.dataset == before


def test_both_canvases_show_the_same_rectangle_and_selection(track):
    track.begin(SESSION)
    track.right.view_box.pan(30, 20)
    left, pixel = track.window.canvas, 1 / track.right.mapping.across  # one may be a pixel wider
    assert left.view.ymax != SESSION.view.ymax
    for __ in range(2):
        right = track.right.view
        assert (left.view.xmin, left.view.ymax) == pytest.approx((right.xmin, right.ymax), abs=pixel)
        track.press(KEY.Key_0)
    track.desk.trigger("edit.select_all")
    assert len(track.right.selection) == len(POINTS)


def test_a_value_that_is_refused_is_said_and_the_right_run_is_as_the_left_one(track):
    track.begin(SESSION)
    track.write("race.what.value", "poly(degree=0.5)")
    track.desk.wait(lambda: bool(track.desk.find(QLabel, "race.problem").text()))
    track.write("race.what.value", "linear()")
    assert not track.desk.find(QLabel, "race.problem").text()
    track.press(KEY.Key_Period)
    track.stands(*both(1, kernel="linear()"))


def end_by_key(track):
    track.press(KEY.Key_R, CTRL | SHIFT)


def end_by_another_session(track):
    track.window.document.open_session(SHORT, None)


def end_by_predict(track):
    track.press(KEY.Key_A)


@pytest.mark.parametrize("end", [end_by_key, end_by_another_session, end_by_predict])
def test_a_closed_race_has_no_thread_and_leaves_the_left_run_as_it_was(track, end):
    track.begin(SESSION)
    track.press(KEY.Key_R)
    track.desk.wait(lambda: track.window.training.playing and track.desk.frame.counters.step > 3)
    assert trainers() == 2
    end(track)
    assert track.race is None
    track.desk.wait(lambda: trainers() == 1)
    track.desk.wait(lambda: not track.window.training.playing)
    track.desk.wait(lambda: track.window.findChild(Canvas, "canvas.beside") is None)
    track.window.training.step_by(1)
    track.desk.wait(lambda: track.desk.frame.status is Status.PAUSED)


def test_a_window_that_is_closed_ends_its_race(track):
    track.begin(SESSION)
    track.window.document.undo_stack.setClean()
    track.window.close()
    assert trainers() == 0
