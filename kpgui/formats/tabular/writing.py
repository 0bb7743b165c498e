"""Writing of points as rows of text, shared by CSV, TSV and tables."""

from collections.abc import Iterator

from kpgui.model.dataset import Dataset

ROWS = 1000
"""Points with two coordinates in a piece of text that is written: a millisecond or two of work."""


def rows_of_piece(d: int) -> int:
    """Points with d coordinates in a piece of text that is written: about as many numbers, however wide they are."""
    return max(1, 2 * ROWS // d)


def written_table(dataset: Dataset, separator: str) -> Iterator[str]:
    """Rows of cells with a header, `held_out` only when a point is; every number reads back bit for bit."""
    yield separator.join(written_names(dataset)) + "\n"
    yield from written_lines(dataset, separator)


def coordinate_names(d: int) -> tuple[str, ...]:
    """The default names of d coordinates: x, y or x1, x2, …"""
    return ("x", "y")[:d] if d <= 2 else tuple(f"x{k + 1}" for k in range(d))


def written_names(dataset: Dataset) -> list[str]:
    """The column names of a written file: x, y or x1, x2, …, then label, then held_out if needed."""
    return [*coordinate_names(dataset.d), "label", *["held_out"] * bool(dataset.held_out.any())]


def written_lines(dataset: Dataset, separator: str) -> Iterator[str]:
    """The rows under these names, a line each, in pieces."""
    for rows in written_rows(dataset, ("0", "1") if dataset.held_out.any() else None):
        yield "\n".join(map(separator.join, rows)) + "\n"


def written_rows(dataset: Dataset, marks: tuple[str, str] | None) -> Iterator[Iterator[tuple[str, ...]]]:
    """The cells of all points, piece by piece: coordinates, label, and one of two marks for what is held out.

    In small pieces, because Python does none of a piece's work while another thread does something.
    """
    size = rows_of_piece(dataset.d)
    for start in range(0, len(dataset), size):
        some = slice(start, start + size)
        numbers = map(repr, dataset.points[some].ravel().tolist())
        cells = [*[numbers] * dataset.d, map(str, dataset.labels[some].tolist())]  # each row takes the next d numbers
        if marks is not None:
            cells.append(map(marks.__getitem__, dataset.held_out[some].tolist()))
        yield zip(*cells, strict=True)
