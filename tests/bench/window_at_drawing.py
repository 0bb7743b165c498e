"""In a process of its own: the real window, brushed over with each brush, and all its points dragged by handles."""

import json
import sys
from time import thread_time
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent

from kpgui.geometry.shapes import TURN, Handle
from kpgui.model.session import Session, View
from kpgui.ui.canvas import TOOLS
from kpgui.ui.canvas.layers.handles import HandlesLayer
from tests.bench.window_at_work import shown_window, wait
from tests.strategies import noisy_moons

MOVES = 100

HANDLES = {"Scaling all points by a handle": Handle(1, 1), "Rotating all points by a handle": TURN}


def strokes(n: int) -> dict[str, Any]:
    """For each brush and two handles the processor's time from a mouse move until nothing is left to paint."""
    dataset = noisy_moons(n)
    application, window = shown_window(Session(dataset, "rbf(sigma=0.5)", view=View.around(dataset.points)))
    canvas = window.canvas

    def send(kind: QEvent.Type, at: QPointF, button: Qt.MouseButton, buttons: Qt.MouseButton) -> None:
        event = QMouseEvent(
            kind, at, canvas.viewport().mapToGlobal(at), button, buttons, Qt.KeyboardModifier.NoModifier
        )
        application.sendEvent(canvas.viewport(), event)

    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton

    def drag(start: QPointF) -> dict[str, float]:
        send(QEvent.Type.MouseButtonPress, start, left, left)
        times = []
        for k in range(MOVES):
            at = start + QPointF(150 * np.sin(k / 11), 100 * np.sin(k / 7))
            begun = thread_time()
            send(QEvent.Type.MouseMove, at, none, left)
            application.processEvents()
            times.append(thread_time() - begun)
        send(QEvent.Type.MouseButtonRelease, at, left, none)
        window.document.undo_stack.undo()
        run = window.training.run
        wait(application, lambda: window.training.frame.run >= run)
        return {"p95_ms": float(np.percentile(times, 95)) * 1e3, "p50_ms": float(np.median(times)) * 1e3}

    found = {}
    for tool in TOOLS:
        if tool.reach:
            window.commands[f"tool.{tool.key}"].trigger()
            found[tool.title] = drag(QPointF(canvas.mapFromScene(canvas.view_box.mapViewToScene(QPointF(0.5, 0.25)))))
    window.commands["tool.select"].trigger()
    canvas.select_all()
    for title, handle in HANDLES.items():
        x, y = canvas.stage.layer(HandlesLayer).positions[handle]
        found[title] = drag(QPointF(canvas.mapFromScene(canvas.view_box.mapToScene(x, y))))
    window.document.undo_stack.setClean()
    window.close()
    return found


if __name__ == "__main__":
    print(json.dumps(strokes(int(sys.argv[1]))))
