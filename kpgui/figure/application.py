"""A Qt application for painting without a window."""

import locale
import os

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
    _leave_missing_locale()
    global _application
    _application = QGuiApplication(["kpgui", "-platform", "offscreen"])
    return _application


def _leave_missing_locale() -> None:
    """Takes the locale of C with UTF-8 in place of one that is not installed: Qt would do so too, and print four lines.

    Pictures are the same in every locale.
    """
    before = locale.setlocale(locale.LC_ALL)
    try:
        locale.setlocale(locale.LC_ALL, "")
    except locale.Error:
        os.environ["LC_ALL"] = "C.UTF-8"
    else:
        locale.setlocale(locale.LC_ALL, before)


_application: QGuiApplication | None = None
"""Keeps the application alive until the process ends; Qt would end it with its last reference."""
