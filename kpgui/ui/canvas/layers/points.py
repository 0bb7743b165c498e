"""The points, discs and squares, their numbers in an order by hand, and those of a preview."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPixmap

from kpgui.drawing import symbols
from kpgui.drawing.parts import tint
from kpgui.drawing.symbols import LegendEntry
from kpgui.geometry.palette import Palette
from kpgui.geometry.rings import Crowding, crowding
from kpgui.language import _, later
from kpgui.model.arrays import Floats
from kpgui.model.dataset import Dataset, difference
from kpgui.model.session import Session
from kpgui.ui.canvas.layers.base import SIZE, Layer
from kpgui.ui.canvas.layers.cards import draw_card
from kpgui.ui.canvas.layers.marks import MarksLayer, points
from kpgui.ui.canvas.sprites import SpriteSheet, painted
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.look.scale import bold
from kpgui.words.counters import class_text

MANY = 400
"""Number of points from which copying a picture of all of them is cheaper than painting each one."""

WIDELY = 0.5
"""Share of changed points above which everything is repainted without finding out where."""

ALIGNED = 4.0
"""Boxes have edges at multiples of this, which are whole device pixels at scales of 1.25, 1.5 and 1.75 too."""


class PointsLayer(MarksLayer):
    """All points, by class and whether they are held out. Moving points only moves sprites."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._picture: tuple[float, QPixmap] | None = None
        self._present = [False, False, False]
        """Whether there are points of class +1, of class −1, and held-out ones."""
        self.chosen = 0
        """How often the sprites of all points were chosen."""

    def sheet(self, size: float) -> SpriteSheet:
        return SpriteSheet(size + 4, points(self.palette, size), self.crowding.points)

    def show_dataset(self, dataset: Dataset) -> None:
        before, sprites = self.dataset, self._sprites
        if dataset.labels is not before.labels or dataset.held_out is not before.held_out:
            kinds = symbols.kinds(dataset)
            sprites.choose(kinds if dataset.d == 2 else kinds[:0])
            self.chosen += 1
            groups = (dataset.labels > 0, dataset.labels < 0, dataset.held_out)
            self._present = [dataset.d == 2 and bool(each.any()) for each in groups]
        changed = difference(before, dataset) if dataset.d == 2 else None
        if changed is None or len(changed[1]) > WIDELY * len(dataset):
            self._stale = True
            super().show_dataset(dataset)
            return
        self.dataset = dataset
        gone, come = changed
        left, crowded = sprites.pixels[gone], sprites.crowded
        if dataset.ids is before.ids:
            sprites.shift(come, self.mapping.to_pixels(dataset.points[come]))
        else:
            sprites.place(self._pixels())
        if sprites.crowded != crowded:
            self._picture = None
            self.update()
        else:
            self._renew(left, sprites.pixels[come])

    def legend(self) -> tuple[LegendEntry, ...]:
        positive, negative, held_out, __ = points(self.palette, SIZE + 1)
        texts = class_text(self.dataset, 1), class_text(self.dataset, -1), _("held out")
        samples = zip(texts, (positive, negative, held_out), self._present, strict=True)
        return tuple(LegendEntry(*each) for each in samples)

    def show_crowding(self, crowding: Crowding) -> None:
        super().show_crowding(crowding)
        self._picture = None

    def recolour(self, palette: Palette) -> None:
        super().recolour(palette)
        self._picture = None

    def draw(self, painter: QPainter, density: float) -> None:
        if len(self._sprites) < MANY:
            super().draw(painter, density)
            return
        if self._picture is None or self._picture[0] != density:
            size = self.boundingRect().size() * density
            self._picture = density, painted(size.width(), size.height(), density, self._paint_points)
        painter.drawPixmap(0, 0, self._picture[1])

    def _put(self) -> None:
        super()._put()
        self._picture = None

    def _renew(self, left: Floats, come: Floats) -> None:
        """Repaints only around the old pixels, (k, 2), and the new ones, (m, 2), of changed points."""
        if len(self._sprites) < MANY:
            self._picture = None
        boxes = [self._around(spots) for spots in (left, come) if len(spots)]
        if len(boxes) == 2 and boxes[0].intersects(boxes[1]):
            boxes = [boxes[0].united(boxes[1])]
        for box in boxes:
            if not box.isEmpty():  # visible
                self._patch(box)
                self.update(box)

    def _around(self, spots: Floats) -> QRectF:
        """A box of the canvas that contains the points drawn at these pixels, (k, 2)."""
        reach = self.crowding.size + 4
        low = ALIGNED * np.floor((spots.min(axis=0) - reach) / ALIGNED)
        high = ALIGNED * np.ceil((spots.max(axis=0) + reach) / ALIGNED)
        return QRectF(QPointF(*low), QPointF(*high)).intersected(self.boundingRect())

    def _patch(self, box: QRectF) -> None:
        if self._picture is None:
            return
        density, picture = self._picture
        painter = QPainter(picture)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.fillRect(box, Qt.GlobalColor.transparent)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        self._sprites.patch(painter, self._sheet, density, box)
        painter.end()

    def _pixels(self) -> Floats:
        return self.mapping.to_pixels(self.dataset.points) if self.dataset.d == 2 else np.zeros((0, 2))

    def _paint_points(self, painter: QPainter) -> None:
        super().draw(painter, painter.device().devicePixelRatioF())


class AsideLayer(MarksLayer):
    """The points of classes that are neither +1 nor −1: grey, and not trained on."""

    def sheet(self, size: float) -> SpriteSheet:
        return SpriteSheet(size + 4, [symbols.set_aside(self.palette, size / 2)])

    def show_dataset(self, dataset: Dataset) -> None:
        found = dataset.multiclass
        aside = Dataset.empty() if found is None else found.aside
        if aside is not self.dataset and (len(aside) or len(self.dataset)):
            self.mark(self.rows[:0])
            super().show_dataset(aside)
            self.mark(np.arange(len(aside)))

    def legend(self) -> tuple[LegendEntry, ...]:
        symbol = symbols.set_aside(self.palette, SIZE / 2 + 0.5)
        return (LegendEntry(_("other classes, not trained on"), symbol, bool(len(self.rows))),)


OPACITY = 0.4

TITLE = later("Preview")
MEANING = later("not yet points: press Generate or Add")
ELSEWHERE = later("outside this view: Generate brings it into view")


class PreviewLayer(MarksLayer):
    """Faint points, of a preview instead of the document, with a caption that they are not in the dataset yet."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.meaning = MEANING
        """The text beside the title."""
        self.hide()

    def sheet(self, size: float) -> SpriteSheet:
        return SpriteSheet(size + 4, points(self.palette, size))

    def show_dataset(self, dataset: Dataset) -> None:
        """Ignores the document's points."""

    def show_crowding(self, crowding: Crowding) -> None:
        """Ignores how many points of the document are visible."""

    def show_preview(self, preview: Dataset | None) -> None:
        dataset = Dataset.empty() if preview is None else preview
        self.mark(np.zeros(0, np.int64))
        super().show_dataset(dataset)
        super().show_crowding(crowding(len(dataset)))
        self.mark(np.arange(len(dataset)), (dataset.labels < 0).astype(np.int64))
        self.setVisible(preview is not None)

    def _put(self) -> None:
        super()._put()
        pixels, size = self._pixels(), (self.mapping.width, self.mapping.height)
        self.meaning = MEANING if ((pixels >= 0) & (pixels <= size)).all(axis=1).any() else ELSEWHERE

    def draw(self, painter: QPainter, density: float) -> None:
        painter.setOpacity(OPACITY)
        super().draw(painter, density)
        painter.setOpacity(1)
        draw_card(painter, self, (_(TITLE), _(self.meaning)), self.palette.accent)


ASIDE = 8.0
"""Pixels from the middle of the point, to the right and up."""

MOST = 200
"""Most points with numbers: of more nobody finds one."""

GROUND = 0.75


class PlacesLayer(Layer):
    """Shown while there is an order by hand."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.numbers: list[tuple[int, str]] = []
        """The index of each point with its number."""
        stage.document.changed.connect(self._follow)

    def show_dataset(self, dataset: Dataset) -> None:
        super().show_dataset(dataset)
        self._number()

    def _follow(self, before: Session, after: Session) -> None:
        if before.conventions is not after.conventions:
            self._number()

    def _number(self) -> None:
        dataset, order = self.dataset, self.stage.document.session.conventions.order
        shown = order if dataset.d == 2 and len(order) == len(dataset) <= MOST else ()
        self.numbers = [(i, str(place)) for place, i in enumerate(shown, 1) if not dataset.held_out[i]]
        self.update()

    def draw(self, painter: QPainter, density: float) -> None:
        if not self.numbers:
            return
        painter.setFont(bold(painter.font()))
        metrics, pixels = QFontMetricsF(painter.font()), self.mapping.to_pixels(self.dataset.points)
        for i, number in self.numbers:
            at = QPointF(*pixels[i].tolist()) + QPointF(ASIDE, -ASIDE)
            if self.boundingRect().contains(at):
                box = metrics.tightBoundingRect(number).translated(at).adjusted(-2, -2, 2, 2)
                painter.fillRect(box, tint(self.palette.canvas, GROUND))
                painter.setPen(QColor(self.palette.text))
                painter.drawText(at, number)
