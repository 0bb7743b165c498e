"""Make the README's screenshot: the window after a run on two interleaved half circles.

.venv/bin/python packaging/screenshot.py
"""

import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# A screen that has room for the window; the platform's own is 800 pixels wide.
os.environ.setdefault("QT_QPA_PLATFORM", f"offscreen:configfile={ROOT / 'tests' / 'screen.json'}")


def main() -> None:
    from PySide6.QtCore import QEventLoop
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    import kpgui.app
    from kpgui.generators import generator
    from kpgui.model.frame import Status
    from kpgui.model.session import Session, View

    application = QApplication(sys.argv[:1])
    dataset = generator("moons(n=200, noise=0.12, seed=1)").make()
    window = kpgui.app.create_window(Session(dataset, "rbf(sigma=0.5)", view=View.around(dataset.points)))
    window.resize(1280, 800)
    window.show()
    application.processEvents()
    window.commands["train.to_end"].trigger()
    frame = None
    while not (frame and frame.status is Status.CONVERGED and frame.field and frame.field.full):
        application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)
        frame = window.training.frame
    QTest.qWait(1000)  # until no mistake flashes any more
    window.grab().save(str(ROOT / "packaging" / "screenshot.png"))
    window.document.undo_stack.setClean()
    window.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KPGUI_SETTINGS"] = str(Path(folder) / "settings.ini")
        main()
