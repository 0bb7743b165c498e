"""The boundaries of single prototypes: the hypotheses of a voted perceptron, each by itself."""

from collections.abc import Iterable

import numpy as np

from kpgui.model.arrays import Floats
from kpgui.model.cancel import Token
from kpgui.model.expansion import Expansion
from kpgui.model.session import Session, View
from kpgui.model.votes import Votes

PIXELS = 256
"""Pixels along the longer side of the rectangle in which a boundary is found."""


def prototype(votes: Votes, k: int) -> Expansion:
    """The hypothesis with the 0-based number k: the sum of the first k + 1 mistakes."""
    signs, points = votes.signs[: k + 1], votes.points[: k + 1]
    terms = np.bincount(points, signs, len(votes.beta))
    return Expansion.of(terms, float(signs.sum()) if votes.biased else 0.0)


def boundaries(session: Session, votes: Votes, chosen: Iterable[int], view: View, token: Token) -> dict[int, Floats]:
    """The curve v_k = 0 in a rectangle for each of these k, (m, 2) with NaN rows between polylines.

    Raises KpguiError when a value is too large, `Cancelled` soon after the token says so.
    """
    from kpgui.engine.blas_threads import one_blas_thread  # the window opens sooner without them
    from kpgui.engine.exact.distinct_points import DistinctPoints
    from kpgui.engine.picture.field import contours
    from kpgui.engine.picture.raster import Raster
    from kpgui.engine.run.run import effective_kernel

    width, height = view.xmax - view.xmin, view.ymax - view.ymin
    nx, ny = (max(2, round(PIXELS * side / max(width, height))) for side in (width, height))
    distinct = DistinctPoints(session.dataset.points)
    raster = Raster(effective_kernel(session), distinct, view, nx, ny, interpolate=True)
    found, values = {}, np.empty((ny, nx))
    with one_blas_thread():
        for k in chosen:
            for _ in raster.fill(prototype(votes, k), values):
                token.check()
            found[k] = next(contours(values, view, (0.0,)))
    return found
