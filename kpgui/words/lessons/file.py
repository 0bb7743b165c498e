"""The file of a lesson, `lesson.md`: a head, then steps of text, with blocks that say what is shown and asked.

A file is read as strangers' files are: bounded, nothing in it is run, and it can name files of its own folder alone.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kpgui.formats import load
from kpgui.formats.storage import read_bytes
from kpgui.generators import generator
from kpgui.kernels import kernel
from kpgui.language import _
from kpgui.learners import learner
from kpgui.model.conventions import USUAL
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError, short
from kpgui.model.lesson import (
    LOCKS,
    PANELS,
    Choice,
    Goal,
    Lesson,
    LessonQuestion,
    LessonStep,
    Numeric,
    Predicting,
)
from kpgui.model.registry import nearest
from kpgui.model.session import ORDER, SEED, Session, View
from kpgui.model.transform import split
from kpgui.words.lessons.checking import check_condition

NAME = "lesson.md"

LARGEST, LONGEST, MOST_STEPS, MOST_POINTS = 200_000, 2_000, 50, 10_000
"""Most bytes of a file, characters of a step's text, steps of a lesson, and points of a step."""
LARGEST_SESSION = 2_000_000
"""Most bytes of a session beside a lesson."""

HEAD = "title", "about", "minutes"
SETUP = "session", "points", "hold_out", "kernel", "learner", "order", "seed", "view", "at", "lock", "show", "hide"
QUESTION = "ask", "number", "tolerance", "is", "right", "wrong", "goal", "solution", "predict", "hint", "reveal"
MANY = {"lock": 4, "show": 9, "hide": 9, "wrong": 3, "solution": 9}
"""How many lines a block may have with a name; one with any other."""
CHANGES = "points", "hold_out", "kernel", "learner", "order", "seed"
"""The lines of a `setup` block that change a session."""

_POINT = re.compile(r"\s*(\S+)\s+(\S+)\s+([+-]1)\s*$")


class Said(NamedTuple):
    """A line `name: value` of a block. line: its number, from 1."""

    name: str
    value: str
    line: int


class LessonError(KpguiError):
    """A lesson that cannot be read: the file and the line where, and why."""

    def __init__(self, where: str, line: int, problem: str) -> None:
        super().__init__(_("{where}, line {line}: {problem}").format(where=where, line=line, problem=problem))


def read_lesson(path: Path) -> Lesson:
    """The lesson in a file, or in the folder of one. Raises KpguiError that names the file and the line."""
    if path.is_dir():
        path /= NAME
    content = read_bytes(path)
    where = str(path)
    if len(content) > LARGEST:
        raise KpguiError(_("{where} is no lesson: it has more than {most} bytes.").format(where=where, most=LARGEST))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise KpguiError(_("{where} is no lesson: it is not text in UTF-8.").format(where=where)) from None
    return parsed(path, text)


def parsed(path: Path, text: str) -> Lesson:
    """The lesson in the text of a file at `path`, in whose folder its sessions are. Raises KpguiError."""
    return _Reader(path, text).lesson()


class _Reader:
    """Reads one file from its first line to its last."""

    def __init__(self, path: Path, text: str) -> None:
        self._path, self._where = path, str(path)
        self._lines = text.splitlines()
        self._at = 0
        self._session, self._locks = Session(), frozenset[str]()

    def lesson(self) -> Lesson:
        head = self._head()
        steps = tuple(islice(self._steps(), MOST_STEPS + 1))
        if len(steps) > MOST_STEPS:
            raise self._wrong(steps[-1].line, _("a lesson has at most {most} steps").format(most=MOST_STEPS))
        if not steps:
            raise self._wrong(len(self._lines) or 1, _("there is no step; a line that begins with # begins one"))
        minutes = self._whole(head["minutes"], 1, 60)
        key = self._path.parent.name
        return Lesson(key, head["title"].value, head["about"].value, minutes, steps, self._where)

    def _head(self) -> dict[str, Said]:
        if not self._lines or self._lines[0].strip() != "---":
            raise self._wrong(1, _("a lesson begins with a line --- and its title"))
        self._at = 1
        found = self._block("---", HEAD)
        for name in HEAD:
            if name not in found:
                raise self._wrong(1, _("the head has no line '{name}'").format(name=name))
        return {name: found[name][0] for name in HEAD}

    def _block(self, end: str, names: Sequence[str]) -> dict[str, list[Said]]:
        """The lines up to the one that ends the block, by their names."""
        first, found = self._at, dict[str, list[Said]]()
        while self._at < len(self._lines):
            line = self._lines[self._at]
            self._at += 1
            if line.strip() == end:
                return found
            if line.strip():
                said = self._said(line, self._at, names)
                found.setdefault(said.name, []).append(said)
                if len(found[said.name]) > MANY.get(said.name, 1):
                    problem = _("the block has more lines '{name}' than it may have")
                    raise self._wrong(self._at, problem.format(name=said.name))
        raise self._wrong(first, _("the block that begins here has no line {end} at its end").format(end=end))

    def _said(self, line: str, number: int, names: Sequence[str]) -> Said:
        name, colon, value = (part.strip() for part in line.partition(":"))
        if not colon:
            raise self._wrong(
                number, _("a line of a block is 'name: value', not {line}").format(line=short(repr(line), 60))
            )
        if name not in names:
            raise self._wrong(
                number,
                _("there is no {name} here; {advice}").format(
                    name=short(repr(name), 40), advice=nearest(name, tuple(names))
                ),
            )
        if len(value) > LONGEST and name != "points":
            raise self._wrong(number, _("a text has at most {most} characters").format(most=LONGEST))
        return Said(name, value, number)

    def _steps(self) -> Iterator[LessonStep]:
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if line.strip() and not line.startswith("# "):
                raise self._wrong(self._at + 1, _("this text stands in no step; a line that begins with # begins one"))
            self._at += 1
            if line.strip():
                yield self._step(line[2:].strip(), self._at)

    def _step(self, title: str, first: int) -> LessonStep:
        paragraphs, words = list[str](), list[str]()
        setup, asked = dict[str, list[Said]](), dict[str, list[Said]]()
        while self._at < len(self._lines) and not self._lines[self._at].startswith("# "):
            line = self._lines[self._at].rstrip()
            self._at += 1
            if line.startswith("```"):
                name, number = line[3:].strip(), self._at
                if name not in ("setup", "question"):
                    raise self._wrong(
                        number, _("a block is ```setup or ```question, not {line}").format(line=short(line, 40))
                    )
                block = self._block("```", SETUP if name == "setup" else QUESTION)
                if setup if name == "setup" else asked:
                    raise self._wrong(number, _("the step has such a block already; put the lines into one"))
                if name == "setup":
                    setup = block
                else:
                    asked, asked_at = block, number
                line = ""
            if line:
                words.append(line.strip())
            elif words:
                paragraphs.append(" ".join(words))
                words = []
        if words:
            paragraphs.append(" ".join(words))
        if not title or not paragraphs or len(title) + sum(map(len, paragraphs)) > LONGEST:
            problem = _("a step has a title and text, together of at most {most} characters")
            raise self._wrong(first, problem.format(most=LONGEST))
        self._set_up(setup)
        return LessonStep(
            title=title,
            paragraphs=tuple(paragraphs),
            session=self._session,
            at=self._place(setup.get("at", [])),
            locks=self._locks,
            shows=self._words(setup, "show", PANELS),
            hides=self._words(setup, "hide", PANELS),
            question=self._question(asked, asked_at) if asked else None,
            line=first,
        )

    def _set_up(self, setup: Mapping[str, list[Said]]) -> None:
        """Changes the session of the step before as the block says."""
        for name in ("session", *CHANGES, "view"):
            for said in setup.get(name, []):
                self._session = self._changed(self._session, said)
        if ("points" in setup or "session" in setup) and "view" not in setup:
            self._session = replace(self._session, view=View.around(self._session.dataset.points))
        if "lock" in setup:
            self._locks = frozenset(self._words(setup, "lock", (*LOCKS, "nothing"))) - {"nothing"}
        dataset = self._session.dataset
        if len(dataset) > MOST_POINTS or dataset.d != 2:
            line = next((said[0].line for name, said in setup.items() if name in ("session", "points")), 1)
            raise self._wrong(
                line, _("a lesson has at most {most} points, of two coordinates").format(most=MOST_POINTS)
            )

    def _words(self, block: Mapping[str, list[Said]], name: str, known: tuple[str, ...]) -> tuple[str, ...]:
        """The words of all lines with this name, each of which has to be a known one."""
        said = [(word, each.line) for each in block.get(name, []) for word in each.value.split()]
        for word, line in said:
            if word not in known:
                problem = _("there is no {name} here; {advice}")
                raise self._wrong(line, problem.format(name=short(repr(word), 40), advice=nearest(word, known)))
        return tuple(word for word, __ in said)

    def _changed(self, session: Session, said: Said) -> Session:
        try:
            if said.name == "session":
                if Path(said.value).name != said.value:
                    raise KpguiError(_("name a file that is in the lesson's folder"))
                path = self._path.parent / said.value
                if path.exists() and path.stat().st_size > LARGEST_SESSION:
                    raise _too_many()
                session = replace(load(path), reached=None, live=False, answers=())
                if len(session.dataset) > MOST_POINTS or session.dataset.d != 2:
                    raise _too_many()
                return session
            if said.name == "view":
                xmin, xmax, ymin, ymax = map(float, said.value.split())
                if not (xmin < xmax and ymin < ymax and np.isfinite([xmin, xmax, ymin, ymax]).all()):
                    raise ValueError
                return replace(session, view=View(xmin, xmax, ymin, ymax))
            return changed(session, said.name, said.value)
        except KpguiError as error:
            raise self._wrong(said.line, str(error).rstrip(".")) from None
        except ValueError:
            raise self._wrong(
                said.line, _("the value of '{name}' is not as it should be").format(name=said.name)
            ) from None

    def _place(self, said: list[Said]) -> int:
        if not said:
            return 0
        return -1 if said[0].value == "end" else self._whole(said[0], 0, 1_000_000)

    def _question(self, asked: Mapping[str, list[Said]], line: int) -> LessonQuestion:
        one = {name: each[0].value for name, each in asked.items()}
        for name in ("ask", "hint", "reveal"):
            if not one.get(name):
                raise self._wrong(line, _("the question has no line '{name}'").format(name=name))
        kinds = [name for name in ("number", "right", "goal", "predict") if name in asked]
        if len(kinds) != 1:
            raise self._wrong(line, _("a question has one of the lines number, right, goal and predict"))
        answer = getattr(self, f"_{kinds[0]}")(asked, line)
        return LessonQuestion(one["ask"], answer, one["hint"], one["reveal"], line)

    def _number(self, asked: Mapping[str, list[Said]], line: int) -> Numeric:
        if "is" not in asked:
            raise self._wrong(line, _("a number has a line 'is' that says how it is computed"))
        tolerance = self._real(asked["tolerance"][0]) if "tolerance" in asked else 0.0
        return Numeric(self._real(asked["number"][0]), tolerance, asked["is"][0].value)

    def _right(self, asked: Mapping[str, list[Said]], line: int) -> Choice:
        said = sorted([*asked["right"], *asked.get("wrong", [])], key=lambda each: each.line)
        texts = [each.value for each in said]
        if len(asked["right"]) != 1 or not 2 <= len(texts) <= 4 or len(set(texts)) < len(texts) or not all(texts):
            raise self._wrong(line, _("a choice has one line 'right' and one to three lines 'wrong', all different"))
        return Choice(tuple(texts), said.index(asked["right"][0]))

    def _goal(self, asked: Mapping[str, list[Said]], line: int) -> Goal:
        said = asked["goal"][0]
        conditions = tuple(each.strip() for each in said.value.split(" and "))
        for each in conditions:
            try:
                check_condition(each)
            except KpguiError as error:
                raise self._wrong(said.line, str(error).rstrip(".")) from None
        solution, session = list[tuple[str, str]](), self._session
        for line_of_it in asked.get("solution", []):
            change = self._said(line_of_it.value, line_of_it.line, (*CHANGES, "add"))
            session = self._changed(session, change)
            solution.append((change.name, change.value))
        if not solution:
            raise self._wrong(line, _("a goal has a line 'solution' that reaches it"))
        return Goal(conditions, tuple(solution))

    def _predict(self, asked: Mapping[str, list[Said]], line: int) -> Predicting:
        return Predicting(self._whole(asked["predict"][0], 1, 20))

    def _whole(self, said: Said, low: int, high: int) -> int:
        if not said.value.isdecimal() or not low <= int(said.value[:9]) <= high:
            raise self._wrong(
                said.line,
                _("'{name}' is a whole number from {low} to {high}").format(name=said.name, low=low, high=high),
            )
        return int(said.value)

    def _real(self, said: Said) -> float:
        try:
            value = float(said.value)
        except ValueError:
            value = float("nan")
        if not np.isfinite(value):
            raise self._wrong(said.line, _("'{name}' is a number").format(name=said.name))
        return value

    def _wrong(self, line: int, problem: str) -> LessonError:
        return LessonError(self._where, line, problem)


def changed(session: Session, name: str, value: str) -> Session:
    """The session with one change, as a line of a file says it; `add` adds points. Raises KpguiError or ValueError."""
    if name == "points":
        return replace(session, dataset=_points(value), ghosts=(), conventions=USUAL)
    if name == "add":
        new, old = _points(value), session.dataset
        if len(new) + len(old) > MOST_POINTS:
            raise _too_many()
        return replace(
            session,
            dataset=Dataset.of(
                np.concatenate([old.points, new.points]),
                np.concatenate([old.labels, new.labels]),
                np.concatenate([old.held_out, new.held_out]),
            ),
        )
    if name == "hold_out":
        dataset = session.dataset
        return replace(session, dataset=Dataset.of(dataset.points, dataset.labels, split(dataset.labels, float(value))))
    if name == "seed":
        return replace(session, seed=int(SEED.validate(int(value), "lesson")))
    if name == "order":
        return replace(session, order=str(ORDER.validate(value, "lesson")))
    if name == "kernel":
        kernel(value)
        return replace(session, kernel=value)
    learner(value)
    return replace(session, learner=value)


def _points(value: str) -> Dataset:
    """The points of a generator, as in `xor(n=60)`, or one by one, as in `0 0 +1; 1 0 -1`."""
    if not re.match(r"\s*[-+.\d]", value):
        shape = generator(value)
        if int(shape.settings()["n"]) > MOST_POINTS:
            raise _too_many()
        return shape.make()
    rows = [_POINT.match(each) for each in value.split(";")]
    if len(rows) > MOST_POINTS:
        raise _too_many()
    if not all(rows):
        raise KpguiError(_("points are rows 'x y +1' or 'x y -1' with ; between them, or a shape such as moons(n=50)"))
    numbers = [[float(each) for each in row.groups()] for row in rows if row is not None]
    return Dataset.of([row[:2] for row in numbers], [int(row[2]) for row in numbers])


def _too_many() -> KpguiError:
    return KpguiError(_("a lesson has at most {most} points, of two coordinates").format(most=MOST_POINTS))
