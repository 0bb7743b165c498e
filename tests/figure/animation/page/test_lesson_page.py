"""A lesson as a page, which knows what is right and what is not; tests/browsers has those that ship."""

import shutil
import subprocess
from pathlib import Path

import pytest

from kpgui import api
from kpgui.figure.animation.page.lesson import lesson_page
from kpgui.process import resource
from kpgui.words.lessons.file import parsed
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


def judged(*pages):
    """Asks the player about every question of these pages, by its tests."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not here")
    environment = {"LESSON": str(resource("page", "lesson.js")), "PAGES": "\n".join(map(str, pages))}
    tests = Path(__file__).with_name("lesson.test.js")
    run = subprocess.run([node, "--test", tests], env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
    assert f"# pass {len(pages) + 3}" in run.stdout


def test_its_player_accepts_what_is_right_alone(tmp_path):
    path = tmp_path / "lesson.html"
    path.write_bytes(lesson_page(parsed(Path("a/lesson.md"), SHORT.format(title="One", at=0))))
    judged(path)


def test_the_moment_of_the_step_is_shown_and_nothing_of_the_text_is_read_as_html():
    text = SHORT.format(title="</script><b>x", at=1)
    page = lesson_page(parsed(Path("a/lesson.md"), text)).decode()
    record, parts = record_in(page), Parts(page)
    step = record["steps"][0]
    assert record["runs"][step["run"]]["moments"][step["at"]]["counts"][0] == ["step", "1"]
    assert step["question"]["reveal"] == "2 it is."
    assert parts.all("b") == []
    assert lesson_page(parsed(Path("a/lesson.md"), text)).decode() == page


def test_it_opens_in_kpgui_as_the_session_of_its_first_step(tmp_path):
    path = tmp_path / "lesson.html"
    path.write_bytes(lesson_page(parsed(Path("a/lesson.md"), SHORT.format(title="One", at=0))))
    assert api.load(path).dataset.points.tolist() == [[0, 1], [1, 0]]
