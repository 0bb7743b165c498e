"""The sparse text format of SVMlight and LIBSVM."""

import re
from collections.abc import Iterator
from math import isfinite

import numpy as np

from kpgui.formats.base import MAX_CELLS, TextFormat, too_long
from kpgui.formats.labels import signs
from kpgui.model.arrays import Floats
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session, View

HELD_OUT = "held_out"
"""The comment at the end of a line that says that its point is held out."""

_LINE = re.compile(r"\S+(\s+qid:\d+)?\s+\d+:\S")


class Svmlight(TextFormat):
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
        return any(_LINE.match(line.strip()) for line in start.splitlines()[:20])

    def read_text(self, text: str, where: str) -> Session:
        labels: list[str] = []
        lines: list[int] = []
        held_out: list[bool] = []
        features: list[dict[int, float]] = []
        for number, line in enumerate(text.split("\n"), 1):
            data, _, comment = line.partition("#")
            words = data.split()
            if words:
                labels.append(words[0])
                lines.append(number)
                held_out.append(comment.strip() == HELD_OUT)
                features.append(_features(words[1:], where, number))
        if not labels:
            raise KpguiError(f"{where} is empty; it should have one line for each point, such as +1 1:0.5 2:-1.2.")
        points = _dense(features, where)
        dataset = Dataset.of(points, signs(labels, where, lines), held_out)
        return Session(dataset, view=View.around(dataset.points))

    def write_text(self, session: Session) -> str:
        return "".join(_lines(session.dataset))


def _lines(dataset: Dataset) -> Iterator[str]:
    for point, label, out in zip(
        dataset.points.tolist(), dataset.labels.tolist(), dataset.held_out.tolist(), strict=True
    ):
        values = " ".join(f"{k}:{value!r}" for k, value in enumerate(point, 1))
        yield f"{label:+d} {values}{' # ' + HELD_OUT if out else ''}\n"


def _features(words: list[str], where: str, line: int) -> dict[int, float]:
    """The values of one line by index. Raises KpguiError that names the word that is wrong."""
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
            raise KpguiError(f"{where}, line {line}: {word[:40]!r} is not index:value, such as 2:0.5.")
        if not isfinite(number):
            raise KpguiError(f"{where}, line {line}: the value in {word[:40]!r} must be a finite number.")
        if k in found:
            raise KpguiError(f"{where}, line {line}: the index {k} is there twice.")
        found[k] = number
    return found


def _dense(features: list[dict[int, float]], where: str) -> Floats:
    """The coordinates, (n, d), d being the largest index there is."""
    indices = [k for row in features for k in row]
    if not indices:
        raise KpguiError(f"{where} has labels but no index:value; a point needs at least one coordinate.")
    first = min(1, min(indices))
    d = max(indices) + 1 - first
    if d * len(features) > MAX_CELLS:
        raise too_long(where)
    points = np.zeros((len(features), d))
    rows = [i for i, row in enumerate(features) for _ in row]
    points[rows, np.array(indices) - first] = [value for row in features for value in row.values()]
    return points
