"""The window's side of the bump: which point's is shown, and where."""

from typing import Any

from PySide6.QtCore import QObject, Signal

from kpgui.geometry.bump import Bump
from kpgui.model.session import View
from kpgui.ui.session.focus import SharedFocus
from kpgui.ui.session.instruments import Instruments
from kpgui.ui.tasks.throttle import READABLE


class Bumps(QObject):
    """Asks for the bump of the point in the focus while there is one; nothing is computed otherwise."""

    computed = Signal(object)
    """Its value, `Failed`, or None while none is shown."""

    def __init__(self, focus: SharedFocus, instruments: Instruments, parent: QObject) -> None:
        super().__init__(parent)
        self._focus, self._instruments = focus, instruments
        self._view = View()
        self._reading: Bump | None = None
        focus.bump_changed.connect(self._ask)
        instruments.arrived.connect(self._receive)
        instruments.run_failed.connect(self._clear)

    def show_view(self, view: View) -> None:
        """The visible rectangle of the plane has changed."""
        self._view = view
        if self._reading is not None:
            self._ask(self._focus.bump)

    def _ask(self, point: int | None) -> None:
        self._reading = None if point is None else Bump(point, self._view)
        if self._reading is None:
            self._instruments.drop(Bump.key)
            self._clear()
        else:
            self._instruments.want(Bump.key, self._reading, READABLE)

    def _receive(self, reading: object, value: Any) -> None:
        if self._reading is not None and reading == self._reading:
            self.computed.emit(value)

    def _clear(self) -> None:
        self.computed.emit(None)
