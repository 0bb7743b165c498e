"""The timeline: the log of updates, which can be replayed to any step."""

from bisect import bisect_left

import numpy as np

from kpgui.model.arrays import Growing, Ints
from kpgui.model.updates import MISTAKES, ReplayState, Updates

CHUNK = 1 << 14
"""Updates between two checkpoints, about as many as a replay reads at most; n / 2 if that is more, for n points."""

CAPACITY = 1 << 21
"""The most updates that the timeline of a run in the window keeps: about 120 MB."""


class Timeline:
    """All updates of a run, in chunks with a checkpoint before each.

    Beyond `capacity` updates the oldest chunks are dropped, and `first_step` is the earliest step left. The steps of
    mistakes are all kept, 8 bytes each.
    """

    def __init__(self, start: ReplayState, capacity: int | None = None) -> None:
        self._chunks: list[Updates] = []
        self._checkpoints: list[ReplayState] = [start]
        self._open: list[Updates] = []
        self._open_rows = 0
        self._capacity = capacity
        self._mistakes = Growing()
        self._chunk_rows = max(CHUNK, len(start.alpha) // 2)

    @property
    def first_step(self) -> int:
        """The earliest step that can be replayed."""
        return self._checkpoints[0].step + 1

    @property
    def mistakes(self) -> Ints:
        """The steps at which there was a mistake, counted from 0, (k,), ascending, read-only."""
        return self._mistakes.values

    def append(self, rows: Updates) -> None:
        """Appends updates of later steps; completes a chunk when it is full."""
        if not len(rows):
            return
        self._mistakes.extend(rows.step[np.isin(rows.kind, MISTAKES)])
        self._open.append(rows)
        self._open_rows += len(rows)
        if self._open_rows >= self._chunk_rows:
            chunk = self._joined_open()
            self._chunks.append(chunk)
            self._checkpoints.append(self._checkpoints[-1].after(chunk))
            self._open, self._open_rows = [], 0
            while self._capacity is not None and sum(map(len, self._chunks)) > self._capacity:
                del self._chunks[0], self._checkpoints[0]

    def _joined_open(self) -> Updates:
        if len(self._open) > 1:
            self._open = [Updates.join(self._open)]
        return self._open[0] if self._open else Updates.none()

    def updates(self) -> Updates:
        """Returns all updates that are kept."""
        return Updates.join([*self._chunks, self._joined_open()])

    def at(self, step: int) -> ReplayState:
        """Returns the replay state after `step` steps; step 0 is the start."""
        k = self._chunk_of(step)
        rows = self._chunk(k)
        return self._checkpoints[k].after(rows.rows(0, int(np.searchsorted(rows.step, step))))

    def between(self, start: int, stop: int) -> Updates:
        """Returns the updates of the steps from `start` up to, but not including, `stop`."""
        chunks = [self._chunk(k) for k in range(self._chunk_of(start), self._chunk_of(stop) + 1)]
        bounds = [np.searchsorted(rows.step, (start, stop)) for rows in chunks]
        return Updates.join([rows.rows(int(a), int(b)) for rows, (a, b) in zip(chunks, bounds, strict=True)])

    def latest(self, step: int, count: int) -> Updates:
        """Returns the last updates of the first `step` steps, at most `count`, and no more than are kept."""
        k, parts = self._chunk_of(step), list[Updates]()
        while k >= 0 and count > 0:
            rows = self._chunk(k)
            stop = int(np.searchsorted(rows.step, step))
            parts.insert(0, rows.rows(max(0, stop - count), stop))
            k, count = k - 1, count - len(parts[0])
        return Updates.join(parts)

    def _chunk_of(self, step: int) -> int:
        """Returns the index of the chunk whose checkpoint is the last one before `step`."""
        starts = [moment.step for moment in self._checkpoints]
        return max(0, bisect_left(starts, step) - 1)

    def _chunk(self, k: int) -> Updates:
        return self._chunks[k] if k < len(self._chunks) else self._joined_open()
