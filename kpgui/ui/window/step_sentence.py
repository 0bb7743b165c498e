"""The sentence about the step made last, and the counters: in the status bar, or below the canvas when presenting."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QWidget

from kpgui.drawing.lettering import broken
from kpgui.figure import wording
from kpgui.geometry.palette import Palette
from kpgui.kernels import Kernel
from kpgui.language import _, later, titled
from kpgui.learners import learner, learner_of
from kpgui.model.explanation import Outcome
from kpgui.model.frame import Frame, Status
from kpgui.model.session import Session
from kpgui.ui.actions.actions import Actions
from kpgui.ui.canvas.layers.support_rings import mark_of
from kpgui.ui.forms.labels import ElidedLabel
from kpgui.ui.forms.widgets import Surface, Wide, in_column, in_row
from kpgui.ui.look.scale import APART, CLOSE, window_font
from kpgui.ui.look.style import PlainLabel, Theme, named, plain, restyle
from kpgui.ui.session.settings import Settings
from kpgui.ui.session.training import Training
from kpgui.ui.tasks import READABLE, Throttle
from kpgui.words.counters import CounterTexts, counter_texts, shown_counters
from kpgui.words.replay import old_text
from kpgui.words.step_sentence import step_sentence
from kpgui.words.typesetting import kept_together

READING = 8_000
"""Milliseconds for which it is said how to leave."""

STAGE_COUNTERS = "step", "epoch", "mistakes", "errors", "held_out"
"""Those that matter to an audience."""


class StageStrip(Surface):
    """Below the canvas when presenting: learner and kernel of the run, the sentence, and counters beside it.

    At first, for the time that it takes to read it, it also says how to leave.
    """

    def __init__(self, training: Training) -> None:
        super().__init__(None, "presentation.strip")
        self._training = training
        self._run: tuple[Session, Kernel] | None = None
        self._title = ElidedLabel(self, name="presentation.title")
        self._leaving = PlainLabel(self, _("Esc leaves, ? shows the keys"), name="presentation.leaving", role="muted")
        self._reading = QTimer(self, singleShot=True, interval=READING)
        self._reading.timeout.connect(self._leaving.hide)
        # Deferred, because a layout does not heed what changes while it gives its parts their sizes.
        self._suiting = QTimer(self, singleShot=True, interval=0)
        self._suiting.timeout.connect(self._suit_width)
        self.counters = CounterRow(training, "presentation", STAGE_COUNTERS, "88\N{NARROW NO-BREAK SPACE}888")
        self.counters.setObjectName("presentation.counters")
        heading = in_row(Wide(self._title), self._leaving, margins=(APART, CLOSE, APART, 0))
        self._row = in_row(self.counters, spacing=CLOSE)
        in_column(heading, self._row, on=self, margins=(0, 0, CLOSE, CLOSE), spacing=0)
        training.frame_arrived.connect(self._follow)
        self.hide()

    def take(self, sentence: "StepSentence") -> None:
        """Shows the sentence here."""
        self._row.insertWidget(0, sentence, 1)
        sentence.set_on_stage(True)
        sentence.show()

    def _follow(self) -> None:
        run = self._training.shown
        if run is not None and run is not self._run:
            self._run = run
            self._title.say(wording.title(learner(run[0].learner), run[1]))
            self._suiting.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._leaving.show()
        self._reading.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._suiting.start()

    def _suit_width(self) -> None:
        """Beside a wide panel there is no room for the counters: the sentence needs two fifths of the width."""
        self.counters.setVisible(self.counters.sizeHint().width() <= 0.6 * self.width())

    def set_font(self, font: QFont) -> None:
        """Shows everything in this font; the style sheet keeps labels from taking over that of their parent."""
        for label in (self._title, self._leaving):
            label.setFont(font)
        self.counters.set_font(font)
        self._suiting.start()


NARROW = 640
"""Width in pixels below which there is room for three lines instead of two."""

MARK, ROOM = 11.0, 8
"""Size of the mark before the text, which is the one on the canvas, and the space at the edges, in pixels."""


class StepSentence(PlainLabel):
    """The sentence in lines whose number depends on the width alone; the rest is elided, and in the tooltip.

    why: a button for its end, which shows the panel that explains the step; visible while there is one, and prominent
    at a mistake until the panel was opened for the first time.
    """

    sentence_shown = Signal(object, str)
    """A frame and its sentence, as often as they can be read."""

    def __init__(self, training: Training, theme: Theme, actions: Actions, settings: Settings) -> None:
        super().__init__(None)
        self._training = training
        self._palette = theme.palette
        self._keys = tuple(actions[name].shortcut().toString() for name in ("train.step", "train.run"))
        self._outcome: Outcome | None = None
        named(self, "step.sentence", _("The last step"))
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.why = _why_button(actions)
        self._scale, self._on_stage = 1.0, False
        self._settings = settings
        self._throttle = Throttle(self._refresh, READABLE, self)
        training.frame_arrived.connect(self._follow)
        theme.changed.connect(self._recolour)
        self._refresh()

    def set_scale(self, scale: float) -> None:
        """Makes it so many times as large as usual."""
        self._scale = scale
        self.setFont(window_font(scale))
        self.updateGeometry()

    def set_on_stage(self, on_stage: bool) -> None:
        """Whether it may have a third line."""
        self._on_stage = on_stage
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        lines = 3 if self._on_stage and width < NARROW * self._scale else 2
        return lines * self.fontMetrics().lineSpacing() + self._room

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
        stepping = "" if shown is None else learner_of(shown[0]).stepping
        text = step_sentence(frame, stepping, *self._keys)
        if text != self.text():
            self._outcome = None if frame is None or frame.explanation is None else frame.explanation.outcome
            self.why.setVisible(self._outcome is not None)
            self._offer()
            self.setText(text)
            self.setToolTip(plain(text))
            self.setAccessibleDescription(text)
        if frame is not None:
            self.sentence_shown.emit(frame, text)

    def see_why(self, seen: bool = True) -> None:
        """The panel is seen now, or not."""
        self._settings.why_seen |= seen
        self._offer()

    def _offer(self) -> None:
        prominent = not self._settings.why_seen and self._outcome is Outcome.MISTAKE
        restyle(self.why, "offer", prominent)


def _why_button(actions: Actions) -> QPushButton:
    """A link that keeps its place while it is hidden."""
    action = actions["view.why"]
    tip = _("Show the step in the algorithm, with its numbers ({key})").format(key=action.shortcut().toString())
    button = named(QPushButton(_("Why?")), "step.why", tip=tip)
    button.setProperty("link", True)
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


COUNTERS = {
    "epoch": (later("Epoch"), later("Passes over the dataset begun so far")),
    "step": (later("Step"), later("Points examined so far")),
    "mistakes": (later("Mistakes"), later("Steps at which the point was on the wrong side, or f was exactly 0")),
    "updates": (later("Updates"), later("Changes of coefficients so far")),
    "errors": (
        later("Errors now"),
        later("Training points on the wrong side of the boundary as it is now: diamonds (W)"),
    ),
    "held_out": (
        later("Held-out errors"),
        later("Points held out on the wrong side of the boundary as it is now: diamonds (W)"),
    ),
}
"""Title and meaning of each."""


class CounterRow(QWidget):
    """Some of the counters in two rows; those that learner and points do not have are hidden.

    name: what the names of the numbers begin with. widest: a text for which every number has room from the start, so
    that nothing moves while it counts.
    """

    def __init__(self, training: Training, name: str, counters: Sequence[str], widest: str) -> None:
        super().__init__()
        self._training, self._widest = training, widest
        self._of: Session | None = None
        self._texts = CounterTexts()
        self._numbers = {name: PlainLabel(self, getattr(self._texts, name), role="number") for name in counters}
        self._captions = {name: PlainLabel(self, _(COUNTERS[name][0]), role="muted") for name in counters}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, APART, 0)
        grid.setVerticalSpacing(0)
        for k, each in enumerate(counters):
            self._numbers[each].setObjectName(f"{name}.{each}")
            grid.addWidget(self._captions[each], k % 2, k // 2 * 2)
            grid.addWidget(self._numbers[each], k % 2, k // 2 * 2 + 1)
        room = self._captions["held_out"].sizePolicy()
        room.setRetainSizeWhenHidden(True)  # so that it moves no other when it comes
        self._captions["held_out"].setSizePolicy(room)
        self.show_outdated("")
        self._show_names()
        self._name_numbers()
        self._widen(window_font())
        training.frame_arrived.connect(self._show_frame)

    def set_font(self, font: QFont) -> None:
        """Shows them in this font; the style sheet keeps labels from taking over that of their parent."""
        for label in (*self._numbers.values(), *self._captions.values()):
            label.setFont(font)
        self._widen(font)

    def show_outdated(self, old: str) -> None:
        """Shows that the counters are those of a run with an old kernel, say; "" when it is up to date."""
        for name, label in self._numbers.items():
            meaning = _(COUNTERS[name][1])
            if old:
                meaning = _("Of the old {old}. {meaning}").format(old=old_text(old), meaning=meaning)
            for each in (label, self._captions[name]):
                each.setToolTip(plain(meaning))
            label.setAccessibleDescription(_("of the old {old}").format(old=old_text(old)) if old else "")
            restyle(label, "outdated", bool(old))

    def _show_frame(self, frame: Frame) -> None:
        run = self._training.shown
        if run is not None and run[0] is not self._of:
            self._of = run[0]
            self._show_names()
        texts = counter_texts(frame)
        if texts != self._texts:
            self._texts = texts
            for name, label in self._numbers.items():
                label.setText(getattr(texts, name))
            self._name_numbers()

    def _show_names(self) -> None:
        shown = shown_counters(self._of or Session())
        for name, number in self._numbers.items():
            number.setVisible(name in shown)
            self._captions[name].setVisible(name in shown)

    def _name_numbers(self) -> None:
        for name, label in self._numbers.items():
            label.setAccessibleName(titled(_(COUNTERS[name][0]), label.text()))  # alone a number says nothing

    def _widen(self, font: QFont) -> None:
        metrics, grid = QFontMetrics(font), self.layout()
        assert isinstance(grid, QGridLayout)
        grid.setHorizontalSpacing(metrics.horizontalAdvance("n"))
        for number in self._numbers.values():
            number.setMinimumWidth(metrics.horizontalAdvance(self._widest))
