"""How a long question is given up: whoever asked passes a function that says so, looked at every few milliseconds."""

from collections.abc import Callable


class Cancelled(Exception):
    """Whoever asked does not want the answer any more. No error: nothing went wrong."""


Stop = Callable[[], bool]
"""Whether to give up now. Called from the thread that works, so it must be quick; `threading.Event.is_set` is one."""


def never() -> bool:
    """The Stop of who waits for the answer."""
    return False


def check(stop: Stop) -> None:
    """Raises Cancelled when it is time to give up."""
    if stop():
        raise Cancelled
