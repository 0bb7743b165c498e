"""Scheduling of a window's recovery copy: written some time after the first change that is not in it."""

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from kpgui.language import _
from kpgui.model.errors import KpguiError

if TYPE_CHECKING:
    from kpgui.recovery.copy import Copy
    from kpgui.recovery.store import CopySlot


class CopyWriter:
    """Writes the recovery copy of one window. Called from the window's thread; each copy is written in its own thread.

    slot: makes the window's slot in the store when it is first needed. period: longest delay of a change, in seconds;
    a failed write is tried again after as long. problem: why the last write failed, "" if it did not.
    """

    def __init__(
        self, slot: Callable[[], "CopySlot"], period: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._make_slot = slot
        self._slot: CopySlot | None = None
        self._period = period
        self._clock = clock
        self._due: float | None = None
        self._wanted = False
        self._thread: threading.Thread | None = None
        self.problem = ""

    @property
    def idle(self) -> bool:
        """Whether nothing is scheduled or being written."""
        return self._due is None and self._thread is None

    def change(self) -> None:
        """Schedules a copy, because the session differs from its file and from the copy."""
        self._wanted = True
        if self._due is None:
            self._due = self._clock() + self._period

    def renew(self) -> None:
        """Makes the copy due now, if the session differs from its file."""
        if self._wanted:
            self._due = self._clock()

    def settle(self) -> None:
        """Removes the copy and cancels the scheduled one, because the session equals its file."""
        self._wanted, self._due, self.problem = False, None, ""
        if self._thread is None:
            self._clear()

    def turn(self, snapshot: Callable[[], "Copy"]) -> None:
        """Starts a write that is due. To be called a few times in every period while this is not idle."""
        if self._thread is not None and self._thread.is_alive():
            return
        if self._thread is not None:
            self._thread = None
            if not self._wanted:
                self._clear()
            elif self.problem and self._due is None:
                self._due = self._clock() + self._period
        if self._due is not None and self._clock() >= self._due:
            self._due = None
            self._thread = threading.Thread(target=self._write, args=(snapshot(),), name="kpgui-autosave")
            self._thread.start()

    def write(self, copy: "Copy") -> bool:
        """Writes a copy synchronously. Returns whether that succeeded."""
        self._join()
        self._wanted, self._due = True, None
        self._write(copy)
        if self.problem:
            self.change()
        return not self.problem

    def close(self, keep: "Copy | None" = None) -> None:
        """Ends the schedule: removes the copy, or writes `keep` for the next start to offer."""
        self._join()
        if keep is None:
            self._clear()
        elif self._wanted:
            self._write(keep)
        self._wanted, self._due = False, None
        if self._slot is not None:
            self._slot.leave()

    def _write(self, copy: "Copy") -> None:
        try:
            if self._slot is None:
                self._slot = self._make_slot()
            self._slot.put(copy)
            self.problem = ""
        except KpguiError as error:
            self.problem = str(error)
        except MemoryError:
            self.problem = _("There is not enough memory.")

    def _join(self) -> None:
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _clear(self) -> None:
        if self._slot is not None:
            self._slot.clear()
