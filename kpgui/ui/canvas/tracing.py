"""Tracing of boundaries in the background: curves f = 0 for the visible part of the plane."""

from collections.abc import Sequence
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal

from kpgui.engine.messages.commands import Viewport
from kpgui.geometry.boundaries import NamedBoundary
from kpgui.language import _
from kpgui.model.arrays import Floats
from kpgui.model.cancel import Token
from kpgui.model.errors import KpguiError
from kpgui.model.expansion import Expansion
from kpgui.ui.tasks.background import Background

BATCH = 0.05
"""Seconds after which the curves that are done are handed over."""

REST = 80
"""Milliseconds without a change of the view before curves are computed for it, so that a pan stays smooth."""

Traced = list[tuple[Expansion, Viewport, Floats | None]]


class Tracing(QObject):
    """Computes the curves that are missing or belong to another view, in a thread of its own.

    A computation for an earlier view is finished: its curve is better than an older one.

    traced: curves, (k, 2), by their Expansion; None for one whose f is too large to compute in this view.
    """

    traced = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._background = Background(self, "kpgui boundaries", patience=0.0)
        self._wanted: Sequence[NamedBoundary] = ()
        self._viewport: Viewport | None = None
        self._done: dict[Expansion, Viewport] = {}
        self._stopped = False
        self._resting = QTimer(self, singleShot=True, interval=REST)
        self._resting.timeout.connect(self._go_on)

    @property
    def settled(self) -> bool:
        """Whether all curves are those of the view."""
        return not self._background.busy and not self._resting.isActive()

    def want(self, boundaries: Sequence[NamedBoundary], viewport: Viewport) -> None:
        """Computes the curves of these boundaries, and no others, for this view."""
        wanted, moved = {each.expansion for each in boundaries}, viewport != self._viewport
        if wanted != {each.expansion for each in self._wanted}:
            self._background.cancel()
        self._wanted, self._viewport = boundaries, viewport
        self._done = {each: view for each, view in self._done.items() if each in wanted}
        if moved and self._wanted:
            self._resting.start()
        elif not self._resting.isActive():
            self._go_on()

    def stop(self) -> None:
        """Ends the thread for good."""
        self._wanted, self._stopped = (), True
        self._resting.stop()
        self._background.stop()

    def _go_on(self) -> None:
        viewport = self._viewport
        missing = [each for each in self._wanted if self._done.get(each.expansion) != viewport]
        if not missing or viewport is None or self._background.busy or self._stopped:
            return

        def work(token: Token) -> Traced:
            return _curves(missing, viewport, token)

        self._background.do(_("tracing boundaries"), work, self._take)

    def _take(self, curves: Traced) -> None:
        self._done |= {expansion: viewport for expansion, viewport, __ in curves}
        self.traced.emit({expansion: curve for expansion, __, curve in curves})
        if not self._resting.isActive():
            self._go_on()


def _curves(boundaries: Sequence[NamedBoundary], viewport: Viewport, token: Token) -> Traced:
    """The curves of the first of these boundaries: at least one, and as many as a batch has time for."""
    from kpgui.engine.blas_threads import one_blas_thread
    from kpgui.engine.picture.boundary import boundary  # the engine is not imported before the first paint

    done: Traced = []
    begun = perf_counter()
    with one_blas_thread():
        for each in boundaries:
            try:
                curve = boundary(each.kernel, each.points, each.expansion, viewport, token)
            except KpguiError:
                curve = None
            done.append((each.expansion, viewport, curve))
            if perf_counter() - begun > BATCH:
                break
    return done
