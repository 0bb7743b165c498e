"""How many threads BLAS works with."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """A context in which BLAS works with one thread.

    Our products are small: a second thread gains little, and where other work uses the processor it is waited for many
    times as long as the product takes. Beside a window it takes the screen's core. And a sum that is divided among
    threads has other last bits than one that is not.
    """
    limit = _limit()
    limit.enter()
    try:
        yield
    finally:
        limit.leave()


class _Limit:
    """The number of threads is one for the whole process: it is restored when the last user has left."""

    def __init__(self) -> None:
        from threadpoolctl import ThreadpoolController

        self._blas = ThreadpoolController().select(user_api="blas")
        self._lock = Lock()
        self._users = 0

    def enter(self) -> None:
        with self._lock:
            self._users += 1
            if self._users == 1:
                self._limited: Any = self._blas.limit(limits=1)

    def leave(self) -> None:
        with self._lock:
            self._users -= 1
            if not self._users:
                self._limited.restore_original_limits()


@cache
def _limit() -> _Limit:
    """To look for the libraries takes milliseconds: once, when first asked for."""
    return _Limit()
