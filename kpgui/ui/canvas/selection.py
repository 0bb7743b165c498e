"""The selection: the ids of the selected points."""

import numpy as np
from PySide6.QtCore import QObject, Signal

from kpgui.model.arrays import Ints, frozen
from kpgui.model.dataset import Dataset
from kpgui.model.number import shown

_NONE = frozen((), np.int64)


class Selection(QObject):
    """The ids of the selected points, ascending, shared by the canvas and the table."""

    changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ids: Ints = _NONE

    @property
    def ids(self) -> Ints:
        return self._ids

    def choose(self, ids: Ints, dataset: Dataset) -> None:
        """Selects these and no others; ids that are not in the dataset are ignored."""
        chosen = _found(np.asarray(ids, np.int64), dataset.ids) if len(ids) else _NONE
        if not np.array_equal(chosen, self._ids):
            self._ids = frozen(chosen, np.int64)
            self.changed.emit(self._ids)


def _found(ids: Ints, among: Ints) -> Ints:
    """The ids that are among the others, ascending and unique. Beyond 10 000 much faster than `np.intersect1d`."""
    rising = np.sort(ids)
    rising = rising[np.append(True, rising[1:] != rising[:-1])]
    return rising[np.isin(rising, among)]


def counted(count: int) -> str:
    """A number of points in words for the menu: "a point", "3 points"."""
    return "a point" if count == 1 else f"{count} points"


def by(degrees: float) -> str:
    """The angle of a rotation, to follow the number of points: " by 30°"."""
    return f" by {shown(degrees)}°"
