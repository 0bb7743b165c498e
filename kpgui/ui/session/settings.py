"""The window's persistent settings: one JSON string in one file."""

import base64
import contextlib
import json
import os
import tempfile
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings, QStandardPaths

from kpgui.language import _
from kpgui.process import portable_folder
from kpgui.words.replay import UNCHOSEN

RECENT = 8
"""Most files in the menu of recent files."""

IMPORTS = 100
"""Most files for which import choices are remembered."""

_KEY = "window"


@dataclass
class Settings:
    """The settings. Those that were loaded are stored again as soon as one changes: the program may be killed.

    theme: a name in PALETTES. language: a code in kpgui.language.NAMES, "" for the system's. larger_type: whether
    everything in the window is larger than usual. motion: "reduced", "full", or "" as the system wants it. geometry,
    state: those of the QMainWindow, in base64; roomy: its state with the instruments beside the setup, where they had
    to give way to the canvas. collapsed: the keys of collapsed sections of the setup. pace: a slider position, or
    UNCHOSEN. equal_aspect: whether units are equally long on both axes. snap: whether points snap to the grid. hidden:
    the keys of what is switched off on the canvas. legend_right, legend_down: how far to the right and down the user
    has put the legend, 0 to 1; below 0 where it chooses a corner. why_seen: whether the panel Why was ever open. tool:
    the key of the tool to start with. tools: for each tool key its changed settings, by name, not validated. imports:
    for files with import choices the path, a line feed, and the choices as text; newest first. Paths below a portable
    program's folder are relative to it. animation: the values in
    the form of the last animation, by name, not validated. figure: the choices of the last picture that differ from
    what the canvas shows, by name, not validated. multiples: the choices of the last small multiples, by name, not
    validated.
    """

    _loaded = False

    theme: str = "light"
    language: str = ""
    larger_type: bool = False
    motion: str = ""
    geometry: str = ""
    state: str = ""
    roomy: str = ""
    collapsed: list[str] = field(default_factory=list)
    folder: str = ""
    pace: int = UNCHOSEN
    equal_aspect: bool = True
    snap: bool = False
    hidden: list[str] = field(default_factory=list)
    legend_right: float = -1.0
    legend_down: float = -1.0
    why_seen: bool = False
    tool: str = "draw"
    tools: dict[str, Any] = field(default_factory=dict)
    recent: list[str] = field(default_factory=list)
    imports: list[str] = field(default_factory=list)
    animation: dict[str, Any] = field(default_factory=dict)
    figure: dict[str, Any] = field(default_factory=dict)
    multiples: dict[str, Any] = field(default_factory=dict)

    def __setattr__(self, name: str, value: Any) -> None:
        changed = self._loaded and value != getattr(self, name)
        super().__setattr__(name, value)
        if changed:
            save_settings(self)

    @property
    def start_folder(self) -> Path:
        """The folder that a file dialog begins with: the last one, as long as it is there."""
        folder = _found(self.folder)
        return folder if self.folder and os.path.isdir(folder) else home_folder()

    @property
    def recent_files(self) -> list[Path]:
        """The recent files that still exist, newest first."""
        return [path for path in map(_found, self.recent) if os.path.isfile(path)]

    def remember_file(self, path: Path) -> None:
        """Puts a file at the top of the recent files, and makes its folder that of the next file dialog."""
        name = _stored(path)
        self.recent = [name, *(other for other in self.recent if other != name)][:RECENT]
        self.remember_folder(path)

    def remember_folder(self, path: Path) -> None:
        """Makes the folder of this file that of the next file dialog."""
        self.folder = _stored(path.absolute().parent)

    def remember_choices(self, path: Path, choices: str) -> None:
        """Stores the import choices for this file, to use when it is opened again."""
        start = f"{_stored(path)}\n"
        self.imports = [start + choices, *(other for other in self.imports if not other.startswith(start))][:IMPORTS]

    def choices_of(self, path: Path) -> str:
        """The stored import choices for this file; "" if there are none."""
        start = f"{_stored(path)}\n"
        return next((each.removeprefix(start) for each in self.imports if each.startswith(start)), "")


def settings_path() -> Path:
    """The settings file: `$KPGUI_SETTINGS` if set, else in the portable folder or the user's configuration folder."""
    given = os.environ.get("KPGUI_SETTINGS")
    if given:
        return Path(given)
    if (portable := portable_folder()) is not None:
        return portable / "settings.ini"
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppConfigLocation)) / "settings.ini"


def state_folder() -> Path:
    """The state folder: `$KPGUI_STATE` if set, else the portable folder or the user's for the state of applications."""
    given = os.environ.get("KPGUI_STATE")
    if given:
        return Path(given)
    return portable_folder() or Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.StateLocation))


def home_folder() -> Path:
    """Where a file dialog begins when nothing else is known: beside a portable program, or the user's home.

    The current folder where there is neither: a user may have no home.
    """
    portable = portable_folder()
    if portable is not None and os.access(portable, os.W_OK):
        return portable.parent
    try:
        return Path.home()
    except RuntimeError:
        return Path.cwd()


def keep_beside() -> None:
    """Has Qt keep the state of its own dialogs in the portable folder, if there is one."""
    if (portable := portable_folder()) is not None:
        QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(portable))


def portable_problem() -> str:
    """Why nothing is kept in the portable folder, as a sentence; "" if it is, or there is none."""
    portable = portable_folder()
    if portable is None:
        return ""
    try:
        with tempfile.TemporaryFile(dir=portable):
            return ""
    except OSError:
        return _("{folder} cannot be written to: settings and recovery copies are not kept, save elsewhere.").format(
            folder=portable.name
        )


def autosave_period() -> float:
    """Longest delay in seconds until a change is in the recovery copy: `$KPGUI_AUTOSAVE`, or 2."""
    try:
        return max(0.01, float(os.environ["KPGUI_AUTOSAVE"]))
    except (KeyError, ValueError):
        return 2.0


def load_settings() -> Settings:
    """The stored settings. Whatever is missing, of another type or unreadable has its default."""
    stored = _store().value(_KEY, "")
    try:
        values = json.loads(stored) if isinstance(stored, str) else {}
    except (ValueError, RecursionError):  # the reader of JSON descends into nested values
        values = {}
    fresh = Settings()
    for each in fields(Settings):
        value = values.get(each.name) if isinstance(values, dict) else None
        if _fits(value, getattr(fresh, each.name)):
            setattr(fresh, each.name, value)
    fresh._loaded = True
    return fresh


def save_settings(settings: Settings) -> None:
    """Stores the settings; a folder that cannot be written to is ignored."""
    from kpgui.recovery.lock import make_folder, private_file, private_folder

    path = settings_path()
    with contextlib.suppress(OSError):  # Qt would make them readable for everybody, and they name the user's files
        (make_folder if os.environ.get("KPGUI_SETTINGS") else private_folder)(path.parent)
        private_file(path)
    store = _store()
    store.setValue(_KEY, json.dumps(asdict(settings)))
    store.sync()


def encoded(state: QByteArray) -> str:
    return base64.b64encode(state.data()).decode("ascii")


def decoded(text: str) -> QByteArray:
    """The inverse of `encoded`; empty for a text that is not base64."""
    try:
        return QByteArray(base64.b64decode(text, validate=True))
    except ValueError:
        return QByteArray()


def _fits(value: Any, usual: Any) -> bool:
    if isinstance(usual, list):
        return isinstance(value, list) and all(isinstance(each, str) for each in value)
    return type(value) is type(usual)


def _stored(path: Path) -> str:
    """A path as the settings hold it: absolute, or from a portable program's folder, which may be moved."""
    path, portable = path.absolute(), portable_folder()
    if portable is not None and path.is_relative_to(portable.parent):
        return path.relative_to(portable.parent).as_posix()
    return str(path)


def _found(stored: str) -> Path:
    """The inverse of `_stored`."""
    portable = portable_folder()
    return Path(stored) if portable is None else portable.parent / stored


def _store() -> QSettings:
    return QSettings(str(settings_path()), QSettings.Format.IniFormat)
