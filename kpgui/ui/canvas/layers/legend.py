"""The legend: what the marks and lines that are on the canvas now mean."""

from collections.abc import Sequence
from math import ceil
from time import perf_counter

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPixmap

from kpgui.model.dataset import Dataset
from kpgui.model.frame import Frame
from kpgui.present.palette import Palette
from kpgui.ui.canvas.axes import ticks_along
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.layers.boundary import BoundaryLayer
from kpgui.ui.canvas.layers.legend_entry import SAMPLE, LegendEntry
from kpgui.ui.canvas.layers.marks import continues
from kpgui.ui.canvas.layers.points import PointsLayer
from kpgui.ui.canvas.mapping import Mapping, inside
from kpgui.ui.look.typeface import window_font
from kpgui.ui.tasks.throttle import READABLE, Throttle

FIRST = PointsLayer, BoundaryLayer
"""What it begins with."""

STAYS = 1.0
"""Seconds that an entry stays when what it explains is gone: during a run marks come and go with every frame."""

FROM_EDGE = 10.0
TITLE = 18.0
"""Height of the y axis's power of ten in the same corner, if there is one."""

ROOM = 8.0
BETWEEN = 8.0
"""Pixels between a sample and its text."""

SMALLER = 0.88
"""Size of its type relative to the window's."""

LETTERS, LINES = 18, 9
"""Its width at least, in average letters, so that it need not grow often; and the lines it is likely to have."""

OPACITY, FADED = 0.85, 0.08
"""Of its ground as a rule, and of everything while the pointer is near."""

WIDEST, HIGHEST = 2 / 3, 1 / 2
"""Shares of the canvas's width and height up to which it is shown."""

TALLEST, FEWEST = 1 / 3, 2
"""Share of the canvas's height for which it has lines, and how many it has in any case."""

NEAR = 16.0
"""Pixels around it within which the pointer makes it fade."""


class LegendLayer(Layer):
    """A small card in the upper corner where fewer points are.

    It stays there until other points are opened or the canvas gets another size. It takes no clicks: it fades under the
    pointer, so that points below it can be seen and reached. It is hidden while a shape is previewed, which has a card
    of its own, and where the canvas is too small for it; on a low canvas its last lines are left out.

    moved: where it is, a QRectF in logical pixels, empty while it is gone; also when it has not moved.
    """

    moved = Signal(object)

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._layers: Sequence[Layer] = ()
        self._drawn_last: dict[str, float] = {}
        self._entries: list[LegendEntry] = []
        self._card = QRectF()
        self._picture: tuple[float, QPixmap] | None = None
        """The card for a pixel density: the canvas is painted far more often than the card changes."""
        self._row = 0.0
        self._right: bool | None = None
        """Whether it is in the right corner; None to choose one."""
        self._font = QFont()
        self._on = True
        self._previews = False
        self._place: tuple[float, float] | None = None
        self._shown: tuple[list[tuple[str, object]], QRectF] | None = None
        """What the picture shows: the lines, and where."""
        self._looking = Throttle(self._look, READABLE, self)

    @property
    def texts(self) -> list[str]:
        """The lines, from the top."""
        return [entry.text for entry in self._entries] if self.isVisible() else []

    @property
    def card(self) -> QRectF:
        """Where it is, in logical pixels."""
        return self._card

    @property
    def settled(self) -> bool:
        """Whether it explains what is on the canvas and no more."""
        return not self._looking.pending

    def explain(self, layers: Sequence[Layer]) -> None:
        """Explains what these layers draw from now on."""
        # The other layers stand in the order in which they are drawn.
        first = [layer for kind in FIRST for layer in layers if isinstance(layer, kind)]
        self._layers = [*first, *(layer for layer in layers if layer is not self and layer not in first)]
        for layer in self._layers:
            layer.explained.connect(self._looking.request)
            layer.visibleChanged.connect(self._look)
        self._look_again()

    def follow_pointer(self, place: tuple[float, float] | None) -> None:
        """Fades while the pointer, at this place of the plane, is near."""
        self._place = place
        self._fade()

    def set_shown(self, shown: bool) -> None:
        self._on = shown
        self._look()

    def recolour(self, palette: Palette) -> None:
        super().recolour(palette)
        self._look_again()

    def arrange(self, mapping: Mapping) -> None:
        if (mapping.width, mapping.height) != (self.mapping.width, self.mapping.height):
            self._right = None
        super().arrange(mapping)
        self._looking.request()

    def show_dataset(self, dataset: Dataset) -> None:
        if not continues(dataset, self.dataset) and not continues(self.dataset, dataset):
            self._right = None
        super().show_dataset(dataset)
        self._looking.request()

    def show_frame(self, frame: Frame) -> None:
        self._looking.request()

    def forget_run(self) -> None:
        self._drawn_last.clear()
        self._looking.request()

    def show_preview(self, preview: Dataset | None) -> None:
        self._previews = preview is not None
        self._look()

    def _look(self) -> None:
        """Finds out what is on the canvas."""
        if not self._on or self._previews:
            self.hide()
            self.moved.emit(QRectF())
            return
        now = perf_counter()
        entries, seen = [], {}
        for layer in self._layers:
            for entry in layer.legend() if layer.isVisible() else ():
                last = now if entry.drawn else self._drawn_last.get(entry.text)
                if last is not None and now - last <= STAYS:
                    entries.append(entry)
                    seen[entry.text] = last
        self._entries, self._drawn_last = entries, seen
        if not all(entry.drawn for entry in entries):
            self._looking.request()
        self._fit()
        self.setVisible(bool(entries) and self._fits())
        self.moved.emit(self._card if self.isVisible() else QRectF())
        self._fade()
        shown = [(entry.text, entry.look) for entry in entries], self._card
        if shown != self._shown:
            self._shown, self._picture = shown, None
            self.update()

    def _look_again(self) -> None:
        """Paints it anew, too, in other colours or at another place."""
        self._shown = None
        self._looking.request()

    def _fit(self) -> None:
        self._font = window_font()
        self._font.setPointSizeF(SMALLER * self._font.pointSizeF())
        metrics = QFontMetricsF(self._font)
        self._row = max(SAMPLE - 5, ceil(metrics.lineSpacing()))
        # The last are marks that come and go, and are explained below the canvas, too.
        del self._entries[max(FEWEST, int((TALLEST * self.mapping.height - ROOM) / self._row)) :]
        widest = max((metrics.horizontalAdvance(entry.text) for entry in self._entries), default=0.0)
        width = SAMPLE + BETWEEN + ceil(max(widest, LETTERS * metrics.averageCharWidth())) + 2 * ROOM
        view, across = self.mapping.view, self.mapping.width
        if self._right is None:
            self._right = self._fewer_on_the_right(width, self._row * LINES)
        ticks = ticks_along(view.ymin, view.ymax, self.mapping.height)
        top = FROM_EDGE + (TITLE if not self._right and (ticks.exponent or ticks.offset) else 0)
        left = across - width - FROM_EDGE if self._right else FROM_EDGE
        self._card = QRectF(round(left), round(top), width, self._row * len(self._entries) + ROOM)

    def _fewer_on_the_right(self, width: float, height: float) -> bool:
        """Whether fewer points are in the upper right corner than in the upper left one, of this size."""
        if self.dataset.d != 2:
            return False
        pixels, right = self.mapping.to_pixels(self.dataset.points), self.mapping.width
        return len(inside(pixels, (right - width, 0), (right, height))) < len(inside(pixels, (0, 0), (width, height)))

    def _fits(self) -> bool:
        card, width, height = self._card, self.mapping.width, self.mapping.height
        return card.bottom() <= height and card.height() <= HIGHEST * height and card.width() <= WIDEST * width

    def _fade(self) -> None:
        near = False
        if self._place is not None:
            view, mapping = self.mapping.view, self.mapping
            x, y = (self._place[0] - view.xmin) * mapping.across, (view.ymax - self._place[1]) * mapping.up
            near = self._card.adjusted(-NEAR, -NEAR, NEAR, NEAR).contains(QPointF(x, y))
        self.setOpacity(FADED if near else 1.0)

    def draw(self, painter: QPainter, density: float) -> None:
        if self._picture is None or self._picture[0] != density:
            picture = QPixmap((self._card.size() * density).toSize() + QSize(2, 2))
            picture.setDevicePixelRatio(density)
            picture.fill(Qt.GlobalColor.transparent)
            on_picture = QPainter(picture)
            self._draw_card(on_picture)
            on_picture.end()
            self._picture = density, picture
        painter.drawPixmap(self._card.topLeft(), self._picture[1])

    def _draw_card(self, painter: QPainter) -> None:
        """Draws the card with its corner at the origin."""
        ground = QColor(self.palette.canvas)
        ground.setAlphaF(OPACITY)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(self.palette.grid))
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(0.5, 0.5, self._card.width(), self._card.height()), 6, 6)
        painter.setFont(self._font)
        ascent = QFontMetricsF(self._font).capHeight()
        middle = ROOM / 2 + self._row / 2
        for entry in self._entries:
            painter.save()
            painter.translate(ROOM + SAMPLE / 2, middle)
            entry.symbol(painter)
            painter.restore()
            painter.setPen(QColor(self.palette.text))
            painter.drawText(QPointF(ROOM + SAMPLE + BETWEEN, middle + ascent / 2), entry.text)
            middle += self._row
