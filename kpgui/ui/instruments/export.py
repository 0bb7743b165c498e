"""Export of an instrument to a file: its numbers or its picture."""

import csv
import io
from collections.abc import Callable
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPainter, QRegion
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QVBoxLayout, QWidget

from kpgui.language import _, later, titled
from kpgui.model.errors import KpguiError
from kpgui.model.reading import Numbers
from kpgui.ui.dialogs.messages import ask_save_path, show_problem
from kpgui.ui.forms.panel import Panel, Workbench
from kpgui.ui.forms.widgets import push_button
from kpgui.ui.session.settings import home_folder
from kpgui.ui.tasks import Background

if TYPE_CHECKING:
    from kpgui.figure.charts.drawing import Drawing

SCALE = 3.0
"""Pixels of a picture per logical pixel of the screen: enough for a slide."""

POINT = 72 / 96
"""Points to a logical pixel of the screen."""

MARGIN = 12
"""Logical pixels around what is in a panel."""

CONTROLS = QAbstractButton, QComboBox, QLineEdit


class Export(Enum):
    """What can be exported: the word for it, and the kinds of files with their suffixes, the usual one first."""

    NUMBERS = later("the numbers"), {later("CSV file"): ".csv"}
    PICTURE = (
        later("the picture"),
        {later("PNG picture"): ".png", later("SVG drawing"): ".svg", later("PDF document"): ".pdf"},
    )

    SCRIPT = later("the script"), {later("Python script"): ".py"}

    def __init__(self, what: str, kinds: dict[str, str]) -> None:
        self.what, self.kinds = what, kinds


def save_numbers(table: Numbers, folder: Path, name: str, parent: QWidget) -> Path | None:
    """Asks for a path and writes the table there; None when nothing was written."""
    path = _asked(Export.NUMBERS, folder, name, parent)
    try:
        if path is not None:
            _write(path, csv_of(table))
    except KpguiError as error:
        show_problem(parent, str(error))
        return None
    return path


def picture_of(widget: QWidget, suffix: str, title: str) -> bytes:
    """The widget as the content of a file with this suffix: SVG and PDF in shapes and letters, else PNG."""
    from kpgui.figure.outputs.pdf import pdf_of
    from kpgui.figure.outputs.png import png_of
    from kpgui.figure.outputs.svg import svg_of

    area = _pictured(widget)
    paper = POINT * area.width(), POINT * area.height()
    if suffix == ".svg":
        return svg_of(partial(_paint, widget, area, POINT), paper, title, pixel=POINT)
    if suffix == ".pdf":
        return pdf_of(partial(_paint, widget, area, POINT), paper, title, title)
    image = QImage(area.size() * SCALE, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    _paint(widget, area, SCALE, painter)
    painter.end()
    return png_of(image)


def _pictured(widget: QWidget) -> QRect:
    """The part of a widget that a picture shows: all of it, or as far as there is more than controls."""
    area = QRect()
    for part in _parts(widget):
        area = area.united(part.geometry())
    return area.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN) if area else widget.rect()


def _parts(widget: QWidget) -> list[QWidget]:
    """What is in a widget besides controls, which mean nothing in a picture."""
    inside = widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return [each for each in inside if each.isVisibleTo(widget) and not isinstance(each, CONTROLS)]


def _paint(widget: QWidget, area: QRect, scale: float, painter: QPainter) -> None:
    """Paints this part of the widget so many times as large, its corner at the origin."""
    painter.scale(scale, scale)
    painter.translate(-area.topLeft())
    painter.fillRect(area, widget.grab(QRect(0, 0, 1, 1)).toImage().pixelColor(0, 0))  # the margins may be outside
    widget.render(painter, QPoint(), QRegion(), QWidget.RenderFlag.DrawWindowBackground)
    for part in _parts(widget):
        painter.save()
        painter.translate(part.pos())
        part.render(painter, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
        painter.restore()


def csv_of(table: Numbers) -> bytes:
    """The table as CSV: a row of names, then one row per entry; numbers read back bit for bit."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.names)
    for row in zip(*(column.tolist() for column in table.columns), strict=True):
        writer.writerow(row)  # one after the other, which leaves the interpreter to the window
    return text.getvalue().encode()


def _asked(what: Export, folder: Path, name: str, parent: QWidget) -> Path | None:
    suggested = folder / f"{name}{next(iter(what.kinds.values()))}"
    kinds = {_(kind): (suffix,) for kind, suffix in what.kinds.items()}
    return ask_save_path(parent, _("Save {what}").format(what=_(what.what)), suggested, kinds, True)


def _write(path: Path, content: bytes) -> None:
    from kpgui.formats.storage import write_file

    write_file(path, [content])


class ExportingPanel(Panel):
    """A panel with a button `<key>.export` below its column for everything in `exports`; none if that is empty.

    exports: declared by the class, in the order of the menu. Numbers come from `numbers`, the picture from `picture`.
    The button is disabled until `set_exportable` says that there is something to export.
    """

    exports: ClassVar[tuple[Export, ...]] = ()

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        workbench.exporters.append(self.exportable)
        what = _(" or ").join(_(each.what) for each in self.exports)
        tip = _("Save {what} of {title}").format(what=what, title=_(self.title))
        self._export = push_button(self, f"{self.key}.export", _("Export…"), self._offer, tip, link=True)
        self._export.setEnabled(False)
        self._export.setVisible(bool(self.exports))
        self._writing = Background(self, f"kpgui {self.key} export")
        self._writing.failed.connect(partial(show_problem, self))
        workbench.closing.connect(self._writing.stop)
        whole, self.column = self.column, QVBoxLayout()
        self.column.setSpacing(whole.spacing())
        whole.addLayout(self.column, 1)
        whole.addWidget(self._export, 0, Qt.AlignmentFlag.AlignRight)

    def numbers(self) -> Numbers | None:
        """All the numbers for a file; None if there are none at present."""
        raise NotImplementedError

    def script(self) -> str:
        """A program that computes the same elsewhere. Raises KpguiError where there is none."""
        raise NotImplementedError

    def picture(self) -> "QWidget | Drawing":
        """The widget that a picture shows, or what draws one."""
        return self

    def set_exportable(self, exportable: bool) -> None:
        """Says whether there is anything to export."""
        self._export.setEnabled(exportable)

    def export(self, what: Export) -> None:
        """Asks for a path and saves the numbers, the picture or the script there, in the background."""
        path = self.workbench.document.path
        folder = home_folder() if path is None else path.parent
        try:
            text = self.script() if what is Export.SCRIPT else ""
        except KpguiError as error:
            show_problem(self, str(error))
            return
        numbers = self.numbers() if what is Export.NUMBERS else None
        picture = self.picture() if what is Export.PICTURE else None
        path = None if what is Export.NUMBERS and numbers is None else _asked(what, folder, self.key, self)
        if path is None:
            return
        content: Callable[[], bytes] = text.encode
        suffix = path.suffix.lower()
        if numbers is not None:
            content = partial(csv_of, numbers)
        elif isinstance(picture, QWidget):
            content = partial(bytes, picture_of(picture, suffix, self.key))  # a widget is drawn in this thread
        elif picture is not None:
            content = partial(picture.content, self.workbench.style(), suffix)
        said = _("Saved {name}").format(name=path.name)
        self._writing.do("", lambda token: _write(path, content()), lambda __: self.workbench.said.emit(said))

    def exportable(self) -> list[tuple[str, str, Callable[[], object]]]:
        """What the panel offers now: a key, a title, and what asks for a path and saves it there."""
        if not self._export.isEnabled() or not self.isVisible():
            return []
        return [
            (f"{self.key}.{each.name.lower()}", titled(_(self.title), _(each.what)), partial(self.export, each))
            for each in self.exports
        ]

    def _offer(self) -> None:
        self.workbench.export_asked.emit(f"{self.key}.{self.exports[0].name.lower()}")
