"""Lessons that are made in the window, and lessons that leave it as pages."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QDialog, QFileDialog, QLineEdit, QPlainTextEdit, QPushButton, QWidget

import kpgui
from kpgui.model.edits import Replace, Setting
from tests.e2e.test_lessons import OWN, click, verdict
from tests.figure.animation.page.test_page import record_in
from tests.ui.canvas.stage import LEFT
from tests.words.lessons.sample import SAMPLE

KEY = Qt.Key


@pytest.mark.parametrize("name", ["page.html", "page.pdf"])
def test_the_lesson_that_is_played_is_exported_as_a_page(desk, tmp_path, name, monkeypatch):
    monkeypatch.setattr("kpgui.figure.animation.page.page.LARGE", 0.01)
    (tmp_path / "lesson.md").write_text(SAMPLE, encoding="utf-8")
    desk.window.document.edit(Replace(OWN), "points")
    desk.window.teaching.open_lesson(str(tmp_path))
    desk.choose_file(tmp_path / name)
    desk.export("Lesson as a page")
    if name == "page.pdf":
        assert "the name must end in .html" in desk.problem()
        return
    desk.wait(lambda: "Saved page.html · The page has" in desk.window.statusBar().currentMessage())
    record = record_in((tmp_path / name).read_text(encoding="utf-8"))
    assert [step["title"] for step in record["steps"]] == ["Two clouds", "Four points", "Another kernel", "Predict it"]
    assert len(kpgui.load(tmp_path / name).dataset) == 60
    click(desk, "lesson.leave")
    assert desk.session.dataset == OWN


@pytest.mark.parametrize("locks", ["kernel", "points kernel learner run"])
def test_a_setting_that_a_lesson_has_locked_is_not_pasted_and_that_is_said(desk, tmp_path, locks):
    desk.window.document.edit(Replace(OWN), "points")
    desk.trigger("edit.copy_text")
    text = SAMPLE.replace("lock: points kernel learner run", f"lock: {locks}", 1)
    (tmp_path / "lesson.md").write_text(text, encoding="utf-8")
    desk.window.teaching.open_lesson(str(tmp_path))
    shown = desk.session
    desk.trigger("edit.paste")
    desk.wait(lambda: "The lesson keeps this as it is" in desk.window.statusBar().currentMessage())
    assert desk.session is shown
    click(desk, "lesson.leave")
    assert desk.session.dataset == OWN


def test_a_lesson_is_made_in_the_window_handed_over_and_played(desk, tmp_path, monkeypatch):
    folder = tmp_path / "mine"
    folder.mkdir()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    for number, kernel in enumerate(("linear()", "poly(degree=2, gamma=1, c=1)"), 1):
        desk.window.document.edit(Replace(OWN), "points")
        desk.window.document.edit(Setting("kernel", kernel), "kernel")
        keep(desk, f"Step number {number}", asks=number == 2)
    assert desk.window.statusBar().currentMessage().startswith("Step 2 of “Step number 1” is in mine")
    handed = tmp_path / "handed over"
    folder.rename(handed)
    desk.window.teaching.open_lesson(str(handed))
    assert desk.text("lesson.title") == "Step number 1 · 1 of 2"
    assert desk.text("lesson.text") == "Three points <i>here</i>.<br># no title"
    assert desk.session.kernel == "linear()"
    assert not desk.find(QWidget, "panel.kernel").isEnabled()
    click(desk, "lesson.next")
    assert desk.session.dataset == OWN
    answer = next(each for each in desk.window.findChildren(QPushButton) if each.accessibleName() == "yes")
    QTest.mouseClick(answer, LEFT)
    assert verdict(desk) == "Right. Because."


def keep(desk, title, asks):
    """Keeps what is shown as a step of a lesson, by its dialog."""
    desk.trigger("file.keep_step")
    dialog = [each for each in desk.window.findChildren(QDialog, "dialog.lesson_step") if each.isVisible()][-1]
    typed = {"title": title, **({"ask": "Is it?", "right": "yes", "wrong": "no; perhaps"} if asks else {})}
    typed |= {"hint": "Look.", "reveal": "Because."} if asks else {}
    for name, text in typed.items():
        QTest.keyClicks(dialog.findChild(QLineEdit, f"step.{name}"), text)
    text = dialog.findChild(QPlainTextEdit, "step.text")
    QTest.keyClicks(text, "Three points *here*.")
    QTest.keyClick(text, KEY.Key_Return)
    QTest.keyClick(text, KEY.Key_Return)
    QTest.keyClicks(text, "# no title")
    QTest.mouseClick(dialog.findChild(QCheckBox, "step.lock.kernel"), LEFT)
    QTest.mouseClick(dialog.findChild(QPushButton, "step.save"), LEFT)


def test_a_step_that_cannot_be_read_back_is_not_written(desk, tmp_path, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    desk.window.document.edit(Replace(OWN), "points")
    desk.trigger("file.keep_step")
    dialog = desk.find(QDialog, "dialog.lesson_step")
    QTest.keyClicks(dialog.findChild(QLineEdit, "step.title"), "No text")
    QTest.mouseClick(dialog.findChild(QPushButton, "step.save"), LEFT)
    assert "a step has a title and text" in desk.text("step.refusal")
    assert not list(tmp_path.glob("*.kpgui")) and not (tmp_path / "lesson.md").exists()
