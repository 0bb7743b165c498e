"""α: how often each point was mistaken, or an SVM's dual variable."""

from dataclasses import dataclass
from typing import Any, ClassVar

from kpgui.model.arrays import Ints
from kpgui.model.reading import Focus, Moment, Reading


@dataclass(frozen=True, eq=False)
class AlphaValue:
    """ids: (n,) of the points of the run. alpha: (n,)."""

    ids: Ints
    alpha: Any


@dataclass(frozen=True)
class Alpha(Reading):
    """α of every point, by id: the points on the screen may no longer be those of the run."""

    key: ClassVar[str] = "alpha"

    def read(self, moment: Moment, focus: Focus) -> AlphaValue:
        return AlphaValue(moment.session.dataset.ids, moment.frame.counters.alpha)
