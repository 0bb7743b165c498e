"""The field of a vote goes on from the one before, whatever became of that."""

import numpy as np
import pytest

from kpgui import api
from kpgui.engine.exact import DistinctPoints
from kpgui.engine.picture.raster import Raster
from kpgui.engine.run.run import Run
from kpgui.kernels import Kernel
from kpgui.kernels import kernel as parse
from kpgui.model.errors import KpguiError
from kpgui.model.expansion import Votes
from kpgui.model.session import Session, View
from tests.engine.votes.voters import SCATTERED, VIEW, compare, votes_at_random
from tests.strategies import noisy_moons


@pytest.mark.parametrize(
    "kernel", ["rbf(sigma=0.4)", "rbf(sigma=2)", "rbf(sigma=3)", "poly(degree=2)", "laplacian(sigma=1)"]
)
def test_a_field_that_goes_on_from_the_one_before_is_the_field_from_scratch(kernel):
    dataset = noisy_moons(200, noise=0.5)
    run = Run(Session(dataset, kernel, "voted_perceptron(epochs=8)"))
    places = DistinctPoints(dataset.points)
    kept = Raster(run.kernel, places, VIEW, 90, 64)
    for steps in (1, 3, 40, 200, 0, 300):
        run.advance(steps)
        anew = Raster(run.kernel, places, VIEW, 90, 64)
        np.testing.assert_array_equal(kept.values(run.expansion()), anew.values(run.expansion()))
    run.seek(60)
    anew = Raster(run.kernel, places, VIEW, 90, 64)
    np.testing.assert_array_equal(kept.values(run.expansion()), anew.values(run.expansion()))


@pytest.mark.parametrize("kernel", ["linear()", "rbf(sigma=0.3)", "matern32()"])
def test_other_counts_of_the_same_voters_are_counted(kernel):
    votes, raster = votes_at_random(SCATTERED, 50), Raster(parse(kernel), DistinctPoints(SCATTERED), VIEW, 64, 48)
    raster.values(votes)
    for voter, count in ((10, 500), (49, 700), (49, 200), (49, 0)):
        counts = votes.counts.copy()
        counts[voter] = count
        votes = Votes.voted(votes.beta, 0, votes.points, votes.signs, counts, False)
        assert compare(kernel, SCATTERED, votes, VIEW, 64, 48, raster)[0] == 0


@pytest.mark.parametrize("kernel", ["linear()", "rbf(sigma=0.3)", "matern32()"])
def test_other_labels_or_a_bias_on_the_same_points_are_other_voters(kernel):
    votes, raster = votes_at_random(SCATTERED, 50), Raster(parse(kernel), DistinctPoints(SCATTERED), VIEW, 64, 48)
    before = raster.values(votes)
    flipped = Votes.voted(votes.beta, 0, votes.points, -votes.signs, votes.counts, False)
    np.testing.assert_array_equal(raster.values(flipped), -before)
    biased = Votes.voted(votes.beta, 0, votes.points, -votes.signs, votes.counts, True)
    assert compare(kernel, SCATTERED, biased, VIEW, 64, 48, raster)[0] == 0


def test_a_field_that_failed_half_way_begins_anew(monkeypatch):
    kernel = parse("matern32()")
    votes, places = votes_at_random(SCATTERED, 200), DistinctPoints(SCATTERED)
    raster, gram, calls = Raster(kernel, places, VIEW, 40, 40), Kernel.gram, []

    def once_without_memory(*args):
        calls.append(args)
        if len(calls) == 3:
            raise MemoryError
        return gram(*args)

    monkeypatch.setattr(Kernel, "gram", once_without_memory)
    with pytest.raises(MemoryError):
        raster.values(votes)
    np.testing.assert_array_equal(raster.values(votes), Raster(kernel, places, VIEW, 40, 40).values(votes))


def test_a_field_that_was_refused_is_refused_again():
    places = DistinctPoints(np.array([[0.0, 0.0], [26.0, 0.0]]))
    votes = Votes.voted(np.zeros(2), 0.0, np.array([0, 1]), np.array([1.0, -1.0]), np.array([1, 2]), False)
    raster = Raster(parse("exp(linear()) + rbf(sigma=1)"), places, View(0, 28, 0, 28), 64, 64)
    for _ in range(9):  # it is too large in the last columns only
        with pytest.raises(KpguiError, match="too large to compute"):
            raster.values(votes)


@pytest.mark.parametrize(
    "kernel", ["rbf(sigma=2)", "poly(degree=3)", "rbf(sigma=1.3)", "rbf(sigma=0.3)", "laplacian(sigma=1)"]
)
def test_a_field_that_is_called_off_again_and_again_loses_no_vote(kernel):
    dataset = noisy_moons(300, noise=0.5)
    run = Run(Session(dataset, kernel, "voted_perceptron(epochs=60)"))
    places = DistinctPoints(dataset.points)
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


def doubtful():
    """Votes of two points that are nearly one: on a part in single precision their signs hang on the last bits."""
    points = np.array([[0.3, 0.2], [0.3 + 1e-9, 0.2]])
    return points, Votes.voted(np.zeros(2), 0, [0, 1] * 20, [1, -1] * 20, [5] * 40, False)


@pytest.mark.parametrize("kernel", ["linear()", "rbf(sigma=5)"])
def test_a_field_that_is_called_off_while_another_way_is_begun_loses_no_vote(kernel):
    points, votes = doubtful()
    other, out = votes_at_random(points, 40), np.empty((70, 70))
    scratch = Raster(parse(kernel), DistinctPoints(points), VIEW, 70, 70)
    whole = sum(1 for _ in scratch.fill(votes, out))
    expected = out.copy()
    for pieces in range(whole + 1):
        raster = Raster(parse(kernel), DistinctPoints(points), VIEW, 70, 70)
        for some, most in ((votes, pieces), (other, pieces)):  # the others begin anew, and are called off as well
            working = raster.fill(some, out)
            for _ in range(most):
                next(working, None)
            working.close()
        np.testing.assert_array_equal(raster.values(votes), expected)


def test_a_field_whose_first_way_was_too_doubtful_goes_on_in_the_other():
    points, votes = doubtful()
    raster, out = Raster(parse("linear()"), DistinctPoints(points), VIEW, 70, 70), np.empty((70, 70))
    first, again = (sum(1 for _ in raster.fill(votes, out)) for _ in range(2))
    assert again < first / 2


@pytest.mark.parametrize("kernel", ["rbf(sigma=2)", "laplacian(sigma=1)", "matern32()"])
def test_a_field_that_is_called_off_as_it_begins_anew_does_not_go_on_from_the_old_one(kernel):
    dataset = noisy_moons(60, noise=0.4)
    first, other = (
        api.train(Session(dataset, kernel, "voted_perceptron(epochs=3)", order)).expansion
        for order in ("dataset", "reversed")
    )
    raster, out = Raster(parse(kernel), DistinctPoints(dataset.points), VIEW, 90, 64), np.empty((64, 90))
    expected = raster.values(first)
    working = raster.fill(other, out)
    next(working)
    working.close()
    np.testing.assert_array_equal(raster.values(first), expected)
