"""The pair solver against a plain loop, the conditions of optimality, and scikit-learn."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from kpgui.learners.parts import smo
from kpgui.learners.parts.smo import PairSolver
from tests.learners.reference import naive_smo

signs = st.sampled_from([-1.0, 1.0])


@st.composite
def programs(draw):
    """A small quadratic program of an SVM: Q = (y yᵀ)∘(ΦΦᵀ), y, C."""
    n, d = draw(st.integers(1, 9)), draw(st.integers(1, 3))
    features = draw(hnp.arrays(np.float64, (n, d), elements=st.floats(-4, 4)))
    labels = draw(hnp.arrays(np.float64, n, elements=signs))
    return np.outer(labels, labels) * (features @ features.T), labels, draw(st.sampled_from([0.1, 1.0, 50.0]))


def solver_of(Q, labels, C):
    n = len(labels)
    return PairSolver(lambda i: labels[i] * labels * Q[:, i], np.diag(Q).copy(), labels, -np.ones(n), np.arange(n), C)


def solved(solver, tol, most=5000):
    """Go on until the gap is below tol. An example that zigzags for longer, as SMO may, is left out."""
    for _ in range(most):
        solver.select()
        if solver.gap < tol or solver.update() is None:
            return
    assume(False)


@given(program=programs())
def test_it_goes_the_way_of_the_plain_loop_pair_by_pair(program):
    Q, labels, C = program
    reference = naive_smo(Q.tolist(), labels.tolist(), C, tol=1e-3, most=25)
    solver = solver_of(Q, labels, C)
    for row in reference:
        solver.select()
        if not row.unique and (solver.i, solver.j) != (row.i, row.j):
            return  # of two pairs that are as good, rounding decides
        assert (solver.i, solver.j) == (row.i, row.j)
        solver.update()
        np.testing.assert_allclose(solver.alpha, row.alpha, rtol=1e-7, atol=1e-9)
        at_bound = [(a == 0, a == C) for a in row.alpha]
        if [(a == 0, a == C) for a in solver.alpha.tolist()] != at_bound:
            return  # a bound that is met by a hair: what rounding left over takes a step of its own
    solver.select()
    if len(reference) < 25:
        assert solver.gap < 1e-3 * (1 + 1e-6)


@given(program=programs())
def test_what_it_finds_is_optimal_by_the_definition(program):
    """Fan, Chen, Lin (2005), section 1: 0 ≤ α ≤ C, yᵀα = 0, and a b with which every margin fits its α."""
    Q, labels, C = program
    solver, tol = solver_of(Q, labels, C), 1e-6
    solved(solver, tol)
    alpha, b = solver.alpha, solver.level
    assert ((alpha >= 0) & (alpha <= C)).all()
    assert abs(labels @ alpha) <= 1e-12 * max(1, alpha.sum())
    margins = Q @ alpha + labels * b
    slack = tol + 1e-10 * (1 + np.abs(Q).max() * C * len(labels))
    if len(set(labels.tolist())) == 2:
        assert (margins[alpha == 0] >= 1 - slack).all()
        assert (margins[alpha == C] <= 1 + slack).all()
        np.testing.assert_allclose(margins[(alpha > 0) & (alpha < C)], 1, atol=slack)
    else:
        assert not alpha.any()
    assert solver.objective == pytest.approx(0.5 * alpha @ Q @ alpha - alpha.sum(), abs=1e-9 * max(1, alpha.sum() ** 2))


@given(program=programs(), seed=st.integers(0, 10))
def test_no_feasible_point_is_better(program, seed):
    Q, labels, C = program
    solver = solver_of(Q, labels, C)
    solved(solver, 1e-6)
    rng, n = np.random.default_rng(seed), len(labels)
    for _ in range(20):
        other = rng.uniform(0, C, n) * (rng.random(n) < 0.7)
        for side in (1, -1):  # give both classes the same sum
            mine, theirs = other[labels == side].sum(), other[labels == -side].sum()
            if mine > theirs:
                other[labels == side] *= theirs / mine
        assert abs(labels @ other) < 1e-9
        value = 0.5 * other @ Q @ other - other.sum()
        assert solver.objective <= value + 1e-6 * C * n + 1e-9


@given(program=programs())
def test_the_gradient_that_is_kept_is_the_gradient(program):
    Q, labels, C = program
    solver = solver_of(Q, labels, C)
    solved(solver, 1e-3)
    np.testing.assert_allclose(
        solver.v, labels * (1 - Q @ solver.alpha), atol=1e-11 * (1 + np.abs(Q).max() * C * len(labels))
    )


@given(program=programs())
def test_the_changes_add_up_to_alpha_bit_for_bit(program):
    Q, labels, C = program
    solver, total = solver_of(Q, labels, C), np.zeros(len(labels))
    for _ in range(200):
        solver.select()
        if solver.gap < 1e-6:
            break
        deltas = solver.update()
        if deltas is None:
            break
        total[solver.i] += deltas[0]
        total[solver.j] += deltas[1]
    below = solver.alpha < C
    assert total[below].tolist() == solver.alpha[below].tolist()
    np.testing.assert_allclose(total, solver.alpha, rtol=1e-15)


@given(
    matrix=hnp.arrays(np.float64, (6, 6), elements=st.floats(-3, 3)),
    labels=hnp.arrays(np.float64, 6, elements=signs),
)
def test_any_symmetric_matrix_is_minimised_without_going_round_in_a_circle(matrix, labels):
    """A bent-down direction ends at its bound, so that each pair update gains something."""
    Q = np.outer(labels, labels) * (matrix + matrix.T)
    solver, before, seen = solver_of(Q, labels, 2.0), 0.0, set()
    for _ in range(500):
        solver.select()
        gap, bent = solver.gap, solver.j >= 0 and curvature(Q, labels, solver.i, solver.j) <= 0
        if gap < 1e-3 or solver.update() is None:
            break
        gained, before = before - solver.objective, solver.objective
        assert gained > -1e-12  # a step may be as small as what rounding left of an α
        assert solver.alpha.tobytes() not in seen
        seen.add(solver.alpha.tobytes())
        assert not bent or solver.alpha[solver.i] in (0, 2) or solver.alpha[solver.j] in (0, 2)


def curvature(Q, labels, i, j):
    return Q[i, i] + Q[j, j] - 2 * labels[i] * labels[j] * Q[i, j]


def test_the_ceiling_is_reached_exactly_also_where_the_way_there_is_rounded():
    rng = np.random.default_rng(0)
    ceilings, starts = rng.uniform(1, 2, (2, 5000)) * [[1], [0.25]]
    rounded = np.flatnonzero(starts + (ceilings - starts) != ceilings)
    assert len(rounded) > 5
    for C, start in zip(ceilings[rounded].tolist(), starts[rounded].tolist(), strict=True):
        flat, labels = np.zeros((2, 2)), np.array([1.0, -1.0])
        solver = PairSolver(flat.__getitem__, np.zeros(2), labels, -np.ones(2), np.arange(2), C, np.full(2, start))
        solver.select()
        solver.update()
        assert solver.alpha.tolist() == [C, C]


def test_negative_curvature_is_noticed():
    Q = np.array([[1.0, 3.0], [3.0, 1.0]]) * np.outer([1, -1], [1, -1])
    solver = solver_of(Q, np.array([1.0, -1.0]), 5.0)
    solved(solver, 1e-3)
    assert solver.concave
    assert solver.alpha.tolist() == [5, 5]


def test_identical_points_with_opposite_labels_go_to_the_bound():
    labels = np.array([1.0, -1.0])
    solver = solver_of(np.outer(labels, labels) * np.ones((2, 2)), labels, 0.3)
    solved(solver, 1e-3)
    assert solver.alpha.tolist() == [0.3, 0.3]
    assert not solver.concave


@pytest.mark.parametrize("apart", [1.0, 1e-3, 1e-5])
def test_one_update_goes_all_the_way_to_the_least_on_its_line(apart):
    """Two points so near that the objective is almost flat between them: α = 2/q for both, with q = apart²."""
    labels, features = np.array([1.0, -1.0]), np.array([0.0, apart])
    solver = solver_of(np.outer(labels, labels) * np.outer(features, features), labels, 1e12)
    solver.select()
    solver.update()
    np.testing.assert_allclose(solver.alpha, 2 / apart**2, rtol=1e-9)


def test_those_that_are_not_members_stay_0_but_their_gradient_is_kept():
    rng = np.random.default_rng(0)
    features, labels = rng.normal(size=(30, 4)), np.where(np.arange(30) % 2, 1.0, -1.0)
    Q, members = np.outer(labels, labels) * (features @ features.T), np.flatnonzero(np.arange(30) % 3)
    solver = PairSolver(lambda i: labels[i] * labels * Q[:, i], np.diag(Q).copy(), labels, -np.ones(30), members, 1.0)
    solved(solver, 1e-3)
    assert not solver.alpha[::3].any()
    assert solver.alpha.any()
    np.testing.assert_allclose(solver.v, labels * (1 - Q @ solver.alpha), atol=1e-12)


def test_a_start_is_gone_on_from():
    rng = np.random.default_rng(1)
    features = rng.normal((4, 0, 0), size=(10, 3))
    Q, ones, start = features @ features.T, np.ones(10), np.full(10, 0.1)
    solver = PairSolver(lambda i: Q[:, i], np.diag(Q).copy(), ones, np.zeros(10), np.arange(10), 1.0, start)
    np.testing.assert_allclose(solver.v, -Q @ start)
    solved(solver, 1e-10)
    assert solver.alpha.sum() == pytest.approx(1)
    assert solver.objective < 0.5 * start @ Q @ start
    assert start.tolist() == [0.1] * 10


@pytest.mark.parametrize("C", [0.1, 1e4])
def test_it_may_start_with_all_at_the_bound(C):
    rng = np.random.default_rng(2)
    features, labels = rng.normal(size=(40, 3)), np.where(np.arange(40) % 2, 1.0, -1.0)
    kernel = np.exp(-np.square(features[:, None] - features).sum(2))
    start, everyone = np.full(40, C), np.arange(40)
    solver = PairSolver(kernel.__getitem__, np.ones(40), labels, -np.ones(40), everyone, C, start)
    fresh = PairSolver(kernel.__getitem__, np.ones(40), labels, -np.ones(40), everyone, C)
    solved(solver, 1e-6)
    solved(fresh, 1e-6)
    assert solver.objective == pytest.approx(fresh.objective, rel=1e-6)


def test_columns_that_are_forgotten_and_computed_again_change_nothing(monkeypatch):
    rng = np.random.default_rng(3)
    features, labels = rng.normal(size=(60, 3)), np.where(np.arange(60) % 2, 1.0, -1.0)
    kernel, asked = np.exp(-np.square(features[:, None] - features).sum(2)), []
    paths = []
    for cached in (smo.CACHED, 5 * 60 * 8):
        monkeypatch.setattr(smo, "CACHED", cached)
        asked.clear()
        solver = PairSolver(
            lambda i: asked.append(i) or kernel[i], np.ones(60), labels, -np.ones(60), np.arange(60), 10.0
        )
        solved(solver, 1e-3)
        paths.append((solver.alpha.tobytes(), solver.v.tobytes()))
        assert (len(asked) > len(set(asked))) == (cached == 5 * 60 * 8)
    assert paths[0] == paths[1]
