"""Results of reading a file of points: preview, report, and coordinates that were standardised."""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from kpgui.formats.tabular.choices import Choices
from kpgui.language import _, ngettext
from kpgui.model.arrays import Floats, frozen
from kpgui.model.dataset import Dataset
from kpgui.model.errors import short
from kpgui.model.param import grouped
from kpgui.model.session import Session


@dataclass(frozen=True, eq=False)
class Scaling:
    """z = (x − mean) / scale, coordinate by coordinate; mean and scale are (d,), in the units of the file.

    A learner is then trained on z.
    """

    mean: Floats
    scale: Floats

    @classmethod
    def of(cls, points: Floats) -> "Scaling":
        """Mean and standard deviation (divided by n, not n − 1) of the points (n, d); a constant has scale 1."""
        if not len(points):
            return cls(frozen(np.zeros(points.shape[1]), np.float64), frozen(np.ones(points.shape[1]), np.float64))
        size = np.maximum(np.abs(points).max(axis=0), np.finfo(float).tiny)  # so that no sum overflows
        shares = points / size
        mean = shares.mean(axis=0)
        spread = np.sqrt(np.square(shares - mean).mean(axis=0))
        constant = (points == points[0]).all(axis=0) | (spread * size == 0)
        mean = np.where(constant, points[0], mean * size)
        return cls(frozen(mean, np.float64), frozen(np.where(constant, 1.0, spread * size), np.float64))

    def standardised(self, points: Floats) -> Floats:
        """The standardised points (n, d) for points in the file's units."""
        with np.errstate(over="ignore"):
            near = (points - self.mean) / self.scale  # exact where points are close together
            return np.where(np.isfinite(near), near, points / self.scale - self.mean / self.scale)


Role = Literal["x", "y", "coordinate", "label", "held_out", ""]
"""The role of a column; "" if it is ignored. x and y are the first two coordinates."""


@dataclass(frozen=True)
class Skipped:
    """A row that could not be read. line: the line on which it begins, from 1 (for NPZ, the row).

    reason: why, without a full stop.
    """

    line: int
    reason: str


@dataclass(frozen=True)
class ClassCount:
    """A class: its name in the file, the number of its rows, and its label: −1, +1, or 0 when it is left out."""

    name: str
    count: int
    sign: int = 0


@dataclass(frozen=True)
class ColumnFound:
    """A column: its name (or "column 3"), its role, and whether it has only numbers in the first rows."""

    name: str
    role: Role
    numeric: bool


@dataclass(frozen=True)
class FilePreview:
    """The preview of a file under some choices.

    format, title: key and title of the format. holds_session: whether the file is a whole session, for which there is
    nothing to choose. delimiter ("" if the format has none), decimal_comma, header: how the file is parsed. columns: in
    the order of the file. rows: the first rows as text. looked_at: the number of rows that were read; complete: whether
    these are all. classes: with their counts in these rows; their sign is 0 while the choices do not determine it.
    skipped: the first MOST_REPORTED rows that cannot be read, whether or not the choices say to skip them;
    skipped_count: the number of all of them. problem: the sentence with which `read` would refuse the rows that were
    read, "" if it would accept them. choices: those given, completed by what was guessed, except for the classes.
    encoding: that of the file, "" if it is not text.
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
    encoding: str = ""


MOST_REPORTED = 100
"""Most skipped rows that are reported one by one."""


@dataclass(frozen=True)
class Report:
    """The report on reading a file.

    format: key of the format. rows: number of points. coordinates, label: names of the columns used. classes: with
    their labels as signs; those with sign 0 are not trained on. skipped: the first MOST_REPORTED rows that could not be
    read, with reasons; skipped_count: all of them. scaling: how the coordinates were standardised, None when the
    file's units were kept. encoding: the one that was assumed, "" for Unicode and for one that was chosen.
    """

    format: str
    rows: int
    coordinates: tuple[str, ...] = ()
    label: str = ""
    classes: tuple[ClassCount, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    skipped_count: int = 0
    scaling: Scaling | None = None
    encoding: str = ""

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the user may not expect, one sentence each: rows skipped or left out, coordinates standardised."""
        said = []
        if self.encoding:
            said.append(_("The file is not UTF-8 and was read as {encoding}.").format(encoding=self.encoding))
        if self.skipped_count:
            first = self.skipped[0]
            said.append(
                ngettext(
                    "{n} row was skipped, on line {line}: {reason}.",
                    "{n} rows were skipped, the first on line {line}: {reason}.",
                    self.skipped_count,
                ).format(n=grouped(self.skipped_count), line=first.line, reason=first.reason)
            )
        out = [each for each in self.classes if not each.sign]
        if out:
            names = ", ".join(short(each.name) for each in out[:5]) + ", …" * (len(out) > 5)
            count = sum(each.count for each in out)
            said.append(
                ngettext(
                    "{n} row of other classes ({names}) is not trained on.",
                    "{n} rows of other classes ({names}) are not trained on.",
                    count,
                ).format(n=grouped(count), names=names)
            )
        if self.scaling is not None:
            said.append(_("The coordinates were standardised: mean 0, standard deviation 1."))
        return tuple(said)


@dataclass(frozen=True)
class Imported:
    """A session read from a file, with the report; a file of points gives a session with default settings."""

    session: Session
    report: Report

    @property
    def dataset(self) -> Dataset:
        return self.session.dataset
