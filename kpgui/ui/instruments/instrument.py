"""The base class of instruments, panels that show a reading of the run, and their labels."""

from typing import Any, ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QWidget

from kpgui.model.reading import Failed, Moment, Numbers, Reading
from kpgui.ui.forms.labels import WrappedLabel
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.instruments.export import ExportingPanel
from kpgui.ui.look.style import PlainLabel, plain


class Instrument(ExportingPanel):
    """A panel that requests its reading while it is visible, at most `rate` times a second, and shows each new value.

    follows_hover: whether it shows anything of the hovered point, which is found only while an instrument needs it.
    """

    reading: Reading
    follows_hover: ClassVar[bool] = False

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._parts: dict[str, tuple[Reading, float]] = {}
        self._problem = PlainLabel(self, name=f"{self.key}.problem", role="wrong", wraps=True)
        self._problem.hide()
        self.column.addWidget(self._problem)
        workbench.instruments.arrived.connect(self._receive)
        workbench.instruments.run_failed.connect(self.show_run_failure)

    def show_value(self, value: Any) -> None:
        """Shows a value of the reading. Only prepares the painting; the reading has done all computation."""
        raise NotImplementedError

    def show_run_failure(self, sentence: str) -> None:
        """Shows why the run failed, so that there is nothing to read."""
        self._show_problem(Failed(sentence))

    def show_part(self, part: str, value: Any) -> None:
        """Shows a value of another reading that was asked for, or None where it failed."""
        raise NotImplementedError

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.workbench.focus.follow_hover(self.key, self.follows_hover)
        self.workbench.instruments.want(self.key, self.reading, self.rate)
        for part, (reading, rate) in self._parts.items():
            self.workbench.instruments.want(f"{self.key}.{part}", reading, rate)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.workbench.focus.follow_hover(self.key, False)
        for name in (self.key, *(f"{self.key}.{part}" for part in self._parts)):
            self.workbench.instruments.drop(name)

    def ask(self, part: str, reading: Reading, rate: float) -> None:
        """Requests another reading too, for `show_part`, until `leave` is called."""
        self._parts[part] = reading, rate
        if self.isVisible():
            self.workbench.instruments.want(f"{self.key}.{part}", reading, rate)

    def leave(self, part: str) -> None:
        """Requests this part no longer."""
        if self._parts.pop(part, None) is not None:
            self.workbench.instruments.drop(f"{self.key}.{part}")

    def numbers(self) -> Numbers | None:
        """The numbers of the reading at the current state of the run."""
        shown, frame = self.workbench.training.shown, self.workbench.training.frame
        return (
            None
            if shown is None or frame is None
            else self.reading.table(Moment(shown[0], frame), self.workbench.focus.now)
        )

    def _receive(self, reading: Reading, value: Any) -> None:
        if not self.isVisible():
            return
        for part, (wanted, __) in self._parts.items():
            if reading == wanted:
                self.show_part(part, None if isinstance(value, Failed) else value)
        if reading != self.reading:
            return
        if isinstance(value, Failed):
            self._show_problem(value)
        else:
            self._problem.hide()
            self.set_exportable(True)
            self.show_value(value)

    def _show_problem(self, failed: Failed) -> None:
        self.set_exportable(False)
        self._problem.setText(failed.sentence)
        self._problem.setToolTip(plain(failed.details))
        self._problem.show()


def still_text(name: str, rows: int, parent: QWidget, role: str = "") -> QLabel:
    """A label that wraps, with room for so many rows of text."""
    label = WrappedLabel(parent)
    label.setObjectName(name)
    label.setProperty("role", role)
    label.setAlignment(Qt.AlignmentFlag.AlignTop)
    set_rows(label, rows)
    return label


def set_rows(label: QLabel, rows: int) -> None:
    """Makes room for so many rows of text."""
    label.setMinimumHeight(rows * label.fontMetrics().lineSpacing())
