"""Single hypotheses of a vote, against those of the run one after the other."""

import pytest

from kpgui.engine.run.run import Run
from kpgui.model.session import Session
from tests.strategies import noisy_moons


@pytest.mark.parametrize("bias", ["false", "true"])
def test_each_is_the_f_that_was_learned_up_to_its_mistake(bias):
    run = Run(Session(noisy_moons(40, noise=0.4), "rbf(sigma=0.5)", f"voted_perceptron(bias={bias}, epochs=3)"))
    run.advance(1000)
    votes = run.expansion()
    assert votes.voters > 10
    for k, step in enumerate(run.timeline.mistakes.tolist()):
        then = run.timeline.at(step + 1)
        assert votes.hypothesis(k).beta.tolist() == then.beta.tolist()
        assert votes.hypothesis(k).bias == then.bias
