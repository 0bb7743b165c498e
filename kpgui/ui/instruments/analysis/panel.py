"""The analysis panel; its reading takes seconds, is asked for by a button and computed in the background."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from kpgui.language import _, later
from kpgui.ui.forms.labels import WrappedLabel
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.forms.widgets import fill, in_column
from kpgui.ui.instruments.analysis.words import Analysis
from kpgui.ui.instruments.export import Export
from kpgui.ui.instruments.instrument import STALE, LongInstrument
from kpgui.ui.look.scale import CLOSE, TIGHT
from kpgui.ui.look.style import PlainLabel, restyle

if TYPE_CHECKING:
    from kpgui.analysis.findings import Findings, Trial

HINT = later(
    "Is the kernel a valid one on these points? Does it separate them, with what margin γ, and how many mistakes can "
    "a perceptron make at most?"
)


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
