"""The lessons that come with the program: what their texts claim, and that their questions can be answered."""

import pytest

from kpgui.model.lesson import PANELS
from kpgui.process import resource
from kpgui.ui.instruments.registry import INSTRUMENTS
from kpgui.words.lessons.file import read_lesson
from kpgui.words.lessons.shelf import ORDER, lessons
from tests.words.lessons.playing import problems
from tests.words.lessons.sample import SAMPLE


@pytest.mark.parametrize("lesson", lessons(), ids=ORDER)
def test_every_number_is_computed_and_every_goal_can_be_reached(lesson):
    assert problems(lesson) == []
    assert lesson.minutes <= 8
    assert len(lesson.questions) >= 5


def test_every_folder_of_a_lesson_is_in_the_list():
    assert {each.name for each in resource("lessons").iterdir()} == set(ORDER)


def test_every_panel_that_a_lesson_can_show_is_there():
    assert {"setup", *(panel.key for panel in INSTRUMENTS)} == set(PANELS)


def test_there_are_at_least_twelve_lessons_with_sixty_questions():
    found = lessons()
    assert len(found) >= 12
    assert sum(len(each.questions) for each in found) >= 60
    assert len({each.title for each in found}) == len(found)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("{17|mistakes}", "{16|mistakes}", "16 is 17.0"),
        ("{17|mistakes} mistakes", "17 mistakes", "numbers that nothing computes: ['17']"),
        ("number: 17", "number: 18", "the answer is 17.0, not 18.0"),
        ("solution: kernel: poly(degree=2)", "solution: kernel: linear()", "the solution does not reach the goal"),
        ("goal: converged and mistakes <= 4", "goal: points >= 1", "the goal is reached before anything is done"),
    ],
)
def test_what_is_not_true_of_a_lesson_is_found(tmp_path, old, new, problem):
    assert old in SAMPLE
    (tmp_path / "lesson.md").write_text(SAMPLE.replace(old, new, 1), encoding="utf-8")
    found = problems(read_lesson(tmp_path))
    assert len(found) == 1
    assert problem in found[0]
