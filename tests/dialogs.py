"""The dialogs of the window that do not wait for an answer."""

from PySide6.QtWidgets import QApplication, QDialog

DIALOGS = (
    "view.axes",
    "edit.transform",
    "help.guide",
    "help.about",
    "file.export_figure",
    "file.export",
    "file.export_animation",
)
"""The actions that open them."""


def open_dialog() -> QDialog:
    """The dialog that is open."""
    return next(each for each in QApplication.topLevelWidgets() if isinstance(each, QDialog) and each.isVisible())
