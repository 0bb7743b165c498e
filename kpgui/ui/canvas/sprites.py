"""Sprites: many small pictures painted in one call.

A sheet holds a few symbols side by side; sprites say which of them is painted where. They are stored in NumPy arrays,
so that 5000 points cost no Python loop.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from kpgui.drawing.symbols import Symbol
from kpgui.model.arrays import Bools, Floats, Ints
from kpgui.ui.canvas.view_box import inside

DENSE = 10_000
"""With more visible sprites than this, those almost completely covered by others are left out."""

HIDING = 0.3
"""Sprites whose centres are in one square of this share of a cell count as covering one another."""

Corner = tuple[float, float]

_X, _Y, _LEFT, _TOP, _WIDTH, _HEIGHT, _SCALE_X, _SCALE_Y, _ROTATION, _OPACITY = range(10)


def painted(width: float, height: float, density: float, draw: Callable[[QPainter], None]) -> QPixmap:
    """What is drawn on a transparent picture of this size in device pixels, smoothly and in logical pixels."""
    pixmap = QPixmap(max(1, round(width)), max(1, round(height)))
    pixmap.setDevicePixelRatio(density)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw(painter)
    return pixmap


class SpriteSheet:
    """Symbols of some opacity in cells of `size` logical pixels, drawn once for each pixel density of a screen."""

    def __init__(self, size: float, symbols: Sequence[Symbol], opacity: float = 1.0) -> None:
        self._opacity = opacity
        self._size = size
        self._symbols = symbols
        self._drawn: dict[float, QPixmap] = {}

    def cell(self, density: float) -> int:
        """The side of a cell in device pixels, odd or even as `density` rounds.

        Cells lie on whole pixels, so the centres of odd ones are half a pixel off those of even ones: a ring would not
        be centred on its point. At a density of 1 odd ones are the sharper, as points are an odd number of pixels wide.
        """
        side = math.ceil(self._size * density)
        return side + (side - round(density)) % 2

    def at(self, density: float) -> QPixmap:
        """The sheet for a density, in device pixels per logical pixel."""
        if density not in self._drawn:
            self._drawn[density] = self._draw(density)
        return self._drawn[density]

    def _draw(self, density: float) -> QPixmap:
        cell = self.cell(density)

        def draw(painter: QPainter) -> None:
            for i, symbol in enumerate(self._symbols):
                painter.resetTransform()
                painter.translate((i + 0.5) * cell, 0.5 * cell)
                painter.scale(density, density)
                symbol(painter, QPointF())
            if self._opacity < 1:
                # Of the finished symbols: their lines and fills overlap.
                painter.resetTransform()
                painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
                painter.fillRect(0, 0, cell * len(self._symbols), cell, QColor.fromRgbF(0, 0, 0, self._opacity))

        return painted(cell * len(self._symbols), cell, 1.0, draw)


class Sprites:
    """Sprites: for each its position, its symbol and its opacity."""

    def __init__(self) -> None:
        self._pixels: Floats = np.zeros((0, 2))
        self._kinds: Ints = np.zeros(0, np.int64)
        self._opacity: float | Floats = 1.0
        self._room = math.inf, math.inf
        self._fragments = PrimitiveArray(QPainter.PixmapFragment, 10)
        self._built_for: tuple[int, float] | None = None
        self._in_sight: int | None = None

    def __len__(self) -> int:
        return len(self._pixels)

    @property
    def pixels(self) -> Floats:
        """Centres in logical pixels, (k, 2)."""
        return self._pixels

    @property
    def kinds(self) -> Ints:
        """Index of each sprite's symbol in the sheet, (k,)."""
        return self._kinds

    @property
    def crowded(self) -> bool:
        """Whether so many are visible that some are left out."""
        if self._in_sight is None:
            self._in_sight = self._seen(self._pixels) if len(self) > DENSE else 0
        return self._in_sight > DENSE

    def confine(self, width: float, height: float) -> None:
        """Limits painting to a rectangle of this size in logical pixels, its corner at the origin."""
        self._room = width, height
        self._built_for = self._in_sight = None

    def place(self, pixels: Floats) -> None:
        """Places the sprites at these logical pixels, (k, 2), an array that they own from now on.

        It must have as many rows as there are kinds.
        """
        self._pixels = pixels
        self._built_for = self._in_sight = None

    def shift(self, rows: Ints, pixels: Floats) -> None:
        """Moves the sprites with these indices, (m,), to other pixels, (m, 2), in time independent of the total."""
        if self._in_sight is not None:
            self._in_sight += self._seen(pixels) - self._seen(self._pixels[rows])
        self._pixels[rows] = pixels
        self._built_for = None

    def choose(self, kinds: Ints) -> None:
        """Sets the index of each sprite's symbol in the sheet, (k,)."""
        self._kinds = kinds
        self._built_for = None

    def fade(self, opacity: Floats) -> None:
        """Sets the opacity of each sprite, (k,) from 0 to 1."""
        self._opacity = opacity
        self._built_for = None

    def paint(self, painter: QPainter, sheet: SpriteSheet, density: float) -> None:
        """Paints all visible sprites."""
        if not len(self):
            return
        cell = sheet.cell(density)
        if self._built_for != (cell, density):
            self._build(self._uncovered((0, 0), self._room, cell / density), cell, density, self._fragments)
            self._built_for = cell, density
        self._draw(painter, sheet.at(density), density, self._fragments)

    def patch(self, painter: QPainter, sheet: SpriteSheet, density: float, box: QRectF) -> None:
        """Paints the part of `paint` inside a box."""
        cell, fragments = sheet.cell(density), PrimitiveArray(QPainter.PixmapFragment, 10)
        low, high = box.topLeft().toTuple(), box.bottomRight().toTuple()
        self._build(self._uncovered(low, high, cell / density), cell, density, fragments)
        painter.save()
        painter.setClipRect(box)
        self._draw(painter, sheet.at(density), density, fragments)
        painter.restore()

    def _draw(self, painter: QPainter, pixmap: QPixmap, density: float, fragments: PrimitiveArray) -> None:
        if len(fragments):
            painter.save()
            painter.scale(1 / density, 1 / density)
            first, count = fragments.drawargs()
            painter.drawPixmapFragments(first, count, pixmap)
            painter.restore()

    def _seen(self, pixels: Floats) -> int:
        """The number of sprites at these pixels, (m, 2), that are visible; 0 before `confine`."""
        return 0 if math.isinf(sum(self._room)) else len(inside(pixels, (0, 0), self._room))

    def _uncovered(self, low: Corner, high: Corner, size: float) -> Ints:
        """Ascending indices of the sprites of this size to paint in a box, including some just outside it.

        When crowded, of those at almost the same position only the last, which is on top. The time does not depend on
        how many cover each other.
        """
        side = HIDING * size
        reach = size / 2 + side + 1  # includes every square with a sprite that extends into the box
        found = inside(self._pixels, (low[0] - reach, low[1] - reach), (high[0] + reach, high[1] + reach))
        return found[on_top(self._pixels[found], side)] if self.crowded and len(found) else found

    def _build(self, chosen: Ints, cell: int, density: float, fragments: PrimitiveArray) -> None:
        fragments.resize(len(chosen))
        rows = fragments.ndarray()
        rows[:, _X : _Y + 1] = np.rint(self._pixels[chosen] * density - cell / 2) + cell / 2
        rows[:, _LEFT] = self._kinds[chosen] * cell
        rows[:, _TOP] = 0
        rows[:, _WIDTH : _HEIGHT + 1] = cell
        rows[:, _SCALE_X : _SCALE_Y + 1] = 1
        rows[:, _ROTATION] = 0
        rows[:, _OPACITY] = self._opacity if isinstance(self._opacity, float) else self._opacity[chosen]


def on_top(pixels: Floats, side: float) -> Bools:
    """Which of the sprites at these pixels, (k, 2), are the last in their square of this side, as a mask (k,).

    The squares start at the origin, so that a box is divided in the same way as the whole.
    """
    column, row = np.floor(pixels.T / side).astype(np.int32)
    square = (row - row.min()) * (np.ptp(column) + 1) + column - column.min()
    own = np.arange(len(square), dtype=np.int32)
    top = np.zeros(int(square.max()) + 1, np.int32)
    top[square] = own  # of several in one square the last one wins
    mine: Bools = top[square] == own
    return mine
