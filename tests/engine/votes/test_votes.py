"""The field of a vote is the vote at every pixel."""

import numpy as np
import pytest

from kpgui import api
from kpgui.engine.exact import DistinctPoints
from kpgui.engine.picture.raster import Raster
from kpgui.engine.votes import running_sums
from kpgui.engine.votes.exact_votes import exact_votes
from kpgui.kernels import Kernel
from kpgui.kernels import kernel as parse
from kpgui.kernels.numerics import Rounded
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.expansion import Votes
from kpgui.model.session import Session, View
from tests.engine.votes.voters import SCATTERED, VIEW, compare, pixels, votes_at_random
from tests.strategies import noisy_moons


@pytest.mark.parametrize("bias", ["true", "false"])
@pytest.mark.parametrize(
    "kernel",
    ["linear()", "poly(degree=3)", "rbf(sigma=0.5)", "rbf(sigma=0.05)", "rbf(sigma=3) + 0.1*linear()", "matern32()"],
)
def test_every_pixel_has_the_vote_of_its_centre(kernel, bias):
    dataset = noisy_moons(150, noise=0.4)
    model = api.fit(dataset.points, dataset.labels, kernel, f"voted_perceptron(epochs=6, bias={bias})")
    assert len(model.details["votes"]) > 30
    field = model.field((VIEW.xmin, VIEW.xmax, VIEW.ymin, VIEW.ymax), (100, 70))
    votes = model.decision(pixels(VIEW, 100, 70)).reshape(70, 100)
    np.testing.assert_array_equal(field, votes)


CLOSE, WIDE = View(-0.5, 1.5, -0.8, 0.9), View(-30, 30, -20, 25)


@pytest.mark.parametrize(
    ("view", "bias"),
    [(view, bias) for view in (VIEW, CLOSE, WIDE) for bias in ("false", "true")],
    ids=["all points", "all points, bias", "closer", "closer, bias", "from afar", "from afar, bias"],
)
@pytest.mark.parametrize(
    "kernel",
    [
        "linear()",
        "poly(degree=3)",
        "poly(degree=7, c=2)",
        "poly(degree=12)",
        "rbf(sigma=0.1)",
        "rbf(sigma=0.4)",
        "rbf(sigma=1)",
        "rbf(sigma=2)",
        "3*rbf(sigma=0.4)",
        "laplacian(sigma=1)",
        "periodic()",
    ],
)
def test_many_pixels_have_the_votes_of_their_centres(kernel, view, bias):
    dataset = noisy_moons(200, noise=0.3)
    model = api.fit(dataset.points, dataset.labels, kernel, f"voted_perceptron(epochs=10, bias={bias})")
    field = model.field((view.xmin, view.xmax, view.ymin, view.ymax), (210, 170))
    some = np.random.default_rng(0).choice(field.size, 3000, replace=False)
    votes = model.decision(pixels(view, 210, 170)[some])
    np.testing.assert_array_equal(field.ravel()[some], votes)


@pytest.mark.parametrize("kernel", ["rbf(sigma=2)", "rbf(sigma=0.3)", "matern32()"])
def test_contradictory_twins_leave_no_vote_where_they_cancel(kernel):
    model = api.fit([[0, 0], [0, 0], [1, 1]], [1, -1, 1], kernel, "voted_perceptron(epochs=100)")
    field = model.field((-2, 2, -2, 2), (100, 100))
    votes = model.decision(pixels(View(-2, 2, -2, 2), 100, 100))
    np.testing.assert_array_equal(field.ravel(), votes)


def test_a_vote_is_between_minus_one_and_one_and_zero_before_the_first_mistake():
    dataset = noisy_moons(30)
    session = Session(dataset, "rbf(sigma=0.3)", "voted_perceptron()")
    assert not api.train(session, steps=0).field((0, 1, 0, 1), (9, 9)).any()
    field = api.train(session).field((-2, 3, -2, 2), (64, 64))
    assert 0 < np.abs(field).max() <= 1


@pytest.mark.parametrize("kernel", ["rbf(sigma=30)", "rbf(sigma=0.1)", "laplacian(sigma=1)", "linear()", "matern32()"])
def test_nothing_times_a_kernel_is_nobodys_vote(kernel):
    field = Raster(parse(f"0*{kernel}"), DistinctPoints(SCATTERED), VIEW, 40, 30).values(votes_at_random(SCATTERED, 9))
    np.testing.assert_array_equal(field, np.zeros((30, 40)))


@pytest.mark.parametrize("kernel", ["rbf(sigma=30)", "rbf(sigma=0.1)", "laplacian(sigma=1)", "linear()", "matern32()"])
def test_without_points_nobody_votes(kernel):
    nothing = Votes.voted([], 0, [], [], [], False)
    field = Raster(parse(kernel), DistinctPoints(np.zeros((0, 2))), VIEW, 40, 30).values(nothing)
    np.testing.assert_array_equal(field, np.zeros((30, 40)))


def test_far_from_all_points_where_every_hypothesis_underflows_nobody_votes():
    dataset = Dataset.of([[0, 0], [1, 0]], [1, -1])
    model = api.fit(dataset.points, dataset.labels, "rbf(sigma=0.1)", "voted_perceptron()")
    assert not model.field((50, 51, 50, 51), (64, 64)).any()


@pytest.mark.slow
@pytest.mark.parametrize("bias", ["true", "false"])
def test_a_region_where_a_laplacian_cancels_has_one_colour(bias):
    points, labels = np.array([[0, 0], [0, 0], [1, 1]]), np.array([1, -1, 1])
    model = api.fit(points, labels, "laplacian(sigma=1)", f"voted_perceptron(epochs=100, bias={bias})")
    # There |x| + |y| = |x − 1| + |y − 1|: the kernel is the same to all three points.
    hypotheses = np.cumsum(labels[model.details["points"]])
    counts = model.details["votes"]
    assert counts @ np.sign(hypotheses) < counts @ (hypotheses == 0)  # that the others are 0, rounding cannot tell
    assert not model.field((1, 5, -5, 0), (100, 100)).any()
    assert not model.decision(pixels(View(1, 5, -5, 0), 20, 20)).any()


def test_those_that_rounding_leaves_undecided_turn_no_vote_that_is_larger():
    """Every second prototype is within rounding of 0, as the kernel tells none of the points apart."""
    points = [[5e-324, 1e-323], [2e-323, 5e-324], [1.5e-323, 1.5e-323]]
    model = api.fit(points, [-1, 1, -1], "rbf(sigma=1)", "voted_perceptron()")
    cast = model.details["votes"] * np.resize([-1, 0], len(model.details["votes"]))
    np.testing.assert_array_equal(model.decision([[0.3, 0.2]]), cast.sum() / model.steps)
    np.testing.assert_array_equal(model.field((-3, 3, -2, 2), (8, 8)), np.full((8, 8), cast.sum() / model.steps))


def test_a_point_whose_vote_the_undecided_could_turn_is_wrong_for_either_label():
    """At the last point the first two have equal kernels on paper: prototype 2, with 3 of 5 votes, is undecided."""
    points = [[0.1, 0.4], [0.3, 0.2], [-3, 0.4], [-3, 0.3], [1.7, 1.3]]
    for label in (1, -1):
        model = api.fit(points, [1, -1, 1, 1, label], "laplacian(sigma=1)", "voted_perceptron(epochs=1)")
        assert model.details["votes"].tolist() == [1, 3, 1]
        assert model.predict(points).tolist() == [1, -1, 1, 1, 0]
        assert model.training_error == 0.2


def test_from_afar_a_laplacian_is_not_cancelled_beside_a_bias():
    dataset = noisy_moons(200, noise=0.3)
    model = api.fit(dataset.points, dataset.labels, "laplacian(sigma=0.3)", "voted_perceptron(epochs=10, bias=true)")
    field, afar = model.field((-20, 20, -20, 20), (60, 60)), View(-20, 20, -20, 20)
    np.testing.assert_array_equal(field.ravel(), model.decision(pixels(afar, 60, 60)))


class Waves(Kernel):
    """cos(x − x')·cos(y − y'), whose factors may be negative."""

    separable = True

    def psd_reason(self):
        return "a product"

    def values(self, X, Z):
        return self.factor(X[:, 0], Z[:, 0]) * self.factor(X[:, 1], Z[:, 1])

    def diagonal_values(self, X):
        return np.ones(len(X))

    def rounded(self, X, Z):
        values = self.values(X, Z)
        return Rounded(values, np.full(values.shape, 1e-15))

    def rounded_bound(self, points):
        return Rounded(np.float64(1), 1e-15)

    def factor(self, x, z):
        return np.cos(np.subtract.outer(x, z))


@pytest.mark.parametrize("biased", [False, True])
def test_a_kernel_with_negative_factors_votes_as_by_the_definition(biased):
    rng = np.random.default_rng(3)
    points, voters = rng.normal(size=(30, 2)), rng.integers(0, 30, 400)
    votes = Votes.voted(np.zeros(30), 0, voters, rng.choice([-1, 1], 400), rng.integers(0, 9, 400), biased)
    field = Raster(Waves(), DistinctPoints(points), VIEW, 90, 64).values(votes)
    np.testing.assert_array_equal(field.ravel(), exact_votes(votes, Waves(), points, pixels(VIEW, 90, 64)))


@pytest.mark.parametrize("kernel", ["rbf(sigma=2)", "rbf(sigma=0.3)"])
def test_many_voters_at_many_places_are_all_counted(kernel):
    rng, view = np.random.default_rng(0), View(-2, 2, -2, 2)
    points, voters = rng.normal(size=(1024, 2)), rng.integers(0, 1024, 1536)
    votes = Votes.voted(np.zeros(1024), 0, voters, rng.choice([-1.0, 1.0], 1536), np.ones(1536), False)
    assert compare(kernel, points, votes, view, 64, 48)[0] == 0


@pytest.mark.parametrize("size", [(512, 513), (40, 33), (1, 1), (1, 50), (50, 1), (16, 17), (8, 9)])
@pytest.mark.parametrize("kernel", ["rbf(sigma=0.5)", "rbf(sigma=0.1)", "laplacian(sigma=1)", "poly()", "matern32()"])
def test_every_size_of_picture_has_its_votes(kernel, size):
    assert compare(kernel, SCATTERED, votes_at_random(SCATTERED, 60), VIEW, *size)[0] == 0


@pytest.mark.parametrize("size", [(1, 1), (1, 50), (17, 17)])
def test_a_kernel_that_overflows_next_to_the_picture_is_no_matter(size):
    points, signs = 30 * SCATTERED, np.where(np.arange(40) % 3, -1, 1)
    votes = Votes.voted(np.zeros(40), 0, np.arange(40), signs, np.arange(40), False)
    assert compare("exp(linear())", points, votes, View(-4, 4, -4, 4), *size)[0] == 0


@pytest.mark.parametrize("kernel", ["laplacian(sigma=0.01)", "laplacian(sigma=0.03)*rbf(sigma=1)"])
def test_a_kernel_that_falls_steeply_within_a_square_is_seen_in_all_of_it(kernel):
    votes = Votes.voted(np.zeros(40), 0, np.arange(40), np.where(np.arange(40) % 3, -1, 1), np.arange(40), False)
    assert compare(kernel, SCATTERED, votes, VIEW, 100, 70)[0] == 0


@pytest.mark.parametrize("biased", [False, True])
def test_a_first_voter_at_the_origin_of_a_linear_kernel_may_be_all_there_is_at_first(biased):
    points = np.vstack([[0, 0], SCATTERED])
    all_votes = Votes.voted(np.zeros(41), 0, np.arange(41), np.where(np.arange(41) % 2, -1, 1), [3] * 41, biased)
    first = Votes.voted(np.zeros(41), 0, [0], [1], [3], biased)
    raster = Raster(parse("linear()"), DistinctPoints(points), VIEW, 64, 48)
    np.testing.assert_array_equal(raster.values(first), float(biased))
    assert compare("linear()", points, all_votes, VIEW, 64, 48, raster)[0] == 0


@pytest.mark.parametrize("kernel", ["linear()", "poly(degree=3)"])
def test_voters_of_very_different_sizes_keep_their_signs(kernel):
    points = np.vstack([1e-12 * SCATTERED[:20], 1e25 * SCATTERED[20:]])
    votes = Votes.voted(np.zeros(40), 0, np.arange(40), np.where(np.arange(40) % 3, -1, 1), [2] * 40, False)
    assert compare(kernel, points, votes, VIEW, 64, 48)[0] == 0


@pytest.mark.parametrize("apart", [1e-6, 1e-9, 1e-12])
@pytest.mark.parametrize("kernel", ["linear()", "poly(degree=3)", "rbf(sigma=2)", "rbf(sigma=0.3)"])
def test_contradictory_points_that_are_very_close_are_no_twins(kernel, apart):
    points = np.array([[0.3, 0.2], [0.3 + apart, 0.2]])
    votes = Votes.voted(np.zeros(2), 0, [0, 1] * 4, [1, -1] * 4, [5] * 8, False)
    assert compare(kernel, points, votes, VIEW, 200, 160)[0] == 0


@pytest.mark.parametrize("side", [3e-5, 1e-4, 1e-3])
@pytest.mark.parametrize("later", [0, 5])
@pytest.mark.parametrize("kernel", ["rbf(sigma=0.5)", "rbf(sigma=0.5) * rbf(sigma=2)", "rbf(sigma=0.5)**2"])
def test_next_to_a_point_whose_kernel_the_biases_cancel_every_pixel_has_its_vote(kernel, later, side):
    """There f is K − 1, which single precision cannot tell from 0."""
    points = np.array([[0.3, 0.2], [60, 60], [-60, 60], [60, -60], [-60, -60]])
    voters, signs = [0, 1, 2, *[3, 4] * later], [1.0, -1.0, -1.0, *[1.0, -1.0] * later]
    votes = Votes.voted(np.zeros(5), 0, np.array(voters), np.array(signs), np.arange(len(voters)) + 1, True)
    view = View(0.3 - side, 0.3 + 2 * side, 0.2 - side, 0.2 + side)
    assert compare(kernel, points, votes, view, 90, 64)[0] == 0


@pytest.mark.parametrize("signs", [[1, -1, 1, -1, -1, 1, 1, -1, -1, 1], [1, -1] + [1] * 40], ids=["often", "once"])
@pytest.mark.parametrize("away", [4, 5, 6, 8, 12, 60])
def test_far_from_all_points_biases_that_cancel_leave_the_sign_to_a_faint_kernel(away, signs):
    points, voters = np.array([[0, 0], [0.3, 0.1], [-0.2, 0.4]]), [0, 1, 2, 0, 1, 1, 0, 2, 0, 1]
    points_of, counts = np.resize(voters, len(signs)), np.resize([5, 3, 2, 4, 1, 7], len(signs))
    votes = Votes.voted(np.zeros(3), 0, points_of, signs, counts, True)
    assert compare("rbf(sigma=1)", points, votes, View(away - 1, away + 1, -1, 1), 200, 200)[0] == 0


@pytest.mark.parametrize("weight", ["3", "0.1", "1e-40", "1e-320", "1e40", "0"])
@pytest.mark.parametrize(
    "kernel", ["rbf(sigma=2)", "rbf(sigma=0.3)", "linear()", "matern32(length=0.2)", "rbf(sigma=0.5)**2"]
)
def test_a_multiple_of_a_kernel_leaves_ties_of_its_bias_ties(weight, kernel):
    votes = votes_at_random(SCATTERED, 100, biased=True)
    assert compare(f"{weight}*{kernel}", SCATTERED, votes, View(-40, 40, -40, 40), 160, 120)[0] == 0


@pytest.mark.parametrize("kernel", ["linear()", "rbf(sigma=2)", "rbf(sigma=0.3)", "matern32()"])
def test_billions_of_votes_are_counted_one_by_one(kernel):
    votes = votes_at_random(SCATTERED, 100, most=(1 << 30) + 1)
    raster, later = (
        Raster(parse(kernel), DistinctPoints(SCATTERED), VIEW, 160, 120),
        votes_at_random(SCATTERED, 100, most=9),
    )
    assert compare(kernel, SCATTERED, votes, VIEW, 160, 120, raster)[0] == 0
    more = Votes.voted(
        np.zeros(40),
        0,
        np.concatenate([votes.points, later.points]),
        np.concatenate([votes.signs, later.signs]),
        np.concatenate([votes.counts, later.counts]),
        False,
    )
    assert compare(kernel, SCATTERED, more, VIEW, 160, 120, raster)[0] == 0


def test_a_kernel_that_overflows_in_the_rectangle_is_refused_by_a_sentence():
    model = api.fit([[0, 0], [2, 1]], [-1, 1], "exp(linear())", "voted_perceptron()")
    assert np.isfinite(model.field((-9, 9, -9, 9), (40, 30))).all()
    with pytest.raises(KpguiError, match="too large to compute"):
        model.field((-999, 999, -999, 999), (40, 30))


def test_a_point_that_voted_either_way_cancels_whatever_is_beside_it():
    rng = np.random.default_rng(0)
    points = rng.normal(size=(200, 2))
    points[100] = 1e-101, 2e-101  # so small that the cosine takes another way
    which = np.append(np.repeat(np.delete(np.arange(200), 100), 2), [100, 7])
    signs = np.append(np.tile([1.0, -1.0], 199), [1.0, 1.0])
    votes = Votes.voted(np.zeros(200), 0.0, which, signs, rng.integers(1, 9, len(which)), False)
    kernel = parse("cosine() + matern32()")
    field = Raster(kernel, DistinctPoints(points), VIEW, 40, 40).values(votes)
    np.testing.assert_array_equal(field.ravel(), exact_votes(votes, kernel, points, pixels(VIEW, 40, 40)))


@pytest.mark.parametrize("size", [(9, 7), (97, 65)])
@pytest.mark.parametrize("kernel", ["linear()", "poly()"])
def test_a_tie_at_the_middle_of_a_pixel_is_nobodys_vote(kernel, size):
    points = np.random.default_rng(0).normal(size=(30, 2))
    model = api.fit(points, np.where(points[:, 0] > 0, 1, -1), kernel, "voted_perceptron()")
    field = model.field((-2, 2, -2, 2), size)
    assert field[size[1] // 2, size[0] // 2] == model.decision([[0, 0]])[0]


@pytest.mark.slow
@pytest.mark.parametrize("extent", [1e-30, 1e20, 1e60])
def test_very_large_and_very_small_hypotheses_keep_their_signs(extent):
    points = np.random.default_rng(0).normal(size=(40, 2))
    model = api.fit(points, np.where(points.prod(axis=1) > 0, 1, -1), "poly(degree=3)", "voted_perceptron()")
    field = model.field((-extent, extent, -extent, extent), (64, 48))
    votes = model.decision(pixels(View(-extent, extent, -extent, extent), 64, 48))
    np.testing.assert_array_equal(field.ravel(), votes)


def test_a_tie_at_the_end_of_a_run_leaves_the_sign_to_the_faintest_kernel():
    points = np.array([[0, 0], [3, 0.5]])
    voters, signs = [0] * 16 + [1], [1, -1] * 8 + [-1]
    votes = Votes.voted(np.zeros(2), 0, voters, signs, [1] * 17, False)
    for x, y in np.random.default_rng(0).uniform(-1, 1, (40, 2)):
        assert compare("rbf(sigma=0.3)", points, votes, View(x, x + 1e-3, y, y + 1e-3), 1, 1)[0] == 0


@pytest.mark.parametrize(
    ("kernel", "bias"),
    [("poly(degree=2)", "false"), ("linear()", "true"), ("rbf(sigma=0.4)", "true"), ("laplacian()", "true")],
)
@pytest.mark.parametrize("size", [33, 64])
def test_where_hypotheses_are_0_by_symmetry_the_picture_has_the_votes_of_exact_scores(kernel, bias, size):
    model = api.fit(
        [[-0.3, -0.6], [-0.3, 0.6], [0.3, 0.6], [0.3, -0.6]],
        [1, -1, 1, -1],
        kernel,
        f"voted_perceptron(epochs=9, bias={bias})",
    )
    field = model.field((-1, 1, -1, 1), (size, size))
    votes = model.decision(pixels(View(-1, 1, -1, 1), size, size))
    np.testing.assert_array_equal(field.ravel(), votes)


def test_tails_beside_a_bias_that_has_come_back_to_0_vote_in_the_picture():
    points, labels = [[-12.5, 0], [12.5, 0], [-3.5, 0], [-8, 0], [7, 0]], [1, -1, 1, -1, 1]
    model = api.fit(points, labels, "rbf(sigma=0.5)", "voted_perceptron(epochs=5, bias=true)")
    field = model.field((-16, 16, -4, 4), (120, 30))
    votes = model.decision(pixels(View(-16, 16, -4, 4), 120, 30))
    np.testing.assert_array_equal(field.ravel(), votes)
    assert len(np.unique(votes)) > 3


@pytest.mark.parametrize("bias", ["true", "false"])
@pytest.mark.parametrize(
    "kernel",
    ["linear()*rbf()", "rbf(sigma=0.5) - 0.5*rbf(sigma=1)", "exponential()*linear()", "rbf()**2", "1e40*rbf()"],
)
def test_tails_of_kernels_of_either_sign_vote(kernel, bias):
    dataset, view = noisy_moons(100, noise=0.3), View(-20, 20, -20, 20)
    model = api.fit(dataset.points, dataset.labels, kernel, f"voted_perceptron(epochs=5, bias={bias})")
    field = model.field((-20, 20, -20, 20), (120, 100))
    some = np.random.default_rng(0).choice(field.size, 1000, replace=False)
    np.testing.assert_array_equal(field.ravel()[some], model.decision(pixels(view, 120, 100)[some]))


@pytest.mark.parametrize("kernel", ["rbf(sigma=0.3)", "matern32()", "poly(degree=3)"])
def test_where_scoring_anew_would_take_too_long_float64_has_the_last_word(monkeypatch, kernel):
    monkeypatch.setattr(running_sums, "MOST_VALUES", 0)
    assert compare(kernel, SCATTERED, votes_at_random(SCATTERED, 60), VIEW, 90, 70)[0] < 1e-3


@pytest.mark.slow
def test_where_every_hypothesis_is_within_rounding_of_0_nobody_votes():
    votes = votes_at_random(SCATTERED, 100)
    field = Raster(parse("matern32() - matern32()"), DistinctPoints(SCATTERED), VIEW, 200, 200).values(votes)
    np.testing.assert_array_equal(field, np.zeros((200, 200)))


def test_points_that_no_kernel_value_tells_apart_do_not_have_each_pixel_scored_anew(monkeypatch):
    """Every second prototype is within rounding of 0 everywhere, and is taken to be 0 once enough were scored anew."""
    monkeypatch.setattr(running_sums, "MOST_VALUES", 1 << 15)
    scored = []
    original = running_sums.RoundedHypotheses.signs_of

    def signs_of(self, voters, *args):
        scored.append(len(voters))
        return original(self, voters, *args)

    monkeypatch.setattr(running_sums.RoundedHypotheses, "signs_of", signs_of)
    points = [[5e-324, 1e-323], [2e-323, 5e-324], [1.5e-323, 1.5e-323]]
    model = api.fit(points, [-1, 1, -1], "rbf(sigma=1)", "voted_perceptron()")
    field = model.field((-3, 3, -2, 2), (160, 128))
    assert sum(scored) < 2 * field.size
    np.testing.assert_allclose(field, -2 / 3, atol=0.02)
