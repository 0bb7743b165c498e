"""The pace: slow enough to be seen until the user chooses one, which is remembered."""

import math

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSlider

from kpgui.model.dataset import Dataset
from kpgui.model.edits import HoldOut, Replace, Setting
from kpgui.model.frame import Status
from kpgui.words.replay import FASTEST, LONGEST_EPOCH, UNCHOSEN, first_position, pace_at
from tests.strategies import noisy_moons


def points(desk, n):
    desk.window.document.edit(Replace(noisy_moons(n).renamed(desk.session.dataset.next_id)), "points")


def test_the_first_run_shows_its_steps_and_how_to_go_faster(desk, qtbot):
    points(desk, 40)
    assert desk.window.playback.pace == 20
    seen = []
    desk.window.training.frame_arrived.connect(lambda frame: seen.append(frame.counters.step))
    desk.trigger("train.run")
    desk.wait(lambda: max(seen, default=0) >= 12)
    assert len({step for step in seen if step < 12}) > 4  # not all at once; how many of them depends on the machine
    hint = "Pace: 20 steps/s. Drag its slider or press > to go faster, < to go slower; End goes to the end at once."
    assert desk.text("status.standing") == hint
    assert not desk.window.status.currentMessage()
    desk.trigger("train.run")
    desk.wait_for(Status.PAUSED)
    desk.wait(lambda: not desk.text("status.standing"))


def test_the_keys_change_the_pace_and_end_the_hint(desk):
    points(desk, 40)
    desk.trigger("train.run")
    desk.wait(lambda: bool(desk.text("status.standing")))
    QTest.keyClick(desk.window.canvas, Qt.Key.Key_Greater)
    assert desk.window.playback.pace == pytest.approx(40, rel=0.1)
    assert not desk.text("status.standing")
    QTest.keyClick(desk.window.canvas, Qt.Key.Key_Less)
    QTest.keyClick(desk.window.canvas, Qt.Key.Key_Less)
    assert desk.window.playback.pace == pytest.approx(10, rel=0.1)
    points(desk, 200)
    assert desk.window.playback.pace == pytest.approx(10, rel=0.1)  # chosen: it no longer follows the points


def test_the_chosen_pace_is_that_of_the_next_window_and_no_choice_is_none(start, qtbot):
    first = start()
    points(first, 40)
    assert first.window.playback.pace_position == UNCHOSEN
    first.window.document.undo_stack.undo()
    first.window.close()
    second = start()
    assert second.window.playback.pace_position == UNCHOSEN
    second.find(QSlider, "playback.pace").setValue(70)
    second.window.close()
    third = start()
    assert third.find(QSlider, "playback.pace").value() == 70
    points(third, 40)
    third.trigger("train.run")
    third.wait(lambda: third.frame is not None and third.frame.counters.step > 0)
    assert not third.text("status.standing")


def test_the_pace_follows_the_points_that_are_trained_on(desk):
    points(desk, 200)
    assert desk.window.playback.pace == 100
    dataset = desk.session.dataset
    desk.window.document.edit(HoldOut(dataset.ids, dataset.ids % 10 > 0), "hold out")
    assert desk.window.playback.pace == 10
    desk.window.document.edit(Setting("seed", 3), "seed")
    assert desk.window.playback.pace == 10


def test_without_points_nothing_is_hinted(desk):
    desk.window.document.edit(Replace(Dataset.empty()), "none")
    assert not desk.text("status.standing")


@pytest.mark.parametrize("n", [1, 4, 40, 100, 200, 1000, 5300, 50_000, 100_000, 10**6])
def test_an_epoch_is_seen_within_ten_seconds_but_not_in_a_blink(n):
    pace = pace_at(first_position(n))
    assert n / pace <= 10
    if n <= LONGEST_EPOCH * FASTEST:
        assert not math.isinf(pace)
        assert n / pace >= 0.2
    assert pace_at(first_position(n + 1)) >= pace
