"""The painter of figures: one `draw` for every output, in points."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from kpgui.figure.axes import draw_axes
from kpgui.figure.layout import Layout, unit_for
from kpgui.figure.legend import LegendEntry, arrange, draw_legend, entries
from kpgui.figure.lines import draw_boundary, draw_margins, draw_named, draw_names
from kpgui.figure.marks import CROWD, Marks, draw_points, in_view
from kpgui.figure.scene import Scene
from kpgui.figure.style import Style
from kpgui.present.palette import field_colours


@dataclass(frozen=True)
class Parts:
    """A scene fitted to a size: its layout, its marks and the lines of its legend."""

    layout: Layout
    marks: Marks
    legend: list[list[LegendEntry]]


def parts_of(scene: Scene, style: Style, width: float, height: float) -> Parts:
    """Fits a scene into width × height points. The legend takes as many lines as it needs."""
    scene = scene.styled(style)
    unit = unit_for(width, height)
    marks = Marks.of(scene, unit)
    layout = Layout.of(scene.view, width, height, legend_lines=1)
    explained = entries(scene, marks.for_legend(unit), unit)
    legend = arrange(explained, layout.letterings.label, layout.right - layout.plot.left)
    if len(legend) > 1:
        layout = Layout.of(scene.view, width, height, len(legend))
    return Parts(layout, marks, legend)


def draw(
    painter: QPainter, scene: Scene, style: Style, width: float, height: float, parts: Parts | None = None
) -> None:
    """Paints the scene into (0, 0, width, height) of a painter whose unit is the point, 1/72 inch.

    parts: those of another scene, with which all pictures of a series have the same layout and legend.
    """
    scene = scene.styled(style)
    painter.setRenderHints(
        QPainter.RenderHint.Antialiasing
        | QPainter.RenderHint.TextAntialiasing
        | QPainter.RenderHint.SmoothPixmapTransform
        | QPainter.RenderHint.LosslessImageRendering
    )
    parts = parts or parts_of(scene, style, width, height)
    layout = parts.layout
    plot = QRectF(layout.plot.left, layout.plot.top, layout.plot.width, layout.plot.height)
    painter.fillRect(QRectF(0, 0, width, height), QColor(scene.palette.canvas))
    _draw_heading(painter, scene, layout)
    painter.save()
    painter.setClipRect(plot)
    if scene.pixels is not None:
        painter.drawImage(plot, field_image(scene))
    draw_margins(painter, scene, layout)
    draw_boundary(painter, scene, layout)
    draw_named(painter, scene, layout)
    painter.restore()
    draw_axes(painter, scene.palette, layout)
    draw_points(painter, scene, layout, parts.marks)
    if len(in_view(scene)) > CROWD:
        painter.save()
        painter.setClipRect(plot)
        draw_boundary(painter, scene, layout, halo=True)
        painter.restore()
    draw_names(painter, scene, layout)
    draw_legend(painter, scene, layout, parts.legend)


def field_image(scene: Scene) -> QImage:
    """The field in colours, its top row at ymax."""
    colours = np.ascontiguousarray(field_colours(scene.palette)[scene.pixels[::-1]])
    height, width = scene.pixels.shape
    return QImage(colours.data, width, height, 4 * width, QImage.Format.Format_RGBX8888).copy()


def _draw_heading(painter: QPainter, scene: Scene, layout: Layout) -> None:
    """Draws title and caption above the plot, left-aligned with it; long ones start further left, then are elided."""
    title, caption = layout.letterings.title, layout.letterings.caption
    longest = max(title.width(scene.title), caption.width(scene.caption))
    left = max(layout.left, min(layout.plot.left, layout.right - longest))
    room = layout.right - left
    baseline = layout.top + title.ascent
    title.draw(painter, title.elided(scene.title, room), left, baseline, scene.palette.text)
    baseline += caption.line + 3 * layout.unit
    caption.draw(painter, caption.elided(scene.caption, room), left, baseline, scene.palette.muted)
