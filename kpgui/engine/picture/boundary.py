"""The boundary alone: the curve f = 0 over a rectangle, for lines that are shown beside those of the run."""

import numpy as np

from kpgui.engine.exact.distinct_points import DistinctPoints
from kpgui.engine.messages.commands import Viewport
from kpgui.engine.picture.display import covering
from kpgui.engine.picture.field import contours
from kpgui.engine.picture.raster import Raster
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats
from kpgui.model.cancel import UNWATCHED, Token
from kpgui.model.expansion import Expansion

PIXEL = 2
"""Screen pixels along the side of one value of f: between them the curve is straight, which cannot be seen."""


def boundary(
    kernel: Kernel, points: Floats, expansion: Expansion, viewport: Viewport, token: Token = UNWATCHED
) -> Floats:
    """Returns the curve f = 0, (k, 2) with NaN rows between polylines, over the viewport and a little beyond.

    points: (n, 2), those of the expansion. Raises KpguiError when f overflows float64 there, and Cancelled.
    """
    view, nx, ny = covering(viewport, PIXEL)
    raster, values = Raster(kernel, DistinctPoints(points), view, nx, ny, interpolate=True), np.empty((ny, nx))
    for _ in raster.fill(expansion, values):
        token.check()
    return next(contours(values, view, (0.0,)))
