"""The tools at the edge of the canvas, and the settings of the tool in use."""

from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QMainWindow, QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from kpgui.language import _
from kpgui.model.param import Param, Value
from kpgui.ui.actions.actions import FIRST_TOOLS, MORE_TOOLS, Actions
from kpgui.ui.canvas.gestures import ToolBox
from kpgui.ui.forms.fields import ChoiceField, FlagField, NumberField, describe
from kpgui.ui.forms.widgets import Wide, fill, in_row
from kpgui.ui.look.scale import hold
from kpgui.ui.look.style import PlainLabel
from kpgui.words.overrides import label_text

NUMBER_WIDTH = 56

ICON = 20
"""Side of an icon in pixels."""


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


class ToolStrip(QToolBar):
    """The tools that a course begins with, those of the others that have been used, and a list of the rest."""

    def __init__(self, actions: Actions) -> None:
        super().__init__(_("Tools"))
        self._actions = actions
        self.setObjectName("tool_strip")
        self.setAccessibleName(_("Tools"))
        self.setOrientation(Qt.Orientation.Vertical)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        hold(self, icon=ICON)
        actions.fill_tool_bar(self, FIRST_TOOLS)
        more = QToolButton(self)
        more.setObjectName("tool_strip.more")
        more.setText("…")
        more.setToolTip(_("More tools; one that is used stays here"))
        more.setAccessibleName(_("More tools"))
        more.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(more)
        menu.addActions([actions[name] for name in MORE_TOOLS.split()])
        more.setMenu(menu)
        self._more = self.addWidget(more)
        for name in MORE_TOOLS.split():
            actions[name].toggled.connect(partial(self._keep, name))

    def _keep(self, name: str, used: bool) -> None:
        if used and self.widgetForAction(self._actions[name]) is None:
            self._actions.add_button(self, name, before=self._more)


def beside(strip: ToolStrip, canvas: QWidget) -> QWidget:
    """One widget with the strip and the canvas side by side."""
    both = QWidget()
    in_row(strip, Wide(canvas), on=both, spacing=0)
    return both
