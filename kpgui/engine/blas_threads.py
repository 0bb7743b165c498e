"""A limit on the number of BLAS threads."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """A context in which BLAS uses one thread.

    The matrix products here are small: a second thread gains little, and on a busy processor waiting for it takes many
    times as long as the product. It would also compete with the window for a core, and a sum that is divided among
    threads differs in its last bits.
    """
    limit = _limit()
    limit.enter()
    try:
        yield
    finally:
        limit.leave()


class _Limit:
    """The limit, which holds for the whole process, and is lifted when its last user has left."""

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
    """Returns the limit of the process, made on first use, since finding the BLAS libraries takes milliseconds."""
    return _Limit()
