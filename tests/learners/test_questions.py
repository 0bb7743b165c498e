"""The answers to what can be asked about a step are those of a separate run, by its log."""

import pytest

from kpgui.engine.run.run import Run
from kpgui.learners import LEARNERS, learner
from kpgui.learners.base import Learner
from tests.learners.asking import STEPS, asked, checked, session_of, shares

SESSIONS = 100
"""Random sessions of each learner."""

MOST_ALIKE = 0.85
"""The largest share of a kind's questions whose right answers are at the same place."""


@pytest.mark.parametrize("key", [each.key for each in LEARNERS])
def test_each_answer_is_that_of_a_separate_run(key):
    found = [each for seed in range(SESSIONS) for each in checked(key, seed)]
    for kind, counts in shares(found).items():
        assert max(counts.values()) <= MOST_ALIKE * counts.total(), (kind, counts)  # no answer is known without looking


@pytest.mark.parametrize("key", [each.key for each in LEARNERS])
def test_a_step_that_is_gone_back_to_has_the_same_questions(key):
    run = Run(session_of(key, 4))
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
