"""The panel of how a run goes: the verdict, the curves, and which points are right and wrong now."""

from itertools import chain

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from kpgui.analysis.answer import Margin
from kpgui.language import _, later, titled
from kpgui.learners import learner
from kpgui.model.dataset import Dataset
from kpgui.model.frame import Frame
from kpgui.model.param import grouped
from kpgui.model.reading import Moment, Numbers
from kpgui.model.session import Session
from kpgui.ui.forms.fields import ChoiceField
from kpgui.ui.forms.labels import WrappedLabel
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.forms.widgets import Wide, fill, in_row, push_button
from kpgui.ui.instruments.export import Export
from kpgui.ui.instruments.instrument import Instrument, still_text
from kpgui.ui.instruments.progress.curve_plot import CurvePlot
from kpgui.ui.instruments.progress.reading import Confusion, Curves, CurvesValue, confusion
from kpgui.ui.instruments.progress.words import (
    EMPTY,
    PlotLine,
    bound_line,
    by_epochs_at_first,
    curve_errors_text,
    epoch_ends,
    error_lines,
    kept_lines,
    kept_name,
    least_share,
    least_text,
    mistake_line,
    mistakes_text,
)
from kpgui.ui.look.scale import APART
from kpgui.ui.look.style import PlainLabel, plain, restyle
from kpgui.words.counters import quantities_text, support_text
from kpgui.words.verdict import Outlook, Tone, guarantee_text, of_old, outlook, verdict

VERDICT_ROWS, SUPPORT_ROWS = 5, 3
"""Rows of text for which there is room, so that what is below does not move; most texts have no more."""

CLEAR = later("Remove the curves that were kept")

MOST_KEPT = 4
"""The most runs whose curves are kept, the last ones: as many as can be told apart."""


class ConfusionTable(QWidget):
    """How many points of each class f gives each class, of those learned from and of those held out."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(APART)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(3, 1)
        for column, text in enumerate((_("f says"), "+1", "\N{MINUS SIGN}1")):
            side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
            grid.addWidget(PlainLabel(self, text, role="muted"), 0, column, alignment=side)
        rows = [f"{kind}.{label}" for kind in ("training", "held_out") for label in ("positive", "negative")]
        titles = _("Learned from, +1"), _("Learned from, −1"), _("Held out, +1"), _("Held out, −1")
        self._titles = [PlainLabel(self, title, role="muted") for title in titles]
        says = "positive", "negative"
        self._cells = [
            [PlainLabel(self, name=f"progress.{row}.{each}", role="number") for each in says] for row in rows
        ]
        for row, (title, cells) in enumerate(zip(self._titles, self._cells, strict=True), 1):
            grid.addWidget(title, row, 0)
            for column, cell in enumerate(cells, 1):
                grid.addWidget(cell, row, column, alignment=Qt.AlignmentFlag.AlignRight)
        self.setToolTip(plain(_("A point where f is exactly 0 counts as one of the other class: it is a mistake.")))

    def show_counts(self, counts: Confusion | None, held_out: bool) -> None:
        """Shows the counts, or that they are not known. held_out: whether there are points of that kind."""
        for k, (title, cells) in enumerate(zip(self._titles, self._cells, strict=True)):
            numbers = ["–", "–"] if counts is None else map(grouped, counts[k // 2][k % 2].tolist())
            for label, text in zip((title, *cells), (title.text(), *numbers), strict=True):
                label.setVisible(k < 2 or held_out)
                if label.text() != text:
                    label.setText(text)
                    label.setAccessibleName(titled(title.text(), text))


class ProgressPanel(Instrument):
    """The verdict and the numbers, updated from frames, and the curves, updated from the reading.

    The curves show their values at the pointer, or else at the step shown; a click goes to that step.
    """

    key = "progress"
    title = "Progress"
    explanation = "How the run went: mistakes and errors step by step, and what its state means."
    shortcut = "Ctrl+Shift+E"
    menu_text = "Progr&ess"
    reading = Curves()
    exports = Export.NUMBERS, Export.PICTURE

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        dataset = workbench.document.session.dataset
        self._known: tuple[Dataset, Outlook] = dataset, outlook(dataset)
        self._frame: Frame | None = None
        self._value: CurvesValue | None = None
        self._kept: list[CurvesValue] = []
        self._analysed: tuple[Session, Margin] | None = None
        self._chosen = False
        self._verdict = still_text("progress.verdict", VERDICT_ROWS, self)
        self._make_curves()
        self._table = ConfusionTable(self)
        self._support = still_text("progress.support", SUPPORT_ROWS, self, "muted")
        self._quantities = PlainLabel(self, name="progress.readings", role="number")
        self._proved = PlainLabel(self, _("What is proved"), role="heading")
        self._guarantee = WrappedLabel(self)
        self._guarantee.setObjectName("progress.guarantee")
        fill(self.column, self._verdict, self._least, self._support)
        for choice, link in ((self._form, self._keep), (self._scale, self._forget)):
            self.column.addLayout(in_row(Wide(choice), link))
        fill(self.column, self._mistakes, self._made, self._errors, self._wrong, APART, self._table)
        fill(self.column, self._proved, self._guarantee, self._quantities)
        for plot in self._plots:
            self.column.setStretchFactor(plot, 1)
        workbench.analysed.connect(self._take_bound)
        workbench.training.frame_arrived.connect(self._follow_frame)
        workbench.document.changed.connect(self._follow)
        workbench.training.outdated_changed.connect(self.request_refresh)
        self.refresh()

    def _make_curves(self) -> None:
        self._form = self._choice(
            "form",
            _("What the curves go by"),
            _("All mistakes so far and the errors after every step, or those of each epoch"),
            (_("By steps"), _("By epochs")),
        )
        self._scale = self._choice(
            "scale",
            _("The scale of mistakes and errors"),
            _("Equal distances for equal differences, or for equal ratios"),
            (_("Linear"), _("Logarithmic")),
        )
        palette = self.workbench.theme.palette
        self._mistakes = CurvePlot("progress.mistakes", palette, self, _("mistakes"))
        self._made = still_text("progress.made", 2, self)
        self._made.setText(_(EMPTY))
        self._errors = CurvePlot("progress.errors", palette, self, _("error in %"))
        self._wrong = still_text("progress.wrong", 3, self)
        self._least = still_text("progress.least", 4, self)
        why = _("Keep the curves of this run to compare the next ones with")
        self._keep = push_button(self, "progress.keep", _("Keep"), self._keep_curves, why, link=True)
        self._forget = push_button(self, "progress.clear", _("Clear"), self._forget_curves, _(CLEAR), link=True)
        self._plots = (self._mistakes, self._errors)
        for plot in self._plots:
            plot.pointed.connect(self._point_to)
            plot.chosen.connect(self.workbench.training.seek)
            self.workbench.theme.changed.connect(plot.set_palette)

    # The state of the run.

    def _follow_frame(self, frame: Frame) -> None:
        self._frame = frame
        self.request_refresh()

    def _follow(self, before: Session, after: Session) -> None:
        if before.learner != after.learner:
            self._mistakes.setVisible(learner(self._shown_session().learner).by_epochs)
        if before.dataset is not after.dataset:
            self.request_refresh()  # throttled: a stroke edits many times a second

    def refresh(self) -> None:
        """Shows the latest frame."""
        session = self._shown_session()
        if session.dataset is not self._known[0]:
            self._known = session.dataset, outlook(session.dataset, self._known)
        told = of_old(verdict(self._known[1], self._frame, session.presented), self.workbench.training.outdated)
        if self._verdict.text() != told.text:
            self._verdict.setText(told.text)
            restyle(self._verdict, "tone", told.tone.value)
        self._mistakes.setVisible(learner(session.learner).by_epochs)
        self._table.show_counts(confusion(self._frame, session.dataset), bool(session.dataset.held_out.any()))
        for label, text in (
            (self._support, support_text(self._frame)),
            (self._quantities, quantities_text(self._frame)),
        ):
            if label.text() != text:
                label.setText(text)
        self._show_guarantee(self._frame)

    def _shown_session(self) -> Session:
        """The session of the run on the screen while it is outdated, else that of the document."""
        training = self.workbench.training
        return training.shown[0] if training.outdated and training.shown else self.workbench.document.session

    def _show_guarantee(self, frame: Frame | None) -> None:
        guarantee = None if frame is None else frame.guarantee
        text = guarantee_text(frame)
        if self._guarantee.text() != text:
            doubtful = guarantee is not None and not guarantee.holds
            restyle(self._guarantee, "tone", (Tone.WARNING if doubtful else Tone.CALM).value)
            self._guarantee.setText(text)
            self._proved.setVisible(bool(text))

    # The curves.

    def begin(self) -> None:
        """Takes the keyboard focus."""
        self._form.setFocus()

    def picture(self) -> QWidget:
        """The whole panel."""
        return self

    def numbers(self) -> Numbers | None:
        """Everything up to the head of the run, not only what the plot shows."""
        frame, value = self.workbench.training.frame, self._value
        if frame is None or value is None:
            return None
        return self.reading.table(
            Moment(value.session, frame, value.mistake_steps, value.record), self.workbench.focus.now
        )

    def show_value(self, value: CurvesValue) -> None:
        self._value = value
        self._show()

    def show_run_failure(self, sentence: str) -> None:
        """Shows no curves; the verdict says why."""
        self.set_exportable(False)
        self._value = None
        self._show()

    def _show(self) -> None:
        value = self._value
        if value is None:
            for plot in self._plots:
                plot.clear()
        else:
            epoch, logarithmic = self._epoch_shown(value), self._scale.currentIndex()
            steps = epoch_ends(value) if epoch else value.steps
            kept = [
                kept_lines(each, epoch, k, kept_name(each.session, value.session)) for k, each in enumerate(self._kept)
            ]
            mistakes = (*self._mistake_lines(value, epoch), *(line for line, __ in kept))
            errors = (*error_lines(value, bool(epoch)), *chain(*(lines for __, lines in kept)))
            self._mistakes.show_lines(mistakes, steps, value.cursor, epoch, 0.5 * logarithmic)
            self._errors.show_lines(errors, steps, value.cursor, epoch, least_share(value) * logarithmic)
        self._keep.setEnabled(value is not None and value.head > 0)
        self._forget.setEnabled(bool(self._kept))
        names = [kept_name(kept.session, value.session) for kept in self._kept] if value else []
        self._forget.setToolTip(plain("\n".join([_(CLEAR), *names])))
        self._show_texts()

    def _epoch_shown(self, value: CurvesValue) -> int:
        """The steps of an epoch, if the curves go by epochs, else 0; long runs do so until the user chooses."""
        self._form.setEnabled(value.epoch_length > 0)
        if not self._chosen or not value.epoch_length:
            with QSignalBlocker(self._form):
                self._form.setCurrentIndex(int(by_epochs_at_first(value)))
        return value.epoch_length if self._form.currentIndex() and value.head else 0

    def _change(self) -> None:
        self._chosen = self._chosen or self.sender() is self._form
        self._show()

    def _mistake_lines(self, value: CurvesValue, epoch: int) -> tuple[PlotLine, ...]:
        line, bound = mistake_line(value, bool(epoch)), None if epoch else self._bound_line(value)
        return (line,) if bound is None else (line, bound)

    def _bound_line(self, value: CurvesValue) -> PlotLine | None:
        """The bound, if it was found for the points, kernel and learner of the run; order and seed do not matter."""
        if self._analysed is None:
            return None
        (of, margin), now = self._analysed, value.session
        same = of.dataset is now.dataset and (of.kernel, of.learner) == (now.kernel, now.learner)
        return bound_line(value, margin, max((kept.head for kept in self._kept), default=0)) if same else None

    def _take_bound(self, session: Session, margin: Margin) -> None:
        self._analysed = session, margin
        self._show()

    def _keep_curves(self) -> None:
        if self._value is not None:
            self._kept = [*self._kept, self._value][-MOST_KEPT:]
            self._show()

    def _forget_curves(self) -> None:
        self._kept = []
        self._show()

    def _choice(self, name: str, spoken: str, tip: str, items: tuple[str, str]) -> ChoiceField:
        field = ChoiceField(self)
        field.setObjectName(f"progress.{name}")
        field.set_spoken_name(spoken)
        field.setToolTip(plain(tip))
        field.setMinimumContentsLength(4)
        field.addItems(items)
        field.currentIndexChanged.connect(self._change)
        return field

    def _point_to(self, step: int | None) -> None:
        for plot in self._plots:
            plot.set_pointer(step)
        self._show_texts()

    def _show_texts(self) -> None:
        value, pointer = self._value, self._mistakes.pointer
        step = 0 if value is None else value.cursor if pointer is None else min(pointer, value.head)
        self._made.setText(mistakes_text(value, step, bool(self._form.currentIndex())))
        self._wrong.setText(curve_errors_text(value, step))
        self._least.setText(least_text(value))
        self._errors.setAccessibleName(
            _("Errors: {wrong}. {least}").format(wrong=self._wrong.text(), least=self._least.text())
        )
        self._mistakes.setAccessibleName(_("Mistakes: {text}").format(text=self._made.text()))
