"""The scene: everything that a picture shows, computed before anything is painted."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Any, NamedTuple, Protocol

import numpy as np

from kpgui.engine.exact import DistinctPoints
from kpgui.engine.picture.display import peak_at_points
from kpgui.engine.picture.field import contours, quantise, ties
from kpgui.engine.picture.raster import Raster
from kpgui.engine.run.run import effective_kernel
from kpgui.figure.style import Style
from kpgui.figure.wording import caption, formula_of, title
from kpgui.geometry.palette import PALETTES, Palette
from kpgui.geometry.rings import NamedBoundary, sizes_text
from kpgui.kernels import Kernel
from kpgui.language import _
from kpgui.learners import learner
from kpgui.model.arrays import Bools, Floats, frozen
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.expansion import Expansion
from kpgui.model.frame import Counters, Status
from kpgui.model.session import Session, View

RESOLUTION = 900
"""Pixels of the field along each side of the plot, which is scaled smoothly to the picture's size."""

EFFORT, COARSEST = 24, 128
"""`Kernel.effort` up to which the field has that resolution, and the lowest resolution for costlier kernels."""


NO_LINES: Floats = frozen(np.zeros((0, 2)), np.float64)


class RunResult(Protocol):
    """The result of learning to draw: a `kpgui.Model`, or the latest `Frame` of the window."""

    @property
    def expansion(self) -> Expansion: ...
    @property
    def counters(self) -> Counters: ...
    @property
    def status(self) -> Status | None: ...
    @property
    def margin(self) -> float: ...


class ComparedCurve(NamedTuple):
    """A boundary beside that of the run: (k, 2) polylines as of `Scene`, with its name and the number of its style."""

    name: str
    curve: Floats
    style: int


@dataclass(frozen=True, eq=False)
class Scene:
    """The content of a picture, independent of its size. Arrays are read-only.

    pixels: f over the view for `field_colours`, uint8 (ny, nx), row 0 at ymin, 128 where f is 0; None to leave the
    colours out. boundary and margins: (k, 2) polylines in data units, separated by NaN rows. alpha: (n,), 0 for a point
    that is not a support vector, −1 for one that is no longer, at least 1 for one that is; it makes the rings. rings:
    what the legend says of them. wrong: the points to mark as on the wrong side, (n,), None for none. peak: |f| at the
    ends of the colour table.
    ties: where a vote is 0, as lines too. margin: |f| on the margins. formula: of the kernel, see `formula_of`. symbol:
    what f is called.
    """

    palette: Palette
    view: View
    dataset: Dataset
    alpha: Floats
    pixels: Any
    boundary: Floats
    positive_margin: Floats
    negative_margin: Floats
    title: str
    caption: str
    wrong: Bools | None = None
    beside: tuple[ComparedCurve, ...] = ()
    ties: Floats = field(default_factory=lambda: NO_LINES)
    peak: float = 1.0
    margin: float = 1.0
    formula: str = ""
    symbol: str = "f"
    rings: str = ""
    style: Style = Style()  # noqa: RUF009 - frozen

    @classmethod
    def of(
        cls,
        session: Session,
        outcome: RunResult,
        palette: Palette,
        resolution: int = RESOLUTION,
        peak: float | None = None,
    ) -> "Scene":
        """The scene of what was learned from a session, over the session's view.

        peak: |f| that has the strongest colour, by default the largest at the points in view.

        Raises KpguiError when the points are not two-dimensional or the view has no area.
        """
        dataset, view = session.dataset, session.view
        if dataset.d != 2:
            raise KpguiError(_("Only points with 2 coordinates can be drawn; these have {d}.").format(d=dataset.d))
        if not (view.xmin < view.xmax and view.ymin < view.ymax):
            raise KpguiError(_("The session's view has no area; it needs xmin < xmax and ymin < ymax."))
        similarity, algorithm = effective_kernel(session), learner(session.learner)
        values = _sampled(similarity, dataset.points, outcome.expansion, view, resolution)
        boundary, positive, negative = contours(values, view, (0.0, outcome.margin, -outcome.margin))
        strongest = peak_at_points(values, view, dataset.points) if peak is None else peak
        return cls(
            palette=palette,
            view=view,
            dataset=dataset,
            alpha=_shown_alpha(outcome, algorithm.forgets),
            pixels=frozen(quantise(values, strongest), np.uint8),
            boundary=boundary,
            positive_margin=positive,
            negative_margin=negative,
            title=title(algorithm, similarity),
            caption=caption(session, algorithm, outcome.counters, outcome.status),
            ties=ties(values, view) if outcome.expansion.voters else NO_LINES,
            peak=strongest,
            margin=outcome.margin,
            formula="" if algorithm.feature_map else formula_of(similarity),
            symbol=outcome.expansion.symbol,
            rings=sizes_text((outcome.expansion, outcome.counters.alpha)),
        )

    def compared(self, boundaries: Sequence[NamedBoundary], resolution: int = RESOLUTION) -> "Scene":
        """The scene with these boundaries as well; one whose f is too large to compute in the view is left out."""
        curves = []
        for each in boundaries:
            try:
                values = _sampled(each.kernel, each.points, each.expansion, self.view, resolution)
            except KpguiError:
                continue
            curves.append(ComparedCurve(each.name, next(contours(values, self.view, (0.0,))), each.style))
        return replace(self, beside=tuple(curves))

    def marked(self, wrong: Bools) -> "Scene":
        """The scene with these points, (n,), marked as on the wrong side."""
        return replace(self, wrong=frozen(wrong, np.bool_))

    def styled(self, style: Style) -> "Scene":
        """The scene in the colours of a style, without what the style hides."""
        return replace(
            self,
            style=style,
            palette=PALETTES[style.theme],
            pixels=None if style.field == "none" else self.pixels,
            boundary=NO_LINES if style.boundary == "none" else self.boundary,
            ties=NO_LINES if style.boundary == "none" else self.ties,
            positive_margin=NO_LINES if style.margins == "none" else self.positive_margin,
            negative_margin=NO_LINES if style.margins == "none" else self.negative_margin,
            alpha=self.alpha if style.rings else frozen(np.zeros(len(self.dataset)), np.float64),
            wrong=self.wrong if style.wrong else None,
            beside=self.beside if style.ghosts else (),
        )


def _sampled(kernel: Kernel, points: Floats, expansion: Expansion, view: View, resolution: int) -> Floats:
    """f over the view, (m, m): m is the resolution, or less where the kernel is costly."""
    fewer = max(min(COARSEST, resolution), round(resolution * sqrt(min(1.0, EFFORT / kernel.effort))))
    return Raster(kernel, DistinctPoints(expansion.places(points)), view, fewer, fewer).values(expansion)


def _shown_alpha(outcome: RunResult, forgets: bool) -> Floats:
    alpha = outcome.counters.alpha
    return frozen(np.where(outcome.expansion.beta != 0, np.maximum(alpha, 1), -forgets * (alpha > 0)), np.float64)
