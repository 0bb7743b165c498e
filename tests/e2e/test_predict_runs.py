"""Predict with real keys and clicks: how a whole run ends, and whether an edit moves the boundary."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtTest import QTest

from kpgui.model.dataset import Dataset
from kpgui.model.edits import add
from kpgui.model.frame import Status
from tests.e2e.predicting import KEY, answers, begin, choice, four_points, press, shown, step
from tests.ui.canvas.stage import LEFT


@pytest.fixture
def four(desk):
    return four_points(desk)


def test_a_run_is_asked_about_at_its_start_and_judged_at_its_end(four):
    press(four, KEY.Key_End)
    four.wait(lambda: bool(answers(four)))
    assert four.text("predict.question") == "Will the run converge before it reaches its limit?"
    choices = ["yes, after at most 10 mistakes", "yes, after more", "no"]
    assert [each.accessibleName() for each in answers(four)] == choices
    assert shown(four) == 0
    press(four, KEY.Key_3)
    four.wait_for(Status.CONVERGED)
    assert four.text("predict.verdict").startswith("No: yes, after at most 10 mistakes. Converged")
    assert four.text("predict.tally") == "0 of the last 1 right"


@pytest.mark.parametrize(("kernel", "right"), [("linear()", "no"), ("rbf(sigma=1)", "yes, after at most 10 mistakes")])
def test_the_answer_about_a_run_is_how_it_ends(desk, kernel, right):
    begin(desk, "kernel_perceptron(epochs=20)", Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, -1, -1]), kernel)
    press(desk, KEY.Key_R)
    desk.wait(lambda: bool(answers(desk)))
    QTest.mouseClick(choice(desk, right), LEFT)
    desk.wait(lambda: desk.frame.status in (Status.CONVERGED, Status.LIMIT))
    assert desk.text("predict.verdict").startswith("Right. ")


def test_an_answer_about_a_run_that_is_begun_anew_is_forgotten(four):
    press(four, KEY.Key_R)
    four.wait(lambda: bool(answers(four)))
    press(four, KEY.Key_1)
    four.wait(lambda: shown(four) > 0)
    press(four, KEY.Key_Home)
    four.wait_for(Status.READY, 0)
    assert four.text("predict.tally") == ""
    press(four, KEY.Key_R)
    four.wait(lambda: bool(answers(four)))


def test_a_step_in_place_of_a_run_is_asked_about(four):
    press(four, KEY.Key_R)
    four.wait(lambda: bool(answers(four)))
    press(four, KEY.Key_Period)
    four.wait(lambda: four.text("predict.question").startswith("Step 1 ") and bool(answers(four)))
    assert shown(four) == 0


@pytest.mark.parametrize(("edit", "right"), [("far", "no"), ("near", "yes")])
def test_in_live_mode_an_edit_is_asked_about(desk, edit, right):
    begin(desk, "kernel_perceptron()", Dataset.of([[1, 0], [1, 1], [-1, 0], [-1, -1]], [1, 1, -1, -1]))
    press(desk, KEY.Key_L)
    desk.wait(lambda: desk.frame.status is Status.CONVERGED and desk.field is not None and desk.field.full)
    before, label = desk.frame.run, 1 if edit == "far" else -1
    x, y = desk.window.canvas.stage.mapping.to_pixels(np.array([[1.5, 0.5]]))[0].tolist()
    desk.trigger("class.positive" if label > 0 else "class.negative")
    canvas = desk.window.canvas
    QTest.mouseClick(canvas.viewport(), LEFT, pos=canvas.viewport().mapFromGlobal(canvas.global_at(x, y)))
    desk.wait(lambda: bool(answers(desk)))
    assert desk.text("predict.question") == "Does the boundary move by this edit?"
    assert desk.frame.run == before
    QTest.mouseClick(choice(desk, right), LEFT)
    desk.wait(lambda: desk.text("predict.tally") == "1 of the last 1 right")
    assert desk.frame.run > before
    assert desk.text("predict.verdict").startswith("Right. ")


def test_an_edit_is_judged_by_the_run_that_has_all_of_it(desk):
    begin(desk, "kernel_perceptron()", Dataset.of([[1, 0], [1, 1], [-1, 0], [-1, -1]], [1, 1, -1, -1]))
    press(desk, KEY.Key_L)
    desk.wait(lambda: desk.frame.status is Status.CONVERGED and desk.field is not None and desk.field.full)
    for place, label in (([1.5, 0.5], 1), ([1.5, 0.6], -1)):  # the first moves nothing, the second does
        desk.window.document.edit(add(desk.session.dataset, np.array([place]), np.array([label])), "add")
        desk.wait(lambda: bool(answers(desk)))
    QTest.mouseClick(choice(desk, "yes"), LEFT)
    desk.wait(lambda: desk.text("predict.tally") == "1 of the last 1 right")


def test_a_session_that_is_opened_is_not_asked_about(four):
    step(four)
    press(four, KEY.Key_1)
    four.wait_for(Status.PAUSED, 1)
    session = four.window.saving.session_as_seen()
    for live in (False, True):
        four.window.document.open_session(replace(session, live=live), None)
        four.wait_for(Status.PAUSED, 1)
        assert not answers(four)


def test_the_question_about_a_run_goes_when_it_has_begun_otherwise(four):
    press(four, KEY.Key_R)
    four.wait(lambda: bool(answers(four)))
    four.trigger("train.next_mistake")
    four.wait_for(Status.PAUSED, 1)
    assert not answers(four)
