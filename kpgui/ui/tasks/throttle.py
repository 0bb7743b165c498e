"""Calls that are made at most so many times a second, however often they are asked for."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

READABLE = 10.0
"""Updates a second at most of numbers and curves; those that change faster cannot be read."""


class Throttle(QObject):
    """Calls `do` soon after it was requested: once for all requests within a period of 1/rate seconds.

    rate: calls a second at most.
    """

    def __init__(self, do: Callable[[], None], rate: float, parent: QObject) -> None:
        super().__init__(parent)
        self._timer = QTimer(self, singleShot=True, interval=round(1000 / rate))
        self._timer.timeout.connect(do)

    def request(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    @property
    def pending(self) -> bool:
        """Whether a request has not been carried out yet."""
        return self._timer.isActive()

    def cancel(self) -> None:
        """Forgets the request that was not carried out yet."""
        self._timer.stop()
