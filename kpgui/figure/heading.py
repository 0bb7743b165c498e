"""The heading above the plot: title, caption and the kernel's formula, never wider than the plot."""

from dataclasses import dataclass

from PySide6.QtGui import QColor, QPainter, QPen

from kpgui.drawing.formula import FormulaBox, elided
from kpgui.drawing.lettering import FINE, Lettering
from kpgui.drawing.parts import part
from kpgui.figure.layout import Layout, Letterings
from kpgui.figure.scene import Scene
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
