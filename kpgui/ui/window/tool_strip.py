"""The tool strip: the tools at the edge of the canvas, in one column, or in several where the window is low."""

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QStyle, QToolButton, QWidget

from kpgui.language import _
from kpgui.ui.actions.actions import SEPARATOR, TOOL_STRIP, Actions
from kpgui.ui.look.scale import scaled

LARGEST, SMALLEST = 20, 16
"""Sides of an icon in pixels, the larger one with type of usual size."""

MARGIN = 8
"""What a button is larger than its icon."""

EDGE, GAP, RULE = 4, 2, 9
"""Pixels around all buttons and between them, and what a line between two groups takes along the strip."""

LEAST_ROWS = 3


class ToolStrip(QWidget):
    """A low strip first has smaller icons, then several columns: no tool is ever hidden."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tool_strip")
        self.setAccessibleName(_("Tools"))
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self._icon = LARGEST
        self._width = 0
        self._parts: list[QToolButton | QFrame] = [
            QFrame(self) if name == SEPARATOR else _button(actions, name, self) for name in TOOL_STRIP.split()
        ]

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.LayoutRequest):
            self._arrange()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def sizeHint(self) -> QSize:
        return QSize(self._width, self._needed(scaled(LARGEST) + MARGIN))

    def minimumSizeHint(self) -> QSize:
        """One column's width: a window that is low for a moment must not grow wider."""
        side = scaled(LARGEST) + MARGIN
        return QSize(side + 2 * EDGE, LEAST_ROWS * (side + GAP) + 2 * EDGE)

    def _needed(self, side: int) -> int:
        """The height of one column of all."""
        return 2 * EDGE - GAP + sum(GAP + (RULE if isinstance(part, QFrame) else side) for part in self._parts)

    def _arrange(self) -> None:
        largest = scaled(LARGEST)
        rules = [part for part in self._parts if isinstance(part, QFrame)]
        spare = self.height() - self._needed(MARGIN)
        icon = min(largest, spare // (len(self._parts) - len(rules)))
        icon = icon if icon >= SMALLEST else largest
        for part in self._parts:
            if isinstance(part, QToolButton) and part.iconSize().width() != icon:
                part.setIconSize(QSize(icon, icon))
        side = icon + MARGIN
        places = _flow([isinstance(part, QFrame) for part in self._parts], side, self.height() - EDGE)
        columns = 1 + max(place.x() for place in places) // (side + GAP)
        width = columns * (side + GAP) - GAP + 2 * EDGE
        if width != self._width:
            self._width = width
            self.updateGeometry()
        for part, place in zip(self._parts, places, strict=True):
            part.setVisible(not place.isEmpty())
            place.translate(EDGE, 0)
            part.setGeometry(QStyle.visualRect(self.layoutDirection(), QRect(0, 0, width, self.height()), place))


def _flow(rules: list[bool], side: int, bottom: int) -> list[QRect]:
    """Where buttons and the lines between their groups are in columns of this height; no line begins one."""
    places = []
    x, y = 0, EDGE
    for rule in rules:
        length = RULE if rule else side
        if y + length > bottom and y > EDGE:
            x, y = x + side + GAP, EDGE
        if rule:
            places.append(QRect(x + 2, y + RULE // 2, side - 4, 1 if y > EDGE else 0))
            length = length if y > EDGE else -GAP
        else:
            places.append(QRect(x, y, side, side))
        y += length + GAP
    return places


def _button(actions: Actions, name: str, parent: QWidget) -> QToolButton:
    button = QToolButton(parent)
    button.setDefaultAction(actions[name])
    button.setIconSize(QSize(LARGEST, LARGEST))
    button.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    button.setAccessibleName(actions[name].iconText())
    return button


def beside(strip: ToolStrip, canvas: QWidget) -> QWidget:
    """One widget with the strip and the canvas side by side."""
    both = QWidget()
    row = QHBoxLayout(both)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(0)
    row.addWidget(strip)
    row.addWidget(canvas, 1)
    return both
