"""A lesson as a page: its steps, the recorded run of each, and its questions with their answers."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from kpgui.figure.animation.film import Film
from kpgui.figure.animation.page.page import TEXTS, html_page
from kpgui.figure.animation.page.record import PageRecord, joined
from kpgui.figure.animation.recording import Recording, thinned
from kpgui.figure.animation.settings import Animation
from kpgui.figure.style import Style
from kpgui.formats.page import PageFormat
from kpgui.formats.session import SessionFile
from kpgui.formats.storage import write_file
from kpgui.language import _, later
from kpgui.model.errors import UNWATCHED, Token
from kpgui.model.lesson import Choice, Goal, Lesson, LessonQuestion, LessonStep, Numeric, Predicting
from kpgui.model.param import shown
from kpgui.model.session import Session
from kpgui.words.lessons.checking import CLAIM, english_mark
from kpgui.words.lessons.file import changed

FIRST, SPREAD = 24, 16
"""Moments of a run in a lesson: so many steps from the one that is shown first, and so many over all of the run."""

LESSON_TEXTS = TEXTS | {
    "where": later("{step} of {steps}"),
    "previous": later("Back"),
    "next": later("Next"),
    "check": later("Check"),
    "your_answer": later("Your answer"),
    "type_a_number": later("Type a number."),
    "decimals": later(" Decimals are written with a point: {plain}."),
    "show": later("Show the answer"),
    "show_how": later("Show how"),
    "again": later("No, try again; the hint says where to look."),
    "so_far": later("{right} of {wanted} right so far."),
    "in_kpgui": later("This page cannot train: try it in kpgui, or see the recorded solution here."),
    "predicting": later("Say what each step will do before it is shown."),
}
"""What the player of a lesson says."""


def lesson_page(lesson: Lesson, token: Token = UNWATCHED) -> bytes:
    """The page, which carries the session of the first step. The same lesson always gives the same.

    Raises KpguiError and Cancelled.
    """
    runs = _Runs(token)
    steps = []
    for number, step in enumerate(lesson.steps):
        token.report(number / len(lesson.steps))
        steps.append(_step(step, runs))
    data = {"version": 1, "steps": steps, "runs": runs.records, "pace": Animation().fps}
    page = html_page(data, LESSON_TEXTS, _(lesson.title), _(lesson.about), "lesson.js").encode()
    return PageFormat().embed(page, SessionFile().write(lesson.steps[0].session))


def write_lesson_page(lesson: Lesson, path: Path, token: Token = UNWATCHED) -> Path:
    """Writes the page there, or leaves what is there if it fails. Returns the path. Raises KpguiError and Cancelled."""
    write_file(path, [lesson_page(lesson, token)])
    return path


class _Runs:
    """The records of runs, one for each session and moment that is shown first."""

    def __init__(self, token: Token) -> None:
        self.records: list[dict[str, Any]] = []
        self._token = token
        self._known: list[tuple[Session, int, int]] = []

    def add(self, session: Session, at: int) -> tuple[int, int]:
        """at: the step that is shown first, −1 for the end. Returns the record's number and that of the moment."""
        for index, (known, place, number) in enumerate(self._known):
            if place == at and known == session:
                return index, number
        recording = Recording(session, token=self._token)
        last = recording.last
        begin = last if at < 0 else min(at, last)
        near = range(max(0, begin - 1), min(begin + FIRST, last + 1))
        film = Film(recording, Animation(frames=2), Style())
        film.moments = tuple(sorted({*near, *thinned(range(last), last, SPREAD)}))
        self.records.append(PageRecord(film).whole(self._token))
        self._known.append((session, at, film.moments.index(begin)))
        return len(self._known) - 1, self._known[-1][2]


def _step(step: LessonStep, runs: _Runs) -> dict[str, Any]:
    run, at = runs.add(step.session, step.at)
    title = joined([_said(step.title), english_mark(step)])
    found: dict[str, Any] = {"title": title, "text": [_said(each) for each in step.paragraphs]}
    found |= {"run": run, "at": at}
    if step.question is not None:
        found["question"] = _question(step.question, step.session, runs)
    return found


def _question(asked: LessonQuestion, session: Session, runs: _Runs) -> dict[str, Any]:
    found: dict[str, Any] = {"text": _said(asked.text), "hint": _said(asked.hint), "reveal": _said(asked.reveal)}
    answer = asked.answer
    if isinstance(answer, Numeric):
        return found | {"number": answer.right, "within": answer.within, "shown": shown(answer.right)}
    if isinstance(answer, Choice):
        return found | {"choices": [_said(each) for each in answer.choices], "right": answer.right}
    if isinstance(answer, Predicting):
        return found | {"times": answer.times}
    assert isinstance(answer, Goal)
    for name, value in answer.solution:
        session = changed(session, name, value)
    run, at = runs.add(replace(session, reached=None), -1)
    return found | {"run": run, "at": at}


def _said(text: str) -> str:
    """The text in the language of the program, with its simple marks, and without how its numbers are computed."""
    return CLAIM.sub(r"\1", _(text))
