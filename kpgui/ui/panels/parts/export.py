"""Export of an instrument to a file: its numbers or its picture."""

import csv
import io
from enum import Enum
from pathlib import Path

from PySide6.QtWidgets import QWidget

from kpgui.model.errors import KpguiError
from kpgui.model.reading import Numbers
from kpgui.ui.dialogs.messages import show_problem
from kpgui.ui.dialogs.save_path import ask_save_path

SCALE = 3.0
"""Pixels of a picture per logical pixel of the screen: enough for a slide."""


class Export(Enum):
    """What can be exported: the word for it, the suffix of the file, and the name of the format."""

    NUMBERS = "numbers", ".csv", "CSV file"
    PICTURE = "picture", ".png", "PNG picture"

    def __init__(self, what: str, suffix: str, kind: str) -> None:
        self.what, self.suffix, self.kind = what, suffix, kind


def save_numbers(table: Numbers, folder: Path, name: str, parent: QWidget) -> Path | None:
    """Ask for a path and write the table there; None when nothing was written."""
    path = _asked(Export.NUMBERS, folder, name, parent)
    return None if path is None else _written(path, csv_of(table), parent)


def save_picture(widget: QWidget, folder: Path, name: str, parent: QWidget) -> Path | None:
    """Ask for a path, write a picture of the widget there, and return the path; None when nothing was written."""
    from PySide6.QtGui import QImage

    from kpgui.figure.outputs.png import png_of

    path = _asked(Export.PICTURE, folder, name, parent)
    if path is None:
        return None
    image = QImage(widget.size() * SCALE, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(SCALE)
    widget.render(image)
    return _written(path, png_of(image), parent)


def csv_of(table: Numbers) -> bytes:
    """The table as CSV: a row of names, then one row per entry; numbers read back bit for bit."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.names)
    writer.writerows(zip(*(column.tolist() for column in table.columns), strict=True))
    return text.getvalue().encode()


def _asked(what: Export, folder: Path, name: str, parent: QWidget) -> Path | None:
    suggested = folder / f"{name}{what.suffix}"
    return ask_save_path(parent, f"Save {what.what}", suggested, f"{what.kind} (*{what.suffix})")


def _written(path: Path, content: bytes, parent: QWidget) -> Path | None:
    """Write the file and return its path; show a problem in a dialog and return None."""
    from kpgui.formats.storage.files import write_file

    try:
        write_file(path, [content])
    except KpguiError as error:
        show_problem(parent, str(error))
        return None
    return path
