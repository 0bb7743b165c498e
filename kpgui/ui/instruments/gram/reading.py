"""The kernel as a matrix on the points: its picture in three orders, its spectrum, and the parts that it is made of."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from kpgui.engine.run.problem import Problem
from kpgui.engine.run.run import effective_kernel
from kpgui.kernels import Kernel
from kpgui.language import later
from kpgui.learners import learner
from kpgui.model.arrays import Floats, Ints, Labels, frozen
from kpgui.model.errors import KpguiError, Token
from kpgui.model.reading import LongReading, Numbers
from kpgui.model.session import Session
from kpgui.words.kernel_tree import children

if TYPE_CHECKING:
    from kpgui.analysis.gram import Spectrum

MOST_POINTS = 1000
"""Most points in the matrix: its decomposition takes 0.3 s, that of twice as many 3 s."""

ORDERS = later("as presented"), later("by class"), later("by the first eigenvector")

MOST_PARTS, PART_POINTS = 12, 64
"""Most parts of a kernel that have an image of their own, and most points in one."""

DECADES = 16
"""Powers of ten on the axis of the spectrum at most: what is smaller is lost in rounding."""


class Part(NamedTuple):
    """A part of a kernel: so deep in its tree; images (p, p) in each order, see `GramValue`, none if it overflows."""

    kernel: Kernel
    depth: int
    images: tuple["np.ndarray", ...]


class Curve(NamedTuple):
    """|λ| on a logarithmic axis from 10^low to 10^high: heights (m,), from 0 to 1; signs (m,): 0 within rounding."""

    heights: Floats
    signs: Ints
    low: int
    high: int


@dataclass(frozen=True, eq=False)
class GramValue:
    """The Gram matrix (m, m) of a kernel on points trained on, in the order of the dataset; arrays read-only.

    ids, numbers (from 1), labels (m,), places (m, d): of the points, `of` in all. orders: for each of `ORDERS` a
    permutation (m,). images: in each of them, uint8 (m, m), 128 where K = 0 and ±127 from it where K = ±peak.
    low, high: the least and the largest K. alike, unlike: the mean of K between two points of one class and of two, NaN
    without such.
    """

    kernel: Kernel
    matrix: Floats
    spectrum: "Spectrum"
    ids: Ints
    numbers: Ints
    labels: Labels
    places: Floats
    of: int
    orders: tuple[Ints, ...]
    images: tuple["np.ndarray", ...]
    low: float
    high: float
    alignment: float
    alike: float
    unlike: float
    curve: Curve
    parts: tuple[Part, ...]

    @property
    def peak(self) -> float:
        return max(self.high, -self.low)

    @property
    def c(self) -> Floats | None:
        """The unit vector with the most negative Σ cᵢcⱼK(xᵢ, xⱼ); None if that is not below 0 beyond rounding."""
        return self.spectrum.offender


@dataclass(frozen=True)
class GramReading(LongReading):
    """Of the points trained on, or a sample of `MOST_POINTS` with the same shares of both classes."""

    key: ClassVar[str] = "gram"

    def question(self, session: Session) -> tuple[object, ...]:
        order = session.order, session.seed, session.conventions
        return session.dataset, session.kernel, learner(session.learner).feature_map, *order

    def read(self, session: Session, token: Token) -> GramValue:
        from kpgui.analysis.gram import alignment, decomposed, stratified  # the window opens sooner without it
        from kpgui.process import one_blas_thread

        dataset, kernel, training = session.dataset, effective_kernel(session), session.dataset.training
        chosen = stratified(dataset.labels[training], MOST_POINTS, session.seed)
        rows = training[chosen]
        labels, points = dataset.labels[rows], dataset.points[rows]
        with one_blas_thread():
            matrix, spectrum = decomposed(kernel, dataset.points[training], chosen, token=token)
        presented = Problem(dataset, kernel, session.order, session.seed, conventions=session.conventions)
        place = np.full(len(dataset), -1)
        place[rows] = np.arange(len(rows))
        first = place[presented.presentation(0)]
        along = spectrum.vectors[:, 0] if len(rows) else np.zeros(0)
        orders = first[first >= 0], np.argsort(-labels, kind="stable"), np.argsort(-along, kind="stable")
        pixels, (alike, unlike) = _pixels(matrix), _means(matrix, labels)
        some = np.unique(np.linspace(0, len(rows) - 1, min(len(rows), PART_POINTS)).astype(np.int64))
        parts = [
            Part(part, depth, _part_images(part, points, [order[some] for order in orders]))
            for part, depth in list(_nodes(kernel))[:MOST_PARTS]
            if kernel.parts
        ]
        return GramValue(
            kernel=kernel,
            matrix=frozen(matrix, np.float64),
            spectrum=spectrum,
            ids=frozen(dataset.ids[rows], np.int64),
            numbers=frozen(rows + 1, np.int64),
            labels=frozen(labels, np.int8),
            places=frozen(points, np.float64),
            of=len(training),
            orders=tuple(frozen(order, np.int64) for order in orders),
            images=tuple(frozen(pixels[order[:, None], order], np.uint8) for order in orders),
            low=float(matrix.min(initial=np.inf)) if len(rows) else 0.0,
            high=float(matrix.max(initial=-np.inf)) if len(rows) else 0.0,
            alignment=alignment(matrix, labels),
            alike=alike,
            unlike=unlike,
            curve=curve(spectrum),
            parts=tuple(parts),
        )

    def table(self, value: GramValue) -> Numbers:
        """A row for each point: its number and label, c if there is one, and K with every point; also λ by size."""
        extra = {} if value.c is None else {"c": value.c}
        columns = {"point": value.numbers, "label": value.labels, "eigenvalue_by_size": value.spectrum.values, **extra}
        named = {f"K_{number}": value.matrix[:, k] for k, number in enumerate(value.numbers.tolist())}
        columns |= named
        return Numbers(tuple(columns), tuple(columns.values()))


def _nodes(kernel: Kernel, depth: int = 0) -> Iterator[tuple[Kernel, int]]:
    """The kernel and its parts, depth first, each with its depth; a chain of sums is one node."""
    yield kernel, depth
    for child in children(kernel):
        yield from _nodes(child, depth + 1)


def _pixels(matrix: Floats) -> "np.ndarray":
    pixels = np.rint(128 + 127 * (matrix / (np.abs(matrix).max(initial=0.0) or 1.0))).astype(np.uint8)
    pixels.flags.writeable = False
    return pixels


def _part_images(part: Kernel, points: Floats, orders: list[Ints]) -> "tuple[np.ndarray, ...]":
    try:
        return tuple(_pixels(part.gram(points[some], points[some])) for some in orders)
    except KpguiError:
        return ()


def _means(matrix: Floats, labels: Labels) -> tuple[float, float]:
    """The means of K over pairs of different points of one class, and of two classes; NaN where there are none."""
    same = labels[:, None] == labels
    np.fill_diagonal(same, False)
    unlike = labels[:, None] != labels
    return tuple(float(matrix[pairs].mean()) if pairs.any() else np.nan for pairs in (same, unlike))  # type: ignore[return-value]  # two


def curve(spectrum: "Spectrum") -> Curve:
    """The eigenvalues as they are drawn, at most `DECADES` powers of ten."""
    sizes = np.abs(spectrum.values)
    largest = float(sizes.max(initial=0.0)) or 1.0
    beyond = sizes > -spectrum.floor
    high = int(np.ceil(np.log10(largest)))
    least = max(float(sizes[beyond].min(initial=largest)), -spectrum.floor, 10.0 ** (high - DECADES))
    low = min(int(np.floor(np.log10(least))), high - 1)
    with np.errstate(divide="ignore"):
        heights = np.clip((np.log10(sizes) - low) / (high - low), 0.0, 1.0)
    signs = (np.sign(spectrum.values) * beyond).astype(np.int64)
    return Curve(frozen(heights, np.float64), frozen(signs, np.int64), low, high)
