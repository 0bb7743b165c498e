"""Small maps of the last hypothesis, the vote and the mean, and boundaries of single prototypes."""

from time import perf_counter

import numpy as np
from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from kpgui.drawing.parts import image_of
from kpgui.drawing.symbols import path_of
from kpgui.geometry.palette import Palette
from kpgui.geometry.rings import NamedBoundary
from kpgui.language import _
from kpgui.model.arrays import Floats, Labels
from kpgui.model.expansion import Votes
from kpgui.model.frame import Frame, Status
from kpgui.model.param import indexed
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.instruments.inside.hypotheses_reading import HypothesesValue, Maps, SmallMap, SmallMaps
from kpgui.ui.instruments.inside.words import TOO_LONG, summary, wrong
from kpgui.ui.look.scale import bold
from kpgui.ui.look.style import plain
from kpgui.ui.tasks import Background

GAP, LARGEST = 6.0, 120.0
"""Distance between maps, and the length of their sides at most, in pixels."""

DOTS, DOT = 400, 2.4
"""Most points drawn in a map, and their size in pixels."""

IDLE = 4.0
"""While a run goes on, the next maps are begun after so many times the seconds that the last ones took."""


class AnswerMaps(QWidget):
    """Shows the maps of a `HypothesesValue`, computed in a thread of their own; the latest one given is drawn next."""

    def __init__(self, key: str, workbench: Workbench, parent: QWidget) -> None:
        super().__init__(parent)
        self._workbench, self._colours = workbench, workbench.theme.palette
        self._background = Background(self, f"kpgui {key} maps", patience=0.0)
        workbench.closing.connect(self._background.stop)
        self._work = SmallMaps()
        self._wanted: HypothesesValue | None = None
        self._asked: HypothesesValue | None = None
        self._maps: Maps | None = None
        self._problem = ""
        self._began = 0.0
        self._waiting = QTimer(self, singleShot=True)
        self._waiting.timeout.connect(self._start)
        self._background.failed.connect(self._take_failure)
        self.setObjectName(f"{key}.maps")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(self._height(200))

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    @property
    def maps(self) -> Maps | None:
        """The maps that are painted."""
        return self._maps

    def set_palette(self, palette: Palette) -> None:
        """Draws in these colours."""
        self._colours = palette
        self.update()

    def show_value(self, value: HypothesesValue | None) -> None:
        """Shows the maps of this as soon as they are computed; None shows none."""
        before, self._wanted = self._wanted, value
        if value is None or (before is not None and before.session is not value.session):
            self._background.cancel()
            self._work, self._maps, self._asked, self._problem = SmallMaps(), None, None, ""
            self.update()
        if not self._running:
            self._waiting.stop()
        self._start()

    @property
    def _running(self) -> bool:
        frame = self._workbench.training.frame
        return frame is not None and frame.status is Status.RUNNING

    def _start(self) -> None:
        value, work = self._wanted, self._work
        if value is None or value is self._asked or self._background.busy or self._waiting.isActive():
            return
        self._asked, self._began = value, perf_counter()
        self._background.do(_("Maps of hypotheses"), lambda token: work.maps(value, token), self._take)

    def _take(self, maps: Maps) -> None:
        self._maps, self._problem = maps, ""
        self._finish()

    def _take_failure(self, sentence: str) -> None:
        self._maps, self._problem = None, sentence
        self._finish()

    def _finish(self) -> None:
        self.setAccessibleName(self._problem or summary(self._maps))
        self.setToolTip(plain(self._problem or summary(self._maps)))
        self.update()
        self._waiting.start(round(1000 * IDLE * (perf_counter() - self._began)) if self._running else 0)

    # Painting.

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setFixedHeight(self._height(self.width()))

    def _side(self, width: float) -> float:
        return min(LARGEST, (width - 2 * GAP) / 3)

    def _height(self, width: float) -> int:
        return round(self._side(width)) + 2 * self.fontMetrics().lineSpacing() + 2

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        side, points = self._side(self.width()), self._points()
        for k in range(3):
            place = QRectF(k * (side + GAP), 0, side, side)
            if self._maps is not None:
                self._paint_map(painter, place, self._maps.maps[k], points)
            painter.setPen(QPen(QColor(self._colours.grid), 1))
            painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5))
        if self._problem:
            painter.setPen(QColor(self._colours.danger))
            flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop
            painter.drawText(QRectF(0, 0, self.width(), self.height()), int(flags), self._problem)

    def _points(self) -> tuple[Floats, Labels]:
        """Some of the points that the maps are about, evenly chosen, and their labels."""
        if self._asked is None:
            return np.zeros((0, 2)), np.zeros(0, np.int8)
        dataset = self._asked.session.dataset
        rows = dataset.training[:: max(1, -(-len(dataset.training) // DOTS))]
        return dataset.points[rows], dataset.labels[rows]

    def _paint_map(self, painter: QPainter, place: QRectF, drawn: SmallMap, points: tuple[Floats, Labels]) -> None:
        colours, view = self._colours, drawn.view
        scale = place.width() / (view.xmax - view.xmin)

        def pixels(places: Floats) -> Floats:
            seen: Floats = (places - (view.xmin, view.ymax)) * (scale, -scale) + (place.left(), place.top())
            return seen

        lines = self.fontMetrics().lineSpacing()
        if drawn.signs is None:
            painter.setPen(QColor(colours.muted))
            flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter
            painter.drawText(place.adjusted(2, 2, -2, -2), int(flags), _(TOO_LONG))
        else:
            painter.save()
            painter.setClipRect(place)
            painter.drawImage(
                place, image_of(colours, (drawn.signs.astype(np.int16) + 128).astype(np.uint8), "classes")
            )
            painter.strokePath(path_of(pixels(drawn.boundary)), QPen(QColor(colours.boundary), 1.5))
            painter.setPen(Qt.PenStyle.NoPen)
            for (x, y), label in zip(pixels(points[0]).tolist(), points[1].tolist(), strict=True):
                painter.setBrush(QColor(colours.positive if label > 0 else colours.negative))
                painter.drawEllipse(QPointF(x, y), DOT / 2, DOT / 2)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.restore()
        told = QRectF(place.left(), place.bottom() + 2, place.width(), lines)
        plain = painter.font()
        for text, font, colour in ((_(drawn.name), bold(plain), colours.text), (wrong(drawn), plain, colours.muted)):
            painter.setFont(font)
            painter.setPen(QColor(colour))
            # A long word has the room between two maps.
            painter.drawText(told, int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextDontClip), text)
            told.translate(0, lines)
        painter.setFont(plain)


MOST = 6
"""Most boundaries at once: the first one chosen makes room for a further one."""


class PrototypeBoundaries(QObject):
    """Shows the boundaries of the chosen prototypes.

    changed: another prototype is chosen, or one no longer. A prototype stays the same while a run goes on; while the
    run is shown at a step before the prototype was made, it has no boundary. Those of another run are forgotten.
    """

    changed = Signal()

    def __init__(self, workbench: Workbench, parent: QObject) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._run = -1
        self._boundaries: dict[int, NamedBoundary | None] = {}
        """By the 0-based number of each chosen prototype, in the order of choice; None before it is made."""
        self._shown: list[NamedBoundary] = []
        workbench.training.frame_arrived.connect(self._follow)

    @property
    def chosen(self) -> list[int]:
        """The 0-based numbers of the prototypes, in the order in which they were chosen."""
        return list(self._boundaries)

    def toggle(self, k: int) -> None:
        """Shows the boundary of this prototype, or takes it away."""
        if k in self._boundaries:
            del self._boundaries[k]
        else:
            self._boundaries[k] = None
            for first in self.chosen[:-MOST]:
                del self._boundaries[first]
        self._update()
        self.changed.emit()

    def clear(self) -> None:
        """Takes all boundaries away."""
        if self._boundaries:
            self._boundaries = {}
            self._update()
            self.changed.emit()

    def _follow(self, frame: Frame) -> None:
        if frame.run != self._run:
            self._run = frame.run
            self.clear()
        if self._boundaries:
            self._update()

    def _update(self) -> None:
        made = [each for k in self.chosen if (each := self._boundary(k)) is not None]
        if made != self._shown:
            self._shown = made
            self._workbench.overlaid.emit("prototypes", made)

    def _boundary(self, k: int) -> NamedBoundary | None:
        """The boundary of a prototype, None while the shown step is before the one that made it."""
        shown, frame = self._workbench.training.shown, self._workbench.training.frame
        if shown is None or frame is None or not isinstance(frame.expansion, Votes) or k >= frame.expansion.voters:
            return None
        known = self._boundaries[k]
        if known is None:
            session, kernel = shown
            hypothesis = frame.expansion.hypothesis(k)
            known = NamedBoundary(indexed("v", k + 1), kernel, session.dataset.points, hypothesis, style=k)
            self._boundaries[k] = known
        return known
