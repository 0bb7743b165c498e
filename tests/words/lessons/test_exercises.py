"""Published exercises: each number that was published is reproduced, by the program and by the definition."""

from fractions import Fraction
from math import exp

import numpy as np
import pytest

import kpgui
from kpgui.learners import learner
from kpgui.process import resource
from kpgui.words.lessons.shelf import exercises

ALL = exercises()

ONLINE = [each for each in ALL if each.session.learner.startswith(("perceptron", "kernel_per", "averaged"))]
"""Those whose runs the definition gives exactly."""


def of_decimal(value):
    """The number that is meant by a double: 0.1 is a tenth."""
    return Fraction(repr(float(value)))


def kernel_of(session):
    """K in fractions: the linear and the polynomial kernel."""
    settings = dict(each.split("=") for each in session.kernel.partition("(")[2][:-1].split(", ") if "=" in each)
    degree, c = int(settings.get("degree", 1)), Fraction(settings.get("c", 0))

    def kernel(x, z):
        return (sum(a * b for a, b in zip(x, z, strict=True)) + c) ** degree

    return kernel


def by_definition(session):
    """The run of a perceptron in fractions: the points of its mistakes, w, b, α, and whether it converged."""
    chosen, given = learner(session.learner), session.conventions
    points = [[of_decimal(each) for each in row] for row in session.dataset.points]
    labels, kernel, n = session.dataset.labels.tolist(), kernel_of(session), len(session.dataset)
    settings = chosen.settings()
    eta, bias = of_decimal(settings.get("eta", 1)), settings.get("bias", False)
    order = list(range(n))[:: -1 if session.order == "reversed" else 1]
    order = order[given.first or 0 :] + order[: given.first or 0]
    tie = {"mistake": 0, "+1": 1, "-1": -1}[given.tie]
    alpha = [*given.alpha] or [0] * n
    w0 = [of_decimal(each) for each in given.w] or [Fraction(0)] * len(points[0])
    b = of_decimal(given.b) + (eta * sum(a * y for a, y in zip(alpha, labels, strict=True)) if bias else 0)
    mistakes, states = [], []
    for _ in range(settings["epochs"]):
        before = len(mistakes)
        for i in order:
            score = sum(eta * a * y * kernel(x, points[i]) for a, y, x in zip(alpha, labels, points, strict=True))
            score += sum(u * v for u, v in zip(w0, points[i], strict=True)) + b
            side = (score > 0) - (score < 0) or tie
            if side != labels[i]:
                mistakes.append(i)
                alpha[i] += 1
                b += eta * labels[i] if bias else 0
            states.append(([*alpha], b))
        if len(mistakes) == before:
            break
    shares = [(alpha, b)] if not session.learner.startswith("averaged") else states
    beta = [sum(eta * a[i] * labels[i] for a, __ in shares) / len(shares) for i in range(n)]
    w = [w0[k] + sum(beta[i] * points[i][k] for i in range(n)) for k in range(len(w0))]
    found = {"mistakes": len(mistakes), "mistake_order": mistakes, "alpha": alpha, "beta": beta, "w": w}
    converged = len(mistakes) == before
    return found | {"b": sum(each for __, each in shares) / len(shares), "converged": converged}


def by_program(session):
    model = kpgui.train(session)
    anchor = np.array(session.conventions.w or [0] * session.dataset.d)
    return {
        "mistakes": model.mistakes,
        "mistake_order": model.updates.point.tolist(),
        "alpha": model.alpha,
        "beta": model.beta,
        "w": anchor + model.beta @ session.dataset.points,
        "b": model.bias,
        "converged": model.converged,
        "support": model.support.tolist(),
        "objective": model.details.get("objective"),
        "decision": model.decision,
    }


KNOWN = {"mistakes", "mistake_order", "alpha", "beta", "w", "b", "converged", "support", "objective", "decision"}


def compare(found, expected, tolerance):
    assert set(expected) <= KNOWN
    for name, wanted in expected.items():
        if name == "decision":
            assert found[name](wanted[0]) == pytest.approx(wanted[1], abs=1e-5)
        elif name in found:
            got = found[name]
            got = [float(each) for each in got] if isinstance(wanted, list) else float(got)
            assert got == pytest.approx(wanted if isinstance(wanted, list) else float(wanted), abs=tolerance), name


@pytest.mark.parametrize("exercise", ALL, ids=[each.key for each in ALL])
def test_the_program_gives_what_was_published(exercise):
    compare(by_program(exercise.session), exercise.expected, 1e-6 if "svm" in exercise.session.learner else 1e-12)


@pytest.mark.parametrize("exercise", ONLINE, ids=[each.key for each in ONLINE])
def test_the_definition_gives_what_was_published(exercise):
    expected = {name: value for name, value in exercise.expected.items() if name not in ("decision", "support")}
    compare(by_definition(exercise.session), expected, 1e-15)
    model, exact = by_program(exercise.session), by_definition(exercise.session)
    assert model["mistake_order"] == exact["mistake_order"]


@pytest.mark.parametrize("exercise", [each for each in ALL if "svm" in each.session.learner], ids=lambda each: each.key)
def test_a_margin_is_proved_by_its_conditions(exercise):
    """Karush, Kuhn and Tucker: no other α has a smaller objective."""
    session, model = exercise.session, kpgui.train(exercise.session)
    points, y, C = session.dataset.points, session.dataset.labels, learner(session.learner).C
    if session.kernel.startswith("rbf"):
        sigma = float(session.kernel.removeprefix("rbf(sigma=").rstrip(")"))
        gram = np.array([[exp(-((x - z) ** 2).sum() / (2 * sigma**2)) for z in points] for x in points])
    else:
        gram = np.array([[float(kernel_of(session)(x, z)) for z in points] for x in points])
    f = gram @ (model.alpha * y) + model.bias
    assert (model.alpha * y).sum() == pytest.approx(0, abs=1e-9)
    for alpha, margin in zip(model.alpha, y * f, strict=True):
        assert 0 <= alpha <= C
        assert margin >= 1 - 1e-6 or alpha == C
        assert margin <= 1 + 1e-6 or alpha == 0


def test_every_exercise_has_a_source_and_says_what_is_published_and_found():
    assert len(ALL) >= 25
    assert sorted(each.key for each in ALL) == sorted(each.stem for each in resource("examples").glob("*.kpgui"))
    for each in ALL:
        assert each.source and each.published and each.gives and each.expected
        assert each.paragraphs[0] == each.source
        assert each.session.dataset.d == 2
