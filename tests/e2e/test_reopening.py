"""A session reopens as it was left: at its step, with Live and the shape; a file of points brings only points."""

import json
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QMessageBox, QWidget

from kpgui import api
from kpgui.learners import LEARNERS
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Replace, Setting
from kpgui.model.frame import Status
from kpgui.model.session import Reached, Session
from kpgui.recovery.copy import Copy
from kpgui.recovery.store import CopySlot, orphans
from kpgui.words.counters import grouped
from tests.strategies import noisy_moons

BUTTON = QMessageBox.StandardButton
MOONS = Session(noisy_moons(120, noise=0.3), "rbf(sigma=0.5)", order="shuffled_each_epoch", seed=3)


def wait_for_end(desk):
    desk.wait(lambda: any(desk._is(status, None) for status in (Status.CONVERGED, Status.LIMIT)))


def run_to(desk, step):
    for _ in range(step):
        desk.find(QAction, "train.step").trigger()
    desk.wait_for(Status.PAUSED, step)


def load(desk, session=MOONS):
    desk.window.document.open_session(session, None)
    desk.wait(desk.find(QAction, "train.step").isEnabled)


def save(desk, path):
    desk.choose_file(path)
    desk.trigger("file.save_as")
    desk.wait(lambda: desk.window.document.path == path)


def reopen(desk, path):
    desk.window.opening.new()
    assert desk.session.reached is None
    desk.window.opening.open_path(path)
    desk.wait(lambda: desk.window.document.path == path)


def live(desk):
    return desk.find(QAction, "train.live").isChecked()


def same_state(desk, frame):
    counters = desk.frame.counters
    assert desk.frame.expansion.beta.tobytes() == frame.expansion.beta.tobytes()
    assert counters.alpha.tobytes() == frame.counters.alpha.tobytes()
    assert (counters.step, counters.epoch, counters.mistakes, counters.updates, counters.errors) == (
        frame.counters.step,
        frame.counters.epoch,
        frame.counters.mistakes,
        frame.counters.updates,
        frame.counters.errors,
    )


def test_a_session_saved_at_step_37_opens_there_with_the_same_bits(desk, tmp_path):
    load(desk)
    run_to(desk, 37)
    then = desk.frame
    save(desk, tmp_path / "a.kpgui")
    assert not desk.window.document.modified
    text = json.loads((tmp_path / "a.kpgui").read_text())
    assert text["run"] == {"step": 37, "mistakes": then.counters.mistakes, "updates": then.counters.updates}
    reopen(desk, tmp_path / "a.kpgui")
    desk.wait_for(Status.PAUSED, 37)
    same_state(desk, then)
    assert not desk.text("status.standing")
    assert "differs" not in desk.window.status.currentMessage()
    assert not desk.window.document.modified
    desk.trigger("train.step_back")
    desk.wait_for(Status.PAUSED, 36)
    desk.train_to_end()
    np.testing.assert_array_equal(desk.frame.expansion.beta, api.train(desk.session).beta)


def test_a_session_looked_back_at_opens_where_it_was_looked_at(desk, tmp_path):
    load(desk)
    desk.train_to_end()
    for _ in range(5):
        desk.find(QAction, "train.step_back").trigger()
    step = desk.frame.head - 5
    desk.wait(lambda: desk.frame.counters.step == step)
    save(desk, tmp_path / "a.kpgui")
    reopen(desk, tmp_path / "a.kpgui")
    desk.wait_for(Status.PAUSED, step)


@pytest.mark.parametrize("learner", LEARNERS.keys())
def test_every_learner_reopens_at_its_step(desk, tmp_path, learner):
    load(desk, Session(noisy_moons(40, noise=0.3), "rbf(sigma=0.5)", str(LEARNERS.find(learner)())))
    run_to(desk, 25)
    then = desk.frame
    save(desk, tmp_path / "a.kpgui")
    reopen(desk, tmp_path / "a.kpgui")
    desk.wait_for(Status.PAUSED, 25)
    same_state(desk, then)


def test_saved_without_a_run_nothing_runs(desk, tmp_path, qtbot):
    load(desk)
    save(desk, tmp_path / "a.kpgui")
    assert json.loads((tmp_path / "a.kpgui").read_text())["version"] == 1
    reopen(desk, tmp_path / "a.kpgui")
    desk.wait_for(Status.READY, 0)
    qtbot.wait(50)
    desk.wait_for(Status.READY, 0)


def test_an_outdated_run_is_no_run_of_what_is_saved(desk, tmp_path):
    load(desk)
    run_to(desk, 5)
    desk.window.document.edit(Setting("seed", 4), "seed")
    save(desk, tmp_path / "a.kpgui")
    assert json.loads((tmp_path / "a.kpgui").read_text())["version"] == 1


def test_a_saved_run_that_ended_opens_at_its_end(desk, tmp_path):
    load(desk)
    desk.train_to_end()
    then = desk.frame
    save(desk, tmp_path / "a.kpgui")
    reopen(desk, tmp_path / "a.kpgui")
    desk.wait_for(then.status, then.head)
    same_state(desk, then)


def test_a_step_beyond_the_end_is_a_sentence(desk, tmp_path):
    xor = Dataset.of([[-1, 1], [1, 1], [-1, -1], [1, -1]], [-1, 1, 1, -1])
    path = tmp_path / "a.kpgui"
    api.save(Session(xor, reached=Reached(5000, 4, 4)), path)
    desk.window.opening.open_path(path)
    desk.wait_for(Status.CONVERGED, 8)
    assert desk.window.status.currentMessage().startswith("The run ends at step 8 now; it was saved at step 5")


def test_a_run_that_differs_is_a_sentence(desk, tmp_path):
    path = tmp_path / "a.kpgui"
    api.save(replace(MOONS, reached=Reached(37, 1, 1)), path)
    desk.window.opening.open_path(path)
    desk.wait_for(Status.PAUSED, 37)
    told = desk.window.status.currentMessage()
    assert told.startswith("The run differs from the one that was saved:")
    assert told.endswith("then 1 mistake and 1 update.")


def test_a_run_that_fails_now_says_why(desk, tmp_path):
    path = tmp_path / "a.kpgui"
    api.save(Session(Dataset.of([[1e200, 0], [0, 1]], [1, -1]), "poly(degree=5)", reached=Reached(9, 4, 4)), path)
    desk.window.opening.open_path(path)
    desk.wait_for(Status.FAILED)
    assert "too large" in desk.window.status.currentMessage()


def endless(path, step):
    session = Session(noisy_moons(300, noise=0.5), "linear()", "kernel_perceptron(epochs=1000000000)")
    api.save(Session(session.dataset, session.kernel, session.learner, reached=Reached(step, 1, 1)), path)


@pytest.mark.parametrize("answer", ["train.run", "train.reset", "train.step"])
def test_a_long_replay_says_how_far_it_is_and_can_be_left(desk, tmp_path, answer):
    endless(tmp_path / "a.kpgui", 10**12)
    desk.window.opening.open_path(tmp_path / "a.kpgui")
    desk.wait(lambda: f"of {grouped(10**12)}." in desk.text("status.standing"))
    desk.wait(lambda: desk.window.training.playing)
    assert desk.window.training.reached == Reached(10**12, 1, 1)  # saved now, nothing would be lost
    desk.trigger(answer)
    desk.wait(lambda: desk.frame.status in (Status.PAUSED, Status.READY) and not desk.window.training.playing)
    assert not desk.text("status.standing")
    assert "differs" not in desk.window.status.currentMessage()


def test_an_edit_during_a_replay_leaves_it_marked_as_old(desk, tmp_path):
    endless(tmp_path / "a.kpgui", 10**12)
    desk.window.opening.open_path(tmp_path / "a.kpgui")
    desk.wait(lambda: desk.window.training.playing)
    desk.window.document.edit(Setting("seed", 4), "seed")
    desk.wait(lambda: not desk.window.training.playing)
    assert "of the old seed" in desk.text("status.standing")


def test_live_and_the_shape_come_back(desk, tmp_path):
    choice = desk.find(QComboBox, "param.data.generator")
    choice.setCurrentIndex(choice.findData("spirals"))
    desk.type("param.data.n", "50")
    QTest.mouseClick(desk.find(QWidget, "data.generate"), Qt.MouseButton.LeftButton)
    desk.trigger("train.live")
    wait_for_end(desk)
    end = desk.frame.counters.step
    save(desk, tmp_path / "a.kpgui")
    assert json.loads((tmp_path / "a.kpgui").read_text())["shape"].startswith("spirals(n=50,")
    desk.trigger("train.live")
    choice.setCurrentIndex(choice.findData("moons"))
    assert not live(desk)
    reopen(desk, tmp_path / "a.kpgui")
    assert live(desk)
    desk.wait(lambda: desk.frame.run == desk.window.training.run and desk.frame.counters.step == end)
    assert choice.currentData() == "spirals"
    assert desk.window.workbench.shape.startswith("spirals(n=50,")
    run = desk.frame.run
    desk.window.document.edit(Setting("seed", 4), "seed")
    desk.wait(lambda: desk.frame.run > run)
    wait_for_end(desk)


def test_live_at_the_start_stays_there(desk, tmp_path, qtbot):
    load(desk)
    desk.trigger("train.live")
    wait_for_end(desk)
    desk.trigger("train.reset")
    desk.wait_for(Status.READY)
    save(desk, tmp_path / "a.kpgui")
    reopen(desk, tmp_path / "a.kpgui")
    desk.wait_for(Status.READY)
    qtbot.wait(50)
    desk.wait_for(Status.READY)
    assert live(desk)


def test_a_file_of_before_opens_without_a_run_and_without_live(desk, saved):
    desk.trigger("train.live")
    desk.window.opening.open_path(saved)
    desk.wait(lambda: desk.window.document.path == saved)
    desk.wait_for(Status.READY, 0)
    assert not live(desk)


def test_a_file_of_points_keeps_kernel_learner_order_seed_and_shape(desk, tmp_path):
    for field, value in (("kernel", "poly(degree=3)"), ("learner", "svm(C=2)"), ("order", "reversed"), ("seed", 7)):
        desk.window.document.edit(Setting(field, value), field)
    choice = desk.find(QComboBox, "param.data.generator")
    choice.setCurrentIndex(choice.findData("moons"))
    path = tmp_path / "points.csv"
    api.save(Session(noisy_moons(30)), path)
    desk.answer(BUTTON.Discard)
    desk.window.opening.open_path(path)
    desk.wait(lambda: desk.window.document.path == path)
    session = desk.session
    assert session.dataset == noisy_moons(30)
    assert (session.learner, session.order, session.seed) == ("svm(C=2)", "reversed", 7)
    assert session.kernel == "poly(degree=3)"
    assert choice.currentData() == "moons"
    assert not desk.window.document.modified
    assert not desk.find(QAction, "edit.undo").isEnabled()
    desk.wait_for(Status.READY, 0)


def test_a_file_of_points_is_trained_in_live_mode(desk, tmp_path):
    path = tmp_path / "points.csv"
    api.save(Session(noisy_moons(30)), path)
    desk.trigger("train.live")
    desk.window.opening.open_path(path)
    desk.wait(lambda: desk.window.document.path == path)
    wait_for_end(desk)
    assert len(desk.frame.ids) == 30
    assert live(desk)


def test_a_window_made_with_a_session_starts_where_it_was(qtbot):
    from kpgui.app import create_window

    window = create_window(replace(MOONS, reached=Reached(37, 20, 20), shape="moons(n=50)"))
    with qtbot.waitExposed(window):
        window.show()
    qtbot.waitUntil(lambda: window.training.frame and window.training.frame.counters.step == 37, timeout=60_000)
    assert window.workbench.shape == "moons(n=50)"
    window.close()


def test_the_recovery_copy_holds_the_step_and_is_not_written_at_every_step(desk, tmp_path, monkeypatch, qtbot):
    written = []
    put = CopySlot.put
    monkeypatch.setattr(CopySlot, "put", lambda self, copy: (written.append(copy), put(self, copy)))
    desk.window.autosave._writer._period = 0.05
    desk.window.document.edit(Replace(MOONS.dataset), "moons")
    desk.wait(lambda: len(written) == 1)
    run_to(desk, 30)
    qtbot.wait(300)
    assert len(written) == 1
    desk.train_to_end()
    desk.wait(lambda: len(written) == 2 and written[1].session.reached is not None)
    assert written[1].session.reached.step == desk.frame.head


def test_a_recovered_session_is_at_its_step(desk, tmp_path, monkeypatch):
    copy = Copy(replace(MOONS, reached=Reached(37, 20, 20)), None, None, time.time())
    slot = CopySlot(tmp_path / "recovery")
    slot.put(copy)
    slot.leave()
    orphan = orphans(tmp_path / "recovery")[0][0]
    desk.window.autosave._offered.append(orphan)
    desk.window.autosave._recover(orphan)
    desk.wait_for(Status.PAUSED, 37)
    assert desk.window.document.modified


@given(step=st.integers(1, 400), seed=st.integers(0, 20))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_replayed_at_any_step_it_is_the_run_that_was_saved(desk, step, seed):
    session = replace(MOONS, seed=seed)
    model = api.train(session, step)
    reached = Reached(model.steps, model.mistakes, len(np.unique(model.updates["step"])))
    desk.window.document.open_session(replace(session, reached=reached), None)
    desk.wait(lambda: any(desk._is(status, model.steps) for status in (Status.PAUSED, Status.CONVERGED, Status.LIMIT)))
    assert desk.frame.expansion.beta.tobytes() == model.beta.tobytes()
    assert desk.frame.counters.alpha.tobytes() == model.alpha.tobytes()
    assert desk.frame.counters.mistakes == model.mistakes
