"""What the field of a vote keeps, or puts off, comes back as it was."""

import numpy as np
import pytest

from kpgui.engine.exact.distinct_points import DistinctPoints
from kpgui.engine.picture.raster import Raster
from kpgui.engine.votes import row_cache as kept
from kpgui.engine.votes.deferred import VALUES, Deferred, DeferredBlock
from kpgui.engine.votes.patches import Basis
from kpgui.engine.votes.row_cache import RowCache
from kpgui.kernels import kernel as parse
from kpgui.model.session import View
from kpgui.model.votes import Votes


def test_what_is_computed_for_a_place_is_computed_once():
    asked = []

    def compute(places):
        asked.extend(places[:, 0].tolist())
        return places.sum(axis=1), np.repeat(places[:, :1], 3, axis=1)

    rows, places = RowCache(compute), np.arange(20.0).reshape(10, 2)
    for points in ([3, 1, 3], [1, 7, 3], [7, 1]):
        sums, firsts = rows.of(np.array(points), places[points])
        assert sums.tolist() == places[points].sum(axis=1).tolist()
        assert firsts.tolist() == [[x, x, x] for x in places[points, 0]]
    assert sorted(asked) == [2, 6, 14]


def test_more_places_than_are_kept_are_computed_again(monkeypatch):
    monkeypatch.setattr(kept, "MOST", 7)
    rows, places = RowCache(lambda places: (places**2,)), np.arange(40.0).reshape(20, 2)
    for points in np.random.default_rng(0).integers(0, 20, (60, 5)):
        np.testing.assert_array_equal(rows.of(points, places[points])[0], places[points] ** 2)


@pytest.mark.parametrize("kernel", ["rbf(sigma=2)", "rbf(sigma=0.3)"])
def test_voters_at_more_places_than_are_kept_are_all_heard(kernel):
    rng, view = np.random.default_rng(0), View(-2, 2, -2, 2)
    points, voters = rng.normal(size=(2 * kept.MOST, 2)), rng.integers(0, 2 * kept.MOST, 3 * kept.MOST)
    votes = Votes.voted(np.zeros(len(points)), 0, voters, rng.choice([-1.0, 1.0], len(voters)), 1 + 0 * voters, False)
    field = Raster(parse(kernel), DistinctPoints(points), view, 64, 48).values(votes)
    xs, ys = np.linspace(-2, 2, 129)[1::2], np.linspace(-2, 2, 97)[1::2]
    pixels = np.column_stack([np.tile(xs, 48), np.repeat(ys, 64)])
    assert np.mean(field.ravel() != votes.decision(parse(kernel), points, pixels)) < 1e-3


@pytest.mark.parametrize("count", [10, VALUES // 64 + 1, 3 * VALUES // 64])
def test_what_is_put_off_comes_back_once_and_patch_by_patch(count):
    rng, waiting = np.random.default_rng(0), Deferred(5000, 64, 3)
    for _ in range(2):
        patches, numbers = rng.integers(0, 5000, count), np.arange(count, dtype=np.float64)
        coefficients = np.repeat(patches[:, None], 3, axis=1).astype(np.float32)
        for some in np.array_split(np.arange(count), 3):
            few = patches[some], coefficients[some], -numbers[some], some, numbers[some]
            waiting.add(DeferredBlock(*few))
        assert waiting.many == (count > VALUES // 64)
        waiting.sort()
        blocks = []
        while waiting.sorted:
            blocks.append(waiting.take_out(1000))
        found = DeferredBlock(*(np.concatenate(parts) for parts in zip(*blocks, strict=True)))
        np.testing.assert_array_equal(found.patches, np.sort(patches))
        np.testing.assert_array_equal(np.sort(found.voters), np.arange(count))
        np.testing.assert_array_equal(found.patches, patches[found.voters])
        np.testing.assert_array_equal(found.coefficients, coefficients[found.voters])
        np.testing.assert_array_equal(found.errors, -found.weights)
        np.testing.assert_array_equal(found.weights, found.voters)


@pytest.mark.parametrize("side", [8, 16])
def test_a_polynomial_on_a_patch_is_at_most_the_sizes_of_its_coefficients_off_the_first(side):
    basis = Basis(4, side)
    assert np.abs(basis.on_patch).max() <= 1 + 1e-6
    np.testing.assert_array_equal(basis.on_patch[0], 1)
    line = np.polynomial.Polynomial([1, 2, -3, 0.5, 1])(np.linspace(-1, 1, side))
    np.testing.assert_allclose(basis.to_pixels @ (line @ basis.to_coefficients), line, atol=1e-12)
