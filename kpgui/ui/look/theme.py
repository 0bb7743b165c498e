"""The theme of a window: its palette and its typeface."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from kpgui.geometry.palette import PALETTES, Palette
from kpgui.ui.look.scale import rescale, scaled_sheet, set_scale
from kpgui.ui.look.style import qt_palette, style_sheet

SCREEN_THEMES = ("light", "dark", "contrast")


class Theme(QObject):
    """Applies palette, typeface and its size to a window; widgets that paint themselves listen to `changed`.

    rescaled: type has another size, and so have widths and icons. scale: that size, relative to the usual one.
    """

    changed = Signal(object)
    rescaled = Signal(float)

    def __init__(self, window: QWidget, name: str, scale: float = 1.0) -> None:
        super().__init__(window)
        self._window = window
        self.scale = scale
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

    def set_scale(self, scale: float) -> None:
        """Makes type, widths and icons so many times as large as usual, and emits `rescaled`."""
        if scale == self.scale:
            return
        self.scale = scale
        self._style_window()
        rescale(self._window)
        self._announce()
        self.rescaled.emit(scale)

    def _announce(self) -> None:
        self.changed.emit(self._palette)

    def _style_window(self) -> None:
        application = _application()
        if application.style().objectName() != "fusion":
            application.setStyle("Fusion")
        application.setPalette(qt_palette(self._palette))
        set_scale(self.scale)
        self._window.setStyleSheet(scaled_sheet(style_sheet(self._palette)))


def _application() -> QApplication:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    return application
