"""The counters of a run, beside the step's sentence."""

from collections.abc import Sequence

from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QGridLayout, QWidget

from kpgui.language import _, later, titled
from kpgui.model.frame import Frame
from kpgui.model.session import Session
from kpgui.ui.look.scale import window_font
from kpgui.ui.look.style import PlainLabel, plain, restyle
from kpgui.ui.session.training import Training
from kpgui.words.counters import CounterTexts, counter_texts, shown_counters
from kpgui.words.replay import old_text

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
        grid.setContentsMargins(0, 0, 8, 0)
        grid.setVerticalSpacing(0)
        grid.setHorizontalSpacing(6)
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
        for number in self._numbers.values():
            number.setMinimumWidth(QFontMetrics(font).horizontalAdvance(self._widest))
