"""What the window remembers from one time to the next: one JSON string in one file."""

import base64
import contextlib
import json
import os
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings, QStandardPaths

from kpgui.present.pace import USUAL

RECENT = 8
"""Files that the menu of recent files shows."""

IMPORTS = 100
"""Files for which the choices of their import are remembered."""

_KEY = "window"


@dataclass
class Settings:
    """theme: a name in PALETTES. geometry and state: a QMainWindow's, in base64. pace: a slider position.
    equal_aspect: whether units are equally long on both axes. snap: whether points snap to the grid. tool: the key of
    the tool last used. tools: by a tool's key what was changed of its settings, by name, unchecked.
    imports: for files whose import was decided, the path and, after a line end, the choices as text; newest first.
    """

    theme: str = "light"
    geometry: str = ""
    state: str = ""
    folder: str = ""
    pace: int = USUAL
    equal_aspect: bool = True
    snap: bool = False
    tool: str = "draw"
    tools: dict[str, Any] = field(default_factory=dict)
    recent: list[str] = field(default_factory=list)
    imports: list[str] = field(default_factory=list)

    def remember_file(self, path: Path) -> None:
        """Put a file at the top of the recent ones and make its folder the next dialog's."""
        name = str(path.absolute())
        self.recent = [name, *(other for other in self.recent if other != name)][:RECENT]
        self.folder = str(path.absolute().parent)

    def remember_choices(self, path: Path, choices: str) -> None:
        """How this file is to be imported when it is opened again."""
        start = f"{path.absolute()}\n"
        self.imports = [start + choices, *(other for other in self.imports if not other.startswith(start))][:IMPORTS]

    def choices_of(self, path: Path) -> str:
        """What was remembered for this file, "" when nothing was."""
        start = f"{path.absolute()}\n"
        return next((each.removeprefix(start) for each in self.imports if each.startswith(start)), "")


def settings_path() -> Path:
    """`$KPGUI_SETTINGS` when it is set, else a file in the user's configuration folder."""
    given = os.environ.get("KPGUI_SETTINGS")
    if given:
        return Path(given)
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppConfigLocation)) / "settings.ini"


def state_folder() -> Path:
    """`$KPGUI_STATE` when it is set, else the user's folder for what a program keeps between two starts."""
    given = os.environ.get("KPGUI_STATE")
    if given:
        return Path(given)
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.StateLocation))


def autosave_period() -> float:
    """Seconds that a change may wait until it is in the recovery copy: `$KPGUI_AUTOSAVE`, or 2."""
    try:
        return max(0.01, float(os.environ["KPGUI_AUTOSAVE"]))
    except (KeyError, ValueError):
        return 2.0


def load_settings() -> Settings:
    """What was stored. Whatever of it is missing, of another type or unreadable is as in a fresh installation."""
    stored = _store().value(_KEY, "")
    try:
        found = json.loads(stored) if isinstance(stored, str) else {}
    except ValueError:
        found = {}
    fresh = Settings()
    for each in fields(Settings):
        value = found.get(each.name) if isinstance(found, dict) else None
        if _fits(value, getattr(fresh, each.name)):
            setattr(fresh, each.name, value)
    return fresh


def save_settings(settings: Settings) -> None:
    """Store them; a folder that cannot be written to is no reason to trouble anybody."""
    from kpgui.recovery.private import make_folder, private_file, private_folder

    path = settings_path()
    with contextlib.suppress(OSError):  # by itself Qt lets everybody read them, and they name the user's files
        (make_folder if os.environ.get("KPGUI_SETTINGS") else private_folder)(path.parent)
        private_file(path)
    store = _store()
    store.setValue(_KEY, json.dumps(asdict(settings)))
    store.sync()


def encoded(state: QByteArray) -> str:
    return base64.b64encode(state.data()).decode("ascii")


def decoded(text: str) -> QByteArray:
    """The inverse of `encoded`; empty for what is no base64."""
    try:
        return QByteArray(base64.b64decode(text, validate=True))
    except ValueError:
        return QByteArray()


def _fits(value: Any, usual: Any) -> bool:
    if isinstance(usual, list):
        return isinstance(value, list) and all(isinstance(each, str) for each in value)
    return type(value) is type(usual)


def _store() -> QSettings:
    return QSettings(str(settings_path()), QSettings.Format.IniFormat)
