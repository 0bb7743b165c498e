"""In a process of its own: start one window and say when it was usable, and what it took."""

import json
import sys
import time
from pathlib import Path


def bare(application_type):
    import pyqtgraph

    application = application_type([])
    window = pyqtgraph.PlotWidget()
    window.resize(1280, 800)
    return application, window, window


def kpgui(application_type):
    import kpgui.app

    application = application_type([])
    window = kpgui.app.create_window()
    return application, window, window.canvas


def resident_megabytes() -> float:
    """Memory in use now. The peak that the system keeps would count the process that started this one."""
    status = Path("/proc/self/status")
    if status.exists():
        return next(int(line.split()[1]) / 1024 for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(which: str, begun: float) -> None:
    import PySide6  # noqa: F401  # before pyqtgraph, which would take another Qt
    from PySide6.QtWidgets import QApplication

    application, window, plot = {"bare": bare, "kpgui": kpgui}[which](QApplication)
    window.show()
    end = time.monotonic() + 30
    while not (window.isVisible() and plot.viewport().isVisible()) and time.monotonic() < end:
        application.processEvents()
    application.processEvents()  # what was asked for while it was shown, the first painting among it
    plot.viewport().repaint()
    usable = time.time()
    megabytes = resident_megabytes()
    window.close()
    print(json.dumps({"seconds": usable - begun, "megabytes": megabytes}))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
