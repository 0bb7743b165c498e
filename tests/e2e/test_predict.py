"""Predict with real keys and clicks: a single step is asked about, and shown once that is answered."""

import csv
import re

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QToolButton, QWidget

from kpgui.model.dataset import Dataset
from kpgui.model.edits import Move, Setting
from kpgui.model.frame import Status
from kpgui.ui.canvas.layers.marks import AskedLayer
from tests.e2e.predicting import KEY, answers, begin, choice, four_points, press, shown, step
from tests.ui.canvas.stage import LEFT


@pytest.fixture
def four(desk):
    return four_points(desk)


def test_a_step_is_shown_once_it_is_answered(four):
    assert step(four) == "Step 1 · point 1 (+1): is it a mistake?"
    assert [each.text() for each in answers(four)] == ["①  a mistake", "②  correct"]
    assert shown(four) == 0
    assert four.text("counter.step") == "0"
    assert four.window.canvas.stage.layer(AskedLayer).rows.tolist() == [0]
    press(four, KEY.Key_1)
    four.wait_for(Status.PAUSED, 1)
    assert four.text("predict.verdict").startswith("Right. Step 1 · point 1 (+1): f = 0, y·f = 0 ≤ 0: mistake.")
    assert four.text("predict.tally") == "1 of the last 1 right"
    assert not answers(four)
    assert not len(four.window.canvas.stage.layer(AskedLayer).rows)


def test_a_wrong_answer_is_corrected_and_the_question_comes_back(four):
    step(four)
    QTest.mouseClick(answers(four)[1], LEFT)
    four.wait_for(Status.PAUSED, 1)
    assert four.text("predict.verdict").startswith("No: a mistake. Step 1 ")
    assert four.text("predict.tally") == "0 of the last 1 right"
    assert step(four).endswith("is it a mistake?")


def test_the_hint_is_the_line_that_decides(four):
    step(four)
    QTest.mouseClick(four.find(QPushButton, "predict.hint"), LEFT)
    assert four.text("predict.verdict") == "if yᵢ·f(xᵢ) ≤ 0:"
    assert shown(four) == 0


def test_escape_shows_the_step_and_counts_nothing(four):
    step(four)
    press(four, KEY.Key_Escape)
    four.wait_for(Status.PAUSED, 1)
    assert four.text("predict.tally") == ""
    assert not four.find(QPushButton, "predict.save").isEnabled()


def test_no_further_step_is_made_before_the_answer(four):
    step(four)
    press(four, KEY.Key_Period)
    press(four, KEY.Key_Period)
    assert four.window.statusBar().currentMessage().startswith("Answer first, or see the step by Esc")
    press(four, KEY.Key_1)
    four.wait_for(Status.PAUSED, 1)
    QTest.qWait(100)
    assert shown(four) == 1


def test_the_steps_of_a_run_are_not_asked_about(four):
    step(four)
    press(four, KEY.Key_1)
    four.wait_for(Status.PAUSED, 1)
    step(four)
    press(four, KEY.Key_R)
    four.wait(lambda: shown(four) > 2)
    press(four, KEY.Key_R)
    four.wait_for(Status.PAUSED)
    QTest.qWait(50)
    assert not answers(four)
    step(four)
    press(four, KEY.Key_End)
    four.wait_for(Status.CONVERGED)
    assert not answers(four)


@pytest.fixture
def unasked(four):
    """Three of the four steps are made, with no question asked."""
    press(four, KEY.Key_A)
    for k in range(1, 4):
        press(four, KEY.Key_Period)
        four.wait_for(Status.PAUSED, k)
    press(four, KEY.Key_A)
    return four


def back(desk):
    press(desk, KEY.Key_Comma)
    desk.wait(lambda: bool(answers(desk)))
    return desk.text("predict.question")


def test_a_step_is_asked_about_before_it_is_gone_back_to(unasked):
    assert back(unasked).startswith("Back: Step 2 · point 2 (+1): ")
    assert shown(unasked) == 3
    press(unasked, KEY.Key_1)
    unasked.wait_for(Status.PAUSED, 2)
    assert unasked.text("predict.verdict").startswith(("Right. Step 2 ", "No: correct. Step 2 "))


def test_of_the_steps_gone_back_to_those_answered_wrongly_are_asked_about_again(four):
    for k in range(1, 4):  # all but step 2 are answered rightly
        step(four)
        right = four.window.predict.question.right
        QTest.mouseClick(answers(four)[right if k != 2 else right - 1], LEFT)
        four.wait_for(Status.PAUSED, k)
    assert back(four).startswith("Back: Step 2 ")
    press(four, KEY.Key_Escape)
    four.wait_for(Status.PAUSED, 2)
    press(four, KEY.Key_Comma)
    four.wait_for(Status.PAUSED, 1)
    assert not answers(four)
    press(four, KEY.Key_Comma)  # nothing is asked about the start
    four.wait_for(Status.READY, 0)
    assert step(four).startswith("Step 1 ")


def test_going_back_does_not_get_stuck_at_a_question(unasked):
    back(unasked)
    press(unasked, KEY.Key_Comma)
    assert unasked.window.statusBar().currentMessage().startswith("Answer first, or see the step by Esc")
    press(unasked, KEY.Key_Period)  # the other way takes the question away
    unasked.wait(lambda: not answers(unasked))
    assert shown(unasked) == 3
    back(unasked)
    press(unasked, KEY.Key_Escape)
    unasked.wait_for(Status.PAUSED, 2)
    assert back(unasked).startswith("Back: Step 1 ")
    press(unasked, KEY.Key_Home)
    unasked.wait_for(Status.READY, 0)
    assert not answers(unasked)


def test_the_timeline_goes_to_any_step_unasked(unasked):
    back(unasked)
    timeline = unasked.find(QWidget, "timeline")
    timeline.setFocus()
    QTest.keyClick(timeline, KEY.Key_Home)
    unasked.wait(lambda: shown(unasked) == 0)
    assert not answers(unasked)


def test_a_step_that_is_gone_back_over_is_asked_about_again(four):
    for k in range(1, 4):
        step(four)
        press(four, KEY.Key_1)
        four.wait_for(Status.PAUSED, k)
    press(four, KEY.Key_Home)
    four.wait_for(Status.READY, 0)
    assert step(four).startswith("Step 1 ")
    assert shown(four) == 0


def test_an_edit_takes_the_question_away(four):
    step(four)
    ids = four.session.dataset.ids[:1]
    four.window.document.edit(Move(ids, np.array([[2.0, 2.0]])), "move")
    four.wait(lambda: shown(four) == 1)
    assert not answers(four)


def test_a_new_run_is_on_the_screen_before_its_first_step_is_asked_about(four):
    step(four)
    press(four, KEY.Key_1)
    four.wait_for(Status.PAUSED, 1)
    four.window.document.edit(Setting("kernel", "rbf(sigma=2)"), "kernel")
    assert four.window.training.outdated
    press(four, KEY.Key_Period)
    four.wait(lambda: shown(four) == 0 and not four.window.training.outdated)
    assert not answers(four)
    assert step(four).startswith("Step 1 · point 1 (+1): ")


def test_leaving_the_mode_shows_the_step(four):
    step(four)
    press(four, KEY.Key_A)
    four.wait_for(Status.PAUSED, 1)
    assert not four.find(QWidget, "predict").isVisible()
    press(four, KEY.Key_Period)
    four.wait_for(Status.PAUSED, 2)
    assert four.window.training.waits is None
    assert "predict" not in four.window.workbench.instruments._wanted


def test_digits_typed_into_a_field_are_no_answers(four):
    step(four)
    field = four.find(QLineEdit, "param.kernel.expression")
    field.setFocus()
    QTest.keyClick(field, KEY.Key_1)
    assert answers(four)
    assert shown(four) == 0
    assert "1" in field.text()


def test_the_keys_of_the_classes_work_when_nothing_is_asked(four):
    press(four, KEY.Key_2)
    assert four.find(QAction, "class.negative").isChecked()
    step(four)
    press(four, KEY.Key_1)
    four.wait_for(Status.PAUSED, 1)
    assert four.find(QAction, "class.negative").isChecked()


def test_a_point_is_answered_by_a_click_on_it(desk):
    rng = np.random.default_rng(1)
    dataset = Dataset.of(rng.normal(0, 1, (12, 2)), rng.choice([-1, 1], 12))
    begin(desk, "random_budget_perceptron(budget=2)", dataset)
    desk.window.document.edit(Setting("learner", "forgetron(budget=2)"), "learner")
    desk.wait_for(Status.READY)
    desk.trigger("view.fit")
    for _ in range(30):
        before = shown(desk)
        if step(desk).endswith("of which point is a term dropped?"):
            break
        press(desk, KEY.Key_1)
        desk.wait_for(Status.PAUSED, before + 1)
    (first, *__) = [each.accessibleName() for each in answers(desk)]
    row = int(first.removeprefix("point ")) - 1
    canvas = desk.window.canvas
    x, y = canvas.stage.mapping.to_pixels(desk.session.dataset.points[row][None])[0]
    at = canvas.viewport().mapFromGlobal(canvas.global_at(float(x), float(y)))
    n = len(desk.session.dataset)
    QTest.mouseClick(canvas.viewport(), LEFT, pos=QPoint(at))
    QTest.mouseDClick(canvas.viewport(), LEFT, pos=QPoint(at))  # the second press of a double click adds no point
    desk.wait_for(Status.PAUSED, before + 1)
    assert desk.text("predict.verdict").startswith(("Right.", "No: "))
    assert len(desk.session.dataset) == n


@pytest.fixture
def mixed(desk):
    """Twelve points of two classes that no line separates."""
    rng = np.random.default_rng(1)
    begin(desk, "kernel_perceptron()", Dataset.of(rng.normal(0, 1, (12, 2)), rng.choice([-1, 1], 12)))
    desk.trigger("view.fit")
    return desk


def asked_about_a_place(desk):
    """Answers rightly until a question is about a place. Returns its text."""
    for _ in range(20):
        before = shown(desk)
        if "side" in (text := step(desk)):
            return text
        QTest.mouseClick(answers(desk)[desk.window.predict.question.right], LEFT)
        desk.wait_for(Status.PAUSED, before + 1)
    raise AssertionError("no place was asked about")


@pytest.mark.parametrize("theme", ["view.theme_light", "view.theme_dark"])
def test_the_side_of_a_place_is_asked_where_it_is_marked(mixed, theme):
    mixed.trigger(theme)
    said = []
    mixed.window.predict.said.connect(said.append)
    text = asked_about_a_place(mixed)
    x, y = (float(each) for each in re.search(r"side is \((\S+), (\S+)\)", text.replace("−", "-")).groups())
    assert text in said[-1]  # its coordinates are spoken
    layer = mixed.window.canvas.stage.layer(AskedLayer)
    assert layer.rows.tolist() == list(mixed.window.predict.question.about), "the point that is examined has a ring"
    place = mixed.window.canvas.stage.mapping.to_pixels(np.array([[x, y]]))[0]
    image = mixed.window.canvas.grab().toImage()
    at = mixed.window.canvas.mapFromGlobal(mixed.window.canvas.global_at(*place.tolist()))
    near = {image.pixelColor(at.x() + dx, at.y() + dy).name() for dx in range(-12, 13) for dy in range(-12, 13)}
    assert layer.palette.accent in near
    before, right = shown(mixed), mixed.window.predict.question.right
    QTest.mouseClick(choice(mixed, ("+1", "−1")[right]), LEFT)
    mixed.wait_for(Status.PAUSED, before + 1)
    assert mixed.text("predict.verdict").startswith("Right. f is ")
    f = mixed.frame.expansion
    value = f.beta @ (mixed.session.dataset.points @ [x, y]) + f.bias
    assert (value > 0) == (right == 0)
    assert layer.place is None


def test_the_place_is_in_what_is_visible(mixed):
    mixed.window.canvas.view_box.zoom(0.4, 1.0, 0.5)
    asked_about_a_place(mixed)
    view = mixed.window.canvas.stage.mapping.view
    assert view.xmax - view.xmin < 3
    x, y = mixed.window.predict.question.place
    assert view.xmin < x < view.xmax
    assert view.ymin < y < view.ymax


def test_answers_are_saved_as_a_table(four, tmp_path):
    step(four)
    press(four, KEY.Key_2)
    four.wait_for(Status.PAUSED, 1)
    four.choose_file(tmp_path / "answers.csv")
    QTest.mouseClick(four.find(QPushButton, "predict.save"), LEFT)
    (row,) = csv.DictReader((tmp_path / "answers.csv").read_text(encoding="utf-8").splitlines())
    assert row == {
        "learner": "kernel_perceptron()",
        "step": "1",
        "question": "Step 1 · point 1 (+1): is it a mistake?",
        "answer": "correct",
        "right_answer": "a mistake",
        "right": "0",
    }


def test_a_class_is_asked_in_presentation_mode(four):
    press(four, KEY.Key_F11)
    four.wait(lambda: four.window.presentation.active)
    assert step(four).startswith("Step 1 ")
    assert four.find(QLabel, "predict.question").font() == four.window.sentence.font()
    press(four, KEY.Key_1)
    four.wait_for(Status.PAUSED, 1)
    press(four, KEY.Key_F11)
    four.wait(lambda: not four.window.presentation.active)


def test_what_is_asked_and_answered_is_told_to_a_screen_reader(four):
    said = []
    four.window.predict.said.connect(said.append)
    step(four)
    press(four, KEY.Key_1)
    four.wait_for(Status.PAUSED, 1)
    assert said[0] == "Step 1 · point 1 (+1): is it a mistake? 1: a mistake; 2: correct"
    assert said[1].startswith("Right. ")


def test_the_mode_has_a_button(desk):
    button = next(
        each
        for each in desk.window.findChildren(QToolButton)
        if each.defaultAction() is desk.window.commands["train.predict"]
    )
    QTest.mouseClick(button, LEFT)
    assert desk.find(QWidget, "predict").isVisible()


def test_the_first_prediction_takes_three_actions(desk):
    press(desk, KEY.Key_A)
    desk.wait(lambda: desk.window.findChild(QToolButton, "example.line") is not None)
    button = desk.find(QToolButton, "example.line")
    desk.wait(button.isVisible)
    QTest.mouseClick(button, LEFT)
    desk.wait(lambda: bool(answers(desk)))
    assert desk.text("predict.question") == "Will the run converge before it reaches its limit?"
    press(desk, KEY.Key_1)
    desk.wait_for(Status.CONVERGED)
    assert desk.text("predict.verdict").startswith("Right. Converged")


def test_at_the_end_of_a_run_it_says_where_to_go_on(four):
    press(four, KEY.Key_A)
    four.train_to_end()
    press(four, KEY.Key_A)
    four.wait(lambda: four.text("predict.question") == "The run has ended. Home goes back to its start.")
    press(four, KEY.Key_Home)
    four.wait(lambda: four.text("predict.question").startswith("Step (.) asks about the next step"))
    assert step(four).startswith("Step 1 ")
