"""The display: the field of a run as bytes and curves for the screen, as fine as there is time for."""

from collections.abc import Iterator
from math import isfinite
from time import perf_counter

import numpy as np

from kpgui.engine.exact.distinct_points import DistinctPoints
from kpgui.engine.messages.commands import Viewport
from kpgui.engine.picture.field import contours, quantise
from kpgui.engine.picture.raster import Raster
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats
from kpgui.model.expansion import Expansion
from kpgui.model.frame import FieldImage
from kpgui.model.session import View

PIXELS = 1, 2, 3, 4, 6, 8, 12, 16, 24
"""Screen pixels along the side of one field pixel, from full resolution to the coarsest."""

START = PIXELS.index(4)

BUDGET = 0.005
"""Seconds that a field may take while a run goes on."""

AFRESH = 1 << 23
"""Voters times pixels up to which a vote may be counted anew while a run goes on."""

BLOCK = 1 << 17
"""Pixels that are turned into bytes at once, a millisecond or two."""

CURVES = 250_000
"""Pixels between which the curves are drawn, about; more take long and look the same."""


class Display:
    """Draws fields for one viewport. While running it chooses the resolution that keeps the budget.

    Keeps the raster of each resolution in use, and with it the kernel's factors, until the kernel, the
    points or the viewport change.
    """

    def __init__(self) -> None:
        self.viewport: Viewport | None = None
        self._level = START
        self._rasters: dict[int, tuple[Raster, Floats]] = {}
        self._kernel: Kernel | None = None
        self._points: Floats | None = None
        self._distinct: DistinctPoints | None = None

    def set_viewport(self, viewport: Viewport) -> bool:
        """Draw for this rectangle from now on; one without an area is ignored. Whether it is another."""
        view = viewport.view
        width, height = view.xmax - view.xmin, view.ymax - view.ymin
        drawable = isfinite(width) and isfinite(height) and min(width, height, viewport.width, viewport.height) > 0
        if not drawable or viewport == self.viewport:
            return False
        self.viewport = viewport
        self._rasters.clear()
        return True

    def show(self, kernel: Kernel, points: Floats) -> None:
        """Whose field it is from now on."""
        if kernel != self._kernel or self._points is None or not np.array_equal(points, self._points):
            self._kernel, self._points = kernel, points
            self._distinct = DistinctPoints(points)
            self._rasters.clear()

    @property
    def ready(self) -> bool:
        """Whether there is anything to draw on, and two coordinates to draw."""
        return self.viewport is not None and self._points is not None and self._points.shape[1] == 2

    def coarse(self, expansion: Expansion, margin: float) -> Iterator[FieldImage | None]:
        """The field at the running resolution: None at each pause, then the image. Adapts the resolution."""
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
        """Whether a level is quickly begun; on a new raster a vote is counted from its first voter on."""
        assert self.viewport is not None
        pixels = self.viewport.width * self.viewport.height / PIXELS[level] ** 2
        return expansion.voters * pixels <= AFRESH

    def fine(self, expansion: Expansion, margin: float) -> Iterator[FieldImage | None]:
        """The field at full resolution: None at each pause, then the image."""
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
        yield FieldImage(pixels, raster.view, peak, lines[0], lines[1], lines[2], full=level == 0)

    def _raster(self, level: int) -> tuple[Raster, Floats]:
        """The raster of a level, and a field to fill: fresh pages of memory would cost more than the work."""
        if level not in self._rasters:
            assert self.viewport is not None
            assert self._kernel is not None
            assert self._distinct is not None
            view, nx, ny = _covering(self.viewport, PIXELS[level])
            kept = {k: raster for k, raster in self._rasters.items() if k == 0}
            raster = Raster(self._kernel, self._distinct, view, nx, ny)
            self._rasters = {**kept, level: (raster, np.empty((ny, nx)))}
        return self._rasters[level]


def _covering(viewport: Viewport, pixel: int) -> tuple[View, int, int]:
    """A grid of square field pixels that covers the viewport and one field pixel more on each side."""
    view = viewport.view
    nx, ny = max(1, -(-viewport.width // pixel)) + 2, max(1, -(-viewport.height // pixel)) + 2
    dx, dy = (view.xmax - view.xmin) / (nx - 2), (view.ymax - view.ymin) / (ny - 2)
    return View(view.xmin - dx, view.xmax + dx, view.ymin - dy, view.ymax + dy), nx, ny


def peak_at_points(values: Floats, view: View, points: Floats) -> float:
    """The largest |f| at the points inside the picture (at their pixels), or of the picture if there are none.

    values: f (ny, nx) over the view. Never 0, so that it can be divided by.
    """
    ny, nx = values.shape
    inside = (points[:, 0] >= view.xmin) & (points[:, 0] <= view.xmax)
    inside &= (points[:, 1] >= view.ymin) & (points[:, 1] <= view.ymax)
    columns = ((points[inside, 0] - view.xmin) / (view.xmax - view.xmin) * nx).astype(np.int64)
    rows = ((points[inside, 1] - view.ymin) / (view.ymax - view.ymin) * ny).astype(np.int64)
    seen = values[np.minimum(rows, ny - 1), np.minimum(columns, nx - 1)] if inside.any() else values
    peak = max(float(seen.max()), -float(seen.min()))
    return peak if peak > 0 else 1.0
