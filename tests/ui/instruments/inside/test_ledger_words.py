"""The ledger in words."""

import numpy as np

from kpgui.model.reading import Focus
from kpgui.model.session import Session
from kpgui.ui.instruments.inside.reading import Ledger
from kpgui.ui.instruments.inside.words import NO_LEDGER, Line, ledger_lines, ledger_summary
from tests.strategies import noisy_moons
from tests.ui.instruments.inside.test_ledger_reading import session_of
from tests.ui.instruments.moments import moment_of, moment_with


def value(beta):
    return Ledger().read(moment_with(session_of(len(beta)), np.ones(len(beta), np.int64), beta), Focus())


def test_bars_are_as_long_as_their_share_of_the_largest():
    assert ledger_lines(value([1.0, -4.0, 0.0, 2.0]), 2) == [
        Line(101, "2", "−4", 1.0, False, False),
        Line(103, "4", "2", 0.5, False, False),
    ]
    assert ledger_lines(value([0.0]), 5) == []


def test_a_tick_stands_at_c_once_an_svm_has_a_vector_there():
    session = Session(noisy_moons(40, noise=0.5), "rbf(sigma=0.5)", "svm(C=0.7)")
    found = ledger_lines(Ledger().read(moment_of(session, 10_000), Focus()), 40)
    bound = [line for line in found if line.value.strip("−") == "0.7"]
    assert 0 < len(bound) < len(found)
    assert {line.tick for line in found} == {1.0}
    assert all(line.length == 1 for line in bound)
    wide = ledger_lines(
        Ledger().read(moment_of(Session(session.dataset, session.kernel, "svm(C=1000)"), 20), Focus()), 40
    )
    assert {line.tick for line in wide} == {None}


def test_the_summary_says_what_is_shown_of_it():
    assert ledger_summary(value([0.0, 0.0]), 0) == NO_LEDGER
    assert ledger_summary(value([1.0, 0.0]), 1) == "1 of 2 points carries f."
    assert ledger_summary(value([1.0, -4.0, 0.0, 2.0]), 3) == "3 of 4 points carry f."
    assert ledger_summary(value([1.0, -4.0, 0.0, 3.0]), 2) == "3 of 4 points carry f.\n2 shown, with 88 % of Σ|β|."
