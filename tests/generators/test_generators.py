"""What every generator must do, and the shape that each one has without noise."""

import importlib
import pkgutil
from dataclasses import replace

import numpy as np
import pytest

from kpgui import generators
from kpgui.generators import GENERATORS, Generator, generator
from kpgui.generators.blobs import Blobs
from kpgui.generators.checkerboard import Checkerboard
from kpgui.generators.circles import Circles
from kpgui.generators.moons import Moons
from kpgui.generators.spirals import Spirals
from kpgui.generators.xor import Xor
from kpgui.model.errors import KpguiError

every_generator = pytest.mark.parametrize("kind", GENERATORS.members, ids=GENERATORS.keys())


def test_every_file_in_the_folder_is_in_the_tuple():
    found = set()
    for module in pkgutil.iter_modules(generators.__path__):
        if module.name != "base":
            contents = vars(importlib.import_module(f"kpgui.generators.{module.name}")).values()
            own = {each for each in contents if isinstance(each, type) and issubclass(each, Generator)} - {Generator}
            assert len(own) == 1, f"{module.name}.py should declare one generator"
            found |= own
    assert found == set(GENERATORS)


def test_the_keys_are_those_of_the_contract():
    assert set(GENERATORS.keys()) == {"blobs", "moons", "circles", "xor", "spirals", "checkerboard"}


@every_generator
@pytest.mark.parametrize("n", [1, 2, 3, 201])
def test_makes_n_finite_points_in_the_plane(kind, n):
    dataset = kind(n=n).make()
    assert dataset.points.shape == (n, 2)
    assert np.isfinite(dataset.points).all()
    assert not dataset.held_out.any()


@every_generator
@pytest.mark.parametrize("n", [1, 2, 9, 200])
def test_classes_are_balanced_and_the_odd_point_is_positive(kind, n):
    labels = kind(n=n).make().labels
    assert np.count_nonzero(labels < 0) == n // 2
    assert np.count_nonzero(labels > 0) == n - n // 2


@every_generator
def test_the_seed_alone_decides(kind):
    assert kind(seed=5).make() == kind(seed=5).make()
    assert kind(seed=5, noise=0.1).make() != kind(seed=6, noise=0.1).make()


@every_generator
def test_the_classes_are_mixed_from_the_start(kind):
    labels = kind(n=200).make().labels
    assert 5 <= np.count_nonzero(labels[:40] > 0) <= 35


@every_generator
def test_fits_the_default_view(kind):
    extent = np.quantile(np.abs(kind(n=500).make().points), 0.98, axis=0)
    assert (extent < (3, 2)).all()
    assert (extent > (1, 0.8)).all()


@every_generator
def test_noise_moves_the_points_by_about_its_size(kind):
    still = kind(n=2000, noise=0).make().points
    moved = kind(n=2000, noise=0.3).make().points
    assert np.std(moved - still) == pytest.approx(0.3, rel=0.1)


@every_generator
def test_declares_what_forms_and_help_need(kind):
    names = [each.name for each in kind.params()]
    assert names[:3] == ["n", "noise", "seed"]
    assert kind.title
    assert kind.formula
    assert all(each.meaning.endswith(".") for each in kind.params())


@every_generator
def test_its_expression_makes_it_again(kind):
    made = kind(n=17, noise=0.25, seed=3)
    assert generator(str(made)) == made


@every_generator
@pytest.mark.parametrize(("name", "value"), [("n", 0), ("n", 2.5), ("noise", -0.1), ("seed", -1)])
def test_refuses_what_is_not_allowed_and_names_it(kind, name, value):
    with pytest.raises(KpguiError, match=f"{kind.key}: {name} must be"):
        replace(kind(), **{name: value})


def test_blobs_without_noise_are_two_places():
    dataset = Blobs(n=20, noise=0, distance=3).make()
    assert np.array_equal(dataset.points, np.outer(dataset.labels, [1.5, 0]))


def test_moons_without_noise_are_half_circles():
    dataset = Moons(n=100, noise=0).make()
    centres = np.outer(dataset.labels, [0.7, 0.35])
    assert np.allclose(np.linalg.norm(dataset.points - centres, axis=1), 1.4)
    assert (dataset.labels * (dataset.points - centres)[:, 1] <= 1e-12).all()


def test_circles_without_noise_have_the_positive_class_inside():
    dataset = Circles(n=50, noise=0, ratio=0.25).make()
    radii = np.linalg.norm(dataset.points, axis=1)
    assert np.allclose(radii, np.where(dataset.labels > 0, 0.4, 1.6))


def test_xor_without_noise_is_positive_where_the_signs_differ():
    dataset = Xor(n=100, noise=0, gap=0.3).make()
    assert np.array_equal(np.sign(dataset.points.prod(axis=1)), -dataset.labels)
    assert np.abs(dataset.points).min() >= 0.3


def test_four_points_of_xor_are_one_in_each_quadrant():
    quadrants = {tuple(point) for point in np.sign(Xor(n=4, noise=0).make().points)}
    assert len(quadrants) == 4


def test_spirals_without_noise_mirror_each_other():
    dataset = Spirals(n=60, noise=0, turns=2).make()
    positive, negative = (dataset.points[dataset.labels == sign] for sign in (1, -1))
    assert np.allclose(np.sort(np.linalg.norm(positive, axis=1)), np.sort(np.linalg.norm(negative, axis=1)))
    t = np.linalg.norm(positive, axis=1) / 1.8
    angle = 4 * np.pi * t
    assert np.allclose(positive, 1.8 * t[:, np.newaxis] * np.column_stack([np.cos(angle), np.sin(angle)]))


@pytest.mark.parametrize("cells", [2, 3, 5])
def test_checkerboard_without_noise_alternates(cells):
    dataset = Checkerboard(n=400, cells=cells).make()
    column, row = np.floor((dataset.points + 1.8) / (3.6 / cells)).T
    assert np.array_equal(np.where((column + row) % 2 == 1, 1, -1), dataset.labels)
