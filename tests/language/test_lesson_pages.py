"""Lessons as pages in every language, from the command line too; what has no translation is marked."""

from dataclasses import replace
from itertools import pairwise

import pytest

from kpgui.cli import main
from kpgui.drawing.lettering import Lettering
from kpgui.figure.animation.page.lesson import lesson_page
from kpgui.language import NAMES, _, language, set_language
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
from kpgui.process import resource
from kpgui.words.lessons.checking import CLAIM
from kpgui.words.lessons.file import read_lesson
from kpgui.words.lessons.shelf import ORDER
from tests.figure.animation.page.test_lesson_page import SHORT
from tests.figure.animation.page.test_page import Parts, record_in

TWO = Session(Dataset.of([[0, 1], [1, 0]], [1, -1]), "linear()", "kernel_perceptron(epochs=1)")


@pytest.fixture(scope="module")
def texts_alone():
    """The lessons with two points in place of those of each step: what is trained takes time and has no words."""
    found = {}
    for key in ORDER:
        lesson = read_lesson(resource("lessons", key))
        found[key] = replace(lesson, steps=tuple(replace(each, session=TWO, at=0) for each in lesson.steps))
    return found


@pytest.mark.parametrize("code", NAMES)
@pytest.mark.parametrize("key", ORDER)
def test_a_lesson_is_a_page_in_every_language(key, code, languages, texts_alone, qapp):
    set_language(code, languages)
    lesson = texts_alone[key]
    page = lesson_page(lesson).decode()
    parts, steps = Parts(page), record_in(page)["steps"]
    assert parts.all("html")[0][0]["lang"] == code.replace("_", "-")
    assert parts.all("title")[0][1] == _(lesson.title)
    assert [step["title"] for step in steps] == [_(step.title) for step in lesson.steps]  # no mark: it is translated
    for step, shown in zip(lesson.steps, steps, strict=True):
        assert shown["text"] == [CLAIM.sub(r"\1", _(each)) for each in step.paragraphs]
        assert (shown["text"][0] == CLAIM.sub(r"\1", step.paragraphs[0])) == (code == "en")
        if step.question is not None:
            asked = shown["question"]
            said = [asked["text"], asked["hint"], asked["reveal"]]
            wanted = step.question.text, step.question.hint, step.question.reveal
            assert said == [CLAIM.sub(r"\1", _(each)) for each in wanted]


def test_the_command_line_writes_it_in_the_language_that_is_asked_for(languages, tmp_path, capsys, qapp):
    (tmp_path / "lesson.md").write_text(SHORT.format(title="Mine", at=0), encoding="utf-8")
    assert main(["lesson", str(tmp_path), "-o", str(tmp_path / "mine.html"), "--language", "zh"]) == 0
    record = record_in((tmp_path / "mine.html").read_text(encoding="utf-8"))
    assert record["steps"][0]["title"] == "One · 英文"
    assert record["texts"]["hint"] == "提示"
    assert language() == "en"
    assert "1 steps, 1 questions" in capsys.readouterr().out


def test_so_it_does_the_page_of_a_run(languages, tmp_path, capsys, qapp):
    (tmp_path / "two.csv").write_text("0,1,1\n1,0,-1\n")
    assert main(["render", str(tmp_path / "two.csv"), "-o", str(tmp_path / "run.html"), "--language", "de"]) == 0
    record = record_in((tmp_path / "run.html").read_text(encoding="utf-8"))
    assert record["moments"][0]["sentence"].startswith("Vor dem ersten Schritt")
    assert language() == "en"


@pytest.mark.parametrize(("code", "told"), [("it", "choose one of en, de, fr, es, zh"), ("de", "is not compiled")])
def test_a_language_that_is_not_there_is_one_line(code, told, tmp_path, capsys, monkeypatch):
    (tmp_path / "lesson.md").write_text(SHORT.format(title="Mine", at=0), encoding="utf-8")
    monkeypatch.setattr("kpgui.process.resource", lambda *of: tmp_path)
    assert main(["lesson", str(tmp_path), "-o", str(tmp_path / "mine.html"), "--language", code]) > 0
    assert told in capsys.readouterr().err
    assert not (tmp_path / "mine.html").exists()


@pytest.fixture
def drawn(monkeypatch):
    """Every text that is drawn, with its left and right end and its baseline."""
    found, written = [], Lettering.draw

    def draw(lettering, painter, text, x, baseline, *rest, align=0, **details):
        left = x - align * lettering.width(text)
        found.append((text, left, left + lettering.width(text), baseline))
        written(lettering, painter, text, x, baseline, *rest, align=align, **details)

    monkeypatch.setattr(Lettering, "draw", draw)
    return found


@pytest.fixture
def two(tmp_path):
    path = tmp_path / "two.csv"
    path.write_text("0,1,1\n1,0,-1\n")
    return str(path)


def test_so_it_does_the_headings_of_small_multiples(languages, two, tmp_path, qapp, drawn):
    out = str(tmp_path / "run.png")
    assert main(["render", two, "-o", out, "--vary", "at=epoch:1,end", "--language", "de"]) == 0
    words = " ".join(text for text, *_ in drawn)
    assert "am Ende" in words
    assert "the end" not in words


def test_the_counters_of_a_film_have_room_in_its_language(languages, two, tmp_path, qapp, drawn):
    out = str(tmp_path / "run.gif")
    assert main(["render", two, "-o", out, "--frames", "2", "--language", "fr"]) == 0
    baseline = next(baseline for text, *_, baseline in drawn if text == "convergé")
    row = [each for each in drawn if each[3] == baseline][-9:]
    assert [text for text, *_ in row][::8] == ["pas", "convergé"]
    assert all(right < left for (_, _, right, _), (_, left, _, _) in pairwise(row))


@pytest.mark.parametrize("suffix", [".py", ".json", ".csv"])
def test_what_other_programs_read_is_the_same_in_every_language(suffix, languages, two, tmp_path, qapp):
    for code in ("en", "de"):
        assert main(["render", two, "-o", str(tmp_path / f"{code}{suffix}"), "--language", code]) == 0
    assert (tmp_path / f"de{suffix}").read_bytes() == (tmp_path / f"en{suffix}").read_bytes()
