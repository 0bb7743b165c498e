"""The status bar: the step's sentence or a short message, counters, work on a file, and f at the pointer."""

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeySequence, QPaintEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import QProgressBar, QStackedLayout, QStatusBar, QWidget

from kpgui.language import _
from kpgui.model.errors import sentence
from kpgui.model.frame import Frame
from kpgui.ui.forms.labels import ElidedLabel, draw_elided
from kpgui.ui.forms.widgets import Wide, in_column, in_row, push_button
from kpgui.ui.look.scale import APART, CLOSE, hold, scaled, window_font
from kpgui.ui.look.style import PlainLabel, plain
from kpgui.ui.session.training import Training
from kpgui.ui.tasks import READABLE, Background, Throttle
from kpgui.ui.window.step_sentence import COUNTERS, CounterRow, StepSentence
from kpgui.words.point_card import position_text, value_text
from kpgui.words.replay import status_text

STEPS = 1000

NARROW = 1100
"""Width in pixels below which a long sentence, the counters and the pointer's place have no room together."""


class Progress(QWidget):
    """Shown while a background job runs.

    name: its objectName. cancel: the tooltip of the button that cancels the job, "" for no button. Esc does the same,
    unless it cancels something on the canvas.
    """

    def __init__(self, background: Background, name: str, cancel: str, bar: QStatusBar, window: QWidget) -> None:
        super().__init__(bar)
        self.setObjectName(name)
        self._title = PlainLabel(self, name=f"{name}.title")
        self._share = QProgressBar(self)
        self._share.setObjectName(f"{name}.share")
        self._share.setFixedWidth(160)
        self._share.setRange(0, STEPS)
        self._share.setTextVisible(False)
        self._button = push_button(self, f"{name}.cancel", _("Cancel"), background.cancel, cancel)
        self._button.setVisible(bool(cancel))
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), window)
        self._escape.setEnabled(False)
        self._escape.activated.connect(background.cancel)
        in_row(self._title, self._share, self._button, on=self, margins=(APART, 0, APART, 0), spacing=APART)
        self._bar = bar
        bar.insertPermanentWidget(1, self)  # after the standing text
        self.hide()
        background.begun.connect(self._begin)
        background.progressed.connect(self._show_share)
        background.ended.connect(self._end)

    def _begin(self, title: str) -> None:
        self._title.setText(title)
        self._share.setAccessibleName(title)
        self._share.setValue(0)
        self._escape.setEnabled(not self._button.isHidden())
        self._bar.clearMessage()
        self.show()

    def _show_share(self, share: float) -> None:
        self._share.setValue(round(STEPS * share))

    def _end(self) -> None:
        self._escape.setEnabled(False)
        self.hide()


MESSAGE_TIME = 6000


class StatusBar(QStatusBar):
    """said: a message that was shown for a few seconds."""

    said = Signal(str)

    def __init__(self, training: Training, sentence: StepSentence, parent: QWidget) -> None:
        super().__init__(parent)
        self._training, self._sentence = training, sentence
        self._place: tuple[float, float] | None = None
        self._hint = self._old = self._replay = self._pace_hint = ""
        self.setSizeGripEnabled(False)
        self.setAccessibleName(_("Status bar"))
        metrics = QFontMetrics(window_font())
        self._position = PlainLabel(self, name="status.position")
        hold(self._position, least_width=metrics.horizontalAdvance("x = −0.8888   y = −0.8888") + 16)
        self._value = PlainLabel(self, name="status.value")
        hold(self._value, least_width=metrics.horizontalAdvance("f = −8.888×10⁻⁸") + 16)
        self._standing = ElidedLabel(self, name="status.standing", role="muted")
        self._standing.setContentsMargins(CLOSE, 0, 0, 0)  # where messages begin
        self._line = QWidget(self)
        self._stack = QStackedLayout()
        self._stack.addWidget(self._standing)
        in_row(Wide(self._stack), sentence.why, on=self._line, spacing=CLOSE)
        self.counters = CounterRow(training, "counter", tuple(COUNTERS), "888")
        self.addWidget(self._line, 1)  # Qt hides it while a message is shown
        self.addPermanentWidget(self.counters)
        self.take_sentence()
        self._pointed = QWidget(self)
        in_column(self._position, self._value, on=self._pointed, spacing=0)
        self.addPermanentWidget(self._pointed)
        self._stand()
        self.show_place(None)
        self._throttle = Throttle(self._read, READABLE, self)
        training.frame_arrived.connect(self._refresh)
        self.messageChanged.connect(lambda text: self.setToolTip(plain(text)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Elides a message that is too long, which Qt would cut; the tooltip has all of it."""
        if not self.currentMessage():
            super().paintEvent(event)
            return
        parts = self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        shown = [each.geometry() for each in parts if each.isVisible()]
        room = QRect(6, 0, min((each.left() for each in shown), default=self.width()) - 12, self.height())
        if self.isRightToLeft():
            room.setLeft(max((each.right() for each in shown), default=0) + 6)
            room.setRight(self.width() - 6)
        draw_elided(self, self.currentMessage(), room)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leaves out what is at the pointer where the sentence would have to be cut for it."""
        self._pointed.setVisible(event.size().width() >= scaled(NARROW))
        super().resizeEvent(event)

    def minimumSizeHint(self) -> QSize:
        """Without what is at the pointer, which gives way."""
        hint = super().minimumSizeHint()
        return hint - QSize(self._pointed.minimumSizeHint().width() * (not self._pointed.isHidden()), 0)

    def take_sentence(self) -> None:
        """Shows the sentence here."""
        self._stack.addWidget(self._sentence)
        self._sentence.set_on_stage(False)
        self._stand()

    def say(self, text: str) -> None:
        """Shows a message for a few seconds."""
        self.showMessage(sentence(text), MESSAGE_TIME)
        self.said.emit(sentence(text))

    def hint(self, text: str) -> None:
        """Shows a hint until it is replaced by another or by ""."""
        if text:
            self.showMessage(text)
        elif self.currentMessage() == self._hint:
            self.clearMessage()
        self._hint = text

    def show_outdated(self, old: str) -> None:
        """Shows, whenever there is no message, that the run is of an old kernel, say; "" when it is up to date."""
        self._old = status_text(old)
        self._stand()

    def show_replay(self, progress: str) -> None:
        """Shows, whenever there is no message, how far the replay of a saved run is; "" at its end."""
        self._replay = progress
        self._stand()

    def show_pace_hint(self, hint: str) -> None:
        """Shows at once how to change the pace; "" takes it away."""
        if hint and not self._pace_hint:
            self.clearMessage()
        self._pace_hint = hint
        self._stand()

    def _stand(self) -> None:
        text = self._replay or self._old or self._pace_hint
        self._standing.say(text)
        self._standing.setAccessibleName(text or _("No message"))
        self._stack.setCurrentIndex(0 if text else self._stack.count() - 1)

    def show_place(self, place: tuple[float, float] | None) -> None:
        """Shows the cursor's position in the plane, and f there; None: the cursor is elsewhere."""
        self._place = place
        text = "" if place is None else position_text(*place)
        self._position.setText(text)
        self._position.setAccessibleName(text or _("The pointer is not on the canvas"))
        self._read()

    def _refresh(self, frame: Frame) -> None:
        if self._place is not None:
            self._throttle.request()

    def _read(self) -> None:
        shown = self._training.shown
        text = ""
        if shown is not None and self._place is not None:
            session, kernel = shown
            text = value_text(kernel, session.dataset.points, self._training.frame, *self._place)
        if text != self._value.text():
            self._value.setText(text)
        self._value.setAccessibleName(text or _("No value of f"))
