"""In a process of its own: the real window, trained and dragged in, with a stop-watch beside it."""

import json
import sys
from collections.abc import Callable
from math import inf
from time import perf_counter, thread_time
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QEventLoop, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QDockWidget

import kpgui.app
from kpgui.model.session import Session, View
from kpgui.ui.canvas import Canvas
from kpgui.ui.instruments.instrument import Instrument
from kpgui.ui.window.dock_layout import PANELS
from tests.strategies import noisy_moons

BEAT = 0.005


class Heartbeat(QObject):
    """A timer of 5 ms that notes how late it comes, and how long this thread had the processor since the last time."""

    def __init__(self) -> None:
        super().__init__()
        self.late: list[float] = []
        self.busy: list[float] = []
        self._last, self._used = perf_counter(), thread_time()
        self._timer = QTimer(self, interval=int(BEAT * 1000), timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)

    def start(self) -> None:
        self.late.clear()
        self.busy.clear()
        self._last, self._used = perf_counter(), thread_time()
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def _beat(self) -> None:
        now, used = perf_counter(), thread_time()
        self.late.append(max(0.0, now - self._last - BEAT))
        self.busy.append(used - self._used)
        self._last, self._used = now, used


def wait(application: QApplication, until: Callable[[], bool], seconds: float = 30) -> None:
    """Waits inside Qt, as the window does: a busy loop would take the interpreter's lock from the trainer."""
    end = perf_counter() + seconds
    while not until():
        if perf_counter() > end:
            raise TimeoutError(f"nothing within {seconds} s")
        application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


def shown_window(session: Session) -> tuple[QApplication, Any]:
    application = QApplication(sys.argv[:1])
    window = kpgui.app.create_window(session)
    window.resize(1280, 800)
    window.show()
    wait(application, lambda: window.training.frame is not None and window.training.frame.field is not None)
    return application, window


def open_instruments(window: Any) -> None:
    """Shows every instrument at once, each in a window of its own, so that none is hidden behind another's tab."""
    for panel in PANELS:
        if issubclass(panel, Instrument):
            dock = window.findChild(QDockWidget, f"dock.{panel.dock_key or panel.key}")
            dock.setFloating(True)
            dock.show()


def endless(n: int, seconds: float, instruments: bool = False) -> dict[str, Any]:
    """Train without end on points that the kernel does not separate, if asked with every instrument open."""
    dataset = noisy_moons(n, noise=0.3)
    session = Session(
        dataset, "rbf(sigma=0.5)", "kernel_perceptron(epochs=1000000000)", view=View.around(dataset.points)
    )
    application, window = shown_window(session)
    if instruments:
        open_instruments(window)
    window.training.set_pace(inf)
    window.commands["train.run"].trigger()
    wait(application, lambda: window.training.frame.head > 100_000)
    painted: list[int] = []
    window.canvas.frame_painted.connect(painted.append)
    heartbeat = Heartbeat()
    heartbeat.start()
    begun = perf_counter()
    QTimer.singleShot(int(seconds * 1000), application.quit)
    application.exec()
    elapsed = perf_counter() - begun
    figures = {
        "late_p99_ms": float(np.percentile(heartbeat.late, 99)) * 1e3,
        "frames_per_second": len(set(painted)) / elapsed,
        "steps_per_second": window.training.frame.head / elapsed,
        "platform": application.platformName(),
    }
    window.document.undo_stack.setClean()
    window.close()
    return figures


def race(n: int, seconds: float) -> dict[str, Any]:
    """Train two runs without end side by side, on points that neither kernel separates."""
    dataset = noisy_moons(n, noise=0.3)
    session = Session(
        dataset, "rbf(sigma=0.5)", "kernel_perceptron(epochs=1000000000)", view=View.around(dataset.points)
    )
    application, window = shown_window(session)
    window.commands["view.race"].trigger()
    window.training.set_pace(inf)
    race = window.races.race
    window.commands["train.run"].trigger()
    wait(application, lambda: None not in race.frames and min(each.head for each in race.frames) > 2_000)
    painted: list[list[int]] = []
    for canvas in window.findChildren(Canvas):
        painted.append([])
        canvas.frame_painted.connect(painted[-1].append)
    heartbeat = Heartbeat()
    heartbeat.start()
    begun, head = perf_counter(), race.frames[0].head
    QTimer.singleShot(int(seconds * 1000), application.quit)
    application.exec()
    elapsed = perf_counter() - begun
    figures = {
        "late_p99_ms": float(np.percentile(heartbeat.late, 99)) * 1e3,
        "frames_per_second": min(len(set(each)) for each in painted) / elapsed,
        "steps_per_second": (race.frames[0].head - head) / elapsed,
        "platform": application.platformName(),
    }
    window.document.undo_stack.setClean()
    window.close()
    return figures


def seek(n: int, count: int = 200) -> dict[str, Any]:
    """Go to steps of a long run at random, every instrument open; time each until its field is on the screen."""
    dataset = noisy_moons(n, noise=0.3)
    session = Session(dataset, "rbf(sigma=0.5)", "kernel_perceptron(epochs=100)", view=View.around(dataset.points))
    application, window = shown_window(session)
    open_instruments(window)
    training = window.training
    window.commands["train.to_end"].trigger()
    wait(application, lambda: training.frame.status.value in ("converged", "limit"))
    painted: list[int] = []
    window.canvas.frame_painted.connect(painted.append)
    times = []
    for step in np.random.default_rng(0).integers(0, training.frame.head, count).tolist():
        shown, begun = len(painted), perf_counter()
        window.timeline.sought.emit(step)
        wait(application, lambda: len(painted) > shown and training.frame.counters.step == step)  # noqa: B023 - called in this turn
        times.append(perf_counter() - begun)
    steps = training.frame.head
    window.document.undo_stack.setClean()
    window.close()
    window.deleteLater()
    QTimer.singleShot(0, application.quit)
    application.exec()  # only the event loop destroys windows, which floating docks are, in the right order
    return {
        "steps": steps,
        "p95_ms": float(np.percentile(times, 95)) * 1e3,
        "p50_ms": float(np.median(times)) * 1e3,
    }


def live(n: int, moves: int = 200) -> dict[str, Any]:
    """Drag a point about in live mode; time each mouse move until its own boundary is on screen."""
    dataset = noisy_moons(n)
    session = Session(dataset, "rbf(sigma=0.5)", "kernel_perceptron(epochs=20)", view=View.around(dataset.points))
    application, window = shown_window(session)
    canvas, training = window.canvas, window.training
    window.commands["train.live"].trigger()
    painted: list[int] = []
    canvas.frame_painted.connect(painted.append)
    wait(application, lambda: training.frame.status.value in ("converged", "limit"))

    def send(kind: QEvent.Type, at: QPoint, buttons: Qt.MouseButton) -> None:
        button = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
        place = QPointF(at)
        event = QMouseEvent(
            kind, place, canvas.viewport().mapToGlobal(place), button, buttons, Qt.KeyboardModifier.NoModifier
        )
        application.sendEvent(canvas.viewport(), event)

    start = canvas.mapFromScene(canvas.view_box.mapViewToScene(QPointF(*dataset.points[0])))
    send(QEvent.Type.MouseButtonPress, start, Qt.MouseButton.LeftButton)
    times = []
    for k in range(moves):
        at = start + QPoint(round(60 * np.cos(k / 9)), round(60 * np.sin(k / 7)))
        before, frames = window.document.session.dataset, len(painted)
        begun = perf_counter()
        send(QEvent.Type.MouseMove, at, Qt.MouseButton.LeftButton)
        if window.document.session.dataset is before:
            continue
        wait(
            application,
            lambda frames=frames: (
                len(painted) > frames
                and training.shown is not None
                and training.shown[0].dataset is window.document.session.dataset
                and training.frame.status.value in ("converged", "limit")
            ),
        )
        times.append(perf_counter() - begun)
    send(QEvent.Type.MouseButtonRelease, at, Qt.MouseButton.NoButton)
    window.document.undo_stack.setClean()
    window.close()
    return {
        "p95_ms": float(np.percentile(times, 95)) * 1e3,
        "p50_ms": float(np.median(times)) * 1e3,
        "moves": len(times),
    }


if __name__ == "__main__":
    kind, n = sys.argv[1], int(sys.argv[2])
    if kind in ("endless", "instruments"):
        print(json.dumps(endless(n, float(sys.argv[3]), instruments=kind == "instruments")))
    elif kind == "race":
        print(json.dumps(race(n, float(sys.argv[3]))))
    else:
        print(json.dumps({"seek": seek, "live": live}[kind](n)))
