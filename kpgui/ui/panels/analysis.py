"""The analysis panel: what the kernel makes of the points, worked out in a thread of its own when it is asked for."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from kpgui.learners import learner
from kpgui.model.cancel import Token
from kpgui.model.session import Session
from kpgui.ui.look.style import restyle
from kpgui.ui.panels.base import RIGHT, Panel
from kpgui.ui.panels.workbench import Workbench
from kpgui.ui.tasks.background import Background

if TYPE_CHECKING:
    from kpgui.analysis.findings import Findings, Trial

HINT = (
    "Is the kernel a valid one on these points? Does it separate them, with what margin γ, and how many mistakes can "
    "a perceptron make at most?"
)
STALE = "The points or the settings have changed since this was found."


class AnalysisPanel(Panel):
    """One button, Analyse, which is Cancel while it works; below it what was found, until it is asked again."""

    key = "analysis"
    title = "Analysis"
    area = RIGHT
    at_first = False

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._background: Background = workbench.background
        self._asked: Session | None = None
        self._analysed: Session | None = None
        self._button = QPushButton("Analyse", self)
        self._button.setObjectName("analysis.start")
        self._button.clicked.connect(self._start_or_cancel)
        self._busy = QProgressBar(self)
        self._busy.setObjectName("analysis.busy")
        self._busy.setAccessibleName("Analysing")
        self._busy.setRange(0, 0)
        self._busy.setTextVisible(False)
        self._busy.hide()
        self._meaning = _text(HINT, "analysis.meaning", self)
        self._stale = _text(STALE, "analysis.stale", self)
        self._stale.setProperty("role", "muted")
        self._stale.hide()
        self._facts = QWidget(self)
        self._facts.setObjectName("analysis.facts")
        self._lines = QVBoxLayout(self._facts)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(2)
        self.column.addWidget(self._button)
        self.column.addWidget(self._busy)
        self.column.addSpacing(4)
        for part in (self._meaning, self._stale, self._facts):
            self.column.addWidget(part)
        self.column.addStretch(1)
        self._background.begun.connect(self._show_busy)
        self._background.ended.connect(self._show_idle)
        self._background.failed.connect(self._show_problem)
        workbench.document.changed.connect(self._follow)

    def begin(self) -> None:
        """Take the keyboard."""
        self._button.setFocus()

    def _start_or_cancel(self) -> None:
        if self._background.busy:
            self._background.cancel()
            return
        session = self._asked = self.workbench.document.session

        def work(token: Token) -> "tuple[Findings, Trial | None]":
            from kpgui import api

            return api.analyse(session, bias=learner(session.learner).biased, stop=token.cancelled)

        self._background.do("Analysing", work, lambda found: self._show(*found))

    def _show(self, found: "Findings", trial: "Trial | None") -> None:
        from kpgui.present.analysis import lines, meaning

        self._analysed = self._asked
        self._say(meaning(found))
        facts = lines(found, trial)
        del facts["data"]
        self._clear()
        for title, text in facts.items():
            heading = QLabel(title[:1].upper() + title[1:], self._facts)
            heading.setProperty("role", "heading")
            self._lines.addSpacing(6)
            self._lines.addWidget(heading)
            self._lines.addWidget(_text(text, f"analysis.{title}", self._facts))
        self._follow()

    def _show_problem(self, sentence: str) -> None:
        self._analysed = self._asked
        self._clear()
        self._say(sentence, "bad")
        self._follow()

    def _say(self, sentence: str, tone: str = "calm") -> None:
        self._meaning.setText(sentence)
        restyle(self._meaning, "tone", tone)
        self._stale.hide()

    def _clear(self) -> None:
        while (item := self._lines.takeAt(0)) is not None:
            if (line := item.widget()) is not None:
                line.hide()
                line.deleteLater()

    def _follow(self, *_: Session) -> None:
        now = self.workbench.document.session
        self._stale.setVisible(self._analysed is not None and _question(now) != _question(self._analysed))

    def _show_busy(self) -> None:
        self._button.setText("Cancel")
        self._busy.show()

    def _show_idle(self) -> None:
        self._button.setText("Analyse")
        self._busy.hide()


def _question(session: Session) -> tuple[object, ...]:
    """All that the answer depends on."""
    return session.dataset, session.kernel, session.learner, session.order, session.seed


def _text(text: str, name: str, parent: QWidget) -> QLabel:
    label = QLabel(text, parent)
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
