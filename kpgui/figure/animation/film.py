"""The film: the frames of a recorded run, the strip below their pictures, and the sizes that are offered."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from kpgui.drawing.lettering import SNUG, Lettering
from kpgui.drawing.symbols import step_mark
from kpgui.figure.animation.recording import Count, RecordedStep, Recording, counts
from kpgui.figure.animation.settings import Animation
from kpgui.figure.layout import EDGE, LABEL, Layout, unit_for
from kpgui.figure.outputs.picture import painting_application
from kpgui.figure.outputs.png import image_of
from kpgui.figure.painter import Parts, draw, parts_of
from kpgui.figure.plot import in_view
from kpgui.figure.scene import RESOLUTION, Scene
from kpgui.figure.style import Style, allowed
from kpgui.geometry.palette import PALETTES
from kpgui.geometry.rings import size_named, span_text
from kpgui.model.arrays import frozen
from kpgui.model.errors import UNWATCHED, Token
from kpgui.model.param import grouped, shown
from kpgui.model.registry import Registry
from kpgui.model.session import View
from kpgui.process import one_blas_thread
from kpgui.words.counters import plural
from kpgui.words.typesetting import kept_together

USUAL = Style()
"""A picture in which type has its usual size in pixels."""

LEGEND_LINES = 2

HEIGHTS = 0.6, 1.3
"""In widths: the range in which the height follows the view."""


@dataclass(frozen=True)
class Size:
    """height: 0 for as high as the view needs for equal units on both axes."""

    key: str
    title: str
    width: int
    height: int = 0

    def applied(self, style: Style) -> Style:
        """The style in this size, with type that is as large in the whole as in a picture of the usual width."""
        dpi = USUAL.dpi * (self.width / USUAL.width if not self.height else self.height / 720)
        return replace(style, width=self.width, height=self.height, dpi=dpi)


SIZES: Registry[Size] = Registry(
    "size",
    (
        Size("small", "Small, 480 wide", 480),
        Size("medium", "Medium, 840 wide", 840),
        Size("large", "Large, 1280 wide", 1280),
        Size("slide", "Slide, 1280 × 720", 1280, 720),
        Size("full_hd", "Slide, 1920 × 1080", 1920, 1080),
    ),
)

DEFAULT_SIZE = "medium"


def size_of(view: View, style: Style) -> tuple[int, int]:
    """Width and height in pixels of the frames over a view. Raises KpguiError when they are too large."""
    return allowed(style.width, style.height or _natural_height(view, style))


def _natural_height(view: View, style: Style) -> int:
    """The height in pixels at which the plot has the shape of the view, within limits."""
    painting_application()
    across = 72 * style.width / style.dpi
    area = Layout.of(view, across, across, LEGEND_LINES, style, type_unit=style.font_size / LABEL).area
    wanted = across + area.width * (view.ymax - view.ymin) / (view.xmax - view.xmin) - area.height
    wanted += Strip(style, across, across).height
    return round(min(max(wanted, HEIGHTS[0] * across), HEIGHTS[1] * across) * style.dpi / 72)


AROUND, LEAST = 2.3, 7.0
"""Radius of the mark on the point examined last: in those of a disc, and at least so many nominal points."""


class Film:
    """The frames of a recorded run in one size, as of `settings`.

    What does not change stays where it is: all frames have the same legend, and the text has its room in a strip below
    the picture. The field keeps one scale, that of the last frame: the same colour is the same f from the first frame
    to the last, and the last frame shows the picture of the end. size: in pixels. resolution: of the field.
    """

    def __init__(
        self,
        recording: Recording,
        settings: Animation,
        style: Style,
        resolution: int = RESOLUTION // 2,
    ) -> None:
        painting_application()
        style = replace(style, transparent=False)
        self.settings, self.style, self.palette = settings, style, PALETTES[style.theme]
        self.recording, self._resolution = recording, resolution
        self._dataset = recording.session.dataset
        self.moments = recording.moments(settings)
        self.size = size_of(recording.session.view, style)
        self._width, height = (72 * pixels / style.dpi for pixels in self.size)
        self._strip = Strip(style, self._width, height, self.counts(self._last), self._last.end)
        self._height = height - self._strip.height

    def __len__(self) -> int:
        return len(self.moments)

    @property
    def strip_height(self) -> float:
        """Height of the strip of text below the picture, in points."""
        return self._strip.height

    @property
    def durations(self) -> list[int]:
        """Milliseconds of each frame."""
        return self.settings.durations(len(self))

    @property
    def summary(self) -> str:
        """Frames and length in words."""
        frames = plural(len(self), "{n} frame", "{n} frames")
        return f"{frames}, {shown(self.settings.length(len(self)), 3)} s"

    def prepare(self) -> None:
        """Works out what all frames have in common; the first frame would otherwise."""
        self.parts  # noqa: B018  # cached

    def frames(self, token: Token = UNWATCHED) -> Iterator[QImage]:
        """All frames, each painted when it is asked for. Raises Cancelled."""
        for number in range(len(self)):
            token.report(number / len(self))
            yield self.frame(number)

    def frame(self, number: int) -> QImage:
        """One frame, opaque. Raises KpguiError when f overflows in view."""
        recorded, scene = self.recording.recorded(self.moments[number]), self.scene(number)

        def paint(painter: QPainter) -> None:
            painter.fillRect(QRectF(0, 0, self._width, self._height + self._strip.height), QColor(self.palette.canvas))
            draw(painter, scene, self.style, self._width, self._height, self.parts)
            self._draw_text(painter, recorded)

        return image_of(self.size, self.style, paint)

    def scene(self, number: int) -> Scene:
        """What the picture of one frame shows."""
        return self._scene(self.recording.recorded(self.moments[number]), self._last_scene.peak)

    def counts(self, recorded: RecordedStep) -> list[Count]:
        """The counters of one frame."""
        trained = len(self._dataset.training)
        return counts(recorded, self._last, trained, len(self._dataset) - trained)

    def _draw_text(self, painter: QPainter, recorded: RecordedStep) -> None:
        dataset, explanation = self._dataset, recorded.explanation
        self._strip.draw(painter, recorded, self.counts(recorded), self._height, self.parts.layout.plot.left)
        if explanation is None:
            return
        seen = np.intersect1d(explanation.points, in_view(self._last_scene))
        radius = max(AROUND * self.parts.marks.radius, LEAST * self.parts.layout.unit)
        mark = step_mark(self.palette, explanation.outcome, radius, halo=True)
        for x, y in self.parts.layout.place(dataset.points[seen]).tolist():
            mark(painter, QPointF(x, y))

    def _scene(self, recorded: RecordedStep, peak: float | None) -> Scene:
        with one_blas_thread():
            scene = Scene.of(self.recording.session, recorded, self.palette, self._resolution, peak)
        if recorded.counters.step:
            scene = scene.marked(recorded.counters.wrong)
        return replace(scene, caption=f"n = {grouped(len(self._dataset))}")

    @cached_property
    def _last(self) -> RecordedStep:
        return self.recording.recorded(self.moments[-1])

    @cached_property
    def _last_scene(self) -> Scene:
        return self._scene(self._last, None)

    @cached_property
    def parts(self) -> Parts:
        """The parts of every frame, with a legend of all that any of them shows."""
        low, high, forgotten = self.recording.extremes_of_alpha(self.moments)
        last, anywhere, n = self._last, frozen([[0.0, 0.0]], np.float64), len(self._dataset)
        alpha = [max(1.0, high)] * n + [max(1.0, low)] if low <= high else [0.0] * n
        everything = replace(
            self._last_scene,
            boundary=anywhere,
            positive_margin=anywhere,
            alpha=frozen(alpha + [-1.0] * forgotten, np.float64),
            rings=span_text(size_named(last.expansion, last.counters.alpha), low, high),
            wrong=frozen(np.ones(n), np.bool_),
        )
        return parts_of(everything, self.style, self._width, self._height)


LINES, SENTENCE, BESIDE, NARROW = 2, 850.0, 50.0, 420.0
"""Least lines for the sentence, what the longest ones take of them, and what is beside them, in nominal points.

A strip narrower than the last begins further left.
"""

LARGEST = 2.0
"""Most that type may be larger than usual: the strip must leave room for the picture."""

LEADING = 1.4
GAP, SPACE = 4.0, 14.0
"""Nominal points between a counter's name and its value, and between two counters."""


class Strip:
    """The strip of frames of one size, in points. Nothing in it moves from one frame to the next."""

    def __init__(
        self, style: Style, width: float, height: float, counters: Sequence[Count] = (), end: str = ""
    ) -> None:
        """width, height: of the whole frame. counters, end: those of the last frame, for which there is room in all."""
        self._palette, self._width = PALETTES[style.theme], width
        usual = unit_for(width, height)
        self._unit = unit = min(style.font_size / LABEL or usual, LARGEST * usual)
        self._number = Lettering(9.5 * unit, bold=True, tabular=True)
        self._text = Lettering(9.2 * unit)
        self._lines = max(LINES, ceil(SENTENCE / (width / unit - BESIDE)))
        self._places, self._counters_width = self._placed([*map(self._count_width, counters), self._number.width(end)])

    def _count_width(self, each: Count) -> float:
        return self._text.width(each.name) + GAP * self._unit + self._number.width(each.widest)

    def _placed(self, widths: Sequence[float]) -> tuple[list[tuple[float, int]], float]:
        """Where counters of these widths begin, as distance from the left and row, and the width of the widest row."""
        places, widest, x, row = [], 0.0, 0.0, 0
        for width in widths:
            if x and x + width > SNUG * (self._width - 2 * EDGE * self._unit):
                x, row = 0.0, row + 1
            places.append((x, row))
            widest = max(widest, x + width)
            x += width + SPACE * self._unit
        return places, widest

    @property
    def height(self) -> float:
        """In points."""
        return (self._lines + 1 + self._places[-1][1]) * self._line + 1.5 * EDGE * self._unit

    @property
    def _line(self) -> float:
        return LEADING * self._text.size

    def draw(
        self, painter: QPainter, recorded: RecordedStep, counters: list[Count], top: float, plot_left: float
    ) -> None:
        """Draws it below `top`, aligned with the plot, or from further left where that leaves too little room."""
        edge, unit = EDGE * self._unit, self._unit
        room = max(NARROW * unit, self._counters_width / SNUG)
        start = plot_left if self._width - edge - plot_left >= room else edge
        painter.setPen(QPen(QColor(self._palette.grid), 0.8 * unit))
        painter.drawLine(QLineF(edge, top, self._width - edge, top))
        baseline = top + 0.65 * edge + self._number.ascent
        self._draw_counters(painter, counters, recorded.end, start, baseline)
        baseline += self._places[-1][1] * self._line
        left = start + 2.2 * self._text.size
        baseline += 0.15 * edge
        if recorded.explanation is not None:
            middle = QPointF(start + 0.75 * self._text.size, baseline + self._line - self._text.ascent / 2)
            mark = step_mark(self._palette, recorded.explanation.outcome, 0.42 * self._text.size)
            mark(painter, middle)
        for line in self._text.broken(kept_together(recorded.sentence), self._width - edge - left, self._lines):
            baseline += self._line
            self._text.draw(painter, line, left, baseline, self._palette.text)

    def _draw_counters(self, painter: QPainter, counters: list[Count], end: str, x: float, baseline: float) -> None:
        for each, (left, row) in zip(counters, self._places, strict=False):
            y = baseline + row * self._line
            self._text.draw(painter, each.name, x + left, y, self._palette.muted)
            right = x + left + self._count_width(each)  # aligned right, so that digits keep their places
            self._number.draw(painter, each.value, right, y, self._palette.text, align=1)
        left, row = self._places[-1]
        self._number.draw(painter, end, x + left, baseline + row * self._line, self._palette.text)
