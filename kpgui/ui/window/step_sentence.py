"""The sentence about the step made last, below the canvas."""

from PySide6.QtCore import QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from kpgui.drawing.lettering import broken
from kpgui.geometry.palette import Palette
from kpgui.language import _
from kpgui.learners import learner
from kpgui.model.explanation import Outcome
from kpgui.model.frame import Frame, Status
from kpgui.ui.actions.actions import Actions
from kpgui.ui.canvas.layers.run_marks import mark_of
from kpgui.ui.look.plain_text import PlainLabel, plain
from kpgui.ui.look.theme import Theme
from kpgui.ui.look.typeface import window_font
from kpgui.ui.session.training import Training
from kpgui.ui.tasks.throttle import READABLE, Throttle
from kpgui.ui.window.stage_counters import StageCounters
from kpgui.words.step_sentence import step_sentence
from kpgui.words.typesetting import kept_together

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
    column = QVBoxLayout(both)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(canvas, 1)
    strip = QWidget()
    strip.setProperty("surface", "panel")
    strip.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    row = QHBoxLayout(strip)
    row.setContentsMargins(0, 0, 4, 0)
    row.setSpacing(4)
    row.addWidget(sentence, 1)
    row.addWidget(sentence.why, 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(sentence.counters)
    column.addWidget(sentence.counters.heading)
    column.addWidget(strip)
    return both
