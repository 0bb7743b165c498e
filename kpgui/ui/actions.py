"""The table of everything that can be done: menus, tool bar, keys and tooltips are made from it."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QToolBar

from kpgui.present.palette import Palette
from kpgui.ui.icons import icon
from kpgui.ui.style import on_accent


class Entry(NamedTuple):
    """One action. keys: the first is the one shown. choice: the group of which exactly one is on."""

    id: str
    text: str
    tip: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    checkable: bool = False
    choice: str = ""


ENTRIES = (
    Entry("file.new", "&New", "New session", ("Ctrl+N",), "new"),
    Entry("file.open", "&Open…", "Open a session or a file of points", ("Ctrl+O",), "open"),
    Entry("file.import", "&Import…", "Open a file of points and choose its columns and classes", ("Ctrl+Shift+O",)),
    Entry("file.save", "&Save", "Save the session", ("Ctrl+S",), "save"),
    Entry("file.save_as", "Save &as…", "Save under another name", ("Ctrl+Shift+S",)),
    Entry("file.export_points", "Export &points…", "Write the points alone, as CSV and others"),
    Entry("file.export_figure", "&Picture…", "Save a picture of the canvas", ("Ctrl+E",), "picture"),
    Entry("file.quit", "&Quit", "Close kpgui", ("Ctrl+Q",)),
    Entry("edit.undo", "&Undo", "Undo", ("Ctrl+Z",), "undo"),
    Entry("edit.redo", "&Redo", "Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "redo"),
    Entry("edit.delete", "&Delete", "Delete the selected points", ("Del", "Backspace"), "delete"),
    Entry("edit.select_all", "Select &all", "Select all points", ("Ctrl+A",)),
    Entry("edit.relabel", "&Flip labels", "Give the selected points the other label", ("F",), "flip"),
    Entry("tool.draw", "Dra&w points", "Draw: click to add, drag to move", ("D",), "draw", choice="tool"),
    Entry("tool.select", "&Select points", "Select: drag a rectangle", ("S",), "select", choice="tool"),
    Entry("class.positive", "Left button adds +1", "Left button adds +1", ("1",), "positive", choice="class"),
    Entry("class.negative", "Left button adds −1", "Left button adds −1", ("2",), "negative", choice="class"),
    Entry("train.run", "&Run", "Run or pause", ("R", "F5"), "run"),
    Entry("train.step", "&Step", "Examine the next point", (".",), "step"),
    Entry("train.step_back", "Step &back", "Go one step back", (",",), "step-back"),
    Entry("train.reset", "&To start", "Back to the start, before any training", ("Home",), "reset"),
    Entry("train.to_end", "To &end", "Train to the end at once", ("End",), "to-end"),
    Entry("train.live", "&Live", "Live: train anew after every edit", ("L",), "live", checkable=True),
    Entry("view.fit", "&Fit points", "Show all points", ("0",), "fit"),
    Entry("view.theme_light", "&Light theme", "Light theme", choice="theme"),
    Entry("view.theme_dark", "&Dark theme", "Dark theme", choice="theme"),
    Entry("view.reset_layout", "&Reset layout", "Put all panels back where they were"),
    Entry("help.guide", "Quick &guide", "Quick guide", ("F1",), "help"),
    Entry("help.about", "&About kpgui", "About kpgui"),
)

RECENT, PANELS = "recent…", "panels…"
"""Places in a menu that the window fills with menus of its own."""

SEPARATOR = "|"

MENUS = (
    (
        "&File",
        f"file.new file.open file.import {RECENT} | file.save file.save_as"
        " | file.export_points file.export_figure | file.quit",
    ),
    (
        "&Edit",
        "edit.undo edit.redo | edit.select_all edit.relabel edit.delete | tool.draw tool.select"
        " | class.positive class.negative",
    ),
    ("&Train", "train.run train.step train.step_back train.reset train.to_end | train.live"),
    ("&View", f"view.fit | view.theme_light view.theme_dark | {PANELS} view.reset_layout"),
    ("&Help", "help.guide help.about"),
)

TOOL_BAR = (
    "file.new file.open file.save | edit.undo edit.redo | tool.draw tool.select | class.positive class.negative"
    " | edit.relabel edit.delete | view.fit file.export_figure help.guide"
)


class Actions(QObject):
    """The actions of one window, by id; each one's objectName is its id.

    triggered: one of them is about to be carried out.
    """

    triggered = Signal()

    def __init__(self, window: QObject) -> None:
        super().__init__(window)
        self._choices: dict[str, QActionGroup] = {}
        self._icons = {entry.id: entry.icon for entry in ENTRIES if entry.icon}
        self._palette: Palette | None = None
        self._by_id = {entry.id: self._made(entry, window) for entry in ENTRIES}

    def __getitem__(self, name: str) -> QAction:
        return self._by_id[name]

    def _made(self, entry: Entry, window: QObject) -> QAction:
        action = QAction(entry.text, window)
        action.setObjectName(entry.id)
        action.setShortcuts([QKeySequence(key) for key in entry.keys])
        action.setToolTip(tip_of(entry))
        action.setIconVisibleInMenu(False)
        action.triggered.connect(self.triggered)
        action.setCheckable(entry.checkable or bool(entry.choice))
        if entry.choice:
            group = self._choices.setdefault(entry.choice, QActionGroup(self))
            group.addAction(action)
        return action

    def connect_all(self, handlers: Mapping[str, Callable[[], object]]) -> None:
        """Call these methods when their actions are triggered."""
        for name, handler in handlers.items():
            self[name].triggered.connect(handler)

    def set_enabled(self, enabled: Mapping[str, bool]) -> None:
        for name, on in enabled.items():
            if self[name].isEnabled() != on:
                self[name].setEnabled(on)

    def recolour(self, palette: Palette) -> None:
        """Draw the icons in a theme's colours."""
        self._palette = palette
        for name in self._icons:
            self._draw_icon(name)

    def show_icon(self, name: str, drawing: str) -> None:
        """Give an action another icon, as run has while it would pause."""
        self._icons[name] = drawing
        self._draw_icon(name)

    def _draw_icon(self, name: str) -> None:
        palette = self._palette
        if palette is not None:
            own = {"class.positive": palette.positive, "class.negative": palette.negative}
            own["train.run"] = on_accent(palette)
            self[name].setIcon(icon(self._icons[name], own.get(name, palette.text), palette.grid))

    def fill_menu_bar(self, bar: QMenuBar, submenus: Mapping[str, QMenu]) -> None:
        """All menus; `submenus` are what the window puts in the places RECENT and PANELS."""
        for title, names in MENUS:
            menu = bar.addMenu(title)
            for name in names.split():
                if name == SEPARATOR:
                    menu.addSeparator()
                elif name in submenus:
                    menu.addMenu(submenus[name])
                else:
                    menu.addAction(self[name])

    def fill_tool_bar(self, bar: QToolBar) -> None:
        for name in TOOL_BAR.split():
            if name == SEPARATOR:
                bar.addSeparator()
            else:
                bar.addAction(self[name])
                bar.widgetForAction(self[name]).setAccessibleName(self[name].toolTip())


def tip_of(entry: Entry) -> str:
    """The tooltip, with the key that does the same.

    >>> tip_of(Entry("file.save", "&Save", "Save the session", ("Ctrl+S",)))
    'Save the session (Ctrl+S)'
    """
    if not entry.keys:
        return entry.tip
    return f"{entry.tip} ({QKeySequence(entry.keys[0]).toString(QKeySequence.SequenceFormat.NativeText)})"
