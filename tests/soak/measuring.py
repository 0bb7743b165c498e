"""What must not grow while the window is used: memory, threads, open files, widgets, objects."""

import gc
import os
import statistics
import threading
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QMainWindow

MEMORY = 1.05
"""How much more memory may be resident at the end than after the warm-up."""

OBJECTS = 1.05

SPARE = {"threads": 1, "files": 2, "top_level": 4, "widgets": 20, "objects": 60, "python_objects": 4000}
"""What may be there beyond OBJECTS, of what is made when first needed."""

ENOUGH = 16
"""Measurements, of which the first quarter warms up, that tell whether something grows."""


class Measured(NamedTuple):
    """Of a window at rest: bytes resident, and numbers of things."""

    memory: int
    threads: int
    files: int
    top_level: int
    widgets: int
    objects: int
    python_objects: int

    def __str__(self) -> str:
        rest = ", ".join(f"{value} {name.replace('_', ' ')}" for name, value in list(self._asdict().items())[1:])
        return f"{self.memory / 2**20:.1f} MB, {rest}"


def measured(window: QMainWindow) -> Measured:
    gc.collect()
    application = QApplication.instance()
    assert application is not None
    statm = Path("/proc/self/statm")
    pages = int(statm.read_text().split()[1]) if statm.exists() else 0
    return Measured(
        memory=pages * os.sysconf("SC_PAGE_SIZE") if pages else 0,
        threads=len(list(Path("/proc/self/task").iterdir())) if statm.exists() else threading.active_count(),
        files=len(list(Path("/proc/self/fd").iterdir())) if statm.exists() else 0,
        top_level=len(QApplication.topLevelWidgets()),
        widgets=len(QApplication.allWidgets()),
        objects=len(window.findChildren(QObject)) + len(application.findChildren(QObject)),
        python_objects=len(gc.get_objects()),
    )


def growth(series: list[Measured]) -> list[str]:
    """What has grown since the warm-up: its least in the last quarter is above its most in the second one.

    Of the memory medians are compared: an allocator gives back late what it was given.
    """
    if len(series) < ENOUGH:
        return []
    quarter = len(series) // 4
    early, late = series[quarter : 2 * quarter], series[-quarter:]
    grown = []
    before, after = (statistics.median(each.memory for each in part) for part in (early, late))
    if after > MEMORY * before:
        grown.append(f"memory: {before / 2**20:.1f} MB, later {after / 2**20:.1f} MB ({after / before - 1:+.1%})")
    for name, spare in SPARE.items():
        most, least = max(getattr(each, name) for each in early), min(getattr(each, name) for each in late)
        if least > most * OBJECTS + spare:
            grown.append(f"{name.replace('_', ' ')}: at most {most}, later at least {least}")
    return grown
