"""Single prototypes of a voted perceptron, against the hypotheses of the run one after the other."""

import numpy as np
import pytest

from kpgui.engine.run.run import Run
from kpgui.model.cancel import UNWATCHED, Cancelled, Token
from kpgui.model.expansion import Expansion
from kpgui.model.session import Session, View
from kpgui.readings.prototypes import boundaries, prototype
from tests.strategies import noisy_moons


@pytest.fixture(params=[False, True], ids=["without a bias", "with a bias"])
def run(request):
    session = Session(noisy_moons(40, noise=0.4), "rbf(sigma=0.5)", f"voted_perceptron(bias={request.param}, epochs=3)")
    run = Run(session)
    run.advance(1000)
    return run


def test_each_is_the_f_that_was_learned_up_to_its_mistake(run):
    votes = run.expansion()
    assert votes.voters > 10
    for k, step in enumerate(run.timeline.mistakes.tolist()):
        then = run.timeline.at(step + 1)
        assert prototype(votes, k).beta.tolist() == then.beta.tolist()
        assert prototype(votes, k).bias == then.bias


def test_its_boundary_is_where_it_is_0(run):
    votes, view = run.expansion(), View(-2, 3, -2, 2)
    found = boundaries(run.session, votes, (0, 4, votes.voters - 1), view, UNWATCHED)
    assert set(found) == {0, 4, votes.voters - 1}
    points = run.session.dataset.points
    for k, curve in found.items():
        v, there = prototype(votes, k), curve[~np.isnan(curve[:, 0])]
        if len(there):
            scale = np.abs(v.decision(run.kernel, points, points)).max()
            assert np.abs(v.decision(run.kernel, points, there)).max() < 2e-3 * scale
            assert ((there >= (view.xmin, view.ymin)) & (there <= (view.xmax, view.ymax))).all()
    assert len(found[votes.voters - 1])
    assert isinstance(v, Expansion)


def test_it_is_given_up_when_it_is_no_longer_wanted(run):
    with pytest.raises(Cancelled):
        boundaries(run.session, run.expansion(), (0, 1), View(), Token(lambda: True))
