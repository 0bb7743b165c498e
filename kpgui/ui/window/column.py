"""The column of the setup: panels as sections of one scroll area, each of which can be collapsed."""

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from kpgui.geometry.palette import Palette
from kpgui.language import _, sentence, titled
from kpgui.ui.forms.panel import Panel
from kpgui.ui.forms.widgets import ColumnArea, Reveal, Surface, Wide, in_column
from kpgui.ui.look.icons import icon
from kpgui.ui.look.scale import APART, CLOSE, hold, scale, scaled
from kpgui.ui.look.style import named
from kpgui.ui.window.docks import keep_scroll_bar
from kpgui.ui.window.keys import TabOrder

COLUMN_WIDTH, LEAST_WIDTH = 280, 240
"""Width of the column in pixels, and the least to which it can be dragged."""

RAIL_ICON = 20

LEAST_HEIGHT = 120


class SectionHeader(QPushButton):
    """The title of a section, which expands and collapses it: by a click, Return, or Right and Left."""

    def __init__(self, panel: Panel, parent: QWidget) -> None:
        super().__init__(_(panel.title), parent)
        self._explanation = _(panel.explanation)
        self.setObjectName(f"section.{panel.key}")
        self.setProperty("header", True)
        self.setCheckable(True)
        self.setChecked(True)
        self.setToolTip(_(panel.explanation))
        self.describe()

    def describe(self) -> None:
        """Tells the state to a screen reader, which hears of a check mark only that it is set."""
        state = _("Expanded") if self.isChecked() else _("Collapsed")
        self.setAccessibleDescription(f"{sentence(state)} {self._explanation}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.setChecked(event.key() == Qt.Key.Key_Right)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().placeholderText().color(), 1.5))
        mirrored, aside = self.isRightToLeft(), scale() * 14
        painter.translate(aside if mirrored else self.width() - aside, self.height() / 2)
        painter.scale(scale(), scale())
        if not self.isChecked():
            painter.rotate(90 if mirrored else -90)
        painter.drawPolyline(QPolygonF([QPointF(-4, -2), QPointF(0, 2), QPointF(4, -2)]))


class Section(QWidget):
    """A panel below a header that collapses it."""

    toggled = Signal(bool)
    """Whether it is expanded now."""

    def __init__(self, panel: Panel, parent: QWidget) -> None:
        super().__init__(parent)
        self.panel = panel
        self._header = SectionHeader(panel, self)
        in_column(self._header, panel, on=self, margins=(0, 0, 0, APART), spacing=0)
        self._header.toggled.connect(self._show_panel)
        self._reveal = Reveal(self)

    @property
    def expanded(self) -> bool:
        return self._header.isChecked()

    @expanded.setter
    def expanded(self, expanded: bool) -> None:
        self._header.setChecked(expanded)

    def bring(self) -> None:
        """Expands the section and scrolls to it."""
        self.expanded = True
        self._reveal.start()

    def _show_panel(self, expanded: bool) -> None:
        self.panel.setVisible(expanded)
        self._header.describe()
        if expanded:
            self._reveal.start()
        self.toggled.emit(expanded)


class Rail(Surface):
    """What the setup folds to: a button with an icon for each section, which unfolds it there."""

    wanted = Signal(str)
    """The key of a section."""

    def __init__(self, panels: Iterable[type[Panel]]) -> None:
        super().__init__(None, "setup.rail", _("Setup"))
        self._buttons = {panel.key: self._made_button(panel) for panel in panels}
        in_column(*self._buttons.values(), None, on=self, margins=(CLOSE, CLOSE, CLOSE, CLOSE), spacing=CLOSE)

    def _made_button(self, panel: type[Panel]) -> QToolButton:
        title = _(panel.title)
        button = named(QToolButton(self), f"rail.{panel.key}", title, titled(title, _(panel.explanation)))
        hold(button, icon=RAIL_ICON)
        button.clicked.connect(partial(self.wanted.emit, panel.key))
        return button

    def recolour(self, palette: Palette) -> None:
        """Draws the icons in a theme's colours."""
        for key, button in self._buttons.items():
            button.setIcon(icon("order" if key == "run" else key, palette.text, palette.grid))


class SetupColumn(Surface):
    """The sections in a scroll area."""

    def __init__(self, panels: Iterable[Panel]) -> None:
        super().__init__(None, "panel.setup")
        hold(self, least_width=LEAST_WIDTH, least_height=LEAST_HEIGHT)
        self.area = named(ColumnArea(self), "setup.area")
        keep_scroll_bar(self.area)
        self._page = page = named(QWidget(self.area), "panel_page")
        self.sections = {panel.key: Section(panel, page) for panel in panels}
        in_column(*self.sections.values(), None, on=page, spacing=0)
        self.area.setWidget(page)
        TabOrder(page)
        in_column(Wide(self.area), on=self)

    def sizeHint(self) -> QSize:
        return QSize(scaled(COLUMN_WIDTH), self._page.sizeHint().height())

    @property
    def collapsed(self) -> list[str]:
        """The keys of the collapsed sections."""
        return [key for key, section in self.sections.items() if not section.expanded]

    @collapsed.setter
    def collapsed(self, keys: list[str]) -> None:
        for key, section in self.sections.items():
            section.expanded = key not in keys
