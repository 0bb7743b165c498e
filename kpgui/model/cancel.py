"""Progress and cancelling of long work: whoever starts it passes a token down to the loop that takes the time."""

from collections.abc import Callable


class Cancelled(Exception):
    """Whoever asked does not want the answer any more. No error: nothing went wrong."""


class Token:
    """How far some work is, and whether it is still wanted; the worker looks at it every few milliseconds.

    cancelled: whether to give up now, such as `threading.Event.is_set`; never without it. progress: told the share
    that is done, from 0 to 1. Both are called from the thread that works, so they must be quick.
    """

    def __init__(
        self, cancelled: Callable[[], bool] | None = None, progress: Callable[[float], None] | None = None
    ) -> None:
        self._cancelled = cancelled
        self._progress = progress

    def cancelled(self) -> bool:
        """Whether the work is not wanted any more."""
        return self._cancelled is not None and self._cancelled()

    def check(self) -> None:
        """Raises Cancelled when the work is not wanted any more."""
        if self.cancelled():
            raise Cancelled

    def report(self, share: float) -> None:
        """Tell the share that is done, from 0 to 1. Raises Cancelled when the work is not wanted any more."""
        self.check()
        if self._progress is not None:
            self._progress(share)


UNWATCHED = Token()
"""Of work that nobody watches and whose result is waited for."""
