"""Feature space as a picture, against the feature map and the weights themselves."""

from dataclasses import replace

import numpy as np
import pytest

from kpgui.engine.run.run import Run
from kpgui.learners import learner
from kpgui.model.dataset import Dataset
from kpgui.model.expansion import MAPS
from kpgui.model.explanation import Plane
from kpgui.model.reading import Focus
from kpgui.model.session import Session
from kpgui.ui.instruments.inside.reading import ALONG, MOST_POINTS, MechanismReading, feature_space
from tests.strategies import noisy_moons
from tests.ui.instruments.moments import moment_at


def weights(size, seed=1):
    return np.random.default_rng(seed).normal(size=size)


def picture(key, dataset, bias=0.3, zero=False):
    """The picture of some w with this map; also f of each point by the definition, w and φ."""
    phi = MAPS[key].phi(dataset.points)
    w = 0 * phi[0] if zero else weights(phi.shape[1])
    return feature_space(MAPS[key], Plane(w, bias), dataset), phi @ w + bias, w, phi


def test_three_coordinates_have_the_inner_products_of_the_four_features():
    dataset = noisy_moons(50)
    space, _, _, phi = picture("quadratic", dataset)
    assert space.axes == ("x₁²", "√2·x₁x₂", "x₂²")
    x, y = dataset.points.T
    assert space.places == pytest.approx(np.column_stack([x * x, np.sqrt(2) * x * y, y * y]))
    assert space.places @ space.places.T == pytest.approx(phi @ phi.T)
    assert not space.projected


def test_the_plane_is_where_f_is_0_and_its_normal_is_w():
    rows = noisy_moons(50)
    _, _, w, phi = picture("quadratic", rows)
    w[1] = w[2]  # as any sum of features has it
    f = phi @ w + 0.3
    space = feature_space(MAPS["quadratic"], Plane(w, 0.3), rows)
    assert space.size * (space.places @ space.normal + space.offset) == pytest.approx(f)
    assert np.linalg.norm(space.normal) == pytest.approx(1)
    assert space.size == pytest.approx(np.linalg.norm(w))
    assert space.wrong.tolist() == (rows.labels * f <= 0).tolist()


@pytest.mark.parametrize(("key", "moved"), [("squares", slice(0, 0)), ("full_quadratic", slice(0, 1))])
def test_more_features_are_seen_along_w_and_across_it(key, moved):
    dataset = noisy_moons(40)
    run = Run(Session(dataset, "linear()", f"perceptron(map='{key}', bias=True)"))
    run.advance(60)
    w, b = run.details["w"], run.expansion().bias
    phi = MAPS[key].phi(dataset.points)
    space = MechanismReading().read(moment_at(run), Focus()).space
    across = np.delete(w, moved)  # a constant feature is part of the bias
    size = np.linalg.norm(across)
    assert space.axes[0] == ALONG
    assert space.projected
    assert space.size == pytest.approx(size)
    assert space.places[:, 0] == pytest.approx((phi @ w + b) / size)
    rest = np.delete(phi, moved, axis=1)
    rest = rest - np.outer(rest @ across, across) / size**2
    spread = np.linalg.eigvalsh(np.cov(rest.T))
    assert np.var(space.places[:, 1], ddof=1) == pytest.approx(spread[-1])
    assert space.normal.tolist() == [1, 0]
    assert space.offset == 0


def test_points_in_the_plane_need_no_other_picture_and_w_0_has_no_direction():
    dataset = noisy_moons(20)
    assert picture("identity", dataset)[0] is None
    assert picture("full_quadratic", dataset, zero=True)[0] is None
    still = picture("quadratic", dataset, zero=True)[0]
    assert still.size == 0
    assert not still.normal.any()
    solid = Dataset.of(np.random.default_rng(0).normal(size=(9, 3)), np.where(np.arange(9) % 2, -1, 1))
    assert picture("identity", solid)[0].places == pytest.approx(solid.points)


def test_a_large_or_wide_dataset_is_thinned_out_evenly():
    many = Dataset.of(np.random.default_rng(0).normal(size=(50_000, 2)), np.where(np.arange(50_000) % 2, -1, 1))
    space = picture("quadratic", many)[0]
    assert len(space.ids) == MOST_POINTS < 2000
    assert space.count == 50_000
    assert np.ptp(np.diff(space.ids)) <= 1
    wide = Dataset.of(np.random.default_rng(0).normal(size=(500, 64)), np.where(np.arange(500) % 2, -1, 1))
    assert len(picture("quadratic", wide)[0].ids) * 64**2 <= 1 << 15


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
    assert not value.has_space
    run = Run(Session(noisy_moons(30), "linear()", "kernel_perceptron()"))
    value = MechanismReading().read(moment_at(run), Focus())
    assert value.in_plane is value.space is None


def test_a_point_in_the_plane_is_on_the_wrong_side_whatever_the_rate():
    points = [[0.2, 0.2], [0.2, 0.2], [-0.2, 0.0], [-0.2, -0.1], [-0.2, 0.0], [-0.1, 0.1], [-0.2, -0.2]]
    dataset = Dataset.of(points, [-1, -1, -1, 1, 1, -1, 1])
    run = Run(Session(dataset, learner="perceptron(map='quadratic', bias=false, eta=0.1)"))
    while run.outcome is None and run.cursor < 40:
        run.advance(1)
        space = MechanismReading().read(moment_at(run), Focus()).space
        assert space is None or (space.wrong == run.counters().wrong).all()
