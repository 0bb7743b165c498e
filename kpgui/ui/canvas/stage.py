"""The stage: what tools, gestures and layers know of the canvas."""

from typing import Any, TypeVar

import numpy as np
from PySide6.QtCore import QObject, Signal

from kpgui.geometry.palette import Palette
from kpgui.geometry.scales import fine_step, snapped
from kpgui.model.arrays import Floats, Ints
from kpgui.model.dataset import Dataset
from kpgui.ui.canvas.view_box import NO_MAPPING, CanvasViewBox, nearest
from kpgui.ui.session.document import Document
from kpgui.ui.session.focus import SharedFocus

REACH = 8.0
"""Distance from a point's centre, in logical pixels, within which a press grabs it."""

L = TypeVar("L")


class Stage(QObject):
    """The document's points, where they are on the screen, which are selected, and the layers that are painted.

    focus: what is pointed at and selected, for others that show and change it. mapping: of what is visible now.
    """

    hinted = Signal(str)
    """What the mouse does where it is, or has done so far; "" when there is nothing to say."""
    menu_asked = Signal(float, float)
    """The pixel at which the context menu of the selection was asked for."""

    def __init__(self, document: Document, palette: Palette, focus: SharedFocus | None = None) -> None:
        super().__init__()
        self.document = document
        self.palette = palette
        self.view_box = CanvasViewBox()
        self.mapping = NO_MAPPING
        self.focus = SharedFocus(self) if focus is None else focus
        self.snaps = False
        """Whether points that are added and moved snap to the grid."""
        self._strokes = 0
        self._layers: dict[type, Any] = {}

    @property
    def dataset(self) -> Dataset:
        """The points of the document."""
        return self.document.session.dataset

    def random(self) -> "np.random.Generator":
        """The random generator of a new stroke, determined by the session's seed and the number of the stroke."""
        self._strokes += 1
        return np.random.default_rng([self.document.session.seed, self._strokes])

    # Layers.

    def register(self, layer: object) -> None:
        """Makes a layer known by its class."""
        self._layers[type(layer)] = layer

    def layer(self, kind: type[L]) -> L:
        """The layer of this class."""
        layer: L = self._layers[kind]
        return layer

    def overlay(self, key: str, value: object) -> None:
        """Shows what an instrument has for the canvas, in the layers that draw what this key stands for."""
        for layer in self._layers.values():
            if key in layer.overlays:
                layer.show_overlay(key, value)

    # The selection.

    @property
    def selection(self) -> Ints:
        """Ids of the selected points, ascending."""
        return self.focus.selected

    def select(self, ids: Ints) -> None:
        """Selects the points with these ids and no others."""
        self.focus.select(ids, self.dataset)

    def clear_selection(self) -> None:
        self.select(np.zeros(0, np.int64))

    def point_at(self, x: float, y: float) -> int | None:
        """Id of the point at a pixel of the canvas, None if there is none."""
        row = nearest(self.mapping.to_pixels(self.dataset.points), x, y, REACH)
        return None if row is None else int(self.dataset.ids[row])

    def ask_for_menu(self, x: float, y: float) -> None:
        """Asks for the context menu of the selection at this pixel, or of the point there if it is not selected."""
        point = self.point_at(x, y)
        if point is not None and point not in self.selection:
            self.select(np.array([point]))
        self.menu_asked.emit(x, y)

    # Snapping.

    @property
    def steps(self) -> tuple[float, float]:
        """Distances in x and in y of the grid lines to which points snap; 0 if there are none."""
        xs, ys = self.mapping.ticks
        return fine_step(xs.values), fine_step(ys.values)

    def snapped_place(self, x: float, y: float) -> Floats:
        """The grid point nearest to a position in the plane, (2,)."""
        return snapped(np.array([x, y]), self.steps)

    def place_at(self, x: float, y: float) -> tuple[float, float]:
        """The position in the plane under a pixel, or the nearest grid point while snapping is on."""
        place = self.mapping.to_plane(x, y)
        if not self.snaps:
            return place
        across, up = self.snapped_place(*place).tolist()
        return across, up

    def snapped(self, x: float, y: float) -> tuple[float, float]:
        """The pixel, or that of the nearest grid point while snapping is on."""
        if not self.snaps:
            return x, y
        right, down = self.mapping.to_pixels(np.array([self.place_at(x, y)]))[0].tolist()
        return right, down
