"""Points as clipboard text for other programs, and text from a spreadsheet or an editor as points."""

import re

from kpgui.formats.csv import Csv
from kpgui.formats.table import Table
from kpgui.formats.tabular.building import build
from kpgui.formats.tabular.choices import Choices
from kpgui.formats.tabular.labels import ManyClasses
from kpgui.formats.tabular.limits import check_size
from kpgui.formats.tabular.text import pieces, written_table
from kpgui.language import _
from kpgui.model.arrays import Ints
from kpgui.model.dataset import Dataset
from kpgui.model.errors import UNWATCHED, KpguiError, Token
from kpgui.model.session import Session

_NUMBER = re.compile(r"[-+\N{MINUS SIGN}]?[\d.,]+([eE][-+]?\d+)?")


def copied(dataset: Dataset, at: Ints) -> str:
    """The points with these indices as a tab-separated table with a header, which every spreadsheet accepts.

    `pasted` restores them bit for bit.
    """
    part = Dataset.of(dataset.points[at], dataset.labels[at], dataset.held_out[at])
    return "".join(written_table(part, "\t"))


def pasted(content: bytes, label: int = 1, where: str = "", token: Token = UNWATCHED) -> Dataset:
    """The points in a UTF-8 text: rows of numbers, with or without a header.

    Cells are separated by tabs, semicolons, commas or blanks. Rows of two numbers are points without a label, and get
    `label`. Raises KpguiError naming the line that cannot be read; `Cancelled` when the token says so.
    """
    where = where or _("The clipboard")
    lines = [
        line.replace("\N{MINUS SIGN}", "-")
        for piece in pieces(content, where, token)
        for line in piece.text.removesuffix("\n").split("\n")
    ]
    filled = [line for line in lines if line.strip()]
    check_size(where, len(filled))
    if not filled:
        raise KpguiError(
            _("{where} holds no text; copy rows of numbers such as 0.5, -1.2, 1 first.").format(where=where)
        )
    separator = _separator(filled)
    if all(len(_cells(line, separator)) == 2 for line in filled):
        lines = [_labelled(line, separator, label) for line in lines]
    form = Csv() if separator else Table()
    choices = _choices(next(line for line in lines if line.strip()), separator)
    content = (
        b"\n".join(map(str.encode, lines)) + b"\n"
    )  # not joined as text: one emoji would make it four times as long
    try:
        session: Session = build(form.sheet(content, where, choices, token), choices).session
    except ManyClasses as error:
        raise KpguiError(
            _("{where} has {found}; copy the rows of two of them, or import the table as a file.").format(
                where=where, found=error.found
            )
        ) from None
    if session.dataset.d != 2:
        raise KpguiError(
            _("{where} has points with {d} coordinates; the canvas takes x, y and a label.").format(
                where=where, d=session.dataset.d
            )
        )
    return session.dataset


def _choices(line: str, separator: str) -> Choices:
    """The choices for a table with this first line; rows of three numbers without a header are x, y and label."""
    first = _cells(line, separator)
    plain = len(first) == 3 and _NUMBER.fullmatch(first[0].strip()) is not None
    return Choices(header=False, coordinates=(0, 1), label=2) if plain else Choices()


def _separator(lines: list[str]) -> str:
    """The separator of the cells, "" for blanks; a comma in `0,5 1,5` is a decimal mark."""
    first = lines[-1]
    for separator in "\t;":
        if separator in first:
            return separator
    words = first.split()
    if "," not in first or (len(words) > 1 and all(_NUMBER.fullmatch(word) and word[-1] != "," for word in words)):
        return ""
    return ","


def _cells(line: str, separator: str) -> list[str]:
    return line.split(separator) if separator else line.split()


def _labelled(line: str, separator: str, label: int) -> str:
    """A row of two cells with the label, or "label" in a header, as third cell; an empty line is unchanged."""
    if not line.strip():
        return line
    header = not any(_NUMBER.fullmatch(cell.strip()) for cell in _cells(line, separator))
    return f"{line}{separator or ' '}{'label' if header else label}"
