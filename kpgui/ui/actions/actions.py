"""The table of actions, from which menus, tool bars, shortcuts and tooltips are made."""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QToolBar, QWidget

from kpgui.geometry.bump import NAME
from kpgui.geometry.palette import Palette
from kpgui.language import NAMES, _, titled, without_key
from kpgui.ui.canvas.layers import TOGGLES
from kpgui.ui.canvas.tools import TOOLS
from kpgui.ui.look.icons import icon
from kpgui.ui.look.style import on_accent, plain
from kpgui.words.enablement import EXPLAINED


class Entry(NamedTuple):
    """One action. keys: its shortcuts, the first of which is shown. choice: the exclusive group it belongs to.

    text, tip: in English; translated when they are shown. named: whether the tooltip begins with the text. panel:
    whether it brings a panel.
    """

    id: str
    text: str
    tip: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    checkable: bool = False
    choice: str = ""
    named: bool = False
    panel: bool = False


SYSTEM = "system"
"""Stands for no language of its own in the id of an action."""

FOLD = "F9"
"""The key that folds the setup."""

ENTRIES = (
    Entry("file.new", "&New", "New session", ("Ctrl+N",), "new"),
    Entry("file.open", "&Open…", "Open a session or a file of points", ("Ctrl+O",), "open"),
    Entry("file.import", "&Import…", "Open a file of points and choose its columns and classes", ("Ctrl+Shift+O",)),
    Entry("file.save", "&Save", "Save the session", ("Ctrl+S",), "save"),
    Entry("file.save_as", "Save &as…", "Save under another name", ("Ctrl+Shift+S",)),
    Entry("file.export_figure", "&Picture…", "Save a still, a film or small multiples", ("Ctrl+E",), "picture"),
    Entry("file.copy_figure", "Cop&y picture", "Copy a picture of the canvas, as PNG and SVG", ("Ctrl+Shift+C",)),
    Entry("file.export_animation", "Fi&lm…", "Save the run as a film", ("Ctrl+Shift+G",)),
    Entry("file.export", "&Export data…", "Write points, what was learned, or the numbers of a panel"),
    Entry("file.keep_step", "&Keep as a lesson step…", "Write what is shown, with text, to the folder of a lesson"),
    Entry("file.quit", "&Quit", "Close kpgui", ("Ctrl+Q",)),
    Entry("edit.undo", "&Undo", "Undo", ("Ctrl+Z",), "undo"),
    Entry("edit.redo", "&Redo", "Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "redo"),
    Entry("edit.cut", "Cu&t", "Cut the selected points", ("Ctrl+X",)),
    Entry("edit.copy", "&Copy", "Copy the selected points as a table", ("Ctrl+C",)),
    Entry("edit.copy_text", "Copy as te&xt", "Copy points, kernel and learner as text for a message", ("Ctrl+Alt+C",)),
    Entry("edit.paste", "&Paste", "Paste points, as from a spreadsheet, or a setting copied as text", ("Ctrl+V",)),
    Entry("edit.duplicate", "Dupl&icate", "Duplicate the selected points", ("Ctrl+D",)),
    Entry("edit.transform", "Arra&nge…", "Mirror, align, rotate and scale the selected points", ("Ctrl+T",)),
    Entry("arrange.mirror_x", "&Mirror left to right", "Mirror the selection left to right", ("Ctrl+M",)),
    Entry("arrange.mirror_y", "M&irror top to bottom", "Mirror the selection top to bottom", ("Ctrl+Shift+M",)),
    Entry("arrange.rotate_left", "Rotate 90° &left", "Rotate the selection 90° to the left", ("Ctrl+[",)),
    Entry("arrange.rotate_right", "Rotate 90° &right", "Rotate the selection 90° to the right", ("Ctrl+]",)),
    Entry("arrange.left", "Align left &edges", "Align the selection to its left edge", ("Ctrl+Shift+Left",)),
    Entry("arrange.centre", "Align to the vertical centre line", "Align the selection to its vertical centre line"),
    Entry("arrange.right", "Align right e&dges", "Align the selection to its right edge", ("Ctrl+Shift+Right",)),
    Entry("arrange.top", "Align &tops", "Align the selection to its top edge", ("Ctrl+Shift+Up",)),
    Entry("arrange.middle", "Align to the horizontal centre line", "Align the selection to its horizontal centre line"),
    Entry("arrange.bottom", "Align &bottoms", "Align the selection to its bottom edge", ("Ctrl+Shift+Down",)),
    Entry("arrange.distribute_x", "Distribute &horizontally", "Put the selection at equal distances in x"),
    Entry("arrange.distribute_y", "Distribute &vertically", "Put the selection at equal distances in y"),
    Entry("edit.delete", "&Delete", "Delete the selected points", ("Del", "Backspace"), "delete"),
    Entry("edit.select_all", "Select &all", "Select all points", ("Ctrl+A",)),
    Entry("edit.relabel", "&Flip labels", "Give the selected points the other label", ("F",), "flip"),
    *(Entry(f"tool.{t.key}", t.title, t.tip, (t.shortcut,), t.key, choice="tool", named=True) for t in TOOLS),
    Entry("edit.hold_out", "&Hold out", "Hold the selected points out of training, or take them back", ("Ctrl+H",)),
    Entry("tool.smaller", "S&maller brush", "Make the brush smaller", ("[",)),
    Entry("tool.larger", "La&rger brush", "Make the brush larger", ("]",)),
    Entry("class.positive", "Left button adds +1", "Left button adds +1", ("1",), "positive", choice="class"),
    Entry("class.negative", "Left button adds −1", "Left button adds −1", ("2",), "negative", choice="class"),
    Entry("train.run", "&Run", "Run or pause", ("R", "Space", "F5"), "run"),
    Entry("train.step", "&Step", "Examine the next point", (".",), "step"),
    Entry("train.step_back", "Step &back", "Go one step back", (",",), "step-back"),
    Entry("train.next_mistake", "&Next mistake", "Go on to the next mistake", ("Ctrl+.",)),
    Entry("train.last_mistake", "Previous &mistake", "Go back to the previous mistake", ("Ctrl+,",)),
    Entry("train.next_epoch", "Next e&poch", "Go on to the end of the epoch", ("Alt+.",)),
    Entry("train.last_epoch", "Previous ep&och", "Go back to the end of the previous epoch", ("Alt+,",)),
    Entry("train.reset", "&To start", "Back to the start, before any training", ("Home",), "reset"),
    Entry("train.to_end", "To &end", "Train to the end at once", ("End",), "to-end"),
    Entry("run.keep_ghost", "&Keep this moment", "Keep this moment as a ghost: its boundary stays", ("K",), "keep"),
    Entry("train.slower", "Slo&wer", "Half the pace", ("<",)),
    Entry("train.faster", "&Faster", "Twice the pace", (">",)),
    Entry("train.live", "&Live", "Live: train anew after every edit", ("L",), "live", checkable=True),
    Entry("train.predict", "&Predict", "Ask about each step before it is shown", ("A",), "predict", checkable=True),
    Entry("view.fit", "&Fit points", "Show all points", ("0",), "fit"),
    Entry("view.snap", "S&nap to grid", "Snap new and moved points to the grid", ("N",), "snap", checkable=True),
    Entry("view.axes", "A&xes…", "Type the range of each axis", ("Ctrl+R",)),
    Entry("view.equal_aspect", "&Equal units", "Units equally long on both axes", ("Ctrl+U",), checkable=True),
    Entry("view.reset_axes", "Reset &axes", "Axes as in a new session, units equally long", ("Ctrl+0",)),
    Entry(
        "view.race",
        "&Race",
        "A second run beside this one: the same points with another kernel, learner or parameter, in step",
        ("Ctrl+Shift+R",),
        checkable=True,
    ),
    *(Entry(each.action, each.text, each.tip, (each.shortcut,), checkable=True) for each in TOGGLES),
    Entry("view.place_legend", "Legend to a free corner", "Put the legend where it covers the fewest points"),
    Entry("view.bump", NAME, "Show what the selected point alone adds to f; again or Esc ends it", ("Ctrl+B",)),
    Entry("view.theme_light", "&Light theme", "Light theme", choice="theme"),
    Entry("view.theme_dark", "&Dark theme", "Dark theme", choice="theme"),
    Entry("view.theme_contrast", "&High contrast", "High contrast, for a projector in a bright room", choice="theme"),
    Entry(f"view.language_{SYSTEM}", "As the &system", "The system's language", choice="language"),
    *(Entry(f"view.language_{code}", name, name, choice="language") for code, name in NAMES.items()),
    Entry("view.larger_type", "Larger &type", "Everything in the window larger", ("Ctrl++",), checkable=True),
    Entry(
        "view.reduced_motion",
        "Red&uced motion",
        "Nothing moves by itself: no ring flashes at a mistake in a run, no bar moves while something is computed",
        checkable=True,
    ),
    Entry(
        "view.presentation",
        "&Presentation",
        "Full screen; ? shows the keys, Esc leaves",
        ("F11",),
        checkable=True,
    ),
    Entry("view.setup", "Fold the setup", "Fold the setup to a rail of icons, or unfold it", (FOLD,)),
    Entry("view.reset_layout", "&Reset layout", "Put all panels back where they were"),
    Entry("help.guide", "&Guide", "Open the guide at the panel in use", ("F1",), "help"),
    Entry("help.lessons", "&Lessons…", "Learn step by step: text, a canvas to try it, and questions that are checked"),
    Entry("help.examples", "&Examples…", "Published exercises, with what their authors found and what is found here"),
    Entry("help.keys", "&Keys", "All keys on one sheet", ("?",)),
    Entry("help.about", "&About kpgui", "About kpgui"),
)

RECENT, PANELS = "recent…", "panels…"
"""Placeholders in a menu that the window fills: with a submenu, and with an entry for each panel."""

ARRANGE, LANGUAGE, MORE, SHOW, LOOK = "arrange…", "language…", "more…", "show…", "look…"

FIRST_TOOLS = "tool.draw tool.select tool.move tool.erase tool.hold_out"
"""The tools that a course begins with."""

MORE_TOOLS = " ".join(f"tool.{tool.key}" for tool in TOOLS if f"tool.{tool.key}" not in FIRST_TOOLS.split())

SUBMENUS = {
    ARRANGE: (
        "Arran&ge by",
        "arrange.mirror_x arrange.mirror_y arrange.rotate_left arrange.rotate_right | arrange.left arrange.centre"
        " arrange.right | arrange.top arrange.middle arrange.bottom | arrange.distribute_x arrange.distribute_y",
    ),
    MORE: ("M&ore tools", f"{MORE_TOOLS} | tool.smaller tool.larger"),
    SHOW: ("&Show", f"{' '.join(each.action for each in TOGGLES)} | view.place_legend"),
    LOOK: ("Loo&k", "view.theme_light view.theme_dark view.theme_contrast | view.larger_type view.reduced_motion"),
    LANGUAGE: ("Langua&ge", " ".join(f"view.language_{code}" for code in (SYSTEM, *NAMES))),
}
"""Submenus by their placeholder: title and entries. None is in another."""

CONTEXT_MENU = (
    "edit.cut edit.copy edit.paste edit.duplicate edit.delete | edit.relabel edit.hold_out edit.transform"
    f" {ARRANGE} | view.bump | edit.select_all view.fit"
)
"""The context menu of the selection, for the right button where it does not draw, and for the menu key."""

WIDTH = 64
"""Longest line of a tooltip in characters; Qt does not wrap them."""

SEPARATOR = "|"

MENUS = (
    (
        "&File",
        f"file.new file.open file.import {RECENT} | file.save file.save_as"
        f" | file.export_figure file.export_animation file.export file.keep_step | file.quit",
    ),
    (
        "&Edit",
        "edit.undo edit.redo | edit.cut edit.copy edit.copy_text edit.paste edit.duplicate edit.delete"
        " | edit.select_all edit.hold_out edit.transform",
    ),
    ("&Draw", f"{FIRST_TOOLS} {MORE} | view.snap"),
    (
        "&Train",
        "train.run train.step train.step_back train.reset train.to_end | train.next_mistake train.last_mistake"
        " | run.keep_ghost | train.live train.predict",
    ),
    ("&View", f"view.fit | {SHOW} {LOOK} {LANGUAGE} | view.race view.presentation"),
    ("&Panels", f"{PANELS} | view.reset_layout"),
    ("&Help", "help.lessons help.examples | help.guide help.keys help.about"),
)

BY_KEY = {
    "&File": "file.copy_figure",
    "&Edit": f"edit.relabel {ARRANGE}",
    "&Draw": "class.positive class.negative",
    "&Train": "train.next_epoch train.last_epoch train.slower train.faster",
    "&View": "view.axes view.equal_aspect view.reset_axes view.bump",
    "&Panels": "view.setup",
}
"""Actions that are in no menu: they have a key, which the sheet of keys shows with those of this menu."""

TOOL_BAR = (
    "file.new file.open file.save | edit.undo edit.redo | class.positive class.negative | edit.relabel edit.delete"
    " | view.fit file.export_figure help.guide"
)


class Actions(QObject):
    """The actions of one window, by id; each one's objectName is its id.

    triggered: the action with this id is about to be carried out. entries: what they are made from, the table and what
    panels declare.
    """

    triggered = Signal(str)

    def __init__(self, window: QObject, panels: Sequence[Entry] = ()) -> None:
        super().__init__(window)
        self.entries = (*ENTRIES, *panels)
        self._choices: dict[str, QActionGroup] = {}
        self._icons = {entry.id: entry.icon for entry in self.entries if entry.icon}
        self._palette: Palette | None = None
        self._by_id = {entry.id: self._made(entry, window) for entry in self.entries}

    def __getitem__(self, name: str) -> QAction:
        return self._by_id[name]

    def _made(self, entry: Entry, window: QObject) -> QAction:
        action = QAction(_(entry.text), window)
        action.setIconText(without_key(_(entry.text)))
        action.setObjectName(entry.id)
        action.setShortcuts([QKeySequence(key) for key in entry.keys])
        action.setToolTip(plain(tip_of(entry)))
        action.setIconVisibleInMenu(False)
        action.triggered.connect(self._announce)
        action.setCheckable(entry.checkable or bool(entry.choice))
        if entry.choice:
            group = self._choices.setdefault(entry.choice, QActionGroup(self))
            group.addAction(action)
        return action

    def _announce(self) -> None:
        self.triggered.emit(self.sender().objectName())

    def connect_all(self, handlers: Mapping[str, Callable[[], object]]) -> None:
        """Connects handlers to actions by id."""
        for name, handler in handlers.items():
            self[name].triggered.connect(handler)

    def set_enabled(self, enabled: Mapping[str, bool]) -> None:
        for name, on in enabled.items():
            if self[name].isEnabled() != on:
                self[name].setEnabled(on)

    def explain(self, name: str, reason: str) -> None:
        """Says in an action's tooltip why it is disabled; "" when it is not."""
        tip = next(tip_of(entry) for entry in self.entries if entry.id == name)
        self[name].setToolTip(plain(f"{tip}\n{reason}" if reason else tip))

    def recolour(self, palette: Palette) -> None:
        """Draws the icons in a theme's colours."""
        self._palette = palette
        for name in self._icons:
            self._draw_icon(name)

    def show_icon(self, name: str, drawing: str) -> None:
        """Gives an action another icon, such as "pause" to run during a run."""
        self._icons[name] = drawing
        self._draw_icon(name)

    def _draw_icon(self, name: str) -> None:
        palette = self._palette
        if palette is not None:
            own = {"class.positive": palette.positive, "class.negative": palette.negative}
            own["train.run"] = on_accent(palette)
            self[name].setIcon(icon(self._icons[name], own.get(name, palette.text), palette.grid))

    def fill_menu_bar(self, bar: QMenuBar, fill: Mapping[str, Callable[[QMenu], object]]) -> None:
        """Adds all menus; `fill` adds what stands for the placeholders RECENT and PANELS."""
        for title, names in MENUS:
            menu = bar.addMenu(_(title))
            menu.setToolTipsVisible(any(name in EXPLAINED for name in names.split()))
            self._fill_menu(menu, names, fill)

    def context_menu(self, parent: QWidget) -> QMenu:
        """A new context menu of the selection, deleted when it is closed."""
        menu = QMenu(parent)
        menu.setObjectName("menu.context")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._fill_menu(menu, CONTEXT_MENU, {})
        return menu

    def _fill_menu(self, menu: QMenu, names: str, fill: Mapping[str, Callable[[QMenu], object]]) -> None:
        for name in names.split():
            if name == SEPARATOR:
                menu.addSeparator()
            elif name in fill:
                fill[name](menu)
            elif name in SUBMENUS:
                title, inside = SUBMENUS[name]
                self._fill_menu(menu.addMenu(_(title)), inside, fill)
            else:
                menu.addAction(self[name])

    def choice(self, name: str) -> QActionGroup:
        """The exclusive group of this name."""
        return self._choices[name]

    def fill_tool_bar(self, bar: QToolBar, names: str = TOOL_BAR) -> None:
        for name in names.split():
            if name == SEPARATOR:
                bar.addSeparator()
            else:
                self.add_button(bar, name)

    def add_button(self, bar: QToolBar, name: str, before: QAction | None = None) -> None:
        """Adds a button for this action at the end, or before another."""
        if before is None:
            bar.addAction(self[name])
        else:
            bar.insertAction(before, self[name])
        button = bar.widgetForAction(self[name])
        button.setAccessibleName(self[name].iconText())
        button.setFocusPolicy(Qt.FocusPolicy.ClickFocus)


def tip_of(entry: Entry) -> str:
    """The tooltip with the shortcut.

    >>> tip_of(Entry("file.save", "&Save", "Save the session", ("Ctrl+S",)))
    'Save the session (Ctrl+S)'
    """
    tip = tip_text(entry)
    if entry.keys:
        tip += f" ({QKeySequence(entry.keys[0]).toString(QKeySequence.SequenceFormat.NativeText)})"
    return textwrap.fill(tip, WIDTH) if len(tip) > WIDTH else tip


def tip_text(entry: Entry) -> str:
    """What an action does, without its shortcut."""
    tip = _(entry.tip)
    return titled(_(entry.text), tip) if entry.named else tip
