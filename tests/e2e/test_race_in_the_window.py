"""A race beside what else a window can do: presentation, lessons, themes, languages, edits, closing."""

from dataclasses import astuple

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton

from kpgui.model.dataset import Dataset
from kpgui.model.edits import Replace, Setting
from kpgui.ui.canvas import Canvas
from tests.e2e.racing import KEY, SESSION, Track, both, trainers
from tests.ui.canvas.stage import CTRL, LEFT, SHIFT, Hand
from tests.words.lessons.sample import SAMPLE


@pytest.fixture
def track(desk):
    return Track(desk)


def play(track, steps=3):
    track.press(KEY.Key_R)
    track.desk.wait(lambda: track.race.frames[1] is not None and track.race.frames[1].counters.step > steps)


def test_in_presentation_mode_both_canvases_and_the_table_are_large(track):
    track.begin(SESSION)
    track.press(KEY.Key_Period)
    small = track.desk.find(QLabel, "race.left.steps").font().pointSizeF()
    track.desk.trigger("view.presentation")
    track.press(KEY.Key_Period)
    track.stands(*both(2))
    assert track.desk.find(QLabel, "race.left.steps").font().pointSizeF() > small
    assert track.right.view_box.unit == track.window.canvas.view_box.unit > 1
    track.press(KEY.Key_Escape)
    assert track.desk.find(QLabel, "race.left.steps").font().pointSizeF() == small
    assert track.right.view_box.unit == track.window.canvas.view_box.unit


def test_a_race_that_begins_in_presentation_mode_is_large(track):
    track.desk.trigger("view.presentation")
    track.begin(SESSION)
    assert track.right.view_box.unit == track.window.canvas.view_box.unit > 1
    sizes = {track.desk.find(QLabel, name).font().pointSizeF() for name in ("race.left.steps", "step.sentence")}
    assert len(sizes) == 1


def test_the_right_canvas_takes_the_colours_of_another_theme(track):
    track.begin(SESSION)
    play(track)
    for theme in ("dark", "light"):
        track.desk.trigger(f"view.theme_{theme}")
        assert track.right.stage.palette is track.window.canvas.stage.palette
        assert track.right.stage.palette.name == theme


def test_a_run_that_begins_anew_while_both_play_waits_at_its_start(track):
    track.begin(SESSION)
    track.window.training.set_pace(20)
    play(track)
    track.desk.trigger("train.reset")
    track.desk.wait(lambda: track.race.frames[1] is not None and not track.race.frames[1].counters.step)
    QTest.qWait(200)
    assert [each.counters.step for each in track.race.frames] == [0, 0]
    assert not track.window.training.playing


def test_what_is_asked_for_differs_from_the_settings_of_now_not_from_an_outdated_run(track):
    track.begin(SESSION)
    track.press(KEY.Key_R, CTRL | SHIFT)
    track.press(KEY.Key_Period)
    track.desk.wait(lambda: track.desk.frame.counters.step == 1)
    track.window.document.edit(Setting("kernel", "poly(degree=3)"), "kernel")
    assert track.window.training.outdated
    track.window.workbench.race_asked.emit((("kernel.degree", "2"),))
    track.desk.wait(lambda: [each.kernel[:13] for each in track.race.sessions] == ["poly(degree=3", "poly(degree=2"])
    track.window.workbench.race_asked.emit((("class", "eggs"),))
    assert track.desk.text("race.problem") == "class cannot differ in a race."
    assert track.race.sessions[1].kernel.startswith("poly(degree=2")


def test_what_is_proposed_differs_from_the_run_of_now(track):
    track.begin(SESSION)
    track.window.document.edit(Setting("seed", 2), "seed")
    track.desk.wait(lambda: track.race.sessions[0].seed == 2 and None not in track.race.frames)
    QTest.qWait(500)
    track.desk.find(QComboBox, "race.what").setCurrentIndex(0)
    track.choose("race.what", "run.seed")
    assert {each.seed for each in track.race.sessions} > {2}


def test_the_left_run_is_on_the_left_in_languages_from_right_to_left(track):
    track.window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    track.begin(SESSION)
    track.desk.wait(lambda: track.right.width() > 100)
    own, beside = (each.mapTo(track.window, QPoint()).x() for each in (track.window.canvas, track.right))
    assert own < beside


def test_points_that_change_while_both_play_are_those_of_both(track):
    track.begin(SESSION)
    track.window.training.set_pace(200)
    play(track)
    Hand(track.right).click(0.2, 1.9)
    drawn = track.desk.session.dataset
    assert len(drawn) == len(SESSION.dataset) + 1
    track.desk.wait(lambda: all(each is not None and each.is_of(drawn) for each in track.race.frames))
    track.desk.wait(lambda: track.window.training.playing and track.race.frames[1].counters.step > 3)
    track.press(KEY.Key_R)
    track.desk.wait(lambda: not track.window.training.playing)
    left, right = (each.counters.step for each in track.race.frames)
    assert left == right


def test_points_that_are_all_removed_leave_two_runs_of_nothing(track):
    track.begin(SESSION)
    play(track)
    track.window.document.edit(Replace(Dataset.empty()), "remove")
    track.desk.wait(lambda: all(each is not None and not len(each.ids) for each in track.race.frames))
    track.desk.wait(lambda: not track.window.training.playing)
    track.desk.trigger("edit.undo")
    track.press(KEY.Key_Period)
    track.stands(*both(1))


def test_a_race_is_run_inside_a_lesson_and_ends_with_its_step(track, tmp_path):
    folder = tmp_path / "lesson"
    folder.mkdir()
    (folder / "lesson.md").write_text(SAMPLE, encoding="utf-8")
    track.window.document.edit(Replace(SESSION.dataset), "points")
    track.window.teaching.open_lesson(str(folder))
    lesson = track.desk.session
    track.desk.wait(lambda: track.window.training.loaded is lesson and track.desk.frame is not None)
    track.press(KEY.Key_R, CTRL | SHIFT)
    track.desk.wait(lambda: None not in track.race.frames)
    track.press(KEY.Key_Period)
    track.stands(*both(1, lesson))
    QTest.mouseClick(track.desk.find(QPushButton, "lesson.leave"), LEFT)
    assert track.race is None
    track.desk.wait(lambda: trainers() == 1)
    assert track.desk.session.dataset == SESSION.dataset


def test_the_race_leaves_with_the_window_of_another_language(track):
    track.begin(SESSION)
    play(track)
    track.window.leave()
    assert track.race is None
    assert trainers() == 0


def test_a_window_that_is_closed_while_both_play_leaves_no_thread(track):
    track.begin(SESSION)
    play(track)
    track.window.document.undo_stack.setClean()
    track.window.close()
    assert trainers() == 0


def test_two_things_differ_and_both_are_named(track):
    track.begin(SESSION)
    track.choose("race.and", "run.seed")
    field = track.desk.find(QLineEdit, "race.and.value")
    assert field.isVisible()
    track.write("race.and.value", "7")
    track.press(KEY.Key_Period)
    track.stands(*both(1, seed=7))
    assert track.desk.text("race.right") == "Right: poly(degree=3) · 7"


def test_what_is_chosen_stays_when_the_race_is_closed_and_begun_again(track):
    track.begin(SESSION)
    track.write("race.what.value", "linear()")
    QTest.mouseClick(track.desk.find(QPushButton, "race.close"), LEFT)
    assert track.race is None
    assert track.window.canvas.hasFocus()
    track.press(KEY.Key_R, CTRL | SHIFT)
    track.desk.wait(lambda: None not in track.race.frames)
    assert track.desk.find(QComboBox, "race.what").currentData() == "kernel"
    assert track.desk.find(QLineEdit, "race.what.value").text() == "linear()"
    track.press(KEY.Key_Period)
    track.stands(*both(1, kernel="linear()"))
    assert track.window.findChildren(Canvas)[0] is not track.right


def test_a_click_on_either_canvas_leaves_the_view_as_it_was_before_the_race(track):
    track.begin(SESSION)
    track.desk.trigger("view.race")
    QTest.qWait(50)
    before = track.window.canvas.view
    track.desk.trigger("view.race")
    track.desk.wait(lambda: track.right.isVisible())
    QTest.qWait(50)
    for canvas in (track.window.canvas, track.right):
        Hand(canvas).click(*canvas.mapping.to_plane(canvas.mapping.width / 2, canvas.mapping.height / 2))
    track.desk.trigger("view.race")
    track.desk.wait(lambda: astuple(track.window.canvas.view) == pytest.approx(astuple(before)))
