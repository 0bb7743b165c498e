"""Boundaries beside that of the run: dashed, each with its name at its end in view."""

from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple

import numpy as np
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from kpgui.drawing.lettering import draw_ground
from kpgui.drawing.parts import tint
from kpgui.drawing.symbols import SAMPLE, LegendEntry, line_pen, line_sample
from kpgui.engine.messages import Viewport
from kpgui.geometry.line_labels import LabelBox, placed
from kpgui.geometry.palette import Palette
from kpgui.geometry.rings import LineStyle, NamedBoundary, line_style
from kpgui.language import _, later
from kpgui.model.arrays import Floats
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError, Token
from kpgui.model.expansion import Expansion
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.layers.curves import SEAM
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.strokes import dashed, drawable, lengthened, visible
from kpgui.ui.canvas.view_box import Mapping
from kpgui.ui.look.scale import bold, window_font
from kpgui.ui.tasks import Background

BATCH = 0.05
"""Seconds after which the curves that are done are handed over."""

REST = 80
"""Milliseconds without a change of the view before curves are computed for it, so that a pan stays smooth."""

Traced = list[tuple[Expansion, Viewport, Floats | None]]


class Tracing(QObject):
    """Computes the curves that are missing or belong to another view, in a thread of its own.

    A computation for an earlier view is finished: its curve is better than an older one.

    traced: curves, (k, 2), by their Expansion; None for one whose f is too large to compute in this view.
    """

    traced = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._background = Background(self, "kpgui boundaries", patience=0.0)
        self._wanted: Sequence[NamedBoundary] = ()
        self._viewport: Viewport | None = None
        self._done: dict[Expansion, Viewport] = {}
        self._stopped = False
        self._resting = QTimer(self, singleShot=True, interval=REST)
        self._resting.timeout.connect(self._go_on)

    @property
    def settled(self) -> bool:
        """Whether all curves are those of the view."""
        return not self._background.busy and not self._resting.isActive()

    def want(self, boundaries: Sequence[NamedBoundary], viewport: Viewport) -> None:
        """Computes the curves of these boundaries, and no others, for this view."""
        wanted, moved = {each.expansion for each in boundaries}, viewport != self._viewport
        if wanted != {each.expansion for each in self._wanted}:
            self._background.cancel()
        self._wanted, self._viewport = boundaries, viewport
        self._done = {each: view for each, view in self._done.items() if each in wanted}
        if moved and self._wanted:
            self._resting.start()
        elif not self._resting.isActive():
            self._go_on()

    def stop(self) -> None:
        """Ends the thread for good."""
        self._wanted, self._stopped = (), True
        self._resting.stop()
        self._background.stop()

    def _go_on(self) -> None:
        viewport = self._viewport
        missing = [each for each in self._wanted if self._done.get(each.expansion) != viewport]
        if not missing or viewport is None or self._background.busy or self._stopped:
            return

        def work(token: Token) -> Traced:
            return _curves(missing, viewport, token)

        self._background.do(_("tracing boundaries"), work, self._take)

    def _take(self, curves: Traced) -> None:
        self._done |= {expansion: viewport for expansion, viewport, __ in curves}
        self.traced.emit({expansion: curve for expansion, __, curve in curves})
        if not self._resting.isActive():
            self._go_on()


def _curves(boundaries: Sequence[NamedBoundary], viewport: Viewport, token: Token) -> Traced:
    """The curves of the first of these boundaries: at least one, and as many as a batch has time for."""
    from kpgui.engine.picture.display import boundary  # the engine is not imported before the first paint
    from kpgui.process import one_blas_thread

    done: Traced = []
    begun = perf_counter()
    with one_blas_thread():
        for each in boundaries:
            try:
                curve = boundary(each.kernel, each.points, each.expansion, viewport, token)
            except KpguiError:
                curve = None
            done.append((each.expansion, viewport, curve))
            if perf_counter() - begun > BATCH:
                break
    return done


WIDTH, THICK = 1.75, 3.5
"""Of a line, in logical pixels, and of the one that is emphasised."""

ROOM = 5.0
"""Pixels around a name."""

LONGEST = 220.0
"""Pixels that a name takes at most; a longer one is elided."""

OPACITY = 0.85
"""Of the ground of a name."""


class _Line(NamedTuple):
    """What is drawn of a boundary: its curve in pixels, (k, 2), cut into strokes, and its name with its size."""

    expansion: Expansion
    style: LineStyle
    pixels: Floats
    strokes: PrimitiveArray
    name: str
    size: tuple[float, float]


MEANINGS = {"ghosts": later("ghost: a kept moment"), "prototypes": later("boundary of a prototype")}
"""What boundaries are, for the legend, by the key of those who show them."""


class BoundariesLayer(Layer):
    """Shows lists of boundaries, each under a key of whoever shows it, until another session is opened.

    Curves are computed in the background. Until that of a new view is there, the last one is shown, in its place.
    """

    overlays = tuple(MEANINGS)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._lists: dict[str, Sequence[NamedBoundary]] = {}
        self._curves: dict[Expansion, Floats | None] = {}
        self._lines: list[_Line] = []
        self._boxes: list[LabelBox | None] = []
        """Where the names are; one for which there is no room is not shown."""
        self._taken: tuple[LabelBox, ...] = ()
        self.emphasised: Expansion | None = None
        """The expansion whose line is thick."""
        self._tracing = Tracing(self)
        self._tracing.traced.connect(self._take)

    def shown(self, key: str) -> Sequence[NamedBoundary]:
        """The boundaries under this key."""
        return self._lists.get(key, ())

    @property
    def settled(self) -> bool:
        """Whether what is drawn belongs to the view."""
        return self._tracing.settled

    @property
    def names(self) -> dict[str, QRectF]:
        """The names to be read on the canvas, and where they are, in logical pixels."""
        return {line.name: QRectF(*box) for line, box in zip(self._lines, self._boxes, strict=True) if box is not None}

    @property
    def every(self) -> list[NamedBoundary]:
        """All boundaries, in or out of view."""
        return [each for boundaries in self._lists.values() for each in boundaries]

    def curve(self, expansion: Expansion) -> Floats | None:
        """The curve that is drawn for an expansion, (k, 2) in the plane; None before it is computed."""
        return self._curves.get(expansion)

    def show_overlay(self, key: str, value: Sequence[NamedBoundary]) -> None:
        """Shows these boundaries under this key, in place of those before."""
        self._lists[key] = tuple(value)
        self._arrange_lines()

    def emphasise(self, expansion: Expansion | None) -> None:
        """Draws the line of this expansion thick; None for no line."""
        self.emphasised = expansion
        self.update()

    def keep_clear(self, card: QRectF) -> None:
        """Writes no name on this part of the canvas, in logical pixels; an empty one is none."""
        taken = () if card.isEmpty() else (LabelBox(card.left(), card.top(), card.width(), card.height()),)
        if taken != self._taken:
            self._taken = taken
            self._place_names()

    def stop(self) -> None:
        """Ends the computation, as the window is about to be closed."""
        self._tracing.stop()

    def arrange(self, mapping: Mapping) -> None:
        super().arrange(mapping)
        self._cut()
        self._trace()

    def recolour(self, palette: Palette) -> None:
        super().recolour(palette)
        self._cut()

    def show_dataset(self, dataset: Dataset) -> None:
        super().show_dataset(dataset)
        self.setVisible(dataset.d == 2)

    def forget_run(self) -> None:
        self._lists.clear()
        self._arrange_lines()

    def legend(self) -> tuple[LegendEntry, ...]:
        entries = []
        for key, boundaries in self._lists.items():
            style = line_style(self.palette, boundaries[0].style if boundaries else 0)
            own = {each.expansion for each in boundaries}
            drawn = any(line.expansion in own and self._in_sight(line) for line in self._lines)
            sample = line_sample(line_pen(style.colour, WIDTH, style.dash), SAMPLE)
            entries.append(LegendEntry(_(MEANINGS[key]), sample, drawn, style))
        return tuple(entries)

    def _in_sight(self, line: _Line) -> bool:
        return bool(((line.pixels >= 0) & (line.pixels <= (self.mapping.width, self.mapping.height))).all(axis=1).any())

    def draw(self, painter: QPainter, density: float) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for line in self._lines:
            if len(line.strokes):
                width = THICK if line.expansion is self.emphasised else WIDTH
                painter.setPen(line_pen(line.style.colour, width))
                painter.drawLines(*line.strokes.drawargs())
        painter.setFont(bold(window_font()))
        for line, box in zip(self._lines, self._boxes, strict=True):
            if box is not None:
                self._draw_name(painter, line, QRectF(round(box.left), round(box.top), box.width, box.height))

    def _draw_name(self, painter: QPainter, line: _Line, box: QRectF) -> None:
        colour = QColor(line.style.colour)
        edge = QPen(colour, 2.0) if line.expansion is self.emphasised else Qt.PenStyle.NoPen
        draw_ground(painter, tint(self.palette.canvas, OPACITY), box, 4, edge)
        painter.setPen(colour)
        painter.drawText(
            QPointF(box.left() + ROOM, box.center().y() + painter.fontMetrics().capHeight() / 2), line.name
        )

    def _arrange_lines(self) -> None:
        expansions = {each.expansion for each in self.every}
        self._curves = {each: curve for each, curve in self._curves.items() if each in expansions}
        self._cut()
        self._trace()

    def _trace(self) -> None:
        mapping = self.mapping
        self._tracing.want(self.every, Viewport(mapping.view, round(mapping.width), round(mapping.height)))

    def _take(self, curves: dict[Expansion, Floats | None]) -> None:
        self._curves |= curves
        self._cut()

    def _cut(self) -> None:
        mapping, font = self.mapping, QFontMetricsF(bold(window_font()))
        self._lines = []
        for each in self.every:
            curve = self._curves.get(each.expansion)
            pixels = np.zeros((0, 2)) if curve is None else mapping.to_pixels(curve)
            style = line_style(self.palette, each.style)
            strokes = drawable(visible(lengthened(dashed(pixels, style.dash), SEAM), mapping.width, mapping.height))
            name = font.elidedText(each.name, Qt.TextElideMode.ElideRight, LONGEST)
            size = font.horizontalAdvance(name) + 2 * ROOM, font.height() + 2
            self._lines.append(_Line(each.expansion, style, pixels, strokes, name, size))
        self._place_names()
        self.explained.emit()

    def _place_names(self) -> None:
        canvas, lines = (self.mapping.width, self.mapping.height), self._lines
        self._boxes = placed([each.pixels for each in lines], [each.size for each in lines], canvas, self._taken)
        self.update()
