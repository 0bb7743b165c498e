"""The questions of a sheet with their exact answers, the rules above them, and whether what was written agrees."""

import re
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from kpgui.model.param import MINUS
from kpgui.words.exercise_sheet.setting import PLACES, Exact, ExerciseSetting
from kpgui.words.exercise_sheet.variants import Variant
from kpgui.words.exercise_sheet.working import bounded
from kpgui.words.typesetting import STAYS

ROUNDED = Fraction(1, 200)
"""By how much an answer with a decimal point may differ: it is rounded to two decimals."""

EXPONENTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

YES, NO = "yes", "no"

_NUMBER = re.compile(r"[+-]?(\d{1,12}(/[1-9]\d{0,11}|\.\d{0,12})?|\.\d{1,12})")


class Question(NamedTuple):
    """name: of its column. right: the numbers asked for, in order; for yes or no one number, 1 or 0.

    labels: what each number is called, "" for a list that is answered as a whole.
    """

    name: str
    text: str
    right: tuple[Exact, ...]
    labels: tuple[str, ...] = ("",)

    @property
    def chosen(self) -> bool:
        """Whether it is answered by yes or no."""
        return self.name == "converges"

    @property
    def key(self) -> str:
        """The right answer as it is written."""
        return (YES if self.right[0] else NO) if self.chosen else " ".join(map(str, self.right))

    def agrees(self, given: str) -> bool:
        """Whether an answer is right: exactly, or where it has a decimal point to two decimals."""
        if self.chosen:
            return given.strip().casefold() in ((YES, "y") if self.right[0] else (NO, "n"))
        return any(len(each) == len(self.right) and all(map(_close, each, self.right)) for each in readings(given))


def readings(given: str) -> list[list[str]]:
    """The numbers of an answer, as text: commas are between them, or else decimal. Empty where it is no numbers."""
    text = re.sub(r"[()\[\]{};]", " ", given.replace("−", "-"))
    ways = [text.replace(",", " ").split(), text.replace(",", ".").split()]
    return [each for each in ways if each and all(map(_NUMBER.fullmatch, each))]


def _close(given: str, right: Exact) -> bool:
    return abs(Fraction(given) - right) <= (ROUNDED if "." in given else 0)


def questions(variant: Variant) -> tuple[Question, ...]:
    """What is asked about a variant."""
    setting, found = variant.setting, variant.working
    key, numbers = setting.learner.key, range(1, len(variant.points) + 1)
    mean = ", the mean of its values after each step" if key == "averaged_perceptron" else " at the end"
    asked = [
        Question("mistakes", "Which points are mistakes, in their order? (numbers, one for each mistake)",
                 tuple(found.steps[t].point + 1 for t in found.mistakes)),
        Question("alpha", "α of each point at the end", found.alpha, tuple(f"α{i}" for i in numbers)),
    ]  # fmt: skip
    if found.w:
        asked.append(Question("w", f"w{mean}", found.w, tuple(f"w{i}" for i in range(1, len(found.w) + 1))))
    else:
        text = "f at the point of each mistake, just before it"
        asked.append(Question("f", text, tuple(found.steps[t].f for t in found.mistakes)))
    if setting.learner.biased:
        asked.append(Question("b", f"b{mean}", (found.b,)))
    if key == "voted_perceptron":
        text = "Votes c of each hypothesis, in their order: the step that makes it and those until the next mistake"
        asked.append(Question("votes", text, found.votes))
    if setting.epochs > 1:
        text = f"Does it converge: is there an epoch without a mistake among the first {setting.epochs}?"
        asked.append(Question("converges", text, (int(found.converged),)))
    if setting.epochs > 1 and bounded(setting):
        asked.append(Question("bound", _bound_text(setting), (found.bound,)))
    return tuple(asked)


def _bound_text(setting: ExerciseSetting) -> str:
    explicit, plus = setting.learner.feature_map, " + 1" if setting.learner.biased else ""
    largest, length = ("K(x, x)", "Σ βᵢ·f(xᵢ)") if explicit is None else ("‖φ(x)‖²", "‖w‖²" + " + b²" * bool(plus))
    return (
        f"If it converges, the bound (R/γ)² on the mistakes, else 0. R² is the largest {largest}{plus}, and "
        f"γ² = min (y·f(x))² / ({length}) with the last f"
    )


def _raised(formula: str) -> str:
    return re.sub(r"\^(\d+)", lambda power: power[1].translate(EXPONENTS), formula)


WRITTEN = "Write lists with blanks, as in 1 3 2; numbers as fractions, or rounded to two decimals."
"""How answers are written on paper and in a table, the last of the rules."""


def rules(setting: ExerciseSetting, kernel_formula: str) -> tuple[str, ...]:
    """What has to be known to work a variant, in sentences. kernel_formula: see `kpgui.figure.wording`."""
    learner, conventions = setting.learner, setting.session.conventions
    explicit, rate = learner.feature_map, "" if setting.eta == 1 else f"({setting.eta})·"
    if explicit is None:
        f, then, where = "Σ βᵢ·K(xᵢ, x)", f"αᵢ += 1,  βᵢ += {rate}yᵢ", _raised(kernel_formula)
    else:
        named = ", ".join(explicit.monomial(j, 2) for j in range(explicit.phi(np.zeros((1, 2))).shape[1]))
        f, then, where = "w·φ(x)", f"αᵢ += 1,  w += {rate}yᵢ·φ(xᵢ)", f"φ(x) = ({named})"
    if learner.biased:
        f, then = f"{f} + b", f"{then},  b += {rate}yᵢ"
    if explicit is None and setting.features(PLACES) is not None:
        where += ", so that f(x) = w·x" + " + b" * learner.biased + " with w = Σ βᵢ·xᵢ"
    starts = {"α": conventions.alpha, "w": setting.w, "b": (setting.b,) if setting.b else ()}
    start = ", ".join(f"{name} = ({', '.join(map(str, values))})" for name, values in starts.items() if values)
    then = then.replace(" += ", f"{STAYS}+={STAYS}")
    begin = f"{start}, all else 0" if start else "f = 0"
    tie = "and so is f = 0" if not learner.tie else f"and f = 0 counts as {learner.tie_label}"
    return (
        f"{learner.title}: f(x) = {f} with {where}. It starts from {begin.replace('-', MINUS)}.",
        f"A point i whose f(xᵢ) has the wrong sign is a mistake, {tie}. At each mistake {then}.",
        f"An epoch presents the points in the order {', '.join(str(i + 1) for i in setting.order)}. The run ends with "
        f"the first epoch without a mistake, or after epoch {setting.epochs}.",
        WRITTEN,
    )
