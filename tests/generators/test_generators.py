"""What every generator must do, and the shape that each one has without noise."""

import hashlib
import re
from dataclasses import replace

import numpy as np
import pytest
import scipy.stats

from kpgui.generators import GENERATORS, generator
from kpgui.generators.formula import ByFormula
from kpgui.generators.shapes import Blobs, Checkerboard, Circles, Moons, Outliers, Rings, Sine, Spirals, Stripes, Xor
from kpgui.model.arithmetic import parse_rule
from kpgui.model.errors import KpguiError

every_generator = pytest.mark.parametrize("kind", GENERATORS.members, ids=GENERATORS.keys())

OF_OLD = {
    "blobs": ("8a4438c1e487450a", "e75258c79f88ae0a"),
    "moons": ("2b3ce2c5f8f6ac7a", "006503ee094b96b8"),
    "circles": ("1962a84fac231057", "72af2cce5eef15b0"),
    "xor": ("4eb8f29d70a36bd1", "d433630a4b11f542"),
    "spirals": ("ef1b4ea9a8773634", "264429b74716dda0"),
    "checkerboard": ("c21b57d9238f3f37", "603e7b2da4767268"),
}
"""Digests from before there were class balance and label noise, of the defaults and of n=31, noise=0.25, seed=7."""


def digest(dataset):
    """Of positions to nine decimals, the last bit of a cosine being another on another processor; and of the labels."""
    rounded = np.round(dataset.points, 9) + 0.0
    return hashlib.sha256(rounded.tobytes() + dataset.labels.tobytes()).hexdigest()[:16]


def test_those_that_scripts_rely_on_are_there():
    assert {*OF_OLD, "rings", "stripes", "outliers", "sine", "formula"} <= set(GENERATORS.keys())


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


@pytest.mark.parametrize("key", OF_OLD)
def test_without_balance_and_label_noise_the_points_are_those_of_old(key):
    kind = GENERATORS.find(key)
    old = {"noise": 0.5, "distance": 2.5} if kind is Blobs else {}  # its defaults then
    assert digest(kind(**old).make()) == OF_OLD[key][0]
    assert digest(kind(**{**old, "n": 31, "noise": 0.25, "seed": 7}).make()) == OF_OLD[key][1]


@every_generator
def test_without_balance_and_label_noise_the_recipe_is_that_of_old_bit_for_bit(kind):
    made = kind(n=31, seed=7)
    rng = np.random.default_rng(7)
    points = np.concatenate([made.place(-1, 15, rng), made.place(1, 16, rng)])
    points += made.noise * rng.standard_normal(points.shape)
    order = rng.permutation(31)
    assert np.array_equal(made.make().points, points[order])
    assert np.array_equal(made.make().labels, np.where(order < 15, -1, 1))


@every_generator
@pytest.mark.parametrize(("n", "balance", "positive"), [(10, 0.9, 9), (10, 0.1, 1), (7, 0, 0), (7, 1, 7), (15, 0.3, 5)])
def test_balance_is_the_share_of_the_positive_class(kind, n, balance, positive):
    labels = kind(n=n, balance=balance).make().labels
    assert np.count_nonzero(labels > 0) == positive
    assert len(labels) == n


@every_generator
@pytest.mark.parametrize(("share", "flipped"), [(0.1, 4), (0.25, 10), (0.5, 21), (1, 41)])
def test_label_noise_flips_that_share_of_the_labels_and_moves_no_point(kind, share, flipped):
    right, wrong = kind(n=41).make(), kind(n=41, label_noise=share).make()
    assert np.array_equal(right.points, wrong.points)
    assert np.count_nonzero(right.labels != wrong.labels) == flipped


@every_generator
def test_more_label_noise_flips_the_same_labels_and_more(kind):
    right, few, many = (kind(n=60, label_noise=share).make().labels for share in (0, 0.2, 0.4))
    assert (many != right)[few != right].all()


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
    assert names[:5] == ["n", "noise", "seed", "balance", "label_noise"]
    assert kind.title
    assert kind.formula
    assert all(each.meaning.endswith(".") for each in kind.params())


@every_generator
def test_its_expression_makes_it_again(kind):
    made = kind(n=17, noise=0.25, seed=3, balance=0.3, label_noise=0.1)
    assert generator(str(made)) == made


@every_generator
@pytest.mark.parametrize(
    ("name", "value"),
    [("n", 0), ("n", 2.5), ("noise", -0.1), ("seed", -1), ("balance", 1.1), ("label_noise", -0.1)],
)
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


@pytest.mark.parametrize("rings", [2, 3, 4, 7])
def test_rings_without_noise_take_turns_from_the_inside(rings):
    dataset = Rings(n=300, noise=0, rings=rings).make()
    ring = np.linalg.norm(dataset.points, axis=1) / (1.8 / rings)
    assert np.allclose(ring, np.round(ring))
    assert set(np.round(ring)) == set(range(1, rings + 1))
    assert np.array_equal(np.where(np.round(ring) % 2 == 1, 1, -1), dataset.labels)


def test_points_of_a_class_are_equally_far_apart_on_its_rings():
    dataset = Rings(n=400, noise=0, rings=4).make()
    radii = np.linalg.norm(dataset.points[dataset.labels > 0], axis=1)
    assert [np.count_nonzero(np.isclose(radii, radius)) for radius in (0.45, 1.35)] == [50, 150]


@pytest.mark.parametrize("angle", [0, 30, 90, 200])
def test_stripes_take_turns_along_their_angle(angle):
    dataset = Stripes(n=300, stripes=5, angle=angle).make()
    direction = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    stripe = np.floor((dataset.points @ direction + 1.5) / 0.6)
    assert set(stripe) == set(range(5))
    assert np.array_equal(np.where(stripe % 2 == 1, 1, -1), dataset.labels)


@pytest.mark.parametrize("share", [0, 0.1, 1])
def test_so_many_points_of_each_cloud_are_outliers(share):
    dataset = Outliers(n=200, noise=0, distance=3, outliers=share).make()
    home = (dataset.points == np.outer(dataset.labels, [1.5, 0])).all(axis=1)
    for sign in (-1, 1):
        assert np.count_nonzero(~home & (dataset.labels == sign)) == 100 * share


@pytest.mark.parametrize(("amplitude", "waves"), [(0.9, 1.5), (1.8, 4), (0, 1)])
def test_a_sine_wave_is_the_boundary(amplitude, waves):
    dataset = Sine(n=500, amplitude=amplitude, waves=waves).make()
    x, y = dataset.points.T
    assert np.array_equal(np.sign(y - amplitude * np.sin(2 * np.pi * waves * x / 5.4)), dataset.labels)


@pytest.mark.parametrize("rule", ["y > sin(3*x)", "x**2 + y**2 < 1", "x*y", "log(x) > y", "abs(x) + abs(y) - 1.5"])
@pytest.mark.parametrize("balance", [0.5, 0.1])
def test_a_formula_decides_the_labels_and_balance_how_many(rule, balance):
    dataset = ByFormula(n=300, rule=rule, balance=balance).make()
    assert np.array_equal(parse_rule(rule).sides(dataset.points), dataset.labels)
    assert np.count_nonzero(dataset.labels > 0) == 300 * balance
    assert (np.abs(dataset.points) <= (2.7, 1.8)).all()


def test_points_by_formula_are_spread_evenly_over_their_part():
    points = ByFormula(n=20_000, rule="x > 0", balance=1).make().points
    counts, *_ = np.histogram2d(*points.T, bins=(6, 4), range=((0, 2.7), (-1.8, 1.8)))
    assert scipy.stats.chisquare(counts.ravel()).pvalue > 1e-4


def test_where_a_formula_has_no_value_there_are_no_points_and_it_says_so():
    made = ByFormula(n=200, rule="log(x) > y")
    assert (made.make().points[:, 0] > 0).all()
    assert made.remark == "On 50 % of the area the rule has no value, and no points are placed there."
    assert ByFormula().remark == ""
    assert ByFormula(rule="y > 1/x").remark == ""


@pytest.mark.parametrize(("rule", "sign", "balance"), [("x > 5", "+1", 0), ("x < 5", "−1", 1), ("log(-1)", "−1", 1)])
def test_a_formula_that_leaves_no_room_for_a_class_is_refused_unless_there_are_no_such_points(rule, sign, balance):
    with pytest.raises(KpguiError, match=f"leaves .* no room for class {re.escape(sign)} where"):
        ByFormula(rule=rule).make()
    if rule != "log(-1)":
        assert len(ByFormula(n=20, rule=rule, balance=balance).make()) == 20


def test_a_wrong_formula_is_refused_with_its_position():
    with pytest.raises(
        KpguiError, match=r"^formula: rule: Position 5 of 'y > sn\(x\)': .* the nearest name is 'sin'\.$"
    ):
        ByFormula(rule="y > sn(x)")
    with pytest.raises(KpguiError, match=r"^formula: rule must be a formula in x and y, .*, not 3\.$"):
        generator("formula(rule=3)")
