"""Writing of points as rows of text, shared by the text formats."""

from collections.abc import Iterator, Sequence

from kpgui.model.dataset import Dataset, coordinate_names

ROWS = 1000
"""Points with two coordinates in a piece of written text, which takes a millisecond or two."""


def rows_of_piece(d: int) -> int:
    """Number of points with d coordinates in a piece of written text: about 2·ROWS numbers for any d."""
    return max(1, 2 * ROWS // d)


def written_table(
    dataset: Dataset, separator: str, columns: Sequence[str] = (), classes: Sequence[str] = ()
) -> Iterator[str]:
    """A header and one row per point, in pieces, with a column `held_out` only if any point is held out.

    columns, classes: names to write in place of x, y, … and of -1 and 1. Every number reads back bit for bit.
    """
    names = [*columns, *written_names(dataset)[len(columns) :]]
    yield separator.join(_quoted(name, separator) for name in names) + "\n"
    yield from written_lines(dataset, separator, [_quoted(name, separator) for name in classes or ("-1", "1")])


def _quoted(name: str, separator: str) -> str:
    return '"' + name.replace('"', '""') + '"' if {separator, '"', "#"} & {*name} else name


def written_names(dataset: Dataset) -> list[str]:
    """The column names of a written file: x, y or x1, x2, …, then label, then held_out if needed."""
    return [*coordinate_names(dataset.d), "label", *["held_out"] * bool(dataset.held_out.any())]


def written_lines(dataset: Dataset, separator: str, classes: Sequence[str] = ("-1", "1")) -> Iterator[str]:
    """The rows below the header of `written_names`, one line each, in pieces."""
    for rows in written_rows(dataset, ("0", "1") if dataset.held_out.any() else None, classes):
        yield "\n".join(map(separator.join, rows)) + "\n"


def written_rows(
    dataset: Dataset, marks: tuple[str, str] | None, classes: Sequence[str] = ("-1", "1")
) -> Iterator[Iterator[tuple[str, ...]]]:
    """The cells of all points, piece by piece: coordinates, label, and unless `marks` is None one of these two.

    marks: for a point that is not held out, and for one that is. The pieces are small, because other threads wait while
    one is joined to text.
    """
    size = rows_of_piece(dataset.d)
    for start in range(0, len(dataset), size):
        some = slice(start, start + size)
        numbers = map(repr, dataset.points[some].ravel().tolist())
        labels = map(classes.__getitem__, (dataset.labels[some] > 0).tolist())
        cells = [*[numbers] * dataset.d, labels]  # each row takes the next d numbers
        if marks is not None:
            cells.append(map(marks.__getitem__, dataset.held_out[some].tolist()))
        yield zip(*cells, strict=True)
