"""What is said of one place: f at the cursor, and the card of a point."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kpgui.kernels import Kernel
from kpgui.language import _
from kpgui.model.arrays import Floats
from kpgui.model.conventions import USUAL, Conventions
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError, short
from kpgui.model.frame import FieldImage, Frame
from kpgui.model.param import MINUS, grouped, shown
from kpgui.words.counters import class_text

MOST_COMPUTED_VECTORS = 20_000
"""Support vectors up to which f is computed; with more it is read from the field on the screen."""


def position_text(x: float, y: float, names: Sequence[str] = ("x", "y")) -> str:
    """
    >>> position_text(-0.5, 1.25)
    'x = −0.5   y = 1.25'
    """
    return "   ".join(f"{short(name, 20)} = {shown(value)}" for name, value in zip(names, (x, y), strict=True))


def value_text(kernel: Kernel | None, points: Floats, frame: Frame | None, x: float, y: float) -> str:
    """f(x, y) of a frame: "f = 0.75", "" when there is none; "f ≈ 0.75" where it is not exact.

    In place of f stands what the learner calls its answer.
    """
    try:
        value = value_at(kernel, points, frame, x, y)
    except KpguiError:
        return _("f is too large to compute here")
    if value is None or frame is None:
        return ""
    f, exact = value
    return f"{frame.expansion.symbol} {'=' if exact else '≈'} {shown(f)}"


def value_at(
    kernel: Kernel | None, points: Floats, frame: Frame | None, x: float, y: float
) -> tuple[float, bool] | None:
    """f(x, y) of a frame, and whether it is exact; None when there is none.

    It is not if it is read from the picture, with two digits. Raises KpguiError if it is too large for float64.
    """
    if kernel is None or frame is None or len(frame.expansion.beta) != len(points):
        return None
    if len(frame.expansion.support) > MOST_COMPUTED_VECTORS:
        return None if frame.field is None else _read(frame.field, x, y)
    from kpgui.engine.run.problem import decision  # not needed for the first paint

    return float(decision(frame.expansion, kernel, points, np.array([[x, y]]))[0]), True


def _read(image: FieldImage, x: float, y: float) -> tuple[float, bool] | None:
    rows, columns = image.pixels.shape
    view = image.view
    column = int((x - view.xmin) / (view.xmax - view.xmin) * columns)
    row = int((y - view.ymin) / (view.ymax - view.ymin) * rows)
    if not (0 <= row < rows and 0 <= column < columns):
        return None
    return float(f"{(int(image.pixels[row, column]) - 128) / 127 * image.peak:.2g}"), False


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
    dataset: Dataset,
    row: int,
    frame: Frame | None = None,
    kernel: Kernel | None = None,
    points: Floats | None = None,
    conventions: Conventions = USUAL,
) -> PointCard:
    """The card of the point with this index in a dataset of the plane.

    frame, kernel, points (n, d), conventions: of the run on the screen, which may have learned from other points than
    the dataset's: f is that of the run where the point is now; α and β are known if the point was in it.
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
    wrong = bool(conventions.wrong(np.array(label * f), label))
    return plain._replace(rows=rows, verdict=_("on the wrong side") if wrong else _("on the right side"), wrong=wrong)


def _coefficients(frame: Frame, point: int) -> tuple[tuple[str, str], ...]:
    """α and β of the point with this id; dashes if it was not in the run."""
    found = np.flatnonzero(frame.ids == point)
    if not len(found):
        return ("α", "–"), ("β", "–")
    alpha, beta = frame.counters.alpha[found[0]], frame.expansion.beta[found[0]]
    counted = np.issubdtype(frame.counters.alpha.dtype, np.integer)
    return ("α", grouped(int(alpha)) if counted else shown(float(alpha))), ("β", shown(float(beta)))
