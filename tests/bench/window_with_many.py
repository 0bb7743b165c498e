"""In a process of its own: the real window with very many points, edited and saved, with a stop-watch beside it."""

import json
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from kpgui.model.dataset import Dataset
from kpgui.model.session import Session, View
from tests.bench.window_at_work import Heartbeat, shown_window, wait

TIMES = 3
MOVES = 100
QUIET = 700
"""Milliseconds for an action and what follows from it."""


def stalls(n: int) -> dict[str, Any]:
    """For each action on n points the longest stall that it brings about; the least of several times."""
    application, window = shown_window(Session())
    stack, canvas = window.document.undo_stack, window.canvas
    field = window.findChild(QWidget, "param.data.n")
    field.selectAll()
    QTest.keyClicks(field, str(n))
    QTest.keyClick(field, Qt.Key.Key_Return)
    actions = {
        "Generate": window.findChild(QPushButton, "data.generate").click,
        "its undo": stack.undo,
        "its redo": stack.redo,
        "select all": canvas.select_all,
        "move": lambda: canvas.nudge_selection(10, 0),
        "undo move": stack.undo,
        "redo move": stack.redo,
        "flip": window.selection_commands.flip_labels,
        "delete": canvas.delete_selection,
        "undo delete": stack.undo,
        "redo delete": stack.redo,
    }
    found: dict[str, list[tuple[float, float]]] = {}
    for _ in range(TIMES):
        for name, action in actions.items():
            found.setdefault(name, []).append(_longest(application, action))
    stack.setClean()
    window.close()
    return {
        "processor_ms": {name: 1e3 * min(busy for busy, _ in times) for name, times in found.items()},
        "wall_ms": {name: 1e3 * min(late for _, late in times) for name, times in found.items()},
        "platform": application.platformName(),
    }


def _longest(application: QApplication, action: Callable[[], object]) -> tuple[float, float]:
    heartbeat = Heartbeat()
    heartbeat.start()
    QTimer.singleShot(20, action)
    QTimer.singleShot(QUIET, lambda: application.exit(0))  # quit would ask about changes
    application.exec()
    heartbeat.stop()
    return max(heartbeat.busy), max(heartbeat.late)


def drag(n: int) -> dict[str, Any]:
    """Drag one of n points about: this thread's processor time for each event and all that it brings about at once."""
    dataset = scattered(n)
    application, window = shown_window(Session(dataset, view=View.around(dataset.points)))
    canvas, stack = window.canvas, window.document.undo_stack
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton

    def send(kind: QEvent.Type, at: QPointF, button: Qt.MouseButton, buttons: Qt.MouseButton) -> None:
        event = QMouseEvent(
            kind, at, canvas.viewport().mapToGlobal(at), button, buttons, Qt.KeyboardModifier.NoModifier
        )
        application.sendEvent(canvas.viewport(), event)

    def cost(action: Callable[[], object]) -> float:
        begun = thread_time()
        action()
        application.processEvents()
        return 1e3 * (thread_time() - begun)

    start = QPointF(canvas.mapFromScene(canvas.view_box.mapViewToScene(QPointF(*dataset.points[0]))))
    places = [start + QPointF(150 * np.sin(k / 11), 100 * np.sin(k / 7)) for k in range(1, MOVES)]
    found: dict[str, list[float]] = {}
    for _ in range(TIMES):
        press = cost(partial(send, QEvent.Type.MouseButtonPress, start, left, left))
        moves = [cost(partial(send, QEvent.Type.MouseMove, at, none, left)) for at in places]
        release = cost(partial(send, QEvent.Type.MouseButtonRelease, places[-1], left, none))
        undo = cost(stack.undo)
        p50, p95 = np.percentile(moves, (50, 95)).tolist()
        for name, value in {"press": press, "p50": p50, "p95": p95, "release": release, "undo": undo}.items():
            found.setdefault(name, []).append(value)
    stack.setClean()
    window.close()
    return {f"{name}_ms": min(values) for name, values in found.items()}


def scattered(n: int) -> Dataset:
    """Points all over the place, in four quarters of two classes."""
    points = np.random.default_rng(0).normal(size=(n, 2))
    return Dataset.of(points, np.where(points[:, 0] * points[:, 1] > 0, 1, -1))


def save(n: int) -> dict[str, Any]:
    """Save a session of n points while the window is looked at, and copy it as autosave does."""
    dataset = scattered(n)
    with tempfile.TemporaryDirectory() as folder:
        application, window = shown_window(Session(dataset, view=View.around(dataset.points)))
        path = Path(folder) / "large.kpgui"
        window.document.mark_saved(path)
        window.document.mark_unsaved()
        heartbeat = Heartbeat()
        heartbeat.start()
        begun = perf_counter()
        window.saving.save()
        wait(application, lambda: not window.document.modified, 120)
        elapsed = perf_counter() - begun
        heartbeat.stop()
        megabytes = path.stat().st_size / 1e6
        window.close()
    return {
        "seconds": elapsed,
        "megabytes": megabytes,
        "late_p99_ms": float(np.percentile(heartbeat.late, 99)) * 1e3,
        "late_most_ms": float(max(heartbeat.late)) * 1e3,
        "busy_most_ms": float(max(heartbeat.busy)) * 1e3,
    }


if __name__ == "__main__":
    print(json.dumps({"edit": stalls, "drag": drag, "save": save}[sys.argv[1]](int(sys.argv[2]))))
