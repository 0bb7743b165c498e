"""Whitespace-separated columns."""

import csv
from collections.abc import Iterator
from itertools import chain, islice

from kpgui.formats.base import PointsFormat, TextFormat
from kpgui.formats.parts.delimited import SAMPLE, Row, numbers_in
from kpgui.formats.tabular.choices import Choices
from kpgui.formats.tabular.limits import check_columns
from kpgui.formats.tabular.sheet import Block, Sheet, block_of, is_header, names_of
from kpgui.formats.tabular.text import Piece, pieces, written_table
from kpgui.language import _
from kpgui.model.errors import UNWATCHED, KpguiError, Token
from kpgui.model.session import Session


class Table(TextFormat, PointsFormat):
    """Whitespace-separated columns, as R and many textbooks have them (Ripley's `xs ys yc`).

    See `kpgui.formats.tabular.sheet` for how roles are assigned to the columns. Lines that begin with # are comments;
    row names, which R writes before each row but without a name in the header, are ignored.
    """

    key = "table"
    title = "Table with blanks"
    suffixes = (".dat", ".txt", ".tr", ".te")
    meaning = "points with their labels, columns separated by blanks, as R writes them"

    def recognises_text(self, start: str) -> bool:
        rows = (line.split() for line in start.split("\n") if not line.lstrip().startswith("#"))
        return len(next(filter(None, rows), [])) > 1

    def sheet(
        self, content: bytes, where: str, choices: Choices, token: Token = UNWATCHED, limit: int | None = None
    ) -> Sheet:
        rows = chain.from_iterable(rows_in(piece, where) for piece in pieces(content, where))
        first = list(islice(rows, SAMPLE))
        if not first:
            raise KpguiError(
                _("{where} is empty; it should have one row for each point, such as 0.5 -1.2 1.").format(where=where)
            )
        head = first[0][1]
        check_columns(where, len(head))
        header = is_header(head) if choices.header is None else choices.header
        if header and len(first) > 1 and len(head) + 1 == len(first[1][1]):  # row names have no header
            head = ["", *head]
        return Sheet(
            where=where,
            names=names_of(head, header),
            sample=[row for __, row in first[header:]],
            blocks=_blocks(content, where, first[0][0] if header else 0, (first[0][0], len(head)), token),
            header=header,
            comma_decimal=True,
        )

    def texts(self, session: Session) -> Iterator[str]:
        return written_table(session.dataset, " ")


def _blocks(content: bytes, where: str, after: int, first: tuple[int, int], token: Token) -> Iterator[Block]:
    """The rows below the line `after`, which is the header's or 0; first: line and width of the first row."""
    line, width = first
    for piece in pieces(content, where, token):
        numbers = None if piece.line <= after else numbers_in(piece.text, None, width)
        if numbers is not None:
            yield Block(list(numbers.T), range(piece.line, piece.line + len(numbers)))
            continue
        rows = [row for row in rows_in(piece, where) if row[0] > after]
        yield block_of(rows, width, _("line {line} has {width}").format(line=line, width=width))


def rows_in(piece: Piece, where: str) -> list[Row]:
    """The rows of a piece except blank ones and comments, each with its line number."""
    numbered = enumerate(map(str.split, piece.text.split("\n")), piece.line)
    kept = [(number, words) for number, words in numbered if words and not words[0].startswith("#")]
    return [(number, _unquoted(words, number, where)) for number, words in kept] if '"' in piece.text else kept


def _unquoted(words: list[str], number: int, where: str) -> list[str]:
    try:
        return next(csv.reader([" ".join(words)], delimiter=" ", strict=True))
    except csv.Error:
        raise KpguiError(
            _("{where}, line {line}: the quotes are not in pairs; close or remove them.").format(
                where=where, line=number
            )
        ) from None
