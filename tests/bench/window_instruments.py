"""In a process of its own: the same training without a window, with all panels closed, and with instruments open."""

import json
import sys
import time
from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QDockWidget

from kpgui.engine.messages import Load, Mailbox, Pace, Play, Viewport
from kpgui.engine.trainer import Trainer
from kpgui.model.session import Session, View
from kpgui.ui.session.training import PULL
from tests.bench.window_at_work import shown_window, wait
from tests.strategies import noisy_moons

FIRST = 100_000
"""Steps before anything is measured: mistakes are fewer from then on."""


class Bare:
    """A trainer with a mailbox that is emptied as often as a window does that, and nothing on a screen."""

    def __init__(self, session: Session, viewport: Viewport) -> None:
        self._mailbox = Mailbox()
        self.trainer = Trainer(self._mailbox)
        self.trainer.start()
        self.trainer.send(viewport)
        self.trainer.send(Pace(inf))
        self.trainer.send(Load(1, session, Play.PACED))
        self.steps = 0
        self.go_on(until=FIRST)

    def go_on(self, seconds: float = inf, until: float = inf) -> None:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end and self.steps < until:
            frame = self._mailbox.take()
            self.steps = self.steps if frame is None else frame.head
            time.sleep(PULL / 1000)  # the rhythm of the screen


def rates(n: int, seconds: float, repeat: int) -> dict[str, Any]:
    """Steps in a second of the trainer's processor time: medians of several times that take turns."""
    dataset = noisy_moons(n, noise=0.3)
    view = View.around(dataset.points)
    session = Session(dataset, "rbf(sigma=0.5)", "kernel_perceptron(epochs=1000000000)", view=view)
    application, window = shown_window(session)
    canvas, training = window.canvas, window.training
    docks = [dock for dock in window.findChildren(QDockWidget) if dock.objectName() != "dock.playback"]
    for dock in docks:
        dock.setVisible(False)
    _events(0.3)  # the canvas has the room of the panels then, and the field as many more pixels
    viewport = Viewport(canvas.view, round(canvas.mapping.width), round(canvas.mapping.height))
    found: dict[str, list[float]] = {"none": [], "closed": [], "open": []}
    for _ in range(repeat):
        bare = Bare(session, viewport)
        found["none"].append(_rate(bare.trainer, lambda: bare.steps, lambda: bare.go_on(seconds)))  # noqa: B023  # called at once
        bare.trainer.stop()
        for dock in docks:
            dock.setVisible(False)
        for name in ("closed", "open"):
            if name == "open":
                window.commands["view.inside"].trigger()
            training.reset()
            wait(application, lambda: training.frame.run == training.run and not training.playing)
            training.set_pace(inf)
            window.commands["train.run"].trigger()
            wait(application, lambda: training.frame.run == training.run and training.frame.head > FIRST)
            found[name].append(_rate(training._trainer, lambda: training.frame.head, lambda: _events(seconds)))
        training.reset()
    window.document.undo_stack.setClean()
    window.close()
    return {name: float(np.median(values)) for name, values in found.items()}


def _rate(trainer: Trainer, steps: Callable[[], int], go_on: Callable[[], None]) -> float:
    clock = time.pthread_getcpuclockid(trainer._thread.ident)
    before, used = steps(), time.clock_gettime(clock)
    go_on()
    return (steps() - before) / (time.clock_gettime(clock) - used)


def _events(seconds: float) -> None:
    loop = QEventLoop()
    QTimer.singleShot(int(1000 * seconds), loop.quit)
    loop.exec()


if __name__ == "__main__":
    print(json.dumps(rates(int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]))))
