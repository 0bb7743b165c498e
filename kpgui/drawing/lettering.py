"""The typeface, Inter (SIL Open Font License), and text in points, measured and drawn alike at every resolution."""

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QPainter, QPen, QTextLayout

from kpgui.drawing.parts import part
from kpgui.language import _
from kpgui.model.errors import KpguiError
from kpgui.process import resource
from kpgui.words.typesetting import STAYS

FILES = ("Inter-Regular.otf", "Inter-SemiBold.otf")


@lru_cache(maxsize=1)
def load_fonts() -> str:
    """The family name of the shipped typeface, regular and semi-bold, loaded at the first call.

    Needs a QGuiApplication. Raises KpguiError when a font file is missing or damaged.
    """
    # From memory: the order of fonts in a PDF depends on the names of their files, hence on where the program is.
    families = []
    for name in FILES:
        path = resource("fonts", name)
        content = path.read_bytes() if path.is_file() else b""
        families += QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFontFromData(content))
        if not families:
            raise KpguiError(_("The font {path} is missing or damaged; install the program again.").format(path=path))
    return families[0]


FINE = 100
"""Pixel size at which text is measured and from which it is scaled, so that no size is rounded to whole pixels."""

SNUG = 0.97
"""Share of the available width that elided text may take: drawn text is up to 2 % wider than measured."""


def draw_ground(
    painter: QPainter,
    colour: QColor,
    box: QRectF,
    radius: float,
    edge: QPen | QColor | Qt.PenStyle = Qt.PenStyle.NoPen,
) -> None:
    """Draws the ground of a text, a box with round corners."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(edge)
    painter.setBrush(colour)
    painter.drawRoundedRect(box, radius, radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def broken(text: str, font: QFont, width: float, most: int) -> list[str]:
    """The text in at most so many lines of this width in pixels, broken between words; the last one elided."""
    layout = QTextLayout(text, font)
    layout.beginLayout()
    starts: list[int] = []
    while len(starts) < most and (line := layout.createLine()).isValid():
        line.setLineWidth(max(1.0, width))
        starts.append(line.textStart())
    layout.endLayout()
    pieces = [text[a:b].rstrip().replace(STAYS, " ") for a, b in zip(starts, [*starts[1:], None], strict=True)]
    return [QFontMetricsF(font).elidedText(piece, Qt.TextElideMode.ElideRight, width) for piece in pieces]


class Lettering:
    """The shipped typeface in one size, in points."""

    def __init__(self, size: float, *, bold: bool = False, tabular: bool = False) -> None:
        """tabular: whether all digits are equally wide."""
        self.size = size
        self.font = QFont(load_fonts())
        self.font.setPixelSize(FINE)
        self.font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        self.font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        self.font.setFeature(QFont.Tag("calt"), 0)  # with it "=" and "−" of a PDF cannot be found or copied
        self.font.setFeature(QFont.Tag("tnum"), int(tabular))
        self._metrics = QFontMetricsF(self.font)

    @property
    def ascent(self) -> float:
        """Height of a capital above the baseline."""
        return self._metrics.capHeight() * self.size / FINE

    @property
    def line(self) -> float:
        """Distance from one baseline to the next."""
        return 1.35 * self.size

    def width(self, text: str) -> float:
        return self._metrics.horizontalAdvance(text) * self.size / FINE

    @staticmethod
    def room(room: float) -> float:
        """The part of the room that text may take."""
        return SNUG * room

    def elided(self, text: str, room: float) -> str:
        """The text, cut at its end with an ellipsis when it is wider than the room."""
        return self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, self.room(room) * FINE / self.size)

    def broken(self, text: str, room: float, most: int) -> list[str]:
        """The text in at most so many lines that fit into the room, broken between words; the last one elided."""
        return broken(text, self.font, self.room(room) * FINE / self.size, most)

    def draw(
        self,
        painter: QPainter,
        text: str,
        x: float,
        baseline: float,
        colour: str,
        *,
        align: float = 0,
        turn: float = 0,
    ) -> None:
        """Draws a line of text; align 0 starts it at x, 1 ends it there; turn is clockwise, in degrees."""
        with part(painter, words=text):
            painter.translate(x, baseline)
            painter.rotate(turn)
            painter.scale(self.size / FINE, self.size / FINE)
            painter.setFont(self.font)
            painter.setPen(QColor(colour))
            painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)  # a minus sign stays before its number
            painter.drawText(QPointF(-align * self._metrics.horizontalAdvance(text), 0), text)
