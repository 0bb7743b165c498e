"""The field of a run as bytes and curves for the screen within a time budget, and the boundary alone."""

from collections.abc import Iterator
from math import isfinite
from time import perf_counter

import numpy as np

from kpgui.engine.exact import DistinctPoints
from kpgui.engine.messages import Viewport
from kpgui.engine.picture.field import contours, quantise, ties
from kpgui.engine.picture.raster import Raster
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats
from kpgui.model.errors import UNWATCHED, Token
from kpgui.model.expansion import Expansion
from kpgui.model.frame import FieldImage
from kpgui.model.session import View

PIXEL = 2
"""Screen pixels along the side of one value of f: between them the curve is straight, which cannot be seen."""


def boundary(
    kernel: Kernel, points: Floats, expansion: Expansion, viewport: Viewport, token: Token = UNWATCHED
) -> Floats:
    """Returns the curve f = 0, (k, 2) with NaN rows between polylines, over the viewport and a little beyond.

    points: (n, 2), those of the expansion. Raises KpguiError when f overflows float64 there, and Cancelled.
    """
    view, nx, ny = covering(viewport, PIXEL)
    raster, values = Raster(kernel, DistinctPoints(points), view, nx, ny), np.empty((ny, nx))
    for _ in raster.fill(expansion, values):
        token.check()
    return next(contours(values, view, (0.0,)))


PIXELS = 1, 2, 3, 4, 6, 8, 12, 16, 24
"""Screen pixels along the side of one field pixel, from full resolution to the coarsest."""

FIRST_RESOLUTION = PIXELS.index(4)

BUDGET = 0.005
"""Seconds of work for one field while a run goes on."""

MOST_RECOUNTED = 1 << 23
"""Voters times pixels up to which a vote may be counted afresh while a run goes on."""

BLOCK = 1 << 17
"""Pixels that are quantised at once: a millisecond or two of work."""

CURVES = 250_000
"""The approximate number of pixels from which contours are computed; more take long and look the same."""


class Display:
    """Draws fields for one viewport. While a run goes on it chooses the resolution that keeps `BUDGET`.

    Caches the rasters of full and of running resolution, and with them the kernel's factors, until the kernel, the
    points or the viewport change.
    """

    def __init__(self) -> None:
        self.viewport: Viewport | None = None
        self._level = FIRST_RESOLUTION
        self._rasters: dict[int, tuple[Raster, Floats]] = {}
        self._kernel: Kernel | None = None
        self._points: Floats | None = None
        self._places: Floats | None = None
        self._distinct: DistinctPoints | None = None

    def set_viewport(self, viewport: Viewport) -> bool:
        """Sets the rectangle to draw; one without an area is ignored. Returns whether it has changed."""
        view = viewport.view
        width, height = view.xmax - view.xmin, view.ymax - view.ymin
        drawable = isfinite(width) and isfinite(height) and min(width, height, viewport.width, viewport.height) > 0
        if not drawable or viewport == self.viewport:
            return False
        self.viewport = viewport
        self._rasters.clear()
        return True

    def show(self, kernel: Kernel, points: Floats, places: Floats | None = None) -> None:
        """Sets the kernel and the points (n, d) of the expansions to draw. places: theirs, if they have an anchor."""
        places = points if places is None else places
        if kernel != self._kernel or self._places is None or not np.array_equal(places, self._places):
            self._kernel, self._points, self._places = kernel, points, places
            self._distinct = DistinctPoints(places)
            self._rasters.clear()

    @property
    def ready(self) -> bool:
        """Whether there is a viewport, and the points have two coordinates."""
        return self.viewport is not None and self._points is not None and self._points.shape[1] == 2

    def coarse(self, expansion: Expansion, margin: float) -> Iterator[FieldImage | None]:
        """Yields None at each pause, then the field at the running resolution, which it adapts to the time taken."""
        level, busy = self._level, 0.0
        images = self._draw(expansion, margin, level)
        while True:
            begun = perf_counter()
            image = next(images)
            busy += perf_counter() - begun
            if image is not None:
                break
            yield None
        if busy > BUDGET:
            self._level = min(level + 1, len(PIXELS) - 1)
        elif (
            level
            and busy < BUDGET / 2 * (PIXELS[level - 1] / PIXELS[level]) ** 2
            and self._begins(expansion, level - 1)
        ):
            self._level = level - 1
        yield image

    def _begins(self, expansion: Expansion, level: int) -> bool:
        """Returns whether a change to a level is quick: on a new raster a vote is counted from its first voter on."""
        assert self.viewport is not None
        pixels = self.viewport.width * self.viewport.height / PIXELS[level] ** 2
        return expansion.voters * pixels <= MOST_RECOUNTED

    def fine(self, expansion: Expansion, margin: float) -> Iterator[FieldImage | None]:
        """Yields None at each pause, then the field at full resolution."""
        return self._draw(expansion, margin, 0)

    def _draw(self, expansion: Expansion, margin: float, level: int) -> Iterator[FieldImage | None]:
        assert self._points is not None
        raster, values = self._raster(level)
        for _ in raster.fill(expansion, values):
            yield None
        yield None
        peak = peak_at_points(values, raster.view, self._points)
        pixels = np.empty(values.shape, np.uint8)
        height = max(1, BLOCK // raster.nx)
        for start in range(0, raster.ny, height):
            rows = slice(start, start + height)
            pixels[rows] = quantise(values[rows], peak)
            yield None
        every = max(1, round((values.size / CURVES) ** 0.5))
        lines = []
        for line in contours(values, raster.view, (0.0, margin, -margin), every):
            lines.append(line)
            yield None
        pixels.flags.writeable = False
        tied = ties(values, raster.view, every) if expansion.voters else np.zeros((0, 2))
        yield FieldImage(pixels, raster.view, peak, lines[0], lines[1], lines[2], full=level == 0, ties=tied)

    def _raster(self, level: int) -> tuple[Raster, Floats]:
        """Returns the raster of a level and a reusable buffer: allocating it each time costs more than the work."""
        if level not in self._rasters:
            assert self.viewport is not None
            assert self._kernel is not None
            assert self._distinct is not None
            view, nx, ny = covering(self.viewport, PIXELS[level])
            kept = {k: raster for k, raster in self._rasters.items() if k == 0}
            raster = Raster(self._kernel, self._distinct, view, nx, ny)
            self._rasters = {**kept, level: (raster, np.empty((ny, nx)))}
        return self._rasters[level]


def covering(viewport: Viewport, pixel: int) -> tuple[View, int, int]:
    """Returns a grid that covers the viewport and one field pixel more on each side: its view, columns and rows."""
    view = viewport.view
    nx, ny = max(1, -(-viewport.width // pixel)) + 2, max(1, -(-viewport.height // pixel)) + 2
    dx, dy = (view.xmax - view.xmin) / (nx - 2), (view.ymax - view.ymin) / (ny - 2)
    return View(view.xmin - dx, view.xmax + dx, view.ymin - dy, view.ymax + dy), nx, ny


def peak_at_points(values: Floats, view: View, points: Floats) -> float:
    """Returns the largest |f| at the pixels of the points in view, or of all pixels if there are none; 1 instead of 0.

    values: f (ny, nx) over the view. points: (n, 2).
    """
    ny, nx = values.shape
    inside = view.contains(points)
    columns = ((points[inside, 0] - view.xmin) / (view.xmax - view.xmin) * nx).astype(np.int64)
    rows = ((points[inside, 1] - view.ymin) / (view.ymax - view.ymin) * ny).astype(np.int64)
    seen = values[np.minimum(rows, ny - 1), np.minimum(columns, nx - 1)] if inside.any() else values
    peak = max(float(seen.max()), -float(seen.min()))
    return peak if peak > 0 else 1.0
