"""The sentence about the step made last, below the canvas, and the counters beside it when presenting."""

from PySide6.QtCore import QPointF, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QSizePolicy, QWidget

from kpgui.drawing.lettering import broken
from kpgui.figure import wording
from kpgui.geometry.palette import Palette
from kpgui.kernels import Kernel
from kpgui.language import _, titled
from kpgui.learners import learner
from kpgui.model.explanation import Outcome
from kpgui.model.frame import Frame, Status
from kpgui.model.session import Session
from kpgui.ui.actions.actions import Actions
from kpgui.ui.canvas.layers.run_marks import mark_of
from kpgui.ui.forms.widgets import Wide, in_column, in_row
from kpgui.ui.look.scale import window_font
from kpgui.ui.look.style import PlainLabel, Theme, plain
from kpgui.ui.session.training import Training
from kpgui.ui.tasks import READABLE, Throttle
from kpgui.ui.window.playback import TITLES
from kpgui.ui.window.status_bar import ElidedLabel
from kpgui.words.counters import CounterTexts, counter_texts, shown_counters
from kpgui.words.step_sentence import step_sentence
from kpgui.words.typesetting import kept_together

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
        in_row(Wide(self._title), self._leaving, on=self.heading, margins=(8, 4, 8, 0))
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


NARROW = 640
"""Width in pixels below which there is room for three lines instead of two."""

MARK, ROOM = 11.0, 8
"""Size of the mark before the text, which is the one on the canvas, and the space at the edges, in pixels."""


class StepSentence(PlainLabel):
    """The sentence in lines whose number depends on the width alone; the rest is elided, and in the tooltip.

    why: a button for its end, which shows the panel that explains the step; visible while there is one. counters: for
    its end, hidden as a rule.
    """

    sentence_shown = Signal(object, str)
    """A frame and its sentence, as often as they can be read."""

    def __init__(self, training: Training, theme: Theme, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._training = training
        self._palette = theme.palette
        self._keys = tuple(actions[name].shortcut().toString() for name in ("train.step", "train.run"))
        self._outcome: Outcome | None = None
        self.setObjectName("step.sentence")
        self.setProperty("surface", "panel")
        self.setAccessibleName(_("The last step"))
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.why = _why_button(actions)
        self.counters = StageCounters(training)
        self._scale = 1.0
        self._throttle = Throttle(self._refresh, READABLE, self)
        training.frame_arrived.connect(self._follow)
        theme.changed.connect(self._recolour)
        self._refresh()

    def set_scale(self, scale: float) -> None:
        """Makes it so many times as large as usual."""
        self._scale = scale
        self.setFont(window_font(scale))
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return (3 if width < NARROW * self._scale else 2) * self.fontMetrics().lineSpacing() + self._room

    def sizeHint(self) -> QSize:
        return QSize(0, self.heightForWidth(round(NARROW * self._scale)))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        spacing = self.fontMetrics().lineSpacing()
        if self._outcome is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            middle = QPointF(self._room + self._scale * MARK, self._room / 2 + spacing / 2)
            mark_of(self._outcome, self._palette, self._scale * MARK)(painter, middle)
        for k, line in enumerate(self.lines()):
            box = QRect(self._left, self._room // 2 + k * spacing, self.width() - self._left, spacing)
            flags = Qt.AlignmentFlag.AlignVCenter
            self.style().drawItemText(painter, box, flags, self.palette(), True, line, self.foregroundRole())

    @property
    def _room(self) -> int:
        """Pixels at the edges."""
        return round(self._scale * ROOM)

    @property
    def _left(self) -> int:
        """Where the text begins, in pixels."""
        return self._room + (0 if self._outcome is None else round(2.5 * MARK * self._scale))

    def lines(self) -> list[str]:
        """The text broken into lines, as many as there is room for, the last one elided."""
        width, most = self.width() - self._left - self._room, self.height() // self.fontMetrics().lineSpacing()
        return broken(kept_together(self.text()), self.font(), width, most)

    def _recolour(self, palette: Palette) -> None:
        self._palette = palette
        self.update()

    def _follow(self, frame: Frame) -> None:
        """Shows a state that stays at once, and those of a run as often as they can be read."""
        if frame.status is Status.RUNNING:
            self._throttle.request()
        else:
            self._throttle.cancel()
            self._refresh()

    def _refresh(self) -> None:
        frame, shown = self._training.frame, self._training.shown
        stepping = "" if shown is None else learner(shown[0].learner).stepping
        text = step_sentence(frame, stepping, *self._keys)
        if text != self.text():
            self._outcome = None if frame is None or frame.explanation is None else frame.explanation.outcome
            self.why.setVisible(self._outcome is not None)
            self.setText(text)
            self.setToolTip(plain(text))
            self.setAccessibleDescription(text)
        if frame is not None:
            self.sentence_shown.emit(frame, text)


def _why_button(actions: Actions) -> QPushButton:
    """A link that keeps its place while it is hidden."""
    action = actions["view.why"]
    button = QPushButton(_("Why?"))
    button.setObjectName("step.why")
    button.setProperty("link", True)
    button.setToolTip(
        plain(_("Show the step in the algorithm, with its numbers ({key})").format(key=action.shortcut().toString()))
    )
    policy = button.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    button.setSizePolicy(policy)
    button.hide()

    def show() -> None:
        """Shows the panel, and keeps the keyboard from it, so that the canvas is given that as after other buttons."""
        action.trigger()
        button.setFocus()

    button.clicked.connect(show)
    return button


def below(canvas: QWidget, sentence: StepSentence) -> QWidget:
    """One widget with the canvas and the sentence below it."""
    both = QWidget()
    strip = QWidget()
    strip.setProperty("surface", "panel")
    strip.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    parts = in_row(Wide(sentence), sentence.why, sentence.counters, on=strip, margins=(0, 0, 4, 0), spacing=4)
    parts.setAlignment(sentence.why, Qt.AlignmentFlag.AlignTop)
    in_column(Wide(canvas), sentence.counters.heading, strip, on=both, spacing=0)
    return both
