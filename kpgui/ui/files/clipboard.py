"""Pictures on the clipboard, in the formats that office documents and drawing programs ask for."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from kpgui.figure.outputs import Picture


def copy_picture(picture: "Picture") -> None:
    """Puts a picture on the clipboard.

    Without its session: what is pasted into a document should not bring data along that nobody sees, and no program
    hands it on. Raises KpguiError when the picture cannot be drawn.
    """
    from kpgui.figure.outputs import OUTPUTS
    from kpgui.figure.outputs.png import image_of, png_of

    bare = picture.restyled(replace(picture.style, embed=False))
    image = image_of(bare.size, bare.style, bare.draw)
    data = QMimeData()
    data.setData("image/png", png_of(image))
    data.setData("image/svg+xml", OUTPUTS.find("svg").content(bare))
    data.setImageData(image)  # not read back from the PNG: Qt reads no image above 256 MB
    QGuiApplication.clipboard().setMimeData(data)
