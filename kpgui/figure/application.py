"""A Qt application for painting without a window."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from kpgui.model.errors import KpguiError


def painting_application() -> QGuiApplication:
    """The running application, or a new one without a screen; Qt needs one to paint text.

    A new one uses Qt's offscreen platform even if there is a display: so no missing library of the display can abort
    the process, and pictures are the same everywhere. Raises KpguiError when an application without graphics is
    running.
    """
    running = QCoreApplication.instance()
    if isinstance(running, QGuiApplication):
        return running
    if running is not None:
        raise KpguiError("A picture needs a QGuiApplication, but a QCoreApplication runs already.")
    global _application
    _application = QGuiApplication(["kpgui", "-platform", "offscreen"])
    return _application


_application: QGuiApplication | None = None
"""Keeps the application alive until the process ends; Qt would end it with its last reference."""
