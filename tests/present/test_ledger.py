"""The ledger in words."""

import numpy as np

from kpgui.model.reading import Focus
from kpgui.present.ledger import EMPTY, Line, lines, summary
from kpgui.readings.ledger import Ledger
from tests.readings.moments import moment_with
from tests.readings.test_ledger import session_of


def value(beta):
    return Ledger().read(moment_with(session_of(len(beta)), np.ones(len(beta), np.int64), beta), Focus())


def test_bars_are_as_long_as_their_share_of_the_largest():
    assert lines(value([1.0, -4.0, 0.0, 2.0]), 2) == [
        Line(101, "2", "−4", 1.0, False, False),
        Line(103, "4", "2", 0.5, False, False),
    ]
    assert lines(value([0.0]), 5) == []


def test_the_summary_says_what_is_shown_of_it():
    assert summary(value([0.0, 0.0]), 0) == EMPTY
    assert summary(value([1.0, 0.0]), 1) == "1 of 2 points carries f."
    assert summary(value([1.0, -4.0, 0.0, 2.0]), 3) == "3 of 4 points carry f."
    assert summary(value([1.0, -4.0, 0.0, 3.0]), 2) == "3 of 4 points carry f.\n2 shown, with 88 % of Σ|β|."
