"""What a learner declares, with the points that belong to it."""

import pytest

from kpgui.learners import LEARNERS
from kpgui.model.dataset import Dataset
from kpgui.model.reading import Focus
from kpgui.model.session import Session
from kpgui.ui.instruments.inside.reading import MechanismReading
from kpgui.ui.instruments.inside.words import lines
from tests.ui.instruments.moments import moment_of


@pytest.mark.parametrize("key", LEARNERS.keys())
def test_without_points_a_learner_shows_the_bars_that_stand_for_none(key):
    """The weights of the perceptron are bars that no point belongs to."""
    value = MechanismReading().read(moment_of(Session(Dataset.empty(), "linear()", f"{key}()"), 0), Focus())
    count = len(value.mechanism.bars.rows)
    assert value.ids.tolist() == [-1] * count
    assert [line.id for line in lines(value, 20)] == [None] * count
    assert all(len(column) == count for column in value.table.columns)
