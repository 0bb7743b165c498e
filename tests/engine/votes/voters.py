"""Voters, and their votes in a field beside those by the definition."""

import numpy as np

from kpgui.engine.evaluators.terms import centres
from kpgui.engine.exact import DistinctPoints
from kpgui.engine.picture.raster import Raster
from kpgui.engine.votes.exact_votes import exact_votes
from kpgui.kernels import kernel as parse
from kpgui.model.expansion import Votes
from kpgui.model.session import View

VIEW = View(-2, 3, -2, 2.5)


def pixels(view, nx, ny):
    """The centres of the pixels, (ny·nx, 2)."""
    xs, ys = centres(view.xmin, view.xmax, nx), centres(view.ymin, view.ymax, ny)
    return np.column_stack([np.tile(xs, ny), np.repeat(ys, nx)])


def votes_at_random(points, voters, biased=False, most=9, seed=0):
    """Voters at random points (n, 2), with 0 to `most` votes each."""
    rng, n = np.random.default_rng(seed), len(points)
    signs, counts = rng.choice([-1.0, 1.0], voters), rng.integers(0, most, voters, endpoint=True)
    return Votes.voted(np.zeros(n), 0, rng.integers(0, n, voters), signs, counts, biased)


def compare(kernel, points, votes, view, nx, ny, raster=None):
    """The share of pixels whose value in the field is not the vote there, and by how much at most."""
    raster = raster or Raster(parse(kernel), DistinctPoints(points), view, nx, ny)
    field = raster.values(votes).ravel()
    assert np.isfinite(field).all()
    some = np.random.default_rng(1).choice(field.size, min(3000, field.size), replace=False)
    wrong = np.abs(field[some] - exact_votes(votes, parse(kernel), points, pixels(view, nx, ny)[some]))
    return np.mean(wrong > 0), wrong.max()


SCATTERED = np.random.default_rng(0).normal(size=(40, 2))
