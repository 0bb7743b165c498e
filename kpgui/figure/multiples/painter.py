"""The painter of small multiples: plots in a grid with one heading and one legend, and their picture."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from PySide6.QtGui import QPainter

from kpgui.drawing.lettering import Lettering
from kpgui.drawing.parts import part
from kpgui.drawing.symbols import LegendEntry
from kpgui.figure.axes import draw_colour_bar
from kpgui.figure.layout import Layout
from kpgui.figure.legend import arrange, draw_legend, entries
from kpgui.figure.multiples.grid import Around, GridLayout, natural_columns, natural_height
from kpgui.figure.multiples.multiples import FigurePanel, Multiples
from kpgui.figure.outputs import OUTPUTS
from kpgui.figure.outputs.picture import Picture, painting_application
from kpgui.figure.painter import SEPARATOR, Heading, draw_ground, draw_heading, draw_plot, wrapped
from kpgui.figure.plot import Marks
from kpgui.figure.scene import Scene
from kpgui.figure.style import Style, allowed
from kpgui.language import _
from kpgui.model.errors import KpguiError

WIDTHS = (504.0, 600.0, 720.0, 840.0, 960.0)
"""Natural width in points of a figure with one column, with two, and so on."""

ANY = 99
"""Most lines of facts above a plot: all that there are."""

PASSES = 4
"""Attempts to lay out a figure: with more lines above and below, the plots get smaller, and then need more lines."""


@dataclass(frozen=True)
class FittedMultiples:
    """Small multiples fitted to a size: the layout, the heading over all, and the lines of the legend."""

    multiples: Multiples
    grid: GridLayout
    heading: Heading
    legend: list[list[LegendEntry]]
    fact_lines: int = 1

    @property
    def around(self) -> Around:
        whole = self.multiples.whole
        peak = whole.peak if whole.style.colour_bar and whole.pixels is not None else None
        axes = whole.dataset.axes
        return Around(whole.style, self.heading.height, len(self.legend), peak, axes, self.fact_lines)


def draw_multiples(painter: QPainter, multiples: Multiples, style: Style, width: float, height: float) -> None:
    """Paints the panels into (0, 0, width, height) of a painter whose unit is the point, 1/72 inch."""
    parts = fitted(multiples, style, width, height)
    whole, layout = parts.multiples.whole, parts.grid.whole
    draw_ground(painter, whole.style, whole.palette, width, height)
    draw_heading(painter, whole.palette, parts.heading, layout)
    for panel, place in zip(parts.multiples.panels, parts.grid.panels, strict=True):
        with part(painter, f"panel-{panel.letter}", f"{panel.letter} {panel.title}"):
            _draw_panel_heading(painter, panel, place)
            draw_plot(painter, panel.scene, place, Marks.of(panel.scene, place.unit))
    plots = replace(layout.plot, top=parts.grid.panels[0].plot.top)
    draw_colour_bar(painter, whole, replace(layout, plot=plots))
    draw_legend(painter, whole, layout, parts.legend)


def fitted(multiples: Multiples, style: Style, width: float, height: float) -> FittedMultiples:
    """Fits the panels into width × height points. Heading and legend take as many lines as they need."""
    multiples = multiples.styled(style)
    count, view = len(multiples.panels), multiples.panels[0].scene.view
    grid = GridLayout.of(view, count, multiples.columns, width, height, Around(style, legend_lines=1))
    lines = 1
    for __ in range(PASSES):
        parts = _around(multiples, grid, lines)
        lines = parts.fact_lines
        grid = GridLayout.of(view, count, multiples.columns, width, height, parts.around)
    return FittedMultiples(multiples, grid, parts.heading, parts.legend, lines)


def _around(multiples: Multiples, grid: GridLayout, lines: int) -> FittedMultiples:
    """Heading, legend and lines of facts for a layout; lines: of facts at least, so that the passes settle."""
    whole, layout = multiples.whole, grid.whole
    heading = Heading.of(whole, layout.letterings, layout.unit, layout.plot.width)
    unit = layout.letterings.unit
    explained = entries(whole, Marks.of(whole, layout.unit).for_legend(unit), unit) if whole.style.legend else []
    legend = arrange(explained, layout.letterings.label, layout.right - layout.plot.left) if explained else []
    for panel, place in zip(multiples.panels, grid.panels, strict=True):
        lines = max(lines, len(_fact_lines(panel, place)))
    return FittedMultiples(multiples, grid, heading, legend, lines)


def _fact_lines(panel: FigurePanel, layout: Layout) -> list[str]:
    """All that is known of a panel's run, in as many lines as that takes."""
    if not panel.facts or not panel.scene.style.counters:
        return []
    return wrapped(SEPARATOR.join(panel.facts), layout.letterings.caption, layout.plot.width, ANY)


def natural_width(multiples: Multiples, dpi: float) -> int:
    """Width in pixels that gives the panels their usual sizes."""
    columns = multiples.columns or natural_columns(len(multiples.panels))
    return round(WIDTHS[min(columns, len(WIDTHS)) - 1] * dpi / 72)


def height_for(multiples: Multiples, style: Style) -> int:
    """Height in pixels at which the panels fill a figure of the style's width."""
    multiples = multiples.styled(style)
    view, count, width = multiples.panels[0].scene.view, len(multiples.panels), 72 * style.width / style.dpi
    columns = multiples.columns or natural_columns(count)
    around = Around(style, legend_lines=1)
    for __ in range(PASSES):
        height = natural_height(view, count, columns, width, around)
        around = _around(
            multiples, GridLayout.of(view, count, columns, width, height, around), around.fact_lines
        ).around
    return round(natural_height(view, count, columns, width, around) * style.dpi / 72)


def _draw_panel_heading(painter: QPainter, panel: FigurePanel, layout: Layout) -> None:
    """Draws the letter and what is different in this panel, and below what came of it."""
    palette, title, caption = panel.scene.palette, layout.letterings.label, layout.letterings.caption
    letter = Lettering(title.size, bold=True)
    baseline = layout.top + title.ascent
    letter.draw(painter, panel.letter, layout.left, baseline, palette.text)
    start = layout.left + letter.width(panel.letter) + 0.8 * title.size
    title.draw(painter, title.elided(panel.title, layout.right - start), start, baseline, palette.text)
    for line in _fact_lines(panel, layout):
        baseline += caption.line
        caption.draw(painter, line, layout.left, baseline, palette.muted)


@dataclass(frozen=True, eq=False)
class PanelPicture(Picture):
    """A picture of several panels. session, outcome: those of the first.

    Its size is that of the style, or the natural one where the style has no height.
    """

    figure: Multiples = field(kw_only=True)

    @classmethod
    def of(cls, figure: Multiples, style: Style) -> "PanelPicture":
        first = figure.models[0]
        return cls(first.session, first, style, figure=figure)

    @cached_property
    def scene(self) -> Scene:
        """What all panels show together."""
        return self.figure.whole

    @cached_property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels. Raises KpguiError when it is too large."""
        painting_application()
        style = self.style
        return allowed(style.width, style.height or height_for(self.figure, style))

    def draw(self, painter: QPainter) -> None:
        """Paints the panels with a painter whose unit is the point."""
        draw_multiples(painter, self.figure, self.style, *self.paper)


def check_drawn(path: str) -> None:
    """Raises KpguiError for a path of a kind that holds one picture of one run, not several panels."""
    drawn = [suffix for each in OUTPUTS if each.drawn for suffix in each.suffixes]
    if Path(path).suffix.lower() not in drawn:
        raise KpguiError(
            _("{path}: small multiples can be drawn as {drawn} only.").format(path=path, drawn=" or ".join(drawn))
        )
