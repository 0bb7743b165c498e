from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QEnterEvent, QHideEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QLineEdit,
    QSizePolicy,
    QStyle,
    QStyleOptionFrame,
    QToolButton,
    QWidget,
)

from kpgui.drawing.symbols import line_pen
from kpgui.geometry.palette import Palette
from kpgui.geometry.rings import LineStyle, line_style
from kpgui.language import _
from kpgui.model.reading import Numbers
from kpgui.model.session import LONGEST_NAME, Ghost
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.forms.widgets import Wide, fill, in_column, in_row, push_button
from kpgui.ui.instruments.export import Export, ExportingPanel
from kpgui.ui.look.style import PlainLabel, plain, restyle
from kpgui.ui.session.ghosts import Ghosts
from kpgui.words.ghosts import COLUMNS, EMPTY, GhostRow, compact, letter, row_now, row_of, table

INSET = 3
"""Pixels between the edge of a field without a frame and its text."""

SWATCH, SMALL = 24, 18
"""Width of the piece of line, and of a box or a sign, in pixels: names need the room in a narrow column."""


class Swatch(QWidget):
    """A piece of a line, as it is on the canvas."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._style = LineStyle("black", ())
        self.setFixedWidth(SWATCH)

    def show_style(self, style: LineStyle) -> None:
        """Draws in this style; a line without dashes is solid."""
        self._style = style
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        width = 2.0 if self._style.dash else 2.5
        painter = QPainter(self)
        painter.setPen(line_pen(self._style.colour, width, self._style.dash))
        painter.drawLine(0, self.height() // 2, self.width(), self.height() // 2)


class ElidedText(PlainLabel):
    """A line of text that has an ellipsis in its middle where it does not fit."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, role="muted")
        self._whole = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def say(self, text: str, tip: str) -> None:
        """Shows this text, and more of it as the tooltip."""
        self.setToolTip(plain(tip))
        self.setAccessibleName(tip)
        if text != self._whole:
            self._whole = text
            self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        self.setText(self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideMiddle, self.width()))


class NameField(QLineEdit):
    """A name, with an ellipsis in its middle where it does not fit and is not being edited: it may end in the step."""

    @property
    def shown(self) -> str:
        """The name as it is painted while it is not edited."""
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideMiddle, self.width() - 2 * INSET)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.hasFocus() or self.shown == self.text():
            super().paintEvent(event)
            return
        painter, option = QPainter(self), QStyleOptionFrame()
        self.initStyleOption(option)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_PanelLineEdit, option, painter, self)
        painter.setPen(self.palette().text().color())
        place = self.rect().adjusted(INSET, 0, -INSET, 0)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.shown)


class NumbersRow(QWidget):
    """Numbers in columns that are the same in every row; labels: one for each."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(2)
        self.labels = []
        for column, (title, __, meaning) in enumerate(COLUMNS):
            label = PlainLabel(self, name=f"{name}.{title.rstrip('.').lower()}")
            label.setAlignment(Qt.AlignmentFlag.AlignRight)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            label.setToolTip(_(meaning))
            grid.addWidget(label, 0, column)
            grid.setColumnStretch(column, 1)
            self.labels.append(label)

    def show_counts(self, row: GhostRow) -> None:
        """Shows the numbers of a row; all digits are in the tooltip."""
        for label, count, (*__, meaning) in zip(self.labels, row.counts, COLUMNS, strict=True):
            text = compact(count)
            if text != label.text():
                label.setText(text)
            exact = "" if count is None or text == str(count) else f"{count}. "
            label.setToolTip(plain(exact + _(meaning)))


class TitlesRow(NumbersRow):
    """The titles of the columns, each a whole word where there is room for it."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(name, parent)
        for label in self.labels:
            label.setProperty("role", "muted")
            label.installEventFilter(self)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.FontChange):
            self._fit()
        return False

    def _fit(self) -> None:
        for label, (title, whole, __) in zip(self.labels, COLUMNS, strict=True):
            fits = label.fontMetrics().horizontalAdvance(_(whole)) <= label.width()
            label.setText(_(whole if fits else title))


class GhostRowWidget(QFrame):
    """The row of the ghost of one style. Its widgets act on the ghosts; `chosen` says that it was clicked or entered.

    hovered: whether the pointer is on it.
    """

    hovered = Signal(bool)
    chosen = Signal()

    def __init__(self, style: int, ghosts: Ghosts, parent: QWidget) -> None:
        super().__init__(parent)
        prefix = f"kept.{letter(style).lower()}"
        self._style, self._ghosts = style, ghosts
        self.setObjectName(prefix)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("ghost_row", True)
        self._visible = QCheckBox(self)
        self._visible.setObjectName(f"{prefix}.visible")
        self._visible.setFixedWidth(SMALL)  # without room for a text
        self._visible.setToolTip(_("Show its boundary on the canvas"))
        self._visible.setAccessibleName(_("Show ghost {style}").format(style=letter(style)))
        self.swatch = Swatch(self)
        self._name = NameField(self)
        self._name.setObjectName(f"{prefix}.name")
        self._name.setAccessibleName(_("Name of ghost {style}").format(style=letter(style)))
        self._name.setMaxLength(LONGEST_NAME)
        self._name.setFrame(False)
        self._numbers = NumbersRow(prefix, self)
        self._settings = ElidedText(self)
        use = self._made_button(f"{prefix}.use", _("Use"), _("Use its kernel, learner, order and seed (can be undone)"))
        remove = self._made_button(f"{prefix}.remove", "×", _("Remove this ghost"))
        remove.setFixedWidth(SMALL)
        _lay_out(self, (self._visible, self.swatch, self._name, remove), 2, self._numbers, (self._settings, use))
        self._visible.toggled.connect(partial(ghosts.set_visible, style))
        self._name.editingFinished.connect(self._rename)
        use.clicked.connect(lambda: ghosts.use_settings(style))
        remove.clicked.connect(lambda: ghosts.remove(style))
        for widget in (self._visible, self._name, use, remove):
            widget.installEventFilter(self)

    def show_ghost(self, ghost: Ghost) -> None:
        """Shows this ghost."""
        row = row_of(ghost)
        if not self._name.isModified():
            self._name.setText(ghost.name)
            self._name.setCursorPosition(0)
        self._name.setToolTip(plain(ghost.name))
        self._visible.setChecked(ghost.visible)
        self._numbers.show_counts(row)
        self._settings.say(row.settings, f"{row.kernel}, {row.learner}")

    def show_marked(self, marked: bool) -> None:
        """Shows whether its line is thick on the canvas."""
        restyle(self, "marked", marked)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A row is chosen when one of its widgets gets the keyboard."""
        if event.type() == QEvent.Type.FocusIn:
            self.chosen.emit()
        return False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.chosen.emit()

    def enterEvent(self, event: QEnterEvent) -> None:
        self.hovered.emit(True)

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered.emit(False)

    def _rename(self) -> None:
        self._name.setModified(False)
        self._name.setText(self._ghosts.rename(self._style, self._name.text()))

    def _made_button(self, name: str, text: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setText(text)
        button.setToolTip(plain(tip))
        button.setAccessibleName(tip)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button


class NowRow(QFrame):
    """The first row: the run as it is shown now."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("kept.now")
        self.setProperty("ghost_row", True)
        self.swatch = Swatch(self)
        title = PlainLabel(self, _("now"), role="number")
        self._numbers = NumbersRow("kept.now", self)
        self._settings = ElidedText(self)
        _lay_out(self, (self.swatch, title), 1, self._numbers, (self._settings,))

    def show_row(self, row: GhostRow) -> None:
        """Shows these numbers."""
        self._numbers.show_counts(row)
        self._settings.say(row.settings, f"{row.kernel}, {row.learner}")


def _lay_out(whole: QWidget, top: tuple[QWidget, ...], name: int, numbers: QWidget, foot: tuple[QWidget, ...]) -> None:
    """Puts the widgets of a row into three lines; that of this number in the first one takes the room there is."""
    lines = (
        in_row(*(Wide(each, int(k == wide)) for k, each in enumerate(widgets)), spacing=3)
        for widgets, wide in ((top, name), ((numbers,), 0), (foot, 0))
    )
    in_column(*lines, on=whole, margins=(3, 2, 3, 2), spacing=1)


class KeptPanel(ExportingPanel):
    """A row for the present moment and one for each ghost.

    On the canvas the line of the row that is pointed at is thick, or else that of the one clicked or entered last.
    """

    key = "kept"
    title = "Kept moments"
    explanation = "Moments that were kept, beside the present one: errors and settings; point at a row to see its line."
    shortcut = "Ctrl+Shift+K"
    menu_text = "&Kept moments"
    exports = Export.NUMBERS, Export.PICTURE

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._ghosts = workbench.ghosts
        self._rows: dict[int, GhostRowWidget] = {}
        self._hovered: int | None = None
        self._chosen: int | None = None
        tip = _("Keep the boundary and the numbers that are shown now (K)")
        self._keep = push_button(self, "kept.keep", _("&Keep this moment"), self._ghosts.keep, tip)
        self._table = QWidget(self)
        self._table.setObjectName("kept.table")
        titles = TitlesRow("kept.titles", self._table)
        titles.setContentsMargins(4, 0, 4, 0)
        self._now = NowRow(self._table)
        self._empty = PlainLabel(self, _(EMPTY), name="kept.empty", role="muted", wraps=True)
        self._list = in_column(titles, self._now, on=self._table, spacing=3)
        self.column.addWidget(self._keep, 0, Qt.AlignmentFlag.AlignLeft)
        fill(self.column, self._table, self._empty, None)
        self.set_exportable(True)
        self._ghosts.changed.connect(self._show_ghosts)
        workbench.theme.changed.connect(self._recolour)
        workbench.training.frame_arrived.connect(self.request_refresh)
        self._recolour(workbench.theme.palette)
        self._show_ghosts()

    def begin(self) -> None:
        """Takes the keyboard focus."""
        self._keep.setFocus()

    def picture(self) -> QWidget:
        """The rows."""
        return self._table

    def numbers(self) -> Numbers | None:
        """All rows, that of the present moment first."""
        now = self._present()
        rows = [] if now is None else [now]
        rows += [row_of(each) for each in self._ghosts.kept]
        return table(rows) if rows else None

    def refresh(self) -> None:
        """Shows the numbers of the present moment."""
        now = self._present()
        if now is not None:
            self._now.show_row(now)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._hovered = self._chosen = None
        self._mark()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click beside the rows chooses none."""
        super().mousePressEvent(event)
        self._choose(None)

    def _present(self) -> GhostRow | None:
        shown, frame = self.workbench.training.shown, self.workbench.training.frame
        return None if shown is None or frame is None else row_now(shown[0], frame)

    def _show_ghosts(self) -> None:
        kept = {each.style: each for each in self._ghosts.kept}
        for style in [style for style in self._rows if style not in kept]:
            row = self._rows.pop(style)
            row.hide()
            row.deleteLater()
        self._hovered = self._hovered if self._hovered in kept else None
        self._chosen = self._chosen if self._chosen in kept else None
        for style, ghost in kept.items():
            if style not in self._rows:
                self._rows[style] = self._made_row(style)
            self._rows[style].show_ghost(ghost)
        self._empty.setVisible(not kept)
        self._mark()

    def _made_row(self, style: int) -> GhostRowWidget:
        row = GhostRowWidget(style, self._ghosts, self._table)
        row.swatch.show_style(line_style(self.workbench.theme.palette, style))
        row.hovered.connect(partial(self._hover, style))
        row.chosen.connect(partial(self._choose, style))
        self._list.addWidget(row)
        return row

    def _hover(self, style: int, hovered: bool) -> None:
        self._hovered = style if hovered else None
        self._mark()

    def _choose(self, style: int | None) -> None:
        self._chosen = style
        self._mark()

    def _mark(self) -> None:
        marked = self._chosen if self._hovered is None else self._hovered
        for style, row in self._rows.items():
            row.show_marked(style == marked)
        self._ghosts.point_at(marked)

    def _recolour(self, palette: Palette) -> None:
        self._now.swatch.show_style(LineStyle(palette.boundary, ()))
        for style, row in self._rows.items():
            row.swatch.show_style(line_style(palette, style))
