"""What an instrument is: a panel that shows a reading of the run, while it is visible."""

from pathlib import Path
from typing import Any, ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QWidget

from kpgui.model.reading import Failed, Moment, Reading
from kpgui.ui.panels.base import RIGHT, Panel
from kpgui.ui.panels.parts.export import save_numbers, save_picture
from kpgui.ui.panels.workbench import Workbench


class Instrument(Panel):
    """Asks for its reading while it is visible, at most `rate` times a second, and is given each new value.

    follows_hover: whether it marks the point below the pointer, or says which one that is.
    """

    area = RIGHT
    reading: ClassVar[Reading]
    follows_hover: ClassVar[bool] = False

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._problem = QLabel(self)
        self._problem.setObjectName(f"{self.key}.problem")
        self._problem.setProperty("role", "wrong")
        self._problem.setTextFormat(Qt.TextFormat.PlainText)
        self._problem.setWordWrap(True)
        self._problem.hide()
        self.column.addWidget(self._problem)
        workbench.instruments.arrived.connect(self._receive)
        workbench.instruments.run_failed.connect(self.show_run_failure)

    def show_value(self, value: Any) -> None:
        """Show what was read. Nothing is worked out here but what is painted."""
        raise NotImplementedError

    def show_run_failure(self, sentence: str) -> None:
        """There is no run that could be read, and this is why."""
        self._show_problem(Failed(sentence))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.workbench.focus.follow_hover(self.key, self.follows_hover)
        self.workbench.instruments.want(self.key, self.reading, self.rate)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.workbench.focus.follow_hover(self.key, False)
        self.workbench.instruments.drop(self.key)

    def export_button(self, picture: QWidget) -> QPushButton:
        """A button that offers to save the numbers of the reading, and how this widget looks."""
        self._picture = picture
        self._export = QPushButton("Export…", self)
        self._export.setObjectName(f"{self.key}.export")
        self._export.setProperty("link", True)
        self._export.setToolTip("Save the numbers or the picture of this instrument")
        self._export.clicked.connect(self._offer_export)
        return self._export

    def _offer_export(self) -> None:
        menu = QMenu(self)
        menu.setObjectName("menu.export")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("&Numbers…").triggered.connect(self.export_numbers)
        menu.addAction("&Picture…").triggered.connect(self.export_picture)
        menu.popup(self._export.mapToGlobal(self._export.rect().bottomLeft()))

    def export_numbers(self) -> None:
        """Ask for a place and save the numbers of the run as it is now."""
        shown, frame = self.workbench.training.shown, self.workbench.training.frame
        if shown is not None and frame is not None:
            table = self.reading.table(Moment(shown[0], frame))
            save_numbers(table, self._folder(), self.key, self)

    def export_picture(self) -> None:
        """Ask for a place and save how it looks now."""
        save_picture(self._picture, self._folder(), self.key, self)

    def _folder(self) -> Path:
        path = self.workbench.document.path
        return Path.home() if path is None else path.parent

    def _receive(self, key: str, value: Any) -> None:
        if key != self.reading.key or not self.isVisible():
            return
        if isinstance(value, Failed):
            self._show_problem(value)
        else:
            self._problem.hide()
            self.show_value(value)

    def _show_problem(self, failed: Failed) -> None:
        self._problem.setText(failed.sentence)
        self._problem.setToolTip(failed.details)
        self._problem.show()
