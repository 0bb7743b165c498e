"""The preview of a shape whose settings are being changed."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from kpgui.generators import Generator
from kpgui.model.errors import KpguiError

MOST = 1000
"""Most points of a preview, which take a millisecond to generate; a larger shape is generated with so many."""


class ShapePreview(QObject):
    """Previews a shape from a change of its settings until it is dismissed.

    changed: the Dataset to show as a preview, None to show none. refused: why the shape has no points, or "".
    """

    changed = Signal(object)
    refused = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._shown = False

    def show_shape(self, generator: Generator) -> None:
        """Preview this shape."""
        try:
            preview = replace(generator, n=min(generator.n, MOST)).make()
        except KpguiError as error:
            self.dismiss()
            self.refused.emit(str(error))
            return
        self.refused.emit("")
        self._shown = True
        self.changed.emit(preview)

    def dismiss(self) -> None:
        """Show no preview: the shape was made, or something else is done."""
        if self._shown:
            self._shown = False
            self.changed.emit(None)
