"""Every lesson that ships, as a page: its steps, and whether its player judges each answer as it should."""

import pytest

from kpgui.figure.animation.page.lesson import lesson_page
from kpgui.model.lesson import Goal
from kpgui.process import resource
from kpgui.words.lessons.file import read_lesson
from kpgui.words.lessons.shelf import ORDER
from tests.figure.animation.page.test_lesson_page import judged
from tests.figure.animation.page.test_page import record_in


@pytest.mark.parametrize("key", ORDER)
def test_a_lesson_becomes_a_page_that_knows_its_answers(key, tmp_path):
    lesson, path = read_lesson(resource("lessons", key)), tmp_path / f"{key}.html"
    path.write_bytes(lesson_page(lesson))
    assert path.stat().st_size < 1_500_000
    record = record_in(path.read_text(encoding="utf-8"))
    for step, told in zip(lesson.steps, record["steps"], strict=True):
        assert ("question" in told) == (step.question is not None)
        assert len(record["runs"][told["run"]]["points"]) == len(step.session.dataset)
        if step.question is not None and isinstance(step.question.answer, Goal):
            assert "run" in told["question"]
    judged(path)
