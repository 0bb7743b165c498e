"""What stands beside the step's sentence in presentation mode: the counters, and what is learned with."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QWidget

from kpgui.figure import wording
from kpgui.kernels import Kernel
from kpgui.language import _, titled
from kpgui.learners import learner
from kpgui.model.frame import Frame
from kpgui.model.session import Session
from kpgui.ui.look.plain_text import PlainLabel
from kpgui.ui.session.training import Training
from kpgui.ui.window.elided_label import ElidedLabel
from kpgui.ui.window.playback import TITLES
from kpgui.words.counters import CounterTexts, counter_texts, shown_counters

COUNTERS = ("step", "epoch", "mistakes", "errors", "held_out")

WIDEST = "88\N{NARROW NO-BREAK SPACE}888"
"""Text whose width every counter has from the start."""


READING = 8_000
"""Milliseconds for which it is said how to leave."""


class StageCounters(QWidget):
    """The counters that matter to an audience, in two rows.

    heading: learner and kernel of the run, for above the sentence, and for the time that it takes to read it how to
    leave; it is shown and hidden with the counters.
    """

    def __init__(self, training: Training) -> None:
        super().__init__()
        self._training = training
        self._run: tuple[Session, Kernel] | None = None
        self.heading = QWidget()
        self.heading.setProperty("surface", "panel")
        self.heading.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._title = ElidedLabel(self.heading, name="presentation.title")
        self._leaving = PlainLabel(
            self.heading, _("Esc leaves, ? shows the keys"), name="presentation.leaving", role="muted"
        )
        row = QHBoxLayout(self.heading)
        row.setContentsMargins(8, 4, 8, 0)
        row.addWidget(self._title, 1)
        row.addWidget(self._leaving)
        self._reading = QTimer(self, singleShot=True, interval=READING)
        self._reading.timeout.connect(self._leaving.hide)
        self.setObjectName("presentation.counters")
        self._texts = CounterTexts()
        self._numbers = {name: PlainLabel(self, getattr(self._texts, name), role="number") for name in COUNTERS}
        self._captions = {name: PlainLabel(self, _(TITLES[name]), role="muted") for name in COUNTERS}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 4, 8, 4)
        grid.setVerticalSpacing(0)
        grid.setHorizontalSpacing(12)
        for k, name in enumerate(COUNTERS):
            grid.addWidget(self._captions[name], k % 2, k // 2 * 2)
            grid.addWidget(self._numbers[name], k % 2, k // 2 * 2 + 1)
        self._name_numbers()
        training.frame_arrived.connect(self._show_frame)
        self.hide()

    def _show_frame(self, frame: Frame) -> None:
        run = self._training.shown
        if run is not None and run is not self._run:
            self._run = run
            self._show_run(*run)
        texts = counter_texts(frame)
        if texts != self._texts:
            self._texts = texts
            for name, label in self._numbers.items():
                label.setText(getattr(texts, name))
            self._name_numbers()

    def _name_numbers(self) -> None:
        for name, label in self._numbers.items():
            label.setAccessibleName(titled(_(TITLES[name]), label.text()))  # alone a number says nothing

    def _show_run(self, session: Session, kernel: Kernel) -> None:
        self._title.say(wording.title(learner(session.learner), kernel))
        shown = shown_counters(session)
        for name in COUNTERS:
            self._captions[name].setVisible(name in shown)
            self._numbers[name].setVisible(name in shown)

    def setVisible(self, visible: bool) -> None:
        self.heading.setVisible(visible)
        self._leaving.setVisible(visible)
        self._reading.start()
        super().setVisible(visible)

    def set_font(self, font: QFont) -> None:
        """Shows them in this font; the style sheet keeps labels from taking over that of their parent."""
        for label in (self._title, self._leaving, *self.findChildren(QLabel)):
            label.setFont(font)
        for number in self._numbers.values():
            number.setMinimumWidth(QFontMetrics(font).horizontalAdvance(WIDEST))
