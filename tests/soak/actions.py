"""What somebody may do with the window. Each action draws its choices from the chances of its number alone."""

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QMenuBar, QWidget

from kpgui.ui.actions.actions import ENTRIES
from kpgui.ui.canvas.tools import TOOLS
from kpgui.ui.window.dock_layout import PANELS
from tests.drags import drag_enters
from tests.soak import hands
from tests.soak.answers import open_widget
from tests.soak.hands import Button, Key, Modifier
from tests.soak.texts import FILES, TEXTS, content

KEYS = (
    Key.Key_Escape, Key.Key_Return, Key.Key_Tab, Key.Key_Backtab, Key.Key_Space, Key.Key_Delete, Key.Key_Backspace,
    Key.Key_Home, Key.Key_End, Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down, Key.Key_PageUp,
    Key.Key_PageDown, Key.Key_A, Key.Key_B, Key.Key_F, Key.Key_G, Key.Key_K, Key.Key_L, Key.Key_N, Key.Key_R,
    Key.Key_S, Key.Key_Z, Key.Key_0, Key.Key_1, Key.Key_2, Key.Key_Period, Key.Key_Comma, Key.Key_Less,
    Key.Key_Greater, Key.Key_Question, Key.Key_F1, Key.Key_F5, Key.Key_F10, Key.Key_F11, Key.Key_Menu, Key.Key_Plus,
    Key.Key_Minus, Key.Key_BracketLeft,
)  # fmt: skip

MODIFIERS = (*[Modifier.NoModifier] * 5, Modifier.ShiftModifier, Modifier.ControlModifier, Modifier.AltModifier)

BUTTONS = (*[Button.LeftButton] * 5, Button.RightButton, Button.RightButton, Button.MiddleButton)

LARGE = 3000
"""Points from which on copies are not pasted or duplicated any more: their number would double again and again."""

GROWING = ("edit.duplicate", "edit.paste", "edit.select_all")

IDS = tuple(entry.id for entry in ENTRIES if entry.id not in ("file.quit", *GROWING)) + GROWING


class Someone:
    """In front of a window. Every method that `ACTIONS` names is one action, and returns what it did in words."""

    def __init__(self, window: QMainWindow, folder: Path) -> None:
        self.window = window
        self.folder = folder

    # Places.

    def spot(self, widget: QWidget, chances: Random) -> QPoint:
        return QPoint(int(chances.random() * widget.width()), int(chances.random() * widget.height()))

    def scope(self, chances: Random) -> QWidget:
        """Where things can be done: in what is open, else mostly in the main window, else in another one."""
        chance, which = chances.random(), chances.random()
        if (top := open_widget()) is not None:
            return top
        others = [
            each
            for each in QApplication.topLevelWidgets()
            if each.isVisible() and each is not self.window and each.windowType() is not Qt.WindowType.ToolTip
        ]
        others.sort(key=lambda each: (each.objectName(), each.windowTitle()))
        return others[int(which * len(others))] if others and chance < 0.5 else self.window

    # Canvas.

    def take_tool(self, chances: Random) -> str:
        tool = chances.choice([each.key for each in TOOLS])
        self.window.commands[f"tool.{tool}"].trigger()
        return tool

    def click_canvas(self, chances: Random) -> str:
        viewport = self.window.canvas.viewport()
        for _ in range(chances.randrange(1, 6)):
            hands.click(viewport, self.spot(viewport, chances), chances.choice(BUTTONS), chances.choice(MODIFIERS))
        return ""

    def drag_canvas(self, chances: Random) -> str:
        viewport = self.window.canvas.viewport()
        spots = [self.spot(viewport, chances) for _ in range(chances.randrange(2, 8))]
        pressed = (chances.choice(KEYS),) if chances.random() < 0.15 else ()
        hands.drag(viewport, spots, chances.choice(BUTTONS), chances.choice(MODIFIERS), pressed)
        return f"{len(spots)} places {[key.name for key in pressed]}"

    def hover_canvas(self, chances: Random) -> str:
        viewport = self.window.canvas.viewport()
        for _ in range(chances.randrange(1, 6)):
            hands.hover(viewport, self.spot(viewport, chances))
        return ""

    def wheel_canvas(self, chances: Random) -> str:
        viewport, notches = self.window.canvas.viewport(), chances.choice((-3, -1, 1, 3))
        hands.wheel(viewport, self.spot(viewport, chances), notches, chances.choice(MODIFIERS))
        return str(notches)

    # Keys, actions, menus.

    def press_keys(self, chances: Random) -> str:
        pressed = [(chances.choice(KEYS), chances.choice(MODIFIERS)) for _ in range(chances.randrange(1, 5))]
        pressed = [(key, keys) for key, keys in pressed if (key, keys) != (Key.Key_Q, Modifier.ControlModifier)]
        for key, keys in pressed:
            hands.type_key(key, keys)
        return " ".join(f"{keys.name}+{key.name}" for key, keys in pressed)

    def trigger(self, chances: Random) -> str:
        name = chances.choice(IDS)
        if open_widget() is not None:
            return "something is open"
        if name in GROWING and len(self.window.document.session.dataset) > LARGE:
            return f"{name}: there are enough points"
        self.window.commands[name].trigger()
        return name

    def train(self, chances: Random) -> str:
        name = chances.choice([entry.id for entry in ENTRIES if entry.id.startswith(("train.", "run."))])
        for _ in range(chances.randrange(1, 4)):
            self.window.commands[name].trigger()
        return name

    def history(self, chances: Random) -> str:
        name, times = chances.choice(("edit.undo", "edit.redo")), chances.randrange(1, 8)
        if open_widget() is not None:
            return "something is open"
        for _ in range(times):
            self.window.commands[name].trigger()
        return f"{times} times {name}"

    def open_menu(self, chances: Random) -> str:
        bar = self.window.findChild(QMenuBar)
        title = chances.choice(bar.actions())
        walk = [chances.choice((Key.Key_Down, Key.Key_Up, Key.Key_Right)) for _ in range(chances.randrange(12))]
        if open_widget() is None:
            hands.click(bar, bar.actionGeometry(title).center())
            for key in walk:
                hands.type_key(key)
            hands.type_key(chances.choice((Key.Key_Return, Key.Key_Escape)))
        return f"{title.text()} {len(walk)}"

    # Widgets, whichever they are.

    def use_widget(self, chances: Random) -> str:
        """Click, double-click, turn the wheel, drag or type on something that is on the screen."""
        scope = self.scope(chances)
        widgets = [each for each in scope.findChildren(QWidget) if each.isVisible() and each.isEnabled()]
        widget = widgets[int(chances.random() * len(widgets))] if widgets else scope
        told = f"{scope.objectName()}/{type(widget).__name__} {widget.objectName()}"
        how = chances.choice(("click", "click", "click", "double", "right", "wheel", "drag", "type", "type", "hover"))
        spots = [self.spot(widget, chances) for _ in range(4)]
        if how == "click":
            hands.click(widget, spots[0])
        elif how == "double":
            hands.double_click(widget, spots[0])
        elif how == "right":
            hands.click(widget, spots[0], Button.RightButton)
        elif how == "wheel":
            hands.wheel(widget, spots[0], chances.choice((-2, 2)))
        elif how == "drag":
            hands.drag(widget, spots, Button.LeftButton, Modifier.NoModifier)
        elif how == "hover":
            hands.hover(widget, spots[0])
        else:
            widget.setFocus()
            self.write(chances)
        return f"{how} {told}"

    def write(self, chances: Random) -> str:
        """Type something over what is in the field with the focus."""
        text = chances.choice(TEXTS)
        if chances.random() < 0.8:
            hands.type_key(Key.Key_A, Modifier.ControlModifier)
        if QApplication.focusWidget() is not self.window.canvas.viewport():
            hands.type_text(text)
        hands.type_key(chances.choice((Key.Key_Return, Key.Key_Tab, Key.Key_Escape)))
        return text

    def use_field(self, chances: Random) -> str:
        """Type into one of the fields of the forms."""
        fields = [
            each
            for each in self.window.findChildren(QWidget)
            if each.objectName().startswith("param.") and each.isVisible() and each.isEnabled()
        ]
        if not fields:
            return "none"
        field = fields[int(chances.random() * len(fields))]
        field.setFocus()
        return f"{field.objectName()} {self.write(chances)!r}"

    def close_dialog(self, chances: Random) -> str:
        top = self.scope(chances)
        if top is not self.window and not isinstance(top, QDockWidget):
            top.close()
        return top.objectName()

    # The window.

    def toggle_panel(self, chances: Random) -> str:
        dock = chances.choice(self.window.dock_layout.docks)
        dock.toggleViewAction().trigger()
        return dock.objectName()

    def float_panel(self, chances: Random) -> str:
        dock, place = chances.choice(self.window.dock_layout.docks), (chances.randrange(800), chances.randrange(500))
        dock.setFloating(not dock.isFloating())
        if dock.isFloating():
            dock.move(*place)
        return dock.objectName()

    def bring_panel(self, chances: Random) -> str:
        panel = chances.choice(PANELS)
        self.window.dock_layout.bring(panel.key)
        return panel.key

    def resize(self, chances: Random) -> str:
        size = chances.randrange(300, 1900), chances.randrange(200, 1200)
        how = chances.choice(("resize", "resize", "resize", "showMaximized", "showNormal", "showMinimized"))
        if how == "resize":
            self.window.resize(*size)
        else:
            getattr(self.window, how)()
        if how == "showMinimized":
            self.window.showNormal()
        return f"{how} {size}"

    # Files, and what other programs do to them.

    def drop_files(self, chances: Random) -> str:
        names = chances.sample(FILES, chances.randrange(1, 4))
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(self.folder / name)) for name in names])
        place, copy = QPointF(200, 200), Qt.DropAction.CopyAction
        left, none = Button.LeftButton, Modifier.NoModifier
        if open_widget() is None:
            QApplication.sendEvent(self.window, drag_enters(place.toPoint(), copy, data))
            QApplication.sendEvent(self.window, QDropEvent(place, copy, data, left, none))
        return " ".join(names)

    def change_file(self, chances: Random) -> str:
        """Another program writes a file, or deletes it."""
        path, deletes = self.folder / chances.choice(FILES), chances.random() < 0.3
        if deletes:
            path.unlink(missing_ok=True)
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content(path, chances))
        self.window.ownership.look()
        return f"{'delete' if deletes else 'write'} {path.name}"

    def fill_clipboard(self, chances: Random) -> str:
        text = chances.choice(TEXTS)
        QApplication.clipboard().setText(text)
        return text

    def path(self, chances: Random) -> str:
        """A path for a file dialog."""
        return os.fspath(self.folder / chances.choice(FILES))


ACTIONS: dict[str, int] = {
    "take_tool": 6,
    "click_canvas": 12,
    "drag_canvas": 16,
    "hover_canvas": 4,
    "wheel_canvas": 4,
    "press_keys": 8,
    "trigger": 14,
    "train": 14,
    "history": 6,
    "open_menu": 4,
    "use_widget": 20,
    "write": 2,
    "use_field": 10,
    "close_dialog": 5,
    "toggle_panel": 4,
    "float_panel": 2,
    "bring_panel": 5,
    "resize": 3,
    "drop_files": 2,
    "change_file": 2,
    "fill_clipboard": 2,
}
"""What is done, and how often."""


def drawn(seed: int, number: int) -> tuple[str, Random]:
    """The action with this number, and the chances from which it draws everything else."""
    chances = Random(f"{seed}/{number}")
    (name,) = chances.choices(list(ACTIONS), list(ACTIONS.values()))
    return name, chances


def action(someone: Someone, name: str) -> Callable[[Random], str]:
    found: Callable[[Random], str] = getattr(someone, name)
    return found
