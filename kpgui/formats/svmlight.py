"""The sparse text format of SVMlight and LIBSVM."""

import re
from collections.abc import Iterator
from dataclasses import field
from math import isfinite

import numpy as np

from kpgui.formats.base import ROWS, PointsFormat, TextFormat
from kpgui.formats.choices import Choices
from kpgui.formats.columns import coordinate_names
from kpgui.formats.limits import check_columns, check_size
from kpgui.formats.sheet import Block, Columns, Sheet
from kpgui.formats.text import Watch, pieces, unwatched
from kpgui.model.arrays import Bools, Floats, Labels
from kpgui.model.dataclass import dataclass
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session

HELD_OUT = "held_out"
"""The comment at the end of a line that says that its point is held out."""

_LINE = re.compile(r"[^\s,;]+(\s+qid:\d+)?(\s+\d+:[^\s:,;]+)+(\s+[-+.\d:e]*)?\s*(#.*)?")
"""A whole line, but for a last word that may be cut off where the beginning of a file ends."""


class Svmlight(TextFormat, PointsFormat):
    """`<label> <index>:<value> …`, one line a point (Joachims 1999; Chang, Lin 2011).

    Values that are left out are 0; what follows # is a comment; qid is passed over. Indices begin at 1, or at
    0 when an index 0 occurs anywhere, as scikit-learn writes them. Written with every value, zeros too, so
    that the number of coordinates and the sign of −0.0 are kept.
    """

    key = "svmlight"
    title = "LIBSVM and SVMlight"
    suffixes = (".svmlight", ".libsvm", ".svm")
    meaning = "points with their labels as `label index:value …`, zeros may be left out"

    def recognises_text(self, start: str) -> bool:
        return any(_LINE.fullmatch(line.strip()) for line in start.splitlines()[:20])

    def sheet(
        self, content: bytes, where: str, choices: Choices, watch: Watch = unwatched, limit: int | None = None
    ) -> Sheet:
        found, complete = _Lines(), True
        for piece in pieces(content, where, watch):
            found.add(piece.text, piece.line, where)
            if limit is not None and len(found.lines) >= limit:
                complete = piece.last
                break
        if not found.labels and not found.wrong:
            raise KpguiError(f"{where} is empty; it should have one line for each point, such as +1 1:0.5 2:-1.2.")
        if found.wrong and not (choices.skip_bad_rows and found.labels):
            line, reason = found.wrong[0]
            raise KpguiError(f"{where}, line {line}: {reason}.")
        points = found.points(where)
        d = points.shape[1]
        names = ("label", *coordinate_names(d), HELD_OUT)
        held_out = ["1" if each else "0" for each in found.held_out]
        sample = [(found.labels[i], *map(repr, point), held_out[i]) for i, point in enumerate(points[:60].tolist())]
        block = Block([found.labels, *points.T, held_out], found.lines, found.wrong)
        return Sheet(where, names, sample, iter([block]), Columns(tuple(range(1, d + 1)), 0, d + 1), complete=complete)

    def texts(self, session: Session) -> Iterator[str]:
        dataset = session.dataset
        for start in range(0, len(dataset), ROWS):
            some = slice(start, start + ROWS)
            yield "".join(_lines(dataset.points[some], dataset.labels[some], dataset.held_out[some]))


def _lines(points: Floats, labels: Labels, held_out: Bools) -> Iterator[str]:
    for point, label, out in zip(points.tolist(), labels.tolist(), held_out.tolist(), strict=True):
        values = " ".join(f"{k}:{value!r}" for k, value in enumerate(point, 1))
        yield f"{label:+d} {values}{' # ' + HELD_OUT if out else ''}\n"


@dataclass
class _Lines:
    """What the lines have said so far; values is flat: of row rows[i], index indices[i], value values[i]."""

    labels: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    held_out: list[bool] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    indices: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    wrong: list[tuple[int, str]] = field(default_factory=list)

    def add(self, text: str, first: int, where: str) -> None:
        for number, line in enumerate(text.split("\n"), first):
            data, _, comment = line.partition("#")
            words = data.split()
            if words:
                self._add_row(words, number, comment.strip() == HELD_OUT)
        check_size(where, len(self.labels), len(self.values))

    def _add_row(self, words: list[str], line: int, held_out: bool) -> None:
        try:
            found = _features(words[1:])
        except ValueError as problem:
            self.wrong.append((line, str(problem)))
            return
        self.rows += [len(self.labels)] * len(found)
        self.indices += found
        self.values += found.values()
        self.labels.append(words[0])
        self.lines.append(line)
        self.held_out.append(held_out)

    def points(self, where: str) -> Floats:
        """The coordinates, (n, d), d being the largest index there is."""
        if not self.indices:
            raise KpguiError(f"{where} has labels but no index:value; a point needs at least one coordinate.")
        first = min(1, min(self.indices))
        d = max(self.indices) + 1 - first
        check_size(where, len(self.labels), d * len(self.labels))
        check_columns(where, d)
        points = np.zeros((len(self.labels), d))
        points[self.rows, np.array(self.indices) - first] = self.values
        return points


def _features(words: list[str]) -> dict[int, float]:
    """The values of one line by index. Raises ValueError that names the word that is wrong."""
    found: dict[int, float] = {}
    for word in words:
        index, _, value = word.partition(":")
        if index == "qid":
            continue
        try:
            k, number = int(index), float(value)
        except ValueError:
            k, number = -1, 0.0
        if k < 0 or "_" in word:
            raise ValueError(f"{word[:40]!r} is not index:value, such as 2:0.5")
        if not isfinite(number):
            raise ValueError(f"the value in {word[:40]!r} must be a finite number")
        if k in found:
            raise ValueError(f"the index {k} is there twice")
        found[k] = number
    return found
