"""The file of a lesson: what it holds, and one sentence with file and line for what is wrong."""

import pytest

from kpgui.model.errors import KpguiError
from kpgui.model.lesson import Choice, Goal, Numeric, Predicting
from kpgui.words.lessons.checking import plain_text, rich_text
from kpgui.words.lessons.file import LARGEST, read_lesson
from tests.words.lessons.sample import SAMPLE


def read(tmp_path, text):
    (tmp_path / "lesson.md").write_text(text, encoding="utf-8")
    return read_lesson(tmp_path)


def test_a_lesson_has_its_steps_sessions_and_questions(tmp_path):
    lesson = read(tmp_path, SAMPLE)
    assert (lesson.title, lesson.minutes) == ("Lines and more", 6)
    assert [step.title for step in lesson.steps] == ["Two clouds", "Four points", "Another kernel", "Predict it"]
    kinds = [type(question.answer) for question in lesson.questions]
    assert kinds == [Numeric, Choice, Goal, Predicting]
    assert lesson.questions[1].answer == Choice(("Yes, with enough of them", "No, never"), 1)
    assert lesson.questions[2].answer.conditions == ("converged", "mistakes <= 4")
    clouds, four, free, last = lesson.steps
    assert len(clouds.session.dataset) == 60
    assert (four.session.kernel, four.at, four.locks) == ("linear()", -1, {"points", "run"})
    assert free.session == four.session  # a step is on the session before, where nothing is said
    assert free.paragraphs == ("Choose a kernel for which the run converges.",)
    assert last.session.dataset.labels.tolist() == [1, 1, -1, -1, 1]
    assert (last.shows, last.hides) == (("why",), ("setup",))


def test_texts_are_shown_without_their_sources_and_load_nothing():
    text = "Makes {5|mistakes} *now*, `y·f ≤ 0` **never** <img src=http://x> &amp;"
    assert plain_text("Makes {5|mistakes; kernel: linear()} *now*, `f`.") == "Makes 5 now, f."
    assert rich_text(text) == (
        "Makes 5 <i>now</i>, <code>y·f ≤ 0</code> <b>never</b> &lt;img src=http://x&gt; &amp;amp;"
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("---\ntitle", "title", "line 1: a lesson begins with a line ---"),
        ("minutes: 6", "minutes: six", "line 4: 'minutes' is a whole number from 1 to 60"),
        ("minutes: 6\n", "", "line 1: the head has no line 'minutes'"),
        ("# Two clouds", "Two clouds", "this text stands in no step"),
        ("```setup\npoints: blobs", "```setup\npiont: blobs", "there is no 'piont' here; the nearest name is 'points'"),
        ("kernel: linear()", "kernel: lnear()", r"line \d+: .*linear"),
        ("blobs(n=60", "blobs(n=-1", r"line \d+: .*n"),
        ("lock: points run", "lock: dots", r"line \d+: there is no 'dots' here"),
        ("show: why", "show: wy", r"line \d+: there is no 'wy' here; the nearest name is 'why'"),
        ("blobs(n=60", "blobs(n=20000", r"line \d+: a lesson has at most 10000 points, of two coordinates"),
        ("1 1 +1;", "1 one +1;", r"line \d+: the value of 'points' is not as it should be"),
        ("1 1 +1;", "1 1 3;", "points are rows 'x y \\+1'"),
        ("number: 17", "number: many", "'number' is a number"),
        ("is: mistakes\n", "", "a number has a line 'is'"),
        ("right: No, never", "wrong: No, never", "one of the lines number, right, goal and predict"),
        ("right: No, never", "right: Yes, with enough of them", "all different"),
        (
            "goal: converged and",
            "goal: convreged and",
            "there is no convreged of a run; the nearest name is 'converged'",
        ),
        ("solution: kernel: poly(degree=2)\n", "", "a goal has a line 'solution'"),
        ("hint: Count.\n", "", "the question has no line 'hint'"),
        ("mistakes <= 4", "mistakes <= 1.2.3", "a condition is as 'converged' or 'mistakes <= 5'"),
        ("kernel: linear()\n", "kernel: linear()\nkernel: cosine()\n", "more lines 'kernel' than it may have"),
        ("solution: kernel: poly(degree=2)", "solution: add: moons(n=200000)", "at most 10000 points"),
        ("predict: 2", "predict: 0", "'predict' is a whole number from 1 to 20"),
        ("```question\nask: Predict", "```quiz\nask: Predict", "a block is ```setup or ```question"),
        ("points: blobs(n=60, noise=0.35, distance=1.6, seed=2)", "session: ../a.kpgui", "name a file that is in"),
        ("points: blobs(n=60, noise=0.35, distance=1.6, seed=2)", "session: a.kpgui", "there is no such file"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_line(tmp_path, old, new, message):
    assert old in SAMPLE
    with pytest.raises(KpguiError, match=message) as caught:
        read(tmp_path, SAMPLE.replace(old, new, 1))
    assert str(tmp_path / "lesson.md") in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_block_that_does_not_end_and_a_lesson_without_steps_are_refused(tmp_path):
    with pytest.raises(KpguiError, match="the block that begins here has no line ``` at its end"):
        read(tmp_path, SAMPLE.rstrip().removesuffix("```"))
    with pytest.raises(KpguiError, match="there is no step"):
        read(tmp_path, SAMPLE.partition("# Two")[0])


def test_a_line_of_blanks_takes_no_time_to_read(tmp_path):
    line = f"kernel: linear(){' ' * 1900}x{' ' * 150_000}x\n"  # quadratic where a pattern searches its end
    with pytest.raises(KpguiError, match="a text has at most 2000 characters"):
        read(tmp_path, SAMPLE.replace("kernel: linear()\n", line, 1))


def test_what_is_no_text_or_too_large_is_refused(tmp_path):
    (tmp_path / "lesson.md").write_bytes(b"---\xff")
    with pytest.raises(KpguiError, match="not text in UTF-8"):
        read_lesson(tmp_path)
    (tmp_path / "lesson.md").write_bytes(b"-" * (LARGEST + 1))
    with pytest.raises(KpguiError, match="more than 200000 bytes"):
        read_lesson(tmp_path)
