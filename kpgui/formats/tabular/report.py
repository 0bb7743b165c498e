"""Results of reading a file of points: the preview before, and the report after."""

from dataclasses import dataclass, field
from typing import Literal

from kpgui.formats.tabular.choices import Choices
from kpgui.formats.tabular.scaling import Scaling
from kpgui.model.dataset import Dataset
from kpgui.model.quoting import short
from kpgui.model.session import Session

Role = Literal["x", "y", "coordinate", "label", "held_out", ""]
"""What a column is taken for; "" is left aside. x and y are the first two coordinates."""


@dataclass(frozen=True)
class Skipped:
    """A row that could not be read. line: where it begins, counted from 1 (for NPZ, the row).

    reason: without a full stop.
    """

    line: int
    reason: str


@dataclass(frozen=True)
class ClassCount:
    """A class as the file calls it, how many rows have it, and its label: −1, +1, or 0 when it is left out."""

    name: str
    count: int
    sign: int = 0


@dataclass(frozen=True)
class ColumnFound:
    """A column: its name (or "column 3"), what it is taken for, and whether the rows looked at have numbers there."""

    name: str
    role: Role
    numeric: bool


@dataclass(frozen=True)
class FilePreview:
    """What a file looks like under some choices.

    format, title: key and title of the format. holds_session: it has kernel, learner and all, so that there is nothing
    to choose. delimiter ("" where the format has none), decimal_comma, header: how it is taken apart. columns: in
    the order of the file. rows: the first rows as text. classes: with their counts in the rows looked at; their sign
    is 0 as long as it is not known which is which. skipped: rows that cannot be read (the first MANY of them), whether
    or not the choices say to skip them; skipped_count: all of them. looked_at: how many rows; complete: whether these
    are all. problem: the sentence with which `read` will refuse the file under these choices, as far as looked at; ""
    if it will not. choices: the ones given, with what was guessed filled in, except for the classes.
    """

    format: str
    title: str
    holds_session: bool = False
    delimiter: str = ""
    decimal_comma: bool = False
    header: bool = False
    columns: tuple[ColumnFound, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    classes: tuple[ClassCount, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    skipped_count: int = 0
    looked_at: int = 0
    complete: bool = True
    problem: str = ""
    choices: Choices = field(default_factory=Choices)


MANY = 100
"""So many skipped rows are told one by one."""


@dataclass(frozen=True)
class Report:
    """The report on reading a file.

    format: key of the format. rows: points that came of it. coordinates, label: names of the columns used. classes:
    what each class became; those with sign 0 were left out. skipped: the first MANY rows that could not be read, with
    reasons; skipped_count: all of them. scaling: how the coordinates were standardised, None when the file's units
    were kept.
    """

    format: str
    rows: int
    coordinates: tuple[str, ...] = ()
    label: str = ""
    classes: tuple[ClassCount, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    skipped_count: int = 0
    scaling: Scaling | None = None

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the user should know and may not expect, a sentence each."""
        said = []
        if self.skipped_count:
            first = self.skipped[0]
            rows = "1 row was" if self.skipped_count == 1 else f"{self.skipped_count:,} rows were"
            said.append(f"{rows} skipped, the first on line {first.line}: {first.reason}.")
        out = [each for each in self.classes if not each.sign]
        if out:
            names = ", ".join(short(each.name) for each in out[:5]) + ", …" * (len(out) > 5)
            count = sum(each.count for each in out)
            rows = "1 row" if count == 1 else f"{count:,} rows"
            said.append(f"{rows} of other classes ({names}) {'was' if count == 1 else 'were'} left out.")
        if self.scaling is not None:
            said.append("The coordinates were standardised: mean 0, standard deviation 1.")
        return tuple(said)


@dataclass(frozen=True)
class Imported:
    """A session read from a file, with the report. session: the points with default settings, or the whole session."""

    session: Session
    report: Report

    @property
    def dataset(self) -> Dataset:
        return self.session.dataset
