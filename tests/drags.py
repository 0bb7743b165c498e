"""Files that are dragged onto the window."""

from PySide6 import __version_info__
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QDragEnterEvent

FRACTIONS = (6, 12)
"""The first version of PySide6 in which the place of a drag is a QPointF; a QPoint is deprecated there."""


def drag_enters(place: QPoint, actions: Qt.DropAction, data: QMimeData) -> QDragEnterEvent:
    """The event of a drag with the left button that comes in at a place."""
    at = place.toPointF() if __version_info__[:2] >= FRACTIONS else place
    return QDragEnterEvent(at, actions, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
