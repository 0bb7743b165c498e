"""The analysis panel; its reading takes seconds, is asked for by a button and computed in the background."""

from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QProgressBar, QWidget

from kpgui.language import _, later
from kpgui.model.errors import Token
from kpgui.model.reading import LongReading, Numbers
from kpgui.model.session import Session
from kpgui.ui.forms.labels import WrappedLabel
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.forms.widgets import fill, in_column, push_button
from kpgui.ui.instruments.analysis.words import Analysis
from kpgui.ui.instruments.export import Export, ExportingPanel
from kpgui.ui.look.scale import CLOSE, TIGHT
from kpgui.ui.look.style import PlainLabel, restyle
from kpgui.ui.tasks import Background


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
        self._busy.setObjectName(f"{self.key}.busy")
        self._busy.setAccessibleName(_(self.doing))
        self._busy.setRange(0, 0)
        self._busy.setTextVisible(False)
        self._busy.hide()
        self.column.addWidget(self._button)
        self.column.addWidget(self._busy)
        self._background.begun.connect(self._show_busy)
        self._background.ended.connect(self._show_idle)
        self._background.failed.connect(self._take_failure)
        workbench.document.changed.connect(self._follow)

    def begin(self) -> None:
        """Takes the keyboard focus."""
        self._button.setFocus()

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
        self.show_stale(self._answered and question(after) != question(self._shown))

    def _show_busy(self) -> None:
        self._button.setText(_("Cancel"))
        self._busy.setVisible(not self.workbench.still)

    def _show_idle(self) -> None:
        self._button.setText(_(self.verb))
        self._busy.hide()


if TYPE_CHECKING:
    from kpgui.analysis.findings import Findings, Trial

HINT = later(
    "Is the kernel a valid one on these points? Does it separate them, with what margin γ, and how many mistakes can "
    "a perceptron make at most?"
)
STALE = later("The points or the settings have changed since this was found.")


class AnalysisPanel(LongInstrument):
    """The button that starts the analysis, and below it the findings of the last one."""

    key = "analysis"
    title = "Can it be learned?"
    explanation = "Ask what the kernel makes of the points: is it valid, does it separate them, with what margin?"
    shortcut = "Ctrl+Shift+A"
    menu_text = "&Can it be learned?"
    reading = Analysis()
    exports = (Export.NUMBERS,)
    verb, doing = later("Analyse"), later("Analysing")

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._meaning = _text(_(HINT), "analysis.meaning", self)
        self._stale = _text(_(STALE), "analysis.stale", self)
        self._stale.setProperty("role", "muted")
        self._stale.hide()
        self._facts = QWidget(self)
        self._facts.setObjectName("analysis.facts")
        self._lines = in_column(on=self._facts, spacing=TIGHT)
        fill(self.column, CLOSE, self._meaning, self._stale, self._facts, None)

    def show_value(self, value: "tuple[Findings, Trial | None]") -> None:
        from kpgui.ui.instruments.analysis.words import lines, meaning

        found, trial = value
        self.workbench.analysed.emit(self._shown, found.margin)
        self._say(meaning(found))
        facts = lines(found, trial)
        del facts["data"]
        self._clear()
        for title, text in facts.items():
            shown = _(title)
            heading = PlainLabel(self._facts, shown[:1].upper() + shown[1:], role="heading")
            self._lines.addSpacing(CLOSE)
            self._lines.addWidget(heading)
            self._lines.addWidget(_text(text, f"analysis.{title}", self._facts))

    def show_failure(self, sentence: str) -> None:
        self._clear()
        self._say(sentence, "bad")

    def show_stale(self, stale: bool) -> None:
        self._stale.setVisible(stale)
        for each in (self._meaning, *self._facts.findChildren(QLabel)):
            restyle(each, "outdated", stale)

    def _say(self, sentence: str, tone: str = "calm") -> None:
        self._meaning.setText(sentence)
        restyle(self._meaning, "tone", tone)

    def _clear(self) -> None:
        while (item := self._lines.takeAt(0)) is not None:
            if (line := item.widget()) is not None:
                line.hide()
                line.deleteLater()


def _text(text: str, name: str, parent: QWidget) -> QLabel:
    label = WrappedLabel(parent)
    label.setObjectName(name)
    label.setText(text)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
