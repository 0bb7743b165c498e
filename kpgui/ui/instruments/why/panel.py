"""The panel Why: lines of pseudocode of which those that ran are marked, their numbers, and what adds up to f."""

from enum import IntEnum
from functools import partial
from math import ceil

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHideEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from kpgui.geometry.palette import Palette
from kpgui.language import _, later
from kpgui.model.explanation import CodeLine
from kpgui.model.reading import Moment, Numbers
from kpgui.ui.forms.fields import ChoiceField
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.forms.widgets import Wide, fill, in_row, push_button
from kpgui.ui.instruments.export import Export
from kpgui.ui.instruments.instrument import Instrument, still_text
from kpgui.ui.instruments.point_bars import PointBars
from kpgui.ui.instruments.why.reading import Probe, ProbeValue, Why, WhyValue
from kpgui.ui.instruments.why.words import (
    EMPTY,
    NO_CODE,
    bars_title,
    formulas,
    headline,
    lines,
    links,
    probe_headline,
    total,
)
from kpgui.ui.look.style import PlainLabel, plain

INDENT, MARK, GAP = 14, 3, 7
"""Width of one indentation and of the mark of a line that ran, and the distance of the text from it, in pixels."""

SPACING = 3
"""Pixels between two lines."""

WRAPPED = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)


class CodeLines(QWidget):
    """Long lines wrap. A line that ran has a bar at its left and a tint; the others are muted."""

    def __init__(self, key: str, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = palette
        self._lines: tuple[CodeLine, ...] = ()
        self._ran: tuple[bool, ...] = ()
        self.setObjectName(f"{key}.code")
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_palette(self, palette: Palette) -> None:
        """Draws in these colours."""
        self._palette = palette
        self.update()

    def show_code(self, lines: tuple[CodeLine, ...], ran: tuple[bool, ...]) -> None:
        """Shows these lines; ran: whether each ran, () if there is no step to show."""
        if lines != self._lines:
            self._lines = lines
            self.updateGeometry()
        self._ran = ran or (False,) * len(lines)
        marked, mark = zip(lines, self._ran, strict=True), _(" (ran)")
        self.setAccessibleName("\n".join(line.text + mark * done for line, done in marked))
        self.update()

    @property
    def marked(self) -> list[str]:
        """The texts of the lines that ran."""
        return [line.text.strip() for line, done in zip(self._lines, self._ran, strict=True) if done]

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        boxes = self._boxes(width)
        return boxes[-1].bottom() + 1 + SPACING if boxes else 0

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(max(200, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.heightForWidth(max(120, self.width())))

    def _boxes(self, width: int) -> list[QRect]:
        """Where the text of each line goes."""
        boxes: list[QRect] = []
        top = SPACING // 2
        for line in self._lines:
            left = MARK + GAP + INDENT * line.depth
            room = QRect(left, top, max(60, width - left), 10_000)
            box = self.fontMetrics().boundingRect(room, WRAPPED, line.text.strip())
            boxes.append(QRect(left, top, room.width(), box.height()))
            top += box.height() + SPACING
        return boxes

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        tint = QColor(self._palette.examined)
        tint.setAlpha(28)
        for line, done, box in zip(self._lines, self._ran, self._boxes(self.width()), strict=True):
            if done:
                row = QRectF(0, box.top() - SPACING / 2, self.width(), box.height() + SPACING)
                painter.fillRect(row, tint)
                painter.fillRect(QRectF(0, row.top(), MARK, row.height()), QColor(self._palette.examined))
            painter.setPen(QColor(self._palette.text if done else self._palette.muted))
            painter.drawText(box, WRAPPED, line.text.strip())


FORMULA_ROWS = 9
"""Lines of formulas for which there is room at first, at the wanted width; a step with more makes room that stays."""


PROBE_RATE = 30.0
"""Sums at the pointer in a second at most: they follow the hand."""


class SumChoice(IntEnum):
    """Which f the bars are the parts of."""

    BEFORE = 0
    AFTER = 1
    AT_POINTER = 2


SUMS = later("Before the step"), later("After the step"), later("At the pointer")


class WhyPanel(Instrument):
    """The step made last, and below it bars of what adds up to f: at its point before or after it, or at the pointer.

    The parts are lines on the canvas as well.
    """

    key = "why"
    title = "Why"
    explanation = "Why the last step changed f or did not, and what adds up to f, there or at the pointer."
    shortcut = "Ctrl+Shift+Y"
    menu_text = "Wh&y"
    wanted_width = 246
    rate = 5.0  # nobody reads formulas faster while a run goes on
    reading = Why()
    follows_hover = True
    exports = Export.NUMBERS, Export.PICTURE

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._value: WhyValue | None = None
        self._probe: ProbeValue | None = None
        palette = workbench.theme.palette
        self._headline = still_text("why.headline", 2, self)  # below the lines, which so keep their place
        self._headline.setText(_(EMPTY))
        self._no_code = PlainLabel(self, _(NO_CODE), name="why.no_code", role="muted")
        self._no_code.hide()
        self._code = CodeLines(self.key, palette, self)
        self._formulas = still_text("why.formulas", FORMULA_ROWS, self)
        self._sum = ChoiceField(self)
        self._sum.setObjectName("why.sum")
        self._sum.set_spoken_name(_("Which f the bars add up to"))
        self._sum.setToolTip(plain(_("What adds up to f: at the point examined before or after the step, or anywhere")))
        self._sum.addItems([_(each) for each in SUMS])
        self._sum.currentIndexChanged.connect(self._choose)
        self._title = still_text("why.title", 2, self, "muted")
        self._bars = PointBars(
            self.key, workbench.document, workbench.focus, palette, self, has_bumps=workbench.has_bumps
        )
        self._total = still_text("why.total", 2, self)
        tip = _("Open the panel with all that the learner keeps, and what it has dropped")
        inside = partial(workbench.panel_asked.emit, "inside")
        keeps = push_button(self, "why.inside", _("Inside: what it keeps or forgot"), inside, tip, link=True)
        fill(self.column, self._no_code, self._code, self._headline, in_row(keeps, None))
        fill(self.column, self._formulas, self._sum, self._title)
        fill(self.column, Wide(self._bars), self._total)
        self._bars.fitted.connect(self._show_total)
        workbench.theme.changed.connect(self._bars.set_palette)
        workbench.theme.changed.connect(self._code.set_palette)

    def begin(self) -> None:
        """Takes the keyboard focus."""
        self._bars.setFocus()

    def picture(self) -> QWidget:
        """The whole panel."""
        return self

    def numbers(self) -> Numbers | None:
        """All parts of f at the pointer, or at the point that was shown last, which the trainer alone can find."""
        shown, frame = self.workbench.training.shown, self.workbench.training.frame
        if self._sum.currentIndex() == SumChoice.AT_POINTER and shown is not None and frame is not None:
            return Probe().table(Moment(shown[0], frame), self.workbench.focus.now)
        return None if self._value is None else self._value.table

    def show_value(self, value: WhyValue) -> None:
        if self._value is None or value.lines != self._value.lines:
            rows = ceil(FORMULA_ROWS * self.wanted_width / max(1, self.width()))
            self._formulas.setMinimumHeight(rows * self.fontMetrics().lineSpacing())
        self._value = value
        self._headline.setText(headline(value))
        self._no_code.setVisible(not value.lines)
        self._code.show_code(value.lines, value.ran)
        self._formulas.setText("" if value.step is None else "\n".join(formulas(value.step)))
        needed = self._formulas.heightForWidth(self._formulas.width())
        self._formulas.setMinimumHeight(max(self._formulas.minimumHeight(), needed))
        self._show_parts()

    def show_run_failure(self, sentence: str) -> None:
        super().show_run_failure(sentence)
        self._value = self._probe = None
        self._headline.clear()
        self._formulas.clear()
        self._show_parts()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.workbench.overlaid.emit("links", None)

    def _choose(self) -> None:
        if self._sum.currentIndex() == SumChoice.AT_POINTER:
            self.ask("probe", Probe(), PROBE_RATE)
        else:
            self.leave("probe")
        self._show_parts()

    def show_part(self, part: str, value: ProbeValue | None) -> None:
        self._probe = value
        self._show_parts()

    @property
    def _shown_parts(self) -> ProbeValue | None:
        """The parts that the bars show."""
        which = self._sum.currentIndex()
        if which == SumChoice.AT_POINTER:
            return self._probe
        if self._value is None or self._value.step is None:
            return None
        return self._value.step.after if which == SumChoice.AFTER else self._value.step.before

    def _show_parts(self) -> None:
        parts, which = self._shown_parts, self._sum.currentIndex()
        if parts is None:
            self._bars.clear()
        else:
            self._bars.show_lines(partial(lines, parts))
        if which == SumChoice.AT_POINTER:
            self._title.setText(probe_headline(parts))
        else:
            self._title.setText("" if parts is None else bars_title(parts, which == SumChoice.AFTER))
        self._show_total()
        if self.isVisible():
            self.workbench.overlaid.emit("links", None if parts is None else links(parts))

    def _show_total(self) -> None:
        text = total(self._shown_parts, self._bars.shown)
        self._total.setText(text)
        self._bars.setAccessibleName(_("Why: {text} {total}").format(text=self._title.text(), total=text))
