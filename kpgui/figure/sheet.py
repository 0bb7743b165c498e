"""An exercise sheet as PDF: two variants on a page, to be cut apart, and the keys on pages at the end."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QLineF
from PySide6.QtGui import QPainter, QPdfWriter

from kpgui.drawing.lettering import Lettering
from kpgui.drawing.parts import part
from kpgui.drawing.symbols import line_pen
from kpgui.figure.layout import Layout
from kpgui.figure.outputs.pdf import pdf_of
from kpgui.figure.outputs.picture import painting_application
from kpgui.figure.painter import draw_plot
from kpgui.figure.plot import Marks
from kpgui.figure.scene import NO_LINES, Scene
from kpgui.figure.style import Style
from kpgui.geometry.palette import PALETTES, Palette
from kpgui.geometry.scales import Axis
from kpgui.model.arrays import frozen
from kpgui.model.errors import UNWATCHED, Token
from kpgui.model.param import MINUS
from kpgui.words.exercise_sheet.band import FARTHEST
from kpgui.words.exercise_sheet.questions import questions, rules
from kpgui.words.exercise_sheet.variants import Variant
from kpgui.words.typesetting import kept_together

PAPER = 595.28, 841.89
"""Width and height of A4 in points."""

SIDE, TOP = 48.0, 34.0
"""Margins of a page, and of a half of it, in points."""

PLOT, GUTTER = 186.0, 24.0
"""Side of the plot with its ticks, and what is between it and the questions."""

TYPE, ROW, ANSWER = 9.0, 14.0, 19.0
"""Size of type; heights of a row of a table and of the room for an answer."""

STYLE = Style(
    theme="print", title=False, counters=False, legend=False, grid=True, field="none", font_size=TYPE, point_size=1.2
)


@dataclass(frozen=True)
class Pen:
    """What text and lines are drawn with."""

    painter: QPainter
    palette: Palette
    text: Lettering
    bold: Lettering

    def line(self, x: float, y: float, to_x: float, to_y: float, *dash: float) -> None:
        self.painter.setPen(line_pen(self.palette.muted, 0.6, dash))
        self.painter.drawLine(QLineF(x, y, to_x, to_y))

    def paragraph(self, text: str, x: float, y: float, width: float) -> float:
        """Draws lines from y down. Returns where they end."""
        for each in self.text.broken(kept_together(text), width, 6):
            y += self.text.line
            self.text.draw(self.painter, each, x, y - 0.3 * self.text.size, self.palette.text)
        return y


def sheet_pdf(sheet: Sequence[Variant], title: str, kernel_formula: str, token: Token = UNWATCHED) -> bytes:
    """The sheet with its key; the same variants give the same bytes. Raises Cancelled."""
    painting_application()

    def paint(painter: QPainter) -> None:
        pen = Pen(painter, PALETTES["print"], Lettering(TYPE), Lettering(1.2 * TYPE, bold=True))
        for k, variant in enumerate(sheet):
            token.check()
            if k and k % 2 == 0:
                _turn(painter)
            painter.save()
            painter.translate(0, k % 2 * PAPER[1] / 2)
            _draw_variant(pen, variant, title, kernel_formula)
            painter.restore()
            if k % 2 == 0:
                pen.line(0, PAPER[1] / 2, PAPER[0], PAPER[1] / 2, 3, 3)
            token.report((k + 1) / len(sheet))
        _draw_key(pen, sheet, title)

    return pdf_of(paint, PAPER, title, f"{title}\n{[(each.points, each.labels) for each in sheet]}")


def _turn(painter: QPainter) -> None:
    device = painter.device()
    assert isinstance(device, QPdfWriter)
    device.newPage()


def _draw_variant(pen: Pen, variant: Variant, title: str, kernel_formula: str) -> None:
    """Half a page: number, rules, points as a table and a plot, questions with room for answers."""
    left, right, y = SIDE, PAPER[0] - SIDE, TOP + pen.bold.ascent
    number = f"Variant {variant.number}"
    pen.bold.draw(pen.painter, number, left, y, pen.palette.text)
    after = left + pen.bold.width(number) + 12
    name = right - 190
    pen.text.draw(pen.painter, pen.text.elided(title, name - after - 40), after, y, pen.palette.muted)
    pen.text.draw(pen.painter, "Name", name - 6, y, pen.palette.muted, align=1)
    pen.line(name, y + 2, right, y + 2)
    y += 8
    for each in rules(variant.setting, kernel_formula):
        y = pen.paragraph(each, left, y, right - left)
    y += 12
    bottom = _draw_table(pen, variant, left, y)
    _draw_points(pen, variant, left, bottom + 8)
    x = left + PLOT + GUTTER
    for k, asked in enumerate(questions(variant), 1):
        pen.text.draw(pen.painter, f"{k}.", x, y + pen.text.line - 0.3 * TYPE, pen.palette.text)
        y = pen.paragraph(asked.text, x + 14, y, right - x - 14) + ANSWER
        pen.line(x + 14, y - 3, right, y - 3)


def _draw_table(pen: Pen, variant: Variant, x: float, y: float) -> float:
    """Points, coordinates and labels as four rows. Returns where they end."""
    points, labels = variant.points, variant.labels
    rows = [
        ["point", *(str(i + 1) for i in range(len(points)))],
        *([f"x{'₁₂'[axis]}", *(_minus(place[axis]) for place in points)] for axis in (0, 1)),
        ["y", *(_minus(f"{label:+d}") for label in labels)],
    ]
    step = (PLOT - 34) / len(points)
    for k, row in enumerate(rows):
        pen.line(x, y + k * ROW, x + PLOT, y + k * ROW)
        for i, text in enumerate(row):
            at = x + 34 + (i - 0.5) * step if i else x + 3
            pen.text.draw(pen.painter, text, at, y + (k + 0.72) * ROW, pen.palette.text, align=0.5 * (i > 0))
    end = y + len(rows) * ROW
    pen.line(x, end, x + PLOT, end)
    for i in range(len(points)):
        pen.line(x + 34 + i * step, y, x + 34 + i * step, end)
    return end


def _minus(number: object) -> str:
    return str(number).replace("-", MINUS)


def _draw_points(pen: Pen, variant: Variant, x: float, y: float) -> None:
    """The plot of the points with their numbers."""
    session, nothing = variant.session, frozen(np.zeros(len(variant.points)), np.float64)
    scene = Scene(pen.palette, session.view, session.dataset, nothing, None, NO_LINES, NO_LINES, NO_LINES, "", "")
    scene = scene.styled(STYLE)
    values = range(-FARTHEST, FARTHEST + 1)
    axis = Axis(tuple(map(float, values)), tuple(map(_minus, values)))
    layout = Layout.of(session.view, PLOT, PLOT, 0, STYLE, 0.0, type_unit=TYPE / 10, names=("x₁", "x₂"))
    layout = replace(layout, across=axis, up=axis)
    marks = Marks.of(scene, layout.unit * 2)
    with part(pen.painter, "points"):
        pen.painter.translate(x, y)
        draw_plot(pen.painter, scene, layout, marks)
        for i, (across, up) in enumerate(layout.place(session.dataset.points).tolist(), 1):
            pen.text.draw(pen.painter, str(i), across + marks.radius + 2, up - marks.radius, pen.palette.text)


def _draw_key(pen: Pen, sheet: Sequence[Variant], title: str) -> None:
    """The right answers as a table, on as many pages as it takes."""
    asked = [questions(each) for each in sheet]
    head = ["variant", *(each.name for each in asked[0])]
    rows = [[_minus(each.key.replace(" ", ", ")) for each in found] for found in asked]
    rows = [[str(variant.number), *row] for variant, row in zip(sheet, rows, strict=True)]
    widths = [max(pen.text.width(row[k]) for row in (head, *rows)) + 14 for k in range(len(head))]
    scale = min(1.0, (PAPER[0] - 2 * SIDE) / sum(widths))
    fine, fits = Lettering(TYPE * scale), int((PAPER[1] - 2 * SIDE - 40) / ROW)
    for first in range(0, len(rows), fits):
        _turn(pen.painter)
        y = SIDE + pen.bold.ascent
        pen.bold.draw(pen.painter, pen.bold.elided(f"Key · {title}", PAPER[0] - 2 * SIDE), SIDE, y, pen.palette.text)
        y += 24
        for row in (head, *rows[first : first + fits]):
            x = SIDE
            for text, width in zip(row, widths, strict=True):
                fine.draw(pen.painter, text, x, y, pen.palette.muted if row is head else pen.palette.text)
                x += width * scale
            y += ROW
