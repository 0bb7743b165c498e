"""The tools at the edge of the canvas, and the settings of the tool in use."""

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QMainWindow, QSizePolicy, QStyle, QToolBar, QToolButton, QWidget

from kpgui.language import _
from kpgui.model.param import Param, Value
from kpgui.ui.actions.actions import SEPARATOR, TOOL_STRIP, Actions
from kpgui.ui.canvas.gestures import ToolBox
from kpgui.ui.forms.fields import ChoiceField, FlagField, NumberField, describe
from kpgui.ui.forms.widgets import Wide, fill, in_row
from kpgui.ui.look.scale import hold, scaled
from kpgui.ui.look.style import PlainLabel
from kpgui.words.overrides import label_text

NUMBER_WIDTH = 56


class OptionsBar(QToolBar):
    """A tool bar for the settings, which is below another one where there is too little room beside it."""

    def __init__(self, tools: ToolBox, other: QToolBar, window: QMainWindow) -> None:
        super().__init__(_("Settings of the tool"), window)
        self.setObjectName("tool_options_bar")
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._other, self._window = other, window
        self.options = ToolOptions(tools, self)
        self.addWidget(self.options)
        window.addToolBar(self)
        window.installEventFilter(self)

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._wrap()
        return done

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._wrap()
        return False

    def _wrap(self) -> None:
        needed = self._other.sizeHint().width() + self.sizeHint().width()
        below = not self.options.empty and needed > self._window.width()
        if below and not self._window.toolBarBreak(self):
            self._window.insertToolBarBreak(self)
        elif not below and self._window.toolBarBreak(self):
            self._window.removeToolBarBreak(self)


class ToolOptions(QWidget):
    """A field for each parameter of the tool in use, named `param.tool.<name>`."""

    refused = Signal(str)
    """A sentence about why a value was refused; "" when it is valid again."""

    def __init__(self, tools: ToolBox, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tool_options")
        self._tools = tools
        self._line: _ToolFields | None = None
        self._row = in_row(on=self, margins=(16, 0, 0, 0))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        tools.changed.connect(self._follow)
        self._follow()

    @property
    def empty(self) -> bool:
        """Whether the tool has no settings."""
        return not self._tools.current.params()

    def _follow(self) -> None:
        tool = self._tools.current
        if self._line is None or self._line.key != tool.key:
            if self._line is not None:
                self._line.retire()
            self._line = _ToolFields(self._tools, self)
            self._line.refused.connect(self.refused)
            self._row.addWidget(self._line)
        self._line.show_values(tool.settings())


class _ToolFields(QWidget):
    """The fields of one tool."""

    refused = Signal(str)

    def __init__(self, tools: ToolBox, parent: QWidget) -> None:
        super().__init__(parent)
        tool = tools.current
        self.key = tool.key
        self._tools = tools
        self._fields: dict[str, NumberField | ChoiceField | FlagField] = {}
        fields = in_row(on=self, spacing=6)
        for each in tool.params():
            field = self._made_field(each, _(tool.title))
            label = PlainLabel(self, label_text(each), role="muted")
            describe(each, _(tool.title), label, field)
            field.setObjectName(f"param.tool.{each.name}")
            self._fields[each.name] = field
            fill(fields, label, field, 6)

    def _made_field(self, param: Param, owner: str) -> NumberField | ChoiceField | FlagField:
        def adjust(value: Value) -> None:
            self._tools.adjust(param.name, value)

        if param.scale == "choice":
            choice = ChoiceField(self)
            choice.offer(param.choices)
            choice.currentIndexChanged.connect(lambda index: adjust(choice.itemData(index)))
            return choice
        if param.scale == "flag":
            flag = FlagField(self)
            flag.toggled.connect(adjust)
            return flag
        number = NumberField(param, owner, self)
        hold(number, width=NUMBER_WIDTH)
        number.given.connect(adjust)
        number.refused.connect(self.refused)
        return number

    def show_values(self, values: dict[str, Value]) -> None:
        """Shows these values without emitting signals."""
        for name, value in values.items():
            self._fields[name].show_value(value)

    def retire(self) -> None:
        """Removes the fields, which give up their names at once, for another tool's."""
        for field in self._fields.values():
            field.setObjectName("")
        self.hide()
        self.deleteLater()


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
    in_row(strip, Wide(canvas), on=both, spacing=0)
    return both
