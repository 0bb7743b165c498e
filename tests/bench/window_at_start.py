"""In a process of its own: start one window and say when it was usable, and what it took."""

import json
import resource
import sys
import time


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
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    window.close()
    print(json.dumps({"seconds": usable - begun, "megabytes": megabytes}))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
