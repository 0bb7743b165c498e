"""Comma-separated values."""

import csv
import io
import re
from typing import ClassVar

from kpgui.formats.base import MAX_CELLS, MAX_ROWS, TextFormat, too_long
from kpgui.formats.columns import Rows, read_rows, write_rows
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session, View

DELIMITERS = "\t;,"
SNIFFED = 20
_QUOTED = re.compile(r'"[^"]*"')


class Csv(TextFormat):
    """One row a point; see `kpgui.formats.columns` for how the columns are told apart.

    Commas, semicolons or tabs between the cells, found by looking; quoted cells; a decimal comma where
    commas do not separate; any line ends; lines that begin with # are comments. Written with commas and decimal points.
    """

    key = "csv"
    title = "Comma-separated values"
    suffixes = (".csv",)
    meaning = "points with their labels, one row each; opens in every spreadsheet"
    written_with: ClassVar[str] = ","

    def recognises_text(self, start: str) -> bool:
        return _delimiter(start) is not None

    def read_text(self, text: str, where: str) -> Session:
        delimiter = _delimiter(text) or self.written_with
        if text.count(delimiter) > MAX_CELLS:
            raise too_long(where)
        dataset = read_rows(_rows(text, delimiter, where))
        return Session(dataset, view=View.around(dataset.points))

    def write_text(self, session: Session) -> str:
        return write_rows(session.dataset, self.written_with)


def _delimiter(text: str) -> str | None:
    """What separates the cells: of tab, semicolon and comma the first that is in every line equally often."""
    lines = [
        _QUOTED.sub("", line)
        for line in io.StringIO(text[: 1 << 16], newline="")
        if line.strip() and not line.startswith("#")
    ][:SNIFFED]
    if not lines:
        return None
    for delimiter in DELIMITERS:
        counts = {line.count(delimiter) for line in lines[:-1] or lines}
        if len(counts) == 1 and counts != {0}:
            return delimiter
    return next((delimiter for delimiter in DELIMITERS if delimiter in lines[0]), None)


def _rows(text: str, delimiter: str, where: str) -> Rows:
    """All rows but blank ones and comments, each with the line it begins on (a quoted cell may go over several)."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    cells, lines, line = [], [], 1
    try:
        for row in reader:
            if row and (len(row) > 1 or row[0].strip()) and not row[0].startswith("#"):
                cells.append(row)
                lines.append(line)
            line = reader.line_num + 1
            if len(cells) > MAX_ROWS + 1:
                raise too_long(where)
    except csv.Error:
        raise KpguiError(f"{where}, line {line}: the quotes are not in pairs; close or remove them.") from None
    return Rows(where, cells, lines, comma_decimal=delimiter != ",")
