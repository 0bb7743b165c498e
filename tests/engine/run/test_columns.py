"""Columns of the Gram matrix that outlive a run."""

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kpgui.engine.run.columns import FEW_MOVED, SharedColumns
from kpgui.engine.run.problem import Problem
from kpgui.engine.run.run import Run
from kpgui.kernels import KERNELS, kernel
from kpgui.kernels.rbf import RBF
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session
from tests.strategies import kernel_trees, leaf_kernels, noisy_moons


def moved(dataset, rows, rng, scale=1.0):
    return dataset.with_rows(rows, points=scale * rng.normal(size=(len(rows), dataset.d)))


def flipped(dataset, rows, rng, scale=1.0):
    return dataset.with_rows(rows, labels=-dataset.labels[rows])


def held_out(dataset, rows, rng, scale=1.0):
    return dataset.with_rows(rows, held_out=~dataset.held_out[rows])


def without(dataset, rows, rng, scale=1.0):
    left = np.setdiff1d(np.arange(len(dataset)), rows)
    return Dataset.of(dataset.points[left], dataset.labels[left], dataset.held_out[left], dataset.ids[left])


def extended(dataset, rows, rng, scale=1.0):
    points = np.vstack([dataset.points, scale * rng.normal(size=(len(rows), dataset.d))])
    return Dataset.of(points, np.append(dataset.labels, dataset.labels[rows]))


def mirrored(dataset, rows, rng, scale=1.0):
    """The signs of its zeros change too."""
    return dataset.with_rows(rows, points=-dataset.points[rows])


def moved_and_flipped(dataset, rows, rng, scale=1.0):
    return flipped(moved(dataset, rows, rng, scale), np.roll(rows, 1)[:1], rng)


EDITS = st.lists(
    st.tuples(
        st.sampled_from([moved, moved, flipped, held_out, without, extended, mirrored, moved_and_flipped]),
        st.integers(1, FEW_MOVED + 2),
        st.sampled_from([1.0, 1e3, 1e160]),
    ),
    min_size=1,
    max_size=5,
)


def asked(problem, rows):
    """The bytes of these columns, both as margins and as they are, or what is wrong with one."""
    plain, found = None, []
    for i in rows.tolist():
        try:
            if i % 3:
                found.append(problem.signed_column(i).tobytes())
            else:
                plain = plain or problem.columns(0.0)
                found.append(plain(i).tobytes())
        except KpguiError as error:
            found.append(str(error))
    return found


@example(RBF(), (300, 2), [(flipped, 1, 1.0), (moved, 1, 1.0), (moved, 2, 1.0), (flipped, 1, 1.0)], 1)
@example(RBF(), (300, 2), [(moved, 1, 1.0)] * 5, 2)
@given(
    st.one_of(leaf_kernels(), kernel_trees()),
    st.sampled_from([(6, 2), (40, 2), (40, 9), (300, 2), (300, 3)]),
    EDITS,
    st.integers(0, 2**32 - 1),
)
def test_columns_of_edited_points_are_those_of_a_fresh_problem_bit_for_bit(chosen, size, edits, seed):
    rng, shared = np.random.default_rng(seed), SharedColumns()
    points = rng.normal(size=size)
    points[rng.random(size) < 0.2] = 0.0
    dataset = Dataset.of(points, rng.choice([-1, 1], size[0]))
    for edit, count, scale in [(held_out, 1, 1.0), *edits]:
        n = len(dataset)
        dataset = edit(dataset, rng.permutation(n)[: min(count, n - 1)], rng, scale)
        rows = rng.integers(0, len(dataset), 30)
        try:
            fresh = Problem(dataset, chosen)
        except KpguiError:  # not defined at one of the points
            continue
        assert asked(Problem(dataset, chosen, shared=shared), rows) == asked(fresh, rows)


@pytest.mark.parametrize("chosen", KERNELS.members)
def test_each_kernel_gives_a_moved_point_the_same_bits_in_all_columns(chosen):
    """Enough values that they are computed by vector instructions and, at the end, without."""
    rng, shared = np.random.default_rng(1), SharedColumns()
    dataset = noisy_moons(301)
    for count in (0, 1, 2, 7, FEW_MOVED):
        dataset = moved(dataset, rng.permutation(301)[:count], rng)
        together, alone = Problem(dataset, chosen(), shared=shared), Problem(dataset, chosen())
        for i in range(301):
            assert together.signed_column(i).tobytes() == alone.signed_column(i).tobytes()


def test_an_earlier_problem_is_not_changed_by_what_moved_later():
    dataset, shared = noisy_moons(300), SharedColumns()
    earlier = Problem(dataset, kernel("rbf(sigma=0.5)"), shared=shared)
    rows = np.arange(1, 60)
    before = asked(earlier, rows)
    later = moved(dataset, np.array([2, 5]), np.random.default_rng(0))
    asked(Problem(later, kernel("rbf(sigma=0.5)"), shared=shared), rows)
    assert asked(earlier, rows) == before


@pytest.fixture
def evaluated(monkeypatch):
    """The number of values of the RBF kernel, in a list of one."""
    count, values = [0], RBF.values

    def counted(self, X, Z):
        count[0] += len(X) * len(Z)
        return values(self, X, Z)

    monkeypatch.setattr(RBF, "values", counted)
    return count


def finished(session, shared):
    run = Run(session, shared=shared)
    while run.outcome is None:
        run.advance(100_000)
    return run


@pytest.mark.parametrize("learner", ["kernel_perceptron(epochs=5)", "passive_aggressive(epochs=2)", "svm(C=1)"])
def test_a_run_of_other_settings_computes_no_column_again(evaluated, learner):
    shared, session = SharedColumns(), Session(noisy_moons(400), "rbf(sigma=0.5)", learner)
    finished(session, shared)
    first, evaluated[0] = evaluated[0], 0
    finished(replace(session, seed=3), shared)
    assert evaluated[0] < first / 10


def test_columns_that_were_asked_for_longest_ago_go_first():
    dataset, shared = noisy_moons(300), SharedColumns(memory=10 * 300 * 8)
    for rows in (range(20), [4, 30, 5]):
        problem = Problem(dataset, kernel("rbf(sigma=0.5)"), shared=shared)
        for i in rows:
            problem.signed_column(i)
        assert len(shared.columns) == 10
    assert {4, 5, 30} <= set(shared.columns)
    assert 0 not in shared.columns


def test_however_often_points_move_the_columns_keep_to_their_memory():
    rng, dataset, shared = np.random.default_rng(0), noisy_moons(1000), SharedColumns(memory=20 * 1000 * 8)
    held = []
    tracemalloc.start()
    try:
        for _ in range(60):
            problem = Problem(dataset, kernel("rbf(sigma=0.5)"), shared=shared)
            for i in rng.integers(0, 1000, 30).tolist():
                problem.signed_column(i)
            dataset = moved(dataset, rng.integers(0, 1000, 1), rng)
            held.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert held[-1] < held[5] + 5 * 1000 * 8
