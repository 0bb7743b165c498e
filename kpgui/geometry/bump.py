"""The bump of one support vector: what it alone adds to f, or K(xᵢ, ·), as contour curves and in words."""

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from kpgui.language import _, later
from kpgui.model.arrays import Floats
from kpgui.model.errors import KpguiError
from kpgui.model.param import indexed, shown
from kpgui.model.reading import Failed, Focus, Moment, Numbers, Reading
from kpgui.model.session import Session, View

ACROSS, UP = 200, 150
"""Places at which the bump is computed, along each axis: enough for smooth curves in a few milliseconds."""

SHARES = 0.2, 0.4, 0.6, 0.8
"""Levels of the curves, as shares of the largest |β·K| in sight; on both sides of 0."""


@dataclass(frozen=True, eq=False)
class BumpValue:
    """β·K(xᵢ, ·), or K(xᵢ, ·) `alone`, of the point at position `number`, from 1, and in the plane at `place`, (2,).

    peak: the largest |β·K| in sight. curves: (level, curve) of the levels that it reaches, each curve (k, 2) with NaN
    rows between polylines.
    """

    id: int
    number: int
    place: Floats
    beta: float
    peak: float
    curves: tuple[tuple[float, Floats], ...]
    alone: bool = False


@dataclass(frozen=True)
class Bump(Reading):
    """The bump of the point with this id over a view. None where the run does not have the point, or not in a plane.

    of: K(xᵢ, ·) of this session, without a β, instead of what a run has. Raises KpguiError where f of a run is a vote
    and not a sum over the points.
    """

    key: ClassVar[str] = "bump"

    point: int = -1
    view: View = field(default_factory=View)
    of: Session | None = field(default=None, hash=False)

    def read(self, moment: Moment, focus: Focus) -> BumpValue | None:
        from kpgui.engine.evaluators.terms import centres  # the window opens sooner without them
        from kpgui.engine.picture.field import contours
        from kpgui.engine.run.run import effective_kernel

        session, f, view, alone = self.of or moment.session, moment.frame.expansion, self.view, self.of is not None
        dataset = session.dataset
        found = np.flatnonzero(dataset.ids == self.point)
        if not len(found) or dataset.d != 2:
            return None
        i = int(found[0])
        if f.voters and not alone:
            name = indexed("x", i + 1)
            raise KpguiError(
                _("f is a vote here and not a sum of β K, so {name} alone adds no bump to it.").format(name=name)
            )
        beta = 1.0 if alone else float(f.beta[i]) if len(f.beta) else 0.0
        xs, ys = centres(view.xmin, view.xmax, ACROSS), centres(view.ymin, view.ymax, UP)
        if beta:
            grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
            values = beta * effective_kernel(session).gram(grid, dataset.points[i : i + 1])[:, 0]
        else:
            values = np.zeros(ACROSS * UP)
        values = values.reshape(UP, ACROSS)
        low, high = float(values.min()), float(values.max())
        peak = max(high, -low)
        levels = tuple(level for share in SHARES for level in (share * peak, -share * peak) if low < level < high)
        curves = tuple(zip(levels, contours(values, view, levels), strict=True))
        return BumpValue(self.point, i + 1, dataset.points[i], beta, peak, curves, alone)

    def table(self, moment: Moment, focus: Focus) -> Numbers:
        """The places of all curves, with their levels; NaN rows between polylines."""
        value = self.read(moment, focus)
        curves = () if value is None else value.curves
        places = np.concatenate([np.zeros((0, 2)), *(curve for __, curve in curves)])
        levels = np.concatenate([np.zeros(0), *(np.full(len(curve), level) for level, curve in curves)])
        return Numbers(("x", "y", "level"), (*places.T, levels))


NAME = later("Show its &bump β·K(xᵢ, ·)")


def bump_texts(value: BumpValue | Failed) -> tuple[str, str]:
    """The title and the meaning of what the canvas shows."""
    if isinstance(value, Failed):
        return _("No bump."), _("{sentence} Esc ends it.").format(sentence=value.sentence)
    beta, x = indexed("β", value.number), indexed("x", value.number)
    title = f"K({x}, ·)" if value.alone else _("{term} alone").format(term=f"{beta}·K({x}, ·)")
    if not value.beta:
        return title, _("{name} = 0: it adds nothing to f. Esc ends it.").format(name=beta)
    shares = _("{low} to {high} %").format(low=round(100 * SHARES[0]), high=round(100 * SHARES[-1]))
    if value.alone:
        text = _("lines: {shares} of ±{peak}; Esc ends it") if value.curves else _("flat in sight; Esc ends it")
        return title, text.format(shares=shares, peak=shown(value.peak, 3))
    if not value.curves:
        return title, _("{name} = {beta}; it is flat in sight. Esc ends it.").format(name=beta, beta=shown(value.beta))
    return title, _("{name} = {beta}; lines: {shares} of ±{peak}; Esc ends it").format(
        name=beta, beta=shown(value.beta), shares=shares, peak=shown(value.peak, 3)
    )
