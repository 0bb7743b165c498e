"""The analysis as a reading."""

import threading
from dataclasses import replace

import pytest

from kpgui import api
from kpgui.model.edits import Setting, change
from kpgui.model.errors import UNWATCHED, Cancelled, Token
from kpgui.model.session import Session, View
from kpgui.ui.instruments.analysis.words import Analysis, lines, meaning
from tests.strategies import noisy_moons

SESSION = Session(noisy_moons(30), "rbf(sigma=0.5)", "kernel_perceptron(bias=true)")


def test_it_finds_what_the_functions_find_with_the_bias_of_the_learner():
    found, trial = Analysis().read(SESSION, UNWATCHED)
    wanted, other = api.analyse(SESSION, bias=True)
    assert lines(found, trial) == lines(wanted, other)
    assert meaning(found) == meaning(wanted)
    assert found.bias


def test_it_gives_up_when_it_is_told_to():
    told = threading.Event()
    told.set()
    with pytest.raises(Cancelled):
        Analysis().read(replace(SESSION, dataset=noisy_moons(500, noise=0.4)), Token(told.is_set))


@pytest.mark.parametrize(
    "field, value", [("kernel", "linear()"), ("learner", "svm()"), ("order", "reversed"), ("seed", 7)]
)
def test_what_it_depends_on_is_part_of_the_question(field, value):
    after, _ = change(SESSION, Setting(field, value))
    assert Analysis().question(after) != Analysis().question(SESSION)
    assert Analysis().question(replace(SESSION, view=View(0, 1, 0, 1))) == Analysis().question(SESSION)
