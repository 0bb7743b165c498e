"""Pictures on the clipboard, in the formats that office documents and drawing programs ask for."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QImage

if TYPE_CHECKING:
    from kpgui.figure.outputs import Picture

MIME_TYPES = {"png": "image/png", "svg": "image/svg+xml"}
"""The outputs on the clipboard, and what they are called there."""


def copy_picture(picture: "Picture") -> None:
    """Puts a picture on the clipboard.

    Without its session: what is pasted into a document should not bring data along that nobody sees, and no program
    hands it on. Raises KpguiError when the picture cannot be drawn.
    """
    from kpgui.figure.outputs import OUTPUTS

    bare = picture.restyled(replace(picture.style, embed=False))
    data = QMimeData()
    for key, mime_type in MIME_TYPES.items():
        data.setData(mime_type, OUTPUTS.find(key).content(bare))
    data.setImageData(QImage.fromData(data.data(MIME_TYPES["png"])))
    QGuiApplication.clipboard().setMimeData(data)
