"""The playback bar: the buttons that control a run, its timeline, its pace, and live mode, in one line."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLayout, QSlider, QToolButton, QWidget

from kpgui.language import _
from kpgui.model.session import Session
from kpgui.ui.actions.actions import Actions
from kpgui.ui.forms.labels import ElidedLabel
from kpgui.ui.forms.widgets import Surface, Wide, fill, in_row
from kpgui.ui.look.scale import CLOSE, LOOSE, hold
from kpgui.ui.look.style import named
from kpgui.ui.window.keys import TabOrder
from kpgui.words.replay import (
    NOTCH,
    POSITIONS,
    UNCHOSEN,
    first_position,
    pace_at,
    pace_hint,
    pace_text,
    spoken_pace,
)

BUTTONS = ("train.reset", "train.step_back", "train.run", "train.step", "train.to_end")

NAMED = Qt.ToolButtonStyle.ToolButtonTextBesideIcon

SLIDER, SHORT_SLIDER, WIDEST_SLIDER = 56, 36, 100
"""Least widths of the slider of the pace, in pixels, and the greatest."""

TIMELINE = 160
"""Pixels for the timeline, at least, where pace and Live are said in words."""


class PaceLabel(ElidedLabel):
    """The label of the pace, as wide as its longest text where there is room."""

    def sizeHint(self) -> QSize:
        texts = (pace_text(pace_at(position)) for position in range(POSITIONS + 1))
        return QSize(max(map(self.fontMetrics().horizontalAdvance, texts)) + 4, super().sizeHint().height())


class Playback(Surface):
    """The playback bar. The pace follows the number of points until the user has chosen one."""

    pace_changed = Signal(float)
    """Steps a second, infinite for as fast as possible."""

    hinted = Signal(str)
    """How to change the pace, while a run goes on at one that was not chosen, else ""."""

    def __init__(self, actions: Actions, timeline: QWidget, pace: int, parent: QWidget | None = None) -> None:
        super().__init__(parent, "panel.playback")
        self._chosen = pace != UNCHOSEN
        self._playing = False
        self._actions = actions
        self._slider, self._pace_label = self._made_pace(pace if self._chosen else first_position(0))
        buttons = [self._made_button(actions, name) for name in BUTTONS]
        keep, self._ask = (self._made_button(actions, name) for name in ("run.keep_ghost", "train.predict"))
        self._live = self._made_button(actions, "train.live")
        self._live.setToolButtonStyle(NAMED)
        self._live.setProperty("labelled", True)
        pace_parts = self._slider, self._pace_label
        self._row = in_row(*buttons, CLOSE, Wide(timeline), keep, self._ask, on=self, spacing=CLOSE)
        self._row.setContentsMargins(CLOSE, CLOSE, LOOSE, CLOSE)
        fill(self._row, CLOSE, *pace_parts, CLOSE, self._live)
        TabOrder(self)

    def minimumSizeHint(self) -> QSize:
        """That of the narrow form."""
        size = super().minimumSizeHint()
        return QSize(size.width() - (self._spare if self._roomy else 0), size.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._suit_width()

    def _suit_width(self) -> None:
        """Takes the narrow form where there is too little room for all: without Predict, Live and the pace wordless."""
        pace = self._pace_label.sizeHint().width()
        roomy = self.width() >= self.minimumSizeHint().width() + self._spare + pace + TIMELINE
        self._live.setToolButtonStyle(NAMED if roomy else Qt.ToolButtonStyle.ToolButtonIconOnly)
        self._slider.setMinimumWidth(SLIDER if roomy else SHORT_SLIDER)
        self._pace_label.setVisible(roomy)
        self._ask.setVisible(roomy)
        self._row.activate()  # the least width is asked for before the event loop would do so

    @property
    def _roomy(self) -> bool:
        return self._live.toolButtonStyle() == NAMED

    @property
    def _spare(self) -> int:
        """Pixels that the narrow form saves; of them Live those that Qt gives to its name."""
        words = self._live.fontMetrics().horizontalAdvance(f"{self._live.text()}  ")
        return SLIDER - SHORT_SLIDER + 4 + words + self._ask.sizeHint().width() + CLOSE

    @property
    def pace(self) -> float:
        return pace_at(self._slider.value())

    @property
    def pace_position(self) -> int:
        """The chosen position of the slider, or UNCHOSEN."""
        return self._slider.value() if self._chosen else UNCHOSEN

    def faster(self) -> None:
        self._slider.setValue(self._slider.value() + NOTCH)

    def slower(self) -> None:
        self._slider.setValue(self._slider.value() - NOTCH)

    def show_playing(self, playing: bool) -> None:
        """Says how to change the pace while a run goes on, which the button of Run then pauses."""
        self._playing = playing
        self._actions.show_icon("train.run", "pause" if playing else "run")
        self._hint()

    def follow(self, before: Session, after: Session) -> None:
        """Sets the pace that suits the points, until one was chosen; a slot for `Document.changed`."""
        if not self._chosen:
            self.suit(len(after.dataset) - int(after.dataset.held_out.sum()))

    def settle(self) -> None:
        """Applies the style's sizes before the window is shown; Qt's larger defaults would widen it permanently."""
        for widget in self.findChildren(QWidget):
            widget.ensurePolished()
        for layout in self.findChildren(QLayout):
            layout.invalidate()

    def _made_button(self, actions: Actions, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setDefaultAction(actions[name])
        hold(button, icon=20)
        button.setAccessibleName(actions[name].iconText())
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setProperty("primary", name == "train.run")
        if name == "train.run":
            hold(button, icon=20, least_width=48)
        return button

    def _made_pace(self, pace: int) -> tuple[QSlider, PaceLabel]:
        tip = _("Pace: from one step a second to as fast as it goes (< slower, > faster)")
        slider = named(QSlider(Qt.Orientation.Horizontal, self), "playback.pace", spoken_pace(pace_at(pace)), tip)
        slider.setRange(0, POSITIONS)
        slider.setValue(pace)
        slider.setMinimumWidth(SLIDER)
        slider.setMaximumWidth(WIDEST_SLIDER)
        label = PaceLabel(self, role="muted")
        label.say(pace_text(pace_at(pace)))
        slider.valueChanged.connect(self._change_pace)
        return slider, label

    def suit(self, points: int) -> None:
        """Sets the pace that suits this many training points, as if none had been chosen."""
        self._slider.setValue(first_position(points))
        self._chosen = False

    def _change_pace(self, position: int) -> None:
        pace = pace_at(position)
        self._pace_label.say(pace_text(pace))
        self._slider.setAccessibleName(spoken_pace(pace))  # its value is a position
        self._chosen = True
        self._hint()
        self.pace_changed.emit(pace)

    def _hint(self) -> None:
        self.hinted.emit(pace_hint(self.pace) if self._playing and not self._chosen else "")
