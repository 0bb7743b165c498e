"""The theme of a window: its palette and its typeface."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from kpgui.figure.fonts import load_fonts
from kpgui.present.palette import PALETTES, Palette
from kpgui.ui.look.style import qt_palette, style_sheet

TYPE_SIZE = 13
"""Font size in logical pixels."""

SCREEN_THEMES = ("light", "dark", "contrast")


class Theme(QObject):
    """Applies palette and typeface to a window; widgets that paint themselves listen to `changed`."""

    changed = Signal(object)

    def __init__(self, window: QWidget, name: str) -> None:
        super().__init__(window)
        self._window = window
        self.scale = 1.0
        """Size of everything relative to the usual one."""
        self._palette = PALETTES[name if name in SCREEN_THEMES else "light"]
        self._style_window()
        _application().screenAdded.connect(self._announce)  # it may have a higher pixel density

    @property
    def palette(self) -> Palette:
        return self._palette

    def apply(self, name: str) -> None:
        """Switches to the palette of this name, and emits `changed`."""
        if name == self._palette.name:
            return
        self._palette = PALETTES[name]
        self._style_window()
        self._announce()

    def _announce(self) -> None:
        self.changed.emit(self._palette)

    def _style_window(self) -> None:
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
    # In points, because Qt and pyqtgraph derive smaller and larger fonts from the point size.
    font.setPointSizeF(TYPE_SIZE * 72 / QGuiApplication.primaryScreen().logicalDotsPerInch())
    font.setFeature(QFont.Tag("tnum"), 1)
    return font
