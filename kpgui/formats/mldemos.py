"""The dataset format of MLDemos."""

from collections.abc import Iterator

import numpy as np

from kpgui.formats.base import PointsFormat, TextFormat
from kpgui.formats.parts.delimited import SAMPLE, numbers_in
from kpgui.formats.table import rows_in
from kpgui.formats.tabular.choices import Choices
from kpgui.formats.tabular.limits import check_columns, check_size
from kpgui.formats.tabular.sheet import Block, Columns, Sheet, block_of
from kpgui.formats.tabular.text import Piece, coordinate_names, pieces, written_rows
from kpgui.language import _
from kpgui.model.errors import UNWATCHED, KpguiError, Token, short
from kpgui.model.param import grouped
from kpgui.model.session import Session

TEST = "2"
"""The flag of a test point; the others are 0 (unused), 1 (train) and 4 (validate)."""

EXTRAS = ("s", "o", "r")
"""First words of sequences, obstacles and rewards, which MLDemos writes after the points; they are ignored."""


class MlDemos(TextFormat, PointsFormat):
    """A first line `count dim`, then a line `x1 … xdim label flag` for each point (DatasetManager::Save of MLDemos).

    Points with flag 2 (test) are held out. What follows the points (sequences, obstacles, rewards) is ignored.
    """

    key = "mldemos"
    title = "MLDemos dataset"
    suffixes = (".ml",)
    meaning = "points with their labels and flags, as MLDemos has them"

    def recognises_text(self, start: str) -> bool:
        lines = start.lstrip().split("\n", 2)[:2]
        head = _head(lines[0]) if lines else None
        if head is None or (len(lines) < 2 and head[0]):
            return False
        return not head[0] or len(lines[1].split()) == head[1] + 2

    def sheet(
        self, content: bytes, where: str, choices: Choices, token: Token = UNWATCHED, limit: int | None = None
    ) -> Sheet:
        first = next(pieces(content, where))
        numbered = enumerate(first.text.split("\n"), 1)
        line, text = next(((number, text) for number, text in numbered if text.strip()), (1, ""))
        if not text:
            raise KpguiError(
                _("{where} is empty; it should begin with the number of points and of coordinates.").format(where=where)
            )
        head = _head(text)
        if head is None:
            raise KpguiError(
                _("{where}, line {line}: {text!r} is not the number of points and of coordinates.").format(
                    where=where, line=line, text=short(text)
                )
            )
        count, d = head
        check_columns(where, d)
        check_size(where, count, count * d)
        names = (*coordinate_names(d), "label", "held_out")
        sample = [_as_row(row, d) for __, row in _points_in(first, line, where)[:SAMPLE]]
        blocks = _blocks(content, where, line, count, d, token)
        return Sheet(where, names, sample, blocks, Columns(tuple(range(d)), d, d + 1))

    def texts(self, session: Session) -> Iterator[str]:
        dataset = session.dataset
        yield f"{len(dataset)} {dataset.d}\n"
        for rows in written_rows(dataset, ("1", "2")):
            yield "\n".join(map(" ".join, rows)) + "\n"


def _head(line: str) -> tuple[int, int] | None:
    """The number of points and of coordinates on a first line; None if it does not consist of these."""
    words = line.split()
    if len(words) != 2 or not all(word.isascii() and word.isdecimal() and len(word) < 10 for word in words):
        return None
    count, d = map(int, words)
    return (count, d) if d else None


def _as_row(words: list[str], d: int) -> list[str]:
    """The cells of a line with its flag replaced by a held-out mark, "1" or "0"."""
    return [*words[: d + 1], *("1" if flag == TEST else "0" for flag in words[d + 1 : d + 2]), *words[d + 2 :]]


def _points_in(piece: Piece, after: int, where: str) -> list[tuple[int, list[str]]]:
    """The points of a piece below the line `after`, up to the first word in EXTRAS, each with its line number."""
    found = []
    for line, row in rows_in(piece, where):
        if row[0] in EXTRAS:
            break
        if line > after:
            found.append((line, row))
    return found


def _blocks(content: bytes, where: str, after: int, count: int, d: int, token: Token) -> Iterator[Block]:
    """The first `count` points below the line `after`. Raises KpguiError when there are fewer."""
    missing = count
    for piece in pieces(content, where, token):
        numbers = numbers_in(piece.text, None, d + 2) if piece.line > after else None
        if numbers is not None:
            numbers = numbers[:missing]
            missing -= len(numbers)
            held_out = np.where(numbers[:, -1] == 2, 1.0, 0.0)
            yield Block([*numbers.T[:-1], held_out], range(piece.line, piece.line + len(numbers)))
        else:
            rows = _points_in(piece, after, where)[:missing]
            missing -= len(rows)
            marked = [(line, _as_row(row, d)) for line, row in rows]
            yield block_of(marked, d + 2, _("there should be {width}").format(width=d + 2))
        if not missing:
            return
    if missing:
        raise KpguiError(
            _("{where} ends after {n} points where its first line promises {promised}.").format(
                where=where, n=grouped(count - missing), promised=grouped(count)
            )
        )
