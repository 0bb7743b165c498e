"""The progress instrument: mistakes per epoch, what the state means, and who carries the boundary."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel

from kpgui.model.frame import Frame
from kpgui.model.session import Session
from kpgui.present.counters import support_text
from kpgui.present.verdict import Outlook, outlook, verdict
from kpgui.ui.panels.base import RIGHT, Panel
from kpgui.ui.panels.mistake_plot import MistakePlot
from kpgui.ui.style import restyle
from kpgui.ui.workbench import Workbench

PERIOD = 100
"""Least milliseconds between two updates; a curve that moves faster cannot be read."""

LINES = 4


class ProgressPanel(Panel):
    key = "progress"
    title = "Progress"
    area = RIGHT

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._outlook: Outlook = outlook(workbench.document.session.dataset)
        self._frame: Frame | None = None
        self._verdict = QLabel(self)
        self._verdict.setObjectName("progress.verdict")
        self._verdict.setWordWrap(True)
        self._verdict.setAlignment(Qt.AlignmentFlag.AlignTop)
        # As high as most sentences, so that what is below stays where it is.
        self._verdict.setMinimumHeight(LINES * self._verdict.fontMetrics().lineSpacing())
        self._support = QLabel(self)
        self._support.setProperty("role", "muted")
        self._support.setWordWrap(True)
        self._plot = MistakePlot(workbench.theme.palette, self)
        heading = QLabel("Mistakes per epoch", self)
        heading.setProperty("role", "heading")
        self.column.addWidget(self._verdict)
        self.column.addSpacing(8)
        self.column.addWidget(heading)
        self.column.addWidget(self._plot)
        self.column.addWidget(self._support)
        self.column.addStretch(1)
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(PERIOD)
        self._wait.timeout.connect(self._show)
        workbench.training.frame_arrived.connect(self._receive)
        workbench.document.changed.connect(self._follow)
        workbench.theme.changed.connect(self._plot.set_palette)
        self._show()

    def _receive(self, frame: Frame) -> None:
        self._frame = frame
        if not self._wait.isActive():
            self._wait.start()

    def _follow(self, before: Session, after: Session) -> None:
        if before.dataset is not after.dataset:
            self._outlook = outlook(after.dataset)
            if not self._wait.isActive():
                self._wait.start()

    def _show(self) -> None:
        told = verdict(self._outlook, self._frame)
        if self._verdict.text() != told.text:
            self._verdict.setText(told.text)
            restyle(self._verdict, "tone", told.tone.value)
        support = support_text(self._frame)
        if self._support.text() != support:
            self._support.setText(support)
        if self._frame is not None:
            self._plot.show_mistakes(self._frame.counters.per_epoch, self._frame.counters.epoch)
