"""The start list: recent files on an empty canvas, each with a thumbnail of its points."""

import os
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QToolButton, QWidget

from kpgui.language import _
from kpgui.ui.canvas import Canvas
from kpgui.ui.look.plain_text import plain
from kpgui.ui.look.thumbnails import HEIGHT, WIDTH, Thumbnails
from kpgui.ui.session.document import Document
from kpgui.ui.session.settings import Settings

SHOWN = 4
"""Most files that are shown."""

LATER = 80
"""Milliseconds until the list is filled, which leaves time for the first painting."""

ROOM = 24
"""Pixels between the list and the lower edge of the plot."""


class StartList(QWidget):
    """Recent files near the lower edge of a canvas that was never edited. chosen: the path of a file."""

    chosen = Signal(object)

    def __init__(self, document: Document, settings: Settings, canvas: Canvas) -> None:
        super().__init__(canvas)
        self.setObjectName("start_list")
        self._document = document
        self._settings = settings
        self._canvas = canvas
        self._buttons: list[QToolButton] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
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
        paths = [path for path in map(Path, self._settings.recent) if os.path.isfile(path)][:SHOWN]
        self._buttons = [self._button(path, thumbnails) for path in paths]
        for button in self._buttons:
            self._row.addWidget(button)
        self.setVisible(bool(paths))
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
