"""The base class of instruments: panels that show a reading of the run."""

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
    """A panel that requests its reading while it is visible, at most `rate` times a second, and shows each new value.

    follows_hover: whether it shows anything of the hovered point, which is found only while an instrument needs it.
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
        """Show a value of the reading. Only prepares the painting; the reading has done all computation."""
        raise NotImplementedError

    def show_run_failure(self, sentence: str) -> None:
        """Show why the run failed, so that there is nothing to read."""
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
        """Return a new button that offers to save the numbers of the reading, or a picture of this widget."""
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
        """Ask for a path and save the numbers of the current state of the run."""
        shown, frame = self.workbench.training.shown, self.workbench.training.frame
        if shown is not None and frame is not None:
            table = self.reading.table(Moment(shown[0], frame))
            save_numbers(table, self._folder(), self.key, self)

    def export_picture(self) -> None:
        """Ask for a path and save the picture of the instrument."""
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
