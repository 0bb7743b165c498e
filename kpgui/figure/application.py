"""A Qt application for those who paint without a window."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from kpgui.model.errors import KpguiError


def painting_application() -> QGuiApplication:
    """The application that runs already, or a new one without a screen; text cannot be painted without one.

    A new one takes Qt's offscreen platform whatever displays there are: nothing that is missing from a
    screen's libraries can then abort the process, and a picture is the same everywhere. Raises KpguiError
    when an application without graphics runs already.
    """
    running = QCoreApplication.instance()
    if isinstance(running, QGuiApplication):
        return running
    if running is not None:
        raise KpguiError("A picture needs a QGuiApplication, but a QCoreApplication runs already.")
    global _kept
    _kept = QGuiApplication(["kpgui", "-platform", "offscreen"])
    return _kept


_kept: QGuiApplication | None = None
"""Kept for as long as the process lives; Qt ends the application with its last reference."""
