"""Writing of points as rows of text, shared by the text formats."""

from collections.abc import Iterator

from kpgui.model.dataset import Dataset

ROWS = 1000
"""Points with two coordinates in a piece of written text, which takes a millisecond or two."""


def rows_of_piece(d: int) -> int:
    """Number of points with d coordinates in a piece of written text: about 2·ROWS numbers for any d."""
    return max(1, 2 * ROWS // d)


def written_table(dataset: Dataset, separator: str) -> Iterator[str]:
    """A header and one row per point, in pieces, with a column `held_out` only if any point is held out.

    Every number reads back bit for bit.
    """
    yield separator.join(written_names(dataset)) + "\n"
    yield from written_lines(dataset, separator)


def coordinate_names(d: int) -> tuple[str, ...]:
    """The default names of d coordinates: x, y or x1, x2, …"""
    return ("x", "y")[:d] if d <= 2 else tuple(f"x{k + 1}" for k in range(d))


def written_names(dataset: Dataset) -> list[str]:
    """The column names of a written file: x, y or x1, x2, …, then label, then held_out if needed."""
    return [*coordinate_names(dataset.d), "label", *["held_out"] * bool(dataset.held_out.any())]


def written_lines(dataset: Dataset, separator: str) -> Iterator[str]:
    """The rows below the header of `written_names`, one line each, in pieces."""
    for rows in written_rows(dataset, ("0", "1") if dataset.held_out.any() else None):
        yield "\n".join(map(separator.join, rows)) + "\n"


def written_rows(dataset: Dataset, marks: tuple[str, str] | None) -> Iterator[Iterator[tuple[str, ...]]]:
    """The cells of all points, piece by piece: coordinates, label, and unless `marks` is None one of these two.

    marks: for a point that is not held out, and for one that is. The pieces are small, because other threads wait while
    one is joined to text.
    """
    size = rows_of_piece(dataset.d)
    for start in range(0, len(dataset), size):
        some = slice(start, start + size)
        numbers = map(repr, dataset.points[some].ravel().tolist())
        cells = [*[numbers] * dataset.d, map(str, dataset.labels[some].tolist())]  # each row takes the next d numbers
        if marks is not None:
            cells.append(map(marks.__getitem__, dataset.held_out[some].tolist()))
        yield zip(*cells, strict=True)
