"""The preview of a file of points, and the reading of it under the user's choices.

>>> found = preview(b"x,y,species\\n1,2,cat\\n3,4,dog\\n5,6,cow\\n")
>>> found.title, [column.role for column in found.columns]
('Comma-separated values', ['x', 'y', 'label'])
>>> [(each.name, each.count) for each in found.classes]
[('cat', 1), ('cow', 1), ('dog', 1)]
>>> found.problem
'the pasted table has 3 classes (cat, cow, dog) where two are needed; ...'
>>> read(b"x,y,species\\n1,2,cat\\n3,4,dog\\n5,6,cow\\n", Choices(positive="cow")).dataset.labels.tolist()
[-1, -1, 1]
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from kpgui.formats.base import Format, PointsFormat, TextFormat
from kpgui.formats.registry import by_suffix, format_of
from kpgui.formats.storage import read_with_status
from kpgui.formats.tabular.building import Gathered, build, gather, nothing_in
from kpgui.formats.tabular.choices import Choices, in_unicode
from kpgui.formats.tabular.labels import classes_of
from kpgui.formats.tabular.report import ColumnFound, FilePreview, Imported, Report, Role
from kpgui.formats.tabular.sheet import Columns, Sheet, ambiguity, decided, numeric_columns
from kpgui.language import _, later
from kpgui.model.errors import UNWATCHED, KpguiError, Token
from kpgui.model.session import Session

Source = str | Path | bytes
"""The path of a file, or the content of one, such as a pasted table."""

PASTED_NAME = later("the pasted table")
LOOKED_AT, SHOWN_ROWS = 10_000, 20
"""Number of rows in which a preview counts classes, and number of rows that it shows."""


@dataclass(frozen=True)
class Recognised:
    """A file's content in memory and its recognised format: opened once, then previewed and read as often as needed.

    where: the file's name, for messages. status: `os.fstat` of the file before it was read, None for pasted content.
    """

    content: bytes
    where: str
    form: Format
    status: os.stat_result | None = None

    def preview(self, choices: Choices | None = None) -> FilePreview:
        """Returns the preview that the function `preview` describes."""
        choices = choices or Choices()
        if not isinstance(self.form, PointsFormat):
            return _preview_of_session(self.form.read(self.content, self.where), self.form, choices)
        tolerant = replace(choices, skip_bad_rows=True)
        content, encoding = self._unicode(choices)
        sheet = self.form.sheet(content, self.where, tolerant, limit=LOOKED_AT)
        columns = decided(sheet, choices)
        gathered, problem = Gathered(sheet, columns, tolerant), ambiguity(sheet, choices, columns)
        try:
            gathered = gather(sheet, tolerant, LOOKED_AT)
        except KpguiError as error:
            problem = problem or str(error)
        return replace(_preview(self.form, gathered, choices, problem), encoding=encoding)

    def _unicode(self, choices: Choices) -> tuple[bytes, str]:
        """The content to parse, and the encoding of the file, "" where the format has none."""
        text = isinstance(self.form, TextFormat)
        return in_unicode(self.content, self.where, choices.encoding) if text else (self.content, "")

    def read(self, choices: Choices | None = None, token: Token = UNWATCHED) -> Imported:
        """Returns the dataset and the report, as the function `read` does."""
        choices = choices or Choices()
        if not isinstance(self.form, PointsFormat):
            session = self.form.read(self.content, self.where)
            return Imported(session, Report(self.form.key, len(session.dataset)))
        try:
            content, encoding = self._unicode(choices)
            imported = build(self.form.sheet(content, self.where, choices, token), choices, self.form.key)
            guessed = "" if choices.encoding or encoding.startswith("utf") else encoding
            return replace(imported, report=replace(imported.report, encoding=guessed))
        except KpguiError:
            claimed = by_suffix(self.where)
            if claimed is None or not claimed.holds_session:
                raise
            claimed.read(self.content, self.where)  # raises the error in the session that the suffix promises
            raise


def recognise(source: Source) -> Recognised:
    """Reads a file and recognises its format. Raises KpguiError when it cannot be opened or is of no known format."""
    if isinstance(source, bytes):
        return Recognised(source, _(PASTED_NAME), format_of(source, _(PASTED_NAME)))
    content, status = read_with_status(Path(source))
    where = str(Path(source))
    return Recognised(content, where, format_of(content, where), status)


def preview(source: Source, choices: Choices | None = None) -> FilePreview:
    """Returns a preview of a file, or of its bytes, under these choices, in a fraction of a second for any size.

    Invalid rows or classes are reported in the preview's `problem`. Raises KpguiError when the file cannot be opened,
    is of no known format, or cannot be split into rows and columns (a binary file, no rows, a chosen column that does
    not exist).
    """
    return recognise(source).preview(choices)


def read(
    source: Source,
    choices: Choices | None = None,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Imported:
    """Returns the dataset in a file, or its bytes, under these choices, with a report of what was skipped or changed.

    A file of a whole session gives that session, whatever the choices. progress: called every few milliseconds with
    the share of the file read so far, from 0 to 1. cancelled: called as often, returns True to stop. Both are called
    in the thread that reads, which may be any.

    Raises KpguiError in one sentence that names the file and the line; `kpgui.model.errors.Cancelled` when cancelled.
    """
    return recognise(source).read(choices, Token(cancelled, progress))


def _preview(form: Format, gathered: Gathered, choices: Choices, problem: str) -> FilePreview:
    sheet, columns = gathered.sheet, gathered.columns
    classes = gathered.unsigned
    skipped = gathered.skipped
    if skipped and not choices.skip_bad_rows:
        problem = problem or sheet.refusal(skipped[0].line, skipped[0].reason)
    if not gathered.rows:
        problem = problem or nothing_in(sheet, skipped)
    else:
        try:
            classes, __ = gathered.classes(choices)
        except KpguiError as error:
            problem = problem or str(error)
    return FilePreview(
        format=form.key,
        title=form.title,
        delimiter=sheet.delimiter,
        decimal_comma=bool(gathered.commas),
        header=sheet.header,
        columns=_columns(sheet, columns),
        rows=tuple(tuple(cell[:200] for cell in row) for row in sheet.sample[:SHOWN_ROWS]),
        classes=tuple(classes),
        skipped=tuple(skipped),
        skipped_count=gathered.skipped_count,
        looked_at=gathered.rows + gathered.skipped_count,
        complete=gathered.complete and sheet.complete,
        problem=problem,
        choices=replace(
            choices,
            delimiter=sheet.delimiter or choices.delimiter,
            decimal_comma=gathered.commas if choices.decimal_comma is None else choices.decimal_comma,
            header=sheet.header,
            coordinates=columns.coordinates,
            label=columns.label,
        ),
    )


def _columns(sheet: Sheet, columns: Columns) -> tuple[ColumnFound, ...]:
    first: tuple[Role, ...] = ("x", "y")
    roles: dict[int, Role] = dict.fromkeys(columns.coordinates, "coordinate")
    roles |= dict(zip(columns.coordinates, first, strict=False))
    roles[columns.label] = "label"
    if columns.held_out is not None:
        roles[columns.held_out] = "held_out"
    numeric = numeric_columns(sheet)
    return tuple(ColumnFound(name, roles.get(k, ""), numeric[k]) for k, name in enumerate(sheet.names))


def _preview_of_session(session: Session, form: Format, choices: Choices) -> FilePreview:
    dataset = session.dataset
    names = [str(label) for label in dataset.labels.tolist()]
    counts = {name: names.count(name) for name in sorted(set(names))}
    classes, __ = classes_of(list(counts), list(counts.values()))
    return FilePreview(
        format=form.key,
        title=form.title,
        holds_session=form.holds_session,
        classes=tuple(replace(each, sign=int(each.name)) for each in classes),
        looked_at=len(dataset),
        choices=choices,
    )
