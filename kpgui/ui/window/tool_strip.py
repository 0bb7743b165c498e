"""The tools at the edge of the canvas, and the settings of the tool in use."""

from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QSizePolicy, QToolBar, QWidget

from kpgui.language import _, without_key
from kpgui.model.param import Value
from kpgui.ui.actions.actions import FIRST_TOOLS, MORE_TOOLS, Actions
from kpgui.ui.canvas.gestures import ToolBox
from kpgui.ui.forms.fields import ChoiceField, FlagField, NumberField, describe, made_field
from kpgui.ui.forms.text_field import TextField
from kpgui.ui.forms.widgets import Wide, fill, in_row, tool_button
from kpgui.ui.look.scale import CLOSE, EDGE, hold, scaled
from kpgui.ui.look.style import PlainLabel, named
from kpgui.words.overrides import label_text

NUMBER_WIDTH = 56

ICON, SMALL_ICON, AROUND, TITLE = 20, 16, 9, 20
"""Sides of an icon, and what a button and a menu's title take beyond it, in pixels."""


class OptionsBar(QToolBar):
    """The settings of the tool in use: beside the tool bar, or in a line of their own where that has no room."""

    def __init__(self, tools: ToolBox, window: QMainWindow) -> None:
        super().__init__(_("Settings of the tool"), window)
        self.setObjectName("tool_options_bar")
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.options = ToolOptions(tools, self)
        self.addWidget(self.options)


class MenuCorner(QWidget):
    """What shares the line with the menus: the tool bar and the settings of the tool, as far as they fit.

    What does not is in a line below.
    """

    def __init__(self, bar: QToolBar, settings: OptionsBar, window: QMainWindow) -> None:
        super().__init__(window.menuBar())
        self._bar, self._settings, self._window = bar, settings, window
        self._row = in_row(on=self, spacing=0)
        self._beside: list[QToolBar] = []
        window.installEventFilter(self)
        settings.installEventFilter(self)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._wrap()
        return False

    def sizeHint(self) -> QSize:
        hints = [each.sizeHint() for each in self._beside]
        return QSize(sum(hint.width() for hint in hints), max((hint.height() for hint in hints), default=0))

    def _wrap(self) -> None:
        menus = self._window.menuBar()
        if menus.isHidden():  # as all bars are in a presentation
            return
        titles = (without_key(action.text()) for action in menus.actions())
        room = self._window.width() - sum(
            menus.fontMetrics().horizontalAdvance(title) + scaled(TITLE) for title in (*titles, "")
        )
        bar, settings = self._bar.sizeHint().width(), self._settings.sizeHint().width()
        empty = self._settings.options.empty
        beside = [self._bar] if bar <= room else []
        if beside and (empty or bar + settings <= room):
            beside.insert(0, self._settings)
        # A layout that was kept before they stood here takes them back into the window's own lines.
        taken = any(self._window.toolBarArea(each) != Qt.ToolBarArea.NoToolBarArea for each in beside)
        if taken or beside != self._beside:
            self._beside = beside
            self._place()
        for each in (self._bar, self._settings):  # never narrower for a moment, which would leave an arrow behind
            each.setMinimumWidth(each.sizeHint().width() if each in self._beside else 0)
        if self.size() != self.sizeHint():
            # A menu bar lays its corner out only when it is resized itself.
            QCoreApplication.sendEvent(menus, QResizeEvent(menus.size(), menus.size()))
        apart = not beside and not empty and bar + settings > self._window.width()
        if apart != self._window.toolBarBreak(self._settings):
            (self._window.insertToolBarBreak if apart else self._window.removeToolBarBreak)(self._settings)

    def _place(self) -> None:
        for each in (self._bar, self._settings):
            self._row.removeWidget(each)
            self._window.removeToolBar(each)
            if each not in self._beside:
                self._window.addToolBar(each)
        for each in self._beside:
            self._row.addWidget(each)
        for each in (self._bar, self._settings):
            each.show()
        self.updateGeometry()


class ToolOptions(QWidget):
    """A field for each parameter of the tool in use, named `param.tool.<name>`."""

    refused = Signal(str)
    """A sentence about why a value was refused; "" when it is valid again."""

    def __init__(self, tools: ToolBox, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tool_options")
        self._tools = tools
        self._line: _ToolFields | None = None
        self._row = in_row(on=self, margins=(EDGE, 0, 0, 0))
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
        self._fields: dict[str, NumberField | TextField | ChoiceField | FlagField] = {}
        fields = in_row(on=self, spacing=CLOSE)
        for each in tool.params():
            field = made_field(each, _(tool.title), self, partial(tools.adjust, each.name), self.refused.emit)
            if isinstance(field, NumberField):
                hold(field, width=NUMBER_WIDTH)
            label = PlainLabel(self, label_text(each), role="muted")
            describe(each, _(tool.title), label, field)
            field.setObjectName(f"param.tool.{each.name}")
            self._fields[each.name] = field
            fill(fields, label, field, CLOSE)

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
    """The tools that a course begins with, the one of the others that was used last, and a list of those."""

    def __init__(self, actions: Actions) -> None:
        super().__init__(_("Tools"))
        self._actions = actions
        named(self, "tool_strip", _("Tools"))
        self.setOrientation(Qt.Orientation.Vertical)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        hold(self, icon=ICON)
        actions.fill_tool_bar(self, FIRST_TOOLS)
        tip = _("More tools; one that is used stays here")
        more = tool_button(
            self,
            "tool_strip.more",
            _("More tools"),
            lambda: self.menu.popup(more.mapToGlobal(more.rect().topRight())),
            tip,
            text="…",
        )
        self.menu = QMenu(more)
        self.menu.addActions([actions[name] for name in MORE_TOOLS.split()])
        self._more = self.addWidget(more)
        self._kept: QAction | None = None
        for name in MORE_TOOLS.split():
            actions[name].toggled.connect(partial(self._keep, name))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Has smaller icons where it is low."""
        buttons = len(FIRST_TOOLS.split()) + 2
        side = scaled(ICON if event.size().height() >= buttons * scaled(ICON + AROUND) else SMALL_ICON)
        if side != self.iconSize().width():
            self.setIconSize(QSize(side, side))
        super().resizeEvent(event)

    def _keep(self, name: str, used: bool) -> None:
        action = self._actions[name]
        if used and action is not self._kept:
            if self._kept is not None:
                self.removeAction(self._kept)
            self._kept = action
            self._actions.add_button(self, name, before=self._more)


def beside(strip: QWidget, canvas: QWidget) -> QWidget:
    """One widget with a strip and the canvas side by side."""
    both = QWidget()
    in_row(strip, Wide(canvas), on=both, spacing=0)
    return both
