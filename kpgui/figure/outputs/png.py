"""PNG: a picture in pixels."""

from collections.abc import Callable

from PySide6.QtCore import QBuffer, QByteArray
from PySide6.QtGui import QImage, QImageWriter, QPainter

from kpgui.figure.outputs.picture import Output, Picture, painting_application, session_text
from kpgui.figure.style import Style
from kpgui.formats.png import Png
from kpgui.language import _
from kpgui.model.errors import UNWATCHED, KpguiError, Token


class PngOutput(Output):
    key = "png"
    title = "PNG picture"
    suffixes = (".png",)
    drawn = True

    def content(self, picture: Picture, token: Token = UNWATCHED) -> bytes:
        token.check()
        image = png_of(image_of(picture.size, picture.style, picture.draw))
        return Png().embed(image, session_text(picture.session, picture.outcome)) if picture.style.embed else image


def png_of(image: QImage) -> bytes:
    """The image encoded as PNG, in memory: on a full disk, libpng would print a message of its own.

    Raises KpguiError when there is not enough memory.
    """
    buffer = QBuffer()
    if not QImageWriter(buffer, QByteArray(b"png")).write(image):
        raise KpguiError(_("There is no memory for the picture; make it smaller."))
    return bytes(buffer.data().data())


def image_of(size: tuple[int, int], style: Style, paint: Callable[[QPainter], None]) -> QImage:
    """What is painted in points, in pixels, opaque unless the style is transparent."""
    painting_application()
    width, height = size
    kinds = QImage.Format
    image = QImage(width, height, kinds.Format_ARGB32_Premultiplied if style.transparent else kinds.Format_RGB32)
    if image.isNull():
        raise KpguiError(
            _("There is no memory for a picture of {width} × {height} pixels; make it smaller.").format(
                width=width, height=height
            )
        )
    image.fill(0)
    dots_per_metre = round(style.dpi / 0.0254)
    image.setDotsPerMeterX(dots_per_metre)
    image.setDotsPerMeterY(dots_per_metre)
    with QPainter(image) as painter:
        painter.scale(style.dpi / 72, style.dpi / 72)
        paint(painter)
    return image
