"""Textbooks' conventions, tie rule, order and start: each run is compared with its definition in exact arithmetic."""

import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kpgui
from kpgui.engine.run.run import Run
from kpgui.model.conventions import Conventions
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session
from tests.learners.exact import KERNELS, dot, rows_of
from tests.strategies import integer_datasets

LI_HANG = [[3, 3], [4, 3], [1, 1]], [1, 1, -1]
"""Li Hang, Statistical Learning Methods, example 2.1."""

TIES = ("mistake", "+1", "-1")


def textbook(points, labels, kernel, visit, epochs, *, tie="mistake", alpha=(), w=(), b=0, bias=False, eta=1, decay=1):
    """The perceptron as a book states it: f = w·x + Σ ηαy K + b. Returns mistakes (step, point, score), α, f."""
    alpha, eta, decay = list(alpha) or [0] * len(points), Fraction(eta), Fraction(decay)
    beta, w = [eta * a * y for a, y in zip(alpha, labels, strict=True)], [Fraction(v) for v in w]
    b, mistakes, step = Fraction(b) + (sum(beta) if bias else 0), [], 0

    def f(x):
        start = dot(w, x) if w else Fraction(0)
        return start + sum((c * kernel(z, x) for c, z in zip(beta, points, strict=True)), Fraction(0)) + b

    for __ in range(epochs):
        before = len(mistakes)
        for i in visit:
            score = f(points[i])
            said = (score > 0) - (score < 0) or {"mistake": 0, "+1": 1, "-1": -1}[tie]
            beta, b = [decay * each for each in beta], decay * b
            if said != labels[i]:
                mistakes.append((step, i, score))
                alpha[i] += 1
                beta[i] += eta * labels[i]
                b += eta * labels[i] if bias else 0
            step += 1
        if len(mistakes) == before:
            break
    return mistakes, alpha, f


@st.composite
def conventions(draw, dataset, start=()):
    """A tie rule, an order, a first point, and a start from one of these."""
    n = len(dataset)
    given = {"tie": draw(st.sampled_from(TIES))}
    if draw(st.booleans()):
        given["order"] = draw(st.permutations(range(n)))
    if draw(st.booleans()):
        given["first"] = draw(st.integers(0, n - 1))
    if "alpha" in start and draw(st.booleans()):
        given["alpha"] = draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
    elif "w" in start and draw(st.booleans()):
        given["w"] = draw(st.lists(st.integers(-8, 8).map(lambda k: k / 4), min_size=2, max_size=2))
        given["b"] = draw(st.integers(-8, 8)) / 4
    return given


def visit_of(given, dataset):
    order = list(given.get("order", range(len(dataset))))
    at = order.index(given.get("first", order[0]))
    return [i for i in order[at:] + order[:at] if not dataset.held_out[i]]


def start_of(given):
    return {name: given[name] for name in ("tie", "alpha", "w", "b") if name in given}


def same_run(model, mistakes, alpha):
    made = model.updates
    assert list(zip(made.step.tolist(), made.point.tolist(), strict=True)) == [each[:2] for each in mistakes]
    np.testing.assert_allclose(made.score, [float(score) for *__, score in mistakes], rtol=1e-9, atol=1e-12)
    assert model.alpha.tolist() == alpha


@pytest.mark.parametrize("learner", ['perceptron(map="identity", bias=true)', "kernel_perceptron(bias=true)"])
def test_the_textbook_example_by_hand(learner):
    model = kpgui.fit(*LI_HANG, kernel="linear()", learner=learner)
    assert model.updates.point.tolist() == [0, 2, 2, 2, 0, 2, 2]
    assert model.bias == -3
    assert np.allclose(model.beta @ np.array(LI_HANG[0]), [1, 1])


def test_another_order_of_the_textbook_example_leads_to_another_line():
    """Worked by hand: (0) w = (3, 3), b = 1; (2) three times w = (0, 0), b = −2; (1) w = (4, 3), b = −1; …"""
    given = {"order": [0, 2, 1]}
    model = kpgui.fit(*LI_HANG, kernel="linear()", learner='perceptron(map="identity", bias=true)', conventions=given)
    mistakes, *__ = textbook(*LI_HANG, dot, [0, 2, 1], 100, bias=True)
    assert model.updates.point.tolist() == [point for __, point, __ in mistakes]
    assert model.updates.point.tolist()[:5] == [0, 2, 2, 2, 1]
    assert (model.details["w"].tolist(), model.bias) != ([1, 1], -3)


@given(
    integer_datasets(min_size=1, max_size=9, held_out=True), st.sampled_from(list(KERNELS)), st.booleans(), st.data()
)
def test_the_kernel_perceptron_is_the_textbook_s(dataset, text, bias, data):
    given = data.draw(conventions(dataset, start=("alpha",)))
    session = Session(dataset, text, f"kernel_perceptron(bias={str(bias).lower()}, epochs=6)")
    model = kpgui.train(with_conventions(session, given))
    mistakes, alpha, f = textbook(
        rows_of(dataset),
        dataset.labels.tolist(),
        KERNELS[text],
        visit_of(given, dataset),
        6,
        bias=bias,
        **start_of(given),
    )
    same_run(model, mistakes, alpha)
    assert np.allclose(model.decision(dataset.points), [float(f(x)) for x in rows_of(dataset)])


@given(integer_datasets(min_size=1, max_size=9), st.booleans(), st.sampled_from([1, 0.5, 2]), st.data())
def test_the_perceptron_is_the_textbook_s(dataset, bias, eta, data):
    given = data.draw(conventions(dataset, start=("alpha", "w")))
    if not bias:
        given.pop("b", None)
    session = Session(dataset, "linear()", f'perceptron(map="identity", bias={str(bias).lower()}, eta={eta}, epochs=6)')
    model = kpgui.train(with_conventions(session, given))
    mistakes, alpha, f = textbook(
        rows_of(dataset),
        dataset.labels.tolist(),
        dot,
        visit_of(given, dataset),
        6,
        bias=bias,
        eta=eta,
        **start_of(given),
    )
    same_run(model, mistakes, alpha)
    places = [[Fraction(x), Fraction(y)] for x in (-1, 0, 2) for y in (-2, 0, 1)]
    assert np.array_equal(model.decision([[float(a) for a in x] for x in places]), [float(f(x)) for x in places])
    field = model.field((-3, 3, -3, 3), (6, 6))
    centres = [[Fraction(2 * x - 5, 2), Fraction(2 * y - 5, 2)] for y in range(6) for x in range(6)]
    np.testing.assert_allclose(field.ravel(), [float(f(x)) for x in centres], rtol=1e-9, atol=1e-9)


@given(integer_datasets(min_size=1, max_size=8), st.sampled_from(["step", "update"]), st.data())
def test_a_start_decays_like_everything(dataset, decay_on, data):
    given = data.draw(conventions(dataset, start=("alpha",)))
    session = Session(dataset, "linear()", f'kernel_perceptron(decay=0.5, decay_on="{decay_on}", epochs=4)')
    model = kpgui.train(with_conventions(session, given))
    if decay_on == "step":
        mistakes, alpha, __ = textbook(
            rows_of(dataset), dataset.labels.tolist(), dot, visit_of(given, dataset), 4, decay=0.5, **start_of(given)
        )
        same_run(model, mistakes, alpha)
    run = Run(model.session)
    run.advance(10**6)
    for step in range(run.head + 1):
        run.seek(step)
        fresh = Run(model.session)
        fresh.advance(step)
        np.testing.assert_allclose(run.expansion().beta, fresh.expansion().beta, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", ["averaged_perceptron", "voted_perceptron"])
@given(dataset=integer_datasets(min_size=1, max_size=9), data=st.data())
def test_averages_and_votes_follow_the_tie_rule(name, dataset, data):
    given = data.draw(conventions(dataset))
    model = kpgui.train(with_conventions(Session(dataset, "linear()", f"{name}(epochs=5)"), given))
    rows, labels = rows_of(dataset), dataset.labels.tolist()
    mistakes, alpha, __ = textbook(rows, labels, dot, visit_of(given, dataset), 5, **start_of(given))
    same_run(model, mistakes, alpha)
    made = {step: point for step, point, __ in mistakes}
    w, seen = [Fraction(0), Fraction(0)], []
    for step in range(model.steps):
        if step in made:
            w = [a + labels[made[step]] * x for a, x in zip(w, rows[made[step]], strict=True)]
        seen.append(w)
    places = [[Fraction(x), Fraction(y)] for x in (-1, 0, 2) for y in (-2, 1)]
    values = [[dot(w, x) for w in seen] for x in places]
    if name == "averaged_perceptron":
        expected = [sum(each) / len(seen) for each in values]
    else:  # a hypothesis that is 0 somewhere abstains there, and before the first mistake there is nothing to vote
        expected = [Fraction(sum((v > 0) - (v < 0) for v in each), len(seen)) for each in values]
    np.testing.assert_allclose(model.decision([[float(a) for a in x] for x in places]), [float(e) for e in expected])


LEARNERS = [
    "kernel_perceptron(bias=true, epochs=5)",
    "kernel_perceptron(epochs=5)",
    "kernel_perceptron(epochs=5, decay=0.9, alpha_cap=2)",
    'perceptron(map="squares", bias=true, epochs=5)',
    'perceptron(map="identity", bias=true, eta=0.1, epochs=5)',
    "averaged_perceptron(epochs=5)",
    "voted_perceptron(bias=true, epochs=5)",
]


@pytest.mark.parametrize("learner", LEARNERS)
@given(dataset=integer_datasets(min_size=1, max_size=12), data=st.data())
def test_steps_taken_one_by_one_are_those_taken_at_once(learner, dataset, data):
    start = ("alpha",) if "averaged" not in learner and "voted" not in learner else ()
    start = (*start, "w") if "identity" in learner else start
    session = with_conventions(Session(dataset, "linear()", learner), data.draw(conventions(dataset, start)))
    whole, single = Run(session), Run(session)
    whole.advance(10**9)
    while single.outcome is None:
        single.advance(1)
        single.explain()
    assert single.head == whole.head
    for name, column in whole.timeline.updates().as_lists().items():
        assert single.timeline.updates().as_lists()[name] == column
    assert np.array_equal(whole.expansion().beta, single.expansion().beta)
    for step in (0, whole.head // 2, whole.head):
        whole.seek(step)
        again = Run(session)
        again.advance(step)
        np.testing.assert_allclose(whole.expansion().beta, again.expansion().beta, rtol=1e-9, atol=1e-12)
        assert whole.counters().alpha.tolist() == again.counters().alpha.tolist()
        f, rest = whole.expansion(), again.expansion()
        assert f.bias == pytest.approx(rest.bias)
        assert whole.counters().wrong.tolist() == again.counters().wrong.tolist()
    whole.errors.go_on()
    record = whole.errors.record
    assert record.training[-1] == whole.counters().errors


@given(integer_datasets(min_size=2, max_size=9), st.data())
def test_wrong_are_the_points_that_the_tie_rule_says(dataset, data):
    tie = data.draw(st.sampled_from(TIES))
    model = kpgui.train(with_conventions(Session(dataset, "linear()", "kernel_perceptron(epochs=2)"), {"tie": tie}))
    said = model.predict(dataset.points)
    assert model.counters.wrong.tolist() == (said != dataset.labels).tolist()


@pytest.mark.parametrize("order", ["dataset", "reversed", "shuffled_once", "shuffled_each_epoch"])
def test_an_epoch_begins_with_the_first_point_and_presents_each_once(order):
    dataset = kpgui.fit([[k, 1] for k in range(7)], [1, -1] * 3 + [1]).session.dataset
    given = Conventions.of({"order": [3, 1, 0, 2, 6, 5, 4], "first": 6})
    run = Run(Session(dataset, "linear()", "kernel_perceptron(epochs=3)", order, 5, conventions=given))
    for epoch in range(3):
        visit = run.problem.presentation(epoch).tolist()
        assert visit[0] == 6
        assert sorted(visit) == list(range(7))
    if order == "dataset":
        assert visit == [6, 5, 4, 3, 1, 0, 2]
    if order == "reversed":
        assert visit == [6, 2, 0, 1, 3, 4, 5]


@pytest.mark.parametrize(
    ("learner", "given", "told"),
    [
        ("svm()", {"tie": "+1"}, "svm has no tie rule"),
        ("svm()", {"order": [0, 1, 2]}, "svm does not examine the points in an order"),
        ("norma()", {"alpha": [1, 0, 0]}, "norma cannot start from an α"),
        ("kernel_perceptron()", {"w": [1, 0]}, "kernel_perceptron cannot start from w"),
        ('perceptron(map="squares")', {"w": [1, 0]}, "perceptron cannot start from w"),
        ('perceptron(map="identity")', {"b": 1}, "perceptron cannot start from b"),
        ("voted_perceptron()", {"alpha": [1, 0, 0]}, "voted_perceptron cannot start from an α"),
        ("kernel_perceptron()", {"order": [0, 2]}, "1 is missing"),
        ("kernel_perceptron()", {"order": [0, 2, 1, 3]}, "there is no 3"),
        ("kernel_perceptron()", {"first": 3}, "there is no 3"),
        ("kernel_perceptron()", {"order": [0, 2, 2, 1]}, "each point once"),
        ("kernel_perceptron()", {"alpha": [1]}, "alpha must have 3 numbers"),
        ("kernel_perceptron()", {"alpha": [-1, 0, 0]}, "alpha must be whole numbers"),
        ('perceptron(map="identity")', {"w": [1]}, "w must have 2 numbers"),
        ('perceptron(map="identity")', {"w": [1, float("nan")]}, "w must be numbers"),
        ('perceptron(map="identity")', {"w": [1, 2], "alpha": [1, 0, 0]}, "not from both"),
        ("kernel_perceptron()", {"tie": "0"}, "tie must be one of mistake, +1, -1"),
        ("kernel_perceptron()", {"ties": "+1"}, "tie, order, first, alpha, w, b and nothing else"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(learner, given, told):
    with pytest.raises(KpguiError, match=re.escape(told)):
        kpgui.fit(*LI_HANG, learner=learner, conventions=given)


def test_every_online_learner_has_an_order():
    for learner in ("norma()", "pegasos()", "forgetron(budget=2)", "projectron()", "passive_aggressive()"):
        model = kpgui.fit(*LI_HANG, learner=learner, conventions={"order": [2, 1, 0]})
        assert model.updates.point[0] == 2


def with_conventions(session, given):
    return replace(session, conventions=Conventions.of(given))
