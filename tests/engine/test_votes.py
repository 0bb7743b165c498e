"""The field of a vote is the vote at every pixel."""

import numpy as np
import pytest

from kpgui import api
from kpgui.engine.places import Places
from kpgui.engine.raster import Raster
from kpgui.engine.run import Run
from kpgui.engine.terms import centres
from kpgui.kernels import Kernel
from kpgui.kernels import kernel as parse
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session, View
from kpgui.model.votes import Votes
from tests.strategies import noisy_moons

VIEW = View(-2, 3, -2, 2.5)


def pixels(view, nx, ny):
    """The centres of the pixels, (ny·nx, 2)."""
    xs, ys = centres(view.xmin, view.xmax, nx), centres(view.ymin, view.ymax, ny)
    return np.column_stack([np.tile(xs, ny), np.repeat(ys, nx)])


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
    assert np.mean(field != votes) < 2e-4  # a pixel on a boundary to the last bits may be on either side of it
    np.testing.assert_allclose(field, votes, atol=0.05)


CLOSE, WIDE = View(-0.5, 1.5, -0.8, 0.9), View(-30, 30, -20, 25)


@pytest.mark.parametrize(
    ("view", "bias"),  # from afar a kernel may be lost in the last bits of a bias
    [(VIEW, "false"), (VIEW, "true"), (CLOSE, "false"), (CLOSE, "true"), (WIDE, "false")],
    ids=["all points", "all points, bias", "closer", "closer, bias", "from afar"],
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
    assert np.mean(field.ravel()[some] != votes) < 2e-3  # signs that hang on the last bits
    np.testing.assert_allclose(field.ravel()[some], votes, atol=0.05)


@pytest.mark.parametrize("kernel", ["rbf(sigma=2)", "rbf(sigma=0.3)", "matern32()"])
def test_contradictory_twins_leave_no_vote_where_they_cancel(kernel):
    model = api.fit([[0, 0], [0, 0], [1, 1]], [1, -1, 1], kernel, "voted_perceptron(epochs=100)")
    field = model.field((-2, 2, -2, 2), (100, 100))
    votes = model.decision(pixels(View(-2, 2, -2, 2), 100, 100))
    assert np.mean(field.ravel() != votes) < 2e-3


def test_a_vote_is_between_minus_one_and_one_and_zero_before_the_first_mistake():
    dataset = noisy_moons(30)
    session = Session(dataset, "rbf(sigma=0.3)", "voted_perceptron()")
    assert not api.train(session, steps=0).field((0, 1, 0, 1), (9, 9)).any()
    field = api.train(session).field((-2, 3, -2, 2), (64, 64))
    assert 0 < np.abs(field).max() <= 1


@pytest.mark.parametrize("kernel", ["rbf(sigma=0.4)", "rbf(sigma=2)", "poly(degree=2)", "laplacian(sigma=1)"])
def test_a_field_that_goes_on_from_the_one_before_is_the_field_from_scratch(kernel):
    dataset = noisy_moons(200, noise=0.5)
    run = Run(Session(dataset, kernel, "voted_perceptron(epochs=8)"))
    places = Places(dataset.points)
    kept = Raster(run.kernel, places, VIEW, 90, 64)
    for steps in (1, 3, 40, 200, 0, 300):
        run.advance(steps)
        anew = Raster(run.kernel, places, VIEW, 90, 64)
        np.testing.assert_array_equal(kept.values(run.expansion()), anew.values(run.expansion()))
    run.seek(60)
    anew = Raster(run.kernel, places, VIEW, 90, 64)
    np.testing.assert_array_equal(kept.values(run.expansion()), anew.values(run.expansion()))


@pytest.mark.parametrize("kernel", ["rbf(sigma=0.1)", "laplacian(sigma=1)", "linear()", "matern32()"])
def test_without_points_nobody_votes(kernel):
    nothing = Votes.voted([], 0, [], [], [], False)
    field = Raster(parse(kernel), Places(np.zeros((0, 2))), VIEW, 40, 30).values(nothing)
    np.testing.assert_array_equal(field, np.zeros((30, 40)))


def test_far_from_all_points_where_every_hypothesis_underflows_nobody_votes():
    dataset = Dataset.of([[0, 0], [1, 0]], [1, -1])
    model = api.fit(dataset.points, dataset.labels, "rbf(sigma=0.1)", "voted_perceptron()")
    assert not model.field((50, 51, 50, 51), (64, 64)).any()


def test_a_region_where_a_laplacian_cancels_has_one_colour():
    points, labels = np.array([[0, 0], [0, 0], [1, 1]]), np.array([1, -1, 1])
    model = api.fit(points, labels, "laplacian(sigma=1)", "voted_perceptron(epochs=100)")
    field = model.field((1, 5, -5, 0), (100, 100))
    # There |x| + |y| = |x − 1| + |y − 1|: the kernel is the same to all three points.
    hypotheses = np.cumsum(labels[model.details["points"]])
    counts = model.details["votes"]
    np.testing.assert_allclose(field, counts @ np.sign(hypotheses) / counts.sum(), atol=1e-12)


class Waves(Kernel):
    """cos(x − x')·cos(y − y'), whose factors may be negative."""

    separable = True

    def rule(self):
        return "a product"

    def values(self, X, Z):
        return self.factor(X[:, 0], Z[:, 0]) * self.factor(X[:, 1], Z[:, 1])

    def diagonal_values(self, X):
        return np.ones(len(X))

    def factor(self, x, z):
        return np.cos(np.subtract.outer(x, z))


@pytest.mark.parametrize("biased", [False, True])
def test_a_kernel_with_negative_factors_votes_as_by_the_definition(biased):
    rng = np.random.default_rng(3)
    points, voters = rng.normal(size=(30, 2)), rng.integers(0, 30, 400)
    votes = Votes.voted(np.zeros(30), 0, voters, rng.choice([-1, 1], 400), rng.integers(0, 9, 400), biased)
    field = Raster(Waves(), Places(points), VIEW, 90, 64).values(votes)
    np.testing.assert_array_equal(field.ravel(), votes.decision(Waves(), points, pixels(VIEW, 90, 64)))


def test_a_kernel_that_overflows_in_the_rectangle_is_refused_by_a_sentence():
    model = api.fit([[0, 0], [2, 1]], [-1, 1], "exp(linear())", "voted_perceptron()")
    assert np.isfinite(model.field((-9, 9, -9, 9), (40, 30))).all()
    with pytest.raises(KpguiError, match="too large to compute"):
        model.field((-999, 999, -999, 999), (40, 30))


@pytest.mark.parametrize("size", [(9, 7), (97, 65)])
@pytest.mark.parametrize("kernel", ["linear()", "poly()"])
def test_a_tie_at_the_middle_of_a_pixel_is_nobodys_vote(kernel, size):
    points = np.random.default_rng(0).normal(size=(30, 2))
    model = api.fit(points, np.where(points[:, 0] > 0, 1, -1), kernel, "voted_perceptron()")
    field = model.field((-2, 2, -2, 2), size)
    assert field[size[1] // 2, size[0] // 2] == model.decision([[0, 0]])[0]


@pytest.mark.parametrize("extent", [1e-30, 1e20, 1e60])
def test_very_large_and_very_small_hypotheses_keep_their_signs(extent):
    points = np.random.default_rng(0).normal(size=(40, 2))
    model = api.fit(points, np.where(points.prod(axis=1) > 0, 1, -1), "poly(degree=3)", "voted_perceptron()")
    field = model.field((-extent, extent, -extent, extent), (64, 48))
    votes = model.decision(pixels(View(-extent, extent, -extent, extent), 64, 48))
    np.testing.assert_allclose(field.ravel(), votes, atol=0.01)


@pytest.mark.parametrize("kernel", ["rbf(sigma=2)", "poly(degree=3)", "rbf(sigma=0.3)", "laplacian(sigma=1)"])
def test_a_field_that_is_called_off_again_and_again_loses_no_vote(kernel):
    dataset = noisy_moons(300, noise=0.5)
    run = Run(Session(dataset, kernel, "voted_perceptron(epochs=60)"))
    places = Places(dataset.points)
    kept, out = Raster(run.kernel, places, VIEW, 160, 128), np.empty((128, 160))
    pieces = np.random.default_rng(0)
    for _ in range(12):
        run.advance(1000)
        working = kept.fill(run.expansion(), out)
        for _ in range(pieces.integers(10, 60)):
            next(working, None)
        working.close()
    anew = Raster(run.kernel, places, VIEW, 160, 128)
    np.testing.assert_array_equal(kept.values(run.expansion()), anew.values(run.expansion()))
