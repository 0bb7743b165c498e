"""The prototypes whose boundaries are shown on the canvas."""

from PySide6.QtCore import QObject, Signal

from kpgui.geometry.boundaries import NamedBoundary
from kpgui.model.frame import Frame
from kpgui.model.number import indexed
from kpgui.model.votes import Votes
from kpgui.ui.forms.workbench import Workbench

MOST = 6
"""Most boundaries at once: the first one chosen makes room for a further one."""


class PrototypeBoundaries(QObject):
    """Shows the boundaries of the chosen prototypes.

    changed: another prototype is chosen, or one no longer. A prototype stays the same while a run goes on; while the
    run is shown at a step before the prototype was made, it has no boundary. Those of another run are forgotten.
    """

    changed = Signal()

    def __init__(self, workbench: Workbench, parent: QObject) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._run = -1
        self._boundaries: dict[int, NamedBoundary | None] = {}
        """By the 0-based number of each chosen prototype, in the order of choice; None before it is made."""
        self._shown: list[NamedBoundary] = []
        workbench.training.frame_arrived.connect(self._follow)

    @property
    def chosen(self) -> list[int]:
        """The 0-based numbers of the prototypes, in the order in which they were chosen."""
        return list(self._boundaries)

    def toggle(self, k: int) -> None:
        """Shows the boundary of this prototype, or takes it away."""
        if k in self._boundaries:
            del self._boundaries[k]
        else:
            self._boundaries[k] = None
            for first in self.chosen[:-MOST]:
                del self._boundaries[first]
        self._update()
        self.changed.emit()

    def clear(self) -> None:
        """Takes all boundaries away."""
        if self._boundaries:
            self._boundaries = {}
            self._update()
            self.changed.emit()

    def _follow(self, frame: Frame) -> None:
        if frame.run != self._run:
            self._run = frame.run
            self.clear()
        if self._boundaries:
            self._update()

    def _update(self) -> None:
        made = [each for k in self.chosen if (each := self._boundary(k)) is not None]
        if made != self._shown:
            self._shown = made
            self._workbench.overlaid.emit("prototypes", made)

    def _boundary(self, k: int) -> NamedBoundary | None:
        """The boundary of a prototype, None while the shown step is before the one that made it."""
        shown, frame = self._workbench.training.shown, self._workbench.training.frame
        if shown is None or frame is None or not isinstance(frame.expansion, Votes) or k >= frame.expansion.voters:
            return None
        known = self._boundaries[k]
        if known is None:
            session, kernel = shown
            hypothesis = frame.expansion.hypothesis(k)
            known = NamedBoundary(indexed("v", k + 1), kernel, session.dataset.points, hypothesis, style=k)
            self._boundaries[k] = known
        return known
