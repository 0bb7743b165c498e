"""The menu of recent files, each with a thumbnail of its points."""

import os
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QProxyStyle, QStyle, QStyleOption, QWidget

from kpgui.language import _
from kpgui.ui.look.thumbnails import WIDTH, Thumbnails
from kpgui.ui.session.settings import Settings


class RecentMenu(QMenu):
    """The recent files that still exist, listed anew whenever the menu is shown. chosen: the path of a file."""

    chosen = Signal(object)

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(_("Open &recent"), parent)
        self.setObjectName("menu.recent")
        self._settings = settings
        self._style: QProxyStyle | None = None
        self.aboutToShow.connect(self._fill)
        self.triggered.connect(self._choose)

    def _fill(self) -> None:
        if self._style is None:
            self._style = _LargeIcons(self)
            self.setStyle(self._style)
        self.clear()
        thumbnails = Thumbnails()
        for name in self._settings.recent:
            path = Path(name)
            if os.path.isfile(path):
                entry = self.addAction(thumbnails.icon(path), path.name.replace("&", "&&"))
                entry.setIconVisibleInMenu(True)
                entry.setData(name)
                entry.setStatusTip(name)
        if self.isEmpty():
            self.addAction(_("No recent files")).setEnabled(False)

    def _choose(self, entry: QAction) -> None:
        if entry.data():
            self.chosen.emit(Path(entry.data()))


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
