"""Comma-separated values."""

from collections.abc import Iterator
from typing import ClassVar

from kpgui.formats.parts.delimited import DelimitedFormat, delimiter_in, has_decimal_commas
from kpgui.formats.tabular.writing import written_table
from kpgui.model.session import Session


class Csv(DelimitedFormat):
    """CSV with one row for each point; `kpgui.formats.tabular.columns` assigns the roles of the columns.

    The delimiter, a comma, semicolon or tab, is detected. Cells may be quoted; decimal commas are read where the comma
    is not the delimiter; lines that begin with # are comments. Written with commas and decimal points.
    """

    key = "csv"
    title = "Comma-separated values"
    suffixes = (".csv",)
    meaning = "points with their labels, one row each; opens in every spreadsheet"
    written_with: ClassVar[str] = ","

    def recognises_text(self, start: str) -> bool:
        delimiter = delimiter_in(start)
        return delimiter is not None and not (delimiter == "," and has_decimal_commas(start))

    def texts(self, session: Session) -> Iterator[str]:
        return written_table(session.dataset, self.written_with)
