"""A label that wraps its text at places that are easy to read."""

from PySide6.QtWidgets import QWidget

from kpgui.ui.look.plain_text import PlainLabel
from kpgui.words.typesetting import kept_together


class WrappedLabel(PlainLabel):
    """A label of plain text that breaks no line between a number and its unit, say; `text` gives it as it was set."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, wraps=True)
        self._plain = ""

    def text(self) -> str:
        return self._plain

    def setText(self, text: str) -> None:
        self._plain = text
        super().setText(kept_together(text))

    def clear(self) -> None:
        self.setText("")
