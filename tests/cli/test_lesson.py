"""`kpgui lesson`: what is wrong with a lesson is said before a window opens."""

import sys
from types import SimpleNamespace

from tests.words.lessons.sample import SAMPLE


def test_a_lesson_that_is_not_there_or_broken_is_one_line(kpgui, tmp_path):
    result = kpgui("lesson", tmp_path / "none")
    assert (result.code, result.out) == (1, "")
    assert "none cannot be opened: there is no such file" in result.err
    (tmp_path / "lesson.md").write_text(SAMPLE.replace("minutes: 6", "minutes: no"), encoding="utf-8")
    result = kpgui("lesson", tmp_path)
    assert result.code == 1
    assert "lesson.md, line 4: 'minutes' is a whole number from 1 to 60" in result.err


def test_without_a_display_it_says_so(kpgui, tmp_path, monkeypatch):
    (tmp_path / "lesson.md").write_text(SAMPLE, encoding="utf-8")
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    result = kpgui("lesson", tmp_path)
    assert result.code == 2
    assert "there is no display" in result.err


def test_a_lesson_is_opened_in_the_window(kpgui, tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr("kpgui.cli.window.display_problem", lambda environ, platform: "")
    monkeypatch.setitem(sys.modules, "kpgui.app", SimpleNamespace(main=lambda *of: opened.append(of) or 3))
    (tmp_path / "lesson.md").write_text(SAMPLE, encoding="utf-8")
    assert kpgui("lesson", tmp_path).code == 3
    assert opened == [(None, str(tmp_path))]


def test_a_lesson_is_written_as_a_page_and_under_no_other_name(kpgui, tmp_path):
    (tmp_path / "lesson.md").write_text(SAMPLE, encoding="utf-8")
    result = kpgui("lesson", tmp_path, "-o", tmp_path / "lesson.html")
    assert result.code == 0
    assert "lesson.html: " in result.out
    assert (tmp_path / "lesson.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    result = kpgui("lesson", tmp_path, "-o", tmp_path / "lesson.pdf")
    assert result.code == 2
    assert "a page, whose name ends in .html" in result.err
    assert not (tmp_path / "lesson.pdf").exists()
