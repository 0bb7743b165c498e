"""SVG: a picture in shapes; only the field is an image."""

from PySide6.QtGui import QPainter

from kpgui.figure.application import painting_application
from kpgui.figure.carried import session_text
from kpgui.figure.outputs.base import Output
from kpgui.figure.outputs.picture import Picture
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
        device = SvgDevice(*picture.paper, outlines=not style.svg_text)
        painter = QPainter(device)
        try:
            picture.draw(painter)
        finally:
            painter.end()
        drawing = device.content(scene.title, scene.caption)
        return SvgFile().embed(drawing, session_text(picture.session, picture.outcome)) if style.embed else drawing
