"""The cursor's position and f there, as texts: one value, cheap enough for every move of the mouse."""

from collections.abc import Sequence

import numpy as np

from kpgui.kernels import Kernel
from kpgui.language import _
from kpgui.model.arrays import Floats
from kpgui.model.errors import KpguiError
from kpgui.model.frame import FieldImage, Frame
from kpgui.model.number import shown
from kpgui.model.quoting import short

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
    from kpgui.engine.run.scoring import decision  # not needed for the first paint

    return float(decision(frame.expansion, kernel, points, np.array([[x, y]]))[0]), True


def _read(image: FieldImage, x: float, y: float) -> tuple[float, bool] | None:
    rows, columns = image.pixels.shape
    view = image.view
    column = int((x - view.xmin) / (view.xmax - view.xmin) * columns)
    row = int((y - view.ymin) / (view.ymax - view.ymin) * rows)
    if not (0 <= row < rows and 0 <= column < columns):
        return None
    return float(f"{(int(image.pixels[row, column]) - 128) / 127 * image.peak:.2g}"), False
