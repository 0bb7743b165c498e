"""Scores that are 0 on paper and a rounding residue in float64: a tie is a mistake, and no run converges on one."""

from decimal import Decimal, localcontext
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kpgui
from kpgui.engine.run.run import Run
from kpgui.model.dataset import Dataset
from kpgui.model.frame import Status
from kpgui.model.session import Session
from tests.learners.exact import KERNELS, dot, gram_of, rows_of, traced
from tests.learners.rectangles import ALTERNATING, rectangles
from tests.learners.reference import naive_kernel_perceptron
from tests.learners.reference_perceptrons import NaivePerceptron, vote
from tests.strategies import datasets, noisy_moons

XOR = [[-2.4, 0.8], [-2.4, 3.0], [-1.2, 3.0], [-1.2, 0.8]]
"""The corners of a rectangle; with opposite corners alike no line separates them, and w returns to 0."""

PERCEPTRONS = [
    "kernel_perceptron(bias={bias})",
    "kernel_perceptron(bias={bias}, eta=0.1)",
    "averaged_perceptron(bias={bias})",
    "voted_perceptron(bias={bias})",
    "perceptron(bias={bias})",
    'perceptron(map="squares", bias={bias})',
]
UNBIASED = [
    "random_budget_perceptron(budget=1000)",
    "projectron()",
    "projectron(eta=0)",
    "norma(eta=0.1, lam=0, rho=0)",
]

tenths = st.integers(-50, 50).map(lambda k: k / 10)


def test_a_residue_of_rounding_is_no_score_that_separates():
    """Mistakes bring w back to 0 on these points, which no threshold on a line separates."""
    points, labels = [[2.0], [-1.5], [1.9], [1.5]], [1, -1, -1, 1]
    model = kpgui.fit(points, labels, "linear()", "kernel_perceptron(bias=true)")
    primal = kpgui.fit(points, labels, "linear()", "perceptron(bias=true)")
    assert not model.converged
    assert model.updates.point.tolist() == primal.updates.point.tolist()
    assert model.updates.step.tolist() == primal.updates.step.tolist()


@pytest.mark.parametrize("bias", ["false", "true"])
@pytest.mark.parametrize("learner", PERCEPTRONS)
def test_no_perceptron_converges_on_the_corners_of_a_rectangle(learner, bias):
    linear = learner.replace("squares", "identity")
    model = kpgui.fit(XOR, ALTERNATING, "linear()", linear.format(bias=bias))
    assert not model.converged
    assert model.training_error > 0


@pytest.mark.parametrize("learner", UNBIASED)
def test_nor_does_one_without_a_bias(learner):
    assert not kpgui.fit(XOR, ALTERNATING, "linear()", learner).converged


@pytest.mark.slow
@pytest.mark.parametrize("bias", ["false", "true"])
def test_no_rectangle_with_one_decimal_is_said_to_converge(bias):
    """Neither kernel nor bias turns a rectangle's corners into something a line separates."""
    for corners in rectangles(seed=1, count=150):
        for learner in PERCEPTRONS[:4]:
            assert not kpgui.fit(corners, ALTERNATING, "linear()", learner.format(bias=bias)).converged, corners


@pytest.mark.parametrize("kernel", ["linear()", "rbf(sigma=1)", "laplacian(sigma=1)"])
@pytest.mark.parametrize("learner", PERCEPTRONS[:5])
def test_what_is_predicted_is_what_is_counted(learner, kernel):
    """Also where a hypothesis is 0 on paper, as at the middle of a rectangle."""
    for corners in rectangles(seed=2, count=25):
        points, labels = [*corners, np.mean(corners, axis=0).tolist()], [*ALTERNATING, 1]
        model = kpgui.fit(points, labels, kernel, learner.format(bias="true").replace(")", ", epochs=10)"))
        assert np.mean(model.predict(points) != labels) == model.training_error


@given(dataset=datasets(min_size=1, max_size=8, elements=tenths), bias=st.booleans(), places=datasets(elements=tenths))
def test_votes_are_those_of_exact_arithmetic(dataset, bias, places):
    settings = f"voted_perceptron(bias={str(bias).lower()}, epochs=4)"
    model = kpgui.train(Session(dataset, "linear()", settings))
    reference = NaivePerceptron(gram_of("linear()", dataset), dataset.labels.tolist(), bias)
    traced(reference, [range(len(dataset))] * 4)
    rows = rows_of(dataset)
    expected = [vote(reference.hypotheses, [dot(x, z) for x in rows]) for z in rows_of(places)]
    np.testing.assert_allclose(model.decision(places.points), [float(x) for x in expected], rtol=1e-13, atol=1e-15)


@given(
    dataset=datasets(min_size=1, max_size=10, elements=tenths),
    text=st.sampled_from(list(KERNELS)),
    bias=st.booleans(),
    epochs=st.integers(1, 6),
    learner=st.sampled_from(["kernel", "averaged", "voted"]),
)
def test_decimal_points_give_the_mistakes_of_exact_arithmetic(dataset, text, bias, epochs, learner):
    """The reference takes the doubles as the rational numbers that they are."""
    visits = [range(len(dataset))] * epochs
    mistakes, per_epoch, alpha, _, b, steps, converged = naive_kernel_perceptron(
        gram_of(text, dataset), dataset.labels.tolist(), visits, bias=bias
    )
    settings = f"(bias={str(bias).lower()}, epochs={epochs})"
    model = kpgui.train(Session(dataset, text, f"{learner}_perceptron{settings}"))
    assert list(zip(model.updates.step, model.updates.point, strict=True)) == [(s, i) for s, i, _ in mistakes]
    assert model.mistakes_per_epoch.tolist() == per_epoch
    assert (model.steps, model.converged, model.alpha.tolist()) == (steps, converged, alpha)
    if learner == "kernel":
        assert model.bias == b
        f = [
            sum((Fraction(a) * y * k for a, y, k in zip(alpha, dataset.labels.tolist(), row, strict=True)), b)
            for row in gram_of(text, dataset)
        ]
        assert model.predict(dataset.points).tolist() == [(v > 0) - (v < 0) for v in f]
        assert np.sign(model.decision(dataset.points)).tolist() == [(v > 0) - (v < 0) for v in f]
        wrong = [v * y <= 0 for v, y in zip(f, dataset.labels.tolist(), strict=True)]
        assert model.training_error == np.mean(wrong)


def test_a_bias_does_not_swallow_the_tail_of_an_rbf():
    """After two mistakes b = 0, and f(5, 0) = exp(−50) − exp(−450) is above 0, if only by 2e-22."""
    points, labels = [[0, 0], [20, 0], [5, 0]], [1, -1, 1]
    model = kpgui.fit(points, labels, "rbf(sigma=0.5)", "kernel_perceptron(bias=true)")
    assert model.updates.point.tolist() == [0, 1]
    assert model.converged
    assert model.decision([[5, 0]]) == pytest.approx(np.exp(-50), rel=1e-12)
    assert model.predict([[5, 0]]).tolist() == [1]


@pytest.mark.parametrize("learner", ["kernel_perceptron", "averaged_perceptron", "voted_perceptron"])
@pytest.mark.parametrize("bias", [False, True])
def test_scores_that_are_all_tails_have_their_signs(learner, bias):
    """Between most points the kernel is below 1e-50. The reference has 60 digits; what is no float64 is 0."""
    rng = np.random.default_rng(5)
    dataset = Dataset.of(rng.uniform(-3, 3, (150, 2)), rng.choice([-1, 1], 150))
    with localcontext(prec=60):
        rows = [[Decimal(c) for c in row] for row in dataset.points.tolist()]
        width = 2 * Decimal(float("0.05")) ** 2
        exponents = [[-((a - x) ** 2 + (b - y) ** 2) / width for a, b in rows] for x, y in rows]
        gram = [[Fraction(each.exp()) if each > -740 else Fraction(0) for each in row] for row in exponents]
    mistakes, per_epoch, *_ = naive_kernel_perceptron(gram, dataset.labels.tolist(), [range(150)] * 3, bias=bias)
    text = f"{learner}(bias={str(bias).lower()}, epochs=3)"
    model = kpgui.train(Session(dataset, "rbf(sigma=0.05)", text))
    assert list(zip(model.updates.step, model.updates.point, strict=True)) == [(s, i) for s, i, _ in mistakes]
    assert model.mistakes_per_epoch.tolist() == per_epoch
    assert sum(0 < abs(float(score)) < 1e-50 for *_, score in mistakes) >= 10


@pytest.mark.parametrize("learner", ["averaged_perceptron(bias=true)", "voted_perceptron(bias=true)"])
def test_nor_that_of_the_perceptrons_relatives(learner):
    model = kpgui.fit([[0, 0], [20, 0], [5, 0]], [1, -1, 1], "rbf(sigma=0.5)", learner)
    assert model.updates.point.tolist() == [0, 1]


def test_the_learning_rate_leaves_ties_alone():
    """0.1 + 0.2 is not 0.3: coefficients that are multiples of η must not make a score of a tie."""
    points, labels = [[1.0], [1.0], [1.0]], [1, 1, -1]
    model = kpgui.fit(points, labels, "linear()", "kernel_perceptron(eta=0.1, epochs=7)")
    plain = kpgui.fit(points, labels, "linear()", "kernel_perceptron(epochs=7)")
    assert model.updates.step.tolist() == plain.updates.step.tolist()
    assert model.predict([[1.0]]).tolist() == plain.predict([[1.0]]).tolist()


def test_passive_aggressive_leaves_a_point_on_its_margin_alone():
    """y·f(x) = 1 after an update, give or take a rounding, which is no loss to learn from."""
    rng = np.random.default_rng(3)
    for _ in range(40):
        points = rng.normal(size=(1, 3))
        model = kpgui.fit(points, [1], "linear()", "passive_aggressive(C=1e9, epochs=3)")
        assert model.updates.step.tolist() == [0]
    dataset = noisy_moons(60, noise=0.1)
    model = kpgui.train(Session(dataset, "rbf(sigma=0.3)", "passive_aggressive(C=1e6, epochs=5)"))
    assert np.abs(model.updates.delta).min() > 1e-12


@pytest.mark.slow
@pytest.mark.parametrize(("text", "far"), [("poly(degree=5, c=1)", 1e3), ("poly(degree=2)", 1e5)])
def test_one_point_far_away_does_not_pass_the_others_off_as_right(text, far):
    """Its kernel values make the bound on the rounding of all margins larger than the margins are."""
    rng = np.random.default_rng(0)
    points = np.vstack([rng.normal(size=(39, 2)), [far, far]])
    labels = np.where(points[:, 0] + 0.3 * points[:, 1] > 0, 1, -1)
    for learner in ("passive_aggressive(epochs=200)", "kernel_perceptron(epochs=200)", "pegasos(epochs=20)"):
        model = kpgui.fit(points, labels, text, learner)
        if model.converged and "pegasos" not in learner:
            assert model.training_error == 0
        assert model.training_error == np.mean(model.predict(points) != labels)


LEARNERS = [
    "kernel_perceptron(bias=true, epochs=6)",
    "kernel_perceptron(eta=0.1, epochs=6)",
    "kernel_perceptron(decay=0.9, epochs=6)",
    "averaged_perceptron(epochs=6)",
    "voted_perceptron(bias=true, epochs=6)",
    "perceptron(bias=true, epochs=6)",
    "passive_aggressive(epochs=3)",
    "pegasos(epochs=3)",
    "norma(epochs=3)",
    "forgetron(budget=5, epochs=3)",
    "svm(C=1)",
]


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("kernel", ["linear()", "poly(degree=2, c=0)", "rbf(sigma=0.5)"])
def test_a_moment_sought_counts_what_a_run_to_it_counts(learner, kernel):
    """Whatever was looked at before: at every step the counters are those of a run that has just come there."""
    rng = np.random.default_rng(4)
    points = np.vstack([np.array(XOR), -np.array(XOR), np.round(rng.normal(size=(8, 2)), 1)])
    session = Session(Dataset.of(points, rng.choice([-1, 1], 16)), kernel, learner)
    run = Run(session)
    run.advance(10_000)
    run.counters()
    some = [run.head // 2, 3, 0, run.head // 3, run.head, run.head - 1, 0, 1, run.head // 4, 0]
    for step in some:
        run.seek(step)
        fresh = kpgui.train(session, steps=step).counters
        sought = run.counters()
        assert (sought.step, sought.errors, sought.mistakes) == (fresh.step, fresh.errors, fresh.mistakes)
        np.testing.assert_array_equal(sought.per_epoch, fresh.per_epoch)


def test_the_bias_of_an_svm_that_is_rounding_is_no_side_to_be_on():
    """After two pair updates w is 0, and b is what was left of the sums."""
    points = [[3.9, -3.9], [3.9, -1.5], [4.8, -1.5], [4.8, -3.9], [-0.6, 0.5], [-0.3, -2.2], [0.7, -2.4], [-0.4, -0.7]]
    dataset = Dataset.of([*points, [-0.6, -0.1]], [1, -1, 1, -1, 1, 1, -1, 1, 1])
    session = Session(dataset, "linear()", "svm(C=1)")
    run = Run(session)
    run.advance(10_000)
    run.seek(2)
    assert run.counters().errors == kpgui.train(session, steps=2).counters.errors == 9


def test_a_moment_sought_counts_what_is_within_the_slack_of_the_bias_as_wrong():
    """One pair update has made two points support vectors; at the others f is b, which is what rounding left of it."""
    points = [[2.4, -4.6], [2.4, 2.2], [4.2, 2.2], [4.2, -4.6], [0.6, 1.5], [-0.8, -2.2], [0.8, 0.7], [-0.2, -0.5]]
    dataset = Dataset.of([*points, [2.7, -0.5]], [1, -1, 1, -1, 1, -1, -1, 1, -1])
    session = Session(dataset, "rbf(sigma=0.5)", "svm(C=0.1)")
    run = Run(session)
    run.advance(10_000)
    run.seek(1)
    assert run.counters().errors == kpgui.train(session, steps=1).counters.errors == 7


def test_at_the_start_every_point_is_wrong_whatever_was_sought_before():
    run = Run(Session(noisy_moons(40, noise=0.3), "rbf(sigma=0.5)", "kernel_perceptron(epochs=3)"))
    run.advance(10_000)
    for step in (run.head // 2, run.head // 3, 0):
        run.seek(step)
        wrong = run.counters().errors
    assert wrong == 40


@pytest.mark.parametrize(
    "learner", ["kernel_perceptron()", "averaged_perceptron()", "random_budget_perceptron(budget=50)", "norma(rho=0)"]
)
def test_a_slice_ends_at_its_deadline_also_where_scores_are_worked_out_anew(learner):
    """Far apart for the kernel: every score is a tail of 1e-200, above 0 and far below what margins are sure of."""
    points = np.column_stack([0.3 * np.arange(50), np.zeros(50)])
    run = Run(Session(Dataset.of(points, np.ones(50)), "rbf(sigma=0.01)", learner))
    for step in range(1, 6):
        run.advance(1000, deadline=0.0)
        assert run.head == step
    run.advance(1000)
    assert run.outcome is Status.CONVERGED


def test_saturated_sigmoids_differ_still():
    """tanh(19) and tanh(20) are both 1 in float64, but the second is larger: the prototype with 3 votes is negative."""
    model = kpgui.fit([[1, 4], [4, 2]], [-1, 1], kernel="sigmoid()", learner="voted_perceptron(epochs=2)")
    assert model.decision([[-3, -4]]).tolist() == [-0.5]
    assert model.field((-3.5, -2.5, -4.5, -3.5), (1, 1)).tolist() == [[-0.5]]


@pytest.mark.parametrize("learner", ["voted_perceptron(epochs=2)", "kernel_perceptron(epochs=2)"])
@pytest.mark.parametrize("c", [0, -1])
def test_a_sigmoid_on_a_lattice_has_the_signs_of_exact_arithmetic(learner, c):
    """Or it is 0, at few places: where prototypes that are 0 on paper, as rounding cannot tell, could turn a vote."""
    rng, undecided = np.random.default_rng(5), 0
    for __ in range(25):
        points, places = (np.unique(rng.integers(-9, 10, (size, 2)), axis=0) for size in (5, 12))
        labels = rng.choice([-1, 1], len(points))
        model = kpgui.fit(points, labels, kernel=f"sigmoid(c={c})", learner=learner)
        made = model.updates.point.tolist()
        votes = model.details["votes"].tolist() if "votes" in model.details else [0] * (len(made) - 1) + [1]
        with mpmath.workdps(400):
            for place, f in zip(places.tolist(), model.decision(places).tolist(), strict=True):
                v = total = mpmath.mpf(0)
                for i, count in zip(made, votes, strict=True):
                    v += int(labels[i]) * mpmath.tanh(int(points[i] @ place) + c)
                    total += count * (0 if abs(v) < mpmath.mpf(10) ** -390 else mpmath.sign(v))
                assert np.sign(f) in (0, mpmath.sign(total)), (points.tolist(), labels.tolist(), place)
                undecided += f == 0 != total
    assert undecided <= 3
