"""What must not grow while the window is used: memory, threads, open files, widgets, objects."""

import contextlib
import ctypes
import gc
import os
import statistics
import sys
import threading
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QMainWindow

MEMORY = 1.05
"""How much more memory may be resident in the last minutes than after the warm-up."""

WARM_UP, AFTER, COMPARED = 10.0, 30.0, 5.0
"""Minutes: until everything was used once, what must have passed since then to tell of memory, and those compared."""

OBJECTS = 1.05

SPARE = {"threads": 1, "files": 2, "top_level": 4, "widgets": 20, "objects": 60, "python_blocks": 20_000}
"""What may be there beyond OBJECTS, of what is made when first needed."""

ENOUGH = 16
"""Measurements, of which the first quarter warms up, that tell whether something grows."""


class Measured(NamedTuple):
    """Of a window at rest: minutes since the start, bytes resident, and numbers of things.

    python_blocks: pieces of memory that Python has given out. `gc.get_objects` would count objects, but it hands out
    tuples that the trainer's thread is just filling, which fails there with SystemError or crashes later.
    """

    minutes: float
    memory: int
    threads: int
    files: int
    top_level: int
    widgets: int
    objects: int
    python_blocks: int

    def __str__(self) -> str:
        rest = ", ".join(f"{value} {name.replace('_', ' ')}" for name, value in list(self._asdict().items())[2:])
        return f"{self.memory / 2**20:.1f} MB, {rest}"


def measured(window: QMainWindow, minutes: float) -> Measured:
    gc.collect()
    give_back()
    application = QApplication.instance()
    assert application is not None
    statm = Path("/proc/self/statm")
    pages = int(statm.read_text().split()[1]) if statm.exists() else 0
    return Measured(
        minutes=minutes,
        memory=pages * os.sysconf("SC_PAGE_SIZE") if pages else 0,
        threads=len(list(Path("/proc/self/task").iterdir())) if statm.exists() else threading.active_count(),
        files=len(list(Path("/proc/self/fd").iterdir())) if statm.exists() else 0,
        top_level=len(QApplication.topLevelWidgets()),
        widgets=len(QApplication.allWidgets()),
        objects=len(window.findChildren(QObject)) + len(application.findChildren(QObject)),
        python_blocks=sys.getallocatedblocks(),
    )


def give_back() -> None:
    """Have the C library return what has been freed: how much of it lies between what is in use is chance."""
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError):  # another C library than GNU's
            ctypes.CDLL(None).malloc_trim(0)


def growth(series: list[Measured]) -> list[str]:
    """What has grown since the warm-up. Of numbers: the least in the last quarter is above the most in the second."""
    if len(series) < ENOUGH:
        return []
    quarter = len(series) // 4
    early, late = series[quarter : 2 * quarter], series[-quarter:]
    grown = memory_growth(series)
    for name, spare in SPARE.items():
        most, least = max(getattr(each, name) for each in early), min(getattr(each, name) for each in late)
        if least > most * OBJECTS + spare:
            grown.append(f"{name.replace('_', ' ')}: at most {most}, later at least {least}")
    return grown


def memory_growth(series: list[Measured]) -> list[str]:
    """Whether memory has grown, by medians: single values hold what happens to be cached."""
    end = series[-1].minutes
    if end < WARM_UP + AFTER:
        return []
    early = [each.memory for each in series if WARM_UP <= each.minutes < WARM_UP + COMPARED]
    late = [each.memory for each in series if each.minutes > end - COMPARED]
    before, after = statistics.median(early), statistics.median(late)
    if after <= MEMORY * before:
        return []
    return [f"memory: {before / 2**20:.1f} MB, later {after / 2**20:.1f} MB ({after / before - 1:+.1%})"]
