"""Cancellation and progress of long computations: the caller passes a token down to the loop that takes the time."""

from collections.abc import Callable


class Cancelled(Exception):
    """Raised when the result of a computation is no longer wanted. Not an error, and not a subclass of KpguiError."""


class Token:
    """Cancellation token of a long computation, which checks it every few milliseconds and reports its progress to it.

    cancelled: says whether to give up, such as `threading.Event.is_set`; default never. progress: called with the
    share that is done, from 0 to 1. Both are called from the computing thread, so they must be quick.
    """

    def __init__(
        self, cancelled: Callable[[], bool] | None = None, progress: Callable[[float], None] | None = None
    ) -> None:
        self._cancelled = cancelled
        self._progress = progress

    def cancelled(self) -> bool:
        """Whether the result is no longer wanted."""
        return self._cancelled is not None and self._cancelled()

    def check(self) -> None:
        """Raises Cancelled when the result is no longer wanted."""
        if self.cancelled():
            raise Cancelled

    def report(self, share: float) -> None:
        """Reports the share that is done, from 0 to 1. Raises Cancelled when the result is no longer wanted."""
        self.check()
        if self._progress is not None:
            self._progress(share)


UNWATCHED = Token()
"""A token that is never cancelled and whose progress goes nowhere."""
