"""A picture of feature space: points, the plane of w and w itself. Without OpenGL, which not every computer has."""

import numpy as np
from PySide6.QtCore import (
    QCoreApplication,
    QEasingCurve,
    QEvent,
    QObject,
    QPointF,
    QRectF,
    QSize,
    Qt,
    QVariantAnimation,
)
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPaintEngine,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from kpgui.drawing import symbols
from kpgui.drawing.parts import tint
from kpgui.drawing.symbols import Symbol
from kpgui.geometry.palette import Palette
from kpgui.geometry.rings import LEVELS, crowding, ring
from kpgui.language import _
from kpgui.model.arrays import Floats
from kpgui.ui.canvas.layers.marks import points
from kpgui.ui.canvas.sprites import Sprites, SpriteSheet
from kpgui.ui.forms.widgets import claimed
from kpgui.ui.instruments.space.reading import SpaceValue
from kpgui.ui.instruments.space.scene import ABOVE, FIRST, Eye, SpaceScene, scene
from kpgui.ui.look.arrows import Name, draw_arrows
from kpgui.ui.look.scale import hold
from kpgui.ui.look.style import named
from kpgui.ui.session.document import Document
from kpgui.ui.session.focus import SharedFocus

LEAST_HEIGHT = 200
"""Least height of the picture in pixels."""

REACH = 9.0
"""The distance at which the pointer finds a point, in pixels."""

TURN, KEY_TURN = 0.6, 10.0
"""Degrees a pixel of a drag and a key turn the picture."""

ZOOMS, NOTCH, KEY_ZOOM = (0.5, 8.0), 1.0015, 1.2
"""Least and largest zoom, and the factors of a unit of the wheel and of a key."""

LIFTING = 1200
"""Milliseconds that the points take from the plane into space."""

RASTER = QPaintEngine.Type.Raster

_TURNS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
_ZOOMS = {Qt.Key.Key_PageUp: KEY_ZOOM, Qt.Key.Key_PageDown: 1 / KEY_ZOOM}


class SpacePlot(QWidget):
    """Shows a `SpaceValue`, turned by dragging or the arrow keys, zoomed by the wheel or the page keys.

    A double click shows it as at first. The point below the pointer is the hovered one, and a click selects it.
    """

    def __init__(self, key: str, document: Document, focus: SharedFocus, palette: Palette, parent: QWidget) -> None:
        super().__init__(parent)
        self._document, self._focus, self._colours = document, focus, palette
        self._space: SpaceValue | None = None
        self._behind, self._front, self._marked = Sprites(), Sprites(), Sprites()
        self._dragged_from: QPointF | None = None
        self._turned = False
        self.eye = Eye()
        self.scene: SpaceScene | None = None
        self._lifting: QVariantAnimation | None = None
        named(self, f"{key}.plot", _("Feature space"))
        self.setAccessibleDescription(_("The arrow keys turn the picture, the page keys zoom it."))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        hold(self, least_height=LEAST_HEIGHT)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        focus.hovered_changed.connect(self._mark)
        focus.selection_changed.connect(self._mark)
        self.set_palette(palette)

    def sizeHint(self) -> QSize:
        return QSize(200, 2 * LEAST_HEIGHT)

    @property
    def lifting(self) -> bool:
        """Whether the points are on their way from the plane into space."""
        return self._lifting is not None

    def show_space(self, space: SpaceValue | None) -> None:
        """Shows this; None shows nothing. Another number of axes is seen from its own first direction."""
        axes = None if self._space is None else len(self._space.axes)
        self._space = space
        if space is not None and len(space.axes) != axes:
            self._reset()
        if space is not None and self._sized != len(space.ids):
            self._make_sheets()
        self._arrange()

    def set_palette(self, palette: Palette) -> None:
        """Draws in these colours."""
        self._colours = palette
        self._make_sheets()
        self._arrange()

    def lift(self) -> None:
        """Moves the points from their places in the plane into space; Esc stops it, whoever has the keyboard."""
        self._stop()
        self._lifting = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=LIFTING)
        self._lifting.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._lifting.valueChanged.connect(self._lift_to)
        self._lifting.finished.connect(self._stop)
        self._lifting.start()
        _application().installEventFilter(self)

    def _make_sheets(self) -> None:
        """Draws the symbols of points: of each label and held out or not, with every ring or none, wrong or not."""
        palette = self._colours
        self._sized = 0 if self._space is None else len(self._space.ids)
        crowd = crowding(self._sized)
        size = crowd.size
        rings = [symbols.ring(palette.support, *ring(level, size, crowd.rings)) for level in range(LEVELS)]
        diamond = symbols.diamond(palette, size / 2, 1.2)
        marks: list[tuple[Symbol, ...]] = [(), *((each,) for each in rings)]
        self._symbols = [
            symbols.stacked(*mark, point, *wrong)
            for mark in marks
            for wrong in ((), (diamond,))
            for point in points(palette, size)
        ]
        around = symbols.around(size)
        chosen = [symbols.selection_ring(palette, around + wide, thick) for wide, thick in ((9, 2.5), (15, 2.0))]
        self._sheet = SpriteSheet(ring(LEVELS - 1, size).diameter + 2, self._symbols)
        self._rings, self._ring_sheet = chosen, SpriteSheet(around + 19, chosen)

    def _arrange(self) -> None:
        space = self._space
        self.scene = None if space is None else scene(space, self.eye, self.width(), self.height())
        if space is not None and self.scene is not None:
            kinds = ((space.levels + 1) * 2 + space.wrong) * 4 + 2 * space.held_out + (space.labels < 0)
            order, before = self.scene.order, self.scene.before
            for sprites, rows in ((self._behind, order[~before[order]]), (self._front, order[before[order]])):
                sprites.choose(kinds[rows])
                sprites.place(self.scene.places[rows])
        self._mark()

    def _mark(self) -> None:
        space, seen = self._space, self.scene
        if space is not None and seen is not None:
            selected = np.flatnonzero(np.isin(space.ids, self._focus.selected))
            hovered = np.flatnonzero(space.ids == self._focus.hovered)
            self._marked.choose(np.repeat([0, 1], [len(selected), len(hovered)]))
            self._marked.place(seen.places[np.append(selected, hovered)])
        self.update()

    def _look(self, **changed: object) -> None:
        self.eye = self.eye._replace(**changed)  # type: ignore[arg-type]  # numbers, by the names of its fields
        self._arrange()

    def _turn_to(self, azimuth: float, elevation: float) -> None:
        self._look(turn=(azimuth % 360, max(-90.0, min(90.0, elevation))))

    def _zoom_by(self, factor: float) -> None:
        low, high = ZOOMS
        self._look(zoom=max(low, min(high, factor * self.eye.zoom)))

    def _lift_to(self, share: float) -> None:
        self._look(lift=share)

    def _reset(self) -> None:
        flat = self._space is not None and len(self._space.axes) < 3
        azimuth, elevation = ABOVE if flat else FIRST
        self._look(zoom=1.0)
        self._turn_to(azimuth, elevation)

    def _stop(self) -> None:
        """Ends the animation with the points at their places."""
        if self._lifting is not None:
            _application().removeEventFilter(self)
            self._lifting.stop()
            self._lifting.deleteLater()
            self._lifting = None
        self._lift_to(1.0)

    # What the user does.

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.lifting:
            self._stop()
        elif event.button() == Qt.MouseButton.LeftButton:
            self._dragged_from, self._turned = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged_from is None:
            row = self._row_at(event.position())
            self._focus.hover(None if row is None or self._space is None else int(self._space.ids[row]))
        else:
            moved = event.position() - self._dragged_from
            self._dragged_from, self._turned = event.position(), True
            azimuth, elevation = self.eye.turn
            self._turn_to(azimuth - TURN * moved.x(), elevation + TURN * moved.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._dragged_from = self._dragged_from, None
        row = None if pressed is None or self._turned else self._row_at(event.position())
        if row is not None and self._space is not None:
            self._focus.select(self._space.ids[row : row + 1], self._document.session.dataset)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._reset()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._zoom_by(NOTCH ** event.angleDelta().y())

    def leaveEvent(self, event: QEvent) -> None:
        self._focus.hover(None)

    def event(self, event: QEvent) -> bool:
        """Claims its keys, which are shortcuts of the window otherwise."""
        return claimed(event, self._claims) or super().event(event)

    def _claims(self, event: QKeyEvent) -> bool:
        plain = not event.modifiers() & Qt.KeyboardModifier.ControlModifier
        return plain and (event.key() in _TURNS or event.key() in _ZOOMS)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if not self._claims(event):
            super().keyPressEvent(event)
        elif key in _TURNS:
            (across, up), (azimuth, elevation) = _TURNS[key], self.eye.turn
            self._turn_to(azimuth + KEY_TURN * across, elevation + KEY_TURN * up)
        else:
            self._zoom_by(_ZOOMS[key])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """While the points move: Esc stops them, before it ends anything else."""
        if not isinstance(event, QKeyEvent) or event.key() != Qt.Key.Key_Escape:
            return False
        if event.type() == QEvent.Type.KeyPress:
            self._stop()
        event.accept()
        return True

    def _row_at(self, place: QPointF) -> int | None:
        if self.scene is None or not len(self.scene.places):
            return None
        squares = ((self.scene.places - (place.x(), place.y())) ** 2).sum(axis=1)
        nearest = int(np.argmin(squares))
        return nearest if squares[nearest] <= REACH**2 else None

    # Painting.

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, frame = self._colours, QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.fillRect(self.rect(), QColor(colours.canvas))
        painter.setClipRect(self.rect())
        if self.scene is not None:
            self._paint(painter, self.scene)
        painter.setPen(QPen(QColor(colours.accent if self.hasFocus() else colours.grid), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(frame, 4, 4)

    def _paint(self, painter: QPainter, seen: SpaceScene) -> None:
        colours = self._colours
        painter.setPen(QPen(QColor(colours.grid), 1))
        for start, end in seen.edges.tolist():
            painter.drawLine(QPointF(*start), QPointF(*end))
        self._paint_sprites(painter, self._behind, self._sheet, self._symbols)
        painter.setOpacity(self.eye.lift)
        self._paint_plane(painter, seen)
        painter.setOpacity(1.0)
        self._paint_sprites(painter, self._front, self._sheet, self._symbols)
        self._paint_sprites(painter, self._marked, self._ring_sheet, self._rings)
        names = [Name(name, place, away) for name, place, away in seen.names]
        within = QRectF(self.rect()).adjusted(4, 4, -4, -4)
        draw_arrows(painter, colours, seen.arrows if self.eye.lift == 1 else (), within, names)

    def _paint_plane(self, painter: QPainter, seen: SpaceScene) -> None:
        colours = self._colours
        painter.setPen(QPen(QColor(colours.margin), 1.2, Qt.PenStyle.DashLine))
        for outline in seen.margins:
            _outline(painter, outline)
        painter.setPen(QPen(QColor(colours.boundary), 1.8))
        painter.setBrush(tint(colours.margin, 0.25))
        _outline(painter, seen.plane)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_sprites(self, painter: QPainter, sprites: Sprites, sheet: SpriteSheet, drawn: list[Symbol]) -> None:
        """Paints them in one call, on paper as shapes one by one."""
        if painter.paintEngine().type() is RASTER:
            sprites.paint(painter, sheet, painter.deviceTransform().m11())
            return
        for (x, y), kind in zip(sprites.pixels.tolist(), sprites.kinds.tolist(), strict=True):
            drawn[kind](painter, QPointF(x, y))


def _application() -> QCoreApplication:
    found = QCoreApplication.instance()
    assert found is not None
    return found


def _outline(painter: QPainter, places: Floats) -> None:
    """Draws a polygon, or a line between two places."""
    polygon = QPolygonF([QPointF(*each) for each in places.tolist()])
    (painter.drawPolyline if len(places) == 2 else painter.drawPolygon)(polygon)
