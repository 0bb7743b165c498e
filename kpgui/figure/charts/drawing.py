"""What an instrument shows as a picture: in the size, theme and type of a figure, with a heading."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from kpgui.figure.charts.axes import TYPE, Ink
from kpgui.figure.layout import EDGE, LABEL, Letterings, unit_for
from kpgui.figure.outputs.pdf import pdf_of
from kpgui.figure.outputs.picture import SHAPE, painting_application
from kpgui.figure.outputs.png import image_of, png_of
from kpgui.figure.outputs.svg import svg_of
from kpgui.figure.painter import draw_ground, wrapped
from kpgui.figure.style import Style, allowed
from kpgui.geometry.palette import PALETTES

LEAST = 220.0, 220.0
"""Width and height in units of a chart below which its type is smaller."""

MOST_LINES = 3
"""Of the title, and of each paragraph of the caption."""


@dataclass(frozen=True, eq=False)
class Drawing:
    """Title and caption, with an end of line between its paragraphs, and what paints the rest in its place."""

    title: str
    caption: str
    paint: Callable[[Ink, QRectF], None]

    def content(self, style: Style, suffix: str) -> bytes:
        """A file with this suffix, .svg, .pdf, or else PNG. Raises KpguiError when the picture is too large."""
        painting_application()
        size = allowed(style.width, style.height or round(SHAPE * style.width))
        paper = 72 * size[0] / style.dpi, 72 * size[1] / style.dpi
        draw = partial(self.draw, style, paper)
        if suffix == ".svg":
            return svg_of(draw, paper, self.title, self.caption)
        if suffix == ".pdf":
            return pdf_of(draw, paper, self.title, f"{self.title}\n{self.caption}\n{style}")
        return png_of(image_of(size, style, draw))

    def draw(self, style: Style, paper: tuple[float, float], painter: QPainter) -> None:
        """Paints all of it with a painter whose unit is the point, on paper of (width, height) points."""
        palette, unit = PALETTES[style.theme], unit_for(*paper)
        draw_ground(painter, style, palette, *paper)
        letterings = Letterings.of(style.font_size / LABEL or unit)
        place = QRectF(0, 0, *paper).adjusted(*(EDGE * unit * sign for sign in (1, 1, -1, -1)))
        texts = [(self.title, letterings.title, palette.text)] if style.title else []
        if style.counters:
            texts += [(each, letterings.caption, palette.muted) for each in self.caption.splitlines()]
        for text, lettering, colour in texts:
            for line in wrapped(text, lettering, place.width(), MOST_LINES):
                lettering.draw(painter, line, place.left(), place.top() + lettering.ascent, colour)
                place.setTop(place.top() + lettering.line)
        place.setTop(place.top() + 3 * unit)
        least = min(place.width() / LEAST[0], place.height() / LEAST[1])
        self.paint(Ink(painter, palette, min(letterings.tick.size / TYPE, least)), place)
