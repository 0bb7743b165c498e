"""The counters beside the step's sentence in presentation mode."""

from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from kpgui.language import _, later
from kpgui.model.frame import Frame
from kpgui.present.counters import CounterTexts, counter_texts
from kpgui.ui.look.plain_text import PlainLabel
from kpgui.ui.session.training import Training

COUNTERS = (
    ("step", later("Step")),
    ("epoch", later("Epoch")),
    ("mistakes", later("Mistakes")),
    ("errors", later("Errors now")),
)

TITLES = dict(COUNTERS)

WIDEST = "88\N{NARROW NO-BREAK SPACE}888"
"""Text whose width every counter has from the start."""


class StageCounters(QWidget):
    """The counters that matter to an audience, in two rows."""

    def __init__(self, training: Training) -> None:
        super().__init__()
        self.setObjectName("presentation.counters")
        self._texts = CounterTexts()
        self._numbers = {name: PlainLabel(self, getattr(self._texts, name)) for name, __ in COUNTERS}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 4, 8, 4)
        grid.setVerticalSpacing(0)
        grid.setHorizontalSpacing(12)
        for k, (name, title) in enumerate(COUNTERS):
            caption, number = PlainLabel(self, _(title)), self._numbers[name]
            caption.setProperty("role", "muted")
            number.setProperty("role", "number")
            number.setAccessibleName(f"{_(title)}: {number.text()}")
            grid.addWidget(caption, k % 2, k // 2 * 2)
            grid.addWidget(number, k % 2, k // 2 * 2 + 1)
        training.frame_arrived.connect(self._show_frame)
        self.hide()

    def _show_frame(self, frame: Frame) -> None:
        texts = counter_texts(frame)
        if texts != self._texts:
            self._texts = texts
            for name, label in self._numbers.items():
                label.setText(getattr(texts, name))
                label.setAccessibleName(f"{_(TITLES[name])}: {label.text()}")  # alone a number says nothing

    def set_font(self, font: QFont) -> None:
        """Shows them in this font; the style sheet keeps labels from taking over that of their parent."""
        for label in self.findChildren(QLabel):
            label.setFont(font)
        for number in self._numbers.values():
            number.setMinimumWidth(QFontMetrics(font).horizontalAdvance(WIDEST))
