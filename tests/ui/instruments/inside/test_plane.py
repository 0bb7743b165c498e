"""The plane of a learner with explicit features, in its mechanism."""

from dataclasses import replace

import numpy as np
import pytest

from kpgui.engine.run.run import Run
from kpgui.learners import learner
from kpgui.model.expansion import MAPS
from kpgui.model.reading import Focus
from kpgui.model.session import Session
from kpgui.ui.instruments.inside.reading import MechanismReading
from tests.strategies import noisy_moons
from tests.ui.instruments.moments import moment_at


@pytest.mark.parametrize("eta", [1, 0.25])
def test_what_a_step_added_is_the_difference_of_w(eta):
    run = Run(Session(noisy_moons(30), "linear()", f"perceptron(eta={eta}, bias=True)"))
    before, added = np.zeros(2), 0
    for _ in range(40):
        mistakes = run.state.mistakes
        run.advance(1)
        moment = moment_at(run)
        plane = run.learner.mechanism(replace(moment, frame=replace(moment.frame, explanation=run.explain()))).plane
        if run.state.mistakes > mistakes:
            assert plane.added == pytest.approx(plane.w - before)
            added += 1
        else:
            assert plane.added is None
        assert run.learner.mechanism(moment).plane.added is None  # too fast to be explained
        before = plane.w
        if run.outcome is not None:
            break
    assert added


def test_only_a_learner_with_weights_has_a_plane():
    assert learner("perceptron()").feature_map is MAPS["identity"]
    run = Run(Session(noisy_moons(30), "linear()", "perceptron(bias=True)"))
    run.advance(50)
    value = MechanismReading().read(moment_at(run), Focus())
    assert value.in_plane.w == pytest.approx(run.details["w"])
    assert value.in_plane.bias == run.expansion().bias
    run = Run(Session(noisy_moons(30), "linear()", "kernel_perceptron()"))
    value = MechanismReading().read(moment_at(run), Focus())
    assert value.in_plane is None
