"""SVG: a picture in shapes, with groups that have words, clips, and text as outlines; only the field is an image.

Qt's own generator drops the clip, and writes every point as a group of its own; here repeated shapes are defined once.
"""

from base64 import b64encode
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QPaintDevice,
    QPaintEngine,
    QPaintEngineState,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QTextItem,
    QTransform,
)

from kpgui.drawing.parts import GroupingDevice
from kpgui.figure.outputs.picture import Output, Picture, painting_application, session_text
from kpgui.figure.outputs.png import png_of
from kpgui.formats.svg import Svg
from kpgui.model.errors import UNWATCHED, Token

REPEATED = 3
"""Shapes that occur so often are defined once."""

CAPS = {Qt.PenCapStyle.RoundCap: "round", Qt.PenCapStyle.SquareCap: "square"}
JOINS = {Qt.PenJoinStyle.RoundJoin: "round", Qt.PenJoinStyle.BevelJoin: "bevel"}


class Shape(NamedTuple):
    """A path relative to its first point (x, y), with its attributes."""

    d: str
    attributes: str
    x: float
    y: float


class SvgDevice(GroupingDevice):
    """A page of width × height points; coordinates are points. Text is drawn as paths.

    pixel: points that a pen is thick whose width is in pixels, whatever the scale.
    """

    def __init__(self, width: float, height: float, pixel: float = 1.0) -> None:
        super().__init__()
        self._width, self._height = width, height
        self._engine = _Engine(pixel)

    def paintEngine(self) -> QPaintEngine:
        return self._engine

    def metric(self, metric: QPaintDevice.PaintDeviceMetric) -> int:
        metrics = QPaintDevice.PaintDeviceMetric
        sizes = {
            metrics.PdmWidth: round(self._width),
            metrics.PdmHeight: round(self._height),
            metrics.PdmWidthMM: round(self._width * 25.4 / 72),
            metrics.PdmHeightMM: round(self._height * 25.4 / 72),
            metrics.PdmNumColors: 2**31 - 1,
            metrics.PdmDepth: 32,
            metrics.PdmDevicePixelRatio: 1,
            metrics.PdmDevicePixelRatioScaled: 1 << 16,
        }
        return sizes.get(metric, 72)

    def begin_group(self, name: str, words: str, clip: QRectF | None) -> None:
        self._engine.begin_group(name, words, clip)

    def end_group(self) -> None:
        self._engine.items.append("</g>")

    def content(self, title: str, description: str) -> bytes:
        """The file; title and description are for readers and programs that do not show the picture."""
        size = f'width="{_number(self._width)}pt" height="{_number(self._height)}pt"'
        box = f'viewBox="0 0 {_number(self._width)} {_number(self._height)}"'
        names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        return "\n".join(
            [
                '<?xml version="1.0" encoding="UTF-8"?>',
                f'<svg {names} version="1.1" {size} {box} role="img">',
                f"<title>{escape(title)}</title>",
                f"<desc>{escape(description)}</desc>",
                *self._engine.lines(),
                "</svg>\n",
            ]
        ).encode()


class _Engine(QPaintEngine):
    """Collects what is painted, in the page's coordinates."""

    def __init__(self, pixel: float) -> None:
        super().__init__(QPaintEngine.PaintEngineFeature.AllFeatures)
        self.items: list[str | Shape] = []
        self._pixel = pixel
        # Points are all alike. A boundary has thousands of places, which the engine's own cache does not outlive.
        self._commands = lru_cache(maxsize=64)(_commands)
        self._clips = 0
        self._pen, self._brush, self._transform = QPen(), QBrush(), QTransform()
        self._fill = self._stroke = ""

    def begin(self, device: QPaintDevice) -> bool:
        return True

    def end(self) -> bool:
        return True

    def type(self) -> QPaintEngine.Type:
        return QPaintEngine.Type.User

    def updateState(self, state: QPaintEngineState) -> None:
        # Thousands of points come with the same pen again.
        pen, transform = state.pen(), state.transform()
        if not self._stroke or pen != self._pen or transform != self._transform:
            self._pen, self._transform = pen, transform
            self._stroke = self._stroked()
        self._brush = state.brush()
        self._fill = self._filled()

    def begin_group(self, name: str, words: str, clip: QRectF | None) -> None:
        attributes = f" id={quoteattr(name)}" if name else ""
        attributes += f" aria-label={quoteattr(words)}" if words else ""
        if clip is not None:
            self._clips += 1
            self.items.append(f'<clipPath id="clip{self._clips}"><rect {_rectangle(clip)}/></clipPath>')
            attributes += f' clip-path="url(#clip{self._clips})"'
        self.items.append(f"<g{attributes}>")

    def drawPath(self, path: QPainterPath) -> None:
        self._add(self._transform.map(path), self._fill + self._stroke)

    # The stub has the overload of C++, a pointer and a count.
    def drawPolygon(self, points: list[QPointF], mode: QPaintEngine.PolygonDrawMode) -> None:  # type: ignore[override]
        path = QPainterPath(points[0])
        for point in points[1:]:
            path.lineTo(point)
        line = mode == QPaintEngine.PolygonDrawMode.PolylineMode
        if not line:
            path.closeSubpath()
        self._add(self._transform.map(path), (' fill="none"' if line else self._fill) + self._stroke)

    def drawTextItem(self, place: QPointF, item: QTextItem) -> None:  # type: ignore[override]  # it is one
        path = QPainterPath()
        path.addText(place, item.font(), item.text())
        self._add(self._transform.map(path), _colour("fill", self._pen.color()))

    def drawImage(
        self,
        place: QRectF | QRect,
        image: QImage,
        source: QRectF | QRect,
        flags: Qt.ImageConversionFlag = Qt.ImageConversionFlag.AutoColor,
    ) -> None:
        data = b64encode(png_of(image)).decode()
        where = _rectangle(self._transform.mapRect(QRectF(place)))
        self.items.append(f'<image {where} preserveAspectRatio="none" xlink:href="data:image/png;base64,{data}"/>')

    def drawPixmap(self, place: QRectF | QRect, pixmap: QPixmap | QImage, source: QRectF | QRect) -> None:
        self.drawImage(place, pixmap if isinstance(pixmap, QImage) else pixmap.toImage(), source)

    def lines(self) -> list[str]:
        """The elements; those that occur often are defined at their first place."""
        counts = Counter((item.d, item.attributes) for item in self.items if isinstance(item, Shape))
        names: dict[tuple[str, str], str] = {}
        found = []
        for item in self.items:
            if isinstance(item, str):
                found.append(item)
                continue
            key = item.d, item.attributes
            place = f"{_number(item.x)} {_number(item.y)}"
            if counts[key] < REPEATED:
                found.append(f'<path d="M{place}{item.d}"{item.attributes}/>')
                continue
            if key not in names:
                names[key] = f"shape{len(names) + 1}"
                found.append(f'<defs><path id="{names[key]}" d="M0 0{item.d}"{item.attributes}/></defs>')
            x, y = place.split()
            found.append(f'<use xlink:href="#{names[key]}" x="{x}" y="{y}"/>')
        return found

    def _add(self, path: QPainterPath, attributes: str) -> None:
        if path.elementCount():
            start = path.elementAt(0)
            self.items.append(Shape(self._data(path), attributes, start.x, start.y))

    def _data(self, path: QPainterPath) -> str:
        """The path after its first point, relative to it: so the same shape elsewhere has the same text."""
        elements = [path.elementAt(k) for k in range(path.elementCount())]
        left, top = elements[0].x, elements[0].y
        kinds = "".join(["m" if each.isMoveTo() else "l" if each.isLineTo() else "c" for each in elements])
        steps = tuple([(round(100 * (each.x - left)), round(100 * (each.y - top))) for each in elements])
        return self._commands(kinds, steps)

    def _filled(self) -> str:
        if self._brush.style() == Qt.BrushStyle.NoBrush:
            return ' fill="none"'
        return _colour("fill", self._brush.color())

    def _stroked(self) -> str:
        pen, t = self._pen, self._transform
        if pen.style() == Qt.PenStyle.NoPen:
            return ""
        scale = self._pixel if pen.isCosmetic() else abs(t.determinant()) ** 0.5
        width = max(pen.widthF(), float(pen.isCosmetic())) * scale
        found = f'{_colour("stroke", pen.color())} stroke-width="{_number(width)}"'
        if pen.capStyle() in CAPS:
            found += f' stroke-linecap="{CAPS[pen.capStyle()]}"'
        if pen.joinStyle() in JOINS:
            found += f' stroke-linejoin="{JOINS[pen.joinStyle()]}"'
        if pen.style() != Qt.PenStyle.SolidLine:
            found += f' stroke-dasharray="{" ".join(_number(width * each) for each in pen.dashPattern())}"'
        return found


def _commands(kinds: str, places: tuple[tuple[int, int], ...]) -> str:
    """The path through these places, in hundredths of a point from the first.

    kinds: for each place, m where a part begins, l for a line to it, c for each of the three places of a curve.
    """
    words: list[str] = []
    here = start = (0, 0)
    last, k = "m", 1
    while k < len(places):
        kind = kinds[k]
        if kind == "m" and here == start and last != "m":
            words.append("z")
        stop = k + (3 if kind == "c" else 1)
        steps = " ".join(f"{_hundredths(x - here[0])} {_hundredths(y - here[1])}" for x, y in places[k:stop])
        words.append(f"{kind if kind != last or kind == 'm' else ' '}{steps}")
        here, last, k = places[stop - 1], kind, stop
        if kind == "m":
            start = here
    if here == start and last != "m":
        words.append("z")
    return "".join(words).replace(" -", "-")


def _hundredths(value: int) -> str:
    return _number(value / 100)


def _colour(name: str, colour: QColor) -> str:
    seen = f' {name}="{colour.name()}"'
    return seen if colour.alpha() == 255 else f'{seen} {name}-opacity="{_number(colour.alphaF())}"'


def _rectangle(place: QRectF) -> str:
    sides = place.getRect()  # the stub says that it gives an object
    names = zip(("x", "y", "width", "height"), sides, strict=True)  # type: ignore[call-overload]
    return " ".join(f'{name}="{_number(value)}"' for name, value in names)


def _number(value: float) -> str:
    """At most two decimals, a hundredth of a point."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


class SvgOutput(Output):
    """Text is outlines, which look the same everywhere; its words are labels of their groups."""

    key = "svg"
    title = "SVG drawing"
    suffixes = (".svg",)
    drawn = True

    def content(self, picture: Picture, token: Token = UNWATCHED) -> bytes:
        token.check()
        painting_application()
        scene, style = picture.scene, picture.style
        token.check()
        drawing = svg_of(picture.draw, picture.paper, scene.title, scene.caption)
        return Svg().embed(drawing, session_text(picture.session, picture.outcome)) if style.embed else drawing


def svg_of(
    paint: Callable[[QPainter], None], paper: tuple[float, float], title: str, description: str = "", pixel: float = 1.0
) -> bytes:
    """What is painted in points on paper of (width, height) points; pixel: see `SvgDevice`."""
    device = SvgDevice(*paper, pixel)
    with QPainter(device) as painter:
        paint(painter)
    return device.content(title, description)
