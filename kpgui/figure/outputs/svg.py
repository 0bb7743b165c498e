"""SVG: a picture in shapes; only the field is an image."""

from collections.abc import Callable

from PySide6.QtGui import QPainter

from kpgui.figure.application import painting_application
from kpgui.figure.outputs.picture import Output, Picture, session_text
from kpgui.figure.outputs.svg_device import SvgDevice
from kpgui.formats.svg import Svg as SvgFile
from kpgui.model.cancel import UNWATCHED, Token


class Svg(Output):
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
        drawing = svg_of(picture.draw, picture.paper, scene.title, scene.caption, outlines=not style.svg_text)
        return SvgFile().embed(drawing, session_text(picture.session, picture.outcome)) if style.embed else drawing


def svg_of(
    paint: Callable[[QPainter], None],
    paper: tuple[float, float],
    title: str,
    description: str = "",
    *,
    outlines: bool = True,
    pixel: float = 1.0,
) -> bytes:
    """What is painted in points on paper of (width, height) points; outlines, pixel: see `SvgDevice`."""
    device = SvgDevice(*paper, outlines=outlines, pixel=pixel)
    with QPainter(device) as painter:
        paint(painter)
    return device.content(title, description)
