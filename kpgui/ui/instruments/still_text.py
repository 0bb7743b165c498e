"""A label that keeps its height, so that what is below it does not move when the text changes."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from kpgui.ui.forms.labels import WrappedLabel


def still_text(name: str, rows: int, parent: QWidget, role: str = "") -> QLabel:
    """A label that wraps, with room for so many rows of text."""
    label = WrappedLabel(parent)
    label.setObjectName(name)
    label.setProperty("role", role)
    label.setAlignment(Qt.AlignmentFlag.AlignTop)
    set_rows(label, rows)
    return label


def set_rows(label: QLabel, rows: int) -> None:
    """Makes room for so many rows of text."""
    label.setMinimumHeight(rows * label.fontMetrics().lineSpacing())
