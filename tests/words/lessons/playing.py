"""Lessons, played without a window: every number of their texts is recomputed, and every goal reached.

Run as a module for one lesson: `python -m tests.words.lessons.playing FILE`.
"""

import re
import sys
from pathlib import Path

import numpy as np

import kpgui
from kpgui.api import analyse, train
from kpgui.engine.run.run import Run
from kpgui.model.frame import Status
from kpgui.model.lesson import Choice, Goal, Numeric, Predicting
from kpgui.words.lessons.checking import CLAIM, holds
from kpgui.words.lessons.file import changed, read_lesson

SOURCE = re.compile(r"([a-z_A-Z]+)(?:\[(\d+)\]|\(([^()]*)\))?$")

CODE = re.compile(r"`[^`]*`")

NUMBERS = re.compile(r"(?<![\w.])[-−+]?\d[\d.,\u00a0 ]*\d|(?<![\w.])[-−+]?\d")

FREE = {"0", "1", "+1", "-1", "−1"}
"""Numbers that a text may give without saying how they are computed."""


def value(source, session, at=-1):
    """A number that a lesson names, as in `mistakes`, `alpha[2]` or `errors; kernel: linear(); at: 5`."""
    what, *changes = (each.strip() for each in source.split(";"))
    for each in changes:
        name, __, given = each.partition(":")
        if name.strip() == "at":
            at = -1 if given.strip() == "end" else int(given)
        else:
            session = changed(session, name.strip(), given.strip())
    match = SOURCE.match(what)
    assert match, f"{what!r} is no measure"
    name, index, arguments = match.groups()
    numbers = [float(each) for each in arguments.split(",")] if arguments else []
    if name == "K":
        x, z = np.reshape(numbers, (2, -1))
        return float(kpgui.kernel(session.kernel).gram(x[None], z[None])[0, 0])
    if name in ("margin", "radius", "bound", "separable", "smallest_eigenvalue"):
        return of_analysis(name, session)
    if name == "points":
        return float(len(session.dataset))
    if name == "trained":
        return float(len(session.dataset.training))
    if name == "held_out":
        return float(session.dataset.held_out.sum())
    model = train(session, None if at < 0 else at)
    if name == "f":
        return float(model.decision([numbers])[0])
    if index:
        given = {"alpha": model.alpha, "beta": model.beta, "mistakes_in_epoch": model.mistakes_per_epoch}
        found = given[name] if name in given else model.details[name]
        return float(found[int(index) - 1])
    if name in ("errors", "held_out_errors", "updates"):
        return float({"updates": len(model.updates)}.get(name, getattr(model.counters, name, 0)))
    if name == "error_percent":
        return 100 * model.training_error
    if name == "held_out_percent":
        return 100 * model.held_out_error
    if name == "support":
        return float(len(model.support))
    if name == "largest_alpha":
        return float(np.max(model.alpha))
    if name == "hypotheses":
        return float(len(model.details["votes"]))
    if name in model.details:
        found = model.details[name]
        return float(found if np.ndim(found) == 0 else len(found))
    return float(getattr(model, name))


def of_analysis(name, session):
    bias = "bias=true" in session.learner
    found, __ = analyse(session, bias=bias)
    training = session.dataset.training
    gram = kpgui.kernel(session.kernel).gram(session.dataset.points[training], session.dataset.points[training])
    gram = gram + 1.0 if bias else gram
    radius = float(np.sqrt(np.max(np.diag(gram))))
    match name:
        case "smallest_eigenvalue":
            return float(np.linalg.eigvalsh(gram)[0])
        case "radius":
            return radius
        case "separable":
            return float(found.margin.verdict.value == "separable")
        case "margin":
            return float(found.margin.lower)
        case "bound":
            return (radius / float(found.margin.lower)) ** 2
    raise AssertionError(name)


def as_number(text):
    return float(text.replace("−", "-").replace("\u00a0", "").replace(" ", "").removesuffix("%"))


def differs(claimed, right):
    """Whether a number is not what is computed, rounded to the digits that are written."""
    text = claimed.replace("−", "-")
    decimals = len(text.partition(".")[2].rstrip("% ")) if "." in text else 0
    return abs(as_number(text) - right) > 0.5 * 10.0**-decimals + 1e-9


def problems(lesson):
    """What is wrong with a lesson, a sentence each."""
    found = []

    def say(line, text):
        found.append(f"line {line}: {text}")

    for step in lesson.steps:
        asked = step.question
        texts = [*step.paragraphs, *((asked.text, asked.hint, asked.reveal) if asked else ())]
        for text in texts:
            for number, source in CLAIM.findall(text):
                right = value(source, step.session)
                if differs(number, right):
                    say(step.line, f"{number} is {right!r} ({source})")
            prose = CODE.sub("", CLAIM.sub("", text))
            loose = [each for each in NUMBERS.findall(prose) if each not in FREE]
            if loose:
                say(step.line, f"numbers that nothing computes: {loose} in {prose[:60]!r}")
        if asked is not None:
            for text in answered(step, asked):
                say(asked.line, text)
    return found


def answered(step, asked):
    """What is wrong with the answer of a question."""
    match asked.answer:
        case Numeric(right, tolerance, source):
            computed = value(source, step.session)
            if abs(computed - right) > max(tolerance, 1e-9):
                yield f"the answer is {computed!r}, not {right!r} ± {tolerance}"
        case Choice():
            pass
        case Goal(conditions, solution):
            if all(outcome(conditions, step.session, step.session)):
                yield "the goal is reached before anything is done"
            session = step.session
            for name, given in solution:
                session = changed(session, name, given)
            if not all(outcome(conditions, step.session, session)):
                yield f"the solution does not reach the goal: {outcome(conditions, step.session, session)}"
        case Predicting(count):
            run = Run(step.session)
            run.advance(10**6)
            if run.head - max(step.at, 0) < count:
                yield f"the run has {run.head} steps, too few to predict {count}"


def outcome(conditions, start, session):
    """Whether each condition holds at the end of the run of a session."""
    model = train(session)
    frame = type(
        "End", (), {"status": model.status or Status.PAUSED, "counters": model.counters, "expansion": model.expansion}
    )
    return [holds(each, start, session, frame) for each in conditions]


def main(path):
    lesson = read_lesson(Path(path))
    found = problems(lesson)
    print(*found, sep="\n")
    words = sum(len(text.split()) for step in lesson.steps for text in step.paragraphs)
    print(
        f"{lesson.title}: {len(lesson.steps)} steps, {len(lesson.questions)} questions, {words} words, "
        f"{len(found)} problems"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(max(map(main, sys.argv[1:])))
