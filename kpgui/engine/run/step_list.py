"""A growing list of steps, ascending, in one array."""

import numpy as np

from kpgui.model.arrays import Ints


class StepList:
    """Steps are appended in ascending order. Adding one takes constant time on average."""

    def __init__(self) -> None:
        self._buffer: Ints = np.empty(256, np.int64)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def extend(self, steps: Ints) -> None:
        needed = self._count + len(steps)
        if needed > len(self._buffer):
            grown = np.empty(max(needed, 2 * len(self._buffer)), np.int64)
            grown[: self._count] = self._buffer[: self._count]
            self._buffer = grown
        self._buffer[self._count : needed] = steps
        self._count = needed

    @property
    def all(self) -> Ints:
        """The steps so far, (k,), read-only. Later ones are not seen in it."""
        steps = self._buffer[: self._count]
        steps.flags.writeable = False
        return steps
