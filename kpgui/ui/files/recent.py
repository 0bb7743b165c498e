"""The recent files, each with a thumbnail of its points: a menu, and a list on an empty canvas."""

from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QProxyStyle, QStyle, QStyleOption, QToolButton, QWidget

from kpgui.language import _
from kpgui.ui.canvas import Canvas
from kpgui.ui.forms.widgets import in_row
from kpgui.ui.look.scale import scaled
from kpgui.ui.look.style import plain
from kpgui.ui.look.thumbnails import HEIGHT, WIDTH, Thumbnails
from kpgui.ui.session.document import Document
from kpgui.ui.session.settings import Settings

WIDEST = 360
"""Widest name of a file in the menu, in pixels; a part of a longer one is left out."""

SHOWN = 4
"""Most files in the list."""

LATER = 80
"""Milliseconds until the list is filled, which leaves time for the first painting."""

ROOM = 24
"""Pixels between the list and the lower edge of the plot."""


class RecentMenu(QMenu):
    """The recent files that still exist, listed anew whenever the menu is shown."""

    chosen = Signal(object)
    """The path of a file."""

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
        self._paths = self._settings.recent_files
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


class StartList(QWidget):
    """Recent files near the lower edge of a canvas that was never edited."""

    chosen = Signal(object)
    """The path of a file."""

    def __init__(self, document: Document, settings: Settings, canvas: Canvas) -> None:
        super().__init__(canvas)
        self.setObjectName("start_list")
        self._document = document
        self._settings = settings
        self._canvas = canvas
        self._buttons: list[QToolButton] = []
        self._row = in_row(on=self, spacing=8)
        self._filling = QTimer(self, singleShot=True, interval=LATER)
        self._filling.timeout.connect(self._fill)
        self.hide()
        canvas.view_box.sigResized.connect(self._place)  # later than the canvas itself is
        document.changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        if self._wanted():
            self._filling.start()
        else:
            self._filling.stop()
            self.hide()

    def _wanted(self) -> bool:
        return not len(self._document.session.dataset) and not self._document.undo_stack.count()

    def _fill(self) -> None:
        for button in self._buttons:
            button.hide()
            button.deleteLater()
        self.setFont(QApplication.font())  # the canvas, whose child it is, has type of its own
        thumbnails = Thumbnails()
        self._buttons = [self._button(path, thumbnails) for path in self._settings.recent_files[:SHOWN]]
        for button in self._buttons:
            self._row.addWidget(button)
        self.setVisible(bool(self._buttons))
        self._place()

    def _button(self, path: Path, thumbnails: Thumbnails) -> QToolButton:
        button = QToolButton(self)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.setIconSize(QSize(WIDTH, HEIGHT) / 2)
        button.setIcon(thumbnails.icon(path))
        name = button.fontMetrics().elidedText(path.name, Qt.TextElideMode.ElideMiddle, WIDTH // 2 + 16)
        button.setText(name.replace("&", "&&"))
        button.setToolTip(plain(_("Open {path}").format(path=path)))
        button.setAccessibleName(_("Open {name}").format(name=path.name))
        button.clicked.connect(lambda: self.chosen.emit(path))
        return button

    def _place(self) -> None:
        self.adjustSize()
        plot = self._canvas.view_box.sceneBoundingRect()
        self.move(round(plot.center().x() - self.width() / 2), round(plot.bottom()) - self.height() - ROOM)
