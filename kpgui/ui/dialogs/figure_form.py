"""The choices of a figure as a form, generated from the parameters of its style."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from kpgui.figure.style import Style
from kpgui.language import _, later
from kpgui.model.param import Value
from kpgui.ui.forms.forms import Row
from kpgui.ui.look.plain_text import PlainLabel

GROUPS = (
    (later("Size"), ("width", "height", "dpi", "font_size")),
    (
        later("What is shown"),
        (
            *("title", "counters", "formula", "legend", "colour_bar", "axes", "ticks", "grid"),
            *("rings", "wrong", "ghosts", "transparent"),
        ),
    ),
    (later("Look"), ("theme", "field", "boundary", "boundary_width", "margins", "margin_width", "point_size")),
    (later("File"), ("embed", "svg_text")),
)
"""The titles of the form's groups, and the choices in each."""

LABELS = {
    "font_size": later("Font size (0: automatic)"),
    "wrong": later("Wrong points"),
    "embed": later("Session in it"),
    "svg_text": later("SVG as text"),
}
"""Labels that say more than the names of the choices."""


class FigureForm(QScrollArea):
    """The choices in groups; those that are on or off stand two in a row."""

    edited = Signal(str, object)
    """Name and value of a choice that was made."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("figure.form")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._rows: dict[str, Row] = {}
        self._whole = whole = QWidget(self)
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 12, 0)
        column.setSpacing(4)
        declared = {each.name: each for each in Style.params()}
        for title, names in GROUPS:
            heading = PlainLabel(whole, _(title), role="heading")
            column.addWidget(heading)
            grid = QGridLayout()
            grid.setHorizontalSpacing(8)
            grid.setVerticalSpacing(4)
            place = 0
            for name in names:
                wide = declared[name].scale != "flag"
                place += place % 2 if wide else 0
                row = Row("figure", declared[name], "", whole, _(LABELS.get(name, "")))
                row.edited.connect(self._edit)
                grid.addWidget(row, place // 2, place % 2, 1, 2 if wide else 1)
                self._rows[name] = row
                place += 2 if wide else 1
            column.addLayout(grid)
            column.addSpacing(8)
        column.addStretch(1)
        self.setWidget(whole)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.setFixedWidth(self._whole.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width())

    def show_values(self, values: Mapping[str, Value]) -> None:
        """Shows these choices without emitting `edited`."""
        for name, row in self._rows.items():
            row.show_value(values[name])

    def _edit(self, name: str, value: Value, __: object) -> None:
        self.edited.emit(name, value)
