"""Conversion of a sheet to a dataset, block by block."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import isfinite

import numpy as np

from kpgui.formats.tabular import limits
from kpgui.formats.tabular.choices import Choices
from kpgui.formats.tabular.labels import MISSING, SIGNS, classes_of, label_problem, signed
from kpgui.formats.tabular.report import MOST_REPORTED, ClassCount, Imported, Report, Scaling, Skipped
from kpgui.formats.tabular.sheet import Block, Cells, Columns, Sheet, ambiguity, decided, is_number
from kpgui.language import _
from kpgui.model.arrays import Bools, Floats
from kpgui.model.dataset import Dataset, clean_names
from kpgui.model.errors import KpguiError, short
from kpgui.model.multiclass import AllPoints, parted
from kpgui.model.param import grouped
from kpgui.model.session import Session, View
from kpgui.process import no_collection

YES, NO = frozenset({"1", "true", "yes"}), frozenset({"0", "false", "no", ""})
MANY_CLASSES = 1000
AT_ONCE = 1 << 16
"""Most rows that are converted together."""

ROW_BY_ROW = 1 << 10
"""Most rows that are checked one by one when one of them is invalid."""


@no_collection()  # millions of rows and words
def build(sheet: Sheet, choices: Choices, form: str = "") -> Imported:
    """Returns the dataset of a sheet under these choices, in a session whose view shows all of it, and the report.

    form: key of the format. Raises KpguiError that names the file and the line.
    """
    gathered = gather(sheet, choices)
    ambiguous = ambiguity(sheet, choices, gathered.columns)
    if ambiguous:
        raise KpguiError(ambiguous)
    if not gathered.rows:
        raise KpguiError(nothing_in(sheet, gathered.skipped))
    classes, codes = gathered.classes(choices)
    codes = codes[np.concatenate(gathered.codes)]
    labels = np.array([each.sign for each in classes], np.int8)[codes]
    kept = labels != 0
    if not kept.any():
        raise KpguiError(_("{where} has no row of the classes chosen.").format(where=sheet.where))
    points = np.concatenate(gathered.points)
    held_out = np.concatenate(gathered.held_out) if gathered.held_out else np.zeros(len(points), bool)
    scaling = None
    if choices.standardise:
        scaling = Scaling.of(points[kept & ~held_out])
        points = scaling.standardised(points)
        if not np.isfinite(points).all():
            raise KpguiError(
                _("{where} has coordinates too far apart to be standardised; keep their units.").format(
                    where=sheet.where
                )
            )
    columns = tuple(sheet.names[k] for k in gathered.columns.coordinates)
    named = columns if sheet.header else ()
    dataset = _with_classes(AllPoints(points, held_out, codes, np.arange(len(points))), classes, named)
    report = Report(
        format=form,
        rows=len(dataset),
        coordinates=columns,
        label=sheet.names[gathered.columns.label],
        classes=tuple(classes),
        skipped=tuple(gathered.skipped),
        skipped_count=gathered.skipped_count,
        scaling=scaling,
    )
    return Imported(Session(dataset, view=View.around(dataset.drawn)), report)


def _with_classes(every: AllPoints, classes: Sequence[ClassCount], columns: Sequence[str]) -> Dataset:
    """The dataset of these points; of more than two classes it keeps which they are, if their names can be told."""
    names, signs = [each.name for each in classes], [each.sign for each in classes]
    told_apart = len(set(clean_names(names, len(names)))) == len(names)
    if len(names) > 2 and told_apart and signs.count(1) == 1:  # more are +1 when only −1 was chosen
        return parted(every, names, signs.index(1), signs.index(-1) if 0 in signs else None, columns)
    labels = np.array(signs, np.int8)[every.codes]
    kept = slice(None) if labels.all() else labels != 0
    dataset = Dataset.of(every.points[kept], labels[kept], every.held_out[kept])
    return dataset.named(columns, names_of_classes(classes))


def names_of_classes(classes: Sequence[ClassCount]) -> tuple[str, ...]:
    """What the classes −1 and +1 are called: those of a side together; () if numbers and signs alone tell them.

    >>> names_of_classes([ClassCount("cat", 2, 1), ClassCount("cow", 1, -1), ClassCount("dog", 3, -1)])
    ('cow, dog', 'cat')
    """
    if not any(each.sign and each.name not in SIGNS and not is_number(each.name) for each in classes):
        return ()
    return tuple(", ".join(each.name for each in classes if each.sign == sign) for sign in (-1, 1))


def nothing_in(sheet: Sheet, skipped: Sequence[Skipped]) -> str:
    """The message for a sheet without a row that can be read."""
    if skipped:
        return _("{where} has no row that can be read; {place}: {reason}.").format(
            where=sheet.where, place=sheet.place_of(skipped[0].line), reason=skipped[0].reason
        )
    return _("{where} has a header but no rows with points.").format(where=sheet.where)


@dataclass
class Gathered:
    """The rows converted so far, with labels as codes of their distinct cells, and the rows that were skipped.

    points (m, d), codes (m,), held_out (m,): one array per block of m rows. cells: the code of each distinct label
    cell. counts: the number of rows with each code. skipped: the first MOST_REPORTED of skipped_count rows.
    """

    sheet: Sheet
    columns: Columns
    choices: Choices
    points: list[Floats] = field(default_factory=list)
    codes: list[np.ndarray] = field(default_factory=list)
    held_out: list[Bools] = field(default_factory=list)
    cells: dict[str, int] = field(default_factory=dict)
    counts: list[int] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    skipped_count: int = 0
    rows: int = 0
    complete: bool = True
    """Whether all rows of the sheet have been read."""
    commas: bool | None = None
    """Whether the decimal mark is a comma; None before a cell shows it, and where the comma is the delimiter."""

    def classes(self, choices: Choices) -> tuple[list[ClassCount], np.ndarray]:
        """The classes with their signs, and the index of the class of each code, (number of codes,).

        Raises KpguiError.
        """
        used, classes, found = self._found()
        places = np.zeros(len(self.cells), np.int64)
        places[used] = found
        return signed(classes, choices, self.sheet.where), places

    @property
    def unsigned(self) -> list[ClassCount]:
        """The classes, without their signs."""
        return self._found()[1]

    def _found(self) -> tuple[list[int], list[ClassCount], list[int]]:
        """The codes that rows have, the classes, and the index of the class of each of these codes."""
        cells = list(self.cells)
        used = [code for code, count in enumerate(self.counts) if count]
        return used, *classes_of([cells[code] for code in used], [self.counts[code] for code in used])

    def add(self, block: Block) -> None:
        """Converts a block. Raises KpguiError for the first invalid row, unless such rows are skipped."""
        while block.lines and not self._take(block):
            if len(block.lines) > ROW_BY_ROW:
                for part in _parts(block, ROW_BY_ROW):
                    self.add(part)
                return
            fewer = self._without_wrong(block)
            if len(fewer.lines) == len(block.lines):
                raise AssertionError("no row of a block that cannot be taken in is wrong")  # else it loops forever
            block = fewer
        for line, reason in block.wrong:
            self._wrong(line, reason)

    def _take(self, block: Block) -> bool:
        """Converts the rows of a block and returns True; changes nothing and returns False if any is invalid."""
        rows = self.rows + len(block.lines)
        limits.check_points(self.sheet.where, rows, len(self.columns.coordinates))
        points, codes, out = self._points(block), self._codes(block), self._held_out(block)
        if points is None or codes is None or out is None:
            return False
        self.rows = rows
        self.points.append(points)
        self.codes.append(codes)
        self.held_out.append(out)
        for code, count in enumerate(np.bincount(codes, minlength=len(self.counts)).tolist()):
            self.counts[code] += count
        return True

    def _wrong(self, line: int, reason: str) -> None:
        """Records an invalid row as skipped. Raises KpguiError if such rows are not skipped, or are too many."""
        if not self.choices.skip_bad_rows:
            raise KpguiError(self.sheet.refusal(line, reason))
        self.skipped_count += 1
        if len(self.skipped) < MOST_REPORTED:
            self.skipped.append(Skipped(line, reason))
        first = self.skipped[0]
        limits.check_skipped(self.sheet.where, self.skipped_count, self.sheet.place_of(first.line), first.reason)
        limits.check_size(self.sheet.where, self.rows + self.skipped_count)

    def _points(self, block: Block) -> Floats | None:
        """The coordinates (n, d), converted column by column; None if any is invalid."""
        axes = [block.columns[k] for k in self.columns.coordinates]
        texts = [axis for axis in axes if not isinstance(axis, np.ndarray)]
        if texts:
            joined = "".join(map("".join, texts))
            commas = self._decimal_commas(joined)
            if "_" in joined or commas is None:  # float() accepts 1_000, which is no number in a file
                return None
            if commas:
                axes = [axis if isinstance(axis, np.ndarray) else [c.replace(",", ".") for c in axis] for axis in axes]
        elif self.sheet.comma_decimal and any(_has_points(_floats(axis)) for axis in axes):
            if self.commas:
                return None
            self.commas = False
        try:
            points = np.column_stack([_floats(axis) for axis in axes])
        except ValueError:
            return None
        return points if np.isfinite(points).all() else None

    def _decimal_commas(self, joined: str) -> bool | None:
        """Whether these joined cells have decimal commas; None if they have both marks, or another than before."""
        comma, point = self.sheet.comma_decimal and "," in joined, "." in joined
        if comma and self.commas is not False:
            self.commas = True
            return None if point else True
        if comma or (point and self.commas):
            return None
        if point:
            self.commas = False
        return False

    def _codes(self, block: Block) -> np.ndarray | None:
        """The code of each label, (n,); None if any is invalid. Raises KpguiError when there are too many codes."""
        column = block.columns[self.columns.label]
        places = None
        if isinstance(column, np.ndarray):
            column, places = np.unique(column, return_inverse=True)
        cells = _texts(column)
        for cell in set(cells).difference(self.cells):
            if label_problem(cell):
                return None
            self.cells[cell] = len(self.cells)
            self.counts.append(0)
        if len(self.cells) > MANY_CLASSES and len(set(map(str.strip, self.cells))) > MANY_CLASSES:
            name = short(self.sheet.names[self.columns.label])
            raise KpguiError(
                _(
                    "{where}: {name} has more than {most} different values, which is hardly a "
                    "label; name the right column 'label' in a header line, or choose it (--label-column "
                    "NAME)."
                ).format(where=self.sheet.where, name=name, most=grouped(MANY_CLASSES))
            )
        codes = np.fromiter(map(self.cells.__getitem__, cells), np.int64, len(cells))
        return codes if places is None else codes[places]

    def _held_out(self, block: Block) -> Bools | None:
        """Whether each point is held out, (n,); None if any mark is invalid."""
        if self.columns.held_out is None:
            return np.zeros(len(block.lines), bool)
        cells = [cell.strip().lower() for cell in _texts(block.columns[self.columns.held_out])]
        if not set(cells) <= YES | NO:
            return None
        return np.fromiter((cell in YES for cell in cells), bool, len(cells))

    def _without_wrong(self, block: Block) -> Block:
        """The block with its invalid rows moved to `wrong`, which is sorted by line."""
        columns = [_texts(column) for column in block.columns]
        kept, wrong = [], list(block.wrong)
        for i, line in enumerate(block.lines):
            problem = self._problem([column[i] for column in columns])
            if problem:
                wrong.append((line, problem))
            else:
                kept.append(i)
        return Block([[column[i] for i in kept] for column in columns], [block.lines[i] for i in kept], sorted(wrong))

    def _problem(self, row: list[str]) -> str:
        """Why a row is invalid, without a full stop; "" if it is valid."""
        names, columns = self.sheet.names, self.columns
        for k in columns.coordinates:
            problem = self._number_problem(short(names[k]), row[k])
            if problem:
                return problem
        problem = label_problem(row[columns.label])
        if problem or columns.held_out is None or row[columns.held_out].strip().lower() in YES | NO:
            return problem
        return _("{name} must be 0 or 1, not {value!r}").format(
            name=short(names[columns.held_out]), value=short(row[columns.held_out].strip().lower())
        )

    def _number_problem(self, name: str, cell: str) -> str:
        """Why a cell of the column `name` is no coordinate; "" if it is one."""
        value = short(cell.strip())
        if cell.strip().lower() in MISSING:
            return _("{name} is missing; fill it in or delete the row").format(name=name)
        if self.commas and "." in cell:
            return _("{name} is {value!r}, but elsewhere the file has decimal commas; use one of the two").format(
                name=name, value=value
            )
        if self.sheet.comma_decimal and self.commas is False and "," in cell:
            return _("{name} is {value!r}, but elsewhere the file has decimal points; use one of the two").format(
                name=name, value=value
            )
        try:
            number = float(cell.replace(",", ".") if self.commas else cell)
        except ValueError:
            return _("{name} is {value!r}, which is not a number").format(name=name, value=value)
        if "_" in cell:
            return _("{name} is {value!r}, which is not a number").format(name=name, value=value)
        return (
            ""
            if isfinite(number)
            else _("{name} is {value!r}; a coordinate must be a finite number").format(name=name, value=value)
        )


def gather(sheet: Sheet, choices: Choices, limit: int | None = None) -> Gathered:
    """Converts all rows of a sheet, or about the first `limit`. Raises KpguiError."""
    gathered = Gathered(sheet, decided(sheet, choices), choices)
    if sheet.comma_decimal:
        gathered.commas = choices.decimal_comma
    for block in sheet.blocks:
        if limit is not None and gathered.rows + gathered.skipped_count >= limit:
            gathered.complete = False
            break
        for part in _parts(block, AT_ONCE):
            gathered.add(part)
    return gathered


def _parts(block: Block, size: int) -> Iterator[Block]:
    """The block in parts of at most `size` rows."""
    wrong, seen = sorted(block.wrong), 0
    for start in range(0, max(1, len(block.lines)), size):
        some, stop = slice(start, start + size), len(wrong)
        if start + size < len(block.lines):
            stop = bisect_left(wrong, (block.lines[start + size], ""))
        yield Block([column[some] for column in block.columns], block.lines[some], wrong[seen:stop])
        seen = stop


def _floats(axis: Cells) -> Floats:
    return axis if isinstance(axis, np.ndarray) else np.fromiter(map(float, axis), np.float64, len(axis))


def _has_points(axis: Floats) -> bool:
    """Whether any of these numbers, written as by `_texts`, has a decimal point; 1e-07 has none."""
    fractions = np.abs(axis[np.mod(axis, 1) != 0])
    return bool(np.any(fractions >= 1e-4)) or any("." in repr(each) for each in fractions.tolist())


def _texts(column: Cells) -> Sequence[str]:
    """A column as text, with whole numbers written without a decimal point."""
    if not isinstance(column, np.ndarray):
        return column
    different, places = np.unique(column, return_inverse=True)
    names = [str(int(each)) if each.is_integer() else repr(each) for each in different.tolist()]
    return [names[k] for k in places.tolist()]
