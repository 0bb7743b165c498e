"""What is right of saved answers of *Predict*, by the run of a variant made anew: files can be edited."""

import re
from collections.abc import Sequence
from functools import cache

import numpy as np

from kpgui.engine.run.problem import decision
from kpgui.engine.run.run import Run
from kpgui.language import _, available, language, speaking
from kpgui.model.errors import KpguiError
from kpgui.model.param import MINUS
from kpgui.model.question import Prediction
from kpgui.process import resource
from kpgui.words.exercise_sheet.variants import Variant
from kpgui.words.predict import SIDES, answered_by_end, asked_text, edit_question, frame_of, questions_of, run_question

NUMBER = rf"({MINUS}?[\d.]+(?:×10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?)"
PLACE = re.compile(rf"\({NUMBER}, {NUMBER}\)")
"""The coordinates of a place, as a question says them."""

PLAIN = str.maketrans({MINUS: "-", "×": "e", **dict(zip("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789", strict=True))})


class Rerun:
    """The run of a variant made anew, and the questions about it in the language that is spoken."""

    def __init__(self, variant: Variant) -> None:
        self.variant, self._session = variant, variant.session
        self._run = Run(self._session)
        self._known: dict[tuple[str, int], dict[str, str]] = {}

    def right(self, answer: Prediction) -> str:
        """The right answer to its question, "" if that is none about this run."""
        asked = language(), answer.step
        if asked not in self._known:
            self._known[asked] = self._rights(answer.step)
        place = PLACE.search(answer.question)
        if place is None or answer.question in self._known[asked]:
            return self._known[asked].get(answer.question, "")
        # Which place is asked about depends on what is visible.
        return self._side(answer.step, place.groups())

    def _went_to(self, step: int) -> bool:
        """Shows this step of the run, the last one for 0. Returns whether there is one."""
        last = step or self._run.most_steps
        self._run.seek(self._run.head)
        self._run.advance(max(0, last - self._run.head))
        there = 0 <= step <= self._run.head
        if there:
            self._run.seek(last)
        return there

    def _side(self, step: int, numbers: Sequence[str]) -> str:
        try:
            place = [float(each.translate(PLAIN).replace("e10", "e")) for each in numbers]
        except ValueError:
            return ""
        if step <= 0 or not self._went_to(step):
            return ""
        run, points = self._run, self._session.dataset.points
        (f,) = decision(run.expansion(), run.kernel, points, np.array([place]))
        return SIDES[int(f < 0)] if f else ""

    def _rights(self, step: int) -> dict[str, str]:
        run, session = self._run, self._session
        if not self._went_to(step):
            return {}
        if not step:
            end = answered_by_end(run_question(session, ""), session, frame_of(run))
            return {end.text: end.choices[end.right]}
        asked = questions_of(session, run)
        questions = () if asked is None else asked.questions
        return {asked_text(step, each, session.dataset.labels): each.choices[each.right] for each in questions}


def about_runs(answers: Sequence[Prediction]) -> list[Prediction]:
    """Without those to questions about an edit, which is known to nobody afterwards."""
    texts = {edit for __, edit in _phrases().values()}
    return [each for each in answers if each.question not in texts]


def told_of(answers: Sequence[Prediction], reruns: Sequence[Rerun]) -> tuple[list[Variant], str]:
    """The variants that the answers may be about; how many are right, and the earliest that is wrong.

    One variant, or several that agree equally often with what the file calls right. Raises KpguiError if none has its
    questions.
    """
    named = [sum(_points_at(each.variant, answer) for answer in answers) for each in reruns]
    possible = [each for each, count in zip(reruns, named, strict=True) if count == max(named)]
    called = [each.right_answer for each in answers]
    found = list[tuple[tuple[int, int], Variant, list[str]]]()
    for code in _spoken(answers):
        with speaking(code, resource("languages")):
            for rerun in possible:
                rights = [rerun.right(each) for each in answers]
                agreeing = sum(one == other for one, other in zip(rights, called, strict=True))
                found.append(((agreeing, sum(map(bool, rights))), rerun.variant, rights))
        if any(score[1] == len(answers) for score, _variant, _rights in found):
            break
    best, _variant, rights = max(found, key=lambda each: each[0])
    if not best[1]:
        raise KpguiError("Its answers are about no step of the key.")
    given = [*zip(answers, rights, strict=True)]
    wrong = [(each, key) for each, key in given if not key or each.answer != key]
    told = [f"{len(answers) - len(wrong)} of {len(answers)} answers right"]
    if wrong:
        first, key = min(wrong, key=lambda each: each[0].step)
        told.append(f"first wrong: {first.question} {first.answer}, {f'right is {key}' if key else 'not of this run'}")
    if any(key and each.right_answer != key for each, key in given):
        told.append("what the file calls right was changed")
    return [variant for agreeing, variant, __ in found if agreeing == best], "; ".join(told)


def _spoken(answers: Sequence[Prediction]) -> list[str]:
    """The languages, first that in which most of the answers begin."""
    begins = {code: begin for code, (begin, __) in _phrases().items()}
    return sorted(begins, key=lambda code: -sum(each.question.startswith(begins[code]) for each in answers))


@cache
def _phrases() -> dict[str, tuple[str, str]]:
    """In each language, how questions about a step begin, and the question about an edit."""
    folder, found = resource("languages"), {}
    for code in available(folder):
        with speaking(code, folder):
            found[code] = _("Step {step}: {question}").partition("{")[0], edit_question().text
    return found


def _points_at(variant: Variant, answer: Prediction) -> bool:
    """Whether the question names the point of its step, as far as the run of the variant goes."""
    steps = variant.working.steps
    if not 0 < answer.step <= len(steps):
        return True
    point = steps[answer.step - 1].point
    return f"{point + 1} ({'+1' if variant.labels[point] > 0 else '−1'})" in answer.question
