"""The raster: f at the pixel centres of a rectangle, by the fastest way that the kernel's structure allows.

A kernel is a weighted sum of terms. A separable term (RBF) is one matrix product of two factors, exact in
its tails too. A polynomial is exact when interpolated from degree + 1 Chebyshev nodes an axis. Whatever is
smooth can be interpolated to about 1e-9 of the largest |f|; that is enough for colours, not for signs.
Anything else is evaluated pixel by pixel.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator

import numpy as np

from kpgui.engine import chebyshev
from kpgui.engine.places import Places
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats
from kpgui.model.expansion import Expansion
from kpgui.model.session import View

PRODUCTS = 1 << 24
"""Multiplications in one block of work, about 1 ms."""

VALUES = 1 << 17
"""Kernel values in one block of work, about 1 ms."""


def centres(low: float, high: float, count: int) -> Floats:
    """The centres of `count` equal pixels from low to high."""
    return low + (high - low) * (np.arange(count) + 0.5) / count


class Raster:
    """f over the pixels of one rectangle, for one kernel and the places of one dataset.

    Keeps what does not depend on the coefficients, so that a field during training costs little more than a
    matrix product. `interpolate` allows smooth terms to be interpolated where that is cheaper.
    """

    def __init__(
        self, kernel: Kernel, places: Places, view: View, nx: int, ny: int, *, interpolate: bool = False
    ) -> None:
        self.view, self.nx, self.ny = view, nx, ny
        self._places = places
        self._parts: list[tuple[float, _Part]] = [
            (weight, _part(term, places.points, view, nx, ny, interpolate)) for weight, term in kernel.terms() if weight
        ]

    @property
    def exact(self) -> bool:
        """Whether signs can be trusted everywhere: no term is interpolated that is not a polynomial."""
        return all(part.exact for _, part in self._parts)

    def fill(self, expansion: Expansion, out: Floats) -> Iterator[None]:
        """Compute f into `out` (ny, nx), row 0 at ymin, pausing after each millisecond or so of work."""
        expansion = self._places.merged(expansion)
        out[:] = expansion.bias
        if not len(expansion.support):
            return
        for weight, part in self._parts:
            for start, share in part.shares(expansion):
                out[start : start + len(share)] += share if weight == 1 else weight * share
                yield

    def values(self, expansion: Expansion) -> Floats:
        """f at every pixel centre, float64 (ny, nx), row 0 at ymin."""
        out = np.empty((self.ny, self.nx))
        for _ in self.fill(expansion, out):
            pass
        return out


class _Part(ABC):
    """One term of the kernel on the raster."""

    def __init__(self, kernel: Kernel, points: Floats, view: View, nx: int, ny: int) -> None:
        self.kernel, self.points, self.nx, self.ny = kernel, points, nx, ny
        self.view = view
        self.xs = centres(view.xmin, view.xmax, nx)
        self.ys = centres(view.ymin, view.ymax, ny)

    @abstractmethod
    def shares(self, expansion: Expansion) -> Iterator[tuple[int, Floats]]:
        """The term's field piece by piece: the first row of the piece, and the piece (rows, nx).

        A piece without rows only marks a pause.
        """

    @property
    def exact(self) -> bool:
        return True

    @property
    def pause(self) -> tuple[int, Floats]:
        return 0, np.zeros((0, self.nx))


class _Separable(_Part):
    """K = factor(x)·factor(y): the field is one matrix product (Ey β)ᵀ Ex, in blocks of rows.

    The factors of a point are computed when it first becomes a support vector.
    """

    def __init__(self, kernel: Kernel, points: Floats, view: View, nx: int, ny: int) -> None:
        super().__init__(kernel, points, view, nx, ny)
        self._known = np.zeros(0, np.int64)
        self._is_known = np.zeros(len(points), bool)
        self._ex = np.empty((0, nx))
        self._ey = np.empty((0, ny))

    def shares(self, expansion: Expansion) -> Iterator[tuple[int, Floats]]:
        yield from self._learn_factors(expansion)
        k = len(self._known)
        ex, ey = self._ex[:k], self._ey[:k] * expansion.beta[self._known, None]
        height = max(1, PRODUCTS // (k * self.nx))
        for start in range(0, self.ny, height):
            yield start, ey[:, start : start + height].T @ ex

    def _learn_factors(self, expansion: Expansion) -> Iterator[tuple[int, Floats]]:
        new = expansion.support[~self._is_known[expansion.support]]
        if not len(new):
            return
        k = len(self._known)
        self._ex, self._ey = _grown(self._ex, k, len(new)), _grown(self._ey, k, len(new))
        count = max(1, VALUES // (self.nx + self.ny))
        for first in range(0, len(new), count):
            some = new[first : first + count]
            at = slice(k + first, k + first + len(some))
            self._ex[at] = self.kernel.factor(self.points[some, 0], self.xs)
            self._ey[at] = self.kernel.factor(self.points[some, 1], self.ys)
            yield self.pause
        self._known = np.append(self._known, new)
        self._is_known[new] = True


class _Interpolated(_Part):
    """Exact values at Chebyshev nodes, and two constant matrices from there to the pixels."""

    def __init__(self, kernel: Kernel, points: Floats, view: View, nx: int, ny: int, counts: tuple[int, int]) -> None:
        super().__init__(kernel, points, view, nx, ny)
        across, up = counts
        self._to_x = chebyshev.from_nodes_to_pixels(across, nx)
        self._to_y = chebyshev.from_nodes_to_pixels(up, ny)
        self._node_xs = chebyshev.nodes(view.xmin, view.xmax, across)
        self._node_ys = chebyshev.nodes(view.ymin, view.ymax, up)

    @property
    def exact(self) -> bool:
        return self.kernel.degree is not None

    def shares(self, expansion: Expansion) -> Iterator[tuple[int, Floats]]:
        vectors, beta = self.points[expansion.support], expansion.beta[expansion.support]
        if self.kernel.separable:
            ex = self.kernel.factor(vectors[:, 0], self._node_xs)
            ey = self.kernel.factor(vectors[:, 1], self._node_ys)
            ey *= beta[:, None]
            coarse = ey.T @ ex
        else:
            coarse = np.empty((len(self._node_ys), len(self._node_xs)))
            for row, y in enumerate(self._node_ys):
                coarse[row] = _along(self.kernel, self._node_xs, y, vectors, beta)
                yield self.pause
        right = coarse @ self._to_x.T
        height = max(1, PRODUCTS // (right.size))
        for start in range(0, self.ny, height):
            yield start, self._to_y[start : start + height] @ right


class _Direct(_Part):
    """No structure: every pixel by the definition, row by row."""

    def shares(self, expansion: Expansion) -> Iterator[tuple[int, Floats]]:
        vectors, beta = self.points[expansion.support], expansion.beta[expansion.support]
        width = max(1, VALUES // len(vectors))
        for row, y in enumerate(self.ys):
            values = np.empty((1, self.nx))
            for left in range(0, self.nx, width):
                values[0, left : left + width] = _along(self.kernel, self.xs[left : left + width], y, vectors, beta)
                yield self.pause
            yield row, values


def _along(kernel: Kernel, xs: Floats, y: float, vectors: Floats, beta: Floats) -> Floats:
    """Σ β K on the horizontal line at y."""
    return kernel.gram(np.column_stack([xs, np.full(len(xs), y)]), vectors) @ beta


def _grown(rows: Floats, used: int, more: int) -> Floats:
    """`rows` with room for `more` after the used ones, doubling so that growth stays cheap."""
    if used + more <= len(rows):
        return rows
    larger = np.empty((max(used + more, 2 * len(rows)), rows.shape[1]))
    larger[:used] = rows[:used]
    return larger


def _part(term: Kernel, points: Floats, view: View, nx: int, ny: int, interpolate: bool) -> _Part:
    """The fastest exact way for this term, or the fastest at all when interpolation is allowed."""
    across, up = term.nodes(view.xmax - view.xmin), term.nodes(view.ymax - view.ymin)
    smooth = across is not None and up is not None
    if smooth and (term.degree is not None or (interpolate and across < nx / 2 and up < ny / 2)):  # type: ignore[operator]
        return _Interpolated(term, points, view, nx, ny, (across, up))  # type: ignore[arg-type]
    if term.separable:
        return _Separable(term, points, view, nx, ny)
    return _Direct(term, points, view, nx, ny)
