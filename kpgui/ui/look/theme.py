"""The theme: which palette is worn, and the typeface."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from kpgui.figure.fonts import load_fonts
from kpgui.present.palette import PALETTES, Palette
from kpgui.ui.look.style import qt_palette, style_sheet

TYPE_SIZE = 13
"""Height of the type in logical pixels."""

SCREEN_THEMES = ("light", "dark")


class Theme(QObject):
    """Dresses a window; whoever paints by itself listens to `changed`."""

    changed = Signal(object)

    def __init__(self, window: QWidget, name: str) -> None:
        super().__init__(window)
        self._window = window
        self._palette = PALETTES[name if name in SCREEN_THEMES else "light"]
        self._dress()
        _application().screenAdded.connect(self._show_again)  # its pixels may be finer than those drawn for so far

    @property
    def palette(self) -> Palette:
        return self._palette

    def apply(self, name: str) -> None:
        """Change to the palette of this name and say so."""
        if name == self._palette.name:
            return
        self._palette = PALETTES[name]
        self._dress()
        self._show_again()

    def _show_again(self) -> None:
        self.changed.emit(self._palette)

    def _dress(self) -> None:
        application = _application()
        if application.style().objectName() != "fusion":
            application.setStyle("Fusion")
        application.setPalette(qt_palette(self._palette))
        application.setFont(window_font())
        self._window.setStyleSheet(style_sheet(self._palette))


def _application() -> QApplication:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    return application


def window_font() -> QFont:
    """Inter with digits of equal width, so that counters do not jitter."""
    font = QFont(load_fonts())
    # In points, because Qt and pyqtgraph derive smaller and larger type from these.
    font.setPointSizeF(TYPE_SIZE * 72 / QGuiApplication.primaryScreen().logicalDotsPerInch())
    font.setFeature(QFont.Tag("tnum"), 1)
    return font
