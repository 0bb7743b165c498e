"""The kernel as a matrix on the points: its picture in three orders, its spectrum, and the parts that it is made of."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from kpgui.analysis.gram import MOST_POINTS, Spectrum, alignment, decomposed, stratified
from kpgui.engine.run.problem import Problem
from kpgui.engine.run.run import effective_kernel
from kpgui.kernels import Kernel
from kpgui.language import later
from kpgui.learners import learner
from kpgui.model.arrays import Floats, Ints, Labels, frozen
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError, Token
from kpgui.model.reading import LongReading, Numbers
from kpgui.model.session import Session
from kpgui.words.kernel_tree import children

ORDERS = later("Points as presented"), later("Points by class"), later("Points by the first eigenvector")

MOST_PARTS, PART_POINTS = 12, 64
"""Most parts of a kernel that have an image of their own, and most points in one."""

DECADES = 16
"""Powers of ten on the axis of the spectrum at most: what is smaller is lost in rounding."""

Images = tuple[Any, ...]
"""A matrix in each of `ORDERS`: uint8 (m, m), 128 for 0 and ±127 from it for ± its peak; row 0 is the lowest."""


class Part(NamedTuple):
    """A part of a kernel, so deep in its tree. images: () where a value overflows."""

    kernel: Kernel
    depth: int
    images: Images


class Curve(NamedTuple):
    """|λ| on a logarithmic axis from 10^low to 10^high: heights (m,), from 0 to 1; signs (m,): 0 within rounding."""

    heights: Floats
    signs: Ints
    low: int
    high: int


@dataclass(frozen=True, eq=False)
class GramValue:
    """The Gram matrix (m, m) of a kernel on points that are trained on; arrays read-only.

    dataset: the points. rows (m,): their indices among all, which ascend. orders: for each of `ORDERS` a permutation.
    alike, unlike: the mean of K between two points of one class and of two, NaN without such.
    """

    kernel: Kernel
    dataset: Dataset
    rows: Ints
    matrix: Floats
    spectrum: Spectrum
    orders: tuple[Ints, ...]
    images: Images
    alignment: float
    alike: float
    unlike: float
    curve: Curve
    parts: tuple[Part, ...]

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
        from kpgui.process import one_blas_thread

        whole, kernel, training = session.dataset, effective_kernel(session), session.dataset.training
        problem = Problem(whole, kernel, session.order, session.seed, conventions=session.conventions)
        chosen = stratified(whole.labels[training], MOST_POINTS, session.seed)
        rows = training[chosen]
        dataset = Dataset.of(whole.points[rows], whole.labels[rows], ids=whole.ids[rows])
        with one_blas_thread():
            matrix, spectrum = decomposed(kernel, whole.points[training], chosen, token=token)
        place = np.full(len(whole), -1)
        place[rows] = np.arange(len(rows))
        presented = place[problem.presentation(0)]
        first = spectrum.vectors[:, :1].ravel()
        orders = (
            presented[presented >= 0],
            np.argsort(-dataset.labels, kind="stable"),
            np.argsort(-first, kind="stable"),
        )
        alike, unlike = _means(matrix, dataset.labels)
        few = np.unique(np.linspace(0, max(0, len(rows) - 1), PART_POINTS).astype(np.int64))[: len(rows)]
        seen = [dataset.points[order[few]] for order in orders]
        nodes = list(_nodes(kernel))[: MOST_PARTS * bool(kernel.parts)]
        return GramValue(
            kernel,
            dataset,
            frozen(rows, np.int64),
            frozen(matrix, np.float64),
            spectrum,
            tuple(frozen(order, np.int64) for order in orders),
            _images(matrix, orders),
            alignment(matrix, dataset.labels),
            alike,
            unlike,
            curve(spectrum),
            tuple(Part(part, depth, _part_images(part, seen)) for part, depth in nodes),
        )

    def table(self, value: GramValue) -> Numbers:
        """A row for each point: its number and label, c if there is one, and K with every point; also λ by size."""
        columns = {"point": value.rows + 1, "label": value.dataset.labels, "eigenvalue_by_size": value.spectrum.values}
        columns |= {} if value.c is None else {"c": value.c}
        columns |= {f"K_{row + 1}": column for row, column in zip(value.rows.tolist(), value.matrix.T, strict=True)}
        return Numbers(tuple(columns), tuple(columns.values()))


def _nodes(kernel: Kernel, depth: int = 0) -> Iterator[tuple[Kernel, int]]:
    """The kernel and its parts, depth first, each with its depth; a chain of sums is one node."""
    yield kernel, depth
    for child in children(kernel):
        yield from _nodes(child, depth + 1)


def _images(matrix: Floats, orders: tuple[Ints, ...]) -> Images:
    pixels = np.rint(128 + 127 * (matrix / (np.abs(matrix).max(initial=0.0) or 1.0))).astype(np.uint8)
    # Taken one axis after the other, which leaves the interpreter to the window.
    return tuple(frozen(pixels.take(order[::-1], axis=0).take(order, axis=1), np.uint8) for order in orders)


def _part_images(part: Kernel, seen: list[Floats]) -> Images:
    try:
        return tuple(_images(part.gram(points, points), (np.arange(len(points)),))[0] for points in seen)
    except KpguiError:
        return ()


def _means(matrix: Floats, labels: Labels) -> list[float]:
    """The means of K over pairs of different points of one class, and of two classes; NaN where there are none."""
    same = labels[:, None] == labels
    pairs = same & ~np.eye(len(labels), dtype=bool), ~same
    return [float(matrix.mean(where=each)) if each.any() else np.nan for each in pairs]


def curve(spectrum: Spectrum) -> Curve:
    """The eigenvalues as they are drawn, at most `DECADES` powers of ten; what may be 0 is on a line below these."""
    sizes = np.abs(spectrum.values)
    largest = float(sizes.max(initial=0.0)) or 1.0
    beyond = sizes > -spectrum.floor
    high = int(np.ceil(np.log10(largest)))
    least = max(float(sizes[beyond].min(initial=largest)), 10.0 ** (high - DECADES))
    low = min(int(np.floor(np.log10(least))), high - 1)
    bottom = low if beyond.all() else low - 1
    with np.errstate(divide="ignore"):
        heights = (np.clip(np.log10(sizes), low, high) - bottom) / (high - bottom) * beyond
    return Curve(frozen(heights, np.float64), frozen(np.sign(spectrum.values) * beyond, np.int64), bottom, high)
