"""Many small pictures painted in one call.

A sheet holds a few pictures side by side; sprites say which of them is painted where. The arrays are
NumPy's, so that 5000 points cost no Python loop.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from kpgui.model.arrays import Floats, Ints

Stamp = Callable[[QPainter], None]
"""Draws one picture around the origin, in logical pixels."""

DENSE = 10_000
"""From so many pictures on, those that others hide almost wholly are left out."""

HIDING = 0.3
"""Pictures whose middles are in one square of this share of a cell hide one another."""

_X, _Y, _LEFT, _TOP, _WIDTH, _HEIGHT, _SCALE_X, _SCALE_Y, _ROTATION, _OPACITY = range(10)


class Sheet:
    """Pictures in cells of `size` logical pixels, drawn once for each pixel density of a screen."""

    def __init__(self, size: float, stamps: Sequence[Stamp]) -> None:
        self._size = size
        self._stamps = stamps
        self._drawn: dict[float, QPixmap] = {}

    def cell(self, density: float) -> int:
        """The side of a cell in device pixels."""
        return math.ceil(self._size * density)

    def at(self, density: float) -> QPixmap:
        """The sheet in device pixels, `density` to a logical one."""
        if density not in self._drawn:
            self._drawn[density] = self._draw(density)
        return self._drawn[density]

    def _draw(self, density: float) -> QPixmap:
        cell = self.cell(density)
        pixmap = QPixmap(cell * len(self._stamps), cell)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for i, stamp in enumerate(self._stamps):
            painter.resetTransform()
            painter.translate((i + 0.5) * cell, 0.5 * cell)
            painter.scale(density, density)
            stamp(painter)
        painter.end()
        return pixmap


class Sprites:
    """Where each picture goes, which one it is, and how opaque."""

    def __init__(self) -> None:
        self._pixels: Floats = np.zeros((0, 2))
        self._kinds: Ints = np.zeros(0, np.int64)
        self._opacity: float | Floats = 1.0
        self._room = math.inf, math.inf
        self._fragments = PrimitiveArray(QPainter.PixmapFragment, 10)
        self._built_for: tuple[int, float] | None = None

    def __len__(self) -> int:
        return len(self._pixels)

    @property
    def pixels(self) -> Floats:
        """Around which logical pixels they are, (k, 2)."""
        return self._pixels

    @property
    def kinds(self) -> Ints:
        """Which picture of the sheet each one is, (k,)."""
        return self._kinds

    def part(self, chosen: Ints) -> "Sprites":
        """These of the pictures alone, in their order."""
        part = Sprites()
        part._pixels, part._kinds = self._pixels[chosen], self._kinds[chosen]
        part._opacity = self._opacity if isinstance(self._opacity, float) else self._opacity[chosen]
        return part

    def confine(self, width: float, height: float) -> None:
        """Paint only what reaches into a rectangle of this size in logical pixels, its corner at the origin."""
        self._room = width, height
        self._built_for = None

    def place(self, pixels: Floats) -> None:
        """Put the pictures around these logical pixels, (k, 2). Their number must be that of the kinds."""
        self._pixels = pixels
        self._built_for = None

    def choose(self, kinds: Ints) -> None:
        """Which picture of the sheet each one is, (k,)."""
        self._kinds = kinds
        self._built_for = None

    def fade(self, opacity: Floats) -> None:
        """How opaque each one is, (k,) from 0 to 1."""
        self._opacity = opacity
        self._built_for = None

    def paint(self, painter: QPainter, sheet: Sheet, density: float) -> None:
        if not len(self):
            return
        pixmap, cell = sheet.at(density), sheet.cell(density)
        if self._built_for != (cell, density):
            self._build(cell, density)
        painter.save()
        painter.scale(1 / density, 1 / density)
        first, count = self._fragments.drawargs()
        painter.drawPixmapFragments(first, count, pixmap)
        painter.restore()

    def _build(self, cell: int, density: float) -> None:
        chosen = uncovered(self._pixels * density, cell, (self._room[0] * density, self._room[1] * density))
        self._fragments.resize(len(chosen))
        rows = self._fragments.ndarray()
        rows[:, _X : _Y + 1] = np.rint(self._pixels[chosen] * density - cell / 2) + cell / 2
        rows[:, _LEFT] = self._kinds[chosen] * cell
        rows[:, _TOP] = 0
        rows[:, _WIDTH : _HEIGHT + 1] = cell
        rows[:, _SCALE_X : _SCALE_Y + 1] = 1
        rows[:, _ROTATION] = 0
        rows[:, _OPACITY] = self._opacity if isinstance(self._opacity, float) else self._opacity[chosen]
        self._built_for = (cell, density)


def uncovered(pixels: Floats, cell: float, room: tuple[float, float]) -> Ints:
    """Which of the pictures around these pixels, (k, 2), are to be painted in a rectangle of this size, ascending.

    Not those that do not reach into it; and where they are very many, of those at almost the same place only the
    last, which is on top. Takes the same time however many lie upon each other.
    """
    low, high = -0.5 * cell, np.array(room) + 0.5 * cell
    x, y = pixels.T
    inside = np.flatnonzero((x >= low) & (x <= high[0]) & (y >= low) & (y <= high[1]))
    if len(inside) <= DENSE or math.isinf(room[0] + room[1]):
        return inside
    side = HIDING * cell
    column, row = (((axis[inside] - low) / side).astype(np.int32) for axis in (x, y))
    square = row * np.int32((high[0] - low) / side + 1) + column
    own = np.arange(len(square), dtype=np.int32)
    top = np.zeros(int(square.max()) + 1, np.int32)
    top[square] = own  # of several in one square the last stays
    return inside[top[square] == own]
