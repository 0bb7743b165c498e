"""Columns with blanks between them."""

import csv
import io

from kpgui.formats.base import TextFormat
from kpgui.formats.columns import Rows, read_rows, write_rows
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session, View


class Table(TextFormat):
    """Whitespace-separated columns, as R and many textbooks have them (Ripley's `xs ys yc`).

    See `kpgui.formats.columns` for how the columns are told apart. Lines that begin with # are comments; row
    names, which R writes before each row but not above them, are left aside.
    """

    key = "table"
    title = "Table with blanks"
    suffixes = (".dat", ".txt", ".tr", ".te")
    meaning = "points with their labels, columns separated by blanks, as R writes them"

    def recognises_text(self, start: str) -> bool:
        rows = (line.split() for line in start.splitlines() if not line.lstrip().startswith("#"))
        return len(next(filter(None, rows), [])) > 1

    def read_text(self, text: str, where: str) -> Session:
        dataset = read_rows(_rows(text, where))
        return Session(dataset, view=View.around(dataset.points))

    def write_text(self, session: Session) -> str:
        return write_rows(session.dataset, " ")


def _rows(text: str, where: str) -> Rows:
    numbered = [(line.split(), number) for number, line in enumerate(io.StringIO(text, newline=None), 1)]
    kept = [(words, number) for words, number in numbered if words and not words[0].startswith("#")]
    lines = [number for _, number in kept]
    cells = _unquoted(kept, where) if '"' in text else [words for words, _ in kept]
    if len(cells) > 1 and len(cells[0]) + 1 == len(cells[1]):
        cells[0] = ["", *cells[0]]
    return Rows(where, cells, lines, comma_decimal=True)


def _unquoted(kept: list[tuple[list[str], int]], where: str) -> list[list[str]]:
    cells: list[list[str]] = []
    for words, number in kept:
        try:
            cells += csv.reader([" ".join(words)], delimiter=" ", strict=True)
        except csv.Error:
            raise KpguiError(f"{where}, line {number}: the quotes are not in pairs; close or remove them.") from None
    return cells
