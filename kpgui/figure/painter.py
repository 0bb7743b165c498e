"""The painter of figures: one `draw` for every output, in points."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from kpgui.drawing.formula import FormulaBox, elided
from kpgui.drawing.lettering import FINE, Lettering
from kpgui.drawing.parts import image_of, part
from kpgui.drawing.symbols import LegendEntry
from kpgui.figure.axes import draw_axes, draw_colour_bar, draw_grid
from kpgui.figure.layout import LABEL, Layout, Letterings, unit_for
from kpgui.figure.legend import arrange, column_width, draw_legend, entries, is_whole
from kpgui.figure.plot import (
    CROWD,
    Marks,
    draw_aside,
    draw_boundary,
    draw_curves,
    draw_names,
    draw_points,
    in_view,
    raised,
)
from kpgui.figure.scene import Scene
from kpgui.figure.style import Style
from kpgui.geometry.palette import Palette
from kpgui.words.typesetting import Text, joined, kept_together, statements

MOST_LINES = 3
"""Lines of the title or of the caption; what does not fit into them is elided."""

SEPARATOR = " · "

LARGER = 1.15
"""Size of the formula in that of the caption."""

SMALLEST = 0.6
"""Share of its size to which a formula shrinks before it is elided: the title and the picture's text say all of it."""

APART = Text("\N{EM SPACE}\N{EM SPACE}")
"""Between the formula and the values of its letters."""


@dataclass(frozen=True)
class Heading:
    """Lines of text and a formula, None for none; height: all of it with the space below, in points."""

    title: list[str]
    caption: list[str]
    formula: FormulaBox | None
    formula_words: str
    formula_scale: float
    height: float

    @classmethod
    def of(cls, scene: Scene, letterings: Letterings, unit: float, room: float) -> "Heading":
        """The heading of a scene in a width of `room` points."""
        style = scene.style
        title = wrapped(scene.title, letterings.title, room) if style.title else []
        caption = wrapped(scene.caption, letterings.caption, room) if style.counters else []
        size = LARGER * letterings.caption.size
        widest = room * FINE / (SMALLEST * size)
        box = None
        if style.formula and scene.formula:
            box = elided(joined(statements(scene.formula), APART), letterings.caption.font, widest)
        scale = size / FINE * min(1.0, room / (box.width * size / FINE)) if box else 1.0
        height = len(title) * letterings.title.line + len(caption) * letterings.caption.line
        height += (box.height * scale + 3 * unit) if box else 0.0
        return cls(title, caption, box, scene.formula, scale, height + 6 * unit if height else 0.0)


def wrapped(text: str, lettering: Lettering, room: float, most: int = MOST_LINES) -> list[str]:
    """A text of parts between " · " in at most so many lines that fit into the room; the last is elided if it is more.

    A line that goes on ends in the dot, which can stand for a product.
    """
    lines = [""]
    for each in text.split(SEPARATOR):
        joined = SEPARATOR.join(filter(None, (lines[-1], each)))
        if lines[-1] and len(lines) < most and lettering.width(f"{joined} ·") > lettering.room(room):
            lines[-1] += " ·"
            lines.append(each)
        else:
            lines[-1] = joined
    pieces: list[str] = []
    for after, line in zip(reversed(range(len(lines))), lines, strict=True):
        pieces += lettering.broken(kept_together(line), room, max(1, most - len(pieces) - after))
    return pieces


def draw_heading(painter: QPainter, palette: Palette, heading: Heading, layout: Layout) -> None:
    """Draws the heading from the layout's top on, left-aligned with the plot."""
    left, unit = layout.plot.left, layout.unit
    title, caption = layout.letterings.title, layout.letterings.caption
    baseline = layout.top - title.line + title.ascent
    for line in heading.title:
        baseline += title.line
        title.draw(painter, line, left, baseline, palette.text)
    if not heading.title:
        baseline = layout.top + caption.ascent - caption.line - 3 * unit
    baseline += 3 * unit
    for line in heading.caption:
        baseline += caption.line
        caption.draw(painter, line, left, baseline, palette.muted)
    if heading.formula is not None:
        box, scale = heading.formula, heading.formula_scale
        top = layout.top + heading.height - 6 * unit - box.height * scale
        with part(painter, "formula", heading.formula_words):
            painter.translate(left, top + box.ascent * scale)
            painter.scale(scale, scale)
            painter.setPen(QPen(QColor(palette.text)))
            box.draw(painter, 0, 0)


PASSES = 6
"""Attempts to lay out a picture: with more lines above and below, the plot gets narrower, and then needs more lines."""

LEAST = 0.35
"""Share of the picture's height and width below which the plot gets more room by smaller type."""

SMALLER = 0.85
"""Factor of the type's size at each attempt to do so."""

WIDER = 1.1
"""The legend is right of the plot where that makes what is in the plot larger by this factor, or units equal."""


@dataclass(frozen=True)
class Parts:
    """A scene fitted to a size: its layout, its heading, its marks and the lines of its legend."""

    layout: Layout
    marks: Marks
    legend: list[list[LegendEntry]]
    heading: Heading


def parts_of(scene: Scene, style: Style, width: float, height: float) -> Parts:
    """Fits a scene into width × height points. Heading and legend take as many lines as they need.

    Type has the size that the style asks for, but a smaller one where hardly a plot would be left or the legend be cut.
    """
    scene = scene.styled(style)
    unit = unit_for(width, height)
    type_unit = style.font_size / LABEL or unit
    while True:
        parts = _fitted(scene, width, height, type_unit)
        if style.legend and style.height and width > height:
            beside = _fitted(scene, width, height, type_unit, column=True)
            rounder = beside.layout.equal_units and not parts.layout.equal_units
            if rounder or beside.layout.scale > WIDER * parts.layout.scale:
                parts = beside
        area = parts.layout.area
        roomy = area.width >= LEAST * width and area.height >= LEAST * height
        if (roomy and is_whole(parts.legend, parts.layout)) or type_unit <= 0.3 * unit:
            return parts
        type_unit *= SMALLER


def _fitted(scene: Scene, width: float, height: float, type_unit: float, *, column: bool = False) -> Parts:
    """The parts with type of this unit; column: whether the legend is right of the plot, not below."""
    style, unit = scene.style, unit_for(width, height)
    letterings = Letterings.of(type_unit)
    marks = Marks.of(scene, unit)
    peak, names = scene.peak if style.colour_bar and scene.pixels is not None else None, scene.dataset.axes
    explained = entries(scene, marks.for_legend(type_unit), type_unit) if style.legend else []
    beside = column_width(explained, letterings.label) if column else 0.0

    def arranged(room: float) -> list[list[LegendEntry]]:
        return [[entry] for entry in explained] if column else arrange(explained, letterings.label, room)

    heading = Heading.of(scene, letterings, unit, width)
    legend = arranged(width) if explained else []
    for _ in range(PASSES):
        below = 0 if column else len(legend)
        layout = Layout.of(scene.view, width, height, below, style, heading.height, peak, type_unit, beside, names)
        room = layout.right - layout.plot.left
        # The name of the colour bar is beside the last line of the heading.
        fitting = Heading.of(scene, letterings, unit, room if peak is None else layout.plot.width)
        lines = arranged(room) if explained else []
        settled = fitting.height <= heading.height and len(lines) <= len(legend)
        heading, legend = fitting, lines
        if settled:
            break
    return Parts(layout, marks, legend, heading)


def draw(
    painter: QPainter, scene: Scene, style: Style, width: float, height: float, parts: Parts | None = None
) -> None:
    """Paints the scene into (0, 0, width, height) of a painter whose unit is the point, 1/72 inch.

    parts: those of another scene, with which all pictures of a series have the same layout and legend.
    """
    scene = scene.styled(style)
    parts = parts or parts_of(scene, style, width, height)
    draw_ground(painter, scene.style, scene.palette, width, height)
    draw_heading(painter, scene.palette, parts.heading, parts.layout)
    draw_plot(painter, scene, parts.layout, parts.marks)
    draw_colour_bar(painter, scene, parts.layout)
    draw_legend(painter, scene, parts.layout, parts.legend)


def draw_ground(painter: QPainter, style: Style, palette: Palette, width: float, height: float) -> None:
    """Fills the whole unless it is transparent, and sets the painter to draw smoothly on it."""
    painter.setRenderHints(
        QPainter.RenderHint.Antialiasing
        | QPainter.RenderHint.TextAntialiasing
        | QPainter.RenderHint.SmoothPixmapTransform
        | QPainter.RenderHint.LosslessImageRendering
    )
    if not style.transparent:
        painter.fillRect(QRectF(0, 0, width, height), QColor(palette.canvas))


def draw_plot(painter: QPainter, scene: Scene, layout: Layout, marks: Marks) -> None:
    """Draws what is in the plot, and the axes."""
    style = scene.style
    plot = QRectF(layout.plot.left, layout.plot.top, layout.plot.width, layout.plot.height)
    with part(painter, "plot", clip=plot):
        if scene.pixels is not None:
            with part(painter, "field"):
                painter.drawImage(plot, image_of(scene.palette, scene.pixels, style.field))
        if style.grid:
            draw_grid(painter, scene.palette, layout)
        draw_curves(painter, scene, layout)
    draw_axes(painter, scene.palette, layout, style)
    shown = in_view(scene)
    above = raised(scene, shown)
    draw_aside(painter, scene, layout, marks)
    draw_points(painter, scene, layout, marks, np.setdiff1d(shown, above))
    if len(shown) > CROWD:
        with part(painter, clip=plot):
            draw_boundary(painter, scene, layout, halo=True)
        draw_points(painter, scene, layout, marks, above)
    draw_names(painter, scene, layout)
