"""Explanations of the first steps of a run, and what they have to say by a definition in a plain loop."""

from fractions import Fraction
from itertools import islice

import numpy as np
import pytest

from kpgui.engine.run.run import Run
from kpgui.kernels import kernel
from kpgui.model.dataset import Dataset
from kpgui.model.explanation import Outcome
from kpgui.model.param import indexed, shown
from kpgui.model.session import Session
from tests.learners.exact import Naive

STEPS = 200
ETA = 0.3


def points(n=14, seed=5, held_out=(3, 8)):
    """Points of two classes that nothing separates, as two lie in one place; some of them are held out."""
    rng = np.random.default_rng(seed)
    places, labels = rng.normal(0, 1, (n, 2)), rng.choice([-1, 1], n)
    places[1], labels[1] = places[0], -labels[0]
    return Dataset.of(places, labels, np.isin(np.arange(n), held_out))


DATASET = points()
LABELS = DATASET.labels.tolist()
RBF = "rbf(sigma=0.8)"
GRAM = kernel(RBF).gram(DATASET.points, DATASET.points)
EXACT_GRAM = [[Fraction(k) for k in row] for row in GRAM.tolist()]


def run_of(learner, order="shuffled_each_epoch", text=RBF):
    return Run(Session(DATASET, text, learner, order, seed=3))


def presented(run):
    """The points of the first steps, by the order of presentation."""
    visits = (i for epoch in range(STEPS) for i in run.problem.presentation(epoch).tolist())
    return list(islice(visits, STEPS))


def explained(run):
    """The explanations of the first steps, made one by one; then of the same steps in random order, the same again."""
    told = []
    while run.outcome is None and run.cursor < STEPS:
        run.advance(1)
        told.append(run.explain())
    for step in np.random.default_rng(0).permutation(len(told)).tolist():
        run.seek(step + 1)
        assert run.explain() == told[step]
    return told


class Definition:
    """A definition, and for each of its steps what `Explanation` has to say: see `check`.

    naive: a reference with `step(t, i)`. margin: below which y·f is a reason to learn. more: what else the learner
    says of a step, given the reference before and after it. symbol: of the function that scores, after so many
    mistakes.
    """

    def __init__(self, naive, margin=None, more=None, symbol=lambda mistakes: "f"):
        self.naive, self.margin, self.more, self.symbol = naive, margin, more, symbol
        self.alpha = [0] * len(LABELS)

    def check(self, t, i, told):
        naive, before, b, alpha = self.naive, list(self.naive.beta), self.naive.b, list(self.alpha)
        limit = self.margin(naive) if self.margin else 0
        noted = self.more(naive) if self.more else None
        score, mistake = naive.step(t, i)
        y = LABELS[i]
        inside = not mistake and y * score < limit
        learns = inside or (mistake and (limit >= 0 or y * score < limit))
        self.alpha[i] += bool(mistake and learns)
        assert (told.step, told.points, told.labels) == (t, (i,), (y,))
        assert told.score == pytest.approx(float(score), rel=1e-9, abs=1e-12)
        assert told.outcome is (Outcome.MISTAKE if mistake else Outcome.UPDATE if inside else Outcome.CORRECT)
        f = self.symbol(sum(alpha))
        assert told.finding.startswith(f"{f} = {shown(float(score))}, y·{f} = {shown(float(y * score))} ")
        relation = "≤ 0: mistake" if mistake else "inside the margin" if inside else "correct"
        assert relation in told.finding
        assert change(indexed("α", i + 1), alpha[i], self.alpha[i]) <= set(told.changes)
        if learns:
            new, old = float(naive.beta[i]), float(before[i])
            if abs(new) != self.alpha[i]:
                assert change(indexed("β", i + 1), old, new) <= set(told.changes)
            assert change("b", float(b), float(naive.b)) <= set(told.changes)
        if noted is not None:
            noted(told, mistake, inside)


def change(name, before, after):
    return {f"{name} {shown(float(before))} → {shown(float(after))}"} if shown(before) != shown(after) else set()


def check(learner, definition):
    assert isinstance(definition.naive, Naive)
    run = run_of(learner)
    told = explained(run)
    assert len(told) == STEPS
    for t, (i, each) in enumerate(zip(presented(run), told, strict=True)):
        definition.check(t + 1, i, each)
