"""What a screen reader is told of a window: the nodes of Qt's accessibility tree."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QWidget

Role, Text = QAccessible.Role, QAccessible.Text

CONTROLS = {
    Role.Button,
    Role.ButtonMenu,
    Role.CheckBox,
    Role.ComboBox,
    Role.EditableText,
    Role.List,
    Role.PageTab,
    Role.RadioButton,
    Role.Slider,
    Role.SpinBox,
    Role.Table,
    Role.Tree,
}
"""Roles of what people use, in contrast to what only holds it."""

MOST = 60
"""Children of a node that are looked at: a table of 10 000 rows says nothing new after these."""


@dataclass(frozen=True, slots=True)
class Node:
    """role, name, description and value: as the screen reader gets them. focusable: whether the keyboard comes to it.

    widget: None for what is not a widget, such as a cell.
    """

    role: Role
    name: str
    description: str
    value: str
    focusable: bool
    widget: QWidget | None

    def __str__(self) -> str:
        widget = type(self.widget).__name__, self.widget.objectName() if self.widget is not None else ""
        return f"{self.role.name} {self.name!r} {self.value!r} ({' '.join(widget).strip()})"

    @property
    def used(self) -> bool:
        return self.focusable or self.role in CONTROLS


def nodes(widget: QWidget) -> list[Node]:
    """The visible nodes of a window, in the order of the tree."""
    return [node(each) for each in _walk(QAccessible.queryAccessibleInterface(widget))]


def node(what: QAccessibleInterface) -> Node:
    name = what.text(Text.Name)
    if what.role() in (Role.ComboBox, Role.SpinBox):
        # On Linux the name of a choice is its value, and a label says what is chosen.
        name = " ".join(
            each.text(Text.Name) for each, kind in what.relations() if kind & QAccessible.RelationFlag.Label
        ) or (what.object().accessibleName() if what.role() == Role.SpinBox else "")
    widget = what.object()
    return Node(
        what.role(),
        name,
        what.text(Text.Description),
        what.text(Text.Value),
        bool(what.state().focusable),
        widget if isinstance(widget, QWidget) else None,
    )


def _walk(what: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    if what.state().invisible:
        return
    yield what
    for k in range(min(what.childCount(), MOST)):
        child = what.child(k)
        if child is not None:
            yield from _walk(child)
