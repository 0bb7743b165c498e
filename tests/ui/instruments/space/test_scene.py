"""The picture of feature space from any direction."""

from dataclasses import replace

import numpy as np
import pytest

from kpgui.model.dataset import Dataset
from kpgui.model.reading import Focus
from kpgui.model.session import Session
from kpgui.ui.instruments.space.reading import Space
from kpgui.ui.instruments.space.scene import ABOVE, FIRST, Eye, scene
from tests.strategies import noisy_moons
from tests.ui.instruments.moments import moment_of


def value_of(dataset, text="poly(degree=2, c=0)", w=None, bias=0.0):
    """The space of a kernel with the plane w·z + bias = 0, w (3,)."""
    value = Space().read(moment_of(Session(dataset, text, "svm()"), 300), Focus())
    if w is None:
        return value
    size = np.linalg.norm(w)
    return replace(value, normal=np.array(w) / size, offset=bias / size, size=size, margin=1 / size, added=None)


@pytest.mark.parametrize("turn", [FIRST, ABOVE, (0.0, 0.0), (130.0, -60.0), (359.0, 89.0)])
@pytest.mark.parametrize("text", ["poly(degree=2)", "linear()"])
def test_everything_stays_within_the_picture(turn, text):
    seen = scene(value_of(noisy_moons(60), text), Eye(turn), 200, 170)
    for places in (seen.places, seen.plane, *seen.margins, seen.edges.reshape(-1, 2)):
        assert (places >= 0).all()
        assert (places <= (200, 170)).all()
    assert sorted(seen.order.tolist()) == list(range(60))


def test_seen_along_the_plane_its_two_sides_are_on_two_sides_and_w_points_to_the_positive_one():
    space = value_of(noisy_moons(60), w=[1.0, 0.0, 1.0], bias=-1.0)
    seen = scene(space, Eye((90.0, 0.0)), 200, 170)  # the second axis points to the viewer
    far = np.unique(seen.plane.round(6), axis=0)
    along = far[-1] - far[0]
    assert len(far) == 2  # an edge-on plane is a line
    f = space.places @ space.normal + space.offset
    aside = seen.places - far[0]
    turned = along[0] * aside[:, 1] - along[1] * aside[:, 0]
    assert len(set((np.sign(turned) * np.sign(f)).tolist())) == 1
    arrow = seen.arrows[0]
    ahead = along[0] * (arrow.end - arrow.start)[1] - along[1] * (arrow.end - arrow.start)[0]
    assert np.sign(ahead) == np.sign(turned[f > 0][0])


def test_the_margins_are_as_far_from_the_plane_as_the_points_on_them():
    value = value_of(noisy_moons(60), "linear()")
    seen = scene(value, Eye(ABOVE), 300, 300)
    middle, *outlines = (each.mean(axis=0) for each in (seen.plane, *seen.margins))
    assert len(seen.plane) == 2  # two axes are seen from above, where the plane is a line
    ahead = seen.arrows[0].end - seen.arrows[0].start
    sides = [float((outline - middle) @ ahead) for outline in outlines]
    assert sides[0] > 0 > sides[1]  # first f = +1, to which w points


@pytest.mark.parametrize("turned", [0.0, 1e-6])
def test_a_plane_through_edges_of_the_box_is_drawn_as_one_beside_them(turned):
    points = np.array([[1, 0], [0, 1], [-1, 0], [0, -1], [0.5, 0.5], [0.5, -0.5]])
    dataset = Dataset.of(points, [1, -1, 1, -1, 1, -1])
    space = value_of(dataset, w=[1, 0, turned - 1])  # x² = y², the diagonal of a box as deep as wide
    drawn = scene(space, Eye(), 400.0, 300.0)
    assert len(np.unique(drawn.plane.round(2), axis=0)) == 4
    assert [arrow.role for arrow in drawn.arrows] == ["w"]


def test_a_plane_beyond_the_points_is_not_drawn():
    seen = scene(value_of(noisy_moons(60), w=[1.0, 0.0, 1.0], bias=1000.0), Eye(), 200, 170)
    assert not len(seen.plane)
    assert seen.arrows == []


def test_zooming_makes_all_larger_about_the_middle():
    value = value_of(noisy_moons(60))
    once, twice = (scene(value, Eye(zoom=zoom), 200, 170) for zoom in (1, 2))
    assert twice.places - (100, 85) == pytest.approx(2 * (once.places - (100, 85)))


def test_points_rise_from_where_they_are_in_the_plane():
    dataset = noisy_moons(60)
    value = value_of(dataset)
    start, half, end = (scene(value, Eye(ABOVE, lift=lift), 300, 300).places for lift in (0, 0.5, 1))
    assert half == pytest.approx((start + end) / 2)
    distances = [np.hypot(*(places[3] - places[40])) for places in (start, dataset.points)]
    other = [np.hypot(*(places[7] - places[21])) for places in (start, dataset.points)]
    assert distances[0] / distances[1] == pytest.approx(other[0] / other[1])  # from above, the plane as it is


def test_axes_of_very_different_extent_fill_the_picture():
    dataset = Dataset.of(np.random.default_rng(0).normal(size=(50, 2)) * (10, 1), np.where(np.arange(50) % 2, 1, -1))
    seen = scene(value_of(dataset), Eye((0.0, 0.0)), 300, 300)
    assert np.ptp(seen.places[:, 1]) > 0.2 * np.ptp(seen.places[:, 0])


def test_an_empty_space_has_a_picture():
    seen = scene(value_of(Dataset.empty()), Eye(), 200, 170)
    assert not len(seen.places)
