"""α of each point: how often it was misclassified, or its dual variable in an SVM."""

from dataclasses import dataclass
from typing import Any, ClassVar

from kpgui.model.arrays import Ints
from kpgui.model.reading import Focus, Moment, Reading


@dataclass(frozen=True, eq=False)
class AlphaValue:
    """The ids (n,) of the points of the run, and α of each, alpha (n,)."""

    ids: Ints
    alpha: Any


@dataclass(frozen=True)
class Alpha(Reading):
    """α of every point of the run, with ids: the points on the screen may have been edited since."""

    key: ClassVar[str] = "alpha"

    def read(self, moment: Moment, focus: Focus) -> AlphaValue:
        return AlphaValue(moment.session.dataset.ids, moment.frame.counters.alpha)
