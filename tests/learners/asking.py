"""Questions about the steps of random sessions, whose right answers are compared with the log of a separate run.

Run as a module for more of them: `python -m tests.learners.asking 1000`.
"""

import re
import sys
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

from kpgui.engine.run.problem import decision
from kpgui.engine.run.run import Run
from kpgui.model.dataset import Dataset
from kpgui.model.param import indexed, shown
from kpgui.model.reading import Focus, Moment
from kpgui.model.session import Session
from kpgui.model.updates import MISTAKES, Kind
from kpgui.words.predict import AskedQuestions
from tests.learners.test_workings import number

STEPS = 12

KERNELS = "linear()", "rbf(sigma=0.8)", "poly(degree=2, gamma=1, c=1)", "laplacian(sigma=1)"

SETTINGS = {
    "kernel_perceptron": ("bias=true", "eta=0.3", "decay=0.9", "decay=0.8, decay_on='update'", "alpha_cap=1"),
    "perceptron": ("bias=true", "eta=0.5", "map='full_quadratic'"),
    "averaged_perceptron": ("bias=true", ""),
    "voted_perceptron": ("bias=true", ""),
    "forgetron": ("budget=2", "budget=3, variant='basic'"),
    "random_budget_perceptron": ("budget=2", "budget=3"),
    "projectron": ("eta=0.1", "eta=1"),
    "norma": ("", "nu=0.4", "rho=0, lam=0", "truncate=2, lam=0.2", "schedule='sqrt', bias=true"),
    "pegasos": ("lam=0.1", "lam=0.01"),
    "passive_aggressive": ("C=0.5", "variant='PA-II'"),
    "svm": ("C=1", "C=10"),
}


def session_of(key, seed):
    """A random session: points on a grid, so that there are ties and equal points, of two classes or one."""
    rng = np.random.default_rng((seed, sorted(SETTINGS).index(key)))
    n = int(rng.integers(2, 12))
    points = rng.integers(-3, 4, (n, 2)) / 2 if seed % 2 else rng.normal(0, 1, (n, 2))
    labels = rng.choice([-1, 1], n)
    settings = SETTINGS[key][seed % len(SETTINGS[key])]
    order = "dataset" if seed % 3 else "shuffled_each_epoch"
    return Session(Dataset.of(points, labels), KERNELS[seed % len(KERNELS)], f"{key}({settings})", order, seed=seed)


def asked(run):
    """The questions about the step made last, as the window has them."""
    frame = SimpleNamespace(expansion=run.expansion(), counters=run.counters())
    return AskedQuestions(run.session.view).read(Moment(run.session, frame, trace=run.trace), Focus())


class Log:
    """A run of its own, straight to its end, and what its log says of each step."""

    def __init__(self, session):
        self.run = Run(session)
        while self.run.outcome is None and self.run.head < STEPS:
            self.run.advance(STEPS - self.run.head)

    def rows(self, step):
        return self.run.timeline.between(step - 1, step)

    def beta(self, step):
        chosen, replayed = self.run.learner, self.run.timeline.at(step)
        return chosen.hypothesis(self.run.state, replayed, step).beta

    def f(self, step, places):
        self.run.seek(step)
        return decision(self.run.expansion(), self.run.kernel, self.run.session.dataset.points, np.array(places))


def check(question, step, log):
    """Compares the right answer with the log."""
    rows, said = log.rows(step), question.choices[question.right]
    kinds, i = rows.kind.tolist(), question.about[0] if question.about else -1
    before, after = log.beta(step - 1), log.beta(step)
    match question.kind:
        case "mistake":
            wanted = (
                "a mistake" if kinds and kinds[0] in MISTAKES else "correct, but learned from" if kinds else "correct"
            )
            assert said == wanted
        case "coefficient":
            assert f"{indexed('β', i + 1)} is " in question.text
            assert number(said) == pytest.approx(after[i], rel=1e-3, abs=1e-12)
        case "alpha":
            assert number(said) == pytest.approx(abs(after[i]), rel=1e-3, abs=1e-12)
        case "scaling":
            others = np.flatnonzero((before != 0) & (np.arange(len(before)) != i))
            kept = [k for k in others if after[k] != 0 and k not in rows.point.tolist()]
            for k in kept:
                assert after[k] / before[k] == pytest.approx(number(said), rel=2e-3)
        case "dropped" | "drops":
            gone = rows.point[rows.kind == Kind.EVICTED].tolist()
            if question.kind == "drops":
                assert said == ("yes" if gone else "no")
            else:
                assert said == (f"point {gone[0] + 1}" if gone else "none")
                assert question.points[question.right] == (gone[0] if gone else -1)
        case "projected":
            wanted = "nothing"
            if kinds:
                new = before[i] == 0 and after[i] == log.run.problem.labels[i] and rows.delta[0] != 0
                wanted = "it becomes a support vector" if new else "it is projected onto the support vectors"
            assert said == wanted
        case "replaced":
            k, votes = re.match(r"v(\D*) has (\S+) vote", question.text).groups()
            mistakes = [row for row in range(log.run.head) if len(log.rows(row + 1))]
            made = [row for row in mistakes if row < step - 1]
            assert int(votes) == step - 1 - made[-1]
            assert indexed("v", len(made)) == f"v{k}"
            wanted = f"v{k} ends with {votes}" if kinds else f"v{k} goes on with {int(votes) + 1}"
            assert said == wanted
        case "weights":
            assert said == f"({', '.join(map(shown, weights(log, step)))})"
        case "pair":
            pair = sorted(rows.point.tolist())
            assert said == f"points {pair[0] + 1} and {pair[1] + 1}"
        case "clipped":
            ends = np.abs(after[rows.point])
            assert said == ("yes" if np.isin(ends, (0.0, log.run.learner.C)).any() else "no")
        case "side":
            place = [number(each) for each in re.search(r"side is \((\S+), (\S+)\)", question.text).groups()]
            assert place == pytest.approx(question.place, rel=1e-9, abs=1e-9)
            assert np.sign(log.f(step, [place])) == (1 if said == "+1" else -1)
            view = log.run.session.view
            assert view.xmin < place[0] < view.xmax
            assert view.ymin < place[1] < view.ymax
        case other:
            raise AssertionError(f"no check of {other}")


def weights(log, step):
    """w after so many steps, summed up from the log."""
    chosen, problem = log.run.learner, log.run.problem
    phi = chosen.feature_map.phi(problem.points)
    mistaken = [int(log.rows(each).point[0]) for each in range(1, step + 1) if len(log.rows(each))]
    return chosen.eta * sum((problem.labels[i] * phi[i] for i in mistaken), np.zeros(phi.shape[1])) + 0.0


def checked(key, seed):
    """Checks all questions of a random session. Returns their kinds, with the index of the right answer."""
    session = session_of(key, seed)
    run, log, kinds = Run(session), Log(session), []
    while run.outcome is None and run.cursor < STEPS:
        before = run.cursor
        run.advance(1)
        if run.cursor == before:
            break
        found = asked(run)
        assert found.step == run.cursor
        for question in found.questions:
            assert 2 <= len(question.choices) <= 4
            assert len(set(question.choices)) == len(question.choices)
            assert question.hint
            check(question, run.cursor, log)
            kinds.append((question.kind, question.right))
    return kinds


def shares(found):
    """For each kind of question, how often each index was right. found: pairs (kind, index)."""
    counts = {}
    for kind, right in found:
        counts.setdefault(kind, Counter())[right] += 1
    return counts


def main(count):
    for key in SETTINGS:
        total = sum(len(checked(key, seed)) for seed in range(count))
        print(f"{key}: {count} sessions, {total} questions, each answer that of the log", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
