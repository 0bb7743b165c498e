"""The ledger's numbers, against sorting everything."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui import api
from kpgui.model.dataset import Dataset
from kpgui.model.reading import Focus
from kpgui.model.session import Session
from kpgui.ui.instruments.inside.reading import Ledger, LedgerEntry
from tests.strategies import noisy_moons
from tests.ui.instruments.moments import moment_of, moment_with


def session_of(n):
    return Session(Dataset.of(np.zeros((n, 2)), np.where(np.arange(n) % 2, -1, 1), ids=np.arange(n) + 100))


def sorted_out(beta, most):
    """Places of the support vectors, the largest |β| first, by the definition."""
    return sorted(np.flatnonzero(beta).tolist(), key=lambda i: (-abs(beta[i]), i))[:most]


@given(st.lists(st.sampled_from([0.0, 1.0, -1.0, 2.5, -2.5, 3.0]), max_size=30), st.integers(1, 12))
def test_it_lists_the_largest_coefficients_in_order(beta, most):
    moment = moment_with(session_of(len(beta)), np.zeros(len(beta), np.int64), beta)
    value, wanted = Ledger(most).read(moment, Focus()), sorted_out(beta, most)
    assert (value.numbers - 1).tolist() == wanted
    assert value.ids.tolist() == [100 + i for i in wanted]
    assert value.beta.tolist() == [beta[i] for i in wanted]
    assert value.labels.tolist() == [-1 if i % 2 else 1 for i in wanted]
    assert value.count == np.count_nonzero(beta)
    total = sum(map(abs, beta))
    assert value.shares.tolist() == pytest.approx(
        [sum(abs(beta[i]) for i in wanted[: k + 1]) / total for k in range(len(wanted))]
    )


def test_the_hovered_point_has_its_rank_among_all():
    moment = moment_with(session_of(5), np.array([2, 0, 5, 1, 1]), [2.0, 0.0, 5.0, -1.0, 1.0])
    entries = [Ledger(1).read(moment, Focus(hovered=100 + i)).hovered for i in range(5)]
    assert entries == [
        LedgerEntry(1, 2, 2, 2),
        LedgerEntry(2, 0, 0, 0),
        LedgerEntry(3, 5, 5, 1),
        LedgerEntry(4, 1, -1, 3),
        LedgerEntry(5, 1, 1, 3),
    ]
    assert Ledger().read(moment, Focus()).hovered is None
    assert Ledger().read(moment, Focus(hovered=7)).hovered is None


def test_huge_coefficients_do_not_overflow_their_sum():
    value = Ledger(1).read(moment_with(session_of(4), np.ones(4, np.int64), [1e308] * 4), Focus())
    assert value.shares.tolist() == pytest.approx([0.25])


def test_the_table_has_every_support_vector():
    session = Session(noisy_moons(200, noise=0.3), "rbf(sigma=0.5)", "kernel_perceptron(epochs=3)")
    model, moment = api.train(session), moment_of(session, 600)
    table = Ledger(5).table(moment, Focus())
    rows = sorted_out(model.beta, 200)
    assert table.names == ("point", "label", "alpha", "beta")
    assert table.columns[0].tolist() == [i + 1 for i in rows]
    assert table.columns[1].tolist() == session.dataset.labels[rows].tolist()
    assert table.columns[2].tolist() == model.alpha[rows].tolist()
    assert table.columns[3].tolist() == model.beta[rows].tolist()


def test_it_keeps_no_more_than_it_shows_of_a_hundred_thousand_points():
    rng = np.random.default_rng(0)
    moment = moment_with(session_of(100_000), np.ones(100_000, np.int64), rng.normal(size=100_000))
    Ledger().read(moment, Focus(hovered=5))
    tracemalloc.start()
    value = Ledger().read(moment, Focus(hovered=5))
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(value.numbers) == 128
    assert kept < 100_000
