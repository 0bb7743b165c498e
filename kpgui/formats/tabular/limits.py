"""Limits on the size of a dataset, the same for reading and writing in every format.

Whatever is written can thus be read again. No format needs more than MAX_BYTES for points within the other limits: the
longest number has 24 characters (-2.2250738585072014e-308), and at most 32 with the characters around it.
"""

from kpgui.language import _
from kpgui.model.errors import KpguiError
from kpgui.model.param import grouped

MAX_BYTES = 200_000_000
MAX_ROWS = 2_000_000
MAX_CELLS = 4_000_000
MAX_COLUMNS = 20_000
"""Including those of the label and of the held-out marks."""

MAX_SKIPPED = 100_000
"""Most invalid rows that are skipped; a file with more is probably not in the format it was taken for."""

MAX_UNPACKED = 100_000_000
"""Bytes of an archive's arrays: the points, and labels and marks of eight bytes each."""

_MARKS = 2
"""Columns beside the coordinates: the label and the held-out mark."""


def too_large(where: str) -> KpguiError:
    """The error for a file of more than MAX_BYTES."""
    return KpguiError(
        _("{path} is larger than {most} MB, the most that can be opened; take a part.").format(
            path=where, most=MAX_BYTES // 1_000_000
        )
    )


def check_columns(where: str, count: int) -> None:
    """Raises KpguiError when a file has too many columns."""
    if count > MAX_COLUMNS:
        raise KpguiError(
            _("{where} has more than {most} columns, the most that can be opened; see whether its lines end.").format(
                where=where, most=grouped(MAX_COLUMNS)
            )
        )


def check_size(where: str, rows: int = 0, cells: int = 0) -> None:
    """Raises KpguiError when a file has too many rows or too many numbers."""
    if rows > MAX_ROWS or cells > MAX_CELLS:
        raise KpguiError(
            _(
                "{where} has more than {rows} rows or {numbers} numbers, the most that can be opened; take a part of "
                "it, such as every tenth row."
            ).format(where=where, rows=grouped(MAX_ROWS), numbers=grouped(MAX_CELLS))
        )


def check_skipped(where: str, count: int, first: str, reason: str) -> None:
    """Raises KpguiError when too many rows are invalid; first: the place of the first one, reason: why it is."""
    if count > MAX_SKIPPED:
        raise KpguiError(
            _(
                "{where}: more than {most} rows cannot be read, the first in {place}: {reason}; "
                "see whether the right columns are chosen."
            ).format(where=where, most=grouped(MAX_SKIPPED), place=first, reason=reason)
        )


def check_points(where: str, n: int, d: int) -> None:
    """Raises KpguiError when a file has more points, or more coordinates, than could be saved again."""
    check_size(where, n, n * d)
    check_columns(where, d + _MARKS)


def check_saving(where: str, n: int, d: int) -> None:
    """Raises KpguiError when n points with d coordinates, once written, could not be opened again."""
    if n > MAX_ROWS:
        much = _("{n} points").format(n=grouped(MAX_ROWS))
    elif n * d > MAX_CELLS:
        much = _("{n} numbers").format(n=grouped(MAX_CELLS))
    elif d + _MARKS > MAX_COLUMNS:
        much = _("{n} coordinates").format(n=grouped(MAX_COLUMNS - _MARKS))
    else:
        return
    raise KpguiError(
        _("{where} cannot be saved: it would have more than {much}, the most that can be opened again.").format(
            where=where, much=much
        )
    )
