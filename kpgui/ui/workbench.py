"""What a panel may see of the window, so that panels need not know each other."""

from PySide6.QtCore import QObject, Signal

from kpgui.ui.document import Document
from kpgui.ui.theme import Theme
from kpgui.ui.training import Training


class Workbench(QObject):
    """The document, its training and the theme. points_generated: a new dataset should be brought into view.

    preview_changed: a Dataset to show as a preview on the canvas, or None.
    """

    points_generated = Signal()
    preview_changed = Signal(object)

    def __init__(self, document: Document, training: Training, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self.document = document
        self.training = training
        self.theme = theme
