"""The dock layout: the position of each dock, and how to restore it."""

from functools import partial

from PySide6.QtCore import QByteArray, Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu, QTabBar, QTabWidget, QWidget

from kpgui.geometry.palette import Palette
from kpgui.language import _
from kpgui.ui.actions.actions import FOLD, Entry
from kpgui.ui.forms.panel import Panel, Workbench
from kpgui.ui.instruments.registry import INSTRUMENTS
from kpgui.ui.look.scale import scaled
from kpgui.ui.setup.sections import SECTIONS
from kpgui.ui.tasks import AfterFirstPaint
from kpgui.ui.window.column import COLUMN_WIDTH, Rail, SetupColumn
from kpgui.ui.window.docks import INSTRUMENT_WIDTH, DockTitle, Grip, PanelScroll, made_dock
from kpgui.ui.window.tool_strip import beside

PANELS: tuple[type[Panel], ...] = (*SECTIONS, *INSTRUMENTS)

LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
RIGHT = Qt.DockWidgetArea.RightDockWidgetArea

VERSION = 3
"""Version of a stored layout; one of another version is not restored."""

MOST = 0.55
"""Largest share of the window's width for setup and instruments side by side; the rest is the canvas's."""

MOST_OF_SETUP = 0.4
"""Share of the window's width above which the setup folds to its rail by itself."""

WIDTHS = {LEFT: COLUMN_WIDTH, RIGHT: INSTRUMENT_WIDTH}


class DockLayout:
    """The setup on the left, instruments on the right, the canvas between them and the playback bar under it."""

    def __init__(self, window: QMainWindow, centre: QWidget, playback: QWidget, workbench: Workbench) -> None:
        self._window = window
        self._playback = made_dock("playback", _("Playback"), playback, window)
        self._playback.setFeatures(self._playback.features() | QDockWidget.DockWidgetFeature.DockWidgetVerticalTitleBar)
        self._playback.setTitleBarWidget(Grip(self._playback))
        # Deferred, because a dock that is being closed is still among the tabs.
        self._titling = QTimer(window, singleShot=True, interval=0)
        self._titling.timeout.connect(self._show_titles)
        self._titling.timeout.connect(self._narrow)
        self._lent: tuple[QDockWidget, int] | None = None
        """The dock whose column was widened for it, and the width before."""
        self.column = SetupColumn(section(workbench) for section in SECTIONS)
        self._setup = made_dock("setup", _("Setup"), self.column, window)
        self._rail = Rail(SECTIONS)
        self._rail.wanted.connect(self.bring)
        self._setup.toggleViewAction().setText(_with_key(_("Setup"), FOLD))
        self._setup.toggleViewAction().triggered.connect(self._setup.raise_)
        self._setup.visibilityChanged.connect(self._show_rail)
        self._setup.setTitleBarWidget(DockTitle(self._setup, _("Points, kernel, learner and run")))
        self._contents = {each.key: PanelScroll(partial(each, workbench), WIDTHS[RIGHT]) for each in INSTRUMENTS}
        made = {panel.key: self._made_panel_dock(panel, workbench.after_first_paint) for panel in INSTRUMENTS}
        self._panels = [(LEFT, self._setup), *((RIGHT, dock) for dock in made.values())]
        self.roomy = QByteArray()
        """The layout before `fit` put the instruments behind the setup, empty if it did not."""
        self._initial = QByteArray()
        self._centre = beside(self._rail, centre)
        window.setCentralWidget(self._centre)
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        window.setDockOptions(QMainWindow.DockOption.AllowTabbedDocks | QMainWindow.DockOption.AllowNestedDocks)
        for corner, area in (
            (Qt.Corner.BottomLeftCorner, LEFT),
            (Qt.Corner.TopLeftCorner, LEFT),
            (Qt.Corner.BottomRightCorner, RIGHT),
            (Qt.Corner.TopRightCorner, RIGHT),
        ):
            window.setCorner(corner, area)
        workbench.closing.connect(self.hide_floating)
        self._place()

    def _made_panel_dock(self, panel: type[Panel], after_first_paint: AfterFirstPaint) -> QDockWidget:
        scroll = self._contents[panel.key]
        dock = made_dock(panel.dock_key or panel.key, _(panel.title), scroll, self._window)
        dock.toggleViewAction().setText(_with_key(_(panel.menu_text), panel.shortcut))
        dock.toggleViewAction().setToolTip(_(panel.explanation))
        dock.setTitleBarWidget(DockTitle(dock, _(panel.explanation)))
        after_first_paint.do(scroll.fill)
        dock.visibilityChanged.connect(scroll.show_panel)
        dock.visibilityChanged.connect(self._titling.start)
        dock.topLevelChanged.connect(self._titling.start)
        dock.toggleViewAction().triggered.connect(dock.raise_)
        dock.toggleViewAction().triggered.connect(partial(self._widen, dock, panel.wanted_share))
        return dock

    @property
    def docks(self) -> list[QDockWidget]:
        return [*(dock for __, dock in self._panels), self._playback]

    def fold(self) -> None:
        """Folds the setup to its rail, or unfolds it, or brings it from behind another tab."""
        seen = not self._setup.visibleRegion().isEmpty()
        self._setup.setHidden(seen)
        if not seen:
            self._setup.raise_()

    def _show_rail(self) -> None:
        self._rail.setVisible(self._setup.isHidden())

    def fold_where_narrow(self) -> None:
        """Folds the setup where it would take too much of the screen's width."""
        self._setup.setHidden(scaled(COLUMN_WIDTH) > MOST_OF_SETUP * self._room)

    @property
    def _room(self) -> int:
        """The width that the window has on its screen."""
        return min(self._window.width(), self._window.screen().availableSize().width())

    def fit(self) -> None:
        """Puts the instruments behind the setup, as tabs, where beside it they would leave the canvas too little width.

        That is so in a small window or with large text. They are back where they were once there is room again.
        """
        window = self._window
        if scaled(sum(WIDTHS.values())) <= MOST * self._room:
            if self.roomy:
                window.restoreState(self.roomy, VERSION)
                self.roomy = QByteArray()
        elif not self.roomy:
            self.roomy = window.saveState(VERSION)
            for dock in self.docks:
                if window.dockWidgetArea(dock) == RIGHT and not dock.isFloating():
                    hidden = dock.isHidden()
                    window.tabifyDockWidget(self._setup, dock)
                    dock.setHidden(hidden)
            self._setup.raise_()
        self._show_rail()

    def dock(self, key: str) -> QDockWidget:
        """The dock of the panel with this key."""
        name = next((panel.dock_key for panel in INSTRUMENTS if panel.key == key), "") or key
        return next(dock for dock in self.docks if dock.objectName() == f"dock.{name}")

    def keep_initial(self) -> None:
        """Remembers the layout as it is now, once the window has all its bars, as the one that `reset` restores."""
        self._initial = self._window.saveState(VERSION)

    def reset(self) -> None:
        """Restores the initial layout.

        By Qt's own way back: removing docks that have just been windows of their own has crashed in Qt. So has the way
        back from tabs, in a window lower than its bars; hidden docks have none.
        """
        for dock in self.docks:
            dock.hide()
        self._window.restoreState(self._initial, VERSION)
        for dock in self.docks:
            dock.setVisible(dock in (self._setup, self._playback))
        self.fold_where_narrow()
        self.roomy = QByteArray()
        self.fit()
        self.column.collapsed = []
        self.share_out()

    def hide_floating(self) -> None:
        """Hides docks that are windows of their own: Qt leaves them on the screen when the main window is closed.

        Hidden only while the main window is deleted, they would call parts of it that are gone.
        """
        for dock in self.docks:
            if dock.isFloating():
                dock.hide()

    def bring(self, key: str) -> None:
        """Shows the panel with this key and gives it the keyboard focus."""
        if key in self.column.sections:
            self._setup.show()
            self._setup.raise_()
            self.column.sections[key].bring()
            self.column.sections[key].panel.begin()
            return
        scroll = self._contents[key]
        dock = self.dock(key)
        dock.show()
        dock.raise_()
        wanted = scroll.wanted_width()
        if dock.width() < wanted:
            self._window.resizeDocks([dock], [wanted], Qt.Orientation.Horizontal)
        self._widen(dock, next(panel.wanted_share for panel in INSTRUMENTS if panel.key == key))
        scroll.fill().begin()

    def _widen(self, dock: QDockWidget, share: float, shown: bool = True) -> None:
        """Gives a dock this share of the room that it has with the canvas, if it has less."""
        if not share or not shown or dock.isFloating():
            return
        centre, others = self._centre.geometry(), self._beside(dock)
        right = self._window.dockWidgetArea(dock) == RIGHT
        wanted = round(share * (self._window.width() - centre.left() if right else centre.right()))
        before = others[0].width() if others else scaled(INSTRUMENT_WIDTH)
        if before < wanted:
            self._lent = dock, before
            self._window.resizeDocks([dock], [wanted], Qt.Orientation.Horizontal)

    def _narrow(self) -> None:
        """Gives the canvas back what a dock took, once that is closed or behind another."""
        if self._lent is None or self._window.isMinimized() or not self._lent[0].visibleRegion().isEmpty():
            return
        (dock, width), self._lent = self._lent, None
        if others := self._beside(dock):
            self._window.resizeDocks([others[0]], [width], Qt.Orientation.Horizontal)

    def _beside(self, dock: QDockWidget) -> list[QDockWidget]:
        """The other docks that are shown in the column of this one."""
        area = self._window.dockWidgetArea(dock)
        return [
            each
            for __, each in self._panels
            if not (each is dock or each.isHidden() or each.isFloating()) and self._window.dockWidgetArea(each) == area
        ]

    @property
    def depths(self) -> dict[QDockWidget, int]:
        """The widths of the docks on the sides, one for each side, and the height of the playback bar."""
        widths = {column[0]: column[0].width() for area in WIDTHS if (column := self._column(area))}
        return {**widths, self._playback: self._playback.height()}

    @depths.setter
    def depths(self, depths: dict[QDockWidget, int]) -> None:
        for dock, depth in depths.items():
            upright = Qt.Orientation.Vertical if dock is self._playback else Qt.Orientation.Horizontal
            self._window.resizeDocks([dock], [depth], upright)

    def share_out(self) -> None:
        """Gives the docks of each side their usual width."""
        self.depths = {column[0]: scaled(WIDTHS[area]) for area in WIDTHS if (column := self._column(area))}

    def _column(self, area: Qt.DockWidgetArea) -> list[QDockWidget]:
        return [dock for where, dock in self._panels if where == area and not dock.isHidden()]

    def fill_menu(self, menu: QMenu) -> None:
        """Adds an entry for each dock that shows or hides it; a tick stands at those that are seen."""
        menu.setToolTipsVisible(True)  # titles alone do not say what a panel is for
        menu.aboutToShow.connect(self._check_shown)
        for dock in self.docks:
            menu.addAction(dock.toggleViewAction())

    def _check_shown(self) -> None:
        """Checks the docks that are seen: one behind another's tab is unchecked, so that choosing it brings it."""
        for dock in self.docks:
            dock.toggleViewAction().setChecked(not dock.visibleRegion().isEmpty())

    def _show_titles(self) -> None:
        for tabs in self._window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
            tabs.setUsesScrollButtons(False)  # they would hide most tabs; the title of the dock has a list of all
            tabs.setElideMode(Qt.TextElideMode.ElideRight)
        for __, dock in self._panels:
            title = dock.titleBarWidget()
            if isinstance(title, DockTitle):
                title.show_title()

    def recolour(self, palette: Palette) -> None:
        self._rail.recolour(palette)
        for dock in self.docks:
            title = dock.titleBarWidget()
            if isinstance(title, DockTitle):
                title.recolour(palette)

    def _place(self) -> None:
        first: dict[Qt.DockWidgetArea, QDockWidget] = {}
        for area, dock in self._panels:
            self._window.addDockWidget(area, dock, Qt.Orientation.Vertical)
            if area in first:
                self._window.tabifyDockWidget(first[area], dock)
            first.setdefault(area, dock)
            dock.setHidden(area == RIGHT)
        self._window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self._playback)


def _with_key(text: str, shortcut: str) -> str:
    """A text of a menu with a key that another action has."""
    return f"{text}\t{QKeySequence(shortcut).toString(QKeySequence.SequenceFormat.NativeText)}"


def action_of(panel: type[Panel]) -> str:
    """The id of the action that brings a panel."""
    return f"view.{panel.key}"


def panel_entries() -> list[Entry]:
    """An action for each panel that declares a shortcut."""
    brought = [panel for panel in PANELS if panel.shortcut]
    return [Entry(action_of(each), each.menu_text, each.explanation, (each.shortcut,), panel=True) for each in brought]
