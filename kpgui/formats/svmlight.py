"""The sparse text format of SVMlight and LIBSVM."""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, repeat
from math import isfinite

import numpy as np

from kpgui.formats.base import PointsFormat, TextFormat
from kpgui.formats.tabular.choices import Choices
from kpgui.formats.tabular.limits import check_columns, check_size, check_skipped
from kpgui.formats.tabular.report import MOST_REPORTED
from kpgui.formats.tabular.sheet import Block, Columns, Sheet
from kpgui.formats.tabular.text import coordinate_names, pieces, rows_of_piece
from kpgui.language import _, later
from kpgui.model.arrays import Bools, Floats, Labels
from kpgui.model.errors import UNWATCHED, KpguiError, Token, short
from kpgui.model.session import Session

HELD_OUT = "held_out"
"""The comment at the end of a line that marks its point as held out."""

DIGITS = 18
"""Most digits of an index: more may not fit into 64 bits."""

LOOKED_AT = 20
"""Number of first lines from which the format is recognised."""


class Svmlight(TextFormat, PointsFormat):
    """`<label> <index>:<value> …`, one line per point (Joachims 1999; Chang, Lin 2011).

    Omitted values are 0; what follows # is a comment; qid is ignored. Indices begin at 1, or at
    0 when an index 0 occurs anywhere, as scikit-learn writes them. Written with every value, zeros too, so
    that the number of coordinates and the sign of −0.0 are kept.
    """

    key = "svmlight"
    title = "LIBSVM and SVMlight"
    suffixes = (".svmlight", ".libsvm", ".svm")
    meaning = "points with their labels as `label index:value …`, zeros may be left out"

    def recognises_text(self, start: str) -> bool:
        return any(map(_is_row, start.split("\n", LOOKED_AT)[:LOOKED_AT]))

    def sheet(
        self, content: bytes, where: str, choices: Choices, token: Token = UNWATCHED, limit: int | None = None
    ) -> Sheet:
        found, complete = _Lines(), True
        for piece in pieces(content, where, token):
            found.add(piece.text, piece.line, where)
            if found.wrong and not choices.skip_bad_rows:
                break
            if limit is not None and len(found.lines) + len(found.wrong) >= limit:
                complete = piece.last
                break
        if not found.labels and not found.wrong:
            raise KpguiError(
                _("{where} is empty; it should have one line for each point, such as +1 1:0.5 2:-1.2.").format(
                    where=where
                )
            )
        if found.wrong and not (choices.skip_bad_rows and found.labels):
            raise KpguiError(
                _("{where}, line {line}: {reason}.").format(where=where, line=found.wrong[0], reason=found.reasons[0])
            )
        points = found.points(where)
        d = points.shape[1]
        names = ("label", *coordinate_names(d), HELD_OUT)
        held_out = ["01"[each] for each in found.held_out]
        sample = [(found.labels[i], *map(repr, point), held_out[i]) for i, point in enumerate(points[:60].tolist())]
        reasons = chain(found.reasons, repeat(_("it cannot be read")))
        block = Block([found.labels, *points.T, held_out], found.lines, zip(found.wrong, reasons, strict=False))
        return Sheet(where, names, sample, iter([block]), Columns(tuple(range(1, d + 1)), 0, d + 1), complete=complete)

    def texts(self, session: Session) -> Iterator[str]:
        dataset = session.dataset
        size = rows_of_piece(dataset.d)
        for start in range(0, len(dataset), size):
            some = slice(start, start + size)
            yield "".join(_lines(dataset.points[some], dataset.labels[some], dataset.held_out[some]))


def _is_row(line: str) -> bool:
    """Whether a line is a label and features; its last word may be cut off where the excerpt of a file ends."""
    label, *words = line.partition("#")[0].split() or [""]
    if words[:1] and words[0].startswith("qid:"):
        words.pop(0)
    if words and not _is_feature(words[-1]) and set(words[-1]) <= set("-+.0123456789:e"):
        words.pop()
    return not set(label) & set(",;") and bool(words) and all(map(_is_feature, words))


def _is_feature(word: str) -> bool:
    index, __, value = word.partition(":")
    return index.isdecimal() and value != "" and not set(value) & set(":,;")


def _lines(points: Floats, labels: Labels, held_out: Bools) -> Iterator[str]:
    for point, label, out in zip(points.tolist(), labels.tolist(), held_out.tolist(), strict=True):
        values = " ".join(f"{k}:{value!r}" for k, value in enumerate(point, 1))
        yield f"{label:+d} {values}{' # ' + HELD_OUT if out else ''}\n"


@dataclass
class _Lines:
    """The rows read so far, sparse: row rows[i] has the value values[i] at the index indices[i].

    labels, lines, held_out: one entry per row. wrong: line numbers of invalid rows; reasons: of the first
    MOST_REPORTED of them. Numbers are in arrays: millions of them would take too much memory as objects.
    """

    labels: list[str] = field(default_factory=list)
    lines: "array[int]" = field(default_factory=lambda: array("q"))
    held_out: list[bool] = field(default_factory=list)
    rows: "array[int]" = field(default_factory=lambda: array("q"))
    indices: "array[int]" = field(default_factory=lambda: array("q"))
    values: "array[float]" = field(default_factory=lambda: array("d"))
    wrong: "array[int]" = field(default_factory=lambda: array("q"))
    reasons: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    """The text of each label, shared by the rows that have it."""

    def add(self, text: str, first: int, where: str) -> None:
        """Reads some lines, numbered from `first`. Raises KpguiError when a limit is exceeded."""
        for number, line in enumerate(text.split("\n"), first):
            data, __, comment = line.partition("#")
            words = data.split()
            if words:
                self._add_row(words, number, comment.strip() == HELD_OUT)
        if self.wrong:
            check_skipped(where, len(self.wrong), _("line {n}").format(n=self.wrong[0]), self.reasons[0])
        check_size(where, len(self.labels) + len(self.wrong), len(self.values))

    def _add_row(self, words: list[str], line: int, held_out: bool) -> None:
        try:
            found = _features(words[1:])
        except ValueError as problem:
            self.wrong.append(line)
            if len(self.reasons) < MOST_REPORTED:
                reason, word = problem.args
                self.reasons.append(_(reason).format(word=short(word)))
            return
        self.rows.extend([len(self.labels)] * len(found))
        self.indices.extend(found)
        self.values.extend(found.values())
        self.labels.append(self.names.setdefault(words[0], words[0]))
        self.lines.append(line)
        self.held_out.append(held_out)

    def points(self, where: str) -> Floats:
        """The coordinates (n, d), where d is the number of indices up to the largest. Raises KpguiError."""
        if not self.indices:
            raise KpguiError(
                _("{where} has labels but no index:value; a point needs at least one coordinate.").format(where=where)
            )
        indices = np.frombuffer(self.indices, np.int64)
        first = min(1, int(indices.min()))
        d = int(indices.max()) + 1 - first
        check_size(where, len(self.labels), d * len(self.labels))
        check_columns(where, d)
        points = np.zeros((len(self.labels), d))
        points[np.frombuffer(self.rows, np.int64), indices - first] = np.frombuffer(self.values)
        return points


def _features(words: list[str]) -> dict[int, float]:
    """The values of one row by index. Raises ValueError with a message that contains {word}, and that word.

    Only the first few messages are shown, so most of them need never be formatted.
    """
    found: dict[int, float] = {}
    for word in words:
        index, __, value = word.partition(":")
        if index == "qid":
            continue
        try:
            k, number = int(index), float(value)
        except ValueError:
            k, number = -1, 0.0
        if k < 0 or "_" in word or len(index) > DIGITS:
            raise ValueError(later("{word!r} is not index:value, such as 2:0.5"), word)
        if not isfinite(number):
            raise ValueError(later("the value in {word!r} must be a finite number"), word)
        if k in found:
            raise ValueError(later("the index {word} is there twice"), str(k))
        found[k] = number
    return found
