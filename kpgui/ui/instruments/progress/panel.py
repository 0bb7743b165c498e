"""The progress instrument: mistakes per epoch, the verdict on the run, and the number of support vectors."""

from PySide6.QtWidgets import QWidget

from kpgui.language import _
from kpgui.learners import learner
from kpgui.model.dataset import Dataset
from kpgui.model.frame import Frame
from kpgui.model.session import Session
from kpgui.ui.forms.labels import WrappedLabel
from kpgui.ui.forms.workbench import Workbench
from kpgui.ui.instruments.export import Export
from kpgui.ui.instruments.instrument import Instrument
from kpgui.ui.instruments.progress.mistake_plot import MistakePlot
from kpgui.ui.instruments.progress.reading import MistakeCurve, Mistakes
from kpgui.ui.instruments.still_text import still_text
from kpgui.ui.look.plain_text import PlainLabel
from kpgui.ui.look.style import restyle
from kpgui.words.counters import errors_text, quantities_text, support_text
from kpgui.words.verdict import Outlook, Tone, guarantee_text, of_old, outlook, verdict

VERDICT_ROWS, ERRORS_ROWS, SUPPORT_ROWS = 5, 3, 3
"""Rows of text for which there is room, so that what is below does not move; most texts have no more."""


class ProgressPanel(Instrument):
    """The verdict and the numbers, updated from frames, and the plot, updated from the reading."""

    key = "progress"
    title = "Progress"
    explanation = "Mistakes per epoch, what the state of the run means, and who carries the boundary."
    reading = Mistakes()
    exports = Export.NUMBERS, Export.PICTURE

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        dataset = workbench.document.session.dataset
        self._known: tuple[Dataset, Outlook] = dataset, outlook(dataset)
        self._frame: Frame | None = None
        self._verdict = still_text("progress.verdict", VERDICT_ROWS, self)
        self._errors = still_text("progress.errors", ERRORS_ROWS, self)
        self._support = still_text("progress.support", SUPPORT_ROWS, self, "muted")
        self._plot = MistakePlot(workbench.theme.palette, self)
        self._heading = PlainLabel(self, _("Mistakes per epoch"), role="heading")
        self._quantities = PlainLabel(self, name="progress.readings", role="number")
        self._proved = PlainLabel(self, _("What is proved"), role="heading")
        self._guarantee = WrappedLabel(self)
        self._guarantee.setObjectName("progress.guarantee")
        self.column.addWidget(self._verdict)
        self.column.addSpacing(8)
        self.column.addWidget(self._heading)
        self.column.addWidget(self._plot)
        self.column.addWidget(self._errors)
        self.column.addWidget(self._support)
        self.column.addSpacing(8)
        self.column.addWidget(self._proved)
        self.column.addWidget(self._guarantee)
        self.column.addWidget(self._quantities)  # at the end: they come with the first frame, and would move the rest
        self.column.addStretch(1)
        workbench.training.frame_arrived.connect(self._follow_frame)
        workbench.document.changed.connect(self._follow)
        workbench.training.outdated_changed.connect(self.request_refresh)
        workbench.theme.changed.connect(self._plot.set_palette)
        self.refresh()

    def picture(self) -> QWidget:
        """The curve, or the whole panel where a learner without epochs has none."""
        return self._plot if self._plot.isVisible() else self

    def _follow_frame(self, frame: Frame) -> None:
        self._frame = frame
        self.request_refresh()

    def _follow(self, before: Session, after: Session) -> None:
        if before.learner != after.learner:
            self._show_epochs(self._shown_session())
        if before.dataset is not after.dataset:
            self.request_refresh()  # throttled: a stroke edits many times a second

    def refresh(self) -> None:
        """Shows the latest frame."""
        session = self._shown_session()
        if session.dataset is not self._known[0]:
            self._known = session.dataset, outlook(session.dataset, self._known)
        told = of_old(verdict(self._known[1], self._frame, session.order), self.workbench.training.outdated)
        if self._verdict.text() != told.text:
            self._verdict.setText(told.text)
            restyle(self._verdict, "tone", told.tone.value)
        self._show_epochs(session)
        held_out = session.dataset.held_out
        self._errors.setVisible(bool(held_out.any()))
        for label, text in (
            (self._support, support_text(self._frame)),
            (self._quantities, quantities_text(self._frame)),
            (self._errors, errors_text(self._frame, held_out)),
        ):
            if label.text() != text:
                label.setText(text)
        self._show_guarantee(self._frame)

    def _shown_session(self) -> Session:
        """The session of the run on the screen while it is outdated, else that of the document."""
        training = self.workbench.training
        return training.shown[0] if training.outdated and training.shown else self.workbench.document.session

    def show_value(self, value: MistakeCurve) -> None:
        self._plot.show_curve(value)

    def show_run_failure(self, sentence: str) -> None:
        """Shows nothing more: the verdict says it."""
        self.set_exportable(False)

    def _show_guarantee(self, frame: Frame | None) -> None:
        guarantee = None if frame is None else frame.guarantee
        text = guarantee_text(frame)
        if self._guarantee.text() != text:
            doubtful = guarantee is not None and not guarantee.holds
            restyle(self._guarantee, "tone", (Tone.WARNING if doubtful else Tone.CALM).value)
            self._guarantee.setText(text)
            self._proved.setVisible(bool(text))

    def _show_epochs(self, session: Session) -> None:
        """Shows the curve only for a learner that works in epochs."""
        by_epochs = learner(session.learner).by_epochs
        self._heading.setVisible(by_epochs)
        self._plot.setVisible(by_epochs)
