"""Looking into a file of points before it is read, and reading it as the user wants it.

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

from kpgui.formats.base import Format, PointsFormat
from kpgui.formats.registry import by_suffix, format_of
from kpgui.formats.storage.files import read_with_status
from kpgui.formats.tabular.building import Gathered, build, gather, nothing_in
from kpgui.formats.tabular.choices import Choices
from kpgui.formats.tabular.columns import ambiguity, decided, numeric_columns
from kpgui.formats.tabular.labels import classes_of
from kpgui.formats.tabular.report import ColumnFound, FilePreview, Imported, Report, Role
from kpgui.formats.tabular.sheet import Columns, Sheet
from kpgui.model.cancel import UNWATCHED, Token
from kpgui.model.errors import KpguiError
from kpgui.model.garbage import no_collection
from kpgui.model.session import Session

Source = str | Path | bytes
"""A file, or what would be in it, such as a table that was pasted."""

PASTED = "the pasted table"
LOOKED_AT, SHOWN_ROWS = 10_000, 20
"""A preview counts classes in so many rows and shows so many."""


@dataclass(frozen=True)
class Recognised:
    """A file's content in memory and the format it was recognised as: opened once, for any number of questions.

    where: the name for messages. status: time and size of the file before it was read, None when there is no file.
    """

    content: bytes
    where: str
    form: Format
    status: os.stat_result | None = None

    def preview(self, choices: Choices | None = None) -> FilePreview:
        """As `preview` below."""
        choices = choices or Choices()
        if not isinstance(self.form, PointsFormat):
            return _preview_of_session(self.form.read(self.content, self.where), self.form, choices)
        tolerant = replace(choices, skip_bad_rows=True)
        sheet = self.form.sheet(self.content, self.where, tolerant, limit=LOOKED_AT)
        columns = decided(sheet, choices)
        gathered, problem = Gathered(sheet, columns, tolerant), ambiguity(sheet, choices, columns)
        try:
            gathered = gather(sheet, tolerant, LOOKED_AT)
        except KpguiError as error:
            problem = problem or str(error)
        return _preview(self.form, gathered, choices, problem)

    def read(self, choices: Choices | None = None, token: Token = UNWATCHED) -> Imported:
        """As `read` below."""
        choices = choices or Choices()
        if not isinstance(self.form, PointsFormat):
            session = self.form.read(self.content, self.where)
            return Imported(session, Report(self.form.key, len(session.dataset)))
        try:
            sheet = self.form.sheet(self.content, self.where, choices, token)
            with no_collection():
                return build(sheet, choices, self.form.key)
        except KpguiError:
            claimed = by_suffix(self.where)
            if claimed is None or not claimed.holds_session:
                raise
            claimed.read(self.content, self.where)  # to say what is wrong with it as a session
            raise


def recognise(source: Source) -> Recognised:
    """Read a file and find its format. Raises KpguiError when it cannot be opened or is of no known format."""
    if isinstance(source, bytes):
        return Recognised(source, PASTED, format_of(source, PASTED))
    content, status = read_with_status(Path(source))
    where = str(Path(source))
    return Recognised(content, where, format_of(content, where), status)


def preview(source: Source, choices: Choices | None = None) -> FilePreview:
    """What a file, or its bytes, looks like under these choices; takes a fraction of a second, however large it is.

    What is wrong with the rows or the classes is told in the preview's `problem`. Raises KpguiError when
    the file cannot be opened, is of no known format, or cannot be taken apart at all (a column that was chosen is not
    there, a binary file, no rows).
    """
    return recognise(source).preview(choices)


def read(
    source: Source,
    choices: Choices | None = None,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Imported:
    """The dataset in a file, or in its bytes, under these choices, with a report of what was skipped and changed.

    A file of a whole session gives that session, whatever the choices. progress is told every few milliseconds which
    share of the file is read, from 0 to 1; cancelled is asked as often whether to give up. Both are called from
    the thread that reads, which may be any.

    Raises KpguiError in one sentence that names the file and the line; `kpgui.model.cancel.Cancelled` when given up.
    """
    return recognise(source).read(choices, Token(cancelled, progress))


def _preview(form: Format, gathered: Gathered, choices: Choices, problem: str) -> FilePreview:
    sheet, columns = gathered.sheet, gathered.columns
    classes = gathered.unsigned
    skipped = gathered.skipped
    if skipped and not choices.skip_bad_rows:
        problem = problem or f"{sheet.where}, {sheet.row} {skipped[0].line}: {skipped[0].reason}."
    if not gathered.rows:
        problem = problem or nothing_in(sheet, skipped)
    else:
        try:
            classes, _ = gathered.classes(choices)
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
    classes, _ = classes_of(list(counts), list(counts.values()))
    return FilePreview(
        format=form.key,
        title=form.title,
        holds_session=form.holds_session,
        classes=tuple(replace(each, sign=int(each.name)) for each in classes),
        looked_at=len(dataset),
        choices=choices,
    )
