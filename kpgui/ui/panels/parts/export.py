"""Export of an instrument to a file: its numbers or its picture."""

from pathlib import Path

from PySide6.QtWidgets import QWidget

from kpgui.model.errors import KpguiError
from kpgui.model.reading import Numbers
from kpgui.ui.dialogs.messages import show_problem
from kpgui.ui.dialogs.save_path import ask_save_path

NUMBERS, PICTURE = "CSV file (*.csv)", "PNG picture (*.png)"

SCALE = 3.0
"""Pixels of a picture per logical pixel of the screen: enough for a slide."""


def save_numbers(table: Numbers, folder: Path, name: str, parent: QWidget) -> Path | None:
    """Ask for a place and write the table there; None when nothing was written."""
    path = ask_save_path(parent, "Save numbers", folder / f"{name}.csv", NUMBERS)
    return None if path is None else _written(path, csv_of(table), parent)


def save_picture(widget: QWidget, folder: Path, name: str, parent: QWidget) -> Path | None:
    """Ask for a path, write a picture of the widget there, and return the path; None when nothing was written."""
    from PySide6.QtGui import QImage

    from kpgui.figure.output import png_of

    path = ask_save_path(parent, "Save picture", folder / f"{name}.png", PICTURE)
    if path is None:
        return None
    image = QImage(widget.size() * SCALE, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(SCALE)
    widget.render(image)
    return _written(path, png_of(image), parent)


def csv_of(table: Numbers) -> bytes:
    """The table as CSV: a row of names, then one row per entry; numbers read back bit for bit."""
    rows = zip(*(column.tolist() for column in table.columns), strict=True)
    lines = [",".join(table.names), *(",".join(map(repr, row)) for row in rows)]
    return ("\n".join(lines) + "\n").encode()


def _written(path: Path, content: bytes, parent: QWidget) -> Path | None:
    """Write the file and return its path; show a problem in a dialog and return None."""
    from kpgui.formats.storage.files import write_file

    try:
        write_file(path, [content])
    except KpguiError as error:
        show_problem(parent, str(error))
        return None
    return path
