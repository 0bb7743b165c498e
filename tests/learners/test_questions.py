"""The answers to what can be asked about a step are those of a separate run, by its log."""

import pytest

from kpgui.engine.run.run import Run
from kpgui.learners import LEARNERS, learner
from kpgui.learners.base import Learner
from tests.learners.asking import STEPS, asked, checked, session_of

SESSIONS = 100
"""Random sessions of each learner."""


@pytest.mark.parametrize("key", [each.key for each in LEARNERS])
def test_each_answer_is_that_of_a_separate_run(key):
    kinds = {}
    for seed in range(SESSIONS):
        for kind, right in checked(key, seed):
            kinds.setdefault(kind, set()).add(right)
    assert all(len(rights) > 1 for rights in kinds.values()), kinds  # no answer can be known without looking


def test_a_step_that_is_gone_back_to_has_the_same_questions():
    run = Run(session_of("forgetron", 4))
    told = []
    while run.outcome is None and run.cursor < STEPS:
        run.advance(1)
        told.append(asked(run).questions)
    for step in range(1, len(told) + 1):
        run.seek(step)
        assert asked(run).questions == told[step - 1]


def test_a_learner_without_questions_cannot_be_made():
    class Silent(type(learner("norma()"))):
        questions = Learner.questions

    with pytest.raises(TypeError, match="questions"):
        Silent()
