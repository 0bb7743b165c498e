"""The View menu: parts of the canvas, language, larger type, reduced motion."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QObject, QSettings, QStandardPaths, QTimer, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDockWidget

from kpgui.language import ENGLISH, NAMES, available, language, nearest_language, set_language
from kpgui.process import resource
from kpgui.ui.actions.actions import SYSTEM, Actions
from kpgui.ui.canvas import Canvas
from kpgui.ui.canvas.layers import TOGGLES, Toggle
from kpgui.ui.canvas.layers.legend import LegendLayer
from kpgui.ui.canvas.layers.support_rings import FlashesLayer
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.look.scale import system_scale
from kpgui.ui.look.style import Theme
from kpgui.ui.session.settings import Settings
from kpgui.ui.window.dock_layout import DockLayout


class ViewToggles(QObject):
    """Keeps the actions, the layers of the canvas and the settings in step."""

    def __init__(self, commands: Actions, canvas: Canvas, workbench: Workbench, settings: Settings) -> None:
        super().__init__(commands)
        self._canvas = canvas
        self._settings = settings
        for toggle in TOGGLES:
            action = commands[toggle.action]
            action.setChecked(toggle.key not in settings.hidden)
            canvas.set_shown(toggle.layer, action.isChecked())
            action.toggled.connect(partial(self._show, toggle))
        legend = canvas.stage.layer(LegendLayer)
        if settings.legend_right >= 0:
            legend.put((settings.legend_right, settings.legend_down))
        legend.placed.connect(self._keep_place)
        commands["view.place_legend"].triggered.connect(partial(legend.put, None))
        ReducedMotion(commands["view.reduced_motion"], canvas, workbench, settings)

    def _keep_place(self, place: tuple[float, float] | None) -> None:
        self._settings.legend_right, self._settings.legend_down = place or (-1.0, -1.0)

    def _show(self, toggle: Toggle, shown: bool) -> None:
        self._canvas.set_shown(toggle.layer, shown)
        others = [key for key in self._settings.hidden if key != toggle.key]
        self._settings.hidden = others if shown else [*others, toggle.key]


def speak(application: QApplication, chosen: str) -> None:
    """Sets the language of all that is made from now on, Qt's own texts and the direction of layouts included.

    Windows that are open keep their texts. chosen: see `spoken`.
    """
    folder = resource("languages")
    for former in application.findChildren(QTranslator):
        application.removeTranslator(former)
        former.deleteLater()
    set_language(spoken(chosen), folder)
    translator = QTranslator(application)
    folder_of_qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if language() != ENGLISH and translator.load(f"qtbase_{language()}", folder_of_qt):
        application.installTranslator(translator)
    application.setLayoutDirection(QLocale(language()).textDirection())


def spoken(chosen: str) -> str:
    """The code itself; for any that there is not, "" above all, that of the system's language, or else of English."""
    codes = available(resource("languages"))
    return chosen if chosen in codes else nearest_language(QLocale.system().uiLanguages(), codes)


def offer_languages(actions: Actions, settings: Settings, act: Callable[[], object]) -> None:
    """Connects the choice of a language with the settings. act: is done when another one was chosen."""
    codes = available(resource("languages"))
    chosen = settings.language if settings.language in codes else ""
    for code in ("", *NAMES):
        action = actions[f"view.language_{code or SYSTEM}"]
        action.setChecked(code == chosen)
        action.setVisible(not code or code in codes)
        action.triggered.connect(partial(_choose, code, settings, act))


def _choose(code: str, settings: Settings, act: Callable[[], object], __: bool = True) -> None:
    settings.language = code
    if spoken(code) != language():
        act()


LARGER = 1.25
"""A window of 1024 × 700 pixels still has room for all panels."""


def type_scale(larger: bool) -> float:
    """Size of type relative to the usual one, of which part is what the user wants in the whole system."""
    return system_scale() * (LARGER if larger else 1.0)


class LargerType(QObject):
    """Keeps the action, the theme and the settings in step; docks grow and shrink with their type."""

    def __init__(self, action: QAction, theme: Theme, docks: DockLayout, settings: Settings) -> None:
        super().__init__(action)
        self._theme = theme
        self._docks = docks
        self._settings = settings
        self._depths: dict[QDockWidget, int] = {}
        # Deferred, because until they are laid out anew docks keep the least sizes of their old type.
        self._fitting = QTimer(self, singleShot=True, interval=0)
        self._fitting.timeout.connect(self._fit)
        action.setChecked(settings.larger_type)
        action.toggled.connect(self._change)

    def _change(self, larger: bool) -> None:
        self._settings.larger_type = larger
        depths, before = self._docks.depths, self._theme.scale
        self._theme.set_scale(type_scale(larger))
        ratio = self._theme.scale / before
        self._depths = {dock: round(ratio * depth) for dock, depth in depths.items()}
        self._fitting.start()

    def _fit(self) -> None:
        self._docks.fit()
        self._docks.depths = self._depths


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
