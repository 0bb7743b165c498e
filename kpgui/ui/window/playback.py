"""The playback bar: the timeline, the buttons that control a run, its pace, live mode, and the counters."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QLayout, QSlider, QToolButton, QWidget

from kpgui.language import _, later, titled
from kpgui.model.frame import Frame
from kpgui.model.session import Session
from kpgui.ui.actions.actions import Actions
from kpgui.ui.forms.widgets import Wide, in_column, in_row
from kpgui.ui.look.scale import hold, window_font
from kpgui.ui.look.style import PlainLabel, plain, restyle
from kpgui.ui.window.keys import TabOrder
from kpgui.ui.window.status_bar import ElidedLabel
from kpgui.words.counters import CounterTexts, counter_texts, shown_counters
from kpgui.words.replay import (
    NOTCH,
    POSITIONS,
    UNCHOSEN,
    first_position,
    old_text,
    pace_at,
    pace_hint,
    pace_text,
    spoken_pace,
)

BUTTONS = ("train.reset", "train.step_back", "train.run", "train.step", "train.to_end")

COUNTERS = (
    ("epoch", later("Epoch"), later("Passes over the dataset begun so far")),
    ("step", later("Step"), later("Points examined so far")),
    ("mistakes", later("Mistakes"), later("Steps at which the point was on the wrong side, or f was exactly 0")),
    ("updates", later("Updates"), later("Changes of coefficients so far")),
    (
        "errors",
        later("Errors now"),
        later("Training points on the wrong side of the boundary as it is now: diamonds (W)"),
    ),
    (
        "held_out",
        later("Held-out errors"),
        later("Points held out on the wrong side of the boundary as it is now: diamonds (W)"),
    ),
)

TITLES = {name: title for name, title, __ in COUNTERS}

WIDEST = "8\N{NARROW NO-BREAK SPACE}888"
"""Text for which every counter has room even in the narrowest bar, so that nothing moves while it counts."""

NAMED = Qt.ToolButtonStyle.ToolButtonTextBesideIcon

SLIDER, SHORT_SLIDER = 56, 36
"""Least widths of the slider of the pace, in pixels."""

APART = 8
"""Gap after each counter, in pixels."""


class PaceLabel(ElidedLabel):
    """The label of the pace, as wide as its longest text where there is room."""

    def sizeHint(self) -> QSize:
        texts = (pace_text(pace_at(position)) for position in range(POSITIONS + 1))
        return QSize(max(map(self.fontMetrics().horizontalAdvance, texts)) + 4, super().sizeHint().height())


class Playback(QWidget):
    """The playback bar. The pace follows the number of points until the user has chosen one."""

    pace_changed = Signal(float)
    """Steps a second, infinite for as fast as possible."""

    hinted = Signal(str)
    """How to change the pace, while a run goes on at one that was not chosen, else ""."""

    def __init__(self, actions: Actions, timeline: QWidget, pace: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel.playback")
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._texts = CounterTexts()
        self._chosen = pace != UNCHOSEN
        self._playing = False
        self._slider, self._pace_label = self._made_pace(pace if self._chosen else first_position(0))
        self._numbers = {name: PlainLabel(self, getattr(self._texts, name)) for name, __, __ in COUNTERS}
        along = in_row(Wide(timeline), self._made_button(actions, "run.keep_ghost"), spacing=4)
        self._rows = in_column(along, on=self, margins=(4, 4, 12, 4), spacing=4)
        self._live = self._made_button(actions, "train.live")
        self._live.setToolButtonStyle(NAMED)
        self._rows.addLayout(self._made_controls(actions))
        self._captions: dict[str, QLabel] = {}
        self._shown = frozenset(TITLES)
        self._counters = self._made_counters()
        self._rows.addLayout(self._counters)
        TabOrder(self)

    def minimumSizeHint(self) -> QSize:
        """That of the narrow form."""
        size = super().minimumSizeHint()
        return QSize(size.width() - (self._spare if self._roomy else 0), size.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._suit_width()

    def _suit_width(self) -> None:
        """Takes the narrow form where there is too little room for all: Live without its name, a shorter slider."""
        pace = self._pace_label.sizeHint().width()
        roomy = self.width() >= self.minimumSizeHint().width() + self._spare + pace
        self._live.setToolButtonStyle(NAMED if roomy else Qt.ToolButtonStyle.ToolButtonIconOnly)
        self._slider.setMinimumWidth(SLIDER if roomy else SHORT_SLIDER)
        room = self.width() // max(caption.sizeHint().width() for caption in self._captions.values())
        for column, (name, *__) in enumerate(COUNTERS):  # that of held-out errors has its room before it is shown
            spare = name == "held_out" and room > len(self._shown)
            self._counters.setColumnStretch(column, int(spare or (room >= len(self._shown) and name in self._shown)))
        self._rows.activate()  # the least width is asked for before the event loop would do so

    @property
    def _roomy(self) -> bool:
        return self._live.toolButtonStyle() == NAMED

    @property
    def _spare(self) -> int:
        """Pixels that the narrow form saves; of them Live those that Qt gives to its name."""
        return SLIDER - SHORT_SLIDER + 4 + self._live.fontMetrics().horizontalAdvance(f"{self._live.text()}  ")

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
        """Says how to change the pace while a run goes on."""
        self._playing = playing
        self._hint()

    def follow(self, before: Session, after: Session) -> None:
        """Shows the counters that learner and points have; a slot for `Document.changed`."""
        shown = shown_counters(after)
        if not self._chosen:
            self._suit(len(after.dataset) - int(after.dataset.held_out.sum()))
        if shown != self._shown:
            self._show_counters(shown)

    def settle(self) -> None:
        """Applies the style's sizes before the window is shown; Qt's larger defaults would widen it permanently."""
        for widget in self.findChildren(QWidget):
            widget.ensurePolished()
        for layout in self.findChildren(QLayout):
            layout.invalidate()

    def show_frame(self, frame: Frame) -> None:
        """Shows a frame's counters, updating only labels that change."""
        shown = counter_texts(frame)
        if shown == self._texts:
            return
        for name, label in self._numbers.items():
            text = getattr(shown, name)
            if text != getattr(self._texts, name):
                label.setText(text)
                label.setAccessibleName(titled(_(TITLES[name]), text))  # alone a number says nothing
        self._texts = shown

    def show_outdated(self, old: str) -> None:
        """Shows that the counters are those of a run with an old kernel, say; "" when it is up to date."""
        for name, __, meaning in COUNTERS:
            label = self._numbers[name]
            text = _(meaning)
            label.setToolTip(
                plain(_("Of the old {old}. {meaning}").format(old=old_text(old), meaning=text) if old else text)
            )
            label.setAccessibleDescription(_("of the old {old}").format(old=old_text(old)) if old else "")
            restyle(label, "outdated", bool(old))

    def _show_counters(self, shown: frozenset[str]) -> None:
        self._shown = shown
        for name, caption in self._captions.items():
            caption.setVisible(name in shown)
            self._numbers[name].setVisible(name in shown)
        self._suit_width()

    def _made_controls(self, actions: Actions) -> QHBoxLayout:
        buttons = [self._made_button(actions, name) for name in BUTTONS]
        self._live.setProperty("labelled", True)
        return in_row(*buttons, 12, Wide(self._slider), 4, self._pace_label, None, self._live, spacing=4)

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
        slider = QSlider(Qt.Orientation.Horizontal, self)
        slider.setObjectName("playback.pace")
        slider.setToolTip(_("Pace: from one step a second to as fast as it goes (< slower, > faster)"))
        slider.setRange(0, POSITIONS)
        slider.setValue(pace)
        slider.setMinimumWidth(SLIDER)
        slider.setMaximumWidth(200)
        label = PaceLabel(self, role="muted")
        label.say(pace_text(pace_at(pace)))
        slider.valueChanged.connect(self._change_pace)
        slider.setAccessibleName(spoken_pace(pace_at(pace)))
        return slider, label

    def _suit(self, points: int) -> None:
        """Sets the pace that suits this many training points."""
        position = first_position(points)
        if position != self._slider.value():
            self._slider.setValue(position)
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

    def _made_counters(self) -> QGridLayout:
        """Columns of equal width where there is room, so that the others stay where they are when one appears."""
        width = QFontMetrics(window_font()).horizontalAdvance(WIDEST) + 4
        grid = QGridLayout()
        grid.setSpacing(0)
        for column, (name, title, meaning) in enumerate(COUNTERS):
            caption = ElidedLabel(self, _(title), role="muted")
            self._captions[name] = caption
            number = self._numbers[name]
            number.setObjectName(f"counter.{name}")
            number.setProperty("role", "number")
            number.setAccessibleName(titled(_(title), number.text()))
            hold(number, least_width=width)
            for row, label in enumerate((caption, number)):
                label.setToolTip(_(meaning))
                label.setContentsMargins(0, 0, APART, 0)
                grid.addWidget(label, row, column)
        return grid
