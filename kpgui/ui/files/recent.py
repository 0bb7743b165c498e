"""The menu of recent files, each with a thumbnail of its points."""

import os
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QProxyStyle, QStyle, QStyleOption, QWidget

from kpgui.language import _
from kpgui.ui.look.plain_text import plain
from kpgui.ui.look.scale import scaled
from kpgui.ui.look.thumbnails import WIDTH, Thumbnails
from kpgui.ui.session.settings import Settings

WIDEST = 360
"""Widest name of a file in pixels, a part of which is left out otherwise."""


class RecentMenu(QMenu):
    """The recent files that still exist, listed anew whenever the menu is shown. chosen: the path of a file."""

    chosen = Signal(object)

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(_("Open &recent"), parent)
        self.setObjectName("menu.recent")
        self._settings = settings
        self._paths: list[Path] = []
        self._style: QProxyStyle | None = None
        self.aboutToShow.connect(self._fill)
        self.triggered.connect(self._choose)

    def _fill(self) -> None:
        if self._style is None:
            self._style = _LargeIcons(self)
            self.setStyle(self._style)
        self.clear()
        thumbnails = Thumbnails()
        self._paths = [path for path in map(Path, self._settings.recent) if os.path.isfile(path)]
        for number, path in enumerate(self._paths):
            name = self.fontMetrics().elidedText(path.name, Qt.TextElideMode.ElideMiddle, scaled(WIDEST))
            entry = self.addAction(thumbnails.icon(path), name.replace("&", "&&"))
            entry.setIconVisibleInMenu(True)
            entry.setData(number)  # Qt would change a name that is not valid Unicode
            entry.setToolTip(plain(str(path)))
            entry.setStatusTip(plain(str(path)))
        if self.isEmpty():
            self.addAction(_("No recent files")).setEnabled(False)

    def _choose(self, entry: QAction) -> None:
        if entry.data() is not None:
            self.chosen.emit(self._paths[entry.data()])


class _LargeIcons(QProxyStyle):
    """The Fusion style with icons of the size of thumbnails, which style sheets cannot set for menus."""

    def __init__(self, menu: QMenu) -> None:
        super().__init__("Fusion")
        self.setParent(menu)

    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        if metric == QStyle.PixelMetric.PM_SmallIconSize:
            return WIDTH // 2
        return super().pixelMetric(metric, option, widget)
