"""Lessons, played with real clicks and keys; one's own work waits and comes back."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QMessageBox,
    QPushButton,
    QWidget,
)

import kpgui
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Move, Replace, Setting, add
from kpgui.model.frame import Status
from kpgui.model.lesson import PANELS, Choice, Goal, Numeric
from kpgui.words.lessons.file import read_lesson
from kpgui.words.lessons.shelf import ORDER, lessons
from tests.ui.canvas.stage import LEFT
from tests.words.lessons.sample import SAMPLE

KEY = Qt.Key

OWN = Dataset.of([[0, 0], [1, 2], [2, 1]], [1, -1, 1])


@pytest.fixture
def sample(tmp_path):
    (tmp_path / "lesson").mkdir()
    (tmp_path / "lesson" / "lesson.md").write_text(SAMPLE, encoding="utf-8")
    return tmp_path / "lesson"


@pytest.fixture
def begun(desk, sample):
    """Own work of three points, and the first step of a lesson."""
    desk.window.document.edit(Replace(OWN), "points")
    desk.window.teaching.open_lesson(str(sample))
    desk.wait_for(Status.READY)
    return desk


def button(desk, name):
    return desk.find(QPushButton, name)


def click(desk, name):
    QTest.mouseClick(button(desk, name), LEFT)


def type_number(desk, text):
    field = desk.find(QLineEdit, "lesson.number")
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, KEY.Key_Return)


def verdict(desk):
    return desk.text("lesson.verdict")


def test_a_step_shows_its_text_its_points_and_its_question(begun):
    assert begun.text("lesson.title") == "Two clouds · 1 of 4"
    assert "Two clouds of 60 points are separated by a line. Run it (<b>R</b>)." in begun.text("lesson.text")
    assert begun.text("lesson.question") == "How many mistakes does it make until it converges?"
    assert len(begun.session.dataset) == 60
    assert not button(begun, "lesson.back").isEnabled()


def test_a_number_is_checked_and_a_wrong_one_can_be_tried_again(begun):
    type_number(begun, "many")
    assert verdict(begun) == "Type a number."
    type_number(begun, "16")
    assert verdict(begun) == "No, try again; the hint says where to look."
    click(begun, "lesson.hint")
    assert verdict(begun).startswith("Run to the end")
    type_number(begun, "17,5")
    assert verdict(begun).startswith("Type a number.")
    type_number(begun, "17")
    assert verdict(begun) == "Right. It makes 17 mistakes; then an epoch passes without one."


def test_a_choice_is_answered_by_its_key(begun):
    click(begun, "lesson.next")
    begun.wait_for(Status.LIMIT)
    QTest.mouseClick(begun.find(QLabel, "lesson.choice.1"), LEFT)  # the text of a choice, too
    assert verdict(begun).startswith("No, ")
    QTest.keyClick(begun.window.canvas, KEY.Key_2)
    assert verdict(begun).startswith("Right. Whatever line")
    QTest.keyClick(begun.window.canvas, KEY.Key_1)  # is the key of a class again
    assert verdict(begun).startswith("Right. Whatever line")


def test_a_goal_is_reached_by_what_is_done_on_the_canvas(begun):
    begun.window.lesson_bar.moved.emit(2)
    begun.wait_for(Status.READY)
    begun.train_to_end()
    assert verdict(begun) == ""
    begun.window.document.edit(Setting("kernel", "cosine()"), "kernel")
    begun.train_to_end()
    begun.wait(lambda: verdict(begun).startswith("Not yet: the run has to converge, mistakes ≤ 4 (now "))
    begun.window.document.edit(Setting("kernel", "poly(degree=2)"), "kernel")
    begun.train_to_end()
    begun.wait(lambda: verdict(begun) == "Right. With x·y as a feature one plane is enough.")


def test_what_a_step_locks_stays(begun):
    shown = begun.session
    begun.window.document.edit(add(shown.dataset, [[0, 0]], [1]), "add")
    begun.window.document.edit(Setting("kernel", "rbf(sigma=1)"), "kernel")
    begun.window.document.edit(Move(shown.dataset.ids[:1], [[5, 5]]), "move")
    assert begun.session is shown
    assert "The lesson keeps this as it is" in begun.window.statusBar().currentMessage()
    assert not begun.find(QWidget, "panel.data").isEnabled()
    click(begun, "lesson.leave")
    assert begun.find(QWidget, "panel.data").isEnabled()


def test_ones_own_work_is_back_after_a_lesson(begun):
    click(begun, "lesson.next")
    click(begun, "lesson.leave")
    assert begun.session.dataset == OWN
    assert begun.window.document.modified
    assert not begun.find(QWidget, "lesson").isVisible()
    begun.window.document.edit(Setting("seed", 5), "seed")
    assert begun.session.seed == 5


def test_what_could_be_undone_before_a_lesson_can_be_undone_after_it_and_not_within(begun):
    assert not begun.find(QAction, "edit.undo").isEnabled()
    begun.window.lesson_bar.moved.emit(2)
    begun.window.document.edit(Setting("kernel", "cosine()"), "kernel")
    begun.trigger("edit.undo")
    assert begun.session.kernel == begun.window.lesson_bar._place.step.session.kernel
    begun.window.lesson_bar.moved.emit(1)
    assert not begun.find(QAction, "edit.redo").isEnabled()
    click(begun, "lesson.leave")
    assert begun.session.dataset == OWN
    begun.trigger("edit.undo")
    assert not len(begun.session.dataset)
    begun.trigger("edit.redo")
    assert begun.session.dataset == OWN


def test_saving_in_a_lesson_saves_ones_own_work(begun, tmp_path):
    begun.choose_file(tmp_path / "own.kpgui")
    begun.trigger("file.save")
    begun.wait(lambda: not begun.window.document.modified)
    assert kpgui.load(tmp_path / "own.kpgui").dataset == OWN
    click(begun, "lesson.leave")
    assert begun.session.dataset == OWN
    assert not begun.window.document.modified
    assert begun.window.document.path == tmp_path / "own.kpgui"


def test_an_edit_after_saving_began_is_not_lost_when_a_lesson_begins(desk, sample, tmp_path):
    document = desk.window.document
    document.edit(Replace(OWN), "points")
    document.begin_saving()
    document.edit(Setting("seed", 77), "seed")
    desk.window.teaching.open_lesson(str(sample))
    document.mark_saved(tmp_path / "own.kpgui")
    assert document.modified
    click(desk, "lesson.leave")
    assert document.modified
    assert desk.session.seed == 77


def test_answers_to_predictions_in_a_lesson_stay_with_ones_own_work(begun):
    begun.window.lesson_bar.moved.emit(3)
    begun.wait_for(Status.READY)
    predict_all(begun, 2)
    click(begun, "lesson.leave")
    assert len(begun.window.saving.session_as_seen().answers) == 3
    assert begun.text("predict.tally") == "2 of the last 3 right"


@pytest.mark.parametrize("key", ORDER)
def test_no_step_makes_the_window_wider_and_no_text_is_cut(desk, key):
    desk.window.resize(1366, 768)
    width = desk.window.width()
    desk.window.teaching.begin(lessons()[ORDER.index(key)])
    for number in range(len(lessons()[ORDER.index(key)].steps)):
        desk.window.lesson_bar.moved.emit(number)
        QTest.qWait(20)
        assert desk.window.minimumSizeHint().width() <= 1024
        assert desk.window.width() == width
        for _ in range(50):  # until all is laid out
            if not cut_off(desk):
                break
            QTest.qWait(10)
        assert not cut_off(desk)


def cut_off(desk):
    """The texts of the bar that have less height than their lines need."""
    labels = desk.find(QWidget, "lesson").findChildren(QLabel)
    return [
        each.objectName()
        for each in labels
        if each.isVisible() and each.wordWrap() and each.height() < each.heightForWidth(each.width())
    ]


def test_the_recovery_copy_in_a_lesson_is_of_ones_own_work(begun):
    assert begun.window.autosave._copy().session.dataset == OWN


def test_a_new_session_asks_about_ones_own_work_and_ends_the_lesson(begun):
    begun.answer(QMessageBox.StandardButton.Cancel)
    begun.trigger("file.new")
    assert len(begun.session.dataset) == 60
    begun.answer(QMessageBox.StandardButton.Discard)
    begun.trigger("file.new")
    assert not len(begun.session.dataset)
    assert not begun.find(QWidget, "lesson").isVisible()
    begun.window.document.edit(Replace(OWN), "points")  # nothing is locked any more
    assert begun.session.dataset == OWN


def test_predictions_are_counted_and_the_mode_is_off_again(begun):
    begun.window.lesson_bar.moved.emit(3)
    begun.wait_for(Status.READY)
    assert begun.find(QWidget, "predict").isVisible()
    assert begun.find(QWidget, "dock.why").isVisible()
    assert begun.find(QWidget, "dock.setup").isHidden()
    predict_all(begun, 2)
    assert verdict(begun).startswith("Right. At the start f is 0 everywhere")
    click(begun, "lesson.next")
    assert "0 of 4 questions right at the first try" in begun.window.statusBar().currentMessage()
    assert not begun.find(QWidget, "predict").isVisible()
    assert begun.find(QWidget, "dock.why").isHidden()
    assert begun.find(QWidget, "dock.setup").isVisible()


def test_a_step_can_show_every_panel(desk, sample):
    text = SAMPLE.replace("lock: points kernel learner run\n", f"show: {' '.join(PANELS)}\n", 1)
    (sample / "lesson.md").write_text(text, encoding="utf-8")
    desk.window.teaching.open_lesson(str(sample))
    assert not any(desk.window.dock_layout.dock(key).isHidden() for key in PANELS)


def test_a_broken_lesson_is_one_sentence(desk, sample):
    (sample / "lesson.md").write_text(SAMPLE.replace("number: 17", "number: x"), encoding="utf-8")
    desk.window.teaching.open_lesson(str(sample))
    assert "line 20: 'number' is a number" in desk.problem()
    assert not desk.find(QWidget, "lesson").isVisible()


def test_lessons_are_begun_from_the_list(desk, sample, monkeypatch):
    desk.trigger("help.lessons")
    dialog = desk.find(QDialog, "dialog.lessons")
    listed = dialog.findChild(QListWidget, "dialog.lessons.list")
    assert listed.count() == len(ORDER)
    QTest.keyClick(listed, KEY.Key_Down)
    QTest.keyClick(listed, KEY.Key_Return)
    desk.wait(lambda: desk.find(QWidget, "lesson").isVisible())
    assert desk.text("lesson.title").endswith(f"1 of {len(lessons()[1].steps)}")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(sample))
    desk.trigger("help.lessons")
    dialog = [each for each in desk.window.findChildren(QDialog, "dialog.lessons") if each.isVisible()][-1]
    QTest.mouseClick(dialog.findChild(QPushButton, "lessons.folder"), LEFT)
    desk.wait(lambda: desk.text("lesson.title") == "Two clouds · 1 of 4")


def predict_all(desk, wanted):
    """Answers questions about steps rightly until so many are right, after a wrong one."""
    wrong = True
    while not verdict(desk).startswith("Right."):
        QTest.keyClick(desk.window.canvas, KEY.Key_Period)
        desk.wait(lambda: desk.window.predict.question is not None)
        asked = desk.window.predict.question
        before = desk.frame.counters.step
        given = (asked.right + 1) % len(asked.choices) if wrong else asked.right
        wrong = False
        click(desk, f"predict.answer.{given + 1}")
        desk.wait(lambda: desk.frame.counters.step == before + 1)  # noqa: B023  # waited for here
        assert verdict(desk).startswith("Right.") or verdict(desk).endswith(f"of {wanted} right so far.")


@pytest.mark.parametrize("key", ORDER)
def test_every_lesson_is_played_with_wrong_and_right_answers(desk, key):
    lesson = lessons()[ORDER.index(key)]
    desk.window.teaching.open_lesson(lesson.source)
    for number, step in enumerate(lesson.steps):
        assert desk.text("lesson.title").endswith(f"{number + 1} of {len(lesson.steps)}")
        desk.wait(lambda: desk.frame is not None and desk.frame.run == desk.window.training.run)
        play(desk, step)
        click(desk, "lesson.next")
    assert f"{lesson.title}: " in desk.window.statusBar().currentMessage()
    assert not len(desk.session.dataset)


def play(desk, step):
    """Answers the question of a step wrongly and then rightly."""
    answer = None if step.question is None else step.question.answer
    if answer is None:
        return
    if isinstance(answer, Numeric):
        type_number(desk, str(answer.right + 10 + 2 * answer.tolerance))
        assert verdict(desk).startswith("No, ")
        type_number(desk, str(answer.right))
    elif isinstance(answer, Choice):
        for k in (*(k for k in range(len(answer.choices)) if k != answer.right), answer.right):
            click(desk, f"lesson.answer.{k + 1}")
            assert verdict(desk).startswith("Right." if k == answer.right else "No, ")
    elif isinstance(answer, Goal):
        if step.at >= 0:
            desk.train_to_end()
        desk.wait(lambda: desk.frame.status in (Status.CONVERGED, Status.LIMIT))
        assert not verdict(desk).startswith("Right.")
        click(desk, "lesson.reveal")
        desk.wait(lambda: verdict(desk).startswith("Right."))
    else:
        predict_all(desk, answer.times)
    assert verdict(desk).startswith("Right. ")


def test_a_lesson_of_a_file_beside_it_brings_its_session(desk, sample, tmp_path):
    kpgui.save(kpgui.Session(replace(OWN, labels=-OWN.labels)), sample / "start.kpgui")
    text = SAMPLE.replace("points: blobs(n=60, noise=0.35, distance=1.6, seed=2)", "session: start.kpgui")
    (sample / "lesson.md").write_text(text, encoding="utf-8")
    assert read_lesson(sample).steps[0].session.dataset.labels.tolist() == [-1, 1, -1]


def test_a_published_exercise_is_opened_from_its_list_and_trained(desk):
    desk.trigger("help.examples")
    dialog = desk.find(QDialog, "dialog.examples")
    assert "Li Hang, Statistical Learning Methods" in dialog.findChild(QLabel, "dialog.examples.about").text()
    QTest.keyClick(dialog.findChild(QListWidget, "dialog.examples.list"), KEY.Key_Return)
    desk.wait(lambda: len(desk.session.dataset) == 3)
    assert "7 mistakes, at points 1, 3, 3, 3, 1, 3, 3" in desk.window.statusBar().currentMessage()
    desk.train_to_end()
    assert desk.frame.counters.mistakes == 7


def test_lessons_and_examples_are_offered_on_the_empty_canvas(desk):
    desk.wait(lambda: desk.find(QPushButton, "shelf.help.examples").isVisible())
    click(desk, "shelf.help.lessons")
    assert desk.find(QDialog, "dialog.lessons").isVisible()
