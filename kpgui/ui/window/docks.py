"""Docks: panels with a title that can be closed, moved and restored."""

from collections.abc import Callable

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractSlider,
    QDockWidget,
    QMainWindow,
    QMenu,
    QScrollArea,
    QScrollBar,
    QWidget,
)

from kpgui.geometry.palette import Palette
from kpgui.language import _
from kpgui.ui.forms.panel import Panel
from kpgui.ui.forms.widgets import ColumnArea, Surface, in_row, tool_button
from kpgui.ui.look.icons import icon
from kpgui.ui.look.scale import CLOSE, LOOSE, hold, scaled
from kpgui.ui.look.style import PlainLabel, named, plain

INSTRUMENT_WIDTH = 224
"""Least width of the instruments, on the right."""

LEAST_HEIGHT = 56

CROSS = 12
"""Side of the icon that closes a dock, in pixels."""


class _ScrollBar(QScrollBar):
    """A scroll bar that is disabled while there is nothing to scroll."""

    def sliderChange(self, change: QAbstractSlider.SliderChange) -> None:
        super().sliderChange(change)
        if change is QAbstractSlider.SliderChange.SliderRangeChange:
            self.setEnabled(self.maximum() > self.minimum())


def keep_scroll_bar(area: QScrollArea) -> None:
    """Gives an area a vertical scroll bar that is always there, so that what is in it keeps its width as it grows."""
    area.setVerticalScrollBar(_ScrollBar(Qt.Orientation.Vertical, area))
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)


class PanelScroll(ColumnArea):
    """Scroll area of a panel. The panel is made when it is first needed or shown."""

    def __init__(self, make: Callable[[], Panel], width: int) -> None:
        super().__init__()
        self._make = make
        self._panel: Panel | None = None
        self._width = width
        keep_scroll_bar(self)
        hold(self, least_width=width, least_height=LEAST_HEIGHT)

    def fill(self) -> Panel:
        """Returns the panel, making it if need be."""
        if self._panel is None:
            self._panel = self._make()
            self.setWidget(self._panel)
        return self._panel

    def wanted_width(self) -> int:
        """The width that the panel wants or, where its texts are long, needs."""
        panel = self.fill()
        bar = self.verticalScrollBar().sizeHint().width()
        return max(scaled(panel.wanted_width), panel.minimumSizeHint().width() + bar)

    def sizeHint(self) -> QSize:
        height = LEAST_HEIGHT if self._panel is None else self._panel.sizeHint().height()
        return QSize(scaled(self._width), height)

    def showEvent(self, event: QShowEvent) -> None:
        self.fill().show()
        super().showEvent(event)

    def show_panel(self, seen: bool) -> None:
        """Hides the panel while it is behind another tab, where Qt leaves it shown, and at work, off the screen."""
        if self._panel is not None:
            self._panel.setVisible(seen)


class DockTitle(Surface):
    """A dock's title, which `tip` explains, with a close button. Dragging moves the dock, a double click floats it.

    In tabs, which show the title, a list of them in its place: where they have too little room they are cut.
    """

    def __init__(self, dock: QDockWidget, tip: str) -> None:
        super().__init__(dock)
        name = dock.windowTitle()
        self._label = label = PlainLabel(self, name, role="heading")
        label.setToolTip(plain(tip))
        self._dock = dock
        brings_back = _("Close {name}; the Panels menu brings it back").format(name=name)
        self._close = tool_button(self, "", _("Close {name}").format(name=name), dock.close, brings_back)
        hold(self._close, icon=CROSS, width=20, height=20)
        shared = _("List the panels that share this place")
        self._list = tool_button(
            self, f"{dock.objectName()}.list", _("Panels in this place"), self._show_list, shared, text="…"
        )
        self._menu = QMenu(self._list)
        in_row(label, None, self._list, self._close, on=self, margins=(LOOSE, CLOSE, CLOSE, 0))

    @property
    def _others(self) -> list[QDockWidget]:
        """The docks that share its tabs."""
        window = self._dock.parentWidget()
        return window.tabifiedDockWidgets(self._dock) if isinstance(window, QMainWindow) else []

    def show_title(self) -> None:
        """Shows the title unless a tab shows it."""
        tabbed = bool(self._others)
        self._label.setText("" if tabbed else self._dock.windowTitle())
        self._list.setVisible(tabbed)

    def _show_list(self) -> None:
        self._menu.clear()
        for dock in self._others:
            self._menu.addAction(dock.windowTitle()).triggered.connect(dock.raise_)
        self._menu.popup(self._list.mapToGlobal(self._list.rect().bottomLeft()))

    def recolour(self, palette: Palette) -> None:
        self._close.setIcon(icon("close", palette.muted, palette.grid, CROSS))


def made_dock(key: str, title: str, content: QWidget, parent: QWidget) -> QDockWidget:
    """A dock `dock.<key>` with this content and Qt's own title bar."""
    dock = named(QDockWidget(title, parent), f"dock.{key}", title)
    dock.setWidget(content)
    return dock


class Grip(Surface):
    """A narrow handle in place of the title bar, for a dock that is a bar."""

    def __init__(self, dock: QDockWidget) -> None:
        super().__init__(dock)
        self.setToolTip(_("Drag to move the bar"))
        self.setCursor(Qt.CursorShape.SizeAllCursor)

    def sizeHint(self) -> QSize:
        return QSize(12, 12)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().mid())
        for k in range(-2, 3):
            painter.drawEllipse(QPointF(7, self.height() / 2 + 6 * k), 1.5, 1.5)
