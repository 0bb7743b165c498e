"""The prototypes whose boundaries are shown on the canvas."""

from PySide6.QtCore import QObject, Signal

from kpgui.model.arrays import Floats
from kpgui.model.frame import Frame
from kpgui.model.number import indexed
from kpgui.model.session import View
from kpgui.model.votes import Votes
from kpgui.present.named_curve import NamedCurve
from kpgui.readings.prototypes import boundaries
from kpgui.ui.panels.workbench import Workbench
from kpgui.ui.tasks.background import Background

MOST = 6
"""Most curves at once: the first one chosen makes room for a further one."""


class PrototypeCurves(QObject):
    """Finds the boundaries of the chosen prototypes in what the canvas shows, and again when it shows something else.

    changed: another prototype is chosen, or one no longer. A prototype stays the same while a run goes on; while the
    run is shown at a step before the prototype was made, it has no boundary. Those of another run are forgotten.
    """

    changed = Signal()

    def __init__(self, workbench: Workbench, parent: QObject) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._background = Background(self, "kpgui prototypes", patience=0.0)
        workbench.closing.connect(self._background.stop)
        self._background.failed.connect(self._give_up)
        self._chosen: list[int] = []
        self._curves: dict[int, Floats] = {}
        self._run = -1
        self._view: View | None = None
        self._found_in: View | None = None
        """Where the known curves were found; they stay on the canvas until those in `_view` are there."""
        self._shown: tuple[NamedCurve, ...] = ()
        workbench.training.frame_arrived.connect(self._follow)

    @property
    def chosen(self) -> list[int]:
        """The 0-based numbers of the prototypes, in the order in which they were chosen."""
        return self._chosen

    def toggle(self, k: int) -> None:
        """Show the boundary of this prototype, or take it away."""
        self._chosen = [each for each in self._chosen if each != k] if k in self._chosen else [*self._chosen, k][-MOST:]
        self._update()
        self.changed.emit()

    def clear(self) -> None:
        """Take all boundaries away."""
        self._background.cancel()
        self._show(())
        self._curves = {}
        if self._chosen:
            self._chosen = []
            self.changed.emit()

    def _give_up(self, sentence: str) -> None:
        self.clear()

    def _follow(self, frame: Frame) -> None:
        if frame.run != self._run:
            self._run, self._view = frame.run, None
            self.clear()
        if frame.field is not None and frame.field.view != self._view:
            self._view = frame.field.view
        if self._chosen:
            self._update()

    def _update(self) -> None:
        """Show the curves that are known, and find the others."""
        shown, frame, view = self._workbench.training.shown, self._workbench.training.frame, self._view
        if shown is None or frame is None or not isinstance(frame.expansion, Votes):
            self._show(())
            return
        votes = frame.expansion
        made = tuple(k for k in self._chosen if k < votes.voters)
        missing = [k for k in made if k not in self._curves or self._found_in != view]
        self._show(tuple(k for k in made if k in self._curves))
        if missing and view is not None and not self._background.busy:
            session = shown[0]
            self._background.do(
                "Boundaries of prototypes",
                lambda token: (view, boundaries(session, votes, missing, view, token)),
                self._take,
            )

    def _take(self, found: tuple[View, dict[int, Floats]]) -> None:
        view, curves = found
        if view == self._view:
            self._curves = {**(self._curves if self._found_in == view else {}), **curves}
            self._found_in = view
        self._update()

    def _show(self, shown: tuple[int, ...]) -> None:
        curves = tuple(NamedCurve(indexed("v", k + 1), self._curves[k]) for k in shown)
        if [id(each.curve) for each in curves] != [id(each.curve) for each in self._shown]:
            self._shown = curves
            self._workbench.curves_changed.emit(curves)
