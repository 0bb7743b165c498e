"""The base class of instruments, panels that show a reading of the run, and their labels."""

from typing import Any, ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QProgressBar, QWidget

from kpgui.language import _, later
from kpgui.model.errors import Token
from kpgui.model.reading import Failed, LongReading, Moment, Numbers, Reading
from kpgui.model.session import Session
from kpgui.ui.forms.labels import WrappedLabel
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.forms.widgets import push_button
from kpgui.ui.instruments.export import ExportingPanel
from kpgui.ui.look.style import PlainLabel, named, plain
from kpgui.ui.tasks import Background


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


STALE = later("The points or the settings have changed since this was found.")


class LongInstrument(ExportingPanel):
    """A panel with one button, `<key>.start`, that starts the computation, or cancels it while it runs.

    verb: the text of the button. doing: what the computation is called while it runs. patience: as in `Background`. The
    last result is shown until the next one arrives. An edit that changes the question (see `LongReading.question`)
    cancels the computation and makes the result stale; undoing the edit makes the result valid again. A computation
    goes on while the panel is closed or behind another: it was asked for, and the result is there when the panel comes
    back.
    """

    reading: LongReading
    verb: ClassVar[str]
    doing: ClassVar[str]
    patience: ClassVar[float | None] = None

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._background = Background(self, f"kpgui {self.key}", patience=self.patience)
        workbench.closing.connect(self._background.stop)
        self._asked = self._shown = workbench.document.session
        self._answered = False
        self._value: Any = None
        self._button = push_button(self, f"{self.key}.start", _(self.verb), self._start_or_cancel)
        self._busy = QProgressBar(self)
        named(self._busy, f"{self.key}.busy", _(self.doing))
        self._busy.setRange(0, 0)
        self._busy.setTextVisible(False)
        self._busy.hide()
        room = self._busy.sizePolicy()
        room.setRetainSizeWhenHidden(True)
        self._busy.setSizePolicy(room)
        self.column.addWidget(self._button)
        self.column.addWidget(self._busy)
        self._background.begun.connect(self._show_busy)
        self._background.ended.connect(self._show_idle)
        self._background.failed.connect(self._take_failure)
        workbench.document.changed.connect(self._follow)

    def begin(self) -> None:
        """Takes the keyboard focus."""
        self._button.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_staleness()

    def show_value(self, value: Any) -> None:
        """Shows a result."""
        raise NotImplementedError

    def show_failure(self, sentence: str) -> None:
        """Shows why there is no result."""
        raise NotImplementedError

    def show_stale(self, stale: bool) -> None:
        """Shows whether the result belongs to another question than the current session's."""
        raise NotImplementedError

    def numbers(self) -> Numbers | None:
        """The numbers of the last result."""
        return None if self._value is None else self.reading.table(self._value)

    def _start_or_cancel(self) -> None:
        if self._background.busy:
            self._background.cancel()
            return
        session, reading = self.workbench.document.session, self.reading
        self._asked = session

        def work(token: Token) -> Any:
            return reading.read(session, token)

        self._background.do(_(self.doing), work, self._take_value)

    def _take_value(self, value: Any) -> None:
        self._answer()
        self._value = value
        self.set_exportable(True)
        self.show_value(value)

    def _take_failure(self, sentence: str) -> None:
        self._answer()
        self._value = None
        self.set_exportable(False)
        self.show_failure(sentence)

    def _answer(self) -> None:
        self._shown, self._answered = self._asked, True
        self.show_stale(False)

    def _follow(self, before: Session, after: Session) -> None:
        question = self.reading.question
        if self._background.busy and question(after) != question(self._asked):
            self._background.cancel()
        self._show_staleness()

    def _show_staleness(self) -> None:
        if self._answered and self.isVisible():
            question = self.reading.question
            self.show_stale(question(self.workbench.document.session) != question(self._shown))

    def _show_busy(self) -> None:
        self._button.setText(_("Cancel"))
        self._busy.setVisible(not self.workbench.still)

    def _show_idle(self) -> None:
        self._button.setText(_(self.verb))
        self._busy.hide()


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
