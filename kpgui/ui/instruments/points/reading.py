"""α of each point: how often it was misclassified, or its dual variable in an SVM."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from kpgui.model.arrays import Floats, Ints, frozen
from kpgui.model.reading import Focus, Moment, Numbers, Reading


@dataclass(frozen=True, eq=False)
class AlphaValue:
    """The ids (n,) of the points of the run, and α of each, alpha (n,).

    sizes: |β| of each (n,), where α does not tell it; see `Expansion.follows`.
    """

    ids: Ints
    alpha: Any
    sizes: Floats | None = None


@dataclass(frozen=True)
class Alpha(Reading):
    """α of every point of the run, with ids: the points on the screen may have been edited since."""

    key: ClassVar[str] = "alpha"

    def read(self, moment: Moment, focus: Focus) -> AlphaValue:
        alpha, expansion = moment.frame.counters.alpha, moment.frame.expansion
        sizes = None if expansion.follows(alpha) else frozen(np.abs(expansion.beta), np.float64)
        return AlphaValue(moment.session.dataset.ids, alpha, sizes)

    def table(self, moment: Moment, focus: Focus) -> Numbers:
        """Every point: its position from 1, coordinates, label, whether it is held out (1), α and β."""
        from kpgui.formats.tabular.text import coordinate_names  # the window opens sooner without it

        dataset, frame = moment.session.dataset, moment.frame
        names = "point", *coordinate_names(dataset.d), "label", "held_out", "alpha", "beta"
        about = dataset.labels, dataset.held_out.astype(np.int8), frame.counters.alpha, frame.expansion.beta
        return Numbers(names, (np.arange(1, len(dataset) + 1), *dataset.points.T, *about))
