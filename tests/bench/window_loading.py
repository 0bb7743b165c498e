"""In a process of its own: the real window while it reads a large file, with a stop-watch beside it."""

import json
import sys
import tempfile
import threading
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from PySide6.QtWidgets import QDialog, QPushButton

from kpgui.model.session import Session
from tests.bench.window_at_work import Heartbeat, shown_window, wait


def written(folder: Path, rows: int) -> Path:
    """A CSV file with all digits of its numbers."""
    points = np.random.default_rng(0).normal(size=(rows, 2))
    labels = np.where(points[:, 0] * points[:, 1] > 0, 1, -1)
    path = folder / "large.csv"
    with path.open("w", encoding="utf-8") as file:
        file.write("x,y,label\n")
        file.writelines(f"{x!r},{y!r},{k}\n" for (x, y), k in zip(points.tolist(), labels.tolist(), strict=True))
    return path


def load(rows: int) -> dict[str, Any]:
    """Open a file with so many rows, and take the sample that is offered."""
    with tempfile.TemporaryDirectory() as folder:
        path = written(Path(folder), rows)
        application, window = shown_window(Session())
        heartbeat = Heartbeat()
        heartbeat.start()
        begun = perf_counter()
        window.opening.open_path(path)
        wait(application, lambda: window.findChild(QDialog, "dialog.sample") is not None, 120)
        elapsed = perf_counter() - begun
        reading = list(heartbeat.late)
        megabytes = path.stat().st_size / 1e6
        window.findChild(QPushButton, "sample.open").click()
        wait(application, lambda: len(window.document.session.dataset) > 0)
        window.opening.open_path(path)
        wait(application, lambda: window.findChild(QPushButton, "progress.cancel").isVisible())
        begun = perf_counter()
        window.findChild(QPushButton, "progress.cancel").click()
        wait(application, lambda: not any(thread.name == "kpgui file" for thread in threading.enumerate()))
        cancelled = perf_counter() - begun
        window.close()
    return {
        "seconds": elapsed,
        "megabytes": megabytes,
        "late_p99_ms": float(np.percentile(reading, 99)) * 1e3,
        "late_most_ms": float(max(reading)) * 1e3,
        "cancelled_ms": cancelled * 1e3,
        "platform": application.platformName(),
    }


if __name__ == "__main__":
    print(json.dumps(load(int(sys.argv[1]))))
