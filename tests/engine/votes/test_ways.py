"""Whichever way a part of a voted field takes, it has the vote of exact scores at every pixel."""

import numpy as np
import pytest

from kpgui.engine.exact import DistinctPoints
from kpgui.engine.votes.exact_votes import exact_votes
from kpgui.engine.votes.running_sums import DirectSums
from kpgui.engine.votes.votes import BoundsPruning, VoteField
from kpgui.kernels import kernel as parse
from kpgui.model.expansion import Votes
from kpgui.model.session import View
from tests.engine.votes.voters import SCATTERED, VIEW, pixels, votes_at_random


@pytest.mark.parametrize("biased", [False, True])
@pytest.mark.parametrize("sigma", [0.15, 0.5, 2, 20])
def test_an_rbf_of_any_width_has_the_vote_of_exact_scores_at_every_pixel(sigma, biased):
    points, kernel = np.random.default_rng(0).normal(0.5, 0.7, (30, 2)), parse(f"rbf(sigma={sigma})")
    votes, out = votes_at_random(points, 90, biased), np.empty((64, 80))
    field = VoteField(kernel, DistinctPoints(points), VIEW, 80, 64)
    for _ in field.fill(votes, out):
        pass
    assert all(isinstance(part, BoundsPruning) for part in field._parts)
    np.testing.assert_array_equal(out.ravel(), exact_votes(votes, kernel, points, pixels(VIEW, 80, 64)))


@pytest.mark.parametrize("biased", [False, True])
@pytest.mark.parametrize("kernel", ["linear()", "poly(degree=2, c=0)", "poly(degree=3)", "poly(degree=10)"])
def test_a_polynomial_has_the_vote_of_exact_scores_at_every_pixel(kernel, biased):
    points, kernel = np.random.default_rng(0).normal(0.5, 0.7, (30, 2)), parse(kernel)
    votes, out = votes_at_random(points, 90, biased), np.empty((64, 80))
    field = VoteField(kernel, DistinctPoints(points), VIEW, 80, 64)
    for _ in field.fill(votes, out):
        pass
    assert all(isinstance(part, DirectSums) for part in field._parts)
    np.testing.assert_array_equal(out.ravel(), exact_votes(votes, kernel, points, pixels(VIEW, 80, 64)))


@pytest.mark.slow
@pytest.mark.parametrize(("kernel", "way"), [("rbf(sigma=2)", BoundsPruning), ("linear()", DirectSums)])
def test_doubts_about_early_voters_are_few_among_many_voters(kernel, way):
    points = np.vstack([SCATTERED, SCATTERED[0] + [1e-9, 0]])
    begin, then = [0, 40] * 3, votes_at_random(SCATTERED, 900)
    voters, signs = np.concatenate([begin, then.points]), np.concatenate([[1, -1] * 3, then.signs])
    votes = Votes.voted(np.zeros(41), 0, voters, signs, np.concatenate([[5] * 6, then.counts]), False)
    field, out = VoteField(parse(kernel), DistinctPoints(points), VIEW, 96, 96), np.empty((96, 96))
    for _ in field.fill(votes, out):
        pass
    assert all(isinstance(part, way) for part in field._parts)
    np.testing.assert_array_equal(out.ravel(), exact_votes(votes, parse(kernel), points, pixels(VIEW, 96, 96)))


def agrees(kernel, points, votes, view):
    """The parts of a field that is the vote at every pixel."""
    field, out = VoteField(parse(kernel), DistinctPoints(points), view, 96, 96), np.empty((96, 96))
    for _ in field.fill(votes, out):
        pass
    np.testing.assert_array_equal(out.ravel(), exact_votes(votes, parse(kernel), points, pixels(view, 96, 96)))
    return field._parts


@pytest.mark.parametrize("across", [8, 7], ids=["1e21 across", "1e39 across"])
def test_a_faint_factor_beside_a_large_one_is_worked_out(across):
    # By the places next to the picture the factors of the first two are about 1e-44 up, and as large as that across.
    points = np.array([[0, -3.2], [0.03, -3.2003], [across, -3], [across, 10.2]])
    votes = Votes.voted(np.zeros(4), 0, [0, 1] * 2, [1, -1] * 2, [1, 2, 4, 8], False)
    (part,) = agrees("periodic(period=10, length=0.12)", points, votes, View(9.95, 10.05, 9.95, 10.05))
    assert isinstance(part, BoundsPruning)


@pytest.mark.parametrize("away", [9.4, 9.8, 10])
def test_faint_hypotheses_are_worked_out(away):
    # The place in the picture never votes.
    points = np.array([[0, 0], [away, away + 0.1], [away + 0.1, away]])
    votes = Votes.voted(np.zeros(3), 0, [1, 2] * 2, [1, -1] * 2, [1, 2, 4, 8], False)
    (part,) = agrees("rbf(sigma=1)", points, votes, View(-0.1, 0.1, -0.1, 0.15))
    assert isinstance(part, BoundsPruning)


@pytest.mark.parametrize("side", [1e-4, 2e-4, 5e-4])
def test_what_is_rounded_before_the_biases_cancel_it_is_put_right(side):
    """Next to the first point, whose 33 votes 66 far ones cancel: there f is 33·(K − 1)."""
    points = np.array([[0.3, 0.2], [60, 60], [-60, 60]])
    voters, signs = [0] * 33 + [1] * 66 + [2] * 20, [1] * 33 + [-1] * 66 + [1, -1] * 10
    votes = Votes.voted(np.zeros(3), 0, voters, signs, np.ones(119), True)
    (part,) = agrees("rbf(sigma=0.5)", points, votes, View(0.3 - side, 0.3 + 2 * side, 0.2 - side, 0.2 + side))
    assert isinstance(part, BoundsPruning)


@pytest.mark.parametrize(("apart", "side"), [(2e-6, 0.3), (2.5e-6, 0.23), (2.5e-6, 0.37)])
def test_what_is_rounded_on_the_way_down_again_is_put_right(apart, side):
    """Equal terms are rounded in the same direction again and again, more than the terms themselves."""
    points, signs = np.array([[0, 0], [apart, apart]]), [1] * 28 + [-1] * 28 + [1]
    votes = Votes.voted(np.zeros(2), 0, [0] * 28 + [1] * 28 + [0], signs, np.ones(57), False)
    (part,) = agrees("rbf(sigma=1)", points, votes, View(-side, side, -side, side))
    assert isinstance(part, BoundsPruning)


def taken_in(kernel, points):
    """The part of a field of 80 voters, and in how many pieces of work it was filled."""
    votes = Votes.voted(np.zeros(40), 0, np.resize(np.arange(40), 80), np.resize([1, -1], 80), np.ones(80), False)
    field = VoteField(parse(kernel), DistinctPoints(points), VIEW, 512, 512)
    pieces = sum(1 for _ in field.fill(votes, np.empty((512, 512))))
    (part,) = field._parts
    return part, pieces


@pytest.mark.parametrize("kernel", ["laplacian(sigma=1)", "rbf(sigma=0.1)"])
def test_what_is_worked_out_at_many_pixels_is_many_pieces_of_work(kernel):
    near = np.repeat(SCATTERED[:20], 2, axis=0)
    near[::2, 0] += 1e-6  # by bounds no other than the point beside it
    part, pieces = taken_in(kernel, near)
    assert isinstance(part, BoundsPruning)
    assert pieces > 100


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kernel", "size"),
    [
        ("rbf(sigma=2)", (200, 240)),
        ("rbf(sigma=3)", (200, 240)),
        ("poly(degree=3)", (64, 40)),
        ("rbf(sigma=0.3)", (200, 240)),
        ("laplacian(sigma=1)", (200, 240)),
    ],
)
def test_wherever_a_field_is_called_off_voters_that_come_then_are_heard_as_well(kernel, size):
    points, kernel = np.random.default_rng(0).normal(0.5, 0.7, (30, 2)), parse(kernel)
    all_votes, out = votes_at_random(points, 200), np.empty(size)
    first = Votes.voted(
        np.zeros(30), 0, *(of[:150] for of in (all_votes.points, all_votes.signs, all_votes.counts)), False
    )
    places = DistinctPoints(points)
    pieces = sum(1 for _ in VoteField(kernel, places, VIEW, *size[::-1]).fill(first, out))
    assert pieces > 9
    for _ in VoteField(kernel, places, VIEW, *size[::-1]).fill(all_votes, out):
        pass
    expected = out.copy()
    for most in range(1, pieces):
        field = VoteField(kernel, places, VIEW, *size[::-1])
        working = field.fill(first, out)
        for _ in range(most):
            next(working)
        working.close()
        for _ in field.fill(all_votes, out):
            pass
        np.testing.assert_array_equal(out, expected)
