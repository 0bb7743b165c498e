"""Answers against the key of a sheet: what is right, and which step went wrong first, in one line each."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from kpgui import api
from kpgui.model.errors import KpguiError, short
from kpgui.model.question import Prediction
from kpgui.model.session import Session
from kpgui.words.exercise_sheet.key_file import Key, rows_of
from kpgui.words.exercise_sheet.predicted import Rerun, about_runs, told_of
from kpgui.words.exercise_sheet.questions import Question, readings
from kpgui.words.exercise_sheet.variants import Variant

WHO = "name"
"""The column of a CSV of answers that says whose they are, beside `variant` and those of the questions."""


def graded(path: Path, key: Key, reruns: Mapping[int, Rerun]) -> list[tuple[str, bool]]:
    """The answers in a file: a CSV with rows for variants, the file of *Save my answers*, or a session.

    reruns: of the variants by their numbers; what one file asks for is known for the next.
    Returns lines, each with whether it only says why something could not be graded. Raises KpguiError for another file.
    """
    if path.suffix.lower() != ".csv":
        return [(f"{path}, {_session(api.load(path), key, reruns)}", False)]
    rows = list(rows_of(path))
    columns = {*rows[0][1]} if rows else set()
    if {"step", "answer", "right_answer"} <= columns:
        return [(f"{path}, {_saved([row for _, row in rows], reruns)}", False)]
    if "variant" not in columns:
        raise KpguiError(f"{path} has no answers: a row has its variant, and a column for each question.")
    found = list[tuple[str, bool]]()
    for number, row in rows:
        where = ", ".join(filter(None, (str(path), f"row {number}", " ".join(row.get(WHO, "").split())[:60])))
        try:
            found.append((f"{where}, {_row(row, key)}", False))
        except KpguiError as error:
            found.append((f"{where}: {error}", True))
    return found


def _row(row: dict[str, str], key: Key) -> str:
    given = row["variant"].strip()
    if not given.isdecimal() or len(given) > 9 or int(given) not in key:
        raise KpguiError(f"The key has no variant {short(given)!r}.")
    variant, asked = key[int(given)]
    wrong = [each for each in asked if not each.agrees(row.get(each.name, ""))]
    told = [f"variant {variant.number}: {len(asked) - len(wrong)} of {len(asked)} right"]
    told += [f"{each.name} is {each.key}, not {short(row.get(each.name, '').strip()) or 'answered'}" for each in wrong]
    step = _first_wrong(variant, wrong, row)
    return "; ".join([*told, *([f"first wrong at {step}"] if step else [])])


def _first_wrong(variant: Variant, wrong: Sequence[Question], row: dict[str, str]) -> str:
    """The first step that the answers have otherwise; "" where they do not tell."""
    made, names = variant.working.mistakes, {each.name: each for each in wrong}
    given = {name: readings(row.get(name, "")) for name in names}
    if given.get("mistakes"):
        return _first_other(variant, _steps_of(variant, given["mistakes"][0]), made)
    if given.get("f") and "mistakes" not in names:
        pairs = zip(given["f"][0], names["f"].right, made, strict=False)
        others = [t for text, f, t in pairs if not Question("f", "", (f,)).agrees(text)]
        return _step(variant, others[0]) if others else ""
    return ""


def _steps_of(variant: Variant, points: Iterable[str]) -> list[int]:
    """The steps at which points come that are said to be mistakes; one that comes no more is after the last step."""
    found, steps = list[int](), variant.working.steps
    for point in points:
        begin = found[-1] + 1 if found else 0
        found.append(next((t for t in range(begin, len(steps)) if str(steps[t].point + 1) == point), len(steps)))
    return found


def _first_other(variant: Variant, given: Sequence[int], right: Sequence[int]) -> str:
    """The first step that is a mistake in one of two lists alone, "" if there is none."""
    first = min({*given} ^ {*right}, default=-1)
    return "" if first < 0 else _step(variant, first)


def _step(variant: Variant, t: int) -> str:
    """A step with its point, its f and what it is."""
    steps = variant.working.steps
    if t >= len(steps):
        return "the end of the run, where no mistake is left"
    i, f, mistake = steps[t]
    label = f"{variant.labels[i]:+d}"
    return f"step {t + 1}: point {i + 1} ({label}) has f = {f} and is {'a mistake' if mistake else 'correct'}"


def _session(session: Session, key: Key, reruns: Mapping[int, Rerun]) -> str:
    """Whose points they are, the answers in it, and its run as far as it was taken."""
    dataset = session.dataset
    rows = tuple(map(tuple, dataset.points.tolist())), tuple(dataset.labels.tolist())
    variant = next((each for each, _ in key.values() if (each.points, each.labels) == rows), None)
    if variant is None:
        raise KpguiError("Its points are those of no variant of the key, in this order.")
    answers, told = about_runs(session.answers), list[str]()
    if answers:
        try:
            told = [told_of(answers, [reruns[variant.number]])[1]]
        except KpguiError as error:  # its run is graded all the same
            told = [str(error).rstrip(".")]
    if session.reached is not None and session.reached.step:
        length = min(session.reached.step, len(variant.working.steps))
        made = api.train(session, length)
        right = [t for t in variant.working.mistakes if t < length]
        other = _first_other(variant, made.updates.step.tolist(), right)
        told.append(f"its run first differs at {other}" if other else f"its run is right to step {length}")
    return f"variant {variant.number}: {'; '.join(told) or 'no answers and no run'}"


def _saved(rows: Sequence[dict[str, str]], reruns: Mapping[int, Rerun]) -> str:
    names = {each.variant.setting.learner.key for each in reruns.values()}
    if any(row.get("learner", "").partition("(")[0] not in names for row in rows):
        raise KpguiError(f"Its answers are about another learner than {', '.join(sorted(names))}.")
    try:
        fields = ("kind", "question", "answer", "right_answer")
        answers = [Prediction("", int(row["step"][:18]), *(row.get(name, "") for name in fields)) for row in rows]
    except ValueError:
        raise KpguiError("A step in it is no number.") from None
    variants, told = told_of(about_runs(answers), [*reruns.values()])
    numbers = " or ".join(str(each.number) for each in variants)
    return f"variant {numbers}: {told}"
