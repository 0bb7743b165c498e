"""View → Reduced motion: nothing moves by itself. As the system wants it, until the user has chosen here."""

import sys
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, QStandardPaths
from PySide6.QtGui import QAction

from kpgui.ui.canvas import Canvas
from kpgui.ui.canvas.layers.run_marks import FlashesLayer
from kpgui.ui.forms.workbench import Workbench
from kpgui.ui.session.settings import Settings

REDUCED, FULL = "reduced", "full"
"""In the settings; "" is as the system wants it."""

SPI_GETCLIENTAREAANIMATION = 0x1042

GTK, KDE = ("gtk-4.0", "gtk-3.0"), "KDE/AnimationDurationFactor"
"""Folders of GTK's settings, and the key of KDE's factor."""


class ReducedMotion(QObject):
    """Keeps the action, what would move, and the settings in step. A run is what the user asked for, and goes on."""

    def __init__(self, action: QAction, canvas: Canvas, workbench: Workbench, settings: Settings) -> None:
        super().__init__(action)
        self._canvas, self._workbench, self._settings = canvas, workbench, settings
        reduced = settings.motion == REDUCED or (settings.motion != FULL and system_reduces_motion())
        action.setChecked(reduced)
        self._apply(reduced)
        action.toggled.connect(self._change)

    def _change(self, reduced: bool) -> None:
        self._settings.motion = REDUCED if reduced else FULL
        self._apply(reduced)

    def _apply(self, reduced: bool) -> None:
        self._canvas.set_shown(FlashesLayer, not reduced)
        self._workbench.still = reduced


def system_reduces_motion() -> bool:
    """Whether animations are switched off in the settings of Windows, of GTK or of KDE; Qt does not tell.

    GNOME keeps the wish in a database and macOS in one of its own; they are not read.
    """
    if sys.platform == "win32":
        import ctypes

        animated = ctypes.c_int(1)
        ctypes.windll.user32.SystemParametersInfoW(SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(animated), 0)
        return not animated.value
    folder = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation))
    wishes = [_stored(folder / name / "settings.ini", "Settings/gtk-enable-animations") for name in GTK]
    return any(wish in ("0", "false") for wish in wishes) or _stored(folder / "kdeglobals", KDE) == "0"


def _stored(path: Path, key: str) -> str:
    return str(QSettings(str(path), QSettings.Format.IniFormat).value(key, "")).strip().lower()
