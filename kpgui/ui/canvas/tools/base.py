"""The bases of tools and gestures: a tool decides which gesture a press begins, and a release ends it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np
from PySide6.QtCore import Qt

from kpgui.geometry.shapes import along, touched
from kpgui.language import _, ngettext
from kpgui.model.arrays import Floats, Ints
from kpgui.model.edits import Edit, Move, add
from kpgui.model.param import Declared, param, shown
from kpgui.ui.canvas.stage import Stage


def counted(count: int) -> str:
    """A number of points in words for the menu: "a point", "3 points"."""
    return ngettext("a point", "{count} points", count).format(count=count)


def by(degrees: float) -> str:
    """The angle of a rotation, to follow the number of points: " by 30°"."""
    return _(" by {degrees}°").format(degrees=shown(degrees))


DRAG = 8.0
"""Logical pixels within which the pointer may move between press and release of a click, however long that takes."""

Modifier = Qt.KeyboardModifier


class Press(NamedTuple):
    """The press of a button at a pixel of the canvas."""

    x: float
    y: float
    button: Qt.MouseButton
    modifiers: Modifier
    label: int
    """The label that this button gives to points: the left one the chosen class, the right one the other."""

    @property
    def removes(self) -> bool:
        """Whether it removes points from the selection."""
        return self.button == Qt.MouseButton.RightButton or bool(self.modifiers & Modifier.AltModifier)

    @property
    def adds(self) -> bool:
        """Whether it adds points to the selection, or toggles them."""
        return bool(self.modifiers & Modifier.ControlModifier)


class Gesture:
    """Base of the gestures. Tells drags from clicks, and combines its edits into one undo step, a stroke.

    slack: how far the pointer may move in a click, in logical pixels.
    """

    slack = DRAG

    def __init__(self, stage: Stage, press: Press) -> None:
        self.stage = stage
        self.start = press
        self.dragging = False
        self.editing = False
        """Whether this gesture is changing the document right now."""
        self.has_edited = False
        self._stroke = object()

    @cached_property
    def rng(self) -> "np.random.Generator":
        """The random generator of this gesture."""
        return self.stage.random()

    def move(self, x: float, y: float) -> None:
        """The pointer has moved to this pixel."""
        far = (x - self.start.x) ** 2 + (y - self.start.y) ** 2 > self.slack**2
        self.dragging = self.dragging or far
        if self.dragging:
            self.drag(x, y)

    def hold(self, modifiers: Modifier) -> None:
        """These modifier keys are held now."""

    def drag(self, x: float, y: float) -> None:
        """The pointer has been dragged to this pixel; not called before it has moved further than `slack`."""

    def release(self) -> None:
        """The button was released."""

    def cancel(self) -> None:
        """Undoes the gesture, as if the button had not been pressed."""
        self.editing = True
        self.stage.document.abandon(self._stroke)
        self.editing = False

    def edit(self, edit: Edit, text: str) -> None:
        """Edits the document; all edits of a gesture are one undo step."""
        self.editing = True
        self.has_edited = True
        self.stage.document.edit(edit, text, self._stroke)
        self.editing = False


SMALLEST, LARGEST = 4.0, 400.0
"""Limits of a brush's radius in logical pixels."""


@dataclass(frozen=True)
class Tool(Declared):
    """A tool: a frozen value with its settings and no other state.

    Its fields are parameters, from which its settings in the tool bar are made. One called `radius` makes it a brush,
    whose circle is shown around the pointer.
    """

    shortcut: ClassVar[str]
    tip: ClassVar[str]
    """What it does, for its tooltip."""
    cursor: ClassVar[Qt.CursorShape] = Qt.CursorShape.CrossCursor
    adds: ClassVar[bool] = False
    """Whether it adds points, so that it is of use on an empty canvas."""
    handles: ClassVar[bool] = False
    """Whether the selection has a frame with handles while it is in use."""

    @property
    def reach(self) -> float:
        """The radius of its brush in logical pixels; 0 if it is not a brush."""
        return float(self.settings().get("radius", 0.0))

    gesture: ClassVar[type[Any]]
    """What a press begins, given the tool; `begin` is overridden where that depends on the press."""

    def begin(self, stage: Stage, press: Press) -> Gesture | None:
        """The gesture that this press of the left or right button begins; None for none."""
        gesture: Gesture = self.gesture(stage, press, self)
        return gesture


def brush_radius(default: float) -> Any:
    """The parameter `radius`, which makes a tool a brush."""
    return param(
        default,
        "How far the brush reaches from the pointer. Shift or Alt and the wheel, [ and ] change it.",
        low=SMALLEST,
        high=LARGEST,
        slider=(SMALLEST, 150.0),
        unit="pixels",
    )


Pixel = tuple[float, float]
"""x and y on the canvas, in logical pixels."""


class BrushStroke(Gesture):
    """Base of brush strokes: dabs where the button is pressed and along the pointer's path, as one undo step.

    Distances are in pixels, so that the brush is a circle on the screen whatever the scales of the axes.
    """

    def __init__(self, stage: Stage, press: Press, tool: Any) -> None:
        super().__init__(stage, press)
        self.tool = tool
        self.radius = tool.radius
        self._last: Pixel = (press.x, press.y)
        self._changed: Ints = np.zeros(0, np.int64)
        self.dab(self._last, self._last)

    def dab(self, start: Pixel, end: Pixel) -> None:
        """The brush has moved straight from start to end; the first dab of a stroke has start = end."""
        raise NotImplementedError

    def move(self, x: float, y: float) -> None:
        """Dabs along the movement, without the tolerance of other gestures: a brush acts from the first pixel on."""
        if (x, y) != self._last:
            start, self._last = self._last, (x, y)
            self.dab(start, self._last)

    def touched(self, start: Pixel, end: Pixel) -> Ints:
        """Indices of the points that the brush touched on its way from start to end."""
        dataset = self.stage.dataset
        return touched(self.stage.mapping.to_pixels(dataset.points), start, end, self.radius)

    def near(self, pixels: Floats, stop: Floats) -> Ints:
        """Indices of the pixels (n, 2) within the brush at this stop, edge included."""
        with np.errstate(over="ignore"):  # very far points are outside, however far
            return np.flatnonzero(((pixels - stop) ** 2).sum(axis=1) <= self.radius**2)

    def stops(self, start: Pixel, end: Pixel) -> Floats:
        """Pixels (k, 2) at which the brush stops from start to end, at most half a radius apart; the last is the end.

        A press is one stop. A brush that acts at each stop has the same effect for quick and slow movements.
        """
        length = float(np.hypot(*np.subtract(end, start)))
        count = max(1, int(np.ceil(length / (0.5 * self.radius))))
        return along(np.array([start, end]), length * np.arange(1, count + 1) / count)

    def share(self, start: Pixel, end: Pixel) -> float:
        """The distance between two stops in half radii, up to 1; 1 for a press."""
        length = float(np.hypot(*np.subtract(end, start)))
        return length / (0.5 * self.radius * np.ceil(length / (0.5 * self.radius))) if length else 1.0

    def counted(self, ids: Ints) -> str:
        """The number of distinct points that the stroke has changed, including these, in words."""
        self._changed = np.concatenate([self._changed, ids[~np.isin(ids, self._changed)]])
        return counted(len(self._changed))

    def put(self, before: Floats, after: Floats, verb: str) -> None:
        """Moves the points whose pixels (n, 2) have changed."""
        dataset, mapping = self.stage.dataset, self.stage.mapping
        rows = np.flatnonzero((before != after).any(axis=1))
        if not len(rows):
            return
        shifts = (after[rows] - before[rows]) / (mapping.across, -mapping.up)
        ids = dataset.ids[rows]
        self.edit(Move(ids, dataset.points[rows] + shifts), f"{verb} {self.counted(ids)}")


class DrawShape(Gesture):
    """Base of the gestures that draw `count` points of one class in a shape that follows the pointer."""

    def __init__(self, stage: Stage, press: Press, tool: Any, text: str) -> None:
        super().__init__(stage, press)
        self.tool, self.count = tool, tool.count
        self._text = text
        self._ids: np.ndarray | None = None

    def pixels(self, x: float, y: float) -> Floats:
        """Pixels of the points, (count, 2), for a pointer dragged to this pixel."""
        raise NotImplementedError

    def drag(self, x: float, y: float) -> None:
        self.place(self.pixels(x, y))

    def place(self, pixels: Floats) -> None:
        """Adds the points at these pixels, or moves them there."""
        points = self.stage.mapping.from_pixels(pixels)
        if self._ids is None:
            insert = add(self.stage.dataset, points, np.full(self.count, self.start.label))
            self._ids = insert.ids
            self.edit(insert, self._text)
        else:
            self.edit(Move(self._ids, points), self._text)
