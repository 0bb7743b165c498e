"""The painter of a Gram matrix, beside a scale with numbers, and of its eigenvalues: in the panel and in pictures."""

from math import ceil
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from kpgui.drawing.parts import image_of
from kpgui.figure.charts.axes import Ink
from kpgui.geometry.palette import Palette
from kpgui.language import _
from kpgui.model.param import grouped, power_of_ten, shown
from kpgui.ui.instruments.gram.reading import Curve, GramValue
from kpgui.ui.instruments.gram.words import part_text

STRIP, GAP, BAR, NUMBERS = 6, 4, 10, 54
"""Widths of the strips with the classes, of gaps, of the scale and its numbers, in units."""

BESIDE = 2 * GAP + BAR + NUMBERS


class Matrix(NamedTuple):
    """The image of a matrix, those of the classes above and left of it, and the least and the largest K or 0."""

    image: QImage
    across: QImage
    down: QImage
    low: float
    high: float


def matrix_of(value: GramValue, order: int, palette: Palette) -> Matrix:
    """A matrix of some points in one of `ORDERS`."""
    classes = (128 + 127.0 * value.dataset.labels[value.orders[order]]).astype(np.uint8)
    pixels = value.images[order], classes[None], classes[::-1, None]
    image, across, down = (image_of(palette, each, "matrix") for each in pixels)
    low, high = float(value.matrix.min(initial=0.0)), float(value.matrix.max(initial=0.0))
    return Matrix(image, across, down, low, high)


def matrix_area(place: QRectF, unit: float) -> QRectF:
    """The square of the matrix at the top left of a place for it, its strips and its scale."""
    before = (STRIP + GAP // 2) * unit
    side = max(1.0, min(place.width() - before - BESIDE * unit, place.height() - before - 2))
    return QRectF(place.left() + before, place.top() + before, side, side)


def draw_matrix(ink: Ink, area: QRectF, matrix: Matrix) -> None:
    """Draws the matrix, the strips, and the colours from its least to its largest value, with these numbers and 0."""
    painter, unit, (image, across, down, low, high) = ink.painter, ink.unit, matrix
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, area.width() < image.width())
    painter.drawImage(area, image)
    strip, away = STRIP * unit, (STRIP + GAP // 2) * unit
    painter.drawImage(QRectF(area.left(), area.top() - away, area.width(), strip), across)
    painter.drawImage(QRectF(area.left() - away, area.top(), strip, area.height()), down)
    ramp = (128.5 + 127 * np.linspace(low, high, 128) / (max(high, -low) or 1.0)).astype(np.uint8)
    bar = QRectF(area.right() + 2 * GAP * unit, area.top(), BAR * unit, area.height())
    painter.drawImage(bar, image_of(ink.palette, ramp[:, None], "matrix"))
    line, last = ink.lettering.line, -np.inf
    for number in sorted({low, 0.0, high}, reverse=True):
        y = bar.top() + (high - number) / ((high - low) or 1.0) * bar.height()
        y = min(bar.bottom() - line / 2, max(bar.top() + line / 2, y))
        if y >= last + line:
            ink.write(shown(number, 3), bar.right() + GAP * unit, y, "text", room=NUMBERS * unit)
            last = y


LEFT, RIGHT, TOP, BOTTOM = 40, 8, 8, 18
"""Room around the axes of the spectrum in units."""

LARGE, SMALL, FEW = 5.0, 2.5, 100
"""Sizes of the dots, of up to so many and of more."""

MOST_TICKS = 5

DISC, SQUARE = Qt.PenCapStyle.RoundCap, Qt.PenCapStyle.SquareCap


def draw_spectrum(ink: Ink, place: QRectF, curve: Curve) -> None:
    """A dot for each |λ|, from the largest λ to the least: a disc if λ > 0, a square if λ < 0, pale if it may be 0."""
    painter, unit, m, span = ink.painter, ink.unit, len(curve.heights), curve.high - curve.low
    if not m:
        return
    area = place.adjusted(LEFT * unit, TOP * unit, -RIGHT * unit, -BOTTOM * unit)
    for decade in range(curve.low, curve.high + 1, -(-span // MOST_TICKS)):
        y = area.bottom() - (decade - curve.low) / span * area.height()
        painter.setPen(ink.pen("grid"))
        painter.drawLine(QLineF(area.left(), ink.exact(y), area.right(), ink.exact(y)))
        zero = decade == curve.low and not curve.signs.all()
        ink.write("≈ 0" if zero else power_of_ten(decade), area.left() - GAP * unit, y, "muted", align=1)
    middle, title = area.bottom() + BOTTOM / 2 * unit, _("|λ| of each axis, by size of λ")
    ink.write("1", area.left(), middle, "muted")
    ink.write(title, area.center().x(), middle, "muted", align=0.5, room=area.width() - 1.2 * LEFT * unit)
    ink.write(grouped(m), area.right(), middle, "muted", align=1)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    across = area.left() + area.width() * np.arange(m) / max(1, m - 1)
    places = np.column_stack([across, area.bottom() - area.height() * curve.heights])
    for sign, colour, cap in ((0, "muted", DISC), (1, "text", DISC), (-1, "danger", SQUARE)):
        pen = ink.pen(colour, LARGE if sign and m <= FEW else SMALL)
        pen.setCapStyle(cap)
        painter.setPen(pen)
        painter.drawPoints([QPointF(*each) for each in places[curve.signs == sign].tolist()])


WIDER = 1.15
"""The spectrum is beside the matrix in a place that is so many times as wide as high, below it in another."""

ENLARGED = 400
"""Least pixels of an image along its longer side in a picture: programs that show it would blur one of fewer."""

SIDE = 28
"""Of the matrix of a part in units."""


def draw_gram(value: GramValue, order: int, ink: Ink, place: QRectF) -> None:
    """Draws the matrix in one of `ORDERS`, and beside or below it its spectrum and the parts of the kernel."""
    matrix, unit = matrix_of(value, order, ink.palette), ink.unit
    rest = QRectF(place)
    if place.width() > WIDER * place.height():
        area = matrix_area(place.adjusted(0, 0, -0.4 * place.width(), 0), unit)
        rest.setLeft(area.right() + BESIDE * unit)
        rest.setBottom(min(rest.bottom(), area.bottom() + BOTTOM * unit))
    else:
        area = matrix_area(place.adjusted(0, 0, 0, -0.3 * place.height()), unit)
        rest.setTop(area.bottom() + 2 * GAP * unit)
    image, across, down = map(_enlarged, matrix[:3])
    draw_matrix(ink, area, Matrix(image, across, down, matrix.low, matrix.high))
    parts = value.parts[: int(0.5 * rest.height() / ((SIDE + GAP) * unit))]
    rest.setBottom(rest.bottom() - len(parts) * (SIDE + GAP) * unit)
    draw_spectrum(ink, rest, value.curve)
    for k, part in enumerate(parts):
        x, y = rest.left() + LEFT / 3 * (part.depth + 1) * unit, rest.bottom() + (k * (SIDE + GAP) + GAP) * unit
        if part.images:
            image = _enlarged(image_of(ink.palette, part.images[order], "matrix"))
            ink.painter.drawImage(QRectF(x, y, SIDE * unit, SIDE * unit), image)
        x += (SIDE + 2 * GAP) * unit
        for row, text in enumerate(part_text(part).split("\n")):
            middle = y + (SIDE / 4 + SIDE / 2 * row) * unit
            ink.write(text, x, middle, "muted" if row else "text", room=rest.right() - x)


def _enlarged(image: QImage) -> QImage:
    times = ceil(ENLARGED / max(image.width(), image.height()))
    return image.scaled(times * image.width(), times * image.height())
