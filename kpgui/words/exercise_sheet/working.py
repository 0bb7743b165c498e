"""The run of a variant as it is worked by hand: exactly, from the definition of the perceptron."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from kpgui.words.exercise_sheet.band import LARGEST, LARGEST_BOUND, LEAST_UPDATES, MOST_UPDATES
from kpgui.words.exercise_sheet.setting import Exact, Place, Setting


class Step(NamedTuple):
    """A point examined. f: before the step."""

    point: int
    f: Exact
    mistake: bool


@dataclass(frozen=True, eq=False)
class Working:
    """A run to its end, or not converged to its first mistake too many. alpha: at the end.

    sums: f at the points at the end, without η and without the w and b that it started from.
    """

    setting: Setting
    points: Sequence[Place]
    labels: Sequence[int]
    steps: tuple[Step, ...]
    alpha: tuple[int, ...]
    sums: tuple[Exact, ...]
    converged: bool

    @cached_property
    def mistakes(self) -> tuple[int, ...]:
        """The steps that are mistakes, from 0."""
        return tuple(t for t, step in enumerate(self.steps) if step.mistake)

    @property
    def votes(self) -> tuple[int, ...]:
        """Of each hypothesis of the voted perceptron: the steps from the mistake that made it to the next one."""
        ends = (*self.mistakes[1:], len(self.steps))
        return tuple(end - start for start, end in zip(self.mistakes, ends, strict=True))

    @property
    def in_band(self) -> bool:
        """Whether it is neither too short nor too long, and its numbers are not too large."""
        if not LEAST_UPDATES <= len(self.mistakes) <= MOST_UPDATES or self.bound > LARGEST_BOUND:
            return False
        return all(abs(each.numerator) <= LARGEST for each in (*(step.f for step in self.steps), *self.w, self.b))

    @cached_property
    def _terms(self) -> list[Exact]:
        """The coefficient of each point in w: at the end, or of the averaged perceptron in the mean over all steps."""
        counts: list[Exact] = [*self.alpha]
        if (
            self.setting.learner.key == "averaged_perceptron"
        ):  # learned at step t, it is in the f of this and later ones
            counts = [0] * len(self.points)
            for t in self.mistakes:
                counts[self.steps[t].point] += Fraction(len(self.steps) - t, len(self.steps))
        return [self.setting.eta * count * y for count, y in zip(counts, self.labels, strict=True)]

    @property
    def b(self) -> Exact:
        return self.setting.b + sum(self._terms) * self.setting.learner.biased

    @cached_property
    def w(self) -> tuple[Exact, ...]:
        """() where there is none to ask for."""
        phi = self.setting.features(self.points)
        if phi is None:
            return ()
        start = self.setting.w or [0] * phi.shape[1]
        columns = zip(start, phi.T.tolist(), strict=True)
        return tuple(w + sum(c * v for c, v in zip(self._terms, column, strict=True)) for w, column in columns)

    @cached_property
    def bound(self) -> Fraction:
        """(R/γ)² with the γ of the last f, R²·‖f‖² / min (y·f)²; 0 where none follows. A bias stands for K + 1."""
        signed = [y * f for y, f in zip(self.labels, self.sums, strict=True)]
        if not self.converged or not bounded(self.setting) or min(signed) <= 0:
            return Fraction(0)
        radius = max(self.setting.gram[each][each] for each in self.points)
        return Fraction(radius * sum(a * f for a, f in zip(self.alpha, signed, strict=True))) / min(signed) ** 2


def worked(setting: Setting, points: Sequence[Place], labels: Sequence[int]) -> Working:
    """The run on these points."""
    gram, eta, tie = [[setting.gram[p][q] for q in points] for p in points], setting.eta, setting.learner.tie
    w, b = setting.w or (0, 0), setting.b
    start = [w[0] * x + w[1] * y + b for x, y in points]
    alpha, steps = list(setting.session.conventions.alpha or [0] * len(points)), list[Step]()
    sums: list[Exact] = [sum(a * y * k for a, y, k in zip(alpha, labels, row, strict=True)) for row in gram]
    mistakes, converged = 0, False
    for _ in range(setting.epochs):
        before = mistakes
        for i in setting.order:
            f, y = eta * sums[i] + start[i], labels[i]
            wrong = y * f <= 0 if f or not tie else y != tie
            steps.append(Step(i, f, wrong))
            if wrong:
                mistakes += 1
                alpha[i] += 1
                sums = [each + y * k for each, k in zip(sums, gram[i], strict=True)]
        converged = mistakes == before
        if converged or mistakes > MOST_UPDATES:
            break
    return Working(setting, points, labels, tuple(steps), tuple(alpha), tuple(sums), converged)


def bounded(setting: Setting) -> bool:
    """Whether the theorem of Novikoff holds: the run starts from 0, and f = 0 is a mistake."""
    conventions = setting.session.conventions
    return not conventions.starts and not setting.learner.tie and setting.kernel.validity.guaranteed
