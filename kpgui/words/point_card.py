"""The card of one point: what is known of it now, in short lines."""

from typing import NamedTuple

import numpy as np

from kpgui.kernels import Kernel
from kpgui.language import _
from kpgui.model.arrays import Floats
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.frame import Frame
from kpgui.model.number import MINUS, grouped, shown
from kpgui.words.counters import class_text
from kpgui.words.readout import position_text, value_at

WIDEST = f"≈ {MINUS}8.888×10⁻⁸⁸⁸"
"""A value as wide as any, for which a card has room, so that it does not change its size with the numbers."""


class PointCard(NamedTuple):
    """title: number and class. where: the coordinates. rows: name and value. verdict: the side it is on, or ""."""

    title: str
    label: int
    where: str
    rows: tuple[tuple[str, str], ...] = ()
    verdict: str = ""
    wrong: bool = False


def point_card(
    dataset: Dataset, row: int, frame: Frame | None = None, kernel: Kernel | None = None, points: Floats | None = None
) -> PointCard:
    """The card of the point with this index in a dataset of the plane.

    frame, kernel, points (n, d): of the run on the screen, which may have learned from other points than the dataset's:
    f is that of the run where the point is now; α and β are known if the point was in it.
    """
    x, y = dataset.points[row].tolist()
    label = int(dataset.labels[row])
    title = _("Point {row}: {what}").format(row=grouped(row + 1), what=class_text(dataset, label))
    if dataset.held_out[row]:
        title += _(", held out")
    plain = PointCard(title, label, position_text(x, y, dataset.axes))
    if frame is None or not frame.counters.step:
        return plain
    rows = _coefficients(frame, int(dataset.ids[row]))
    try:
        value = None if points is None else value_at(kernel, points, frame, x, y)
    except KpguiError:
        return plain._replace(rows=rows, verdict=_("f is too large to compute here"))
    if value is None:
        return plain._replace(rows=rows)
    f, exact = value
    almost, symbol = "" if exact else "≈ ", frame.expansion.symbol
    rows += (symbol, almost + shown(f)), (f"y·{symbol}", almost + shown(label * f))
    wrong = label * f <= 0
    return plain._replace(rows=rows, verdict=_("on the wrong side") if wrong else _("on the right side"), wrong=wrong)


def _coefficients(frame: Frame, point: int) -> tuple[tuple[str, str], ...]:
    """α and β of the point with this id; dashes if it was not in the run."""
    found = np.flatnonzero(frame.ids == point)
    if not len(found):
        return ("α", "–"), ("β", "–")
    alpha, beta = frame.counters.alpha[found[0]], frame.expansion.beta[found[0]]
    counted = np.issubdtype(frame.counters.alpha.dtype, np.integer)
    return ("α", grouped(int(alpha)) if counted else shown(float(alpha))), ("β", shown(float(beta)))
