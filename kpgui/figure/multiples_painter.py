"""The painter of small multiples: the plots of the one painter in a grid, with one heading and one legend."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from kpgui.figure.grid import GridLayout, natural_columns, natural_height
from kpgui.figure.layout import Layout
from kpgui.figure.legend import LegendEntry, arrange, draw_legend, entries
from kpgui.figure.lettering import Lettering
from kpgui.figure.marks import Marks
from kpgui.figure.multiples import SEPARATOR, Multiples, Panel
from kpgui.figure.painter import draw_heading, draw_plot
from kpgui.figure.style import Style

WIDTHS = (504.0, 600.0, 720.0, 840.0, 960.0)
"""Natural width in points of a figure with one column, with two, and so on."""


def draw_multiples(painter: QPainter, multiples: Multiples, style: Style, width: float, height: float) -> None:
    """Paints the panels into (0, 0, width, height) of a painter whose unit is the point, 1/72 inch."""
    painter.setRenderHints(
        QPainter.RenderHint.Antialiasing
        | QPainter.RenderHint.TextAntialiasing
        | QPainter.RenderHint.SmoothPixmapTransform
        | QPainter.RenderHint.LosslessImageRendering
    )
    multiples = multiples.styled(style)
    grid, legend = fitted(multiples, width, height)
    palette = multiples.panels[0].scene.palette
    painter.fillRect(QRectF(0, 0, width, height), QColor(palette.canvas))
    draw_heading(painter, palette, multiples.title, multiples.caption, grid.whole)
    for panel, layout in zip(multiples.panels, grid.panels, strict=True):
        _draw_panel_heading(painter, panel, layout)
        draw_plot(painter, panel.scene, layout, Marks.of(panel.scene, layout.unit))
    draw_legend(painter, multiples.whole, grid.whole, legend)


def fitted(multiples: Multiples, width: float, height: float) -> tuple[GridLayout, list[list[LegendEntry]]]:
    """The layout, and the lines of the legend, which are as many as it needs."""
    view, count = multiples.panels[0].scene.view, len(multiples.panels)
    grid = GridLayout.of(view, count, multiples.columns, width, height, legend_lines=1)
    legend = _legend(multiples, grid.whole)
    if len(legend) > 1:
        grid = GridLayout.of(view, count, multiples.columns, width, height, len(legend))
    return grid, legend


def natural_width(multiples: Multiples, dpi: float) -> int:
    """Width in pixels that gives the panels their usual sizes."""
    columns = multiples.columns or natural_columns(len(multiples.panels))
    return round(WIDTHS[min(columns, len(WIDTHS)) - 1] * dpi / 72)


def height_for(multiples: Multiples, style: Style) -> int:
    """Height in pixels at which the panels fill a figure of the style's width."""
    multiples = multiples.styled(style)
    view, count, width = multiples.panels[0].scene.view, len(multiples.panels), 72 * style.width / style.dpi
    columns = multiples.columns or natural_columns(count)
    height = natural_height(view, count, columns, width, legend_lines=1)
    lines = len(_legend(multiples, GridLayout.of(view, count, columns, width, height, 1).whole))
    return round(natural_height(view, count, columns, width, lines) * style.dpi / 72)


def _legend(multiples: Multiples, layout: Layout) -> list[list[LegendEntry]]:
    whole, unit = multiples.whole, layout.unit
    explained = entries(whole, Marks.of(whole, unit).for_legend(unit), unit)
    return arrange(explained, layout.letterings.label, layout.right - layout.plot.left)


def _draw_panel_heading(painter: QPainter, panel: Panel, layout: Layout) -> None:
    """Draws the letter and what is different in this panel, and below as much as fits of what came of it."""
    palette, title, caption = panel.scene.palette, layout.letterings.label, layout.letterings.caption
    letter = Lettering(title.size, bold=True)
    baseline = layout.top + title.ascent
    letter.draw(painter, panel.letter, layout.left, baseline, palette.text)
    start = layout.left + letter.width(panel.letter) + 0.8 * title.size
    title.draw(painter, title.elided(panel.title, layout.right - start), start, baseline, palette.text)
    facts = list(panel.facts)
    while len(facts) > 1 and caption.width(SEPARATOR.join(facts)) > layout.plot.width:
        facts.pop()
    below = caption.elided(SEPARATOR.join(facts), layout.plot.width)
    caption.draw(painter, below, layout.left, baseline + caption.line, palette.muted)
