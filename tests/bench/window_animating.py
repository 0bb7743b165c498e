"""In a process of its own: the real window while it saves an animation, with a stop-watch beside it."""

import json
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from PySide6.QtCore import QTimer

from tests.bench.animations import session_of
from tests.bench.window_at_work import Heartbeat, shown_window, wait


def save(n: int) -> dict[str, Any]:
    """Train to the end, and save a GIF of the mistakes by the dialog."""
    application, window = shown_window(session_of(n))
    window.commands["train.to_end"].trigger()
    wait(application, lambda: window.training.frame.status.value in ("converged", "limit"))
    window.settings.animation = {"by": "mistakes", "format": "gif"}
    window.commands["file.export_animation"].trigger()
    dialog = next(each for each in window.children() if each.objectName() == "dialog.picture")
    wait(application, dialog.findChild(object, "picture.save").isEnabled)
    with tempfile.TemporaryDirectory() as folder:
        heartbeat = Heartbeat()
        dialog.film_written.connect(application.quit)
        QTimer.singleShot(0, lambda: dialog.write(Path(folder) / "run.gif"))
        heartbeat.start()
        begun = perf_counter()
        application.exec()
        seconds = perf_counter() - begun
        heartbeat.stop()
    late = np.array(heartbeat.late) * 1e3
    window.document.undo_stack.setClean()
    window.close()
    return {"seconds": seconds, "late_p99_ms": float(np.percentile(late, 99)), "late_most_ms": float(late.max())}


if __name__ == "__main__":
    print(json.dumps(save(int(sys.argv[1]))))
