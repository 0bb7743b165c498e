"""When a recovery copy is written: some time after the first change that is not in it, and never otherwise."""

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from kpgui.model.errors import KpguiError

if TYPE_CHECKING:
    from kpgui.recovery.copy import Copy
    from kpgui.recovery.store import Place


class Keeper:
    """Keeps the copy of one window. Called from the window's thread only; each copy is written in a thread of its own.

    place: gives the window's place, when first needed. period: seconds that a change may wait. A write that fails
    is tried again after as long. problem: why the last one failed, "" when it did not.
    """

    def __init__(
        self, place: Callable[[], "Place"], period: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._make_place = place
        self._place: Place | None = None
        self._period = period
        self._clock = clock
        self._due: float | None = None
        self._wanted = False
        self._thread: threading.Thread | None = None
        self.problem = ""

    @property
    def idle(self) -> bool:
        """Whether there is nothing to do until the next change."""
        return self._due is None and self._thread is None

    def change(self) -> None:
        """The session differs from its file and from the copy."""
        self._wanted = True
        if self._due is None:
            self._due = self._clock() + self._period

    def renew(self) -> None:
        """The copy is not to wait any longer, if one is wanted."""
        if self._wanted:
            self._due = self._clock()

    def settle(self) -> None:
        """The session is as in its file: no copy is wanted."""
        self._wanted, self._due, self.problem = False, None, ""
        if self._thread is None:
            self._clear()

    def turn(self, snapshot: Callable[[], "Copy"]) -> None:
        """Do what is due. Called a few times in every period, while this is not idle."""
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
        """Write a copy at once; whether it is there now."""
        self._join()
        self._wanted, self._due = True, None
        self._write(copy)
        if self.problem:
            self.change()
        return not self.problem

    def close(self, keep: "Copy | None" = None) -> None:
        """The window ends: its copy is removed, or written a last time for the next start to offer."""
        self._join()
        if keep is None:
            self._clear()
        elif self._wanted:
            self._write(keep)
        self._wanted, self._due = False, None
        if self._place is not None:
            self._place.leave()

    def _write(self, copy: "Copy") -> None:
        try:
            if self._place is None:
                self._place = self._make_place()
            self._place.put(copy)
            self.problem = ""
        except KpguiError as error:
            self.problem = str(error)
        except MemoryError:
            self.problem = "There is not enough memory."

    def _join(self) -> None:
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _clear(self) -> None:
        if self._place is not None:
            self._place.clear()
