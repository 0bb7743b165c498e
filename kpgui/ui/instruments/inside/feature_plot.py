"""A picture of feature space: points, the plane of w and w itself. Without OpenGL, which not every computer has."""

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from kpgui.drawing.parts import tint
from kpgui.geometry.palette import Palette
from kpgui.language import _
from kpgui.model.arrays import Floats, Ints
from kpgui.ui.instruments.inside.reading import FeatureSpace
from kpgui.ui.instruments.inside.words import FIRST, SpaceScene, scene
from kpgui.ui.look.arrows import Name, draw_arrows
from kpgui.ui.session.document import Document
from kpgui.ui.session.focus import SharedFocus

HEIGHT = 170
"""Height of the picture in pixels."""

DOT, REACH = 5.0, 8.0
"""Size of a point, and the distance at which the pointer finds it, in pixels."""

TURN, KEY_TURN, STEEPEST = 0.6, 10.0, 89.0
"""Degrees a pixel of a drag and a key turn the picture; and the most that it is seen from above or below."""

_KEYS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}


class FeaturePlot(QWidget):
    """Shows a `FeatureSpace`. Three axes are turned by dragging or by the arrow keys; a double click turns them back.

    The point below the pointer is the hovered one, and a click selects it.
    """

    def __init__(self, key: str, document: Document, focus: SharedFocus, palette: Palette, parent: QWidget) -> None:
        super().__init__(parent)
        self._document, self._focus, self._colours = document, focus, palette
        self._space: FeatureSpace | None = None
        self._scene: SpaceScene | None = None
        self._dragged_from: QPointF | None = None
        self._turned = False
        self.turn = FIRST
        self.setObjectName(f"{key}.space")
        self.setAccessibleName(_("Feature space"))
        self.setAccessibleDescription(_("The arrow keys turn the picture."))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HEIGHT)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        focus.hovered_changed.connect(self._repaint)
        focus.selection_changed.connect(self._repaint)

    def sizeHint(self) -> QSize:
        return QSize(200, HEIGHT)

    @property
    def turns(self) -> bool:
        """Whether there are three axes."""
        return self._space is not None and len(self._space.axes) == 3

    @property
    def scene(self) -> SpaceScene | None:
        """What is painted."""
        return self._scene

    def show_space(self, space: FeatureSpace | None) -> None:
        """Shows this; None shows nothing."""
        self._space = space
        self.setCursor(Qt.CursorShape.OpenHandCursor if self.turns else Qt.CursorShape.ArrowCursor)
        self._arrange()

    def set_palette(self, palette: Palette) -> None:
        """Draws in these colours."""
        self._colours = palette
        self.update()

    def _arrange(self) -> None:
        self._scene = None if self._space is None else scene(self._space, self.turn, self.width(), self.height())
        self.update()

    def _turn_to(self, azimuth: float, elevation: float) -> None:
        self.turn = azimuth % 360, max(-STEEPEST, min(STEEPEST, elevation))
        self._arrange()

    def _repaint(self) -> None:
        self.update()

    # What the user does.

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._dragged_from, self._turned = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged_from is None:
            row = self._row_at(event.position())
            self._focus.hover(None if row is None or self._space is None else int(self._space.ids[row]))
        elif self.turns:
            moved = event.position() - self._dragged_from
            self._dragged_from, self._turned = event.position(), True
            self._turn_to(self.turn[0] - TURN * moved.x(), self.turn[1] + TURN * moved.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._dragged_from = self._dragged_from, None
        row = None if pressed is None or self._turned else self._row_at(event.position())
        if row is not None and self._space is not None:
            self._focus.select(self._space.ids[row : row + 1], self._document.session.dataset)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._turn_to(*FIRST)

    def leaveEvent(self, event: QEvent) -> None:
        self._focus.hover(None)

    def event(self, event: QEvent) -> bool:
        """Claims the arrow keys, which are shortcuts of the window otherwise."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._claims(event):
            event.accept()
            return True
        return super().event(event)

    def _claims(self, event: QKeyEvent) -> bool:
        return self.turns and event.key() in _KEYS

    def keyPressEvent(self, event: QKeyEvent) -> None:
        across, up = _KEYS.get(Qt.Key(event.key()), (0, 0))
        if self._claims(event):
            self._turn_to(self.turn[0] + KEY_TURN * across, self.turn[1] + KEY_TURN * up)
        else:
            super().keyPressEvent(event)

    def _row_at(self, place: QPointF) -> int | None:
        if self._scene is None or not len(self._scene.places):
            return None
        squares = ((self._scene.places - (place.x(), place.y())) ** 2).sum(axis=1)
        nearest = int(np.argmin(squares))
        return nearest if squares[nearest] <= REACH**2 else None

    # Painting.

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, frame = self._colours, QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.fillRect(self.rect(), QColor(colours.canvas))
        if self._space is not None and self._scene is not None:
            self._paint(painter, self._space, self._scene)
        painter.setPen(QPen(QColor(colours.accent if self.hasFocus() else colours.grid), 1))
        painter.drawRoundedRect(frame, 4, 4)

    def _paint(self, painter: QPainter, space: FeatureSpace, seen: SpaceScene) -> None:
        colours, within = self._colours, QRectF(self.rect())
        if not self.turns:
            middle = float(seen.plane[0, 0])
            painter.fillRect(QRectF(0, 0, middle, self.height()), QColor(colours.negative_soft))
            painter.fillRect(QRectF(middle, 0, self.width() - middle, self.height()), QColor(colours.positive_soft))
        painter.setPen(QPen(QColor(colours.grid), 1))
        for start, end in seen.edges.tolist():
            painter.drawLine(QPointF(*start), QPointF(*end))
        behind = ~seen.before[seen.order]
        self._paint_points(painter, space, seen.places, seen.order[behind])
        self._paint_plane(painter, seen.plane)
        self._paint_points(painter, space, seen.places, seen.order[~behind])
        names = [Name(name, place, away) for name, place, away in seen.names]
        draw_arrows(painter, colours, seen.arrows, within, names)

    def _paint_plane(self, painter: QPainter, plane: Floats) -> None:
        painter.setPen(QPen(QColor(self._colours.boundary), 1.5))
        painter.setBrush(tint(self._colours.margin, 0.3))
        painter.drawPolygon(QPolygonF([QPointF(*each) for each in plane.tolist()]))
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_points(self, painter: QPainter, space: FeatureSpace, places: Floats, rows: Ints) -> None:
        colours, marked = self._colours, {*self._focus.selected.tolist(), self._focus.hovered}
        for row in rows.tolist():
            x, y = places[row].tolist()
            place = QRectF(x - DOT / 2, y - DOT / 2, DOT, DOT)
            positive = space.labels[row] > 0
            painter.setPen(QPen(QColor(colours.danger), 1.5) if space.wrong[row] else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.positive if positive else colours.negative))
            (painter.drawEllipse if positive else painter.drawRect)(place)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            if int(space.ids[row]) in marked:
                for colour, width in ((colours.selection_edge, 4), (colours.selection, 2)):  # as on the canvas
                    painter.setPen(QPen(QColor(colour), width))
                    painter.drawEllipse(place.adjusted(-4, -4, 4, 4))
