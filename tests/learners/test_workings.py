"""The formulas of a step with their numbers: each is right as arithmetic, and they are those of the definition."""

import re
from itertools import pairwise
from math import sqrt

import numpy as np
import pytest

from kpgui.engine.run.run import Run
from kpgui.kernels import kernel
from kpgui.learners.base import Learner
from kpgui.model.dataset import Dataset
from kpgui.model.param import indexed
from kpgui.model.session import Session
from tests.learners.explaining import DATASET, GRAM, LABELS, RBF, run_of
from tests.learners.test_pseudocode import CASES, steps_of

SIGNS = str.maketrans({"−": "-", "·": "*", "⁻": "-", **dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True))})

POWER = "[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+"


def number(text):
    """A number as it is shown.

    >>> number("−1.5×10⁻³")
    -0.0015
    """
    return float(re.sub(rf"×10({POWER})", r"e\1", text).translate(SIGNS))


def evaluated(text):
    """The value of a formula that has numbers alone in it, None if it has names."""
    plain = re.sub(rf"×10({POWER})", r"e\1", text).translate(SIGNS).replace("^", "**")
    plain = re.sub(r"√(\d+)", r"sqrt(\1)", plain)
    words = set(re.findall(r"[^\W\d_]+", plain)) - {"min", "max", "sqrt", "e"}
    return None if words else eval(plain, {"__builtins__": {}, "min": min, "max": max, "sqrt": sqrt})


def told(learner, steps=120):
    """Of each step: what was examined, and its workings."""
    run = run_of(learner)
    for examined, *_ in steps_of(run, steps):
        yield examined, run.learner.workings(run.state, examined)


def told_of(points, labels, learner, steps, kernel="linear()"):
    """The workings of each step on these points."""
    run = Run(Session(Dataset.of(points, labels), kernel, learner))
    return [run.learner.workings(run.state, examined) for examined, *_ in steps_of(run, steps)]


def result(lines, start):
    """The number at the end of the one line that begins so."""
    (line,) = [line for line in lines if line.startswith(start)]
    return number(line.rsplit(" = ", 1)[1])


def close(value):
    return pytest.approx(value, rel=1e-3, abs=1e-9)


@pytest.mark.parametrize("learner", CASES)
def test_every_formula_is_right_as_arithmetic(learner):
    checked = 0
    for _, lines in told(learner):
        for line in lines:
            parts = re.split(r" = |, but|, taken as|: ", re.sub(r" [>≤] η² .*", "", line))
            for one, other in pairwise(parts):
                left, right = (evaluated(each.strip()) for each in (one, other))
                if left is not None and right is not None and not line.startswith("φ = "):
                    assert left == pytest.approx(right, rel=4e-3, abs=3e-3 * max(1, abs(right)))
                    checked += 1
    assert checked or learner.split("(")[0] in ("averaged_perceptron", "forgetron", "random_budget_perceptron")


@pytest.mark.parametrize(
    "learner", ["perceptron(bias=true, eta=0.5)", "kernel_perceptron(bias=true, eta=2)", "averaged_perceptron()",
                "voted_perceptron(bias=true)"],
)  # fmt: skip
def test_an_update_raises_the_margin_by_so_much(learner):
    grown = kernel(RBF).gram(DATASET.points, DATASET.points)
    if learner.startswith("perceptron"):
        grown = DATASET.points @ DATASET.points.T
    for examined, lines in told(learner):
        i = examined.point
        if examined.kind is None:
            assert not any("+=" in line for line in lines)
            continue
        before, after = (float(f.beta @ grown[i] + f.bias) for f in (examined.f, examined.f_after))
        assert result(lines, indexed("y", i + 1)) == close(LABELS[i] * (after - before))


@pytest.mark.parametrize("variant", ["PA-I", "PA-II"])
def test_loss_and_tau_of_the_passive_aggressive_learner(variant):
    for examined, lines in told(f"passive_aggressive(variant='{variant}', C=0.7)"):
        i, y = examined.point, LABELS[examined.point]
        loss = max(0.0, 1 - y * float(examined.f.beta @ GRAM[i]))
        assert result(lines, "ℓ = ") == pytest.approx(loss, rel=1e-3, abs=1e-3)
        if examined.kind is not None:
            tau = min(0.7, loss / GRAM[i, i]) if variant == "PA-I" else loss / (GRAM[i, i] + 1 / 1.4)
            assert result(lines, "τ = ") == close(tau)
            assert result(lines, f"{indexed('β', i + 1)} += ") == close(tau * y)


def test_a_point_at_the_origin_has_tau_c_and_no_quotient():
    ((_, tau, _),) = told_of([[0, 0]], [1], "passive_aggressive(C=0.7)", 1)
    assert tau == "τ = C = 0.7, as K(x₁, x₁) = 0"


def test_a_square_below_0_counts_as_0_in_the_quotient():
    ((_, tau, _),) = told_of([[1, 1]], [1], "passive_aggressive(variant='PA-II')", 1, "0*linear() - 1.5*linear()")
    assert tau == "τ = ℓ / (max(0, K(x₁, x₁)) + 1/(2C)) = 1 / (0 + 0.5) = 2"


def test_a_loss_that_is_rounding_alone_is_shown_as_none():
    first, second = told_of([[7, 0]], [1], "passive_aggressive()", 2)  # 1/49·49 is below 1 in float64
    assert first[0].endswith(" = 1")
    assert second[0].endswith(" = 0")


@pytest.mark.parametrize("learner", ["pegasos(lam=0.1)", "norma(eta=0.3, lam=0.1, schedule='sqrt')", "norma(eta=0.3)"])
def test_decay_and_growth_of_a_descent_give_the_coefficient_after_the_step(learner):
    for examined, lines in told(learner):
        i = examined.point
        old, new = float(examined.f.beta[i]), float(examined.f_after.beta[i])
        decay = result(lines, "t = " if learner.startswith("pegasos") else "1 − ηλ = ")
        if examined.kind is not None:
            assert decay * old + result(lines, f"{indexed('β', i + 1)} += ") == pytest.approx(new, rel=2e-3, abs=1e-6)
        else:
            assert decay * old == pytest.approx(new, rel=2e-3)


def test_the_damage_of_a_forgetron_adds_up_to_its_q():
    run = run_of("forgetron(budget=4)")
    total = 0.0
    for examined, *_ in steps_of(run):
        lines = run.learner.workings(run.state, examined)
        if examined.evicted():
            total += result(lines, "Q += ")
            assert number(lines[2].split(" = ")[1].split(":")[0]) == close(examined.evicted()[0][2])
    assert total == pytest.approx(run.state.Q, rel=1e-2)


def test_the_norm_of_a_basic_forgetron_is_told_where_its_factor_depends_on_it():
    seen = 0
    for examined, lines in told("forgetron(budget=4, variant='basic')"):
        if examined.evicted():
            beta = examined.f.beta.copy()
            beta[examined.point] += LABELS[examined.point]  # the new term comes before φ
            shrink, quotient, phi = re.fullmatch(r"φ = .* = min\((.*), (.*)\) = (.*)", lines[-1]).groups()
            assert number(quotient.split("/")[1]) == close(sqrt(beta @ GRAM @ beta))
            assert number(phi) == close(min(number(shrink), evaluated(quotient)))
            seen += 1
    assert seen > 3


@pytest.mark.parametrize("learner", ["perceptron(eta=0.5)", "perceptron(map='quadratic', bias=true)",
                                     "perceptron(map='full_quadratic', bias=true, eta=0.5)"])  # fmt: skip
def test_the_primal_perceptron_tells_its_score_as_a_product_of_weights_and_features(learner):
    run, checked = run_of(learner), 0
    for examined, *_ in steps_of(run, 60):
        sums = run.learner.sums(run.state, examined)
        for text, f in zip(sums, (examined.f, examined.f_after), strict=True):
            x = indexed("x", examined.point + 1)
            assert text.startswith(f"f({x}) = w·φ({x}){' + b' if 'bias' in learner else ''} = ")
            features = run.learner.feature_map.phi(DATASET.points)
            score = f.beta @ features @ features[examined.point] + f.bias
            assert evaluated(text.split(" = ")[2]) == pytest.approx(score, rel=4e-3, abs=2e-2)
            checked += abs(score) > 0.5
    assert checked > 10


def test_a_learner_whose_score_is_a_sum_over_points_has_no_other():
    assert Learner.sums(None, None, None) is None


def test_delta_of_a_projectron_is_the_distance_from_the_span():
    for examined, lines in told("projectron(eta=0.6)"):
        if examined.kind is not None:
            support, i = examined.f.support, examined.point
            k = GRAM[support, i]
            near = k @ np.linalg.lstsq(GRAM[np.ix_(support, support)], k, rcond=None)[0] if len(support) else 0.0
            delta = number(re.split(" [>≤] ", lines[0])[0].rsplit(" = ", 1)[1])
            assert delta == pytest.approx(GRAM[i, i] - near, rel=1e-3, abs=1e-6)


def test_a_support_vector_of_a_projectron_spans_even_while_its_coefficient_is_0():
    *_, (line,) = told_of([[1, 0], [1, 0]], [1, -1], "projectron()", 3)  # the second mistake takes β₁ back to 0
    assert line == "δ = K(x₁, x₁) − k·d = 1 − 1 = 0 ≤ η² = 0.01"


def test_the_pair_of_an_svm_moves_by_the_difference_of_its_errors():
    clipped = 0
    for examined, lines in told("svm(C=0.8)"):
        (i, j), f = examined.points, examined.f
        errors = [float(f.beta @ GRAM[k] + f.bias - LABELS[k]) for k in (i, j)]
        eta = GRAM[i, i] + GRAM[j, j] - 2 * GRAM[i, j]
        assert result(lines[:1], "E") == close(errors[0])
        assert result(lines[1:2], "E") == close(errors[1])
        if eta < 1e-12:
            assert lines[2].endswith(" = 0, taken as 1×10⁻¹²")
            eta = 1e-12
        else:
            assert result(lines, "η = ") == close(eta)
        way, _, limit = lines[3].rsplit(" = ", 1)[1].partition(", but limited to ")
        assert number(way) == close((errors[1] - errors[0]) / eta)
        moved = abs(float((examined.f_after.beta - f.beta)[i]))
        assert number(limit or way) == close(moved)
        clipped += bool(limit)
    assert clipped


def test_a_pair_that_reaches_c_exactly_is_not_told_to_be_limited():
    ((*_, exact),) = told_of([[1, 0], [-1, 0]], [1, -1], "svm(C=0.5)", 1)
    ((*_, less),) = told_of([[1, 0], [-1, 0]], [1, -1], "svm(C=0.25)", 1)
    assert exact.endswith("/η = 0.5")
    assert less.endswith("/η = 0.5, but limited to 0.25")


def test_a_learner_without_workings_has_none():
    assert Learner.workings(None, None, None) == ()
