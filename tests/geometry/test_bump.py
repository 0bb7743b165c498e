"""The bump of one support vector, against β·K(xᵢ, ·) at the places of its curves."""

from dataclasses import replace

import numpy as np
import pytest

from kpgui.engine.run.run import effective_kernel
from kpgui.geometry.bump import SHARES, Bump, bump_texts
from kpgui.kernels import KERNELS
from kpgui.learners import LEARNERS
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.reading import Focus
from kpgui.model.session import Session, View
from tests.strategies import noisy_moons
from tests.ui.instruments.moments import moment_of

VIEW = View(-2.5, 2.5, -2.0, 2.0)


def bump_of(session, steps=150, which=0):
    """The moment after so many steps, and the bump of the support vector with this rank by |β|."""
    moment = moment_of(session, steps)
    f = moment.frame.expansion
    i = int(np.argsort(-np.abs(f.beta))[which])
    return moment, i, Bump(int(session.dataset.ids[i]), VIEW).read(moment, Focus())


def curve_values(moment, i, curve):
    """β·K(xᵢ, ·) along a curve."""
    places = curve[~np.isnan(curve[:, 0])]
    dataset = moment.session.dataset
    return moment.frame.expansion.beta[i] * effective_kernel(moment.session).gram(places, dataset.points[[i]])[:, 0]


@pytest.mark.parametrize("learner", [each for each in LEARNERS.members if each.key != "voted_perceptron"])
def test_on_each_curve_beta_times_k_is_its_level(learner):
    session = Session(noisy_moons(60, noise=0.3), "rbf(sigma=0.7)", f"{learner.key}()")
    moment, i, value = bump_of(session)
    assert value.number == i + 1
    assert value.beta == moment.frame.expansion.beta[i]
    assert value.place.tolist() == session.dataset.points[i].tolist()
    assert value.curves
    for level, curve in value.curves:
        assert curve_values(moment, i, curve) == pytest.approx(level, abs=0.02 * value.peak)


@pytest.mark.parametrize("kernel", [f"{each.key}()" for each in KERNELS.members])
def test_it_has_curves_on_the_sides_of_0_that_it_reaches(kernel):
    moment, i, value = bump_of(Session(noisy_moons(40, noise=0.3), kernel))
    levels = [level / value.peak for level, _ in value.curves]
    assert {round(abs(level), 9) for level in levels} <= {round(share, 9) for share in SHARES}
    for level, curve in value.curves:
        errors = np.abs(curve_values(moment, i, curve) - level)
        assert np.quantile(errors, 0.9) <= 0.02 * value.peak  # but for a kernel that jumps, as the cosine does at 0


def test_a_point_that_carries_nothing_has_a_flat_bump():
    moment = moment_of(Session(noisy_moons(40)), 3)
    i = int(np.flatnonzero(moment.frame.expansion.beta == 0)[0])
    value = Bump(int(moment.session.dataset.ids[i]), VIEW).read(moment, Focus())
    assert (value.beta, value.peak, value.curves) == (0, 0, ())


def test_a_point_that_the_run_does_not_have_has_none():
    assert Bump(99, VIEW).read(moment_of(Session(noisy_moons(20)), 5), Focus()) is None


def test_points_in_space_have_none():
    dataset = Dataset.of(np.eye(3), [1, -1, 1])
    assert Bump(int(dataset.ids[0]), VIEW).read(moment_of(replace(Session(), dataset=dataset), 5), Focus()) is None


def test_a_vote_is_no_sum_of_bumps():
    with pytest.raises(KpguiError, match="f is a vote"):
        bump_of(Session(noisy_moons(40, noise=0.4), "rbf()", "voted_perceptron()"))


def test_its_table_has_every_place_with_its_level():
    session = Session(noisy_moons(40, noise=0.3))
    moment, i, value = bump_of(session)
    table = Bump(int(session.dataset.ids[i]), VIEW).table(moment, Focus())
    assert table.names == ("x", "y", "level")
    assert {len(column) for column in table.columns} == {sum(len(curve) for _, curve in value.curves)}


def test_alone_it_is_k_of_another_session_also_where_f_is_a_vote():
    run = Session(noisy_moons(40, noise=0.3), "rbf(sigma=0.7)", "voted_perceptron()")
    now = replace(run, kernel="rbf(sigma=0.3)")
    moment = moment_of(run, 100)
    value = Bump(int(now.dataset.ids[3]), VIEW, now).read(moment, Focus())
    assert (value.number, value.beta, value.alone) == (4, 1.0, True)
    for level, curve in value.curves:
        places = curve[~np.isnan(curve[:, 0])]
        k = effective_kernel(now).gram(places, now.dataset.points[[3]])[:, 0]
        assert k == pytest.approx(level, abs=0.02 * value.peak)
    title, text = bump_texts(value)
    assert title == "K(x₄, ·)"
    assert text.startswith("lines: 20 to 80 % of ±")
    assert bump_texts(replace(value, curves=())) == (title, "flat in sight; Esc ends it")
