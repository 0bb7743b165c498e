"""A lesson as a page: every lesson that ships becomes one, which knows what is right and what is not."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from kpgui.figure.animation.page.lesson import lesson_page
from kpgui.model.lesson import Goal
from kpgui.process import resource
from kpgui.words.lessons.file import parsed
from kpgui.words.lessons.shelf import lessons
from tests.figure.animation.page.test_page import Parts, record_in

SHORT = """---
title: {title}
about: Short.
minutes: 1
---

# One

Some *text*.

```setup
points: 0 1 +1; 1 0 -1
kernel: linear()
learner: kernel_perceptron()
at: {at}
```

```question
ask: How many mistakes?
number: 2
is: mistakes
hint: Count.
reveal: {{2|mistakes}} it is.
```
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    found = {}
    for lesson in lessons():
        found[lesson.key] = folder / f"{lesson.key}.html"
        found[lesson.key].write_bytes(lesson_page(lesson))
    return found


def test_every_lesson_becomes_a_page_that_knows_its_answers(pages):
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not here")
    environment = {
        **os.environ,
        "LESSON": str(resource("page", "lesson.js")),
        "PAGES": "\n".join(map(str, pages.values())),
    }
    tests = Path(__file__).with_name("lesson.test.js")
    run = subprocess.run([node, "--test", tests], env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
    assert f"# pass {len(pages) + 2}" in run.stdout


def test_no_page_of_a_lesson_is_large(pages):
    assert max(path.stat().st_size for path in pages.values()) < 1_500_000


def test_its_steps_and_questions_are_those_of_the_lesson(pages):
    for lesson in lessons():
        record = record_in(pages[lesson.key].read_text(encoding="utf-8"))
        assert len(record["steps"]) == len(lesson.steps)
        for step, told in zip(lesson.steps, record["steps"], strict=True):
            assert ("question" in told) == (step.question is not None)
            assert len(record["runs"][told["run"]]["points"]) == len(step.session.dataset)
            if step.question is not None and isinstance(step.question.answer, Goal):
                assert "run" in told["question"]


def test_the_moment_of_the_step_is_shown_and_nothing_of_the_text_is_read_as_html():
    text = SHORT.format(title="</script><b>x", at=1)
    page = lesson_page(parsed(Path("a/lesson.md"), text)).decode()
    record, parts = record_in(page), Parts(page)
    step = record["steps"][0]
    assert record["runs"][step["run"]]["moments"][step["at"]]["counts"][0] == ["step", "1"]
    assert step["question"]["reveal"] == "2 it is."
    assert parts.all("b") == []
    assert lesson_page(parsed(Path("a/lesson.md"), text)).decode() == page
